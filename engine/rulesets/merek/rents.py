"""Rent by the deed, by number and by the throw, and the part of it that goes to the bank."""

from ketuk.engine.causes import BillBase, ExcusedBy, FactorName
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.rent import alike, bill, by_count, by_throw, excuse
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.rulesets.merek.throws import total
from ketuk.engine.table import BANK, NOWHERE, Bill, Factor, Table, replace


def rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """What a landing costs, fixed at that moment with the bank's share (M-4)."""
    if (spared := excuse(table, tile, lander)) is not None:
        return spared
    owner = table.holdings[tile].owner
    if table.player(owner).jail != NOWHERE:
        return Excuse(ExcusedBy("owner_jailed"))
    if rules.side(rules, table, owner) == rules.side(rules, table, lander):
        return Excuse(ExcusedBy("mate"), rules.cite("mates"))
    match rules.board.tiles[tile].kind:
        case "station":
            printed = by_count(rules, table, tile, BillBase("finances"))
        case "utility":
            printed = by_throw(tile, total(table.turn.dice), _industries(rules, table, tile))
        case _:
            printed = _brand(rules, table, tile)
    return _shared(rules, table, printed)


def to_come(rules: RuleSet, table: Table) -> Table:
    """Nobody is in jail, where rents rest: a ``RuleSet.to_come``."""
    players = tuple([p if p.jail == NOWHERE else replace(p, jail=NOWHERE) for p in table.players])
    return table if players == table.players else replace(table, players=players)


def tax_percent(rules: RuleSet, clock: int) -> int:
    """The bank's part of a rent at a second of play; 0 before it begins, or where it never does."""
    figures = rules.figures
    begins = figures["tax_from"]
    if not begins or clock < begins:
        return 0
    steps = (clock - begins) // (60 * figures["tax_every"])
    return min(figures["tax_most"], figures["tax_first"] + steps * figures["tax_more"])


def _shared(rules: RuleSet, table: Table, printed: Bill) -> Bill:
    percent = tax_percent(rules, table.clock.now)
    if not percent:
        return printed
    share = printed.total * percent // 100
    return replace(printed, shares=((BANK, share),), rulings=(*printed.rulings, "M-4"))


def _brand(rules: RuleSet, table: Table, tile: int) -> Bill:
    """The printed rent; twice without buildings on it if one player owns the group (M-6)."""
    level, owner = table.holdings[tile].level, table.holdings[tile].owner
    whole = not level and set_owned(rules, table, owner, tile)
    factors = (Factor(FactorName("set"), 2, "M-6"),) if whole else ()
    return bill(
        tile, rules.board.deed(tile).rents[level], BillBase("level"), level, factors=factors
    )


def _industries(rules: RuleSet, table: Table, tile: int) -> Factor:
    count, there_are = alike(rules, table, tile)
    figure = "industry_all" if count == there_are else "industry_one"
    return Factor(FactorName("industries"), rules.figures[figure], "M-28")
