"""The game as it stands: everything that the next command may depend on, frozen.

Seats count from 1 clockwise. An account is a seat, the bank (0), the pot (-1, Kas Warga) or that of
corrections (-2).
Cards go by their item number in the box. Money is in units of the set.
"""

from collections.abc import Iterable
from functools import cache
from typing import ClassVar, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ketuk.engine.clock import Clock
from ketuk.engine.states import AnyState, State

BANK = 0
POT = -1
CORRECTION = -2
NOWHERE = -1
FOREVER = 1_000_000
"""A round that no game reaches."""

S = TypeVar("S", bound=State)

Phase: TypeAlias = Literal["setup", "queue", "event", "turn", "over"]
Edition: TypeAlias = Literal["hp", "kertas"]
Source: TypeAlias = Literal["app", "real"]


@cache
def snake(name: str) -> str:
    """``PayRent`` to ``pay_rent``: how types are named in JSON."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Value(Struct, frozen=True, gc=False):
    """A part of the table."""


class Options(Value, frozen=True):
    """What the players agreed on before the game."""

    edition: Edition = "hp"
    dice: Source = "app"
    decks: Source = "app"
    house: tuple[str, ...] = ()
    """House rules in force, by their id in the rule set."""
    settings: tuple[tuple[str, int], ...] = ()
    """Numbers that the players chose, by their name in the rule set."""

    def number(self, name: str, usual: int) -> int:
        """The number that was chosen; ``usual`` if none was."""
        return next((number for known, number in self.settings if known == name), usual)


class Player(Value, frozen=True):
    """One seat."""

    name: str
    cash: int
    at: int = 0
    hand: tuple[int, ...] = ()
    jail: int = NOWHERE
    """Failed tries to leave the jail (Macet) since it caught the pawn; -1 when free."""
    left: bool = False


class Holding(Value, frozen=True):
    """A property as it stands."""

    owner: int = BANK
    mortgaged: bool = False
    level: int = 0
    """Buildings: 0 none; the set's highest level is its menara or hotel."""
    insurance: int = 0
    """The insurance card laid on it; 0 for none."""


class Turn(Value, frozen=True):
    """The turn in progress."""

    seat: int = 1
    rolls: int = 0
    """Rolls made, cards that replace one included."""
    doubles: int = 0
    dice: tuple[int, ...] = ()
    """The last throw."""
    may_roll: bool = True
    salary: bool = False
    """Whether this turn's salary was paid."""
    proposed: int = 0
    """Trades proposed in this turn, by whomever."""


class Flood(Value, frozen=True):
    """A flood tile on a city; it recedes at the end of that round."""

    tile: int
    until: int


class Marker(Value, frozen=True):
    """Festival marker (on a tile) or barricade (on the edge after a tile), with its last round."""

    at: int
    until: int


class Effects(Value, frozen=True):
    """What lies on the board or holds for a while; empty in sets that have nothing of the kind."""

    backward: bool = False
    boom: int = 0
    """Zone with doubled rents this round."""
    invested: int = 0
    """Group with doubled rents this round."""
    homecoming: bool = False
    """Mudik: toll rents doubled this round."""
    route_open: bool = False
    capital: bool = False
    """Whether the new capital covers the harbour tile."""
    floods: tuple[Flood, ...] = ()
    festival: Marker | None = None
    barricade: Marker | None = None


class Factor(Value, frozen=True):
    """One multiplier of a bill, by name."""

    name: str
    times: int
    ruling: str = ""


class Bill(Value, frozen=True):
    """An amount that can say why: base times factors, held by a cap."""

    tile: int
    """The property that it is for; -1 for none."""
    base: int
    base_why: str
    """Id of what the base is: a level, connected cities, a fixed figure."""
    count: int = 0
    """The number behind the base: building level, connected cities, dice, net worth."""
    factors: tuple[Factor, ...] = ()
    cap: int = 0
    """Highest product of factors that counts; 0 for none."""
    total: int = 0
    rulings: tuple[str, ...] = ()
    """Rulings applied, those of the factors included."""
    shares: tuple[tuple[int, int], ...] = ()
    """Parts of the total that go to others than the creditor: (account, amount)."""


class OpenRent(Value, frozen=True):
    """Rent owed since the landing and not yet asked for; creditor and amount are fixed then."""

    lander: int
    owner: int
    bill: Bill


class Debt(Value, frozen=True):
    """The unpaid rest of a payment that was due."""

    debtor: int
    creditor: int
    amount: int


ContractKind: TypeAlias = Literal["rent_free", "loan"]


class Contract(Value, frozen=True):
    """A running agreement between two players; it ends at the end of round ``until``."""

    kind: ContractKind
    giver: int
    """Who lets off rent, or who lends."""
    taker: int
    until: int
    repayment: int = 0


class Goods(Value, frozen=True):
    """What one side of a trade hands over."""

    cash: int = 0
    tiles: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


class Terms(Value, frozen=True):
    """The contract in a trade, if any; ``giver`` is one of its two sides."""

    kind: ContractKind
    giver: int
    rounds: int
    principal: int = 0
    repayment: int = 0


class Trade(Value, frozen=True):
    """Goods both ways between ``proposer`` and ``partner``, and at most one contract."""

    proposer: int
    partner: int
    give: Goods = Goods()
    take: Goods = Goods()
    terms: Terms | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """Properties of both sides."""
        return (*self.give.tiles, *self.take.tiles)


class Agreed(Value, frozen=True):
    """A trade that both sides have said yes to, and how its properties stood then."""

    trade: Trade
    mortgaged: tuple[int, ...] = ()
    """Its properties that were mortgaged, ascending."""


class SealedBid(Value, frozen=True):
    """A bid card laid by a seat; ``card`` is 0 to 5 for nothing to five quarters of the price."""

    seat: int
    card: int


class Standing(Value, frozen=True):
    """Net worth and cash of a seat at the reveal, for ties."""

    seat: int
    worth: int
    cash: int


AuctionStage: TypeAlias = Literal["window", "bids", "revealed", "swap", "settling", "open"]
"""``open`` where bids are called out; the others are those of sealed bids, in their order."""


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
    ready: tuple[int, ...] = ()
    bids: tuple[SealedBid, ...] = ()
    standings: tuple[Standing, ...] = ()
    declared: tuple[tuple[int, int], ...] = ()
    """Seats that declared a card to change their bid, with that card."""
    high: int = 0
    """The highest open bid, where bids are open."""
    high_seat: int = 0
    passed: tuple[int, ...] = ()
    """Who has left the open bidding, in that order."""
    floors: tuple[tuple[int, int], ...] = ()
    """Seats with a lowest bid of their own, and that bid."""
    answered: int = 0
    """Where bidders are asked one after the other: the seat before the next; 0 where all are."""

    @property
    def callers(self) -> tuple[int, ...]:
        """Whom the open bidding waits for: still in and not ahead, and next in a rotation."""
        found = [s for s in self.seats if s not in self.passed and s != self.high_seat]
        if not self.answered or not found:
            return tuple(found)
        return (next((s for s in sorted(found) if s > self.answered), min(found)),)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """Bidders whose answer is missing, in seat order; where none is, who goes on."""
        match self.stage:
            case "window":
                done = set(self.ready)
            case "bids":
                done = {b.seat for b in self.bids}
            case "open":
                return self.callers
            case "swap":
                return (self.declared[0][0],)
            case _:
                return (self.leader,)
        missing = tuple(sorted(set(self.seats) - done))
        return missing or (self.leader,)


class Deck(Value, frozen=True):
    """Cards not yet seen in this game, and the used ones in order under them."""

    name: str
    unseen: tuple[int, ...]
    """Ascending; the order in which they lie is nobody's knowledge."""
    bottom: tuple[int, ...] = ()
    """Known order, the next to come first."""


class Place(Value, frozen=True):
    """One line of the ranking; equal places share a number."""

    place: int
    seat: int
    worth: int
    cash: int
    properties: int


# --- what the table waits for, or does next -------------------------------------------------


class Task(Struct, frozen=True, gc=False, tag=snake, tag_field="type"):
    """An entry of the agenda: a question to somebody, or a step that the engine takes by itself.

    What a task is by itself stands here; what a set makes of it is its ``TaskRule``.
    """

    half_done: ClassVar[bool]
    """Whether it rests on the table as it was when it began, so that nothing can be corrected."""

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """The seats that it waits for; none for a step."""
        return ()

    def by_hand(self, options: Options) -> bool:
        """Whether real dice or a real deck answer it."""
        return False

    def concerns(self, seat: int) -> bool:
        """Whether it is void once that seat has left."""
        return False

    @property
    def of_auction(self) -> bool:
        """Whether it goes on with the auction on the table."""
        return False

    @property
    def in_question(self) -> int:
        """The tile whose owner it rests on; -1 for none."""
        return NOWHERE

    @property
    def pawn(self) -> int:
        """The seat whose pawn has to stay where it is meanwhile; 0 for none."""
        return 0


class OfSeat(Task, frozen=True):
    """A task of one seat: a question waits for it, and is dropped if that seat leaves."""

    seat: int

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """The seat."""
        return (self.seat,)

    def concerns(self, seat: int) -> bool:
        """Its own."""
        return seat == self.seat

    @property
    def pawn(self) -> int:
        """That of the seat."""
        return self.seat


class OfTile(OfSeat, frozen=True):
    """A task of one seat about one tile."""

    tile: int

    @property
    def in_question(self) -> int:
        """The tile."""
        return self.tile


class Free(OfSeat, frozen=True):
    """A free moment of the turn."""

    half_done: ClassVar[bool] = False

    @property
    def pawn(self) -> int:
        """Nothing rests on where pawns stand."""
        return 0


class Reveal(OfSeat, frozen=True):
    """The opener reveals the event of the round."""

    half_done: ClassVar[bool] = False

    @property
    def pawn(self) -> int:
        """Nothing rests on where pawns stand."""
        return 0

    def by_hand(self, options: Options) -> bool:
        """With a real deck."""
        return options.decks == "real"


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


class Bidding(Task, frozen=True):
    """The auction on the table goes on; ``table.auction`` has its state."""

    half_done: ClassVar[bool] = True

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """Bidders whose bid is missing, or who goes on."""
        return table.auction.waits_for if table.auction is not None else ()

    @property
    def of_auction(self) -> bool:
        """It is the auction."""
        return True


class PayPrice(OfTile, frozen=True):
    """The winner of an auction pays for the property."""

    half_done: ClassVar[bool] = True
    price: int

    @property
    def of_auction(self) -> bool:
        """It ends it."""
        return True


class Due(OfSeat, frozen=True):
    """A payment is due; it becomes debt only when nothing is left to raise it with."""

    half_done: ClassVar[bool] = False
    to: int
    amount: int
    why: str
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
    how: str
    before: int
    """The last tile before the barricade."""
    fee: int


class TaxChoice(OfTile, frozen=True):
    """A tax is a fixed sum or a part of the worth: chosen before anything is counted."""

    half_done: ClassVar[bool] = False


class Burdened(OfTile, frozen=True):
    """A mortgaged property came to a new owner: redeem it now, or pay interest and keep it so."""

    half_done: ClassVar[bool] = True


class Community(OfSeat, frozen=True):
    """Balai Warga: the player who stopped there picks an option."""

    half_done: ClassVar[bool] = False


class PickCity(OfSeat, frozen=True):
    """A seat chooses one of its cities."""

    half_done: ClassVar[bool] = True
    why: str
    tiles: tuple[int, ...]


class Raid(OfSeat, frozen=True):
    """Razia was played against a seat; a card may refuse it until the active player goes on."""

    half_done: ClassVar[bool] = True
    by: int

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """Its victim first, then who goes on."""
        return tuple(dict.fromkeys((self.seat, table.active)))


class Answer(Task, frozen=True):
    """A trade was proposed; the partner says yes or no."""

    half_done: ClassVar[bool] = True
    trade: Trade

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """The partner."""
        return (self.trade.partner,)

    def concerns(self, seat: int) -> bool:
        """Both sides."""
        return seat in (self.trade.proposer, self.trade.partner)


class Throwing(Task, frozen=True):
    """Dice for something else than a move: one die for each entry of ``seats``, in order."""

    half_done: ClassVar[bool] = True
    why: str
    seats: tuple[int, ...]
    thrown: tuple[int, ...] = ()
    about: tuple[int, ...] = ()
    """What the throw decides about, by ``why``."""

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """Whose die is next."""
        return (self.seats[len(self.thrown)],)

    def by_hand(self, options: Options) -> bool:
        """With real dice."""
        return options.dice == "real"

    @property
    def of_auction(self) -> bool:
        """If equal bids are thrown for."""
        return self.why == "auction"


class Resolve(OfSeat, frozen=True):
    """The tile under a pawn takes effect."""

    half_done: ClassVar[bool] = False


class Walk(OfSeat, frozen=True):
    """A pawn moves by a count of tiles."""

    half_done: ClassVar[bool] = False
    steps: int
    how: str = "dice"
    """What moves it: dice, or the card that replaced them."""
    passes: bool = False
    """Whether the barricade does not stop this move."""


class Handover(Task, frozen=True):
    """Cards of a trade change hands: each is tapped once more, or the active player goes on."""

    half_done: ClassVar[bool] = True
    items: tuple[int, ...]

    def waits_for(self, table: "Table") -> tuple[int, ...]:
        """Who goes on."""
        return (table.active,)


class Charge(OfSeat, frozen=True):
    """A payment becomes due when its turn in the agenda comes."""

    half_done: ClassVar[bool] = False
    to: int
    amount: int
    why: str
    ruling: str = ""
    voidable: bool = False
    bill: Bill | None = None

    def concerns(self, seat: int) -> bool:
        """Who pays and who is paid."""
        return seat in (self.seat, self.to)


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


class Deliver(OfTile, frozen=True):
    """Whoever won an open auction on credit has the property once the price is paid."""

    half_done: ClassVar[bool] = True
    price: int

    @property
    def of_auction(self) -> bool:
        """It ends it."""
        return True


class Settle(Task, frozen=True):
    """The revealed auction is settled."""

    half_done: ClassVar[bool] = True

    @property
    def of_auction(self) -> bool:
        """It ends it."""
        return True


class RunEvent(Task, frozen=True):
    """The revealed event of the round takes effect."""

    half_done: ClassVar[bool] = True
    card: int


class Exchange(Task, frozen=True):
    """An agreed trade is carried out, or found void."""

    half_done: ClassVar[bool] = True
    trade: Trade
    mortgaged: tuple[int, ...] | None = None
    """Its properties that were mortgaged when it was agreed; None where that was just now."""

    def concerns(self, seat: int) -> bool:
        """Both sides."""
        return seat in (self.trade.proposer, self.trade.partner)


class CloseTurn(Task, frozen=True):
    """The turn is over: agreed trades are done, the next seat follows."""

    half_done: ClassVar[bool] = False


class CloseRound(Task, frozen=True):
    """The round is over: loans, contracts, floods, markers, one-round effects."""

    half_done: ClassVar[bool] = False


class ClearRound(Task, frozen=True):
    """What the end of a round takes off the board, once its loans are paid."""

    half_done: ClassVar[bool] = False


class OpenRound(Task, frozen=True):
    """A round begins."""

    half_done: ClassVar[bool] = False
    opener: int = 0
    """Who opens it; 0 where the set's own rule says."""


class OpenTurns(Task, frozen=True):
    """The turns of the round begin with the opener."""

    half_done: ClassVar[bool] = False


class Finish(Task, frozen=True):
    """The final count."""

    half_done: ClassVar[bool] = False


AnyTask: TypeAlias = (
    Free | Handover | ClearRound
    | Reveal | DrawCard | OverLimit | BuyChoice | Bidding | PayPrice | Due | Detour
    | TaxChoice | Burdened | Community | PickCity | Raid | Answer | Throwing | Resolve | Walk
    | Charge | Auctioneer | Deliver | Settle | RunEvent | Exchange | CloseTurn | CloseRound
    | OpenRound | OpenTurns | Finish
)  # fmt: skip


class Table(Struct, frozen=True):
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
    """Buildings left in the box, by kind; empty where they never run out."""
    decks: tuple[Deck, ...] = ()
    phase: Phase = "setup"
    round: int = 0
    opener: int = 1
    turn: Turn = Turn()
    event: int = 0
    """The event card in force."""
    effects: Effects = Effects()
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
        return self.agenda[-1] if self.agenda else None

    @property
    def ask(self) -> int:
        """Number of the event that opened what the table waits for; 0 when nothing is open."""
        return self.opened[-1] if self.opened else 0

    @property
    def due(self) -> int | None:
        """The second of play at which what it waits for expires; None where it has no time."""
        return self.clock.due(len(self.agenda) - 1)

    @property
    def active(self) -> int:
        """Who goes on: the seat on turn, or the next to its left where it has left."""
        order = self.clockwise(self.turn.seat)
        return order[0] if order else 0

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats still playing, ascending."""
        return tuple([s for s, p in enumerate(self.players, 1) if not p.left])

    def state(self, kind: type[S]) -> S:
        """What a mechanic keeps; its empty state where nothing was kept yet."""
        for state in self.states:
            if isinstance(state, kind):
                return state
        return kind()

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
        return tuple([i for i, h in enumerate(self.holdings) if h.owner == seat])

    def mortgaged(self, tiles: Iterable[int]) -> tuple[int, ...]:
        """Which of these properties are mortgaged, ascending."""
        return tuple(sorted([t for t in tiles if self.holdings[t].mortgaged]))

    def in_debt(self, seat: int) -> bool:
        """Whether a payment of that seat is still unpaid."""
        return bool(self.debts) and any(d.debtor == seat for d in self.debts)

    def flooded(self, tile: int) -> bool:
        """Whether a flood tile lies there."""
        floods = self.effects.floods
        return bool(floods) and any(f.tile == tile for f in floods)

    def deck(self, name: str) -> Deck:
        """A deck by name.

        Raises:
            KeyError: the rule set has no such deck.
        """
        for deck in self.decks:
            if deck.name == name:
                return deck
        raise KeyError(name)


replace = msgspec.structs.replace
