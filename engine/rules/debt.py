"""What a seat could still raise when a payment is due."""

from ketuk.engine.rules.buildings import clearance
from ketuk.engine.rules.mortgage import group_built
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import NOWHERE, Table


def anything_to_raise(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """Whether a seat has a building to sell or a property to mortgage, enough or not."""
    hammer = table.auction.tile if table.auction is not None else NOWHERE
    for tile in rules.board.deeds:
        holding = table.holdings[tile]
        if holding.owner != seat:
            continue
        pawnable = not holding.mortgaged and tile != hammer and not group_built(rules, table, tile)
        if holding.level or pawnable:
            return True
    return False


def raisable(rules: RuleSet, table: Table, seat: int) -> int:
    """What selling every building and mortgaging every property of a seat would bring."""
    found = 0
    for tile in table.owned(seat):
        found += clearance(rules, table, tile)[0]
        if not table.holdings[tile].mortgaged:
            found += rules.mortgage_value(rules, tile)
    return found


def enough_to_raise(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """Whether selling and mortgaging all would bring what is missing."""
    return raisable(rules, table, seat) >= short
