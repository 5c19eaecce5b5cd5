"""Whom the table waits for."""

from ketuk.engine.table import Table


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that the table waits for; empty when the game is over.

    Others may still have something to ask meanwhile: ``offers`` lists it.
    """
    top = table.top
    return top.waits_for(table) if top is not None else ()
