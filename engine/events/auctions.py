"""Auctions: of every kind, of sealed bids, of bids called out."""

from ketuk.engine.causes import AuctionEnd, BidVoidFor, PassedBy
from ketuk.engine.events.event import Event
from ketuk.engine.table import Auction, SealedBid, Standing


class AuctionOpened(Event, frozen=True):
    """A property comes under the hammer."""

    auction: Auction


class SeatReady(Event, frozen=True):
    """A bidder is done with mortgaging."""

    seat: int


class BidLaid(Event, frozen=True):
    """A bid card lies face down; secret until the reveal."""

    seat: int
    card: int


class BidsRevealed(Event, frozen=True):
    """All bid cards are turned over."""

    bids: tuple[SealedBid, ...]
    standings: tuple[Standing, ...]


class SwapDeclared(Event, frozen=True):
    """A seat wants to change its bid card; the card that allows it is named at the reveal."""

    seat: int
    card: int


class SwapGranted(Event, frozen=True):
    """The first who declared may lay another bid card."""

    seat: int


class BidSwapped(Event, frozen=True):
    """A bid card was exchanged in the open."""

    seat: int
    card: int
    ruling: str = ""


class BidCalled(Event, frozen=True):
    """A bid was called out."""

    seat: int
    amount: int


class Passed(Event, frozen=True):
    """A seat is out of the open bidding."""

    seat: int
    how: PassedBy
    """said; unable: cash and all that could be raised do not reach the next bid."""


class BidVoid(Event, frozen=True):
    """A bid no longer counts."""

    seat: int
    why: BidVoidFor
    ruling: str = ""


class AuctionWon(Event, frozen=True):
    """The hammer fell."""

    seat: int
    tile: int
    price: int
    tied: tuple[int, ...] = ()
    ruling: str = ""


class AuctionClosed(Event, frozen=True):
    """The auction is over."""

    tile: int
    how: AuctionEnd
    """sold, unsold, unsold_building, kept, nobody, void."""
    ruling: str = ""
