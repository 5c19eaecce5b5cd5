"""Printing stickers: which, on what paper, from which label on, into which file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input
from textual.worker import Worker, get_current_worker

from ketuk.codes.fault import CodesFault
from ketuk.codes.label import plan
from ketuk.codes.papers import Paper
from ketuk.codes.papers import paper as paper_of
from ketuk.tui.boxes.card_names import UnclearCard, range_meant
from ketuk.tui.boxes.printing import (
    PICKED,
    Job,
    Layout,
    Lot,
    bids_among,
    job_of,
    paper_told,
    papers_known,
    places_told,
    shift_meant,
)
from ketuk.tui.scans import Said
from ketuk.tui.screens.filing import folder, free_path, path_meant, remember, when_free
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.turning import LABEL, Turning

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.home import Home

BAR = 30
"""Columns of the bar that shows how far the printing is."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What the form asks for, and the files that it goes to."""

    job: Job
    layout: Layout
    out: Path
    key_file: Path | None


class PrintForm(ModalScreen[str | None]):
    """The form, and then how far it is; the registry is read before the thread begins.

    Gives the words key of the lot that was printed, None if nothing was.
    """

    class Step(Message):
        """So many stickers are on their sheets."""

        def __init__(self, done: int) -> None:
            super().__init__()
            self.done = done

    class Ended(Message):
        """The PDF is written, or why not; None: it was stopped."""

        def __init__(self, outcome: tuple[int, int] | CodesFault | None) -> None:
            super().__init__()
            self.outcome = outcome

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "print", "screens.key_print"),
        Binding("escape", "stop", "screens.key_back"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, registry: Registry, cards: CardNames, lots: Sequence[Lot]) -> None:
        super().__init__()
        self._registry, self._cards, self._lots = registry, cards, lots
        self._papers = papers_known()
        self._order: PrintOrder | None = None
        self._working: Worker[None] | None = None
        self._over = False

    def compose(self) -> ComposeResult:
        known = [name for name, _ in self._papers]
        paper = self.app.settings.paper
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Turning(id="print-lot")
            yield from _field("print-picked", "")
            own = len(known) if paper.endswith(".toml") else 0
            yield Turning(id="print-paper", at=known.index(paper) if paper in known else own)
            yield from _field("print-own", paper if own else "")
            yield from _field("print-start", "1", type="integer", max_length=4)
            yield from _field("print-shift", "0,0")
            yield Turning(id="print-outline")
            yield from _field("print-out", str(self._default()))
            yield Turning(id="print-key")
            yield Static(id="print-state")
        yield KeyBar()

    def _default(self) -> Path:
        return free_path(self.app.settings, f"stiker-{self._registry.box_id.lower()}", ".pdf")

    def on_mount(self) -> None:
        """Draw it; Enter goes from line to line."""
        several = len(bids_among(self._registry, self._lots[0].stickers)) > 1
        self.query_one("#print-key", Turning).at = 0 if several else 1
        self.query_one("#print-outline", Turning).at = 1
        self.reword()
        self.query_one("#print-lot").focus()

    def on_screen_resume(self) -> None:
        """It was printed while a help lay over the form."""
        if self._over:
            self.dismiss(self._lot.key)

    def reword(self) -> None:
        words = self.app.words
        self.query_one("#sheet-head", Static).update(words("cards.print_head"))
        lots = [words(lot.key, name=lot.name, count=len(lot.stickers)) for lot in self._lots]
        self.query_one("#print-lot", Turning).show(words("cards.print_what"), lots)
        papers = [paper_told(words, paper) for _, paper in self._papers]
        papers.append(words("cards.print_paper_own"))
        self.query_one("#print-paper", Turning).show(words("cards.print_paper"), papers)
        for name in ("picked", "own", "start", "shift", "out"):
            label = words(f"cards.print_{name}_label").ljust(LABEL)
            self.query_one(f"#print-{name}-label", Static).update(label)
        for name in ("outline", "key"):
            answers = (words(f"cards.print_{name}_yes"), words("screens.no"))
            self.query_one(f"#print-{name}", Turning).show(words(f"cards.print_{name}"), answers)
        self._fit()

    def _fit(self) -> None:
        """Ask only what there is to ask; say what goes where, or at once what is wrong."""
        stickers = self._stickers_wanted()
        self.query_one("#row-print-picked").display = self._lot.key == PICKED
        self.query_one("#row-print-own").display = self._is_own_paper
        bids = isinstance(stickers, tuple) and bool(bids_among(self._registry, stickers))
        self.query_one("#print-key").display = bids
        wrong = self._what_is_wrong()
        if wrong is not None:
            self._state(wrong[1])
        elif isinstance(stickers, tuple) and isinstance(paper := self._paper, Paper):
            facts = {"count": len(stickers), "start": self._start, "places": paper.places}
            self._state(places_told(self.app.words, **facts))

    def _state(self, notice: str) -> None:
        self.query_one("#print-state", Static).update(notice)

    def _text(self, name: str) -> str:
        return self.query_one(f"#print-{name}", Input).value.strip()

    @property
    def _lot(self) -> Lot:
        return self._lots[self.query_one("#print-lot", Turning).at]

    def _stickers_wanted(self) -> tuple[Sticker, ...] | str:
        """The stickers of the lot; of those that are named the cards, or what is unclear."""
        if self._lot.key != PICKED:
            return self._lot.stickers
        among = {item.number for item in self._registry.items()}
        numbers: list[int] = []
        try:
            for part in self._cards.parts(self._text("picked"), among):
                numbers += range_meant(part, among) or [self._cards.one(part, among)]
        except UnclearCard as unclear:
            return self.app.words(unclear.key, box=self._registry.box_id, **unclear.facts)
        return tuple(self._registry.active(number) for number in dict.fromkeys(numbers))

    @property
    def _start(self) -> int:
        text = self._text("start")
        return int(text) if text.isdecimal() else 0

    @property
    def _is_own_paper(self) -> bool:
        return self.query_one("#print-paper", Turning).at == len(self._papers)

    @property
    def _paper_named(self) -> str:
        """The name of a paper that comes with the program, or the file of one's own."""
        if self._is_own_paper:
            return str(path_meant(self._text("own"), folder(self.app.settings)))
        return self._papers[self.query_one("#print-paper", Turning).at][0]

    @property
    def _paper(self) -> Paper | CodesFault:
        """The paper, if stickers can be put on it."""
        try:
            paper = paper_of(self._paper_named)
            plan(paper)
        except CodesFault as fault:
            return fault
        return paper

    def _what_is_wrong(self) -> tuple[str, str] | None:
        """The field that cannot be right, and why; None if all may be."""
        words, paper, stickers = self.app.words, self._paper, self._stickers_wanted()
        if isinstance(stickers, str):
            return "picked", stickers
        if not stickers:
            return "picked", words("cards.print_pick")
        if self._is_own_paper and not self._text("own"):
            return "own", words("cards.print_no_paper")
        if isinstance(paper, CodesFault):
            return "own", trouble(words, paper)
        if not 1 <= self._start <= paper.places:
            facts = {"paper": paper.name, "places": paper.places}
            return "start", words("codes.fault_start", start=self._text("start") or "-", **facts)
        if shift_meant(self._text("shift")) is None:
            return "shift", words("cli_codes.bad_shift")
        if not self._text("out"):
            return "out", words("cards.print_no_file")
        if self._out.is_dir():
            return "out", words("cards.is_folder", path=self._out)
        return None

    @property
    def _out(self) -> Path:
        return path_meant(self._text("out"), folder(self.app.settings))

    def on_turning_turned(self, event: Turning.Turned) -> None:
        """Other stickers, or another paper. Who prints a single bid card knows its value."""
        if self.query_one("#print-lot").has_focus:
            several = len(bids_among(self._registry, self._lot.stickers)) > 1
            keyed = several or self._lot.key == PICKED
            self.query_one("#print-key", Turning).at = 0 if keyed else 1
        self._fit()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another answer: what comes of it is said at once."""
        if self.is_mounted:
            self._fit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: to the next line, and from the file's on it prints."""
        event.stop()
        if event.input.id == "print-out":
            self.action_print()
        else:
            self.app.action_focus_next()

    # ---- doing it

    def action_print(self) -> None:
        """Print, once it is clear that no file is lost."""
        if self._working is None and self._is_filled_in():
            order = self._made()
            files = [order.out, *([order.key_file] if order.key_file is not None else [])]
            when_free(self.app, files, lambda: self._begin(order))

    def _is_filled_in(self) -> bool:
        """Whether it can be printed so; else it is said why not."""
        wrong = self._what_is_wrong()
        if wrong is None:
            return True
        field, problem = wrong
        self._state(problem)
        self.query_one(f"#print-{field}", Input).focus()
        self.app.ring()
        return False

    def _made(self) -> PrintOrder:
        """What the form says."""
        words, wanted = self.app.words, self._stickers_wanted()
        assert isinstance(wanted, tuple), "it was looked at before"
        job = job_of(words, self._registry, self._cards, wanted)
        keyed = job.bids and self.query_one("#print-key", Turning).at == 0
        out = self._out if self._out.suffix else self._out.with_suffix(".pdf")
        key = out.with_name(f"{out.stem}-{words('cards.print_key_name')}.txt")
        layout = Layout(
            paper=self._paper_named,
            start=self._start,
            shift=shift_meant(self._text("shift")) or (0.0, 0.0),
            outline=self.query_one("#print-outline", Turning).at == 0,
        )
        return PrintOrder(job, layout, out, key if keyed else None)

    def _begin(self, order: PrintOrder) -> None:
        self._order = order
        self._step(0)
        self._working = self._print(order)

    @work(thread=True, exclusive=True, group="print")
    def _print(self, order: PrintOrder) -> None:
        """In a thread: it only posts how far it is."""
        from ketuk.codes.disk import replace_file

        worker = get_current_worker()

        def going(done: int) -> bool:
            self.post_message(self.Step(done))
            return not worker.is_cancelled

        try:
            sheets = order.layout.sheets()
            if not order.job.put_on(sheets, going):
                self.post_message(self.Ended(None))
                return
            replace_file(order.out, sheets.content())
            if order.key_file is not None:
                replace_file(order.key_file, order.job.key)
        except CodesFault as fault:
            self.post_message(self.Ended(fault))
        else:
            self.post_message(self.Ended((sheets.count, sheets.pages)))

    def on_print_form_step(self, event: Step) -> None:
        self._step(event.done)

    def _step(self, done: int) -> None:
        count = len(self._order.job.labels) if self._order else 0
        full = BAR * done // max(count, 1)
        bar = f"[{'#' * full}{'.' * (BAR - full)}]"
        self._state(f"{bar} {self.app.words('cards.print_step', done=done, count=count)}")

    def on_print_form_ended(self, event: Ended) -> None:
        """Say where the PDF lies; or what was wrong, and the form is there still."""
        self._working, words = None, self.app.words
        match event.outcome:
            case None:
                self._state(words("cards.print_stopped"))
            case CodesFault() as fault:
                self._state(trouble(words, fault))
                self.app.ring()
            case (count, pages):
                self._printed(count, pages)

    def _printed(self, count: int, pages: int) -> None:
        order, words = self._order, self.app.words
        assert order is not None
        sentences = [words("cards.printed", path=order.out, count=count, pages=pages)]
        sentences += [words(key) for key in order.job.hints]
        if order.key_file is not None:
            sentences.append(words("cards.printed_key", path=order.key_file))
        self.app.settings = self.app.settings.with_paper(order.layout.paper)
        remember(self.app, order.out)
        try:
            order.job.noted(self._registry)
        except CodesFault as fault:  # the sheet is there; that it was printed is not on record
            sentences.append(trouble(words, fault))
        self.app.scans.say(Said(" ".join(sentences), "good"))
        self._over = True
        if self.app.screen is self:
            self.dismiss(self._lot.key)

    def action_stop(self) -> None:
        """Stop the printing; if nothing is printed, back."""
        if self._working is not None:
            self._working.cancel()
        else:
            self.dismiss(None)


def _field(name: str, value: str, **more: object) -> ComposeResult:
    """A line of text with its label."""
    with Horizontal(classes="print-row", id=f"row-{name}"):
        yield Static(id=f"{name}-label", classes="print-label")
        yield Input(value, id=name, compact=True, **more)  # type: ignore[arg-type]
