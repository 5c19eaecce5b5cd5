"""What a mortgage brings and what redeeming costs."""

from functools import cache

from ketuk.engine.rules.money import down, up
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table


def half_price(rules: RuleSet, table: Table, tile: int) -> int:
    """Half the printed price, down (ruling 4.10.1)."""
    return _half(rules.board.deed(tile).price, rules.meta.step)


@cache
def _half(price: int, step: int) -> int:
    """Kept by figures, never by tile: a set made from another may print others."""
    return down(price, step, per=2)


def with_tenth(rules: RuleSet, table: Table, tile: int) -> int:
    """The mortgage and a tenth of it, up (ruling 4.10.1)."""
    return up(rules.mortgaging.value(rules, table, tile), rules.meta.step, times=11, per=10)


def half_with_tenth(rules: RuleSet, table: Table, tile: int) -> int:
    """The same, if a mortgage brings ``half_price``."""
    return _half_with_tenth(rules.board.deed(tile).price, rules.meta.step)


@cache
def _half_with_tenth(price: int, step: int) -> int:
    """Kept by figures, as ``_half`` is."""
    return up(_half(price, step), step, times=11, per=10)


def a_tenth(rules: RuleSet, table: Table, tile: int) -> int:
    """A tenth of the mortgage, up: a ``Mortgaging.interest``."""
    return up(rules.mortgaging.value(rules, table, tile), rules.meta.step, per=10)


def group_bare(rules: RuleSet, table: Table, tile: int) -> bool:
    """Whether the owner of a property has no building on its group (ruling 4.3.6)."""
    board, holdings = rules.board, table.holdings
    owner = holdings[tile].owner
    for sibling in board.groups[board.tiles[tile].group]:
        holding = holdings[sibling]
        if holding.level and holding.owner == owner:
            return False
    return True


def itself_bare(rules: RuleSet, table: Table, tile: int) -> bool:
    """Whether a property has no building on itself; those on its group do not matter."""
    return not table.holdings[tile].level


def group_built(rules: RuleSet, table: Table, tile: int) -> bool:
    """Whether the owner of a property has a building on any city of its group."""
    return not group_bare(rules, table, tile)
