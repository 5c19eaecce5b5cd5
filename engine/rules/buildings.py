"""Sets, evenness, levels, and the stock of buildings: low ones, and top ones in their place.

A stock of ``()`` never runs out. What a set does its own way is ``RuleSet.building``.
"""

from collections.abc import Sequence

from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.remembering import last_asked
from ketuk.engine.rules.money import down
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects, Site
from ketuk.engine.table import BANK, Table

LOW, TOP = 0, 1
"""Places in the stock."""


def set_owned(rules: RuleSet, table: Table, seat: int, tile: int) -> bool:
    """Whether a seat owns every city of a tile's group."""
    siblings, holdings = rules.board.siblings(tile), table.holdings
    for sibling in siblings:
        if holdings[sibling].owner != seat:
            return False
    return bool(siblings)


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


def site(rules: RuleSet, table: Table, seat: int, tile: int, *, most: int) -> Refused | None:
    """Whether an own property can carry one more level, none of them above ``most``."""
    tiles = rules.board.tiles
    deed = tiles[tile].deed if 0 <= tile < len(tiles) else None
    if deed is None:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    if not deed.build_price:
        return refuse(Reason.ONLY_CITY, tile=tile)
    holding = table.holdings[tile]
    if holding.owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    if holding.mortgaged:
        return refuse(Reason.MORTGAGED, tile=tile)
    if table.states and table.state(Effects).flooded(tile):
        return refuse(Reason.FLOODED, tile=tile)
    return refuse(Reason.TOP_LEVEL, tile=tile) if holding.level >= most else None


def may_build(
    rules: RuleSet, table: Table, seat: int, tile: int, levels: int = 1
) -> Refused | None:
    """Whether so many levels may be built; cash and moment are not looked at here."""
    if refused := site(rules, table, seat, tile, most=rules.top_level):
        return refused
    if not 1 <= levels <= rules.building.at_once:
        return refuse(Reason.NOT_AT_ONCE, tile=tile)
    level = table.holdings[tile].level + levels
    if level > rules.top_level:
        return refuse(Reason.TOP_LEVEL, tile=tile)
    if refused := rules.building.may(rules, table, seat, tile, levels):
        return refused
    short = stock_with(rules, table, tile, level) is None
    return refuse(Reason.NO_STOCK, tile=tile) if short else None


def in_active_set(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """On a whole set of the seat, without a mortgage."""
    if not set_owned(rules, table, seat, tile):
        return refuse(Reason.SET_INCOMPLETE, rules.cite("set_incomplete"), tile=tile)
    if not set_active(rules, table, tile):
        return refuse(Reason.SET_MORTGAGED, rules.cite("set_mortgaged"), tile=tile)
    return None


def of_active_sets(rules: RuleSet, table: Table, seat: int, tiles: Sequence[int]) -> Sequence[int]:
    """The properties of groups that ``in_active_set`` allows: a ``Building.sites``."""
    board, holdings = rules.board, table.holdings
    whole = _whole_groups(board.groups, table.owners).get(seat)
    if whole is None:
        return ()
    active = [g for g in whole if not any(holdings[t].mortgaged for t in board.groups[g])]
    return [t for t in tiles if board.tiles[t].group in active] if active else ()


@last_asked
def _whole_groups(
    groups: tuple[tuple[int, ...], ...], owners: dict[int, tuple[int, ...]]
) -> dict[int, list[int]]:
    """By seat, the numbers of the groups of which it owns all."""
    groups_of: dict[int, list[int]] = {}
    for seat, tiles in owners.items():
        if seat != BANK:
            mine = frozenset(tiles)
            whole = [n for n, group in enumerate(groups) if group and mine.issuperset(group)]
            if whole:
                groups_of[seat] = whole
    return groups_of


def evenly(rules: RuleSet, table: Table, seat: int, tile: int, levels: int) -> Refused | None:
    """On a whole set without a mortgage, on a lowest city of it: a ``Building.may``."""
    if refused := in_active_set(rules, table, seat, tile):
        return refused
    lowest = min(table.holdings[t].level for t in rules.board.siblings(tile))
    if table.holdings[tile].level > lowest:
        return refuse(Reason.UNEVEN, rules.cite("evenly"), tile=tile)
    return None


def printed_price(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """The building price for each level: a ``Building.price``."""
    return levels * rules.board.deed(tile).build_price


def half(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """Half the price of all together, down (ruling 4.10.1): a ``Building.refund``."""
    return down(rules.board.deed(tile).build_price, rules.meta.step, times=levels, per=2)


def evenly_back(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """From a highest city of the owner's group: a ``Building.may_sell``."""
    mine = [t for t in rules.board.siblings(tile) if table.holdings[t].owner == seat]
    if table.holdings[tile].level < max(table.holdings[t].level for t in mine):
        return refuse(Reason.UNEVEN, tile=tile)
    return None


def open_site(table: Table) -> Site | None:
    """The own land where a pawn has landed and may build now; None where there is none."""
    site, turn = table.state(Site), table.turn
    now = (turn.seat, table.round, turn.rolls)
    return site if not site.built and (site.seat, site.round, site.rolls) == now else None


def stock_with(rules: RuleSet, table: Table, tile: int, level: int) -> tuple[int, ...] | None:
    """The stock once a city has ``level`` and no other buildings; None if it does not suffice."""
    if not table.stock:
        return ()
    low, tops = table.stock
    has, top = table.holdings[tile].level, rules.top_level
    low += (0 if has == top else has) - (0 if level == top else level)
    tops += (has == top) - (level == top)
    return (low, tops) if low >= 0 and tops >= 0 else None


def cleared(rules: RuleSet, table: Table, tile: int) -> tuple[int, ...]:
    """The stock once all buildings of a city are back in the box."""
    stock = stock_with(rules, table, tile, 0)
    assert stock is not None
    return stock


def may_sell(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a level may be sold; the moment is not looked at here."""
    if not 0 <= tile < rules.board.size or rules.board.tiles[tile].deed is None:
        return refuse(Reason.NOT_A_PROPERTY, tile=tile)
    holding = table.holdings[tile]
    if holding.owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    if not holding.level:
        return refuse(Reason.NO_BUILDING, tile=tile)
    return rules.building.may_sell(rules, table, seat, tile)


def sale(rules: RuleSet, table: Table, tile: int) -> tuple[int, int, tuple[int, ...], str]:
    """What selling one level leads to: new level, money, stock and ruling (4.3.5, 4.10.1).

    A top building whose levels the box lacks goes at once.
    """
    level, refund = table.holdings[tile].level, rules.building.refund
    topic = "top_sold" if level == rules.top_level else "rounding"
    stock = stock_with(rules, table, tile, level - 1)
    if stock is not None:
        return level - 1, refund(rules, table, tile, 1), stock, rules.cite(topic)
    return 0, refund(rules, table, tile, level), cleared(rules, table, tile), rules.cite(topic)


def clearance(rules: RuleSet, table: Table, tile: int) -> tuple[int, str]:
    """What all buildings of a city bring when they are sold at once; and the ruling."""
    level = table.holdings[tile].level
    return rules.building.refund(rules, table, tile, level), rules.cite("rounding")


def loss(rules: RuleSet, table: Table, tile: int) -> tuple[int, tuple[int, ...], str]:
    """A level lost without money: new level, stock and ruling (4.3.2)."""
    level = table.holdings[tile].level
    for left in range(level - 1, -1, -1):
        stock = stock_with(rules, table, tile, left)
        if stock is not None:
            return left, stock, rules.cite("top_lost") if level == rules.top_level else ""
    raise AssertionError("buildings that go back are always room enough")


def cost(rules: RuleSet, table: Table, tile: int) -> int:
    """What the buildings of a city have cost: the building price for each level."""
    return table.holdings[tile].level * rules.board.deed(tile).build_price
