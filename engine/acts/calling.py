"""Open auctions: bids are called out, each higher, until everybody else has left the bidding.

A property that comes under the hammer goes through ``open_bidding``; other goods (``Auction.why``)
bring their own opening. ``go_on`` is a step: it settles by itself what nobody has to be asked.
"""

from collections.abc import Callable

from ketuk.engine.acts.bidding import bidding
from ketuk.engine.acts.owing import demand, transfer
from ketuk.engine.causes import AcquiredBy, AuctionEnd, BillBase, PaidFor, PassedBy
from ketuk.engine.commands import AnyCommand, Bid, Pass
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    Acquired,
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    BidCalled,
    Passed,
)
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.money import down
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import AuctionTerms, RuleSet
from ketuk.engine.table import BANK, Auction, Auctioneer, Bidding, Deliver, Due, Table

Hammer = Callable[[Draft, Auction], None]
"""Hands over what was won; the bid is in ``high`` and ``high_seat``."""


def open_bidding(draft: Draft, task: Auctioneer) -> bool:
    """A property comes under the hammer."""
    draft.done()
    rules, table, terms = draft.rules, draft.table, terms_of(draft.rules)
    least = max(rules.board.deed(task.tile).least_bid, terms.least(rules, table, task.tile))
    auction = Auction(
        task.tile,
        terms.bidders(rules, table, task),
        task.leader,
        task.why,
        minimum=least,
        seller=task.seller,
        stage="open",
        answered=task.leader if terms.rotation else 0,
    )
    draft.add(AuctionOpened(auction))
    draft.plan(Bidding())
    return True


def terms_of(rules: RuleSet) -> AuctionTerms:
    """The terms of open auctions, in a set that has them."""
    assert rules.auctions is not None
    return rules.auctions


def least_call(rules: RuleSet, auction: Auction, seat: int) -> int:
    """The lowest bid that a seat can call now."""
    higher = auction.high + terms_of(rules).raise_by if auction.high else 0
    least = max(auction.minimum, higher)
    return max(least, dict(auction.floors).get(seat, 0)) if auction.floors else least


def bounds(rules: RuleSet, table: Table, seat: int) -> tuple[int, int]:
    """Least and most that a seat can call now; most is below least if it cannot bid."""
    auction = table.auction
    if auction is None or auction.stage != "open" or seat not in auction.callers:
        return 1, 0
    most = down(terms_of(rules).limit(rules, table, seat), rules.meta.step)
    return least_call(rules, auction, seat), most


def may_call(rules: RuleSet, table: Table, seat: int, amount: int) -> Refused | None:
    """Whether a bid can be called: higher than the last, and within what a seat may bid."""
    auction = bidding(table, seat, "open")
    if type(auction) is Refused:
        return auction
    if refused := still_in(auction, seat):
        return refused
    least = least_call(rules, auction, seat)
    if amount < least or amount % rules.meta.step:
        return refuse(Reason.BID_BELOW_MINIMUM, rules.cite("open_bids"), minimum=least)
    if amount > terms_of(rules).limit(rules, table, seat):
        return refuse(Reason.BID_ABOVE_CASH, rules.cite("bid_in_cash"))
    return None


def still_in(auction: Auction, seat: int) -> Refused | None:
    """Whether the auction waits for a seat: it is still in, not ahead, and next in a rotation."""
    if seat == auction.high_seat:
        return refuse(Reason.HIGHEST_ALREADY, amount=auction.high)
    if seat not in auction.seats or seat in auction.passed:
        return refuse(Reason.NOT_BIDDING)
    callers = auction.callers
    return None if seat in callers else refuse(Reason.NOT_YOUR_TURN, seat=callers[0])


def call(draft: Draft, command: Bid) -> Refused | None:
    """Call out a bid."""
    if refused := may_call(draft.rules, draft.table, command.seat, command.amount):
        return refused
    draft.add(BidCalled(command.seat, command.amount))
    return None


def may_pass(table: Table, seat: int) -> Refused | None:
    """Whether a seat can leave the bidding."""
    auction = bidding(table, seat, "open")
    return auction if type(auction) is Refused else still_in(auction, seat)


def leave_bidding(draft: Draft, command: Pass) -> Refused | None:
    """Leave the bidding for good."""
    if refused := may_pass(draft.table, command.seat):
        return refused
    draft.add(Passed(command.seat, PassedBy("said")))
    return None


def calls(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """The lowest bid that a seat can call, if it can, and leaving the bidding."""
    least, most = bounds(rules, table, seat)
    bids: list[AnyCommand] = [Bid(seat, least)] if least <= most else []
    return [*bids, Pass(seat)]


def go_on(hammer: Hammer, *, unsold: Callable[[Auction], AuctionEnd]) -> Callable[..., bool]:
    """The step of an open auction: those who cannot bid are out, and the last bid wins.

    Args:
        hammer: hands over what was won.
        unsold: how an auction closes in which nobody has bid.
    """

    def step(draft: Draft, task: Bidding) -> bool:
        while unable := _unable(draft):
            for seat in unable:
                draft.add(Passed(seat, PassedBy("unable")))
        auction = draft.table.auction
        assert auction is not None
        if auction.callers:
            return False
        draft.done()
        if auction.high_seat:
            draft.add(AuctionWon(auction.high_seat, auction.tile, auction.high))
            hammer(draft, auction)
        else:
            no_bid = draft.rules.cite("no_bid")
            draft.add(AuctionClosed(auction.tile, unsold(auction), no_bid))
        return True

    return step


def _unable(draft: Draft) -> list[int]:
    """Who is asked and could not bid, whatever it raised."""
    rules, table, auction = draft.rules, draft.table, draft.table.auction
    assert auction is not None
    reach = terms_of(rules).reach
    return [
        seat
        for seat in auction.callers
        if reach(rules, table, auction, seat) < least_call(rules, auction, seat)
    ]


def sell_property(draft: Draft, auction: Auction) -> None:
    """The winner pays the bank and has the property; who bid on credit, once it is paid."""
    seat, tile, price = auction.high_seat, auction.tile, auction.high
    if draft.table.player(seat).cash < price:
        draft.plan(Deliver(seat, tile, price))
        demand(
            draft, Due(seat, BANK, price, PaidFor("price"), bill=bill(tile, price, BillBase("bid")))
        )
        return
    transfer(draft, seat, BANK, price, PaidFor("price"), tile=tile)
    _has(draft, seat, tile, price)


def void_if_led(draft: Draft, seat: int) -> None:
    """An auction in which a leaver is ahead is over without a sale: for sets that have it so."""
    auction = draft.table.auction
    if auction is not None and auction.stage == "open" and auction.high_seat == seat:
        draft.add(AuctionClosed(auction.tile, AuctionEnd("void"), draft.rules.cite("leaving")))


def deliver(draft: Draft, task: Deliver) -> bool:
    """The price is paid; a winner who went out instead is gone, and this task with it."""
    draft.done()
    _has(draft, task.seat, task.tile, task.price)
    return True


def _has(draft: Draft, seat: int, tile: int, price: int) -> None:
    draft.add(Acquired(seat, tile, BANK, AcquiredBy("auction"), price))
    draft.add(AuctionClosed(tile, AuctionEnd("sold")))
