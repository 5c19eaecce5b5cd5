"""What a player may ask. A command says who asks (``seat``) and never what comes of it."""

from typing import Literal, TypeAlias

from msgspec import Struct

from ketuk.engine.causes import VoteOn
from ketuk.engine.corrections import AnyCorrection
from ketuk.engine.table import Trade, snake


class Command(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=snake, tag_field="type"
):
    """Anything that a seat asks of the table."""

    seat: int


class Roll(Command, frozen=True):
    """Throw the dice and move; ``dice`` if the table rolls real ones."""

    dice: tuple[int, ...] = ()


class Throw(Command, frozen=True):
    """One real die for a tie or a target."""

    die: int


class EndTurn(Command, frozen=True):
    """Say that the turn is over."""


class RevealCard(Command, frozen=True):
    """Reveal the event of the round; ``card`` if the deck is real."""

    card: int = 0
    targets: Literal["set", "dice"] = "set"
    """Who chooses its targets: the set's own way, or dice in any edition."""


class Draw(Command, frozen=True):
    """Draw the card that is due; ``card`` if the deck is real."""

    card: int = 0


class Discard(Command, frozen=True):
    """Put a card of the hand under its deck, over the hand limit."""

    card: int


class Play(Command, frozen=True):
    """Play a card of the hand, with the target that its kind needs."""

    card: int
    tile: int = -1
    """A city."""
    target: int = 0
    """A seat."""
    steps: int = 0
    """How far Jalan Tikus goes."""
    edge: int = -1
    """Edge of a barricade: the tile after which it lies."""
    dice: tuple[int, ...] = ()
    """Real dice of Ojek."""


class Buy(Command, frozen=True):
    """Buy the property just landed on; ``card`` a discount to use."""

    card: int = 0


class Decline(Command, frozen=True):
    """Not buy it: it comes to auction."""


class Skip(Command, frozen=True):
    """Neither buy it nor bring it to auction: it stays as it is."""


class Pay(Command, frozen=True):
    """Pay what is due now; ``card`` a discount to use on a price."""

    card: int = 0


class PayRent(Command, frozen=True):
    """Pay the rent that is open for a tile."""

    tile: int


class ClaimRent(Command, frozen=True):
    """Ask a lander for an open rent towards this seat: that of a tile, or else the oldest."""

    debtor: int
    tile: int = -1


class LeaveJail(Command, frozen=True):
    """Pay the way out of the jail before rolling."""


class Fly(Command, frozen=True):
    """Take the air route instead of rolling."""


class PayDetour(Command, frozen=True):
    """Pay to pass the barricade."""


class Stop(Command, frozen=True):
    """Stop before the barricade."""


class Choose(Command, frozen=True):
    """Pick an option of the tile, by its id, with a zone, tile or seat where it needs one."""

    option: str
    target: int = 0


class Pick(Command, frozen=True):
    """Choose one of the cities that are asked for, or the tile to be put on."""

    tile: int


class Build(Command, frozen=True):
    """Build on a city, one level or as many ``levels`` at once as the set allows."""

    tile: int
    levels: int = 1


class SellBuilding(Command, frozen=True):
    """Sell one level to the bank, or all ``levels`` of a top building at once if a set may."""

    tile: int
    levels: int = 1


class SellProperty(Command, frozen=True):
    """Sell a city to the bank."""

    tile: int


class Mortgage(Command, frozen=True):
    """Mortgage a property."""

    tile: int


class Redeem(Command, frozen=True):
    """Redeem a mortgaged property."""

    tile: int


class Ready(Command, frozen=True):
    """Done with mortgaging before an auction."""


class BidCard(Command, frozen=True):
    """Lay a bid card face down; ``card`` 0 to 5 for nothing to five quarters of the price."""

    card: int


class Bid(Command, frozen=True):
    """Call out a bid, in money."""

    amount: int


class Pass(Command, frozen=True):
    """Leave the open bidding."""


class GoOn(Command, frozen=True):
    """The active player goes on: a moment that a card could answer is over."""


class Concede(Command, frozen=True):
    """Give up what cannot be paid: a won auction, or the game itself."""


class Borrow(Command, frozen=True):
    """Take the loan that the set's lender gives."""


class Repay(Command, frozen=True):
    """Pay the loan of the set's lender back before it is collected."""


class Propose(Command, frozen=True):
    """Propose a trade; the seat is its proposer."""

    trade: Trade


class Accept(Command, frozen=True):
    """Say yes to the trade proposed."""


class Reject(Command, frozen=True):
    """Say no to the trade proposed."""


class Confirm(Command, frozen=True):
    """Confirm that a traded card has changed hands."""

    item: int


class CallVote(Command, frozen=True):
    """Put a question to all who still play and say yes to it; ``what`` is its id."""

    what: VoteOn


class Vote(Command, frozen=True):
    """Answer the question that is put to all."""

    yes: bool


class Correct(Command, frozen=True):
    """Set by hand what the game has otherwise than the table; ``note`` says why, in own words."""

    what: AnyCorrection
    note: str = ""


class Conclude(Command, frozen=True):
    """Stop here, before the game is over by its rules, and rank the players as they stand."""


class Stake(Command, frozen=True):
    """Put the stake on these numbers of a die."""

    numbers: tuple[int, ...]


class PutUp(Command, frozen=True):
    """Bring an own property under the hammer."""

    tile: int


class ComeBack(Command, frozen=True):
    """Say that one is back from the pause."""


class Resume(Command, frozen=True):
    """Go on after the pause, once all are back."""


class Leave(Command, frozen=True):
    """Leave the game for good."""


class PassTime(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=snake, tag_field="type"
):
    """Move the clock to a second of play. Only the room asks for it, and it is nobody's move."""

    to: int

    @property
    def seat(self) -> int:
        """Nobody's."""
        return 0


AnyCommand: TypeAlias = (
    Roll | Throw | EndTurn | RevealCard | Draw | Discard | Play | Buy | Decline | Pay | PayRent
    | ClaimRent | LeaveJail | Fly | PayDetour | Stop | Choose | Pick | Build | SellBuilding
    | SellProperty | Mortgage | Redeem | Ready | BidCard | Bid | Pass | GoOn | Concede | Propose
    | Borrow | Repay | Accept | Reject | Confirm | Correct | Conclude | Leave | PassTime | Skip
    | CallVote | Vote | Stake | PutUp | ComeBack | Resume
)  # fmt: skip
