"""A rule set is a value: one slot for every question on which sets differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

from ketuk.engine.board import Board
from ketuk.engine.commands import AnyCommand, Conclude, Correct, Play
from ketuk.engine.refusal import Refused
from ketuk.engine.table import (
    AnyTask,
    Auction,
    Auctioneer,
    Bill,
    Due,
    Edition,
    Options,
    Place,
    Standing,
    Table,
    Trade,
)

if TYPE_CHECKING:
    from ketuk.engine.draft import Draft
    from ketuk.engine.events import AnyEvent

Act: TypeAlias = "Callable[[Draft, Any], Refused | None]"
"""Carries out one kind of command, or says why not."""
Offer: TypeAlias = "Callable[[RuleSet, Table, Any], list[AnyCommand]]"
"""All commands that answer a question, of every seat that may."""
Step: TypeAlias = "Callable[[Draft, Any], bool]"
"""Takes a step of the agenda; False where it has to wait for people."""
Moment: TypeAlias = "Callable[[Table, int], Refused | None]"
"""Whether this is the moment for something that no question asks for: (table, seat)."""
Left: TypeAlias = "Callable[[Draft, Any, int, int], tuple[AnyTask, ...]]"
"""(draft, task, seat that left, seat that goes on in its place)."""
AtStart: TypeAlias = "Callable[[Draft, int, bool, str], None]"
"""(draft, seat, exact, ruling): ``exact`` if the move ends on the start; the move's ruling."""
Land: TypeAlias = "Callable[[Draft, int, int], None]"
"""What a tile does to a seat: (draft, seat, tile)."""


class Meta(Struct, frozen=True):
    """Who the set is."""

    id: str
    version: str
    name: str
    rules: str
    """Id of the code that plays it; own data keeps the code of the set it was made from."""
    step: int = 1
    """Money is whole numbers in units of this."""


class Item(Struct, frozen=True):
    """One sticker of a box."""

    number: int
    kind: str
    name: str
    code: str = ""
    """Short code printed on the card: S01, E05; empty for others."""


class Card(Struct, frozen=True):
    """One card of a deck."""

    item: int
    kind: str
    deck: str
    name: str
    code: str


class Seating(Struct, frozen=True):
    """What depends on the number of players, by that number."""

    cash: Mapping[int, tuple[int, ...]]
    rounds: Mapping[int, int]
    """Empty where the game ends otherwise."""
    without: Mapping[int, tuple[int, ...]]
    """Cards that stay in the box."""
    opener: Literal["moving", "first", "thrown"] = "moving"
    """Who opens a round: the next seat each time, the first, or whom the dice chose at first."""
    hand: int = 0
    """Cards dealt to each."""
    hand_deck: str = ""
    """The deck whose cards are held in secret; empty where none is."""
    pot: int = 0


class Jail(Struct, frozen=True):
    """The jail and its ways out."""

    fee: int
    to: Callable[[Table], int]
    """Account that gets the fee."""
    tries: int


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a move."""

    count: Callable[[RuleSet, Table, int], int]
    """How many a seat rolls now: (rules, table, seat)."""
    double: Callable[[tuple[int, ...]], bool]
    """Whether a throw is a double."""
    third_double: Callable[[Draft, int, tuple[int, ...]], None]
    """What the third double in a row leads to: (draft, seat, dice); no roll follows."""


class Excuse(Struct, frozen=True):
    """Why no rent is owed."""

    why: str
    ruling: str = ""


class Fairness(Struct, frozen=True):
    """What things are worth in a trade that has to be fair."""

    card_value: int
    rent_free_value: int
    """Value of a round without rent."""
    closed_rounds: int
    """In so many last rounds no contract is made."""


@dataclass(frozen=True, slots=True)
class Trading:
    """What may be traded, and when it is carried out."""

    check: Callable[[RuleSet, Table, Trade], Refused | None]
    """Whether a trade may be made as the table stands."""
    agreed: Callable[[Draft, Trade], None]
    """Both sides have said yes."""
    passed_on: Callable[[Draft, int, tuple[int, ...]], None]
    """Properties came to a seat from another: (draft, seat, tiles)."""
    bare: Callable[[RuleSet, Table, int], bool]
    """Whether a property is bare enough of buildings to be traded: (rules, table, tile)."""
    fairness: Fairness | None = None
    """None where people may give what they like."""


@dataclass(frozen=True, slots=True)
class Building:
    """How buildings are built and sold. Moment, cash, stock and the top level are the core's."""

    may: Callable[[RuleSet, Table, int, int, int], Refused | None]
    """Whether so many levels more may be built: (rules, table, seat, tile, levels)."""
    price: Callable[[RuleSet, Table, int, int], int]
    """What so many levels more cost: (rules, table, tile, levels)."""
    may_sell: Callable[[RuleSet, Table, int, int], Refused | None]
    """Whether a level may be sold: (rules, table, seat, tile)."""
    refund: Callable[[RuleSet, Table, int, int], int]
    """What the bank pays for so many levels: (rules, table, tile, levels)."""
    at_once: int = 1
    """Levels that one act may build at most; where one level is refused, so are more."""
    top_sold_whole: bool = False
    """Whether a top building may also be sold at once, as all of its levels."""


@dataclass(frozen=True, slots=True)
class Mortgaging:
    """What a mortgage brings, what redeeming costs, and what may be mortgaged at all."""

    value: Callable[[RuleSet, Table, int], int]
    """What it brings: (rules, table, tile), as the property stands."""
    redeeming: Callable[[RuleSet, Table, int], int]
    """What redeeming costs: (rules, table, tile)."""
    bare: Callable[[RuleSet, Table, int], bool]
    """Whether a property is bare enough of buildings to be mortgaged: (rules, table, tile)."""
    built: bool = False
    """Whether buildings stay on mortgaged land."""


@dataclass(frozen=True, slots=True)
class Moments:
    """When a seat may do what no question asks for."""

    who: Callable[[Table], tuple[int, ...]]
    """Who may do any of it now; nobody where a question keeps all from it."""
    build: Moment
    sell: Moment
    """Sell buildings, or what the bank takes back."""
    mortgage: Moment
    redeem: Moment
    trade: Moment
    """Propose a trade."""


class Setting(Struct, frozen=True):
    """A number that the players may choose before the game."""

    name: str
    least: int
    most: int
    usual: int
    """What is played if nobody chooses."""
    step: int = 1

    def allows(self, number: int) -> bool:
        """Whether it may be chosen."""
        return self.least <= number <= self.most and not (number - self.least) % self.step


@dataclass(frozen=True, slots=True)
class Sealed:
    """How sealed bids are held."""

    checked: Callable[[Options], bool]
    """Whether a bid that cannot count is refused at once; else it is found void later."""
    rank: Callable[[Options, Standing], tuple[int, int]]
    """What decides between equal bids: the lowest wins."""
    tie_topic: Callable[[Options, tuple[Standing, ...]], str]
    """The ruling's topic on how a tie between these was decided."""


@dataclass(frozen=True, slots=True)
class Ruin:
    """What becomes of payments that cannot be made, and of what is left behind."""

    must_raise: Callable[[RuleSet, Table, int, int], bool]
    """Whether a seat that is short has to sell or mortgage: (rules, table, seat, short)."""
    unpaid: Callable[[Draft, Due, int], None]
    """The cash is gone and so much of a payment is left: (draft, due, short)."""
    left_behind: Callable[[Draft, tuple[int, ...]], None]
    """Properties that went back to the bank with a player who left."""


def own_side(rules: RuleSet, table: Table, seat: int) -> int:
    """Every seat plays for itself."""
    return seat


def last_side(rules: RuleSet, table: Table) -> bool:
    """The game is over when all who still play are on one side."""
    return len({rules.side(rules, table, seat) for seat in table.seats}) == 1


def never_anew(events: Sequence[AnyEvent]) -> bool:
    """A question keeps the time that it got when it was opened."""
    return False


def never_stands(table: Table) -> bool:
    """Time always goes on."""
    return False


@dataclass(frozen=True, slots=True)
class Timing:
    """How long questions wait, in seconds of play, and what answers them then."""

    seconds: Callable[[RuleSet, Table], int | None]
    """The time of what is on top, asked when it comes there: None for as long as people like, 0
    for none at all."""
    default: Callable[[Draft], None]
    """Answers what is on top in the way that asks for nothing; it adds a fact at least."""
    anew: Callable[[Sequence[AnyEvent]], bool] = never_anew
    """Whether these facts give the open question its full time again (an extra roll)."""
    stands: Callable[[Table], bool] = never_stands
    """Whether time stands still as the table is (a pause): then none passes and nothing expires."""


@dataclass(frozen=True, slots=True)
class AuctionTerms:
    """How open auctions go, where bids are called out. Sealed ones are a kind of their own."""

    bidders: Callable[[RuleSet, Table, Auctioneer], tuple[int, ...]]
    """Who may bid for a property: (rules, table, task)."""
    least: Callable[[RuleSet, Table, int], int]
    """The lowest first bid for a property: (rules, table, tile)."""
    raise_by: int
    """By how much a bid is higher than the last one, at least."""
    limit: Callable[[RuleSet, Table, int], int]
    """The highest bid that a seat may call: (rules, table, seat); what it has, or can raise."""
    reach: Callable[[RuleSet, Table, Auction, int], int]
    """What a seat could still bid once it has raised money: (rules, table, auction, seat). Who
    cannot reach the next bid is out by itself."""
    rotation: bool = False
    """Whether bidders are asked one after the other, from the leader's left; else all at once."""


@dataclass(frozen=True, slots=True)
class TaskRule:
    """What a set makes of a kind of task; what it is by itself its class says (``table.Task``)."""

    offers: Offer | None = None
    """All commands that answer it; None for a step that asks nobody."""
    step: Step | None = None
    """How the engine goes on with it by itself; None if only people can."""
    forms: Callable[[RuleSet, Table, Any], list[Any]] | None = None
    """Answers that are filled in (``offers.Form``): (rules, table, task); None for none."""
    left: Left | None = None
    """What is left of it once a seat is gone; None: nothing if it concerns that seat, else all."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a kind of card does when it is played."""

    may: Callable[[RuleSet, Table, int, Any], Refused | None]
    """(rules, table, seat, command): whether it can be played so, now."""
    play: Callable[[Draft, Any], None]
    offers: Callable[[RuleSet, Table, int, int], list[Play]]
    """(rules, table, seat, card): all ways to play it now."""
    dice: int = 0
    """Real dice that it wants, where the table rolls its own."""
    drawn: Callable[[Draft, int, int], None] | None = None
    """What it does when drawn: (draft, seat, card); None where it goes into the hand, unseen."""
    kept: bool = False
    """Whether the card stays on the board instead of going under its deck."""
    held: bool = False
    """Whether players hold the card in their hand."""
    boon: bool = False
    """Whether it asks for nothing and costs nothing: the cautious player plays it at once."""


@dataclass(frozen=True, slots=True)
class TapRule:
    """What a tap of a kind of item means."""

    order: tuple[tuple[type, ...], ...]
    """Kinds of commands that name such an item: the first that is offered is meant; several
    commands of one entry are put to choice."""
    left_over: Callable[[Table, RuleSet, Item, int | None, Any], Any]
    """What it means where nothing of that is offered: (table, rules, item, seat whose device read
    it, what is being made) to a ``Meaning``."""


@dataclass(frozen=True, slots=True)
class ThrowRule:
    """What dice other than a move decide."""

    then: Callable[[Draft, tuple[int, ...], tuple[int, ...]], None]
    """(draft, result, about): result is the one seat, or the dice."""
    highest: bool = True
    """The highest total of a seat is taken and equal ones throw again; else all dice count."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """How one game is played. ``dataclasses.replace`` makes house rules."""

    meta: Meta
    board: Board
    items: tuple[Item, ...]
    cards: Mapping[int, Card]
    hand_limit: int
    seating: Seating
    figures: Mapping[str, int]
    """Figures that only functions of this set look at, by name."""
    salary: int
    """The printed salary: what players measure other sums by."""
    at_start: AtStart
    """What the start brings to a pawn that passes or reaches it."""
    jail: Jail
    dice: Dice
    trading: Trading
    moments: Moments
    may_end: Callable[[RuleSet, Table, int], Refused | None]
    """Whether a turn can be ended: (rules, table, seat)."""
    ruin: Ruin
    stock: tuple[int, ...]
    """Buildings of the box, low ones and top ones; empty where they never run out."""
    top_level: int
    building: Building
    mortgaging: Mortgaging
    lay: Callable[[Draft], None]
    """What comes before the first round: cards dealt, who begins; it plans the first round."""
    round_tasks: Callable[[RuleSet, Table], tuple[AnyTask, ...]]
    """What a round begins with, before its turns."""
    rent: Callable[[RuleSet, Table, int, int], Bill | Excuse]
    """(rules, table, tile, lander)."""
    rent_lapses: Callable[[Options], bool]
    """Whether a rent that nobody asked for is lost once another player has rolled."""
    net_worth: Callable[[RuleSet, Table, int], int]
    shown_worth: Callable[[RuleSet, Table, int], int]
    """The net worth as the table shows it to all."""
    ranking: Callable[[RuleSet, Table], tuple[Place, ...]]
    may_own: Callable[[RuleSet, Table, int, int], Refused | None]
    """Whether one more property of that kind is allowed to a seat: (rules, table, seat, tile)."""
    may_hold: Callable[[RuleSet, Table, int, tuple[int, ...], tuple[int, ...]], Refused | None]
    """As ``may_own`` for a trade: (rules, table, seat, tiles given, tiles taken)."""
    landing: Mapping[str, Land]
    """By kind of tile."""
    acts: Mapping[type, Act]
    tasks: Mapping[type, TaskRule]
    """By kind of task; a kind that is not there waits for people and offers nothing."""
    turn_offers: tuple[Callable[[RuleSet, Table, int], list[AnyCommand]], ...]
    """What this set adds to a free moment of the own turn."""
    card_rules: Mapping[str, CardRule]
    throws: Mapping[str, ThrowRule]
    taps: Mapping[str, TapRule]
    """By kind of item; ``card`` for decks without an entry of their own."""
    tile_options: frozenset[str]
    """Options of ``Choose`` whose target is a tile."""
    discounts: Mapping[str, Callable[[RuleSet, int], int]]
    """By kind of card that lowers a price: (rules, price) to what is left of it."""
    agreed: Callable[[RuleSet, Options], RuleSet]
    """The set as these options make it; asked through ``rules.options.under`` alone."""
    side: Callable[[RuleSet, Table, int], int] = own_side
    """Which side a seat plays for: itself, or a team, by a number of its own."""
    over: Callable[[RuleSet, Table], bool] = last_side
    """Whether the game is over once a player has left; somebody still plays."""
    below_zero: bool = False
    """Whether the cash of a player can be less than nothing."""
    auctions: AuctionTerms | None = None
    """How open auctions go; None where bids are sealed."""
    timing: Timing | None = None
    """None where questions wait as long as people like; then the table has no clock."""
    after: Callable[[Draft], None] | None = None
    """What follows by itself once a command is carried out; asked again while it adds facts."""
    event_deck: str = ""
    """The deck of which a card is revealed each round; empty where there is none."""
    edition: Edition = "hp"
    """The edition that is played where players have not agreed on one."""
    joint: tuple[type, ...] = (Correct, Conclude)
    """What only all who still play give together; ``seat`` is whoever speaks for them."""
    house: tuple[str, ...] = ()
    """House rules that players may agree on, by id (``Options.house``)."""
    settings: tuple[Setting, ...] = ()
    """Numbers that players may choose (``Options.settings``)."""
    sealed: Sealed | None = None
    """None where bids are called out."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """Ruling numbers of this set for what the shared code applies, by topic."""
    rulings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By number: title and text by language, and where it applies."""
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Texts of card kinds by language."""
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What this set calls things of the table, by language: its pot, decks, buildings."""
    data: str = ""
    """Canonical JSON of the data that the set was made from; a running game keeps it."""

    def __post_init__(self) -> None:
        """Refuse a set that cannot answer for its own board."""
        kinds = {t.kind for t in self.board.tiles}
        if missing := sorted(kinds - set(self.landing)):
            raise ValueError(f"{self.meta.id}: no rule for tiles of kind {', '.join(missing)}")
        if missing := sorted({c.kind for c in self.cards.values()} - set(self.card_rules)):
            raise ValueError(f"{self.meta.id}: no rule for cards of kind {', '.join(missing)}")

    def item_name(self, number: int, language: str = "id") -> str:
        """The name of an item as people call it; empty where its kind alone says it.

        Raises:
            KeyError: the box has no such item.
        """
        found = self.item(number)
        if found is None:
            raise KeyError(number)
        return found.name

    def item(self, number: int) -> Item | None:
        """The item of that number; None where the box has none."""
        return next((i for i in self.items if i.number == number), None)

    def cite(self, topic: str) -> str:
        """Number of the ruling of this set on a topic of the shared code; empty for none."""
        return self.cites.get(topic, "")

    def asks(self, task: AnyTask) -> bool:
        """Whether people, not the engine, go on with a task."""
        rule = self.tasks.get(type(task))
        return rule is not None and rule.offers is not None
