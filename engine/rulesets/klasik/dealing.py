"""Before the first round: properties dealt by the house rule, and who begins."""

from ketuk.engine.acts.beginning import throw_for_it
from ketuk.engine.causes import AcquiredBy
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired
from ketuk.engine.table import BANK

DEALT_RULE = "dealt"
"""House rule: all properties are dealt at the start."""


def lay(draft: Draft) -> None:
    """Deal, if players want it (K-26); then everybody throws for the beginning (K-1)."""
    if DEALT_RULE in draft.table.options.house:
        _deal(draft)
    throw_for_it(draft)


def _deal(draft: Draft) -> None:
    """One property after the other, to each player in turn, until none is left."""
    left, seats = list(draft.rules.board.deeds), draft.table.seats
    for number in range(len(left)):
        tile = draft.luck.draw(left)
        left.remove(tile)
        draft.add(Acquired(seats[number % len(seats)], tile, BANK, AcquiredBy("dealt")))
