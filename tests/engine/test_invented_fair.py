"""Votes, jumps, rents at the landing and goals as a set asks for them that nobody has written."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

import pytest
from any_game import AnyGame
from invented_fair import FAIR, GIFT, WANTED, lapak
from town import Town

from ketuk.engine.commands import Buy, CallVote, Leave, Pay, Pick, Roll, Vote
from ketuk.engine.events import AnyEvent, GoalReached, Moved, Paid
from ketuk.engine.offers import offers
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, POT, Due, Free, Jump, Options, Voting

STREET, TAX = 39, 4
E = TypeVar("E", bound=AnyEvent)


def of(kind: type[E], events: Iterable[AnyEvent]) -> list[E]:
    return [e for e in events if isinstance(e, kind)]


class Lapak(Town):
    def ruleset(self) -> RuleSet:
        return lapak()


@pytest.mark.parametrize("seed", range(8))
def test_any_game_goes_soundly_to_its_end(seed: int) -> None:
    choose = random.Random(seed)
    options = Options("hp", ("app", "real")[seed % 2], ("app", "real")[seed // 2 % 2])
    game = AnyGame(
        2 + seed % 4, options, seed, ruleset=lapak(), corrections=0.02 * (seed % 2), votes=0.02
    )
    game.play(choose.randrange, every=20)
    assert game.over or game.steps == 9_000
    paid = Counter(e.seat for e in of(GoalReached, game.events))
    assert set(paid.values()) <= {1}
    for seat in game.table.seats:
        assert paid[seat] or len(game.table.owned(seat)) < WANTED


def test_two_voices_carry_a_vote_and_it_is_over_at_once() -> None:
    game = Lapak(players=4)
    assert CallVote(1, FAIR) in offers(game.table, game.rules).standing
    assert game.refused(CallVote(2, FAIR)).reason is Reason.NOT_YOUR_TURN
    game.do(CallVote(1, FAIR))
    assert game.table.top == Voting(FAIR)
    before = [game.cash(seat) for seat in range(1, 5)]
    game.do(Vote(3, yes=True))
    assert isinstance(game.table.top, Free)
    assert [game.cash(seat) for seat in range(1, 5)] == [cash + GIFT for cash in before]
    assert game.refused(CallVote(1, FAIR)).reason is Reason.VOTE_SPENT


def test_one_that_is_lost_can_be_put_again_and_who_leaves_is_not_waited_for() -> None:
    game = Lapak(players=4)
    game.do(CallVote(1, FAIR), Vote(2, yes=False), Vote(3, yes=False))
    assert game.table.top == Voting(FAIR)
    game.do(Leave(4))
    assert isinstance(game.table.top, Free)
    game.do(CallVote(1, FAIR))
    assert game.table.top == Voting(FAIR)


def test_a_tax_is_a_ride_and_the_tile_takes_effect() -> None:
    game = Lapak(round=3).stands(1, TAX - 3).owns(2, STREET)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.table.top == Jump(1)
    assert {c.tile for c in game.offered() if isinstance(c, Pick)} == set(range(40)) - {TAX}
    assert game.refused(Pick(1, TAX)).reason is Reason.BAD_TARGET
    events = game.do(Pick(1, STREET))
    assert [(e.to, e.how) for e in of(Moved, events)] == [(STREET, "jump")]
    rent, total = {e.payee: e.amount for e in of(Paid, events)}, 50
    assert rent == {2: total - total // 5, POT: total // 5}


def test_a_rent_that_cash_does_not_cover_waits_and_the_first_round_is_spared() -> None:
    game = Lapak(round=3).stands(1, STREET - 3).owns(2, STREET).owns(1, 37).has(1, 10)
    game.do(Roll(1), dice=[(1, 2)])
    assert isinstance(game.table.top, Due)
    assert Pay(1) not in game.offered()
    early = Lapak().stands(1, STREET - 3).owns(2, STREET).has(1, 10)
    early.do(Roll(1), dice=[(1, 2)])
    assert early.cash(1) == 10


def test_a_goal_is_paid_once_whatever_brings_it() -> None:
    game = Lapak().owns(1, 1, 3).asked_to_buy(6)
    assert [e.seat for e in of(GoalReached, game.do(Buy(1)))] == [1]
    game.owns(BANK, 6).asked_to_buy(6)
    assert not of(GoalReached, game.do(Buy(1)))
