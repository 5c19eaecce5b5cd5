"""Whom the table waits for."""

from ketuk.engine.table import Table


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that the table waits for; empty when the game is over.

    Others may still have something to ask meanwhile: ``offers`` lists it.
    """
    top = table.top
    return top.waits_for(table) if top is not None else ()


def in_turn(table: Table) -> tuple[int, ...]:
    """Seats in the order in which players are asked: those that the table waits for come first.

    The order is part of what a game comes to: the others may claim a rent, or play a card.
    """
    first = waiting(table)
    return (*first, *[seat for seat in table.seats if seat not in first])
