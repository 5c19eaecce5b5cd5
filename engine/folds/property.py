"""Properties and buildings."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import put, with_holding
from ketuk.engine.table import Holding, Table, replace


def _acquired(table: Table, e: ev.Acquired) -> Table:
    return replace(
        table,
        holdings=put(table.holdings, e.tile, replace(table.holdings[e.tile], owner=e.seat)),
        queue=tuple([t for t in table.queue if t != e.tile]),
        count=table.count + 1,
    )


def _released(table: Table, e: ev.Released) -> Table:
    return replace(table, holdings=put(table.holdings, e.tile, Holding()), count=table.count + 1)


def _mortgage_set(table: Table, e: ev.MortgageSet) -> Table:
    changed = replace(table.holdings[e.tile], mortgaged=e.mortgaged)
    holdings = with_holding(table, e.tile, changed)
    return replace(table, holdings=holdings, count=table.count + 1)


def _level_changed(table: Table, e: ev.LevelChanged) -> Table:
    holdings = with_holding(table, e.tile, replace(table.holdings[e.tile], level=e.level))
    return replace(table, holdings=holdings, stock=e.stock, count=table.count + 1)


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.Acquired: _acquired,
    ev.Released: _released,
    ev.MortgageSet: _mortgage_set,
    ev.LevelChanged: _level_changed,
}
