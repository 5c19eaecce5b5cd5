"""A rule set is a value: one slot for every question on which sets differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ketuk.engine.board import Board
from ketuk.engine.causes import VoteOn
from ketuk.engine.commands import AnyCommand, Conclude, Correct
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.described import (
    Card,
    Excuse,
    Fairness,
    Honours,
    Item,
    Meta,
    Seating,
    Setting,
)
from ketuk.engine.rules.slots import (
    Act,
    AtStart,
    AuctionTerms,
    Building,
    CardRule,
    Dice,
    Goal,
    Jail,
    Land,
    Left,
    Moment,
    Moments,
    Mortgaging,
    Offer,
    Ruin,
    Sealed,
    Step,
    TapRule,
    TaskRule,
    ThrowRule,
    Timing,
    Trading,
    VoteRule,
    after_this_round,
    as_it_is,
    by_the_ranking,
    last_side,
    may_hold_all,
    may_own_all,
    never_spared,
    no_tasks,
    own_side,
    rent_waits,
)
from ketuk.engine.table import (
    AnyTask,
    Bill,
    Edition,
    Options,
    Place,
    Table,
)

if TYPE_CHECKING:
    from ketuk.engine.draft import Draft
    from ketuk.engine.events import AnyEvent

__all__ = [
    "Act",
    "AtStart",
    "AuctionTerms",
    "Building",
    "Card",
    "CardRule",
    "Dice",
    "Excuse",
    "Fairness",
    "Goal",
    "Honours",
    "Item",
    "Jail",
    "Land",
    "Left",
    "Meta",
    "Moment",
    "Moments",
    "Mortgaging",
    "Offer",
    "Ruin",
    "RuleSet",
    "Sealed",
    "Seating",
    "Setting",
    "Step",
    "TapRule",
    "TaskRule",
    "ThrowRule",
    "Timing",
    "Trading",
    "VoteRule",
    "last_side",
    "own_side",
]


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
    """Buildings of the box, low ones and top ones; empty if they never run out."""
    top_level: int
    building: Building
    mortgaging: Mortgaging
    lay: Callable[[Draft], None]
    """What comes before the first round: cards dealt, who begins; it plans the first round."""
    rent: Callable[[RuleSet, Table, int, int], Bill | Excuse]
    """(rules, table, tile, lander)."""
    net_worth: Callable[[RuleSet, Table, int], int]
    shown_worth: Callable[[RuleSet, Table, int], int]
    """The net worth as the table shows it to all."""
    ranking: Callable[[RuleSet, Table], tuple[Place, ...]]
    landing: Mapping[str, Land]
    """By kind of tile."""
    acts: Mapping[type, Act]
    tasks: Mapping[type, TaskRule]
    """By kind of task; a kind that is not there waits for people and offers nothing."""
    card_rules: Mapping[str, CardRule]
    throws: Mapping[str, ThrowRule]
    taps: Mapping[str, TapRule]
    """By kind of item; ``card`` for decks without an entry of their own."""
    round_tasks: Callable[[RuleSet, Table], tuple[AnyTask, ...]] = no_tasks
    """What a round begins with, before its turns."""
    rent_lapses: Callable[[Options], bool] = rent_waits
    """Whether a rent that nobody asked for is lost once another player has rolled."""
    may_own: Callable[[RuleSet, Table, int, int], Refused | None] = may_own_all
    """Whether one more property of that kind is allowed to a seat: (rules, table, seat, tile)."""
    may_hold: Callable[[RuleSet, Table, int, tuple[int, ...], tuple[int, ...]], Refused | None] = (
        may_hold_all
    )
    """As ``may_own`` for a trade: (rules, table, seat, tiles given, tiles taken)."""
    turn_offers: tuple[Callable[[RuleSet, Table, int], list[AnyCommand]], ...] = ()
    """What this set adds to a free moment of the own turn."""
    tile_options: frozenset[str] = frozenset()
    """Options of ``Choose`` whose target is a tile."""
    discounts: Mapping[str, Callable[[RuleSet, int], int]] = field(default_factory=dict)
    """By kind of card that lowers a price: (rules, price) to what is left of it."""
    agreed: Callable[[RuleSet, Options], RuleSet] = as_it_is
    """The set as these options make it; asked through ``rules.options.under`` alone."""
    side: Callable[[RuleSet, Table, int], int] = own_side
    """Which side a seat plays for: itself, or a team, by a number of its own."""
    over: Callable[[RuleSet, Table], bool] = last_side
    """Whether the game is over once a player has left; somebody still plays."""
    below_zero: bool = False
    """Whether the cash of a player can be less than nothing."""
    auctions: AuctionTerms | None = None
    """How open auctions go; None if bids are sealed."""
    spared: Callable[[RuleSet, Table, int], bool] = never_spared
    """Whether a first lap spares a seat what tiles do (rules, table, seat): the table marks it."""
    to_come: Callable[[RuleSet, Table], Table] = after_this_round
    """The table as it will be in the rounds to come, if nobody did anything: what holds only for
    now is over. Players who look ahead read the rents to come off it."""
    appraised: Callable[[RuleSet, Table, int], int] = by_the_ranking
    """What a seat has, for players who look ahead: as ``net_worth``, where that counts things for
    what they bring (rules, table, seat)."""
    rent_at_once: bool = False
    """Whether a rent falls due at the landing; else it is open until it is paid or claimed."""
    votes: Mapping[VoteOn, VoteRule] = field(default_factory=dict)
    """Questions to all who still play, by id (``CallVote.what``)."""
    timing: Timing | None = None
    """None if questions wait as long as people like; then the table has no clock."""
    after: Callable[[Draft, Sequence[AnyEvent]], bool] | None = None
    """What follows by itself once a command is carried out: (draft, what has happened since it was
    last asked). Whether more may follow from what it added: then steps are taken, and it is asked
    again."""
    event_deck: str = ""
    """The deck of which a card is revealed each round; empty if there is none."""
    edition: Edition = "hp"
    """The edition that is played where players have not agreed on one."""
    editions: tuple[Edition, ...] = ("hp", "kertas")
    """Editions between which players choose; none if all play alike."""
    joint: tuple[type, ...] = (Correct, Conclude)
    """What only all who still play give together; ``seat`` is whoever speaks for them."""
    at_screen: tuple[type, ...] = ()
    """Of what is joint, what whoever is at the table's screen gives for all, asking nobody."""
    bots: Mapping[str, Callable[[Callable[[int], int]], Any]] = field(default_factory=dict)
    """Players of this set alone, by name: each a ``players.Maker``."""
    house: tuple[str, ...] = ()
    """House rules that players may agree on, by id (``Options.house``)."""
    honours: Callable[[RuleSet, Table, bool], Honours] | None = None
    """What a game that is over counts for: (rules, table, whether a computer played along); None
    if nothing is counted."""
    settings: tuple[Setting, ...] = ()
    """Numbers that players may choose (``Options.settings``)."""
    presets: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Games with a name of their own, and the numbers that make them; all else is as usual, and no
    house rule is played."""
    endless: Callable[[Options], bool] | None = None
    """Whether a game may go on for ever if players agree on this: computers alone do not begin it.
    None if nobody minds."""
    goals: tuple[Goal, ...] = ()
    """What each player may reach, in the order in which it is shown."""
    sealed: Sealed | None = None
    """None if bids are called out."""
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

    def item(self, number: int) -> Item | None:
        """The item of that number; None if the box has none."""
        return next((i for i in self.items if i.number == number), None)

    def cite(self, topic: str) -> str:
        """Number of the ruling of this set on a topic of the shared code; empty for none."""
        return self.cites.get(topic, "")

    def asks(self, task: AnyTask) -> bool:
        """Whether people, not the engine, go on with a task."""
        rule = self.tasks.get(type(task))
        return rule is not None and rule.offers is not None
