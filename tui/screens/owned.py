"""What each player owns: a page a player, a line a property, which opens its tile."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ketuk.tui.menu import ChoiceLine, Open
from ketuk.tui.menu.tiles import owned_line
from ketuk.tui.screens.asking import PickScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.asking import Choices


class Owned(PickScreen[None]):
    """One player's properties; the arrows go to the next player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "screens.key_player_before"),
        Binding("right", "turn(1)", "screens.key_player_after"),
    ]

    def __init__(self, session: Session, seat: int) -> None:
        super().__init__(session)
        self._seat = seat
        self._tiles: tuple[int, ...] = ()

    def show_game(self) -> None:
        session, words = self.session, self.session.words
        self._tiles = session.table.owned(self._seat)
        lines = tuple(
            ChoiceLine(owned_line(session.names, t), Open("tile", self._seat)) for t in self._tiles
        )
        cash = session.table.player(self._seat).cash
        facts = {"name": session.names.seat(self._seat), "cash": cash, "count": len(lines)}
        text = words("screens.owned_none" if not lines else "screens.owned_text", **facts)
        self.put(words("screens.owned_head", **facts), text, lines, marked=None)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        place = next(n for n, c in enumerate(self.query_one(Choices).menu) if c is event.choice)
        self.app.open("tile", self.session, self._tiles[place])

    def action_turn(self, by: int) -> None:
        """To the player before or after."""
        seats = self.session.table.seats
        at = seats.index(self._seat) if self._seat in seats else 0
        self._seat = seats[(at + by) % len(seats)]
        self.show_game()
