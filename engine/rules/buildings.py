"""Sets, evenness, levels, and the stock of buildings: low ones, and top ones in their place."""

from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.money import down
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table

LOW, TOP = 0, 1
"""Places in the stock."""


def set_owned(rules: RuleSet, table: Table, seat: int, tile: int) -> bool:
    """Whether a seat owns every city of a tile's group."""
    siblings = rules.board.siblings(tile)
    return bool(siblings) and all(table.holdings[t].owner == seat for t in siblings)


def set_active(rules: RuleSet, table: Table, tile: int) -> bool:
    """Whether one player owns the whole group and none of it is mortgaged (ruling 4.5.9)."""
    siblings = rules.board.siblings(tile)
    if not siblings:
        return False
    holdings = table.holdings
    owner = holdings[tile].owner
    for t in siblings:
        holding = holdings[t]
        if holding.owner != owner or holding.mortgaged or not owner:
            return False
    return True


def may_build(
    rules: RuleSet, table: Table, seat: int, tile: int, *, permit: bool = False
) -> Refused | None:
    """Whether a level may be built; cash is not looked at here.

    ``permit`` asks for no set and no evenness, and stays below the top levels.
    """
    if not 0 <= tile < rules.board.size or rules.board.tiles[tile].deed is None:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    if not rules.board.deed(tile).build_price:
        return refuse(Reason.ONLY_CITY, rules.cite("only_city") if permit else "", tile=tile)
    holding = table.holdings[tile]
    if holding.owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    if holding.mortgaged:
        return refuse(Reason.MORTGAGED, tile=tile)
    if table.flooded(tile):
        return refuse(Reason.FLOODED, tile=tile)
    if holding.level >= (rules.top_level - 1 if permit else rules.top_level):
        return refuse(Reason.TOP_LEVEL, tile=tile)
    refused = None if permit else _may_build_in_set(rules, table, seat, tile)
    if refused is None and stock_after(rules, table, tile, holding.level + 1) is None:
        return refuse(Reason.NO_STOCK, rules.cite("permit_stock") if permit else "", tile=tile)
    return refused


def _may_build_in_set(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    if not set_owned(rules, table, seat, tile):
        return refuse(Reason.SET_INCOMPLETE, tile=tile)
    if not set_active(rules, table, tile):
        return refuse(Reason.SET_MORTGAGED, rules.cite("set_mortgaged"), tile=tile)
    lowest = min(table.holdings[t].level for t in rules.board.siblings(tile))
    if table.holdings[tile].level > lowest:
        return refuse(Reason.UNEVEN, rules.cite("evenly"), tile=tile)
    return None


def stock_after(rules: RuleSet, table: Table, tile: int, level: int) -> tuple[int, ...] | None:
    """The stock once a city has gone one level up to ``level``; None where it does not suffice."""
    low, tops = table.stock
    if level == rules.top_level:
        return (low + rules.top_level - 1, tops - 1) if tops else None
    return (low - 1, tops) if low else None


def stock_with(rules: RuleSet, table: Table, tile: int, level: int) -> tuple[int, ...] | None:
    """The stock once a city has ``level`` and no other buildings; None if it does not suffice."""
    low, tops = cleared(rules, table, tile)
    low, tops = (low, tops - 1) if level == rules.top_level else (low - level, tops)
    return (low, tops) if low >= 0 and tops >= 0 else None


def may_sell(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a level may be sold: from a highest city of the owner's group."""
    if not 0 <= tile < rules.board.size or rules.board.tiles[tile].deed is None:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    holding = table.holdings[tile]
    if holding.owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    if not holding.level:
        return refuse(Reason.NO_BUILDING, tile=tile)
    mine = [t for t in rules.board.siblings(tile) if table.holdings[t].owner == seat]
    if holding.level < max(table.holdings[t].level for t in mine):
        return refuse(Reason.UNEVEN, tile=tile)
    return None


def sale(rules: RuleSet, table: Table, tile: int) -> tuple[int, int, tuple[int, ...], str]:
    """What selling one level leads to: new level, money, stock and ruling (4.3.5, 4.10.1)."""
    low, tops = table.stock
    level, top = table.holdings[tile].level, rules.top_level
    price, step = rules.board.deed(tile).build_price, rules.meta.step
    if level < top:
        return level - 1, down(price, step, per=2), (low + 1, tops), rules.cite("rounding")
    if low >= top - 1:
        return (
            top - 1,
            down(price, step, per=2),
            (low - top + 1, tops + 1),
            rules.cite("top_sold"),
        )
    return 0, down(price, step, times=top, per=2), (low, tops + 1), rules.cite("top_sold")


def clearance(rules: RuleSet, table: Table, tile: int) -> tuple[int, str]:
    """What all buildings of a city bring when they are sold, each for half; and the ruling."""
    price, step = rules.board.deed(tile).build_price, rules.meta.step
    return table.holdings[tile].level * down(price, step, per=2), rules.cite("rounding")


def loss(rules: RuleSet, table: Table, tile: int) -> tuple[int, tuple[int, ...], str]:
    """A level lost without money: new level, stock and ruling (4.3.2)."""
    low, tops = table.stock
    level = table.holdings[tile].level
    if level < rules.top_level:
        return level - 1, (low + 1, tops), ""
    back = min(rules.top_level - 1, low)
    return back, (low - back, tops + 1), rules.cite("top_lost")


def cost(rules: RuleSet, table: Table, tile: int) -> int:
    """What the buildings of a city have cost: the building price for each level."""
    return table.holdings[tile].level * rules.board.deed(tile).build_price


def cleared(rules: RuleSet, table: Table, tile: int) -> tuple[int, ...]:
    """The stock once all buildings of a city are back in the box."""
    low, tops = table.stock
    level = table.holdings[tile].level
    return (low, tops + 1) if level == rules.top_level else (low + level, tops)
