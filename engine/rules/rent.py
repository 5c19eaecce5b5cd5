"""A landing's price as a bill that can say why: what sets share of it."""

from collections.abc import Callable
from math import prod

from ketuk.engine.causes import BillBase, ExcusedBy, FactorName
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.table import Bill, Factor, Table, replace


def excuse(table: Table, tile: int, lander: int) -> Excuse | None:
    """Why a landing on an owned property costs nothing, if it does not: own, or mortgaged."""
    holding = table.holdings[tile]
    if holding.owner == lander:
        return Excuse(ExcusedBy("own"))
    return Excuse(ExcusedBy("mortgaged")) if holding.mortgaged else None


def bill(
    tile: int,
    base: int,
    why: BillBase,
    count: int = 0,
    *,
    factors: tuple[Factor, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Bill:
    """A bill of ``base`` times the product of the factors; ``count`` is the number behind it."""
    applied = [*rulings, *(f.ruling for f in factors if f.ruling)]
    return Bill(
        tile=tile,
        base=base,
        base_why=why,
        count=count,
        factors=factors,
        total=base * prod(f.times for f in factors) // prod(f.per for f in factors),
        rulings=tuple(dict.fromkeys(applied)),
    )


def alike(rules: RuleSet, table: Table, tile: int) -> tuple[int, int]:
    """How many tiles of this kind the owner of a tile has, and how many there are."""
    kind, owner = rules.board.tiles[tile].kind, table.holdings[tile].owner
    tiles = [t.index for t in rules.board.tiles if t.kind == kind]
    return sum(table.holdings[t].owner == owner for t in tiles), len(tiles)


def by_count(rules: RuleSet, table: Table, tile: int, why: BillBase) -> Bill:
    """The printed rent for the number of such tiles that its owner has."""
    count, _ = alike(rules, table, tile)
    return bill(tile, rules.board.deed(tile).rents[count - 1], why, count)


def by_kind(
    street: Callable[[RuleSet, Table, int], Bill], utilities: str = ""
) -> Callable[[RuleSet, Table, int, int], Bill | Excuse]:
    """The rent of a set that has streets, stations by their count and utilities by the throw.

    Args:
        utilities: the ruling on what a throw is multiplied by.
    """

    def rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
        excused = excuse(table, tile, lander)
        if excused is not None:
            return excused
        match rules.board.tiles[tile].kind:
            case "station":
                return by_count(rules, table, tile, BillBase("stations"))
            case "utility":
                return of_utility(rules, table, tile, utilities)
            case _:
                return street(rules, table, tile)

    return rent


def by_throw(tile: int, dice: int, factor: Factor) -> Bill:
    """So many times the dice."""
    return bill(tile, dice, BillBase("dice"), dice, factors=(factor,))


def of_utility(rules: RuleSet, table: Table, tile: int, ruling: str) -> Bill:
    """The last throw of the turn, times one figure or the other: whether its owner has all."""
    count, there_are = alike(rules, table, tile)
    figure = "utility_all" if count == there_are else "utility_one"
    factor = Factor(FactorName("utilities"), rules.figures[figure], ruling)
    return by_throw(tile, sum(table.turn.dice), factor)


def multiplied(bill: Bill, name: FactorName, times: int, ruling: str, per: int = 1) -> Bill:
    """A bill with one more factor, ``times / per`` of what it was, down."""
    return replace(
        bill,
        factors=(*bill.factors, Factor(name, times, ruling, per)),
        total=bill.total * times // per,
        rulings=(*bill.rulings, ruling) if ruling else bill.rulings,
    )
