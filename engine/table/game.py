"""The whole game at one moment."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from ketuk.engine.clock import Clock
from ketuk.engine.remembering import LastFound
from ketuk.engine.states import AnyState, State
from ketuk.engine.table.auctions import Auction, Auctioneer, Bidding, Deliver, PayPrice, Settle
from ketuk.engine.table.bills import Debt, OpenRent
from ketuk.engine.table.mechanics import (
    Bet,
    Community,
    Onward,
    Raid,
    Reveal,
    RunEvent,
    StepChoice,
)
from ketuk.engine.table.options import Options
from ketuk.engine.table.parts import Deck, Holding, Place, Player, Turn
from ketuk.engine.table.pausing import Paused
from ketuk.engine.table.questions import (
    Answer,
    Burdened,
    BuyChoice,
    Detour,
    DrawCard,
    Due,
    Free,
    Handover,
    Jump,
    OverLimit,
    PickCity,
    TaxChoice,
    Throwing,
    Voting,
)
from ketuk.engine.table.steps import (
    Charge,
    ClearRound,
    CloseRound,
    CloseTurn,
    Exchange,
    Finish,
    OpenRound,
    OpenTurns,
    Resolve,
    Walk,
)
from ketuk.engine.table.trades import Agreed, Contract
from ketuk.engine.table.value import FOREVER

S = TypeVar("S", bound=State)
Phase: TypeAlias = Literal["setup", "queue", "event", "turn", "over"]
AnyTask: TypeAlias = (
    Free | Handover | ClearRound
    | Reveal | DrawCard | OverLimit | BuyChoice | Bidding | PayPrice | Due | Detour
    | TaxChoice | Burdened | Community | PickCity | Raid | Answer | Throwing | Resolve | Walk
    | Charge | Auctioneer | Deliver | Settle | RunEvent | Exchange | CloseTurn | CloseRound
    | OpenRound | OpenTurns | Finish | Jump | Voting | Paused | StepChoice | Onward | Bet
)  # fmt: skip


def _by_owner(holdings: tuple[Holding, ...]) -> dict[int, tuple[int, ...]]:
    """Tiles by the seat that owns them, ascending."""
    return _tiles_of(tuple([holding.owner for holding in holdings]))


OWNERS = LastFound(_by_owner)
"""Kept from one state of the properties to the next while only mortgages and levels change."""


@lru_cache(256)
def _tiles_of(owners: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Kept by owners: most of what changes a property leaves it to whom it belongs."""
    tiles_by_owner: dict[int, list[int]] = {}
    for tile, owner in enumerate(owners):
        tiles_by_owner.setdefault(owner, []).append(tile)
    return {owner: tuple(tiles) for owner, tiles in tiles_by_owner.items()}


@cache
def _empty(kind: type[S]) -> S:
    """What a mechanic keeps that has kept nothing yet."""
    return kind()


class Table(Struct, frozen=True, gc=False):
    """The whole game at one moment."""

    ruleset: str
    options: Options
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    """By tile index; tiles that cannot be owned keep an empty one."""
    rounds: int = FOREVER
    """Number of the last round."""
    bank: int = 0
    """What the bank has received less what it has paid."""
    pot: int = 0
    corrected: int = 0
    """What the account of corrections has received less what it has paid."""
    stock: tuple[int, ...] = ()
    """Buildings left in the box, by kind; empty if they never run out."""
    decks: tuple[Deck, ...] = ()
    phase: Phase = "setup"
    round: int = 0
    opener: int = 1
    turn: Turn = Turn()
    event: int = 0
    """The event card in force."""
    agenda: tuple[AnyTask, ...] = ()
    """What is open, the last entry first; the last is what the table waits for."""
    opened: tuple[int, ...] = ()
    """For each entry of the agenda the number of the event that opened it."""
    rents: tuple[OpenRent, ...] = ()
    debts: tuple[Debt, ...] = ()
    contracts: tuple[Contract, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    auction: Auction | None = None
    queue: tuple[int, ...] = ()
    """Properties of players who left, to be auctioned one a round."""
    seats: tuple[int, ...] = ()
    """Seats still playing, ascending."""
    gone: tuple[int, ...] = ()
    """Seats that left, the first to go first."""
    ranking: tuple[Place, ...] = ()
    states: tuple[AnyState, ...] = ()
    """What single mechanics keep, one of each kind at most."""
    clock: Clock = Clock()
    count: int = 0
    """Events folded so far."""

    @property
    def top(self) -> AnyTask | None:
        """What the table waits for; None when the game is over."""
        try:  # asked so often that a look whether anything is there costs
            return self.agenda[-1]
        except IndexError:
            return None

    @property
    def ask(self) -> int:
        """Number of the event that opened what the table waits for; 0 when nothing is open."""
        return self.opened[-1] if self.opened else 0

    @property
    def due(self) -> int | None:
        """The second of play at which what it waits for expires; None if it has no time."""
        return self.clock.due(len(self.agenda) - 1)

    @property
    def active(self) -> int:
        """Who goes on: the seat on turn, or the next to its left if it has left."""
        order = self.clockwise(self.turn.seat)
        return order[0] if order else 0

    def state(self, kind: type[S]) -> S:
        """What a mechanic keeps; its empty state if nothing was kept yet."""
        for state in self.states:
            if type(state) is kind:
                return state
        nothing: S = _empty(kind)
        return nothing

    def keeping(self, state: AnyState) -> tuple[AnyState, ...]:
        """All states, with this one in the place of what its mechanic kept."""
        return (*[s for s in self.states if type(s) is not type(state)], state)

    def player(self, seat: int) -> Player:
        """The player of a seat, 1 and up."""
        return self.players[seat - 1]

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Seats still playing in seat order, beginning with ``seat`` itself or its left."""
        n = len(self.players)
        order = ((seat - 1 + i) % n + 1 for i in range(n))
        return tuple([s for s in order if not self.players[s - 1].left])

    def owned(self, seat: int) -> tuple[int, ...]:
        """Tiles that a seat owns, ascending."""
        return OWNERS.of(self.holdings).get(seat, ())

    @property
    def owners(self) -> dict[int, tuple[int, ...]]:
        """Tiles by the seat that owns them, ascending; the same value while all owners stay."""
        return OWNERS.of(self.holdings)

    def mortgaged(self, tiles: Iterable[int]) -> tuple[int, ...]:
        """Which of these properties are mortgaged, ascending."""
        return tuple(sorted([t for t in tiles if self.holdings[t].mortgaged]))

    def in_debt(self, seat: int) -> bool:
        """Whether a payment of that seat is still unpaid."""
        return bool(self.debts) and any(d.debtor == seat for d in self.debts)

    def deck(self, name: str) -> Deck:
        """A deck by name.

        Raises:
            KeyError: the rule set has no such deck.
        """
        for deck in self.decks:
            if deck.name == name:
                return deck
        raise KeyError(name)
