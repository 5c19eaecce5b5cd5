"""Beginning, turns and rounds: deeds dealt, a turn that ends by itself, a pause by consent."""

from collections.abc import Sequence
from types import NoneType

from ketuk.engine.acts import buying, ending, pausing, voting
from ketuk.engine.causes import AcquiredBy
from ketuk.engine.commands import CallVote, Decline, Pick
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, AnyEvent, MortgageSet, Released, StateChanged, TurnBegan
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet, VoteRule
from ketuk.engine.rulesets.merek import casino, effects, mortgages, throws
from ketuk.engine.rulesets.merek.counts import PAUSES, count, counted, turn_begins
from ketuk.engine.rulesets.merek.debts import pay_once_covered
from ketuk.engine.rulesets.merek.timing import extra_time
from ketuk.engine.states import Missed, Tally
from ketuk.engine.table import (
    BANK,
    Bet,
    CloseRound,
    CloseTurn,
    Due,
    Free,
    Jump,
    OpenRound,
    Paused,
    PickCity,
    Table,
    Voting,
)
from ketuk.engine.table import replace as changed


def lay(draft: Draft) -> None:
    """Deeds are dealt if the mode has it; who begins is drawn."""
    seats, left = draft.table.seats, list(draft.rules.board.deeds)
    for number in range(draft.rules.figures["dealt"] * len(seats)):
        tile = draft.luck.draw(left)
        left.remove(tile)
        draft.add(Acquired(seats[number % len(seats)], tile, BANK, AcquiredBy("dealt")))
    draft.plan(OpenRound(draft.luck.draw(seats)))


def go_on(draft: Draft, task: Free) -> bool:
    """A turn without a roll left ends by itself."""
    if draft.table.turn.may_roll:
        return False
    draft.done()
    ending.close(draft)
    return True


def close_turn(draft: Draft, task: CloseTurn) -> bool:
    """A turn that was played in time ends the row of missed ones."""
    missed, seat = draft.table.state(Missed), draft.table.turn.seat
    row = missed if missed.now or not missed.of(seat) else missed.counting(seat, 0)
    anew = changed(row, now=False, rolls=0)
    if anew != missed:
        draft.add(StateChanged(anew))
    return ending.close_turn(draft, task)


def close_round(draft: Draft, task: CloseRound) -> bool:
    """Mortgages that have run out are auctioned first, one by one."""
    return mortgages.lapse_next(draft, task) or ending.close_round(draft, task)


def side(rules: RuleSet, table: Table, seat: int) -> int:
    """In teams every second seat plays together."""
    return 2 - seat % 2 if rules.figures["teams"] else seat


def after(draft: Draft, facts: Sequence[AnyEvent]) -> bool:
    """What follows by itself: what is counted for a turn, terms of mortgages, debts, extra time."""
    begun_or_over: set[int] = set()
    for event in facts:
        if type(event) is MortgageSet or type(event) is Released:
            begun_or_over.add(event.tile)
        elif type(event) is TurnBegan:
            turn_begins(draft, event.seat)
    for tile in sorted(begun_or_over):
        mortgages.note_term(draft, tile)
    owing = type(draft.table.top) is Due
    paid = owing and pay_once_covered(draft)
    if owing or draft.table.turn.rolls:
        extra_time(draft)
    return paid


# --- pause -------------------------------------------------------------------------------------


def may_ask_pause(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Anybody, once between two beginnings of the own turn, and never in a pause (M-26)."""
    if type(table.top) in AT_NO_TIME:
        return refuse(Reason.QUESTION_OPEN, "M-26")
    return refuse(Reason.VOTE_SPENT, "M-26") if counted(table, PAUSES, seat) else None


def who_may_ask(rules: RuleSet, table: Table) -> tuple[int, ...]:
    """All of them at once."""
    if type(table.top) in AT_NO_TIME:
        return ()
    numbers = table.state(Tally).numbers(PAUSES)
    if not numbers:
        return table.seats
    spent = dict(numbers)
    return tuple([s for s in table.seats if s not in spent])


AT_NO_TIME = frozenset((NoneType, Paused, Voting))
"""What nobody asks for a pause beside: nothing, one, or a vote on it."""


def call_vote(draft: Draft, command: CallVote) -> Refused | None:
    """Ask for a pause."""
    if refused := voting.call(draft, command):
        return refused
    count(draft, PAUSES, command.seat)
    return None


def all_of_them(players: int) -> int:
    """Everybody has to agree."""
    return players


VOTES = {pausing.PAUSE: VoteRule(may_ask_pause, all_of_them, pausing.pause, who=who_may_ask)}


# --- one command for several questions ---------------------------------------------------------


def decline(draft: Draft, command: Decline) -> Refused | None:
    """No bet, no building taken down; else no purchase."""
    top = draft.table.top
    if not isinstance(top, Bet | PickCity):
        return buying.decline(draft, command)
    if top.seat != command.seat:
        return refuse(Reason.NOT_YOUR_TURN, seat=top.seat)
    if isinstance(top, Bet):
        casino.decline(draft, command.seat)
    else:
        effects.spare(draft, command.seat)
    return None


def pick(draft: Draft, command: Pick) -> Refused | None:
    """Where to jump, or what to take down."""
    if isinstance(draft.table.top, Jump):
        return throws.jump(draft, command)
    return effects.pick(draft, command)
