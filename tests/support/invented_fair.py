"""Lapak, another set that nobody sells: votes, jumps, rents at the landing and goals, a third way.

Where kompleks ends a game by more than half, and merek pauses it by all, here two voices of however
many are enough, and a question lost can be put again at once. Where they jump from a corner or by a
throw, here a tax is a jump. Rents fall due at the landing in parts, of which one is the pot's.
"""

from collections.abc import Sequence
from dataclasses import replace

from ketuk import engine
from ketuk.engine.acts import jumping
from ketuk.engine.acts.asked import on_turn
from ketuk.engine.acts.owing import transfer
from ketuk.engine.commands import Pick
from ketuk.engine.draft import Draft
from ketuk.engine.events import AnyEvent, GoalReached, StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import Excuse, Goal, RuleSet, VoteRule
from ketuk.engine.states import Tally
from ketuk.engine.table import BANK, POT, Bill, Jump, Table
from ketuk.engine.table import replace as changed

FAIR, STREETS = "fair", "streets"
"""Ids of the vote and of the goal."""
GIFT, PRIZE, WANTED = 20, 50, 3


def lapak() -> RuleSet:
    """The set as a value."""
    klasik = engine.ruleset("klasik")
    return replace(
        klasik,
        meta=changed(klasik.meta, id="lapak", name="Lapak"),
        landing={**klasik.landing, "income_tax": taken_along},
        acts={**klasik.acts, Pick: pick},
        votes={FAIR: VoteRule(may=on_turn_once_a_round, need=two, carried=all_are_given)},
        rent=with_a_part_for_the_pot,
        rent_at_once=True,
        spared=the_opener_first,
        goals=(Goal(STREETS, PRIZE, streets, reached),),
        after=paid_for_streets,
    )


# --- a jump ------------------------------------------------------------------------------------


def taken_along(draft: Draft, seat: int, tile: int) -> None:
    """Instead of a tax: a ride to wherever one likes."""
    draft.plan(Jump(seat))


def pick(draft: Draft, command: Pick) -> Refused | None:
    """A tile to ride to, else a city as klasik asks for one."""
    if isinstance(draft.table.top, Jump):
        return jumping.jump(draft, command)
    return engine.ruleset("klasik").acts[Pick](draft, command)


# --- a vote ------------------------------------------------------------------------------------


def on_turn_once_a_round(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """In a free moment of the own turn, until a fair was held in this round."""
    if refused := on_turn(table, seat):
        return refused
    held = table.state(Tally).of(FAIR, 0) >= table.round
    return refuse(Reason.VOTE_SPENT, seat=seat) if held else None


def two(players: int) -> int:
    """Two voices are enough, whoever puts the question included."""
    return 2


def all_are_given(draft: Draft) -> None:
    """A fair: the bank gives everybody something, once a round."""
    tally = draft.table.state(Tally)
    draft.add(StateChanged(tally.plus(FAIR, 0, draft.table.round - tally.of(FAIR, 0))))
    for seat in draft.table.seats:
        transfer(draft, BANK, seat, GIFT, "gift")


# --- rent, first lap, goals --------------------------------------------------------------------


def the_opener_first(rules: RuleSet, table: Table, seat: int) -> bool:
    """In the first round nobody pays rent."""
    return table.round <= 1


def with_a_part_for_the_pot(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """Klasik's rent, a fifth of it for the pot."""
    if rules.spared(rules, table, lander):
        return Excuse("first_lap")
    found = engine.ruleset("klasik").rent(rules, table, tile, lander)
    if isinstance(found, Excuse) or found.total < 5:
        return found
    return changed(found, shares=((POT, found.total // 5),))


def streets(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
    """So many properties, mortgaged or not."""
    return min(len(table.owned(seat)), WANTED), WANTED


def reached(table: Table, seat: int, goal: str) -> bool:
    """Paid once."""
    return bool(table.state(Tally).of(goal, seat))


def paid_for_streets(draft: Draft, facts: Sequence[AnyEvent]) -> bool:
    """Whoever has enough is paid, however it came to them."""
    rules, paid = draft.rules, False
    for seat in draft.table.seats:
        done, wanted = streets(rules, draft.table, seat)
        if done < wanted or reached(draft.table, seat, STREETS):
            continue
        draft.add(GoalReached(seat, STREETS, PRIZE))
        transfer(draft, BANK, seat, PRIZE, "goal")
        draft.add(StateChanged(draft.table.state(Tally).plus(STREETS, seat)))
        paid = True
    return paid
