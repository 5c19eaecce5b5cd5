"""Missions: counted after every command, paid at once, each once (R-23)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import PaidFor
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    Acquired,
    AnyEvent,
    AuctionWon,
    GoalReached,
    LevelChanged,
    Paid,
    StateChanged,
    TradeDone,
)
from ketuk.engine.rules.ruleset import Goal, RuleSet
from ketuk.engine.rulesets.rel.data import MissionData
from ketuk.engine.states import Tally
from ketuk.engine.table import BANK, Burdened, Table

Progress = Callable[[RuleSet, Table, int], tuple[int, int]]
"""How far a seat is: so many of so many."""


def goals_of(missions: Mapping[str, MissionData]) -> tuple[Goal, ...]:
    """The missions in order, as what a set has to reach."""
    return tuple(
        [
            Goal(key, mission.reward, progress_of(mission), reached)
            for key, mission in sorted(missions.items())
        ]
    )


def reached(table: Table, seat: int, goal: str) -> bool:
    """Whether a seat has been paid for it."""
    return bool(table.state(Tally).of(goal, seat))


def after(draft: Draft, facts: Sequence[AnyEvent]) -> bool:
    """Count what has happened, then pay who has reached something, the active seat first.

    Properties of an estate count once their new owner has taken them.
    """
    closer = _count(draft, facts)
    if type(draft.before.top) is Burdened:
        closer.update(draft.table.seats)
    if not closer or type(draft.table.top) is Burdened:
        return False
    rules, paid = draft.rules, False
    for seat in draft.table.clockwise(draft.table.turn.seat):
        for goal in rules.goals if seat in closer else ():
            if reached(draft.table, seat, goal.id):
                continue
            done, wanted = goal.progress(rules, draft.table, seat)
            if done >= wanted:
                _pay(draft, seat, goal)
                paid = True
    return paid


def _pay(draft: Draft, seat: int, goal: Goal) -> None:
    draft.add(GoalReached(seat, goal.id, goal.reward, "R-23"))
    transfer(draft, BANK, seat, goal.reward, PaidFor("goal"), ruling="R-23")
    draft.add(StateChanged(draft.table.state(Tally).plus(goal.id, seat)))


# --- counting ----------------------------------------------------------------------------------


def _count(draft: Draft, facts: Sequence[AnyEvent]) -> set[int]:
    """Keep what is counted of these facts; who is closer to a mission by any of them."""
    tally = before = draft.table.state(Tally)
    closer: set[int] = set()
    for event in facts:
        counted = COUNTED.get(type(event))
        if counted is not None:
            for name, seat, number in counted(draft.rules, draft.table, event):
                tally = tally.plus(name, seat, number) if name else tally
                closer.add(seat)
    if tally is not before:
        draft.add(StateChanged(tally))
    return closer


Counted: TypeAlias = tuple[tuple[str, int, int], ...]
"""Name, seat and number; without a name what is looked up on the table instead."""


def _acquired(rules: RuleSet, table: Table, event: Acquired) -> Counted:
    bought = event.former == BANK and event.how in ("bought", "auction")
    street = rules.board.tiles[event.tile].kind == "street"
    return (("bought" if bought and street else "", event.seat, 1),)


def _won(rules: RuleSet, table: Table, event: AuctionWon) -> Counted:
    return (("auction", event.seat, 1),)


def _traded(rules: RuleSet, table: Table, event: TradeDone) -> Counted:
    return ("trade", event.trade.proposer, 1), ("trade", event.trade.partner, 1)


def _built(rules: RuleSet, table: Table, event: LevelChanged) -> Counted:
    if event.why != "built":
        return ()
    owner = table.holdings[event.tile].owner
    hotel = (("hotel", owner, 1),) if event.level == rules.top_level else ()
    return (("built", owner, 1), *hotel)


def _paid(rules: RuleSet, table: Table, event: Paid) -> Counted:
    rent = event.why == "rent" and event.payee > BANK
    return (("rent", event.payee, event.amount),) if rent else ()


COUNTED: dict[type, Callable[[RuleSet, Table, Any], Counted]] = {
    Acquired: _acquired,
    AuctionWon: _won,
    TradeDone: _traded,
    LevelChanged: _built,
    Paid: _paid,
}
"""What a fact adds, by its kind."""


# --- progress ----------------------------------------------------------------------------------


def progress_of(mission: MissionData) -> Progress:
    """How far a seat is in a mission."""
    match mission.does:
        case "hubs":
            return _of_kind("station", mission.count)
        case "utilities":
            return _of_kind("utility", mission.count)
        case "line":
            return _best_line
        case "lines":
            return _lines(mission.count)
        case "areas":
            return _areas(mission.areas, mission.count)
        case counted:
            return _tallied(counted, mission.count)


def _tallied(name: str, count: int) -> Progress:
    return lambda rules, table, seat: (min(table.state(Tally).of(name, seat), count), count)


def _owned(table: Table, seat: int, tiles: Iterable[int]) -> int:
    holdings, count = table.holdings, 0
    for tile in tiles:
        if holdings[tile].owner == seat:
            count += 1
    return count


def _of_kind(kind: str, count: int) -> Progress:
    def progress(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
        tiles = [t for t in rules.board.deeds if rules.board.tiles[t].kind == kind]
        return min(_owned(table, seat, tiles), count), count

    return progress


def _best_line(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
    """The line of which least is missing; of equal ones that with more stations."""
    owned = [(_owned(table, seat, line), len(line)) for line in rules.board.groups if line]
    return max(owned, key=lambda line: (line[0] - line[1], line[1]))


def _lines(count: int) -> Progress:
    def progress(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
        lines = sum([_owned(table, seat, line) > 0 for line in rules.board.groups])
        return min(lines, count), count

    return progress


def _areas(areas: list[list[int]], count: int) -> Progress:
    def progress(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
        owned = sum([min(_owned(table, seat, area), count) for area in areas])
        return owned, count * len(areas)

    return progress
