"""Situations on the ring of kompleks: ``Districts(players=3).owns(1, 14).lands(14)``."""

from typing import Any

from town import Town

from ketuk.engine.states import Ballot, Laps, Site

TAX, PARKING, GO_TO_JAIL, REFUND = 4, 20, 30, 38
FREE_CARD, EACH_PAYS, PAY_EACH = 60, 78, 65


class Districts(Town):
    """A table of kompleks in the first free moment of seat 1; all are past their first lap."""

    RULESET = "kompleks"

    def __init__(self, players: int = 3, **options: Any) -> None:
        super().__init__(players=players, **options)
        self.laps(*[1] * players)

    def laps(self, *done: int) -> "Districts":
        """How many laps each has done."""
        others = tuple(s for s in self.table.states if not isinstance(s, Laps))
        self.set(states=(*others, Laps(done)))
        return self

    @property
    def ballot(self) -> Ballot:
        """The last vote."""
        return self.table.state(Ballot)

    @property
    def site(self) -> Site:
        """Where was landed."""
        return self.table.state(Site)
