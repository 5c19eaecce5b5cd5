"""Situations on the ring of merek: ``Praca(players=3).owns(2, 1, 3).stands(1, at=38)``."""

from collections.abc import Iterable, Sequence
from typing import Any

from situations import Situation

from ketuk.engine.clock import Clock, Timer
from ketuk.engine.commands import PassTime, Roll
from ketuk.engine.events import AnyEvent
from ketuk.engine.offers import offers
from ketuk.engine.table import BuyChoice, Free

CLASSICO, RAPIDO, CONFRONTO, EQUIPES = range(4)
MARKET, FASHION, CARS, TECH = (1, 3), (6, 8, 9), (31, 32, 34), (37, 39)
FINANCE, INDUSTRY = (5, 15, 25, 35), (12, 28)
SORTE, JAIL, CASINO, GO_TO_JAIL, INCOME_TAX, LUXURY_TAX = 7, 10, 20, 30, 4, 38
FREE_CARD = 58
TURN, BID, DEBT, OFFER, VOTE = 75, 20, 60, 30, 30
BUS, M1 = 4, 5
"""Faces of the third die."""


class Praca(Situation):
    """A table of merek before the first roll of seat 1, round 1, its time just begun."""

    RULESET = "merek"

    def __init__(self, players: int = 3, *, mode: int = CLASSICO, **more: Any) -> None:
        own = {k: more.pop(k) for k in tuple(more) if k not in ("round", "seat", "dice", "decks")}
        chosen = {"mode": mode, **own} if mode or own else {}
        super().__init__(players, settings=tuple(sorted(chosen.items())), **more)
        self.at_second(0)

    def at_second(self, second: int) -> "Praca":
        """The clock, with the full time of the turn."""
        turn = self.rules.figures["turn"]
        timers = (Timer(0, turn, turn),) if turn else ()
        self.set(clock=Clock(second, second, timers))
        return self

    def minutes(self, clock: str) -> "Praca":
        """The clock as it is read: ``45:59``."""
        minutes, seconds = clock.split(":")
        return self.at_second(60 * int(minutes) + int(seconds))

    def later(self, seconds: int, **chance: Any) -> list[AnyEvent]:
        """So many seconds pass."""
        return self.do(PassTime(self.table.clock.now + seconds), **chance)

    @property
    def left(self) -> int:
        """Seconds until what is open answers itself."""
        due = offers(self.table, self.rules).deadline
        assert due is not None
        return due - self.table.clock.now

    def lands(
        self,
        tile: int,
        *,
        seat: int = 1,
        cards: Iterable[int] = (),
        then: Iterable[Sequence[int]] = (),
    ) -> list[AnyEvent]:
        """A seat rolls 1 and 2 onto a tile; ``then`` are later throws."""
        self.stands(seat, (tile - 3) % 40)
        return self.do(Roll(seat), dice=[(1, 2), *then], cards=cards)

    def draws(self, card: int, **more: Any) -> list[AnyEvent]:
        """Seat 1 lands on Sorte and turns that card over."""
        return self.lands(SORTE, cards=[card], **more)

    def asked_to_buy(self, tile: int, seat: int = 1) -> "Praca":
        """A seat stands on an unowned property."""
        self.stands(seat, tile).ask(Free(seat), BuyChoice(seat, tile))
        return self
