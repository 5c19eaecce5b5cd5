"""Taxes: a fixed sum, or a part of the worth where the player chooses it before counting."""

from collections.abc import Callable

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.owing import demand
from ketuk.engine.causes import BillBase, PaidFor
from ketuk.engine.commands import AnyCommand, Choose
from ketuk.engine.draft import Draft
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import Act, Land, RuleSet
from ketuk.engine.table import Due, Table, TaxChoice

FIXED, PART = "fixed", "part"
"""Options of the choice."""


def land_on_fixed(to: Callable[[Table], int]) -> Land:
    """A tile with a fixed tax, paid to the account that ``to`` names."""

    def land(draft: Draft, seat: int, tile: int) -> None:
        amount = draft.rules.board.tiles[tile].amount
        demand(draft, Due(seat, to(draft.table), amount, PaidFor("tax")))

    return land


def land_on_choice(draft: Draft, seat: int, tile: int) -> None:
    """A fixed sum or a part of the worth: the player chooses first."""
    draft.plan(TaxChoice(seat, tile))


def tax_options(rules: RuleSet, table: Table, task: TaxChoice) -> list[AnyCommand]:
    """Both ways to pay."""
    return [Choose(task.seat, FIXED), Choose(task.seat, PART)]


def pay_as_chosen(
    to: Callable[[Table], int],
    part: Callable[[RuleSet, int], int],
    worth: Callable[[RuleSet, Table, int], int],
) -> Act:
    """Pay the tax in the way that was chosen.

    Args:
        to: the account that gets it.
        part: what a worth comes to.
        worth: what is counted of a player, which need not be what the ranking counts.
    """

    def choose(draft: Draft, command: Choose) -> Refused | None:
        if refused := asked(draft.table, command.seat, TaxChoice):
            return refused
        if command.option not in (FIXED, PART):
            return refuse(Reason.MISSING, option=command.option)
        top, rules, table = draft.table.top, draft.rules, draft.table
        assert isinstance(top, TaxChoice)
        draft.done()
        amount, why, count = rules.board.tiles[top.tile].amount, BillBase("tax_fixed"), 0
        if command.option == PART:
            count = worth(rules, table, command.seat)
            amount, why = part(rules, count), BillBase("tax_part")
        ruling = rules.cite("tax_choice")
        due = bill(top.tile, amount, why, count, rulings=(ruling,) if ruling else ())
        demand(draft, Due(command.seat, to(table), amount, PaidFor("tax"), ruling, due))
        return None

    return choose
