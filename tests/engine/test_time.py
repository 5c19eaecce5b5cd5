"""Time as a fact: it passes when it is said to, and what is open too long answers itself."""

import pytest
from invented import pasar
from invented_time import BID, PAYMENT, PURCHASE, TURN, YES_OR_NO
from situations import only
from town import Town

from ketuk import engine
from ketuk.engine.acts.timekeeping import reopened
from ketuk.engine.clock import Clock
from ketuk.engine.commands import Bid, Decline, Pass, PassTime, Propose, Roll
from ketuk.engine.events import AnyEvent, Expired, Passed, Rolled, TimePassed, TradeRejected
from ketuk.engine.offers import offers
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Bidding, BuyChoice, Due, Free, Goods, Table, Trade


class Hurried(Town):
    """The invented set with the time of its first turn running, and nothing of it gone."""

    def __init__(self) -> None:
        super().__init__(3)
        self.set(clock=Clock())
        self.do(PassTime(1))

    def ruleset(self) -> RuleSet:
        return pasar()

    def later(self, seconds: int, **chance: object) -> list[AnyEvent]:
        return self.do(PassTime(self.table.clock.now + seconds), **chance)  # type: ignore[arg-type]

    @property
    def left(self) -> int:
        due = offers(self.table, self.rules).deadline
        assert due is not None
        return due - self.table.clock.now


def test_a_question_gets_its_time_when_it_opens_and_offers_name_its_deadline() -> None:
    game = Hurried()
    assert game.left == TURN
    game.later(10)
    assert game.left == TURN - 10
    game.lands(1)
    assert (type(game.table.top), game.left) == (BuyChoice, PURCHASE)


def test_a_covered_question_keeps_what_is_left_of_its_time() -> None:
    game = Hurried()
    game.later(10)
    game.do(Propose(1, Trade(1, 2, Goods(cash=1), Goods(cash=2))))
    assert game.left == YES_OR_NO
    assert only(game.later(YES_OR_NO), TradeRejected)
    assert (game.table.top, game.left) == (Free(1), TURN - 10)


@pytest.mark.parametrize("seconds", [-1, 0, TURN + 1, 8 * 3600])
def test_time_goes_forward_and_no_further_than_the_deadline(seconds: int) -> None:
    game = Hurried()
    refused = game.refused(PassTime(game.table.clock.now + seconds))
    assert refused.reason is (Reason.PAST_DEADLINE if seconds > 0 else Reason.TIME_BACKWARD)


def test_when_the_time_is_up_the_default_follows_in_the_same_decision() -> None:
    game = Hurried().stands(1, 17)
    assert not any(isinstance(e, Expired) for e in game.later(TURN - 1))
    events = game.later(1, dice=[(1, 2)])
    assert events[:2] == [TimePassed(game.table.clock.now), Expired("free", (1,))]
    assert only(events, Rolled).dice == (1, 2), "the default of a turn is its roll"
    assert game.at(1) == 20


def test_an_expired_turn_goes_on_by_itself_until_somebody_else_is_asked() -> None:
    game = Hurried().stands(1, 17)
    events = game.later(TURN, dice=[(1, 2)])
    assert [e.seats for e in events if isinstance(e, Expired)] == [(1,), (1,)]
    assert (game.table.top, game.left) == (Free(2), TURN)


def test_an_extra_roll_has_the_full_time_again() -> None:
    game = Hurried().stands(1, 16)
    game.later(40)
    assert only(game.do(Roll(1), dice=[(2, 2)]), Rolled).again
    assert (game.table.top, game.left) == (Free(1), TURN)


def test_a_bid_in_the_last_second_stands_and_one_later_comes_too_late() -> None:
    game = Hurried().asked_to_buy(1)
    game.do(Decline(1))
    assert (type(game.table.top), game.left) == (Bidding, BID)
    game.later(BID - 1)
    game.do(Bid(2, 100))
    assert game.left == BID
    events = game.later(BID)
    assert only(events, Passed).seat == 3
    assert game.refused(Bid(3, 200)).reason is Reason.NOT_ASKED
    assert game.owner(1) == 2


def test_a_payment_that_nobody_makes_takes_what_there_is() -> None:
    game = Hurried().has(1, 10)
    game.ask(Free(1), Due(1, 0, 500, "tax"))
    game.later(1)
    assert game.left == PAYMENT
    events = game.later(PAYMENT)
    assert only(events, Expired).question == "due"
    assert game.table.player(1).left


def test_nothing_expires_by_folding_or_by_looking() -> None:
    game = Hurried()
    table = engine.evolve(game.table, TimePassed(game.table.clock.now + 10 * TURN))
    assert table.agenda == game.table.agenda
    assert engine.evolve(table, TimePassed(3)).clock == table.clock, "time never goes back"


def test_an_undo_keeps_the_clock_and_gives_the_question_its_full_time() -> None:
    game = Hurried()
    game.later(50)
    table: Table = game.table
    for event in reopened(400):
        table = engine.evolve(table, event)
    assert (table.clock.now, table.due) == (400, 400 + TURN)


WITHOUT = [name for name in engine.NAMES if engine.ruleset(name).timing is None]


@pytest.mark.parametrize("ruleset", WITHOUT)
def test_a_set_without_times_knows_no_clock(ruleset: str) -> None:
    rules = engine.ruleset(ruleset)
    table = engine.replay(engine.new_game(rules, ("Ayu", "Budi", "Citra"), _Ones()))
    refused = engine.decide(table, PassTime(5), rules, engine.NoLuck())
    assert isinstance(refused, engine.Refused)
    assert refused.reason is Reason.NO_CLOCK
    assert (offers(table, rules).deadline, table.due) == (None, None)


class _Ones:
    def dice(self, count: int) -> tuple[int, ...]:
        self.thrown = getattr(self, "thrown", 0) + 1
        return (1 + self.thrown % 6,) * count

    def draw(self, cards: object) -> int:
        return next(iter(cards))  # type: ignore[call-overload, no-any-return]


def test_a_question_asks_several_one_after_the_other_and_each_has_the_full_time() -> None:
    game = Hurried().asked_to_buy(1)
    game.do(Decline(1))
    game.later(5)
    game.do(Pass(2))
    assert game.left == BID
