"""The property under the hammer, and the tasks of an auction."""

from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from ketuk.engine.remembering import LastFound
from ketuk.engine.table.task import OfTile, TableAround, Task
from ketuk.engine.table.value import BANK, Value


class SealedBid(Value, frozen=True):
    """A bid card laid by a seat; ``card`` is 0 to 5 for nothing to five quarters of the price."""

    seat: int
    card: int


class Standing(Value, frozen=True):
    """Net worth and cash of a seat at the reveal, for ties."""

    seat: int
    worth: int
    cash: int


class SealedBids(Value, frozen=True):
    """What an auction of sealed bids keeps; empty if bids are called out."""

    ready: tuple[int, ...] = ()
    """Seats that are done with mortgaging."""
    bids: tuple[SealedBid, ...] = ()
    standings: tuple[Standing, ...] = ()
    declared: tuple[tuple[int, int], ...] = ()
    """Seats that declared a card to change their bid, with that card."""

    def with_bid(self, seat: int, card: int) -> "SealedBids":
        """A bid card of a seat, in the place of the one it laid before."""
        bids = [b for b in self.bids if b.seat != seat]
        bids.append(SealedBid(seat, card))
        return replace(self, bids=tuple(bids))

    def without(self, seat: int) -> "SealedBids":
        """Nothing of a seat that has left."""
        return SealedBids(
            ready=tuple([s for s in self.ready if s != seat]),
            bids=tuple([b for b in self.bids if b.seat != seat]),
            standings=tuple([s for s in self.standings if s.seat != seat]),
            declared=tuple([d for d in self.declared if d[0] != seat]),
        )


AuctionStage: TypeAlias = Literal["window", "bids", "revealed", "swap", "settling", "open"]
"""``open`` if bids are called out; the others are those of sealed bids, in their order."""


class Auction(Value, frozen=True):
    """The property under the hammer."""

    tile: int
    seats: tuple[int, ...]
    """Who may bid."""
    leader: int
    """Who goes on: the active player, or the opener before the turns."""
    why: str
    """Id of what brought it here: declined, left, capital, forced_sale ..."""
    minimum: int = 0
    """Bids below it count as nothing."""
    seller: int = BANK
    stage: AuctionStage = "window"
    sealed: SealedBids = SealedBids()
    high: int = 0
    """The highest open bid, if bids are open."""
    high_seat: int = 0
    passed: tuple[int, ...] = ()
    """Who has left the open bidding, in that order."""
    floors: tuple[tuple[int, int], ...] = ()
    """Seats with a lowest bid of their own, and that bid."""
    answered: int = 0
    """Where bidders are asked one after the other: the seat before the next; 0 if all are."""

    @property
    def callers(self) -> tuple[int, ...]:
        """Whom the open bidding waits for: still in and not ahead, and next in a rotation."""
        return CALLERS.of(self)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """Bidders whose answer is missing, in seat order; if none is, who goes on."""
        match self.stage:
            case "window":
                done = set(self.sealed.ready)
            case "bids":
                done = {b.seat for b in self.sealed.bids}
            case "open":
                return self.callers
            case "swap":
                return (self.sealed.declared[0][0],)
            case _:
                return (self.leader,)
        missing = tuple(sorted(set(self.seats) - done))
        return missing or (self.leader,)


def _callers(auction: Auction) -> tuple[int, ...]:
    callers = [s for s in auction.seats if s not in auction.passed and s != auction.high_seat]
    if not auction.answered or not callers:
        return tuple(callers)
    later = [s for s in callers if s > auction.answered]
    return (min(later or callers),)


CALLERS = LastFound(_callers)
"""Asked several times between two bids."""


class Auctioneer(Task, frozen=True):
    """An auction opens when its turn in the agenda comes."""

    half_done: ClassVar[bool] = True
    tile: int
    leader: int
    why: str
    seller: int = BANK

    @property
    def in_question(self) -> int:
        """The tile under the hammer."""
        return self.tile


class Bidding(Task, frozen=True):
    """The auction on the table goes on; ``table.auction`` has its state."""

    half_done: ClassVar[bool] = True
    unhurried: ClassVar[bool] = True

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """Bidders whose bid is missing, or who goes on."""
        return table.auction.waits_for if table.auction is not None else ()

    @property
    def of_auction(self) -> bool:
        """It is the auction."""
        return True


class Settle(Task, frozen=True):
    """The revealed auction is settled."""

    half_done: ClassVar[bool] = True

    @property
    def of_auction(self) -> bool:
        """It ends it."""
        return True


class PayPrice(OfTile, frozen=True):
    """The winner of an auction pays for the property."""

    half_done: ClassVar[bool] = True
    price: int

    @property
    def of_auction(self) -> bool:
        """It ends it."""
        return True


class Deliver(OfTile, frozen=True):
    """Whoever won an open auction on credit has the property once the price is paid."""

    half_done: ClassVar[bool] = True
    price: int

    @property
    def of_auction(self) -> bool:
        """It ends it."""
        return True
