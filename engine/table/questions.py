"""What players are asked."""

from typing import ClassVar

from ketuk.engine.causes import MovedBy, PaidFor, ThrownFor, VoteOn
from ketuk.engine.states import Ballot
from ketuk.engine.table.bills import Bill
from ketuk.engine.table.options import Options
from ketuk.engine.table.task import OfSeat, OfTile, TableAround, Task
from ketuk.engine.table.trades import Trade


class Free(OfSeat, frozen=True):
    """A free moment of the turn."""

    half_done: ClassVar[bool] = False
    at_leisure: ClassVar[bool] = True

    @property
    def pawn(self) -> int:
        """Nothing rests on where pawns stand."""
        return 0


class Handover(Task, frozen=True):
    """Cards of a trade change hands: each is tapped once more, or the active player goes on."""

    half_done: ClassVar[bool] = True
    unhurried: ClassVar[bool] = True
    items: tuple[int, ...]

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """Who goes on."""
        return (table.active,)


class DrawCard(OfSeat, frozen=True):
    """A card of a deck is drawn by a seat."""

    half_done: ClassVar[bool] = False
    deck: str

    def by_hand(self, options: Options) -> bool:
        """With a real deck."""
        return options.decks == "real"


class OverLimit(OfSeat, frozen=True):
    """A hand is over its limit: play or discard."""

    half_done: ClassVar[bool] = False


class BuyChoice(OfTile, frozen=True):
    """Buy the property just landed on, or decline."""

    half_done: ClassVar[bool] = False


class Due(OfSeat, frozen=True):
    """A payment is due; it becomes debt only when nothing is left to raise it with."""

    half_done: ClassVar[bool] = False
    to: int
    amount: int
    why: PaidFor
    ruling: str = ""
    bill: Bill | None = None
    voidable: bool = False
    """Whether a card can make it void (Pajak Ditangguhkan)."""
    then: int = 0
    """Dice with which the pawn moves once this is paid (third failed try in jail)."""
    shares: tuple[tuple[int, int], ...] = ()
    """Parts of the amount that go to others than ``to``, which gets the rest: (account, amount)."""

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """Who gets how much of it, in the order in which they are paid."""
        rest = self.amount - sum([amount for _, amount in self.shares])
        return ((self.to, rest), *self.shares)

    def concerns(self, seat: int) -> bool:
        """Who pays and who is paid."""
        return seat in (self.seat, self.to)


class Detour(OfSeat, frozen=True):
    """A barricade lies on the way: pay and go on, or stop before it."""

    half_done: ClassVar[bool] = False
    steps: int
    how: MovedBy
    before: int
    """The last tile before the barricade."""
    fee: int


class TaxChoice(OfTile, frozen=True):
    """A tax is a fixed sum or a part of the worth: chosen before anything is counted."""

    half_done: ClassVar[bool] = False


class Burdened(OfTile, frozen=True):
    """A mortgaged property came to a new owner: redeem it now, or pay interest and keep it so."""

    half_done: ClassVar[bool] = True
    refusable: bool = False
    """Whether it may be left to the bank instead."""


class PickCity(OfSeat, frozen=True):
    """A seat chooses one of its cities."""

    half_done: ClassVar[bool] = True
    why: str
    tiles: tuple[int, ...]


class Jump(OfSeat, frozen=True):
    """A pawn is put on another tile, which its player names."""

    half_done: ClassVar[bool] = False


class Voting(Task, frozen=True):
    """A question to all who still play; ``states.Ballot`` has what was answered."""

    half_done: ClassVar[bool] = False
    what: VoteOn
    """Id of what is asked; a rule set says what follows (``RuleSet.votes``)."""

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """Who has not answered."""
        ballot = table.state(Ballot)
        return tuple([s for s in table.seats if not ballot.answered(s)])


class Answer(Task, frozen=True):
    """A trade was proposed; the partner says yes or no."""

    half_done: ClassVar[bool] = True
    trade: Trade

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """The partner."""
        return (self.trade.partner,)

    def concerns(self, seat: int) -> bool:
        """Both sides."""
        return seat in (self.trade.proposer, self.trade.partner)


class Throwing(Task, frozen=True):
    """Dice for something else than a move: one die for each entry of ``seats``, in order."""

    half_done: ClassVar[bool] = True
    why: ThrownFor
    seats: tuple[int, ...]
    thrown: tuple[int, ...] = ()
    about: tuple[int, ...] = ()
    """What the throw decides about, by ``why``."""

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """Whose die is next."""
        return (self.seats[len(self.thrown)],)

    def by_hand(self, options: Options) -> bool:
        """With real dice."""
        return options.dice == "real"

    @property
    def of_auction(self) -> bool:
        """If equal bids are thrown for."""
        return self.why == "auction"
