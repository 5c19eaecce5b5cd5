"""Ah Long: one loan at a time, in the own turn, collected when the start is passed or reached."""

from ketuk.engine.acts.owing import solvent, transfer
from ketuk.engine.causes import PaidFor, StateChange
from ketuk.engine.commands import AnyCommand, Borrow, Repay
from ketuk.engine.draft import Draft
from ketuk.engine.events import StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.debt import raisable, waiting_for
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets.rel.moments import own_moment
from ketuk.engine.states import Loans
from ketuk.engine.table import BANK, Table, replace


def may_borrow(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether Ah Long lends now: cash less what is due is low, and nothing is owed (R-18)."""
    if refused := own_moment(table, seat):
        return refuse(refused.reason, "R-18", **refused.about)
    return _lends(rules, table, seat)


def _lends(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """As ``may_borrow``; the moment is not looked at here."""
    if owed := table.state(Loans).of(seat):
        return refuse(Reason.HAS_LOAN, "R-19", amount=owed)
    below = rules.figures["loan_below"]
    if table.player(seat).cash - waiting_for(table, seat) >= below:
        return refuse(Reason.ENOUGH_CASH, "R-18", amount=below)
    return None


def borrow(draft: Draft, command: Borrow) -> Refused | None:
    """Take the loan."""
    rules, seat = draft.rules, command.seat
    if refused := may_borrow(rules, draft.table, seat):
        return refused
    transfer(draft, BANK, seat, rules.figures["loan"], PaidFor("loan_taken"), ruling="R-18")
    loans = draft.table.state(Loans)
    draft.add(StateChanged(loans.owing(seat, rules.figures["loan_due"])))
    return None


def may_repay(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether a loan can be paid back now, from the cash in hand, with all that waits covered."""
    return own_moment(table, seat) or _takes_back(rules, table, seat)


def _takes_back(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """As ``may_repay``; the moment is not looked at here."""
    if not (owed := table.state(Loans).of(seat)):
        return refuse(Reason.NO_LOAN)
    return solvent(rules, table, seat, owed, "R-27") or _still_covers(rules, table, seat, owed)


def _still_covers(rules: RuleSet, table: Table, seat: int, owed: int) -> Refused | None:
    """Whether what waits for a seat stays as covered as it is once the loan is paid back (R-28)."""
    if not (amount := waiting_for(table, seat)):
        return None
    reach = table.player(seat).cash + raisable(rules, table, seat)
    short = min(amount, reach) - (reach - owed)
    if short <= 0:
        return None
    return refuse(Reason.LOAN_UNCOVERED, "R-28", amount=amount, short=amount - (reach - owed))


def repay(draft: Draft, command: Repay) -> Refused | None:
    """Pay the loan back early."""
    if refused := may_repay(draft.rules, draft.table, command.seat):
        return refused
    loans, seat = draft.table.state(Loans), command.seat
    transfer(draft, seat, BANK, loans.of(seat), PaidFor("loan_repaid"))
    draft.add(StateChanged(loans.owing(seat, 0)))
    return None


def collect(draft: Draft, seat: int) -> None:
    """Ah Long takes what is owed, even into minus (R-19)."""
    loans = draft.table.state(Loans)
    if owed := loans.of(seat):
        transfer(draft, seat, BANK, owed, PaidFor("loan_collected"), ruling="R-19")
        draft.add(StateChanged(replace(loans.owing(seat, 0), collected=seat)))


def lapse(draft: Draft, seat: int) -> None:
    """Ah Long takes nothing from who is bankrupt (R-21)."""
    loans = draft.table.state(Loans)
    if loans.of(seat):
        draft.add(StateChanged(loans.owing(seat, 0), StateChange("loan_lapsed"), seat, "R-21"))


def ways(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """Borrow and repay, if a seat may."""
    commands: list[AnyCommand] = []
    if own_moment(table, seat) is not None:
        return commands
    if table.state(Loans).of(seat):
        if _takes_back(rules, table, seat) is None:
            commands.append(Repay(seat))
    elif _lends(rules, table, seat) is None:
        commands.append(Borrow(seat))
    return commands
