"""How a player stands, in few words: stuck, in debt, under contract."""

from collections.abc import Iterator

from ketuk.engine.states import Loans
from ketuk.engine.table import Due, PayPrice, Table
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.naming import jailed


def _to_pay(table: Table, seat: int) -> Iterator[int]:
    """What the table waits for from a seat, or will when what is asked now is answered."""
    for task in table.agenda:
        if isinstance(task, Due) and task.seat == seat:
            yield task.amount
        if isinstance(task, PayPrice) and task.seat == seat:
            yield task.price


def stuck(names: Names, seat: int, *, rents: bool = True) -> Iterator[str]:
    """What everybody sees of it, each in a few words.

    Args:
        rents: whether open rents are told, which nobody need tell if they lapse.
    """
    table, words = names.table, names.words
    if due := sum(_to_pay(table, seat)):
        yield words("screens.must_pay", amount=due)
    if here := jailed(table, names.rules, seat):
        yield words(f"screens.pawn_{here}", jail=names.jail)
    if names.rules.spared(names.rules, table, seat):
        yield words("screens.first_lap")
    if owed := sum(d.amount for d in table.debts if d.debtor == seat):
        yield words("screens.owes", amount=owed)
    if lent := table.state(Loans).of(seat):
        lender = names.telling.names.term("lender")
        yield words("screens.owes_lender", lender=lender, amount=lent)
    unpaid = sum(r.bill.total for r in table.rents if r.lander == seat)
    if unpaid and rents:
        yield words("screens.rent_open", amount=unpaid)
    if taken := [c for c in table.contracts if c.taker == seat]:
        yield words("screens.contracts", count=len(taken))
    mates = [s for s in table.seats if s != seat and _side(names, s) == _side(names, seat)]
    for mate in mates:
        yield words("screens.mate", name=table.player(mate).name)
    if not names.rules.seating.hand_deck and (hand := table.player(seat).hand):
        yield ", ".join(names.telling.names.card(card, table) for card in hand)
    if goals := names.rules.goals:
        reached = sum([goal.reached(table, seat, goal.id) for goal in goals])
        yield words("screens.goals_reached", count=reached, of=len(goals))


def _side(names: Names, seat: int) -> int:
    return names.rules.side(names.rules, names.table, seat)
