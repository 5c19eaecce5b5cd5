"""What is asked once more before it is done, with Enter alone saying no."""

from ketuk import engine
from ketuk.engine.commands import (
    AnyCommand,
    Borrow,
    Choose,
    Concede,
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
PAYS = (Pay, PayRent, Choose)


def is_costly(rules: RuleSet, table: Table, command: AnyCommand) -> bool:
    """Whether this gives something up, binds to pay back more, or makes a player bankrupt."""
    return isinstance(command, COSTLY) or bankrupts(rules, table, command)


def bankrupts(rules: RuleSet, table: Table, command: AnyCommand) -> bool:
    """Whether a payment is more than its player can have."""
    if not isinstance(command, PAYS):
        return False
    try:
        outcome = engine.decide(table, command, rules, NoLuck())
    except LookupError:  # dice or a card come first: nobody knows what they bring
        return False
    return not isinstance(outcome, Refused) and any(isinstance(e, Bankrupted) for e in outcome)
