"""What players agree on, leave behind, or set by hand together."""

from ketuk.engine.causes import ContractEnd
from ketuk.engine.corrections import AnyCorrection
from ketuk.engine.events.event import Event
from ketuk.engine.table import Contract, Trade


class TradeProposed(Event, frozen=True):
    """A trade lies on the table."""

    trade: Trade


class TradeAgreed(Event, frozen=True):
    """Both sides agree; it is carried out at the end of the turn."""

    trade: Trade


class TradeRejected(Event, frozen=True):
    """The partner said no."""

    trade: Trade


class TradeDone(Event, frozen=True):
    """A trade was carried out."""

    trade: Trade


class TradeVoid(Event, frozen=True):
    """A trade could not be carried out."""

    trade: Trade
    reason: str
    ruling: str = ""


class HandedOver(Event, frozen=True):
    """A traded card was tapped once more by its new owner's side."""

    item: int


class ContractMade(Event, frozen=True):
    """A contract runs."""

    contract: Contract
    ruling: str = ""


class ContractEnded(Event, frozen=True):
    """A contract is over."""

    contract: Contract
    why: ContractEnd
    ruling: str = ""


class Bankrupted(Event, frozen=True):
    """A seat cannot pay what it owes, whatever it raised; ``creditor`` gets what there is."""

    seat: int
    creditor: int
    short: int
    ruling: str = ""


class SeatLeft(Event, frozen=True):
    """A player left; all that concerned the seat is void."""

    seat: int
    heir: int
    """The seat that goes on where the leaver would have."""
    ruling: str = ""


class QueueChanged(Event, frozen=True):
    """Properties of players who left wait in this order."""

    queue: tuple[int, ...]


class Corrected(Event, frozen=True):
    """The players have set something by hand."""

    seat: int
    """Who asked for it; all who still play have agreed."""
    was: AnyCorrection
    """How the game had it."""
    what: AnyCorrection
    note: str = ""
    """Why, in the players' words."""
    deck: str = ""
    """The deck of the card that it is about."""
    secret: bool = False
    """Whether that card is nobody's business but the holders'."""
