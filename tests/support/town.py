"""Situations on the ring of klasik: ``Town(players=3).owns(2, 1, 3).stands(1, at=38)``."""

from collections.abc import Iterable, Sequence

from situations import Situation

from ketuk.engine.commands import Roll
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import BuyChoice, Free, OpenRent

GROUPS = {
    1: (1, 3), 2: (6, 8, 9), 3: (11, 13, 14), 4: (16, 18, 19), 5: (21, 23, 24), 6: (26, 27, 29),
    7: (31, 32, 34), 8: (37, 39),
}  # fmt: skip
STATIONS, UTILITIES = (5, 15, 25, 35), (12, 28)
CHANCE, CHEST, JAIL, INCOME_TAX, LUXURY_TAX, PARKING, GO_TO_JAIL = 7, 17, 10, 4, 38, 20, 30
CHANCE_FREE, CHEST_FREE = 60, 79


class Town(Situation):
    """A table of klasik in the first free moment of seat 1, round 1."""

    RULESET = "klasik"

    def lands(
        self, tile: int, *, cards: Iterable[int] = (), then: Iterable[Sequence[int]] = ()
    ) -> list[AnyEvent]:
        """Seat 1 rolls 1 and 2 onto a tile; ``then`` are later throws."""
        self.stands(1, (tile - 3) % 40)
        return self.do(Roll(1), dice=[(1, 2), *then], cards=cards)

    def draws(self, card: int, *, then: Iterable[Sequence[int]] = ()) -> list[AnyEvent]:
        """Seat 1 lands on the deck of a card and turns that card over."""
        return self.lands(CHANCE if card < 66 else CHEST, cards=[card], then=then)

    def asked_to_buy(self, tile: int, seat: int = 1) -> "Town":
        """A seat stands on an unowned property."""
        self.stands(seat, tile).ask(Free(seat), BuyChoice(seat, tile))
        return self

    def rents(self) -> tuple[OpenRent, ...]:
        """The open rents."""
        return self.table.rents
