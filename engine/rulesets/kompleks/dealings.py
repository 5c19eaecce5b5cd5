"""Trades, payments that wait, and leaving."""

from ketuk.engine.acts import calling, ruin
from ketuk.engine.acts.asked import may_raise, on_turn
from ketuk.engine.commands import AnyCommand, Leave
from ketuk.engine.draft import Draft
from ketuk.engine.offers.questions import due
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import debt, trade
from ketuk.engine.rules.ruleset import Moments, RuleSet
from ketuk.engine.rulesets.kompleks import first_lap
from ketuk.engine.table import BANK, Due, Free, Table, Trade


def who(table: Table) -> tuple[int, ...]:
    """Whose free moment it is, or who has to pay."""
    top = table.top
    return (top.seat,) if isinstance(top, (Free, Due)) else ()


def to_trade(table: Table, seat: int) -> Refused | None:
    """The own turn or an own payment that waits, past the first lap."""
    return may_raise(table, seat) or first_lap.not_done(table, seat)


MOMENTS = Moments(
    who=who, build=on_turn, sell=may_raise, mortgage=may_raise, redeem=on_turn, trade=to_trade
)


def partners(rules: RuleSet, table: Table, seat: int) -> tuple[int, ...]:
    """One side of a trade is whoever is on turn, and both are past their first lap (KP-4)."""
    active = table.turn.seat
    past = [s for s in table.seats if s != seat and first_lap.done(table, s)]
    return tuple([s for s in past if active in (s, seat)])


def may_trade(rules: RuleSet, table: Table, deal: Trade) -> Refused | None:
    """Bare land, cash, jail cards; what a payer has to pay stays covered (KP-12, KP-16)."""
    if deal.terms is not None:
        return refuse(Reason.NO_CONTRACTS, "KP-12")
    return (
        first_lap.not_done(table, deal.proposer, deal.partner)
        or trade.deliverable(rules, table, deal)
        or debt.still_covered(rules, table, deal, {})
    )


def until_covered(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """A payment waits until cash covers it, or its payer declares bankrupt (KP-13)."""
    return True


def ways_to_pay(rules: RuleSet, table: Table, task: Due) -> list[AnyCommand]:
    """Raise money; if all of it would not suffice, declare bankrupt."""
    ways, seat = due(rules, table, task), task.seat
    short = task.amount - table.player(seat).cash
    return ways if debt.enough_to_raise(rules, table, seat, short) else [*ways, Leave(seat)]


def leave(draft: Draft, command: Leave) -> Refused | None:
    """Declare bankrupt, at any time; an auction that the leaver leads is void (KP-17)."""
    seat = command.seat
    calling.void_if_led(draft, seat)
    waiting = [t for t in reversed(draft.table.agenda) if isinstance(t, Due) and t.seat == seat]
    if waiting and waiting[0].to == BANK:
        due = waiting[0]
        ruin.go_bankrupt(draft, due, due.amount - draft.table.player(seat).cash)
        return None
    return ruin.leave_owing(draft, command)
