"""Auctions."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import (
    auction_of,
)
from ketuk.engine.table import (
    Auction,
    SealedBid,
    Table,
    replace,
)


def _auction_opened(table: Table, e: ev.AuctionOpened) -> Table:
    return replace(table, auction=e.auction, count=table.count + 1)


def _seat_ready(table: Table, e: ev.SeatReady) -> Table:
    auction = auction_of(table)
    ready = (*auction.ready, e.seat)
    stage = "bids" if set(ready) >= set(auction.seats) else "window"
    return replace(table, auction=replace(auction, ready=ready, stage=stage), count=table.count + 1)


def _bid_laid(table: Table, e: ev.BidLaid) -> Table:
    auction = auction_of(table)
    return replace(
        table,
        auction=replace(auction, bids=_with_bid(auction, e.seat, e.card)),
        count=table.count + 1,
    )


def _with_bid(auction: Auction, seat: int, card: int) -> tuple[SealedBid, ...]:
    others = [b for b in auction.bids if b.seat != seat]
    return (*others, SealedBid(seat, card))


def _bids_revealed(table: Table, e: ev.BidsRevealed) -> Table:
    auction = replace(auction_of(table), stage="revealed", bids=e.bids, standings=e.standings)
    return replace(table, auction=auction, count=table.count + 1)


def _swap_declared(table: Table, e: ev.SwapDeclared) -> Table:
    auction = auction_of(table)
    declared = (*auction.declared, (e.seat, e.card))
    return replace(table, auction=replace(auction, declared=declared), count=table.count + 1)


def _swap_granted(table: Table, e: ev.SwapGranted) -> Table:
    auction = auction_of(table)
    mine = tuple([d for d in auction.declared if d[0] == e.seat])
    return replace(
        table,
        auction=replace(auction, declared=mine, stage="swap"),
        count=table.count + 1,
    )


def _bid_swapped(table: Table, e: ev.BidSwapped) -> Table:
    auction = auction_of(table)
    bids = _with_bid(auction, e.seat, e.card)
    return replace(
        table,
        auction=replace(auction, bids=bids, stage="settling"),
        count=table.count + 1,
    )


def _bid_called(table: Table, e: ev.BidCalled) -> Table:
    auction = replace(auction_of(table), high=e.amount, high_seat=e.seat)
    return replace(table, auction=_answered(auction, e.seat), count=table.count + 1)


def _answered(auction: Auction, seat: int) -> Auction:
    """Where bidders are asked one after the other, the next is asked now."""
    return replace(auction, answered=seat) if auction.answered else auction


def _passed(table: Table, e: ev.Passed) -> Table:
    auction = auction_of(table)
    auction = replace(auction, passed=(*auction.passed, e.seat))
    return replace(table, auction=_answered(auction, e.seat), count=table.count + 1)


def _bid_void(table: Table, e: ev.BidVoid) -> Table:
    auction = auction_of(table)
    bids = tuple([b for b in auction.bids if b.seat != e.seat])
    return replace(table, auction=replace(auction, bids=bids), count=table.count + 1)


def _auction_won(table: Table, e: ev.AuctionWon) -> Table:
    auction = replace(auction_of(table), stage="settling")
    return replace(table, auction=auction, count=table.count + 1)


def _auction_closed(table: Table, e: ev.AuctionClosed) -> Table:
    queue = tuple([t for t in table.queue if t != e.tile])
    return replace(table, auction=None, queue=queue, count=table.count + 1)


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.AuctionOpened: _auction_opened,
    ev.SeatReady: _seat_ready,
    ev.BidLaid: _bid_laid,
    ev.BidsRevealed: _bids_revealed,
    ev.SwapDeclared: _swap_declared,
    ev.SwapGranted: _swap_granted,
    ev.BidSwapped: _bid_swapped,
    ev.BidCalled: _bid_called,
    ev.Passed: _passed,
    ev.BidVoid: _bid_void,
    ev.AuctionWon: _auction_won,
    ev.AuctionClosed: _auction_closed,
}
