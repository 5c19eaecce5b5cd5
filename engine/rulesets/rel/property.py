"""Stations, hubs and utilities: rents, buildings, worth."""

from collections.abc import Sequence

from ketuk.engine.acts.landing import land_on_property
from ketuk.engine.causes import BillBase, ExcusedBy, FactorName, LandedOn
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import victory
from ketuk.engine.rules.buildings import cost, set_owned
from ketuk.engine.rules.money import down
from ketuk.engine.rules.rent import alike, bill, by_count, by_throw, excuse, multiplied
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.rulesets.rel.laps import first_lap, news
from ketuk.engine.states import Loans
from ketuk.engine.table import BANK, Bill, Factor, Table


def land_on_deed(draft: Draft, seat: int, tile: int) -> None:
    """Unowned: buy or release, unless laps are missing (R-8). Another's: its rent pays itself."""
    if draft.table.holdings[tile].owner == BANK:
        refused = draft.rules.may_own(draft.rules, draft.table, seat, tile)
        if refused is not None:
            draft.add(Landed(seat, tile, LandedOn("unqualified"), refused.ruling))
            return
    land_on_property(draft, seat, tile)


def rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """What a landing costs."""
    excused = excuse(table, tile, lander)
    if excused is not None:
        return excused
    if first_lap(rules, table, lander):
        return Excuse(ExcusedBy("first_lap"), "R-4")
    match rules.board.tiles[tile].kind:
        case "station":
            return by_count(rules, table, tile, BillBase("stations"))
        case "utility":
            return by_throw(tile, sum(table.turn.dice), utilities(rules, table, tile))
        case _:
            return _street(rules, table, tile)


def _street(rules: RuleSet, table: Table, tile: int) -> Bill | Excuse:
    """The printed rent; twice on a full line without buildings (R-13); then the news (R-14)."""
    line = rules.board.tiles[tile].group
    if news(rules, table, "line_closed") == line:
        return Excuse(ExcusedBy("line_closed"), "R-15")
    level, owner = table.holdings[tile].level, table.holdings[tile].owner
    whole = not level and set_owned(rules, table, owner, tile)
    factors = (Factor(FactorName("set"), 2, "R-13"),) if whole else ()
    plain = bill(
        tile, rules.board.deed(tile).rents[level], BillBase("level"), level, factors=factors
    )
    if news(rules, table, "line_up") != line:
        return plain
    return multiplied(plain, FactorName("news"), 100 + rules.figures["line_up"], "R-14", per=100)


def utilities(rules: RuleSet, table: Table, tile: int) -> Factor:
    """How often the throw is paid, by the number of utilities that the owner has."""
    count, there_are = alike(rules, table, tile)
    return Factor(
        FactorName("utilities"),
        rules.figures["utility_all" if count == there_are else "utility_one"],
    )


# --- buildings ---------------------------------------------------------------------------------


def may_build(rules: RuleSet, table: Table, seat: int, tile: int, levels: int) -> Refused | None:
    """After the own first lap, without an own mortgage on the line; high only on a full line."""
    if first_lap(rules, table, seat):
        return refuse(Reason.FIRST_LAP, tile=tile)
    holdings = table.holdings
    for sibling in rules.board.siblings(tile):
        if holdings[sibling].mortgaged and holdings[sibling].owner == seat:
            return refuse(Reason.SET_MORTGAGED, "R-13", tile=tile)
    most = rules.figures["dear_levels"]
    if holdings[tile].level + levels > most and not set_owned(rules, table, seat, tile):
        return refuse(Reason.SET_INCOMPLETE, "R-12", tile=tile)
    return None


def sites(rules: RuleSet, table: Table, seat: int, tiles: Sequence[int]) -> Sequence[int]:
    """What can be built on, on lines without an own mortgage: a ``Building.sites``."""
    if first_lap(rules, table, seat):
        return ()
    board, holdings = rules.board, table.holdings
    pledged = {board.tiles[t].group for t in tiles if holdings[t].mortgaged}
    free = [t for t in tiles if board.tiles[t].group not in pledged]
    return [t for t in free if board.deed(t).build_price]


def building_price(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """The house price, more while the line is not full (R-11), half by the news (R-16)."""
    price = levels * rules.board.deed(tile).build_price
    if not set_owned(rules, table, table.holdings[tile].owner, tile):
        price *= rules.figures["dear"]
    return down(price, rules.meta.step, per=2) if news(rules, table, "cheap") else price


def any_order(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Levels are sold in any order."""
    return None


def net_worth(rules: RuleSet, table: Table, seat: int) -> int:
    """Cash, printed prices, half where mortgaged, buildings at the house price, less the loan."""
    return victory.net_worth(rules, table, seat) - table.state(Loans).of(seat)


def worth_given_back(rules: RuleSet, table: Table, seat: int) -> int:
    """The net worth with buildings at what the bank would pay for them: a ``RuleSet.appraised``.

    A house on a line that is not whole costs twice what it counts, and brings half of that back.
    """
    worth = rules.net_worth(rules, table, seat)
    for tile in table.owned(seat):
        if level := table.holdings[tile].level:
            worth -= cost(rules, table, tile) - rules.building.refund(rules, table, tile, level)
    return worth
