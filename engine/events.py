"""What has happened: facts, complete enough that folding them needs no rules.

Money moves only by ``Paid``; buildings and their stock only by ``LevelChanged``. A correction is
told by ``Corrected`` and done by the facts after it; only a card moves by that fact itself.
"""

from typing import TypeAlias

from msgspec import Struct

from ketuk.engine.corrections import AnyCorrection
from ketuk.engine.states import AnyState
from ketuk.engine.table import (
    AnyTask,
    Auction,
    Bill,
    Contract,
    Deck,
    Effects,
    Options,
    Place,
    Player,
    SealedBid,
    Standing,
    Trade,
    snake,
)


class Event(Struct, frozen=True, gc=False, tag=snake, tag_field="type"):
    """Anything that has happened."""


class GameStarted(Event, frozen=True):
    """The table is laid."""

    ruleset: str
    version: str
    options: Options
    players: tuple[Player, ...]
    tiles: int
    rounds: int
    pot: int
    stock: tuple[int, ...]
    decks: tuple[Deck, ...]


class Planned(Event, frozen=True):
    """Tasks were put on the agenda; the last of them is what the table turns to."""

    tasks: tuple[AnyTask, ...]


class Done(Event, frozen=True):
    """The task that the table had turned to is over."""


class RoundBegan(Event, frozen=True):
    """A round begins with its opener."""

    round: int
    opener: int
    ruling: str = ""


class RoundEnded(Event, frozen=True):
    """A round is over; effects of one round end with it."""

    round: int


class TurnBegan(Event, frozen=True):
    """A seat is on turn."""

    seat: int


class TurnEnded(Event, frozen=True):
    """A turn is over."""

    seat: int


class Rolled(Event, frozen=True):
    """A throw that counts as a roll of the turn."""

    seat: int
    dice: tuple[int, ...]
    double: bool = False
    again: bool = False
    """Whether another roll follows."""
    ruling: str = ""


class RollSpent(Event, frozen=True):
    """A roll of the turn is used up, or lost, without a throw."""

    seat: int
    why: str
    ruling: str = ""


class Thrown(Event, frozen=True):
    """A die for a tie or a target."""

    seat: int
    die: int
    why: str


class Moved(Event, frozen=True):
    """A pawn went from tile to tile."""

    seat: int
    start: int
    to: int
    how: str
    """dice, ojek, jalan_tikus, slide, flight, put ..."""
    stopped: str = ""
    """What ended it before its count: festival, barricade."""
    rulings: tuple[str, ...] = ()


class SalaryDue(Event, frozen=True):
    """The salary of this turn was earned."""

    seat: int


class Landed(Event, frozen=True):
    """A tile takes effect on a seat; ``effect`` names what follows, or why nothing does."""

    seat: int
    tile: int
    effect: str
    ruling: str = ""


class Jailed(Event, frozen=True):
    """A seat is stuck in the jail."""

    seat: int
    why: str
    ruling: str = ""


class TryFailed(Event, frozen=True):
    """A throw did not free the seat."""

    seat: int
    tries: int
    ruling: str = ""


class Freed(Event, frozen=True):
    """A seat is out of the jail."""

    seat: int
    how: str


class Paid(Event, frozen=True):
    """Money moved from one account to another; ``bill`` says how an amount came to be."""

    payer: int
    payee: int
    amount: int
    why: str
    tile: int = -1
    bill: Bill | None = None
    ruling: str = ""


class Owed(Event, frozen=True):
    """The unpaid rest of a payment became a debt."""

    debtor: int
    creditor: int
    amount: int
    why: str
    ruling: str = ""


class RentOpened(Event, frozen=True):
    """A rent is owed and waits to be paid or claimed."""

    lander: int
    owner: int
    bill: Bill


class RentClosed(Event, frozen=True):
    """An open rent is no longer open."""

    lander: int
    owner: int
    tile: int
    how: str
    """paid, claimed, lapsed, void."""
    ruling: str = ""


class Excused(Event, frozen=True):
    """Nothing is owed where something could have been."""

    seat: int
    tile: int
    why: str
    ruling: str = ""


class Acquired(Event, frozen=True):
    """A property has a new owner."""

    seat: int
    tile: int
    former: int
    how: str
    price: int = 0


class Released(Event, frozen=True):
    """A property went back to the bank, unmortgaged and unbuilt."""

    tile: int
    former: int
    how: str


class MortgageSet(Event, frozen=True):
    """A property is mortgaged now, or no longer."""

    seat: int
    tile: int
    mortgaged: bool
    why: str = ""
    """Empty where money did it."""


class LevelChanged(Event, frozen=True):
    """Buildings of a city rose or fell."""

    tile: int
    level: int
    stock: tuple[int, ...]
    """What is left in the box after it."""
    why: str
    ruling: str = ""


class CardDrawn(Event, frozen=True):
    """A card came into a hand; secret to others."""

    seat: int
    card: int
    deck: str


class DeckEmpty(Event, frozen=True):
    """No card was drawn since all are in hands."""

    seat: int
    deck: str
    ruling: str = ""


class CardUsed(Event, frozen=True):
    """A card of a hand was played or discarded and lies under its deck now."""

    seat: int
    card: int
    deck: str
    how: str
    """played, discarded."""
    ruling: str = ""


class CardReturned(Event, frozen=True):
    """A card that lay on the board, or with a player who left, goes under its deck."""

    card: int
    deck: str
    why: str


class CardShown(Event, frozen=True):
    """A card was turned over for all to see; it lies under its deck now and takes effect."""

    seat: int
    card: int
    deck: str


class CardKept(Event, frozen=True):
    """A card was turned over for all to see, and the seat keeps it in its hand."""

    seat: int
    card: int
    deck: str


class CardPassed(Event, frozen=True):
    """A card went from hand to hand."""

    seat: int
    to: int
    card: int


class CardLaid(Event, frozen=True):
    """An insurance lies on a city now."""

    seat: int
    card: int
    tile: int


class InsuranceSpent(Event, frozen=True):
    """The insurance of a city went under its deck."""

    tile: int
    card: int
    deck: str
    why: str
    ruling: str = ""


class EventRevealed(Event, frozen=True):
    """The event of the round lies open."""

    seat: int
    card: int
    deck: str


class Targeted(Event, frozen=True):
    """What an event hits, with the figures that chose it."""

    card: int
    target: int
    """A zone, group, tile or seat, by the card."""
    by: str
    """data, dice, or the choice of a player."""
    figures: tuple[tuple[int, ...], ...] = ()
    """Candidates in order, each with the figures compared."""
    ruling: str = ""


class EffectsChanged(Event, frozen=True):
    """Something lies on the board, or holds, that did not before, or no longer."""

    effects: Effects
    what: str
    at: int = -1
    ruling: str = ""


class StateChanged(Event, frozen=True):
    """What a mechanic keeps is this from now on, in the place of what it kept."""

    state: AnyState
    what: str = ""
    """Id of what is told about it; empty where another event says it."""
    seat: int = 0
    """Whom it is about; 0 for all."""
    ruling: str = ""


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
    how: str
    """said; unable: cash and all that could be raised do not reach the next bid."""


class BidVoid(Event, frozen=True):
    """A bid no longer counts."""

    seat: int
    why: str
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
    how: str
    """sold, unsold, unsold_building, kept, nobody, void."""
    ruling: str = ""


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
    why: str
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


class TimePassed(Event, frozen=True):
    """The clock stands at a second of play; one that has passed already changes nothing."""

    to: int


class Timed(Event, frozen=True):
    """The question on top has so many seconds from now on."""

    seconds: int


class Expired(Event, frozen=True):
    """The time of a question is up; its default follows."""

    question: str
    """Id of the task."""
    seats: tuple[int, ...]
    """Who was asked."""


class Reopened(Event, frozen=True):
    """An undo has opened the question on top again: it has its full time."""


class Nothing(Event, frozen=True):
    """Something was done or revealed and changed nothing; says why."""

    what: str
    why: str
    ruling: str = ""
    seat: int = 0
    """Whom it spared, where it is one of several; 0 where that goes without saying."""


class GameEnded(Event, frozen=True):
    """The final count."""

    ranking: tuple[Place, ...]
    why: str


AnyEvent: TypeAlias = (
    GameStarted | Planned | Done | RoundBegan | RoundEnded | TurnBegan | TurnEnded | Rolled
    | RollSpent | Thrown | Moved | SalaryDue | Landed | Jailed | TryFailed | Freed | Paid | Owed
    | RentOpened | RentClosed | Excused | Acquired | Released | MortgageSet | LevelChanged
    | CardDrawn | CardShown | CardKept | DeckEmpty | CardUsed | CardReturned | CardPassed
    | CardLaid | InsuranceSpent | EventRevealed | Targeted | EffectsChanged | StateChanged
    | AuctionOpened
    | SeatReady | BidLaid | BidsRevealed | SwapDeclared | SwapGranted | BidSwapped | BidCalled
    | Passed | BidVoid | AuctionWon | AuctionClosed | TradeProposed | TradeAgreed | TradeRejected
    | TradeDone | TradeVoid | HandedOver | ContractMade | ContractEnded | Bankrupted | SeatLeft
    | QueueChanged | Corrected | TimePassed | Timed | Expired | Reopened | Nothing | GameEnded
)  # fmt: skip
