"""The cards of a box: code and QR in the demo box, state, history, lost cards, "Cek kotak"."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from codes.code import grouped
from codes.fault import CodesFault
from codes.registry import Registry
from codes.sticker import Sticker, Why
from codes.verdict import Accepted
from scanning.scan import Scan
from tui.box import boxes, is_demo
from tui.cli.cards import Cards as CardNames
from tui.own_rules import rules_called
from tui.scans import Said
from tui.session import Session
from tui.verdicts import told, trouble, when
from tui.widgets.keybar import KeyBar
from tui.widgets.qr import qr
from tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from tui.app import KetukApp


class Cards(Screen[None]):
    """Every card on the left, the marked one on the right."""

    app: KetukApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "screens.key_back"),
        Binding("r", "reissue", "screens.key_reissue"),
        Binding("c", "check_box", "screens.key_check_box"),
        Binding("slash", "entry", "screens.key_entry"),
        Binding("question_mark", "app.help", "screens.key_help"),
    ]

    def __init__(self, data: Path, box: str, session: Session | None = None) -> None:
        super().__init__()
        self._data, self._box = data, box
        shared = session.room.registry if session is not None else None
        self._registry: Registry = shared or boxes(data).open(box)
        self._own = shared is None
        self._stickers: tuple[Sticker, ...] = ()
        self._ticked: set[int] | None = None
        """Cards tapped since the check of the box began; None while there is none."""

    def compose(self) -> ComposeResult:
        """Head, list, card."""
        yield Static(id="cards-head", classes="screen-head")
        with Horizontal():
            yield OptionList(id="cards-list")
            with VerticalScroll(id="cards-pane", can_focus=False):
                yield Static(id="cards-qr")
                yield Static(id="cards-facts")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Draw it."""
        self.reword()
        self.query_one(OptionList).focus()

    def on_unmount(self) -> None:
        """Let go of a registry of one's own."""
        if self._own:
            self._registry.close()

    # ---- drawing

    def reword(self) -> None:
        """Draw everything in the language of now."""
        box = self._registry.box
        try:
            rules = rules_called(self._data, box.ruleset)
            self._names = CardNames.of(rules, self.app.words)
        except (KeyError, OSError, ValueError):
            self._names = CardNames({})
        self._stickers = tuple(s for s in self._registry.stickers() if s.item is not None)
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options([Option(self._line(s)) for s in self._stickers])
        options.highlighted = min(at, len(self._stickers) - 1)
        self._head()
        self.query_one(ScanBar).show()
        self.query_one(KeyBar).refresh()

    def _head(self) -> None:
        words, box = self.app.words, self._registry.box
        line = words("screens.cards_head", name=box.name, box=box.id)
        if self._ticked is not None:
            line = self._check_line(self._ticked)
        self.query_one("#cards-head", Static).update(line)

    def _check_line(self, ticked: set[int]) -> str:
        words = self.app.words
        missing = [s for s in self._stickers if s.item not in ticked]
        if not missing:
            return words("screens.cards_check_done", count=len(self._stickers))
        names = ", ".join(self._title(s) for s in missing[:4]) + (" …" if len(missing) > 4 else "")
        return words("screens.cards_check", done=len(self._stickers) - len(missing),
                     count=len(self._stickers), missing=names)  # fmt: skip

    def _title(self, sticker: Sticker) -> str:
        return self._names.title(sticker.item or 0)

    def _line(self, sticker: Sticker) -> Text:
        mark = ""
        if self._ticked is not None:
            mark = "✓ " if sticker.item in self._ticked else "· "
        return Text(f"{mark}{sticker.item:>3}  {self._title(sticker)}", no_wrap=True)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show this card."""
        self._show(self._stickers[event.option_index])

    def on_resize(self) -> None:
        """A larger or smaller picture."""
        at = self.query_one(OptionList).highlighted
        if at is not None and self._stickers:
            self._show(self._stickers[at])

    def _show(self, sticker: Sticker) -> None:
        words, demo = self.app.words, is_demo(self._registry.box)
        text = Text(f"{self._title(sticker)}\n", "bold")
        if demo:
            text.append(words("screens.cards_code", code=grouped(sticker.code)), "bold reverse")
            text.append(f"\n{words('screens.cards_show')}\n", "not bold")
        else:
            text.append(f"{words('screens.cards_no_code')}\n", "not bold")
        state = words(f"codes.state_{sticker.state}")
        text.append(words("screens.cards_serial", serial=sticker.serial, state=state), "not bold")
        seen = words("screens.cards_never")
        if sticker.seen is not None:
            seen = words("screens.cards_line_seen", when=when(sticker.seen))
        text.append(f"\n{seen}\n", "not bold")
        text.append(self._changes(sticker), "dim not bold")
        self.query_one("#cards-facts", Static).update(text)
        room = self.size
        picture = qr(sticker.code, width=room.width * 6 // 10 - 2, height=room.height - 9)
        self.query_one("#cards-qr", Static).update(picture if demo else "")

    def _changes(self, sticker: Sticker) -> str:
        words = self.app.words
        lines = [
            f"  {when(c.at)}  {c.serial}. {words(f'codes.state_{c.state}')}"
            for c in self._registry.history(sticker.item or 0)
        ]
        return "\n".join([words("screens.cards_changes"), *lines]) if len(lines) > 1 else ""

    # ---- what one does

    def action_back(self) -> None:
        """Out of the check, else back."""
        if self._ticked is None:
            self.dismiss()
        else:
            self._ticked = None
            self.reword()

    def action_entry(self) -> None:
        """Type a code."""
        self.query_one("#entry").focus()

    def action_check_box(self) -> None:
        """Begin to check the box: every card once."""
        self._ticked = set()
        self.reword()

    def action_reissue(self) -> None:
        """The marked card is lost: a new code, once somebody is sure."""
        from tui.screens.asking import Ask

        at = self.query_one(OptionList).highlighted
        if at is None:
            return
        sticker = self._stickers[at]

        def sure(yes: bool | None) -> None:
            if yes:
                self._reissue(sticker)

        self.app.push_screen(Ask("screens.cards_sure", card=self._title(sticker)), sure)

    def _reissue(self, sticker: Sticker) -> None:
        words = self.app.words
        try:
            new = self._registry.reissue(sticker.code, reason=Why.LOST, now=datetime.now(UTC)).new
        except CodesFault as fault:
            self.app.scans.say(Said(trouble(words, fault), "bad"))
            return
        self.reword()
        facts = {"card": self._title(new), "code": grouped(new.code), "box": self._box}
        self.app.scans.say(Said(words("screens.cards_reissued", item=new.item, **facts), "good"))

    def tapped(self, scan: Scan) -> None:
        """A card is looked up; while the box is checked, it is ticked off."""
        answer = self._registry.check(
            scan.text, source=scan.source, uid=scan.uid, now=datetime.now(UTC)
        )
        self.app.ring()
        item = answer.item if isinstance(answer, Accepted) else None
        name = self._names.title(item) if item is not None else ""
        tone = "good" if item is not None else "bad"
        self.app.scans.say(Said(told(self.app.words, answer, name=name), tone))  # type: ignore[arg-type]
        if item is None:
            return
        if self._ticked is not None:
            self._ticked.add(item)
            self.reword()
        numbers = [s.item for s in self._stickers]
        self.query_one(OptionList).highlighted = numbers.index(item)
