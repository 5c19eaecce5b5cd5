"""Building, selling buildings, selling cities."""

from ketuk.engine.acts.mortgaging import own_property
from ketuk.engine.acts.owing import solvent, transfer
from ketuk.engine.causes import LevelChangedBy, PaidFor, ReleasedBy
from ketuk.engine.commands import Build, SellBuilding, SellProperty
from ketuk.engine.draft import Draft
from ketuk.engine.events import CardReturned, LevelChanged, Released
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings
from ketuk.engine.rules.money import down
from ketuk.engine.rules.mortgage import group_built
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Table


def may_build(
    rules: RuleSet, table: Table, seat: int, tile: int, levels: int = 1
) -> Refused | None:
    """Whether so many levels can be built now, at one go and from the cash in hand."""
    if refused := rules.moments.build(table, seat):
        if refused.reason is Reason.NOT_YOUR_TURN or table.phase != "turn":
            return refuse(refused.reason, rules.cite("build_own_turn"), **refused.about)
        return refused
    return can_build(rules, table, seat, tile, levels)


def can_build(
    rules: RuleSet, table: Table, seat: int, tile: int, levels: int = 1
) -> Refused | None:
    """As ``may_build``; the moment is not looked at here."""
    return buildings.may_build(rules, table, seat, tile, levels) or solvent(
        rules, table, seat, rules.building.price(rules, table, tile, levels)
    )


def build(draft: Draft, command: Build) -> Refused | None:
    """Build on a city."""
    seat, tile, levels = command.seat, command.tile, command.levels
    if refused := may_build(draft.rules, draft.table, seat, tile, levels):
        return refused
    raise_level(draft, seat, tile, levels=levels)
    return None


def raise_level(
    draft: Draft, seat: int, tile: int, price: int | None = None, *, levels: int = 1
) -> None:
    """Levels more, for the set's price unless another was bid; the caller has checked it."""
    rules, table = draft.rules, draft.table
    level = table.holdings[tile].level + levels
    stock = buildings.stock_with(rules, table, tile, level)
    assert stock is not None
    paid = rules.building.price(rules, table, tile, levels) if price is None else price
    transfer(draft, seat, BANK, paid, PaidFor("build"), tile=tile)
    draft.add(LevelChanged(tile, level, stock, LevelChangedBy("built")))


def may_sell_building(
    rules: RuleSet, table: Table, seat: int, tile: int, levels: int = 1
) -> Refused | None:
    """Whether one level can be sold now, or a top building at once if the set allows it."""
    return rules.moments.sell(table, seat) or can_sell_building(rules, table, seat, tile, levels)


def can_sell_building(
    rules: RuleSet, table: Table, seat: int, tile: int, levels: int = 1
) -> Refused | None:
    """As ``may_sell_building``; the moment is not looked at here."""
    if refused := buildings.may_sell(rules, table, seat, tile):
        return refused
    whole = rules.building.top_sold_whole and table.holdings[tile].level == rules.top_level
    if levels == 1 or (whole and levels == rules.top_level):
        return None
    return refuse(Reason.NOT_AT_ONCE, tile=tile)


def sell_building(draft: Draft, command: SellBuilding) -> Refused | None:
    """Sell one level to the bank."""
    seat, tile, levels = command.seat, command.tile, command.levels
    if refused := may_sell_building(draft.rules, draft.table, seat, tile, levels):
        return refused
    if levels == 1:
        sell_level(draft, seat, tile)
    else:
        sell_whole(draft, seat, tile)
    return None


def sell_level(draft: Draft, seat: int, tile: int) -> None:
    """One level less for the set's share of its price; the caller has checked it."""
    level, price, stock, ruling = buildings.sale(draft.rules, draft.table, tile)
    draft.add(LevelChanged(tile, level, stock, LevelChangedBy("sold"), ruling))
    transfer(draft, BANK, seat, price, PaidFor("building_sold"), tile=tile, ruling=ruling)


def sell_whole(draft: Draft, seat: int, tile: int) -> None:
    """All levels of a city at once, for the set's share of their price."""
    price, ruling = buildings.clearance(draft.rules, draft.table, tile)
    stock = buildings.cleared(draft.rules, draft.table, tile)
    draft.add(LevelChanged(tile, 0, stock, LevelChangedBy("sold"), ruling))
    transfer(draft, BANK, seat, price, PaidFor("building_sold"), tile=tile, ruling=ruling)


def may_sell_property(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether a city can be sold to the bank now."""
    return rules.moments.sell(table, seat) or can_sell_property(rules, table, seat, tile)


def can_sell_property(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """As ``may_sell_property``; the moment is not looked at here."""
    if refused := own_property(rules, table, seat, tile):
        return refused
    if rules.board.tiles[tile].kind != "city":
        return refuse(Reason.ONLY_CITY, rules.cite("no_project_sale"), tile=tile)
    if table.holdings[tile].mortgaged:
        return refuse(Reason.MORTGAGED, tile=tile)
    if table.auction is not None and table.auction.tile == tile:
        return refuse(Reason.UNDER_HAMMER, tile=tile)
    if group_built(rules, table, tile):
        return refuse(Reason.HAS_BUILDINGS, rules.cite("trade_built"), tile=tile)
    return None


def sale_price(rules: RuleSet, tile: int) -> int:
    """What the bank pays for a city: three quarters of its price, down."""
    return down(rules.board.deed(tile).price, rules.meta.step, times=3, per=4)


def sell_property(draft: Draft, command: SellProperty) -> Refused | None:
    """Sell a city to the bank; an insurance laid on it goes under its deck."""
    rules, seat, tile = draft.rules, command.seat, command.tile
    if refused := may_sell_property(rules, draft.table, seat, tile):
        return refused
    release(draft, tile, ReleasedBy("sold"))
    price = sale_price(rules, tile)
    transfer(
        draft, BANK, seat, price, PaidFor("property_sold"), tile=tile, ruling=rules.cite("rounding")
    )
    return None


def release(draft: Draft, tile: int, how: ReleasedBy) -> None:
    """A property goes back to the bank: buildings to the box, insurance under its deck."""
    holding = draft.table.holdings[tile]
    if holding.level:
        stock = buildings.cleared(draft.rules, draft.table, tile)
        draft.add(LevelChanged(tile, 0, stock, LevelChangedBy(how)))
    if holding.insurance:
        deck = draft.rules.cards[holding.insurance].deck
        draft.add(CardReturned(holding.insurance, deck, how))
    draft.add(Released(tile, holding.owner, how))
