"""What this set counts for players, groups and properties, each under a name of its own."""

from ketuk.engine.draft import Draft
from ketuk.engine.events import StateChanged
from ketuk.engine.states import Tally
from ketuk.engine.table import Table

BUILT = "built"
"""Levels built on a group in this turn."""
OFFERS = "offers"
"""Trades that a seat has offered in this turn."""
PUT_UP = "put_up"
"""Own auctions of a property in this turn."""
PAUSES = "pauses"
"""Pauses that a seat has asked for since its own turn began."""
TERM = "term"
"""The round in which a property was mortgaged."""


def counted(table: Table, name: str, whose: int) -> int:
    """A number, 0 if nothing was counted."""
    return table.state(Tally).of(name, whose)


def count(draft: Draft, name: str, whose: int, number: int = 1) -> None:
    """So many more."""
    draft.add(StateChanged(draft.table.state(Tally).plus(name, whose, number)))


def turn_begins(draft: Draft, seat: int) -> None:
    """What is counted for a turn begins anew, and the seat may ask for a pause again."""
    before = draft.table.state(Tally)
    after = before.without(BUILT, OFFERS, PUT_UP)
    if asked := after.of(PAUSES, seat):
        after = after.plus(PAUSES, seat, -asked)
    if after is not before:
        draft.add(StateChanged(after))
