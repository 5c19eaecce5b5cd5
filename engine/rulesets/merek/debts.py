"""Payments that cash does not cover: their minute, what the app does then, and who goes out."""

from ketuk.engine.acts import building, mortgaging
from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.leaving import depart, due_without
from ketuk.engine.acts.owing import empty_purse, settle, transfer
from ketuk.engine.causes import AcquiredBy, AuctionEnd, PaidFor, ReleasedBy
from ketuk.engine.commands import Concede, Leave
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, AuctionClosed, Bankrupted, CardReturned
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, AnyTask, Due, Table, replace


def short(table: Table, due: Due) -> int:
    """By how much a payment is more than the cash of its payer; 0 if it is covered."""
    return max(0, due.amount - table.player(due.seat).cash)


def in_debt(table: Table) -> bool:
    """Whether what is on top is a payment that was not covered: it has a time of its own."""
    return type(table.top) is Due and table.clock.own(len(table.agenda) - 1)


def has_to_raise(rules: RuleSet, table: Table, seat: int, missing: int) -> bool:
    """Every payment waits until cash covers it."""
    return True


def pay_once_covered(draft: Draft) -> bool:
    """A debt is paid as soon as cash covers it; whether one was."""
    due = draft.table.top
    if type(due) is not Due or not in_debt(draft.table) or short(draft.table, due):
        return False
    draft.done()
    settle(draft, due)
    return True


def time_is_up(draft: Draft, due: Due) -> None:
    """What can be raised suffices: the app does what is needed. Else the payer is out (M-17)."""
    rules, seat = draft.rules, due.seat
    if short(draft.table, due) <= raisable(rules, draft.table, seat):
        liquidate(draft, due)
    if short(draft.table, due):
        go_out(draft, due)
    else:
        draft.done()
        settle(draft, due)


def liquidate(draft: Draft, due: Due) -> None:
    """Mortgage deeds of bare groups, then sell buildings, the cheapest first, as far as needed."""
    rules, seat = draft.rules, due.seat
    while short(draft.table, due):
        table = draft.table
        owned = sorted(table.owned(seat), key=lambda t: (rules.board.deed(t).price, t))
        bare = [t for t in owned if mortgaging.can_mortgage(rules, table, seat, t) is None]
        if bare:
            mortgaging.pledge(draft, seat, bare[0])
            continue
        built = [t for t in owned if building.can_sell_building(rules, table, seat, t) is None]
        if not built:
            return
        cheapest = min(built, key=lambda t: (rules.board.deed(t).build_price, t))
        building.sell_level(draft, seat, cheapest)


def unpaid(draft: Draft, due: Due, missing: int) -> None:
    """No payment is made before it is covered."""
    raise AssertionError(due)


def may_concede(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether a payer may go out without waiting: nothing but a trade could cover the payment."""
    if refused := asked(table, seat, Due):
        return refused
    due = table.top
    assert isinstance(due, Due)
    if short(table, due) > raisable(rules, table, seat):
        return None
    return refuse(Reason.MUST_RAISE, "M-17", short=short(table, due))


def concede(draft: Draft, command: Concede) -> Refused | None:
    """Go out at once."""
    if refused := may_concede(draft.rules, draft.table, command.seat):
        return refused
    due = draft.table.top
    assert isinstance(due, Due)
    go_out(draft, due)
    return None


# --- going out ---------------------------------------------------------------------------------


def go_out(draft: Draft, due: Due) -> None:
    """Bankrupt: by rent to its owner; by a card "to each" what cash there is (M-20); else all goes
    to the bank, or the deeds to the mate."""
    seat, missing = due.seat, short(draft.table, due)
    if due.why == "rent":
        draft.add(Bankrupted(seat, due.to, missing, draft.rules.cite("estate_to_player")))
        _to_creditor(draft, due)
        return
    ruling = due.ruling or draft.rules.cite("estate_to_bank")
    draft.add(Bankrupted(seat, BANK, missing, ruling))
    if due.ruling == draft.rules.cite("pay_each"):
        empty_purse(draft, seat, due.to, PaidFor("card"))
    give_up(draft, seat)


def leave(draft: Draft, command: Leave) -> Refused | None:
    """Surrender, at any time (M-18)."""
    surrender(draft, command.seat)
    return None


def surrender(draft: Draft, seat: int) -> None:
    """A rent that waits is paid if cash covers it; else the deeds go to its owner (M-18)."""
    waiting = [t for t in draft.table.agenda if type(t) is Due and t.seat == seat]
    rent = next((t for t in waiting if t.why == "rent"), None)
    if rent is not None and short(draft.table, rent):
        go_out(draft, rent)
        return
    if rent is not None:
        settle(draft, replace(rent, then=0))
    give_up(draft, seat)


def give_up(draft: Draft, seat: int) -> None:
    """Cash to the bank; deeds unowned and cleared, or as they stand to the mate still in."""
    _void_auctions(draft, seat)
    mate = mate_of(draft.rules, draft.table, seat)
    for tile in draft.table.owned(seat):
        if mate:
            draft.add(Acquired(mate, tile, seat, AcquiredBy("estate")))
        else:
            building.release(draft, tile, ReleasedBy("bankrupt"))
    _cards_back(draft, seat)
    empty_purse(draft, seat, BANK, PaidFor("estate"))
    depart(draft, seat)


def mate_of(rules: RuleSet, table: Table, seat: int) -> int:
    """The mate who still plays; 0 for none."""
    side = rules.side(rules, table, seat)
    return next((s for s in table.seats if s != seat and rules.side(rules, table, s) == side), 0)


def _to_creditor(draft: Draft, due: Due) -> None:
    """Cash by the split of the bill, deeds as they stand."""
    seat, cash = due.seat, draft.table.player(due.seat).cash
    _void_auctions(draft, seat)
    for account, amount in due.shares:
        transfer(draft, seat, account, cash * amount // due.amount, PaidFor("share"), bill=due.bill)
    empty_purse(draft, seat, due.to, PaidFor("estate"))
    for tile in draft.table.owned(seat):
        draft.add(Acquired(due.to, tile, seat, AcquiredBy("estate")))
    _cards_back(draft, seat)
    depart(draft, seat)


def _cards_back(draft: Draft, seat: int) -> None:
    for card in draft.table.player(seat).hand:
        draft.add(CardReturned(card, draft.rules.cards[card].deck, "bankrupt"))


def _void_auctions(draft: Draft, seat: int) -> None:
    """An auction that the leaver leads, or has won and not paid, is over without a sale (M-10)."""
    auction = draft.table.auction
    if auction is not None and auction.high_seat == seat:
        draft.add(AuctionClosed(auction.tile, AuctionEnd("void"), "M-10"))


def price_without(draft: Draft, task: Due, seat: int, heir: int) -> tuple[AnyTask, ...]:
    """A price is owed to nobody once payer or seller has gone; other payments as everywhere."""
    if task.why == "price" and task.concerns(seat):
        return ()
    return due_without(draft, task, seat, heir)
