"""Dice and pawns."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import for_the_log, with_player
from ketuk.engine.table import NOWHERE, Table, replace


def _rolled(table: Table, e: ev.Rolled) -> Table:
    turn = table.turn
    return replace(
        table,
        turn=replace(
            turn,
            rolls=turn.rolls + 1,
            doubles=turn.doubles + e.double,
            dice=e.dice,
            may_roll=e.again,
        ),
        count=table.count + 1,
    )


LOST = frozenset({"raid", "jailed"})
"""Why a roll is lost instead of used: such a roll was never made."""


def _roll_spent(table: Table, e: ev.RollSpent) -> Table:
    turn = table.turn
    spent = replace(turn, rolls=turn.rolls + (e.why not in LOST), may_roll=False)
    return replace(table, turn=spent, count=table.count + 1)


def _moved(table: Table, e: ev.Moved) -> Table:
    players = with_player(table, e.seat, replace(table.players[e.seat - 1], at=e.to))
    return replace(table, players=players, count=table.count + 1)


def _salary_due(table: Table, e: ev.SalaryDue) -> Table:
    return replace(table, turn=replace(table.turn, salary=True), count=table.count + 1)


def _jailed(table: Table, e: ev.Jailed) -> Table:
    return _after_tries(table, e.seat, 0)


def _try_failed(table: Table, e: ev.TryFailed) -> Table:
    return _after_tries(table, e.seat, e.tries)


def _freed(table: Table, e: ev.Freed) -> Table:
    return _after_tries(table, e.seat, NOWHERE)


def _after_tries(table: Table, seat: int, tries: int) -> Table:
    """So many failed tries to leave the jail."""
    players = with_player(table, seat, replace(table.players[seat - 1], jail=tries))
    return replace(table, players=players, count=table.count + 1)


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.Rolled: _rolled,
    ev.RollSpent: _roll_spent,
    ev.Thrown: for_the_log,
    ev.Moved: _moved,
    ev.SalaryDue: _salary_due,
    ev.Landed: for_the_log,
    ev.Jailed: _jailed,
    ev.TryFailed: _try_failed,
    ev.Freed: _freed,
}
