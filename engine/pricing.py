"""What a property is worth to a seat, and how much of that it can pay: for purchases and bids.

Small numbers that anybody can check, by what lies open: who owns what, the rounds to come and the
seat's own cash.
"""

from ketuk.engine.haggling import group_chance
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Table

FULL = 8
"""With so many rounds to come a whole group pays in full; with fewer, by their part."""
DENIED = 2
"""What a property would bring to another's group counts for one part in so many, if denied."""


def worth_to(rules: RuleSet, table: Table, seat: int, tile: int) -> int:
    """Its price; and beyond that, what it does for a group, by the rounds to come.

    A group counts that it completes, or of which nobody else has a part yet; or one that another
    could complete, which it denies.
    """
    price = rules.board.deed(tile).price
    return price + _beyond(rules, table, seat, tile) * _ahead(table) // FULL


def can_pay(rules: RuleSet, table: Table, seat: int, tile: int, reserve: int) -> int:
    """The most that a seat pays for a property: what it is worth to it, if its reserve allows.

    For the price and more the whole reserve is kept; for less, the same part of it: a bargain is
    worth a risk.

    Args:
        reserve: cash that it keeps when it pays the price.

    Returns:
        Money in units of the set, not rounded to its steps.
    """
    price, cash = rules.board.deed(tile).price, max(0, table.player(seat).cash)
    if cash >= price + reserve:
        return min(worth_to(rules, table, seat, tile), cash - reserve)
    return cash * price // (price + reserve)


def _ahead(table: Table) -> int:
    return max(0, min(FULL, table.rounds - table.round))


def _beyond(rules: RuleSet, table: Table, seat: int, tile: int) -> int:
    group, holdings = rules.board.siblings(tile), table.holdings
    rest = [t for t in group if t != tile]
    owners = {holdings[t].owner for t in rest}
    if not rest or owners == {BANK}:
        return 0
    if owners <= {seat, BANK}:
        return _gain(rules, group, [t for t in rest if holdings[t].owner == seat], tile)
    if len(owners) == 1:
        return _gain(rules, group, rest, tile) // DENIED
    return 0


def _gain(rules: RuleSet, group: tuple[int, ...], held: list[int], tile: int) -> int:
    return group_chance(rules, group, [*held, tile]) - group_chance(rules, group, held)
