"""Missions: counted after every command, paid at once, each once (R-23)."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ketuk.engine.acts.owing import transfer
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


def after(draft: Draft) -> None:
    """Count what has happened, then pay who has reached something, the active seat first.

    Properties of an estate count once their new owner has taken them.
    """
    _count(draft)
    if isinstance(draft.table.top, Burdened) or _as_before(draft):
        return
    rules = draft.rules
    for seat in draft.table.clockwise(draft.table.turn.seat):
        for goal in rules.goals:
            if goal.reached(draft.table, seat, goal.id):
                continue
            done, wanted = goal.progress(rules, draft.table, seat)
            if done >= wanted:
                _pay(draft, seat, goal)


def _as_before(draft: Draft) -> bool:
    """Whether nothing that missions look at has changed with this command."""
    was, now = draft.before, draft.table
    if isinstance(was.top, Burdened) or was.state(Tally) != now.state(Tally):
        return False
    return was.holdings is now.holdings or _owners(was) == _owners(now)


def _owners(table: Table) -> list[int]:
    return [holding.owner for holding in table.holdings]


def _pay(draft: Draft, seat: int, goal: Goal) -> None:
    draft.add(GoalReached(seat, goal.id, goal.reward, "R-23"))
    transfer(draft, BANK, seat, goal.reward, "goal", ruling="R-23")
    draft.add(StateChanged(draft.table.state(Tally).plus(goal.id, seat)))


# --- counting ----------------------------------------------------------------------------------


def _count(draft: Draft) -> None:
    """Everything since the tally last changed in this command; the tally is what marks it."""
    marks = [
        at
        for at, event in enumerate(draft.events)
        if isinstance(event, StateChanged) and isinstance(event.state, Tally)
    ]
    tally = before = draft.table.state(Tally)
    for event in draft.events[marks[-1] + 1 if marks else 0 :]:
        for name, seat, number in _counted(draft.rules, draft.table, event):
            tally = tally.plus(name, seat, number)
    if tally != before:
        draft.add(StateChanged(tally))


def _counted(rules: RuleSet, table: Table, event: AnyEvent) -> Iterator[tuple[str, int, int]]:
    """What an event adds: name, seat, number."""
    match event:
        case Acquired(seat, tile, former, "bought" | "auction") if former == BANK:
            if rules.board.tiles[tile].kind == "street":
                yield "bought", seat, 1
        case AuctionWon(seat):
            yield "auction", seat, 1
        case TradeDone(trade):
            yield "trade", trade.proposer, 1
            yield "trade", trade.partner, 1
        case LevelChanged(tile, level, why="built"):
            owner = table.holdings[tile].owner
            yield "built", owner, 1
            if level == rules.top_level:
                yield "hotel", owner, 1
        case Paid(payee=payee, amount=amount, why="rent") if payee > BANK:
            yield "rent", payee, amount


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
    return sum([table.holdings[t].owner == seat for t in tiles])


def _of_kind(kind: str, count: int) -> Progress:
    def progress(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
        tiles = [t for t in rules.board.deeds if rules.board.tiles[t].kind == kind]
        return min(_owned(table, seat, tiles), count), count

    return progress


def _best_line(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
    """The line of which least is missing; of equal ones that with more stations."""
    found = [(_owned(table, seat, line), len(line)) for line in rules.board.groups if line]
    return max(found, key=lambda line: (line[0] - line[1], line[1]))


def _lines(count: int) -> Progress:
    def progress(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
        lines = sum([_owned(table, seat, line) > 0 for line in rules.board.groups])
        return min(lines, count), count

    return progress


def _areas(areas: list[list[int]], count: int) -> Progress:
    def progress(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
        found = sum([min(_owned(table, seat, area), count) for area in areas])
        return found, count * len(areas)

    return progress
