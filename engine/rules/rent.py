"""A landing's price as a bill that can say why: what sets share of it."""

from math import prod

from ketuk.engine.rules.ruleset import Excuse
from ketuk.engine.table import Bill, Factor, Table


def excuse(table: Table, tile: int, lander: int) -> Excuse | None:
    """Why a landing on an owned property costs nothing, if it does not: own, or mortgaged."""
    holding = table.holdings[tile]
    if holding.owner == lander:
        return Excuse("own")
    return Excuse("mortgaged") if holding.mortgaged else None


def bill(
    tile: int,
    base: int,
    why: str,
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
        total=base * prod(f.times for f in factors),
        rulings=tuple(dict.fromkeys(applied)),
    )
