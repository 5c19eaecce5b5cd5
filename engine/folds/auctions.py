"""Auctions."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import auction_of
from ketuk.engine.table import Auction, AuctionStage, SealedBids, Table, replace


def _auction_opened(table: Table, e: ev.AuctionOpened) -> Table:
    return replace(table, auction=e.auction, count=table.count + 1)


def _sealed(table: Table, sealed: SealedBids, stage: AuctionStage | None = None) -> Table:
    """The sealed bids as they are now, at that stage or still at the same."""
    auction = auction_of(table)
    auction = replace(auction, sealed=sealed, stage=stage or auction.stage)
    return replace(table, auction=auction, count=table.count + 1)


def _seat_ready(table: Table, e: ev.SeatReady) -> Table:
    auction = auction_of(table)
    ready = (*auction.sealed.ready, e.seat)
    stage: AuctionStage = "bids" if set(ready) >= set(auction.seats) else "window"
    return _sealed(table, replace(auction.sealed, ready=ready), stage)


def _bid_laid(table: Table, e: ev.BidLaid) -> Table:
    return _sealed(table, auction_of(table).sealed.with_bid(e.seat, e.card))


def _bids_revealed(table: Table, e: ev.BidsRevealed) -> Table:
    sealed = replace(auction_of(table).sealed, bids=e.bids, standings=e.standings)
    return _sealed(table, sealed, "revealed")


def _swap_declared(table: Table, e: ev.SwapDeclared) -> Table:
    sealed = auction_of(table).sealed
    return _sealed(table, replace(sealed, declared=(*sealed.declared, (e.seat, e.card))))


def _swap_granted(table: Table, e: ev.SwapGranted) -> Table:
    sealed = auction_of(table).sealed
    mine = tuple([d for d in sealed.declared if d[0] == e.seat])
    return _sealed(table, replace(sealed, declared=mine), "swap")


def _bid_swapped(table: Table, e: ev.BidSwapped) -> Table:
    return _sealed(table, auction_of(table).sealed.with_bid(e.seat, e.card), "settling")


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
    sealed = auction_of(table).sealed
    return _sealed(table, replace(sealed, bids=tuple([b for b in sealed.bids if b.seat != e.seat])))


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
