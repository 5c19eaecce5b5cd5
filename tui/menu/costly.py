"""What is asked once more before it is done, with Enter alone saying no."""

from collections.abc import Iterable

from ketuk import engine
from ketuk.engine.commands import (
    AnyCommand,
    Borrow,
    Choose,
    Concede,
    Leave,
    Mortgage,
    Pay,
    PayRent,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.events import Bankrupted
from ketuk.engine.luck import NoLuck
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table

COSTLY = (SellBuilding, SellProperty, Mortgage, Concede, Borrow)
MAY_RUIN = (Pay, PayRent, Choose, Leave)


def is_costly(rules: RuleSet, table: Table, command: AnyCommand) -> bool:
    """Whether this gives something up, binds to pay back more, or makes a player bankrupt."""
    return isinstance(command, COSTLY) or bankrupts(rules, table, command)


def any_costly(rules: RuleSet, table: Table, commands: Iterable[AnyCommand]) -> bool:
    """Whether one of several does."""
    return any(is_costly(rules, table, command) for command in commands)


def bankrupts(rules: RuleSet, table: Table, command: AnyCommand) -> bool:
    """Whether a player is bankrupt by it: a payment beyond all that there is, or declared."""
    if not isinstance(command, MAY_RUIN):
        return False
    try:
        outcome = engine.decide(table, command, rules, NoLuck())
    except LookupError:  # dice or a card come first: nobody knows what they bring
        return False
    return not isinstance(outcome, Refused) and any(isinstance(e, Bankrupted) for e in outcome)
