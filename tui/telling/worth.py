"""A player's net worth, as everybody may see it now."""

from ketuk.engine.rules.victory import shown_worth
from ketuk.engine.table import TaxChoice
from ketuk.tui.telling.names import Names

UNTOLD = "?"
"""In the place of a worth that is to be counted after the choice."""


def is_told(names: Names, seat: int) -> bool:
    """Whether a worth is shown: who chooses between two ways of a tax chooses before counting."""
    top = names.table.top
    return not (isinstance(top, TaxChoice) and top.seat == seat)


def worth_told(names: Names, seat: int) -> str:
    """The figure."""
    if not is_told(names, seat):
        return UNTOLD
    return names.words.figure(shown_worth(names.rules, names.table, seat))
