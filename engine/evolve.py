"""The only place where the table changes: table + event -> table. It knows no rules."""

from collections.abc import Callable, Iterable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds import agreements, auctions, cards, course, money, moves, property
from ketuk.engine.table import Holding, Table

FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    **course.FOLDS,
    **moves.FOLDS,
    **money.FOLDS,
    **property.FOLDS,
    **cards.FOLDS,
    **auctions.FOLDS,
    **agreements.FOLDS,
}
"""What each kind of event makes of the table."""


def evolve(table: Table, event: ev.AnyEvent) -> Table:
    """The table after one event that was decided for it."""
    return FOLDS[type(event)](table, event)


def replay(events: Iterable[ev.AnyEvent]) -> Table:
    """The table after all events of a game; the first is its ``GameStarted``.

    Raises:
        ValueError: there are none, or the first is another event.
    """
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, ev.GameStarted):
        raise ValueError("a game begins with game_started")
    table = begin(first)
    for event in rest:
        table = FOLDS[type(event)](table, event)
    return table


def begin(event: ev.GameStarted) -> Table:
    """The table as it is laid."""
    return Table(
        ruleset=event.ruleset,
        options=event.options,
        players=event.players,
        seats=tuple(range(1, len(event.players) + 1)),
        holdings=(Holding(),) * event.tiles,
        rounds=event.rounds,
        bank=-sum(p.cash for p in event.players) - event.pot,
        pot=event.pot,
        stock=event.stock,
        decks=event.decks,
        count=1,
    )
