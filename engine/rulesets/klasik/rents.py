"""Rent by the deed: streets, stations, utilities."""

from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.rent import bill, excuse
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.table import Bill, Factor, Table, replace


def rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """What a landing costs (K-6, K-7)."""
    found = excuse(table, tile, lander)
    if found is not None:
        return found
    match rules.board.tiles[tile].kind:
        case "station":
            return _station(rules, table, tile)
        case "utility":
            return by_dice(tile, sum(table.turn.dice), _utilities(rules, table, tile))
        case _:
            return _street(rules, table, tile)


def _street(rules: RuleSet, table: Table, tile: int) -> Bill:
    """The printed rent; twice without buildings on a full set, mortgaged siblings or not (K-6)."""
    level, owner = table.holdings[tile].level, table.holdings[tile].owner
    whole = not level and set_owned(rules, table, owner, tile)
    factors = (Factor("set", 2, "K-6"),) if whole else ()
    return bill(tile, rules.board.deed(tile).rents[level], "level", level, factors=factors)


def _owned(rules: RuleSet, table: Table, tile: int) -> tuple[int, int]:
    """How many tiles of this kind its owner has, and how many there are (K-6)."""
    kind, owner = rules.board.tiles[tile].kind, table.holdings[tile].owner
    alike = [t.index for t in rules.board.tiles if t.kind == kind]
    return sum(table.holdings[t].owner == owner for t in alike), len(alike)


def _station(rules: RuleSet, table: Table, tile: int) -> Bill:
    count, _ = _owned(rules, table, tile)
    return bill(tile, rules.board.deed(tile).rents[count - 1], "stations", count)


def _utilities(rules: RuleSet, table: Table, tile: int) -> Factor:
    count, there_are = _owned(rules, table, tile)
    figure = "utility_all" if count == there_are else "utility_one"
    return Factor("utilities", rules.figures[figure], "K-7")


def by_dice(tile: int, dice: int, factor: Factor) -> Bill:
    """So many times the dice."""
    return bill(tile, dice, "dice", dice, factors=(factor,))


def by_card(bill: Bill, times: int, ruling: str) -> Bill:
    """A bill that a card multiplies."""
    factor = Factor("card", times, ruling)
    return replace(
        bill,
        factors=(*bill.factors, factor),
        total=bill.total * times,
        rulings=(*bill.rulings, ruling),
    )
