"""The history of one card: its stickers, and where they were read or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from ketuk.tui.boxes.rows import StickerRow
from ketuk.tui.screens.card_facts import whole_history
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.tui.home import Home


class CardHistory(ModalScreen[None]):
    """Over the list of cards; arrows scroll."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "screens.key_back"),
    ]

    def __init__(self, registry: Registry, row: StickerRow) -> None:
        super().__init__()
        self._registry, self._row = registry, row

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Static(id="card-history")
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()
        self.query_one(VerticalScroll).focus()

    def reword(self) -> None:
        words = self.app.words
        head = words("cards.history_head", card=self._row.title, box=self._registry.box_id)
        self.query_one("#sheet-head", Static).update(head)
        lines = whole_history(self._registry, self._row, words)
        self.query_one("#card-history", Static).update(lines)
