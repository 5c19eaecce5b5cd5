"""Situations on the ring of rel: ``Rails(players=3).laps(1, 1, 0).owns(2, 1, 3).stands(1, at=38)``.

Everybody has done a lap, unless said otherwise, so that nobody is spared anything; and nobody has a
mission left, so that what a test lays out pays nobody.
"""

from collections.abc import Iterable, Sequence

from situations import Situation

from ketuk.engine.commands import Roll
from ketuk.engine.events import AnyEvent
from ketuk.engine.states import Laps, Loans, News, State, Tally
from ketuk.engine.table import BuyChoice, Free

LINES = {
    1: (1, 3), 2: (6, 8, 9), 3: (11, 13, 14), 4: (16, 18, 19), 5: (21, 23, 24), 6: (26, 27, 29),
    7: (31, 32, 34), 8: (37, 39),
}  # fmt: skip
HUBS, UTILITIES = (5, 15, 25, 35), (12, 28)
KAD, LOKAP, INCOME_TAX, LUXURY_TAX, PARKING, GO_TO_JAIL = 7, 10, 4, 38, 20, 30
FREE = 59
"""A Kad Bebas Lokap."""


class Rails(Situation):
    """A table of rel in the first free moment of seat 1, round 1."""

    RULESET = "rel"

    def __init__(self, players: int = 3, **more: object) -> None:
        super().__init__(players, **more)  # type: ignore[arg-type]
        self.laps(*(1,) * players).since(1).missions(done=True)

    def laps(self, *done: int) -> "Rails":
        """How many laps each seat has done."""
        return self.state(Laps(done))

    def since(self, lap: int) -> "Rails":
        """The table lap of the last news."""
        return self.state(News(self.table.state(News).card, lap))

    def news(self, item: int) -> "Rails":
        """The news in force."""
        return self.state(News(item, self.table.state(News).since))

    def lent(self, seat: int, amount: int = 400) -> "Rails":
        """What a seat owes Ah Long."""
        return self.state(self.table.state(Loans).owing(seat, amount))

    def state(self, state: State) -> "Rails":
        """What a mechanic keeps."""
        others = [s for s in self.table.states if type(s) is not type(state)]
        self.set(states=(*others, state))
        return self

    def missions(self, *, done: bool = False) -> "Rails":
        """All missions of everybody are open, or done."""
        seats, goals = self.table.seats, self.rules.goals
        counts = sorted((goal.id, seat, 1) for goal in goals for seat in seats)
        return self.state(Tally(tuple(counts) if done else ()))

    def lands(
        self, tile: int, *, cards: Iterable[int] = (), dice: Sequence[int] = (1, 2), seat: int = 1
    ) -> list[AnyEvent]:
        """A seat rolls onto a tile."""
        self.stands(seat, (tile - sum(dice)) % 40)
        return self.do(Roll(seat), dice=[dice], cards=cards)

    def draws(self, card: int, *more: int, seat: int = 1) -> list[AnyEvent]:
        """A seat lands on the deck and turns a card over."""
        return self.lands(KAD, cards=[card, *more], seat=seat)

    def asked_to_buy(self, tile: int, seat: int = 1) -> "Rails":
        """A seat stands on an unowned property."""
        self.stands(seat, tile).ask(Free(seat), BuyChoice(seat, tile))
        return self

    def owed(self, seat: int) -> int:
        """What a seat owes Ah Long."""
        return self.table.state(Loans).of(seat)

    def lap(self, seat: int) -> int:
        """The laps of a seat."""
        return self.table.state(Laps).of(seat)
