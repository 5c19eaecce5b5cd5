"""The clock: how long questions wait, what answers them then, and what a missed turn leads to."""

from collections.abc import Sequence

from ketuk.engine.acts import drawing, owing, rolling, voting
from ketuk.engine.acts.pausing import stands
from ketuk.engine.acts.timekeeping import answer
from ketuk.engine.causes import StateChange
from ketuk.engine.commands import Choose, Decline, Draw, Pass, Reject, Throw
from ketuk.engine.draft import Draft
from ketuk.engine.events import AnyEvent, BidCalled, Passed, StateChanged, Timed
from ketuk.engine.rules.ruleset import RuleSet, Timing
from ketuk.engine.rulesets.merek import throws
from ketuk.engine.rulesets.merek.debts import in_debt, short, surrender, time_is_up
from ketuk.engine.states import Missed
from ketuk.engine.table import (
    Answer,
    Bet,
    Bidding,
    BuyChoice,
    DrawCard,
    Due,
    Free,
    Jump,
    PickCity,
    StepChoice,
    Table,
    Throwing,
    Voting,
    Walk,
)
from ketuk.engine.table import replace as changed

OF_A_TURN = frozenset((BuyChoice, Bet, StepChoice, Jump, PickCity, DrawCard, Throwing))
"""Questions that run on the time of the turn, beside payments that cash covers."""


BIDDEN = frozenset((BidCalled, Passed))
"""Facts after which another bidder is asked."""


def seconds(rules: RuleSet, table: Table) -> int | None:
    """The time of a question of its own."""
    figures = rules.figures
    match table.top:
        case Free():
            return figures["turn"] or None
        case Bidding():
            return figures["bid_time"]
        case Due() as due if short(table, due):
            return figures["debt_time"]
        case Answer():
            return figures["offer_time"]
        case Voting():
            return figures["vote_time"]
        case _:
            return None


def shares(rules: RuleSet, table: Table) -> bool:
    """Whether a question runs on the time of the turn: while its player is waited for."""
    top = table.top
    if type(top) is Due:
        return not short(table, top) and not in_debt(table)
    return type(top) in OF_A_TURN


def anew(events: Sequence[AnyEvent]) -> bool:
    """Whoever is to bid next has the full time."""
    return not BIDDEN.isdisjoint(map(type, events))


def extra_time(draft: Draft) -> None:
    """An extra roll has the full time of a turn, unless that is up; what falls short, its own."""
    table = draft.table
    top, rolls = table.top, table.turn.rolls
    if type(top) is Due:
        if short(table, top) and table.due is not None and not in_debt(table):
            draft.add(Timed(draft.rules.figures["debt_time"]))
    elif rolls and type(top) is Free:
        missed = table.state(Missed)
        if rolls > missed.rolls and not missed.now:
            draft.add(StateChanged(changed(missed, rolls=rolls)))
            if table.due is not None:
                draft.add(Timed(draft.rules.figures["turn"]))


# --- what answers ------------------------------------------------------------------------------


def default(draft: Draft) -> None:
    """What asks for nothing. Where the time of a turn is up that turn is missed; a third goes out.

    Bids, answers, votes and debts count for nothing (M-24).
    """
    top = draft.table.top
    match top:
        case Bidding():
            assert draft.table.auction is not None
            answer(draft, Pass(draft.table.auction.callers[0]))
        case Answer(trade=trade):
            answer(draft, Reject(trade.partner))
        case Voting():
            voting.lose(draft, top)
        case Due() if in_debt(draft.table):
            time_is_up(draft, top)
        case _:
            if not _out_of_turns(draft):
                _play_on(draft)


def _out_of_turns(draft: Draft) -> bool:
    """Count the missed turn, once; whether it was the last in a row that a player may miss."""
    missed, seat = draft.table.state(Missed), draft.table.turn.seat
    if missed.now:
        return False
    number = missed.of(seat) + 1
    now = changed(missed.counting(seat, number), now=True)
    draft.add(StateChanged(now, StateChange("missed"), seat, "M-24"))
    if number < draft.rules.figures["missed"]:
        return False
    draft.add(StateChanged(now, StateChange("missed_out"), seat, "M-18"))
    surrender(draft, seat)
    return True


def _play_on(draft: Draft) -> None:
    """The rest of a missed turn: roll, do not buy, pay, do not stake, walk the sum, spare it.

    Real dice and decks are the app's then (M-30).
    """
    top, luck = draft.table.top, draft.luck
    match top:
        case Free(seat=seat):
            dice = luck.dice(draft.rules.dice.count(draft.rules, draft.table, seat))
            rolling.throw(draft, seat, dice)
        case BuyChoice(seat=seat) | Bet(seat=seat) | PickCity(seat=seat):
            answer(draft, Decline(seat))
        case Due():
            draft.done()
            owing.settle(draft, top)
        case StepChoice(seat=seat, steps=steps):
            answer(draft, Choose(seat, throws.STEPS, steps[-1]))
        case Jump(seat=seat):
            draft.done()
            draft.plan(Walk(seat, throws.total(draft.table.turn.dice)))
        case DrawCard(seat=seat, deck=deck):
            answer(draft, Draw(seat, drawing.top_card(draft, draft.table.deck(deck))))
        case Throwing() as throwing:
            answer(draft, Throw(throwing.seats[len(throwing.thrown)], luck.dice(1)[0]))
        case _:
            raise AssertionError(top)


TIMING = Timing(seconds, default, anew, shares, stands)
