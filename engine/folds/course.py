"""The agenda, time, rounds and turns, what mechanics keep, and the end."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import (
    for_the_log,
)
from ketuk.engine.table import (
    Paused,
    Table,
    Turn,
    replace,
)


def _planned(table: Table, e: ev.Planned) -> Table:
    number = table.count + 1
    clock = table.clock
    return replace(
        table,
        agenda=table.agenda + e.tasks,
        opened=table.opened + (number,) * len(e.tasks),
        clock=clock.covered(len(table.agenda) - 1) if clock.timers else clock,
        count=number,
    )


def _done(table: Table, e: ev.Done) -> Table:
    clock = table.clock
    return replace(
        table,
        agenda=table.agenda[:-1],
        opened=table.opened[:-1],
        clock=clock.uncovered(len(table.agenda) - 1) if clock.timers else clock,
        count=table.count + 1,
    )


def _time_passed(table: Table, e: ev.TimePassed) -> Table:
    return replace(table, clock=table.clock.passed(e.to), count=table.count + 1)


def _timed(table: Table, e: ev.Timed) -> Table:
    clock = table.clock.timed(len(table.agenda) - 1, e.seconds)
    return replace(table, clock=clock, count=table.count + 1)


def _time_shared(table: Table, e: ev.TimeShared) -> Table:
    clock = table.clock.shared(len(table.agenda) - 1)
    return replace(table, clock=clock, count=table.count + 1)


def _came_back(table: Table, e: ev.CameBack) -> Table:
    """The pause stays the same question: nobody is asked anew."""
    *below, top = table.agenda
    assert isinstance(top, Paused)
    back = replace(top, back=(*top.back, e.seat))
    return replace(table, agenda=(*below, back), count=table.count + 1)


def _reopened(table: Table, e: ev.Reopened) -> Table:
    clock = table.clock.reopened(len(table.agenda) - 1)
    return replace(table, clock=clock, count=table.count + 1)


def _round_began(table: Table, e: ev.RoundBegan) -> Table:
    return replace(
        table, round=e.round, opener=e.opener, phase="queue", event=0, count=table.count + 1
    )


def _round_ended(table: Table, e: ev.RoundEnded) -> Table:
    states = tuple([s.after_round() for s in table.states])
    return replace(table, states=states, event=0, count=table.count + 1)


def _turn_began(table: Table, e: ev.TurnBegan) -> Table:
    return replace(table, phase="turn", turn=Turn(seat=e.seat), count=table.count + 1)


def _turn_ended(table: Table, e: ev.TurnEnded) -> Table:
    return replace(table, agreed=(), count=table.count + 1)


def _state_changed(table: Table, e: ev.StateChanged) -> Table:
    return replace(table, states=table.keeping(e.state), count=table.count + 1)


def _game_ended(table: Table, e: ev.GameEnded) -> Table:
    return replace(
        table,
        phase="over",
        ranking=e.ranking,
        rents=(),
        agreed=(),
        auction=None,
        count=table.count + 1,
    )


def _started_twice(table: Table, e: ev.GameStarted) -> Table:
    raise ValueError("game_started inside a game")


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.GameStarted: _started_twice,
    ev.Planned: _planned,
    ev.Done: _done,
    ev.RoundBegan: _round_began,
    ev.EndNear: for_the_log,
    ev.GoalReached: for_the_log,
    ev.RoundEnded: _round_ended,
    ev.TurnBegan: _turn_began,
    ev.TurnEnded: _turn_ended,
    ev.StateChanged: _state_changed,
    ev.TimePassed: _time_passed,
    ev.Timed: _timed,
    ev.TimeShared: _time_shared,
    ev.Expired: for_the_log,
    ev.Reopened: _reopened,
    ev.Nothing: for_the_log,
    ev.CameBack: _came_back,
    ev.WentOn: for_the_log,
    ev.GameEnded: _game_ended,
}
