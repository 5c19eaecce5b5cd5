"""Rent by the deed: streets, stations, utilities."""

from ketuk.engine.causes import BillBase, FactorName
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.rent import bill, by_kind
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Bill, Factor, Table


def _street(rules: RuleSet, table: Table, tile: int) -> Bill:
    """The printed rent, and twice that if one player has the whole set (KP-7)."""
    held = table.holdings[tile]
    factors = (
        (Factor(FactorName("set"), 2, "KP-7"),) if set_owned(rules, table, held.owner, tile) else ()
    )
    base = rules.board.deed(tile).rents[held.level]
    return bill(tile, base, BillBase("level"), held.level, factors=factors)


rent = by_kind(_street)
"""What a landing costs: by the deed, twice as much on a whole set at every level (KP-7)."""
