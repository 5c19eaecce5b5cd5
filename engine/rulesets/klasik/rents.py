"""Rent by the deed: streets, stations, utilities."""

from ketuk.engine.causes import BillBase, FactorName
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.rent import bill, by_kind
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Bill, Factor, Table


def _street(rules: RuleSet, table: Table, tile: int) -> Bill:
    """The printed rent; twice without buildings on a full set, mortgaged siblings or not (K-6)."""
    level, owner = table.holdings[tile].level, table.holdings[tile].owner
    whole = not level and set_owned(rules, table, owner, tile)
    factors = (Factor(FactorName("set"), 2, "K-6"),) if whole else ()
    return bill(
        tile, rules.board.deed(tile).rents[level], BillBase("level"), level, factors=factors
    )


rent = by_kind(_street, "K-7")
"""What a landing costs (K-6, K-7)."""
