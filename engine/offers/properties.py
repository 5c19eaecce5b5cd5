"""What may be done with properties now: built, sold, mortgaged, redeemed."""

from ketuk.engine.acts import building, mortgaging
from ketuk.engine.commands import (
    AnyCommand,
    Build,
    Mortgage,
    Redeem,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.rules import buildings
from ketuk.engine.rules.ruleset import Moments, RuleSet
from ketuk.engine.table import (
    Table,
)


def of_properties(
    rules: RuleSet, table: Table, seat: int, *, raising: bool = True
) -> list[AnyCommand]:
    """What a seat may do with its properties in a free moment.

    Args:
        raising: whether that holds what makes cash of them.
    """
    tiles = table.owned(seat)
    commands: list[AnyCommand] = []
    if not tiles:
        return commands
    moments, holdings, cash = rules.moments, table.holdings, table.player(seat).cash
    spends, redeeming = not table.in_debt(seat), rules.mortgaging.redeeming
    builds = redeems = spends and moments.build(table, seat) is None
    if moments.redeem is not moments.build:
        redeems = spends and moments.redeem(table, seat) is None
    sells, mortgages = _raises(moments, table, seat) if raising else (False, False)
    sites = rules.building.sites(rules, table, seat, tiles) if builds else ()
    price = rules.building.price
    for tile in tiles:
        if holdings[tile].mortgaged:
            if redeems and redeeming(rules, table, tile) <= cash:
                commands.append(Redeem(seat, tile))
            continue
        if (
            tile in sites
            and price(rules, table, tile, 1) <= cash
            and buildings.may_build(rules, table, seat, tile) is None
        ):
            commands.append(Build(seat, tile))
            if rules.building.at_once > 1:
                commands += _builds_more(rules, table, seat, tile)
        if sells or mortgages:
            _to_raise(commands, rules, table, seat, tile, sells=sells, mortgages=mortgages)
    return commands


def _builds_more(rules: RuleSet, table: Table, seat: int, tile: int) -> list[AnyCommand]:
    """Every other number of levels that can be built at one go."""
    return [
        Build(seat, tile, levels)
        for levels in range(2, rules.building.at_once + 1)
        if building.can_build(rules, table, seat, tile, levels) is None
    ]


def raising(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """Every way in which a seat can turn what it owns into cash now."""
    commands: list[AnyCommand] = []
    sells, mortgages = _raises(rules.moments, table, seat)
    if sells or mortgages:
        for tile in table.owned(seat):
            if not table.holdings[tile].mortgaged:
                _to_raise(commands, rules, table, seat, tile, sells=sells, mortgages=mortgages)
    return commands


def _raises(moments: Moments, table: Table, seat: int) -> tuple[bool, bool]:
    """Whether a seat may sell and mortgage now; asked once if a set has one moment for both."""
    sells = moments.sell(table, seat) is None
    if moments.mortgage is moments.sell:
        return sells, sells
    return sells, moments.mortgage(table, seat) is None


def _to_raise(
    commands: list[AnyCommand],
    rules: RuleSet,
    table: Table,
    seat: int,
    tile: int,
    *,
    sells: bool,
    mortgages: bool,
) -> None:
    """Add what an own property that is not mortgaged can bring; the moment is known."""
    if (
        sells
        and table.holdings[tile].level
        and building.can_sell_building(rules, table, seat, tile) is None
    ):
        commands.append(SellBuilding(seat, tile))
        top = rules.building.top_sold_whole and table.holdings[tile].level == rules.top_level
        if top and building.can_sell_building(rules, table, seat, tile, rules.top_level) is None:
            commands.append(SellBuilding(seat, tile, rules.top_level))
    if mortgages and mortgaging.pledgeable(rules, table, tile):
        commands.append(Mortgage(seat, tile))
        taken_back = sells and SellProperty in rules.acts
        if taken_back and building.can_sell_property(rules, table, seat, tile) is None:
            commands.append(SellProperty(seat, tile))
