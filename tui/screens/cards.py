"""The cards of a box: code and QR in the demo box, states, and all that can be done with a sticker.

What takes more than a key press has a screen or a module of its own beside this one: printing,
writing tags, reporting, history. All of it while a game goes on: the registry is the room's own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen

from ketuk.codes.fault import CodesFault
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Sticker
from ketuk.codes.verdict import Answer, Copied
from ketuk.scanning.scan import Scan
from ketuk.tui.boxes.box import boxes, is_demo
from ketuk.tui.boxes.card_names import CardNames, cards_named
from ketuk.tui.boxes.rescued import tell_rescue
from ketuk.tui.boxes.rows import StickerRow, rows_of
from ketuk.tui.screens import box_checking
from ketuk.tui.screens.box_checking import BoxCheck
from ketuk.tui.screens.card_facts import head, notes
from ketuk.tui.screens.looking_up import copied_title, looked_up
from ketuk.tui.screens.renaming import delete_box, rename_box
from ketuk.tui.screens.verdict import judged
from ketuk.tui.session import Session
from ketuk.tui.widgets.card_list import CardList
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.qr import qr
from ketuk.tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from ketuk.tui.home import Home


WRITING = "print", "write", "report", "rename", "delete", "check_box"
"""What changes a box, or notes something in it."""


class Cards(Screen[None]):
    """Every card on the left, the one under the bar on the right."""

    app: Home
    AUTO_FOCUS = "#cards-list"
    only_looks: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "print", "screens.key_print"),
        Binding("w", "write", "screens.key_write_tags"),
        Binding("r", "report", "screens.key_report"),
        Binding("h", "history", "screens.key_history"),
        Binding("c", "check_box", "screens.key_check_box"),
        Binding("e", "export", "screens.key_export"),
        Binding("f", "find", "screens.key_find"),
        Binding("n", "rename", "cards.key_rename"),
        Binding("x,delete", "delete", "cards.key_delete"),
        Binding("space", "mark", "screens.key_mark"),
        Binding("slash", "entry", "screens.key_entry"),
        Binding("question_mark", "app.help", "screens.key_help"),
        Binding("escape", "back", "screens.key_back"),
        *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
    ]

    def __init__(
        self, data: Path, box: str, session: Session | None = None, *, at: int | None = None
    ) -> None:
        """``at``: the card that the bar stands on first."""
        super().__init__()
        self._first = at
        self._data = data
        shared = session.room.registry if session is not None else None
        self._registry: Registry = shared or boxes(data).open(box)
        self._own = shared is None
        self._copied = session is not None and not session.room.leads
        self._names = CardNames({})
        self.check = BoxCheck(self, self._registry, read=self._read, to_print=self._print)

    def compose(self) -> ComposeResult:
        yield Static(id="cards-head")
        with Horizontal():
            yield CardList()
            with VerticalScroll(id="cards-pane", can_focus=False):
                yield Static(id="cards-facts")
                yield Static(id="cards-qr")
                yield Static(id="cards-notes")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()
        for row in [r for r in self._list.all if self._first is not None and r.item == self._first]:
            self._list.go_to(row)
        self._list.focus_list()
        if self._own:
            tell_rescue(self.app, self._registry)
        if self._copied:
            self.app.say("rooms.copy_cards", "note")

    def on_screen_resume(self) -> None:
        """Back from a question: digits begin anew."""
        self._list.end_number()

    def on_unmount(self) -> None:
        """Let go of a registry of one's own."""
        if self._own:
            self._registry.close()

    # ---- drawing

    @property
    def _list(self) -> CardList:
        return self.query_one(CardList)

    def reword(self) -> None:
        """Read the box, and draw everything in the language of now."""
        words = self.app.words
        self._names = cards_named(self._data, self._registry.box.ruleset, words)
        self._read()

    def _read(self) -> None:
        """Read the stickers anew, and how far they are counted."""
        check = self.check.look()
        self._list.show(rows_of(self._registry, self._names, self.app.words), check)

    def on_card_list_moved(self, event: CardList.Moved) -> None:
        self._head()
        self._show()

    def on_resize(self) -> None:
        if self.is_mounted:
            self._show()

    def _head(self) -> None:
        words, box, check, rows = self.app.words, self._registry.box, self.check.count, self._list
        if rows.guessed:
            line = words("cards.near", wanted=rows.guessed)
        elif check is not None:
            names = [row.title for row in rows.all if row.item in check.missing]
            line = box_checking.progress(check, names, words)
        else:
            count = len(rows.marked)
            marked = words("cards.marked", count=count) if count else ""
            line = words("cards.head", name=box.name, box=box.id, marked=marked).strip()
        self.query_one("#cards-head", Static).update(line)

    def _show(self) -> None:
        words, row, registry = self.app.words, self._list.row, self._registry
        facts, picture, more = Text(words("cards.none_found")), Text(), Text()
        if row is not None:
            facts, more = head(registry, row, words), notes(registry, row, words)
            if is_demo(registry.box):
                room = self.size
                width, height = room.width * 6 // 10 - 2, room.height - 9
                small = Text(words("cards.no_picture"), "dim")
                picture = qr(row.sticker.code, width=width, height=height) or small
        self.query_one("#cards-facts", Static).update(facts)
        self.query_one("#cards-qr", Static).update(picture)
        self.query_one("#cards-notes", Static).update(more)

    # ---- moving about

    def action_entry(self) -> None:
        self.set_focus(self.query_one("#entry"))

    def action_find(self) -> None:
        self._list.find()

    def takes_sign(self, sign: str) -> Callable[[], None] | None:
        """A digit is part of a card's number; how to have the bar where it was."""
        there = self.is_mounted and self._list.is_mounted
        return self._list.went_from() if there and sign.isdigit() else None

    def action_digit(self, number: int) -> None:
        self._list.digit(number)

    def action_mark(self) -> None:
        """Mark this card for printing or writing."""
        self._list.mark()

    def action_back(self) -> None:
        """Out of the search, out of the check, else back."""
        if not self._list.end_find() and not self.check.stop():
            self.dismiss()

    # ---- what one does with stickers

    def action_print(self, only: Sticker | None = None) -> None:
        """Print stickers; ``only`` this one, if it was just made."""
        just_made = (row for row in self._list.all if only and row.sticker.code == only.code)
        self._print(tuple(just_made) or self._list.chosen)

    def _print(self, chosen: tuple[StickerRow, ...]) -> None:
        """Print these, unless somebody chooses others in the form."""
        from ketuk.tui.boxes.printing import MARKED, lots_of

        def printed(lot: str | None) -> None:
            if lot == MARKED:
                self._list.unmark()
            self._read()

        lots = lots_of(chosen, self._list.all)
        self.app.open("printing", self._registry, self._names, lots, then=printed)

    def action_write(self) -> None:
        """Write tags: of the marked cards, else of all that have none yet."""
        marked = [row.sticker for row in self._list.marked if row.item is not None]
        self.app.open(
            "writing", self._registry, self._names, marked or None, then=lambda _: self._read()
        )

    def action_report(self) -> None:
        from ketuk.tui.screens.reporting import StickerReport

        row = self._list.row
        if row is not None:
            report = StickerReport(
                self.app, self._registry, row, changed=self._read, to_print=self.action_print
            )
            report.ask()

    def action_history(self) -> None:
        if self._list.row is not None:
            self.app.open("card_history", self._registry, self._list.row)

    def action_export(self) -> None:
        from ketuk.tui.screens.exporting import export_box

        export_box(self.app, self._registry)

    # ---- the box itself

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A box in a game is neither renamed nor deleted; one that is a copy is only looked at."""
        if self._copied and action in WRITING:
            return False
        return self._own or action not in ("rename", "delete")

    def action_rename(self) -> None:
        rename_box(self.app, self._registry, self.reword)

    def action_delete(self) -> None:
        """Take the box out of the list."""

        def leave() -> None:
            self._registry.close()
            self.dismiss()

        delete_box(self.app, self._data, self._registry.box, leave)

    # ---- taps, and the check of the box

    def tapped(self, scan: Scan) -> None:
        """A card is looked up; while the box is checked, it is ticked off."""
        self.app.ring("accepted")

        def card(copied: Copied) -> str:
            return copied_title(self.app, self._registry, self._names, copied)

        judged(self.app, scan, by=self._registry, card=card, then=self._looked_up)

    def _looked_up(self, answer: Answer) -> None:
        looked = looked_up(self.app, self._names, answer)
        self.app.scans.say(looked.said)
        if looked.accepted and looked.item is not None and self.check.count is not None:
            self.check.tick(looked.item)  # and read
        else:
            self._read()
        self._list.go_to_tapped(looked.code, looked.item)

    def action_check_box(self) -> None:
        """Begin to check the box; a check that is there already asks what to do with it."""
        self.check.begin_or_ask()


def open_cards(app: Home, box: str) -> None:
    """The cards of a box that no game has open; what is wrong with its registry is said."""
    try:
        screen = Cards(app.data, box)
    except CodesFault as fault:
        app.ring()
        app.tell_fault(fault)
    else:
        app.push_screen(screen)
