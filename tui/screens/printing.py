"""Printing stickers: which, on what paper, from which label on, into which file."""

from __future__ import annotations

from collections.abc import Sequence
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
from ketuk.tui.boxes.printing import (
    Job,
    Lot,
    bids_among,
    fill,
    in_order,
    key_of_bids,
    labels,
    paper_told,
    papers_known,
)
from ketuk.tui.scans import Said
from ketuk.tui.screens.filing import free_path, path_meant, remember, when_free
from ketuk.tui.telling.verdicts import trouble
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.turning import LABEL, Turning

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.tui.app import KetukApp
    from ketuk.tui.boxes.card_names import Cards

BAR = 30
"""Columns of the bar that shows how far the printing is."""


class PrintForm(ModalScreen[str | None]):
    """The form, and then how far it is; the registry is read before the thread begins.

    Gives the words key of the lot that was printed, None where nothing was.
    """

    class Step(Message):
        """So many stickers are on their sheets."""

        def __init__(self, done: int) -> None:
            super().__init__()
            self.done = done

    class Ended(Message):
        """The PDF is written, or why not; None: it was stopped."""

        def __init__(self, told: tuple[int, int] | CodesFault | None) -> None:
            super().__init__()
            self.told = told

    app: KetukApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "print", "screens.key_print"),
        Binding("escape", "stop", "screens.key_back"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, registry: Registry, cards: Cards, lots: Sequence[Lot]) -> None:
        super().__init__()
        self._registry, self._cards, self._lots = registry, cards, lots
        self._papers = papers_known()
        self._job: Job | None = None
        self._working: Worker[None] | None = None
        self._over = False

    def compose(self) -> ComposeResult:
        """What, paper, first label, file, key; then how far it is."""
        known = [name for name, _ in self._papers]
        paper = self.app.settings.paper
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Turning(id="print-lot")
            yield Turning(id="print-paper", at=known.index(paper) if paper in known else 0)
            yield from self._field("print-start", "1", type="integer", max_length=4)
            yield from self._field("print-out", str(self._default()))
            yield Turning(id="print-key")
            yield Static(id="print-state")
        yield KeyBar()

    def _field(self, name: str, value: str, **more: object) -> ComposeResult:
        with Horizontal(classes="print-row"):
            yield Static(id=f"{name}-label", classes="print-label")
            yield Input(value, id=name, compact=True, select_on_focus=False, **more)  # type: ignore[arg-type]

    def _default(self) -> Path:
        return free_path(self.app.settings, f"stiker-{self._registry.box_id.lower()}", ".pdf")

    def on_mount(self) -> None:
        """Draw it; Enter goes from line to line."""
        several = len(bids_among(self._registry, self._lots[0].stickers)) > 1
        self.query_one("#print-key", Turning).at = 0 if several else 1
        self.reword()
        self.query_one("#print-lot").focus()

    def on_screen_resume(self) -> None:
        """It was printed while a help lay over the form."""
        if self._over:
            self.dismiss(self._lot.key)

    def reword(self) -> None:
        """Draw it in the language of now."""
        words = self.app.words
        self.query_one("#sheet-head", Static).update(words("cards.print_head"))
        lots = [words(lot.key, name=lot.name, count=len(lot.stickers)) for lot in self._lots]
        self.query_one("#print-lot", Turning).show(words("cards.print_what"), lots)
        told = [paper_told(words, paper) for _, paper in self._papers]
        self.query_one("#print-paper", Turning).show(words("cards.print_paper"), told)
        self.query_one("#print-start-label", Static).update(words("cards.print_start").ljust(LABEL))
        self.query_one("#print-out-label", Static).update(words("cards.print_out").ljust(LABEL))
        answers = (words("cards.print_key_yes"), words("screens.no"))
        self.query_one("#print-key", Turning).show(words("cards.print_key"), answers)
        self._fit()
        self.query_one(KeyBar).refresh()

    def _fit(self) -> None:
        """Ask about the key only where there are bid cards; say how much paper it takes."""
        lot, (_, paper) = self._lot, self._papers[self.query_one("#print-paper", Turning).at]
        self.query_one("#print-key").display = bool(bids_among(self._registry, lot.stickers))
        start = self._start or 1
        sheets = -(-(len(lot.stickers) + start - 1) // paper.places)
        facts = {"count": len(lot.stickers), "sheets": sheets, "places": paper.places}
        self._state(self.app.words("cards.print_ready", **facts))

    def _state(self, told: str) -> None:
        self.query_one("#print-state", Static).update(told)

    @property
    def _lot(self) -> Lot:
        return self._lots[self.query_one("#print-lot", Turning).at]

    @property
    def _start(self) -> int:
        text = self.query_one("#print-start", Input).value
        return int(text) if text.isdecimal() else 0

    def on_turning_turned(self, event: Turning.Turned) -> None:
        """Other stickers, or another paper. Who prints a single bid card knows its value."""
        if self.query_one("#print-lot").has_focus:
            several = len(bids_among(self._registry, self._lot.stickers)) > 1
            self.query_one("#print-key", Turning).at = 0 if several else 1
        self._fit()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another first label."""
        if self.is_mounted and event.input.id == "print-start":
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
            job = self._made()
            files = [job.out, *([job.key_file] if job.key is not None else [])]
            when_free(self.app, files, lambda: self._begin(job))

    def _is_filled_in(self) -> bool:
        """Whether it can be printed so; else it is said why not."""
        name, paper = self._papers[self.query_one("#print-paper", Turning).at]
        text = self.query_one("#print-out", Input).value
        if not 1 <= self._start <= paper.places:
            start = self.query_one("#print-start", Input).value or "-"
            facts = {"start": start, "paper": name, "places": paper.places}
            self._wrong("print-start", "codes.fault_start", **facts)
        elif not text.strip():
            self._wrong("print-out", "cards.print_no_file")
        elif path_meant(text).is_dir():
            self._wrong("print-out", "cards.is_folder", path=path_meant(text))
        else:
            return True
        return False

    def _made(self) -> Job:
        """What the form says; all that is asked of the registry is asked here."""
        words, registry = self.app.words, self._registry
        name, _ = self._papers[self.query_one("#print-paper", Turning).at]
        stickers = in_order(registry, self._lot.stickers)
        told = labels(words, registry, self._cards, stickers)
        bids = bids_among(registry, stickers)
        wanted = bids and self.query_one("#print-key", Turning).at == 0
        key = key_of_bids(words, registry.box_id, self._cards, bids) if wanted else None
        out = path_meant(self.query_one("#print-out", Input).value)
        out = out if out.suffix else out.with_suffix(".pdf")
        key_file = out.with_name(f"{out.stem}-{words('cards.print_key_name')}.txt")
        peel = words("cli_codes.peel")
        return Job(told, name, self._start, out, peel, key, key_file, bool(bids))

    def _wrong(self, field: str, key: str, **facts: object) -> None:
        self._state(self.app.words(key, **facts))
        self.query_one(f"#{field}", Input).focus()
        self.app.ring()

    def _begin(self, job: Job) -> None:
        self._job = job
        self._step(0)
        self._working = self._print(job)

    @work(thread=True, exclusive=True, group="print")
    def _print(self, job: Job) -> None:
        """In a thread: it only posts how far it is."""
        from ketuk.codes.disk import replace_file
        from ketuk.codes.papers import paper
        from ketuk.codes.sheet import Sheets

        worker = get_current_worker()

        def going(done: int) -> bool:
            self.post_message(self.Step(done))
            return not worker.is_cancelled

        try:
            sheets = Sheets(paper(job.paper), start=job.start)
            if not fill(sheets, job.labels, peel=job.peel, going=going):
                self.post_message(self.Ended(None))
                return
            replace_file(job.out, sheets.content())
            if job.key is not None:
                replace_file(job.key_file, job.key)
        except CodesFault as fault:
            self.post_message(self.Ended(fault))
        else:
            self.post_message(self.Ended((sheets.count, sheets.pages)))

    def on_print_form_step(self, event: Step) -> None:
        """A sticker more."""
        self._step(event.done)

    def _step(self, done: int) -> None:
        count = len(self._job.labels) if self._job else 0
        full = BAR * done // max(count, 1)
        bar = f"[{'#' * full}{'.' * (BAR - full)}]"
        self._state(f"{bar} {self.app.words('cards.print_step', done=done, count=count)}")

    def on_print_form_ended(self, event: Ended) -> None:
        """Say where the PDF lies; or what was wrong, and the form is there still."""
        self._working, words = None, self.app.words
        match event.told:
            case None:
                self._state(words("cards.print_stopped"))
            case CodesFault() as fault:
                self._state(trouble(words, fault))
                self.app.ring()
            case (count, pages):
                self._printed(count, pages)

    def _printed(self, count: int, pages: int) -> None:
        job, words = self._job, self.app.words
        assert job is not None
        told = [words("cards.printed", path=job.out, count=count, pages=pages)]
        told += [words(key) for key in job.hints]
        if job.key is not None:
            told.append(words("cards.printed_key", path=job.key_file))
        self.app.settings = self.app.settings.with_paper(job.paper)
        remember(self.app, job.out)
        self.app.scans.say(Said(" ".join(told), "good"))
        self._over = True
        if self.app.screen is self:
            self.dismiss(self._lot.key)

    def action_stop(self) -> None:
        """Stop the printing; where nothing is printed, back."""
        if self._working is not None:
            self._working.cancel()
        else:
            self.dismiss(None)
