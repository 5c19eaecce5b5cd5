"""What stands on a tile's card, and what lies on it; the arrows walk the board."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from ketuk.tui.menu.tiles import tile_lines
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static


class TileScreen(GameScreen[None], ModalScreen[None]):
    """One tile, and the way to those beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1)", "screens.key_tile_before"),
        Binding("right", "walk(1)", "screens.key_tile_after"),
        Binding("a", "rule_book", "screens.key_rules"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
    ]

    def __init__(self, session: Session, tile: int) -> None:
        super().__init__(session)
        self._tile = tile

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Static(id="tile-name", classes="sheet-head")
            yield Static(id="tile-lines")
        yield KeyBar()

    def show_game(self) -> None:
        names = self.session.names
        self.query_one("#tile-name", Static).update(names.tile(self._tile))
        self.query_one("#tile-lines", Static).update("\n".join(tile_lines(names, self._tile)))

    def action_rule_book(self) -> None:
        self.app.open("rule_book", self.session.rules, self.session.names.tile(self._tile))

    def action_walk(self, by: int) -> None:
        self._tile = (self._tile + by) % self.session.rules.board.size
        self.show_game()

    def action_scroll(self, by: int) -> None:
        """Through lines for which there is no room."""
        self.query_one(".sheet", VerticalScroll).scroll_relative(y=by, animate=False)
