"""How many dice a move takes, and when they are a double."""

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table


def two(rules: RuleSet, table: Table, seat: int) -> int:
    """Two dice in every roll."""
    return 2


def two_equal(dice: tuple[int, ...]) -> bool:
    """Any two that are equal, and three (4.1.10)."""
    return len(set(dice)) < len(dice)
