"""Who cannot pay: when that may be said, and what becomes of what there is."""

from ketuk.engine.acts import building, buying, mortgaging
from ketuk.engine.acts.asked import asked, name
from ketuk.engine.acts.leaving import depart, leave_game
from ketuk.engine.acts.owing import empty_purse
from ketuk.engine.acts.ruin import after_charges, back_to_bank, clear_buildings
from ketuk.engine.causes import AcquiredBy, PaidFor, ReleasedBy
from ketuk.engine.commands import AnyCommand, Concede, Decline, Leave, Pay, Redeem
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, Bankrupted, CardReturned
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets.rel import lending
from ketuk.engine.rulesets.rel.moments import own_moment
from ketuk.engine.states import Loans
from ketuk.engine.table import BANK, Burdened, Charge, Due, Free, Table

# --- when --------------------------------------------------------------------------------------


def in_minus(table: Table, seat: int) -> bool:
    """Whether a turn has to end with cash and has not: Ah Long did not collect in it (R-19)."""
    return table.player(seat).cash < 0 and table.state(Loans).collected != seat


def missing(table: Table, seat: int) -> int:
    """What a seat has to raise now; 0 for nothing."""
    top = table.top
    if type(top) is Due:
        return top.amount - table.player(seat).cash
    if type(top) is Free and not table.turn.may_roll and in_minus(table, seat):
        return -table.player(seat).cash
    return 0


def may_concede(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether a seat may say that it is bankrupt: sales and mortgages do not suffice (R-20)."""
    if refused := own_moment(table, seat):
        return refused
    if not (short := missing(table, seat)):
        return refuse(Reason.NOTHING_DUE)
    if raisable(rules, table, seat) >= short:
        return refuse(Reason.MUST_RAISE, "R-20", short=short)
    return None


def concede(draft: Draft, command: Concede) -> Refused | None:
    """Say that one is bankrupt."""
    seat = command.seat
    if refused := may_concede(draft.rules, draft.table, seat):
        return refused
    top, short = draft.table.top, missing(draft.table, seat)
    if isinstance(top, Due):
        draft.done()
        draft.rules.ruin.unpaid(draft, top, short)
    else:
        draft.rules.ruin.unpaid(draft, Due(seat, BANK, short, PaidFor("minus")), short)
    return None


def leave(draft: Draft, command: Leave) -> Refused | None:
    """Leave for good: bankrupt to whom a payment is due, else to the bank."""
    seat, table = command.seat, draft.table
    waiting = [t for t in reversed(table.agenda) if isinstance(t, Due | Charge) and t.seat == seat]
    if waiting and waiting[0].to > BANK:
        first = waiting[0]
        due = Due(seat, first.to, first.amount, first.why, first.ruling)
        draft.rules.ruin.unpaid(draft, due, first.amount - table.player(seat).cash)
        return None
    lending.lapse(draft, seat)
    return leave_game(draft, command)


# --- what becomes of it ------------------------------------------------------------------------


def go_bankrupt(draft: Draft, due: Due, short: int) -> None:
    """Buildings go at half, the loan lapses; the rest to the creditor or the bank (R-21, R-22)."""
    seat, creditor = due.seat, due.to
    ruling = "R-22" if due.why == "card" else "R-21"
    draft.add(Bankrupted(seat, creditor, short, ruling))
    lending.lapse(draft, seat)
    if creditor > BANK:
        clear_buildings(draft, seat)
        _inherit(draft, seat, creditor)
    else:
        back_to_bank(draft, seat)


def _inherit(draft: Draft, seat: int, creditor: int) -> None:
    """Cash and properties go to the creditor, as far as that one may and will have them."""
    rules, table = draft.rules, draft.table
    tiles = table.owned(seat)
    barred = bool(tiles) and rules.may_own(rules, table, creditor, tiles[0]) is not None
    for card in table.player(seat).hand:
        draft.add(CardReturned(card, rules.cards[card].deck, "bankrupt"))
    empty_purse(draft, seat, creditor, PaidFor("estate"))
    for tile in tiles:
        if barred:
            building.release(draft, tile, ReleasedBy("bankrupt"))
        else:
            draft.add(Acquired(creditor, tile, seat, AcquiredBy("estate")))
    if not depart(draft, seat):
        return
    if barred:
        rules.ruin.left_behind(draft, tiles)
        return
    mortgaged = draft.table.mortgaged(tiles)
    after_charges(
        draft, lambda: draft.plan(*(Burdened(creditor, t, refusable=True) for t in mortgaged))
    )


# --- mortgaged properties of a new owner -------------------------------------------------------


def _others(rules: RuleSet, table: Table, task: Burdened) -> int:
    """Interest on the other properties that came in the same trade: it has to be kept."""
    return sum(
        [
            rules.mortgaging.interest(rules, table, t.tile)
            for t in table.agenda
            if isinstance(t, Burdened) and t.seat == task.seat and t != task and not t.refusable
        ]
    )


def _spare(rules: RuleSet, table: Table, price: int) -> Refused | None:
    """Whether the new owner on top has so much in cash, beside interest that is to come."""
    top = table.top
    assert isinstance(top, Burdened)
    wanted = price + _others(rules, table, top)
    short = wanted - table.player(top.seat).cash
    return refuse(Reason.SHORT_OF_CASH, amount=wanted, short=short) if short > 0 else None


def _may_keep(rules: RuleSet, table: Table, task: Burdened) -> Refused | None:
    return _spare(rules, table, rules.mortgaging.interest(rules, table, task.tile))


def _may_redeem(rules: RuleSet, table: Table, task: Burdened) -> Refused | None:
    return _spare(rules, table, rules.mortgaging.redeeming(rules, table, task.tile))


def burdened(rules: RuleSet, table: Table, task: Burdened) -> list[AnyCommand]:
    """Interest or redemption, at once and from cash; one of an estate may be left to the bank."""
    seat = task.seat
    commands: list[AnyCommand] = []
    if _may_keep(rules, table, task) is None:
        commands.append(Pay(seat))
    if _may_redeem(rules, table, task) is None:
        commands.append(Redeem(seat, task.tile))
    return [*commands, Decline(seat)] if task.refusable else commands


def pay(draft: Draft, command: Pay) -> Refused | None:
    """Pay interest on a property taken over mortgaged."""
    if refused := asked(draft.table, command.seat, Burdened):
        return refused
    top = draft.table.top
    assert isinstance(top, Burdened)
    return _may_keep(draft.rules, draft.table, top) or mortgaging.pay_interest(draft, command)


def redeem(draft: Draft, command: Redeem) -> Refused | None:
    """Redeem a mortgage; one that was just taken over only if other interest stays in cash."""
    top = draft.table.top
    if isinstance(top, Burdened) and (refused := _may_redeem(draft.rules, draft.table, top)):
        return refused
    return mortgaging.redeem(draft, command)


def decline(draft: Draft, command: Decline) -> Refused | None:
    """Release what one landed on to auction, or leave a property of an estate to the bank."""
    top = draft.table.top
    if not isinstance(top, Burdened):
        return buying.decline(draft, command)
    if refused := asked(draft.table, command.seat, Burdened):
        return refused
    if not top.refusable:
        return refuse(Reason.NOT_ASKED, question=name(top))
    draft.done()
    building.release(draft, top.tile, ReleasedBy("refused"))
    draft.rules.ruin.left_behind(draft, (top.tile,))
    return None
