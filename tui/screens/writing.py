"""Writing the NFC tags of a box, one after another, on the reader that the table uses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import Screen

from ketuk.codes.fault import CodesFault
from ketuk.rooms.tagging import LeftAsItWas, Step, Tagging, TagOrder, TagWritten, Unfit
from ketuk.scanning.nfc_tags import Written
from ketuk.scanning.scan import By, Scan
from ketuk.scanning.settle import Gone, New, NoTap, Returned, Settled, Several
from ketuk.tui.boxes.tags import became, called
from ketuk.tui.readers import nfc_readers, nfc_trouble
from ketuk.tui.scans import Said, Tone
from ketuk.tui.screens.asking import Ask, when_sure
from ketuk.tui.signs import FINE, signs
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.lettering import large, width_of
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Sticker
    from ketuk.scanning.nfc import NfcReader
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.home import Home

KEPT = 50
"""Outcomes that are shown."""
MARKS = {"good": "✓", "bad": "✗", "note": "·"}
STYLES = {"good": "green", "bad": "bold", "note": "dim"}


class WriteTags(Screen[None]):
    """Borrows the readers of the table while it is open: what is laid down is written, not played.

    The registry is touched on the screen's own thread only; a thread writes the tag.
    """

    class Wrote(Message):
        """The reader has ended an order."""

        def __init__(self, order: TagOrder, written: Written) -> None:
            super().__init__()
            self.order, self.written = order, written

    app: Home
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "skip", "screens.key_skip"),
        Binding("f5", "overwrite", "screens.key_overwrite"),
        Binding("l", "lock", "screens.key_lock"),
        Binding("a", "again", "screens.key_write_again"),
        Binding("question_mark", "app.help", "screens.key_help"),
        Binding("escape", "back", "screens.key_back"),
    ]

    def __init__(
        self, registry: Registry, cards: CardNames, chosen: Iterable[Sticker] | None = None
    ) -> None:
        """Write the ``chosen`` cards, written before or not; None: all that are not written yet."""
        super().__init__()
        self._registry, self._cards = registry, cards
        self._chosen = None if chosen is None else tuple(chosen)
        self._work = self._begun(again=chosen is not None)
        self._outcomes: list[tuple[Tone, str]] = []
        self._refused: Scan | None = None
        """What lies there and is written over only when told to."""
        self._writing = False
        self._leaving = False
        self._over = False

    def _begun(self, *, again: bool) -> Tagging:
        return Tagging(self._registry, chosen=self._chosen, again=again)

    def compose(self) -> ComposeResult:
        yield Static(id="write-head", classes="screen-head")
        yield Static(id="write-next")
        yield Static(id="write-how")
        with VerticalScroll(id="write-pane", can_focus=False):
            yield Static(id="write-outcomes")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Draw it; without a reader say so at once."""
        self.app.scans.clear()
        self.reword()

    def on_screen_resume(self) -> None:
        """The last tag was written while a help lay over this."""
        if self._over:
            self.dismiss()

    def on_resize(self) -> None:
        """Large letters only if there is room for them."""
        self.reword()

    def reword(self) -> None:
        words, tags = self.app.words, self._work
        lock = words("cards.write_locked" if tags.lock else "cards.write_unlocked")
        facts = {"done": tags.written, "count": tags.count, "lock": lock}
        self.query_one("#write-head", Static).update(words("cards.write_head", **facts))
        self.query_one("#write-next", Static).update(self._next_told())
        self.query_one("#write-how", Static).update(self._how())
        self._draw_outcomes()

    def _next_told(self) -> Text:
        sticker = self._work.next
        if sticker is None:
            notice = self.app.words("cli_write.nothing_left", count=self._work.count)
            return Text(notice, "bold green")
        name = self._called(sticker)
        roomy = self.size.height >= 30 and width_of(name) <= self.size.width - 4
        return Text("\n".join(large(name)) if roomy and signs() is FINE else f"» {name}", "bold")

    def _how(self) -> str:
        """What to do now; without a reader, what is wrong with it."""
        words, sticker = self.app.words, self._work.next
        if sticker is None:
            return words("cards.write_all_done")
        if self._writing:
            return words("cards.write_hold")
        if problem := nfc_trouble(self.app.readers, self.app.scans):
            return words("cards.write_no_reader", told=problem)
        return words("cards.write_lay", name=self._called(sticker))

    def _draw_outcomes(self) -> None:
        text = Text()
        for tone, sentence in self._outcomes[:KEPT]:
            text.append(f"{MARKS[tone]} {sentence}\n", STYLES[tone])
        self.query_one("#write-outcomes", Static).update(text)

    def _called(self, sticker: Sticker) -> str:
        return called(self.app.words, self._cards, sticker)

    # ---- what the readers say

    def heard(self, settled: Settled) -> bool:
        """Everything that the readers say is for this screen; whether it was taken."""
        match settled:
            case New(scan) | Returned(scan):
                self._laid(scan)
            case NoTap(_, _, why):
                self.app.say(f"scanning.{why}", "note")
            case Several():
                self.app.say("cli_write.several", "bad")
            case Gone():
                self._refused = None
            case _:
                self.app.scans.heard(settled)
                self.reword()
        return True

    def _laid(self, scan: Scan) -> None:
        """A tag lies on a reader: find out whether it can be written, and have it written."""
        if scan.by is not By.NFC:
            self.app.say("cards.write_not_nfc", "note")
        elif self._work.next is None:
            self.app.say("cli_write.nothing_left", "note", count=self._work.count)
        elif self._writing:
            self.app.say("cards.write_hold", "note")
        else:
            self._try(scan)

    def _try(self, scan: Scan, *, overwrite: bool = False) -> None:
        reader = nfc_readers(self.app.readers).get(scan.source)
        if reader is None:
            self.app.say("cards.write_reader_cannot", "bad", source=scan.source)
            return
        try:
            asked = self._work.wanted(scan, overwrite=overwrite)
        except CodesFault as fault:
            self._tell("bad", trouble(self.app.words, fault))
            return
        if isinstance(asked, LeftAsItWas):
            theirs = asked.why in (Unfit.OTHER_BOX, Unfit.NOT_OURS, Unfit.SPARE)
            self._refused = scan if theirs else None
            self._ended(asked)
        else:
            self._refused, self._writing = None, True
            self._write(asked, reader)
            self.reword()

    @work(thread=True, group="write")
    def _write(self, order: TagOrder, reader: NfcReader) -> None:
        """In a thread: the reader may take seconds."""
        written = reader.write(order.text, uid=order.uid, lock=order.lock)
        self.post_message(self.Wrote(order, written))

    def on_write_tags_wrote(self, event: Wrote) -> None:
        """Note what became of it; then the next card."""
        self._writing = False
        try:
            self._ended(self._work.ended(event.order, event.written))
        except CodesFault as fault:
            self._tell("bad", trouble(self.app.words, fault))
        if self._leaving:
            self._leave()

    def _ended(self, step: Step) -> None:
        """The command's sentence, unless it names what only a command has."""
        (key, facts), words = became(step, self._cards), self.app.words
        name, own = self._called(step.sticker), f"cards.write_{key}"
        if isinstance(step, TagWritten):
            self._tell("good", words(f"cli_write.{key}", name=name, **facts))
        else:
            problem = words(own if words.has(own) else f"cli_write.{key}", name=name, **facts)
            self._tell("bad", f"{name}: {problem}")

    def _tell(self, tone: Tone, sentence: str) -> None:
        """Among the outcomes and in the bar, with the bell: the tag may be lifted."""
        self.app.ring("accepted" if tone == "good" else "refused")
        self._outcomes.insert(0, (tone, sentence))
        self.app.scans.say(Said(sentence, tone))
        self.reword()

    # ---- what one does

    def action_skip(self) -> None:
        """The card that is next comes last."""
        if self._work.next is not None and not self._writing:
            name = self._called(self._work.next)
            self._work.skip()
            self._tell("note", self.app.words("cards.write_skipped", name=name))

    def action_overwrite(self) -> None:
        """Write over what lies there and was refused."""
        if self._refused is None or self._writing or self._work.next is None:
            self.app.say("cards.write_nothing_to_overwrite", "note")
        else:
            self._try(self._refused, overwrite=True)

    def action_lock(self) -> None:
        """Lock each tag once it is written, for ever: only after a question."""

        def sure(yes: bool | None) -> None:
            self._work.lock = bool(yes)
            self.reword()

        if self._work.lock:
            sure(False)
        else:
            self.app.push_screen(Ask("cards.write_lock_sure"), sure)

    def action_again(self) -> None:
        """Begin anew, with the cards that are written already too."""

        def begin() -> None:
            if not self._writing:
                lock, self._work = self._work.lock, self._begun(again=True)
                self._work.lock = lock
                self.reword()

        when_sure(self.app, begin, "cards.write_again_sure", count=self._work.count)

    def action_back(self) -> None:
        """Stop; a tag that is being written is written to its end first."""
        if self._writing:
            self._leaving = True
            self.app.say("cards.write_stopping", "note")
        else:
            self._leave()

    def _leave(self) -> None:
        tags = self._work
        key = "cards.write_stopped" if tags.next is not None else "cards.write_finished"
        self.app.say(key, "note", done=tags.written, count=tags.count)
        self._over = True
        if self.app.screen is self:
            self.dismiss()
