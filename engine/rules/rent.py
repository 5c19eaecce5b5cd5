"""What a landing costs, as a bill that can say why."""

from math import prod

from engine.rules.buildings import set_active
from engine.rules.ruleset import Excuse, RuleSet
from engine.table import Bill, Factor, Table


def excuse(rules: RuleSet, table: Table, tile: int, lander: int) -> Excuse | None:
    """Why a landing on an owned tile costs nothing, if it does not."""
    holding = table.holdings[tile]
    project = rules.board.tiles[tile].kind == "project"
    if holding.owner == lander:
        return Excuse("own", "4.8.4" if project else "")
    if holding.mortgaged:
        return Excuse("mortgaged", "4.8.7" if project else "")
    if table.flooded(tile):
        return Excuse("flooded", "4.4.19" if table.effects.invested else "")
    if any(
        c.kind == "rent_free" and (c.giver, c.taker) == (holding.owner, lander)
        for c in table.contracts
    ):
        return Excuse("rent_free", "4.2.10")
    return None


def bill(tile: int, base: int, why: str, count: int, factors: list[Factor], cap: int,
         rulings: tuple[str, ...] = ()) -> Bill:  # fmt: skip
    """A bill of ``base`` times the product of the factors, at most times ``cap`` (4.2.8)."""
    product = prod(f.times for f in factors)
    capped = product > cap
    applied = [*rulings, *(f.ruling for f in factors if f.ruling)]
    if capped:
        applied.append("4.2.8")
    return Bill(
        tile=tile,
        base=base,
        base_why=why,
        count=count,
        factors=tuple(factors),
        cap=cap if capped else 0,
        total=base * min(product, cap),
        rulings=tuple(dict.fromkeys(applied)),
    )


def nusantara_rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """Rent as the book of nusantara has it (rulings 4.2.8, 4.8.4 to 4.8.8, 4.9.1 to 4.9.4)."""
    found = excuse(rules, table, tile, lander)
    if found is not None:
        return found
    cap = rules.figures["rent_cap"]
    printed, level = rules.board.tiles[tile], table.holdings[tile].level
    if printed.kind == "city":
        factors = _city_factors(rules, table, tile) + _late_factors(rules, table)
        rents = rules.board.deed(tile).rents
        return bill(tile, rents[level], "level", level, factors, cap, ("4.9.2",) if level else ())
    if printed.kind == "project":
        count = connected(rules, table, tile)
        base = rules.figures["project_rent"] + count * rules.figures["project_city"]
        factors = _late_factors(rules, table)
        if printed.trait == "toll" and table.effects.homecoming:
            factors.insert(0, Factor("homecoming", 2, "4.9.3"))
        return bill(tile, base, "connected", count, factors, cap, ("4.8.8",))
    factors = _late_factors(rules, table)
    return bill(tile, rules.figures["capital_rent"], "capital", 0, factors, cap, ("4.9.4",))


def _city_factors(rules: RuleSet, table: Table, tile: int) -> list[Factor]:
    printed, effects, factors = rules.board.tiles[tile], table.effects, []
    if not table.holdings[tile].level and set_active(rules, table, tile):
        factors.append(Factor("set", 2))
    if effects.boom and effects.boom == printed.zone:
        factors.append(Factor("boom", 2))
    if effects.invested and effects.invested == printed.group:
        factors.append(Factor("invested", 2))
    if effects.festival and effects.festival.at == tile:
        factors.append(Factor("festival", 2))
    return factors


def _late_factors(rules: RuleSet, table: Table) -> list[Factor]:
    return [Factor("last_round", 2)] if table.round == table.rounds else []


def connected(rules: RuleSet, table: Table, tile: int) -> int:
    """Cities of a Proyek that its owner holds, neither mortgaged nor flooded (4.8.5, 4.8.6)."""
    owner = table.holdings[tile].owner
    return sum(
        table.holdings[t].owner == owner
        and not table.holdings[t].mortgaged
        and not table.flooded(t)
        for t in rules.board.tiles[tile].connects
    )
