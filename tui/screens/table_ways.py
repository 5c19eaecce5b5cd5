"""The ways from the table to all other screens of a game."""

from __future__ import annotations

from ketuk.tui.chronicle import Chronicle
from ketuk.tui.menu import Question
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.hint_line import HintLine
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.ring import Ring
from ketuk.tui.widgets.state_line import StateLine


class TableWays(GameScreen[None]):
    """What opens another screen: with what, and where it begins."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.chronicle = Chronicle(session)
        self.question: Question | None = None

    def on_mount(self) -> None:
        if self.session.following is not None:
            self.set_interval(1.0, self._look_at_host)

    def _look_at_host(self) -> None:
        """How long the laptop that decides has been silent."""
        following = self.session.following
        if self.is_current and following is not None and not self.session.room.leads:
            following.settle_box()
            self.query_one(StateLine).look()
            self.query_one(KeyBar).refresh()

    def open_hand(self, seat: int, *, tapped: bool = False) -> None:
        """A player's cards; without a seat it is asked whose."""
        self.app.open("hand", self.session, seat, shown=tapped)

    def action_entry(self) -> None:
        self.set_focus(self.query_one("#entry"))

    def action_hand(self) -> None:
        self.open_hand(0)

    def action_trade(self) -> None:
        from ketuk.tui.screens.trade import open_trade

        open_trade(self.app, self.session)

    def action_tile(self) -> None:
        """The tile that is asked about, else where the pawn of who is on turn stands."""
        tiles = self.question.tiles if self.question else ()
        self.look_at(tiles[0] if tiles else self.session.table.player(self._on_turn).at)

    def on_ring_pressed(self, event: Ring.Pressed) -> None:
        """A tile was pressed: what it is, and what it costs."""
        self.look_at(event.tile)

    def look_at(self, tile: int) -> None:
        """What a tile is, and what it costs."""
        self.app.open("tile", self.session, tile)

    def action_owned(self) -> None:
        """What each player owns; first of all who is asked."""
        self.app.open("owned", self.session, self._on_turn)

    @property
    def _on_turn(self) -> int:
        """Who is asked, else the first who plays."""
        asked = self.question.seat if self.question else 0
        return asked or self.session.table.seats[0]

    def action_goals(self) -> None:
        self.app.open("goals", self.session)

    def action_why(self) -> None:
        """Why an amount, a refusal or a target is as it is."""
        self.app.open("why", self.session, self.chronicle.lines)

    def action_undo(self) -> None:
        from ketuk.tui.screens.consent import undo

        undo(self.app, self.session)

    def action_history(self) -> None:
        self.app.open("history", self.session)

    def action_drawn(self) -> None:
        self.app.open("drawn", self.session)

    def action_cards(self) -> None:
        """The cards of the box, while the game goes on; first the one that the table asks about."""
        registry = self.session.registry
        if registry is None:
            self.session.say_no_box()
        else:
            tiles = self.question.tiles if self.question else ()
            asked = tiles[0] if len(tiles) == 1 else None
            box = registry.box_id
            self.app.open("cards", self.app.data, box, self.session, at=asked)

    def action_lay_out(self) -> None:
        self.app.open("lay_out", self.session)

    def action_phones(self) -> None:
        """The room for phones; only the laptop that decides has one."""
        if self.session.may_host():
            self.app.open("phones", self.session)

    def action_take_over(self) -> None:
        """Go on here, without the laptop that has decided so far."""
        self.app.open("taking_over", self.session)

    def action_doctor(self) -> None:
        self.app.open("doctor")

    def action_rule_book(self) -> None:
        self.app.open("rule_book", self.session.rules, self.query_one(HintLine).wanted)

    def action_leave(self) -> None:
        self.app.open("leaving", self.session)

    def show_end(self) -> None:
        """How the game has ended, unless that is what people look at."""
        from ketuk.tui.screens.end import EndScreen

        if not isinstance(self.app.screen, EndScreen):
            self.app.push_screen(EndScreen(self.session, self.chronicle.lines))
