"""Payments, due ones, and what is left of them as debt."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.causes import FreedBy, PaidFor, RentEnd
from ketuk.engine.commands import ClaimRent, Pay, PayRent
from ketuk.engine.draft import Draft
from ketuk.engine.events import Freed, Owed, Paid, RentClosed, RentOpened
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Bill, Charge, Due, Free, OpenRent, Table, Walk, replace

LAPSED = RentEnd("lapsed")


def transfer(
    draft: Draft,
    payer: int,
    payee: int,
    amount: int,
    why: PaidFor,
    *,
    tile: int = -1,
    bill: Bill | None = None,
    ruling: str = "",
) -> None:
    """Move money; what a debtor receives goes on to the creditors, oldest debt first."""
    if not amount:
        return
    draft.add(Paid(payer, payee, amount, why, tile, bill, ruling))
    left = amount
    while payee > BANK and left and draft.table.debts:
        debt = next((d for d in draft.table.debts if d.debtor == payee), None)
        if debt is None:
            return
        part = min(left, debt.amount)
        left -= part
        transfer(
            draft,
            payee,
            debt.creditor,
            part,
            PaidFor("debt"),
            ruling=draft.rules.cite("creditors_first"),
        )


def demand(draft: Draft, due: Due) -> None:
    """A payment falls due: paid at once if it can be, else asked for, else a debt."""
    if due.voidable or _must_raise(draft.rules, draft.table, due):
        draft.plan(due)
    else:
        settle(draft, due)


def _must_raise(rules: RuleSet, table: Table, due: Due) -> bool:
    short = due.amount - table.player(due.seat).cash if due.amount else 0
    return short > 0 and rules.ruin.must_raise(rules, table, due.seat, short)


def settle(draft: Draft, due: Due) -> None:
    """Pay what is due from cash; what becomes of the rest is for the rule set to say.

    Cash below zero pays nothing. Where several get a part, they are paid in order as far as it
    reaches.
    """
    left = min(max(draft.table.player(due.seat).cash, 0), due.amount)
    tile = due.bill.tile if due.bill else -1
    unpaid: list[tuple[int, int]] = []
    for payee, amount in due.parts:
        paid = min(left, amount)
        left -= paid
        why, bill = (due.why, due.bill) if payee == due.to else (PaidFor("share"), None)
        transfer(draft, due.seat, payee, paid, why, tile=tile, bill=bill, ruling=due.ruling)
        if paid < amount:
            unpaid.append((payee, amount - paid))
    if unpaid:
        (first, _), *others = unpaid
        short = sum([amount for _, amount in unpaid])
        rest = replace(due, to=first, amount=short, shares=tuple(others)) if due.shares else due
        draft.rules.ruin.unpaid(draft, rest, short)
    if due.then and not draft.table.player(due.seat).left:
        draft.add(Freed(due.seat, FreedBy("tries")))
        draft.plan(Walk(due.seat, due.then))


def empty_purse(draft: Draft, seat: int, to: int, why: PaidFor) -> None:
    """All the cash of a seat goes to an account; what is missing below zero is the bank's loss."""
    cash = draft.table.player(seat).cash
    if cash >= 0:
        transfer(draft, seat, to, cash, why)
    else:
        transfer(draft, BANK, seat, -cash, why)


def book_debt(draft: Draft, due: Due, short: int) -> None:
    """The unpaid rest is a debt from now on, to each who has a part of it."""
    ruling = due.ruling or draft.rules.cite("rest_is_debt")
    rest = short - sum([amount for _, amount in due.shares])
    for creditor, amount in ((due.to, rest), *due.shares):
        draft.add(Owed(due.seat, creditor, amount, due.why, ruling))


def may_pay_due(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether the due payment on top can be made, or be booked as a debt."""
    top = table.top
    if type(top) is not Due:
        return refuse(Reason.NOTHING_DUE)
    if refused := asked(table, seat, Due):
        return refused
    if _must_raise(rules, table, top):
        short = top.amount - table.player(seat).cash
        return refuse(Reason.MUST_RAISE, rules.cite("raise_first"), short=short)
    return None


def pay_due(draft: Draft, command: Pay) -> Refused | None:
    """Pay the due payment on top of the agenda."""
    if refused := may_pay_due(draft.rules, draft.table, command.seat):
        return refused
    if command.card:
        return refuse(Reason.CARD_NOT_NOW, card=command.card)
    due = draft.table.top
    assert isinstance(due, Due)
    draft.done()
    settle(draft, due)
    return None


def pay_once_covered(draft: Draft, task: Due) -> bool:
    """A payment that waits is made the moment cash covers it: a step, if a set has it so."""
    if draft.table.player(task.seat).cash < task.amount:
        return False
    draft.done()
    settle(draft, task)
    return True


def charge(draft: Draft, task: Charge) -> bool:
    """A planned payment becomes due now."""
    draft.done()
    if not draft.table.player(task.seat).left:
        demand(
            draft,
            Due(task.seat, task.to, task.amount, task.why, task.ruling, task.bill, task.voidable),
        )
    return True


def open_rent(table: Table, lander: int, tile: int) -> OpenRent | None:
    """The oldest open rent of a lander on a tile."""
    return next((r for r in table.rents if (r.lander, r.bill.tile) == (lander, tile)), None)


def may_pay_rent(table: Table, seat: int, tile: int) -> Refused | None:
    """Whether there is a rent to pay for a tile, in a free moment of anybody's turn."""
    if type(table.top) is not Free:
        return refuse(Reason.NOT_ASKED)
    if open_rent(table, seat, tile) is None:
        return refuse(Reason.NO_OPEN_RENT, tile=tile)
    return None


def pay_rent(draft: Draft, command: PayRent) -> Refused | None:
    """The lander pays an open rent."""
    if refused := may_pay_rent(draft.table, command.seat, command.tile):
        return refused
    rent = open_rent(draft.table, command.seat, command.tile)
    assert rent is not None
    collect(draft, rent, RentEnd("paid"))
    return None


def claimable(table: Table, claim: ClaimRent) -> OpenRent | None:
    """The rent that an owner asks a lander for: the oldest, or the oldest of a tile."""
    theirs = (r for r in table.rents if (r.lander, r.owner) == (claim.debtor, claim.seat))
    return next((r for r in theirs if claim.tile in (-1, r.bill.tile)), None)


def may_claim(rules: RuleSet, table: Table, claim: ClaimRent) -> Refused | None:
    """Whether an owner may ask for a rent now (ruling on forgotten rent)."""
    if type(table.top) is not Free:
        return refuse(Reason.QUESTION_OPEN)
    if claimable(table, claim) is None:
        return refuse(Reason.NO_OPEN_RENT, rules.cite("forgotten_rent"), seat=claim.debtor)
    return None


def claim_rent(draft: Draft, command: ClaimRent) -> Refused | None:
    """The owner asks a lander for an open rent."""
    if refused := may_claim(draft.rules, draft.table, command):
        return refused
    rent = claimable(draft.table, command)
    assert rent is not None
    collect(draft, rent, RentEnd("claimed"))
    return None


def owe_rent(draft: Draft, lander: int, owner: int, bill: Bill) -> None:
    """A rent of a landing: due at once or open from now on, as the set has it."""
    if draft.rules.rent_at_once:
        _demand_rent(draft, lander, owner, bill)
    else:
        draft.add(RentOpened(lander, owner, bill))


def collect(draft: Draft, rent: OpenRent, how: RentEnd) -> None:
    """An open rent becomes due now."""
    draft.add(RentClosed(rent.lander, rent.owner, rent.bill.tile, how))
    _demand_rent(draft, rent.lander, rent.owner, rent.bill)


def _demand_rent(draft: Draft, lander: int, owner: int, bill: Bill) -> None:
    demand(draft, Due(lander, owner, bill.total, PaidFor("rent"), bill=bill, shares=bill.shares))


def lapse_after_roll(draft: Draft, seat: int) -> None:
    """Where the set has it so, another player's roll, or what replaces one, ends a late rent."""
    if draft.rules.rent_lapses(draft.table.options):
        lapse(draft, tuple(r for r in draft.table.rents if r.lander != seat))


def lapse(draft: Draft, rents: tuple[OpenRent, ...], how: RentEnd = LAPSED) -> None:
    """Open rents are lost."""
    for rent in rents:
        draft.add(
            RentClosed(
                rent.lander, rent.owner, rent.bill.tile, how, draft.rules.cite("forgotten_rent")
            )
        )


def solvent(
    rules: RuleSet, table: Table, seat: int, amount: int, ruling: str = ""
) -> Refused | None:
    """Whether a seat may and can pay something optional; ``ruling`` asks for that much cash."""
    if table.in_debt(seat):
        return refuse(Reason.IN_DEBT, rules.cite("creditors_first"))
    if (cash := table.player(seat).cash) < amount:
        ruling = ruling or (rules.cite("cash_below_zero") if cash < 0 else "")
        return refuse(Reason.SHORT_OF_CASH, ruling, short=amount - cash, amount=amount)
    return None
