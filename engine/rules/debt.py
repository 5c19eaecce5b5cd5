"""What a seat could still raise when a payment is due."""

from ketuk.engine.rules.buildings import clearance
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import NOWHERE, Table, replace


def anything_to_raise(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """Whether a seat has a building to sell or a property to mortgage, enough or not."""
    hammer = table.auction.tile if table.auction is not None else NOWHERE
    for tile in rules.board.deeds:
        holding = table.holdings[tile]
        if holding.owner != seat:
            continue
        pawnable = not holding.mortgaged and tile != hammer
        if holding.level or (pawnable and rules.mortgaging.bare(rules, table, tile)):
            return True
    return False


def raisable(rules: RuleSet, table: Table, seat: int) -> int:
    """What selling every building and mortgaging every property of a seat would bring."""
    found = 0
    for tile in table.owned(seat):
        held = table.holdings[tile]
        if not held.mortgaged:
            found += clearance(rules, table, tile)[0] if held.level else 0
            found += rules.mortgaging.value(rules, _bare(table, tile), tile)
    return found


def _bare(table: Table, tile: int) -> Table:
    """The table without the buildings of a tile."""
    held = table.holdings[tile]
    if not held.level:
        return table
    holdings = (*table.holdings[:tile], replace(held, level=0), *table.holdings[tile + 1 :])
    return replace(table, holdings=holdings)


def enough_to_raise(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """Whether selling and mortgaging all would bring what is missing."""
    return raisable(rules, table, seat) >= short
