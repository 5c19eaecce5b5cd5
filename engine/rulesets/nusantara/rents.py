"""Rent as the book has it: cities, Proyek, Nusantara, and the cap on multipliers."""

from ketuk.engine.causes import BillBase, ExcusedBy, FactorName
from ketuk.engine.rules import rent as shared
from ketuk.engine.rules.buildings import set_active, set_owned
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, NOWHERE, Bill, Factor, Table, replace


def excuse(rules: RuleSet, table: Table, tile: int, lander: int) -> Excuse | None:
    """Why a landing on an owned tile costs nothing, if it does not."""
    holding = table.holdings[tile]
    project = rules.board.tiles[tile].kind == "project"
    if (spared := shared.excuse(table, tile, lander)) is not None:
        own = spared.why == "own"
        marked = "" if own else _marked(table, tile)
        return Excuse(spared.why, ("4.8.4" if own else "4.8.7") if project else marked)
    if table.state(Effects).flooded(tile):
        invested = rules.board.tiles[tile].group == table.state(Effects).invested
        return Excuse(ExcusedBy("flooded"), "4.4.19" if invested else _marked(table, tile))
    if any(
        c.kind == "rent_free" and (c.giver, c.taker) == (holding.owner, lander)
        for c in table.contracts
    ):
        return Excuse(ExcusedBy("rent_free"), "4.2.10")
    return None


def _marked(table: Table, tile: int) -> str:
    """The ruling on a festival in a city without rent, where it stands in this one."""
    festival = table.state(Effects).festival
    return "4.4.6" if festival is not None and festival.at == tile else ""


def capped(
    tile: int,
    base: int,
    why: BillBase,
    count: int,
    factors: list[Factor],
    cap: int,
    rulings: tuple[str, ...] = (),
) -> Bill:
    """A bill whose factors count at most ``cap`` together (4.2.8)."""
    plain = shared.bill(tile, base, why, count, factors=tuple(factors), rulings=rulings)
    if plain.total <= base * cap:
        return plain
    beyond = ("4.2.8", *("4.9.1" for f in factors if f.name == "set"))
    applied = tuple(dict.fromkeys((*plain.rulings, *beyond)))
    return replace(plain, cap=cap, total=base * cap, rulings=applied)


def rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """Rent (rulings 4.2.8, 4.8.4 to 4.8.8, 4.9.1 to 4.9.4)."""
    spared = excuse(rules, table, tile, lander)
    if spared is not None:
        return spared
    cap, stuck = rules.figures["rent_cap"], _owner_rulings(table, tile)
    printed, level = rules.board.tiles[tile], table.holdings[tile].level
    if printed.kind == "city":
        factors = _city_factors(rules, table, tile) + _late_factors(rules, table)
        rents = rules.board.deed(tile).rents
        rulings = (*stuck, *_city_rulings(rules, table, tile))
        return capped(tile, rents[level], BillBase("level"), level, factors, cap, rulings)
    if printed.kind == "project":
        count = connected(rules, table, tile)
        base = rules.figures["project_rent"] + count * rules.figures["project_city"]
        factors = _late_factors(rules, table)
        if printed.trait == "toll" and table.state(Effects).homecoming:
            factors.insert(0, Factor(FactorName("homecoming"), 2, "4.9.3"))
        rulings = (*stuck, *_connected_rulings(rules, table, tile))
        return capped(tile, base, BillBase("connected"), count, factors, cap, rulings)
    factors = _late_factors(rules, table)
    return capped(
        tile, rules.figures["capital_rent"], BillBase("capital"), 0, factors, cap, (*stuck, "4.9.4")
    )


def _owner_rulings(table: Table, tile: int) -> tuple[str, ...]:
    """An owner who is stuck in the jail collects all the same."""
    owner = table.player(table.holdings[tile].owner)
    return ("4.2.6",) if owner.jail != NOWHERE else ()


def _city_factors(rules: RuleSet, table: Table, tile: int) -> list[Factor]:
    printed, effects, factors = rules.board.tiles[tile], table.state(Effects), []
    if not table.holdings[tile].level and set_active(rules, table, tile):
        factors.append(Factor(FactorName("set"), 2))
    if effects.boom and effects.boom == printed.zone:
        factors.append(Factor(FactorName("boom"), 2))
    if effects.invested and effects.invested == printed.group:
        factors.append(Factor(FactorName("invested"), 2))
    if effects.festival and effects.festival.at == tile:
        factors.append(Factor(FactorName("festival"), 2))
    return factors


def _city_rulings(rules: RuleSet, table: Table, tile: int) -> tuple[str, ...]:
    """Why a whole set brings no bonus: buildings (4.9.2), or a mortgage in it (4.5.9)."""
    if table.holdings[tile].level:
        return ("4.9.2",)
    whole = set_owned(rules, table, table.holdings[tile].owner, tile)
    return ("4.5.9",) if whole and not set_active(rules, table, tile) else ()


def _late_factors(rules: RuleSet, table: Table) -> list[Factor]:
    return [Factor(FactorName("last_round"), 2)] if table.round == table.rounds else []


def connected(rules: RuleSet, table: Table, tile: int) -> int:
    """Cities of a Proyek that its owner holds, neither mortgaged nor flooded (4.8.5, 4.8.6)."""
    owner = table.holdings[tile].owner
    return sum(
        table.holdings[t].owner == owner
        and not table.holdings[t].mortgaged
        and not table.state(Effects).flooded(t)
        for t in rules.board.tiles[tile].connects
    )


def _connected_rulings(rules: RuleSet, table: Table, tile: int) -> tuple[str, ...]:
    """Why connected cities did not count, and that they count as at landing (4.8.8)."""
    owner, connects = table.holdings[tile].owner, rules.board.tiles[tile].connects
    rulings = (
        ["4.8.5"] if any(table.holdings[t].owner not in (BANK, owner) for t in connects) else []
    )
    own = [t for t in connects if table.holdings[t].owner == owner]
    if any(table.holdings[t].mortgaged or table.state(Effects).flooded(t) for t in own):
        rulings.append("4.8.6")
    return (*rulings, "4.8.8")
