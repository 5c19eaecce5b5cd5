"""What the tiles do that are no property: taxes, cards, parking, the way to jail."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.leaving_jail import send_to_jail
from ketuk.engine.acts.owing import demand, transfer
from ketuk.engine.commands import AnyCommand, Choose
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.money import down, up
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.victory import printed_worth
from ketuk.engine.table import BANK, POT, Due, Table, TaxChoice

POT_RULE = "pot"
"""House rule: taxes, fines and repairs gather, and who stops on the parking takes them."""
FIXED, PART = "fixed", "part"


def fines_to(table: Table) -> int:
    """The account that gets taxes, fines and repairs (K-25)."""
    return POT if POT_RULE in table.options.house else BANK


def half_of_each(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """Half the price of a building, down, for each of them (K-16)."""
    return levels * down(rules.board.deed(tile).build_price, rules.meta.step, per=2)


def land_on_tax(draft: Draft, seat: int, tile: int) -> None:
    """A fixed tax."""
    amount = draft.rules.board.tiles[tile].amount
    demand(draft, Due(seat, fines_to(draft.table), amount, "tax"))


def land_on_income_tax(draft: Draft, seat: int, tile: int) -> None:
    """A fixed sum or a part of the worth: the player chooses first (K-10)."""
    draft.plan(TaxChoice(seat, tile))


def tax_options(rules: RuleSet, table: Table, task: TaxChoice) -> list[AnyCommand]:
    """Both ways to pay."""
    return [Choose(task.seat, FIXED), Choose(task.seat, PART)]


def choose(draft: Draft, command: Choose) -> Refused | None:
    """Pay the income tax in the way that was chosen."""
    if refused := asked(draft.table, command.seat, TaxChoice):
        return refused
    if command.option not in (FIXED, PART):
        return refuse(Reason.MISSING, option=command.option)
    top, rules, table = draft.table.top, draft.rules, draft.table
    assert isinstance(top, TaxChoice)
    draft.done()
    amount, why, count = rules.board.tiles[top.tile].amount, "tax_fixed", 0
    if command.option == PART:
        count = printed_worth(rules, table, command.seat)
        amount = up(count, rules.meta.step, times=rules.figures["income_tax"], per=100)
        why = "tax_part"
    due = bill(top.tile, amount, why, count, rulings=("K-10",))
    demand(draft, Due(command.seat, fines_to(table), amount, "tax", "K-10", due))
    return None


def land_on_parking(draft: Draft, seat: int, tile: int) -> None:
    """Nothing, or by the house rule all that has gathered (K-25)."""
    draft.add(Landed(seat, tile, "nothing"))
    if fines_to(draft.table) == POT:
        transfer(draft, POT, seat, draft.table.pot, "pot", ruling="K-25")


def land_on_go_to_jail(draft: Draft, seat: int, tile: int) -> None:
    """Straight to jail."""
    send_to_jail(draft, seat, "sent")
