"""What a rule set is made of: the values and functions in its slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

from ketuk.engine.causes import MovedBy
from ketuk.engine.commands import AnyCommand, Play
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.described import Fairness, Item
from ketuk.engine.states import Ballot
from ketuk.engine.table import (
    AnyTask,
    Auction,
    Auctioneer,
    Due,
    Options,
    Standing,
    Table,
    Trade,
    replace,
)

if TYPE_CHECKING:
    from ketuk.engine.draft import Draft
    from ketuk.engine.events import AnyEvent
    from ketuk.engine.rules.ruleset import RuleSet


Act: TypeAlias = "Callable[[Draft, Any], Refused | None]"
"""Carries out one kind of command, or says why not."""
Offer: TypeAlias = "Callable[[RuleSet, Table, Any], list[AnyCommand]]"
"""All commands that answer a question, of every seat that may."""
Step: TypeAlias = "Callable[[Draft, Any], bool]"
"""Takes a step of the agenda; False if it has to wait for people."""
Moment: TypeAlias = "Callable[[Table, int], Refused | None]"
"""Whether this is the moment for something that no question asks for: (table, seat)."""
Left: TypeAlias = "Callable[[Draft, Any, int, int], tuple[AnyTask, ...]]"
"""(draft, task, seat that left, seat that goes on in its place)."""
AtStart: TypeAlias = "Callable[[Draft, int, bool, str], None]"
"""(draft, seat, exact, ruling): ``exact`` if the move ends on the start; the move's ruling."""
Land: TypeAlias = "Callable[[Draft, int, int], None]"
"""What a tile does to a seat: (draft, seat, tile)."""


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
    move: Callable[[Draft, int, tuple[int, ...], MovedBy], None] | None = None
    """What any other throw leads to, outside the jail: (draft, seat, dice, what moves the pawn);
    None: the pawn moves by all dice together."""


def all_others(rules: RuleSet, table: Table, seat: int) -> tuple[int, ...]:
    """Everybody else who still plays, ascending."""
    return _without(table.seats, seat)


@cache
def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([s for s in seats if s != seat])


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
    """None if people may give what they like."""
    partners: Callable[[RuleSet, Table, int], tuple[int, ...]] = all_others
    """With whom a seat may trade now: (rules, table, seat)."""
    to_the_end: bool = False
    """Whether trades are made in the last round, too."""
    cards: bool = True
    """Whether cards of the hand are goods."""


def every_one(rules: RuleSet, table: Table, seat: int, tiles: Sequence[int]) -> Sequence[int]:
    """Each is asked about for itself."""
    return tiles


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
    """What the bank pays for so many levels, by properties alone: (rules, table, tile, levels)."""
    sites: Callable[[RuleSet, Table, int, Sequence[int]], Sequence[int]] = every_one
    """Of all that a seat owns, at least what ``may`` could allow now: (rules, table, seat, tiles).
    What looks at whole groups, or at one tile, rules the others out without asking about each."""
    at_once: int = 1
    """Levels that one act may build at most; if one level is refused, so are more."""
    top_sold_whole: bool = False
    """Whether a top building may also be sold at once, as all of its levels."""


def no_interest(rules: RuleSet, table: Table, tile: int) -> int:
    """A mortgage that comes with a property costs its new owner nothing."""
    return 0


@dataclass(frozen=True, slots=True)
class Mortgaging:
    """What a mortgage brings, what redeeming costs, and what may be mortgaged at all."""

    value: Callable[[RuleSet, Table, int], int]
    """What it brings: (rules, table, tile), as the property stands; it rests on properties alone,
    so that it is known until one of them changes."""
    redeeming: Callable[[RuleSet, Table, int], int]
    """What redeeming costs: (rules, table, tile)."""
    bare: Callable[[RuleSet, Table, int], bool]
    """Whether a property is bare enough of buildings to be mortgaged: (rules, table, tile)."""
    interest: Callable[[RuleSet, Table, int], int] = no_interest
    """What a new owner pays who takes a property over mortgaged and keeps it so: (rules, table,
    tile)."""
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
    conclude: Moment | None = None
    """Stop before the end; None for any free moment."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to reach that is paid for once; its name is the term ``goal_`` with its id."""

    id: str
    """Also the key of its text in ``RuleSet.texts``."""
    reward: int
    progress: Callable[[RuleSet, Table, int], tuple[int, int]]
    """So many of so many: (rules, table, seat)."""
    reached: Callable[[Table, int, str], bool]
    """Whether it was paid: (table, seat, id)."""


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


def no_tasks(rules: RuleSet, table: Table) -> tuple[AnyTask, ...]:
    """A round begins with its turns."""
    return ()


def rent_waits(options: Options) -> bool:
    """No rent is ever lost."""
    return False


def may_own_all(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """There is no limit to what a player owns."""
    return None


def may_hold_all(
    rules: RuleSet, table: Table, seat: int, given: tuple[int, ...], taken: tuple[int, ...]
) -> Refused | None:
    """As ``may_own_all``."""
    return None


def as_it_is(rules: RuleSet, options: Options) -> RuleSet:
    """A set whose options are all looked at by its own functions."""
    return rules


def after_this_round(rules: RuleSet, table: Table) -> Table:
    """What holds for this round alone is over."""
    states = tuple([s.after_round() for s in table.states])
    return table if states == table.states else replace(table, states=states)


def by_the_ranking(rules: RuleSet, table: Table, seat: int) -> int:
    """Its net worth."""
    return rules.net_worth(rules, table, seat)


def never_spared(rules: RuleSet, table: Table, seat: int) -> bool:
    """Tiles have their effect on everybody from the beginning."""
    return False


def own_side(rules: RuleSet, table: Table, seat: int) -> int:
    """Every seat plays for itself."""
    return seat


def last_side(rules: RuleSet, table: Table) -> bool:
    """The game is over when all who still play are on one side."""
    return len({rules.side(rules, table, seat) for seat in table.seats}) == 1


def never_anew(events: Sequence[AnyEvent]) -> bool:
    """A question keeps the time that it got when it was opened."""
    return False


def never_shared(rules: RuleSet, table: Table) -> bool:
    """Every question has a time of its own."""
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
    """Whether any of these facts gives the open question its full time again (an extra roll)."""
    shares: Callable[[RuleSet, Table], bool] = never_shared
    """Whether what is on top runs on what is left of the time of the nearest question below (a turn
    with several questions), if that has one."""
    stands: Callable[[Table], bool] = never_stands
    """Whether time stands still as the table is (a pause): then none passes and nothing expires."""


@dataclass(frozen=True, slots=True)
class AuctionTerms:
    """How open auctions go, if bids are called out. Sealed ones are a kind of their own."""

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
class VoteRule:
    """A question that all who still play answer with yes or no. Whoever puts it says yes."""

    may: Callable[[RuleSet, Table, int], Refused | None]
    """Whether a seat may put it now: (rules, table, seat)."""
    need: Callable[[int], int]
    """How many yes it takes, of so many who still play."""
    carried: Callable[[Draft], None]
    """What a yes of all together leads to."""
    lost: Callable[[Draft, Ballot], Ballot] | None = None
    """What is kept of a ballot that was lost; None: as it is."""
    who: Callable[[RuleSet, Table], tuple[int, ...]] | None = None
    """All for whom ``may`` allows it: (rules, table), known sooner than by asking of each. None:
    each is asked."""


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
    offers_to: Callable[[RuleSet, Table, Any, int], list[AnyCommand]] | None = None
    """What ``offers`` lists for one seat, at least, without looking at all others: (rules, table,
    task, seat). None: it is picked out of ``offers``."""
    onward_to: Callable[[RuleSet, Table, Any, int], list[AnyCommand]] | None = None
    """The same without ways to make cash of properties, where those are an aside that only who
    cannot go on needs. None: it is all in ``offers_to``."""


Hit: TypeAlias = Literal["tile", "zone", "group", "seat"]
"""What a card can hit."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a kind of card does when it is played."""

    may: Callable[[RuleSet, Table, int, Any], Refused | None]
    """(rules, table, seat, command): whether it can be played so, now."""
    play: Callable[[Draft, Any], None]
    offers: Callable[[RuleSet, Table, int, int], list[Play]]
    """(rules, table, seat, card): all ways to play it now."""
    dice: int = 0
    """Real dice that it wants, if the table rolls its own."""
    drawn: Callable[[Draft, int, int], None] | None = None
    """What it does when drawn: (draft, seat, card); None if it goes into the hand, unseen."""
    kept: bool = False
    """Whether the card stays on the board instead of going under its deck."""
    held: bool = False
    """Whether players hold the card in their hand."""
    boon: bool = False
    """Whether it asks for nothing and costs nothing: the cautious player plays it at once."""
    hits: Hit = "tile"
    """What the number of a target that its figures or dice choose stands for (``Targeted``)."""


@dataclass(frozen=True, slots=True)
class TapRule:
    """What a tap of a kind of item means."""

    order: tuple[tuple[type, ...], ...]
    """Kinds of commands that name such an item: the first that is offered is meant; several
    commands of one entry are put to choice."""
    left_over: Callable[[Table, RuleSet, Item, int | None, Any], Any]
    """What it means if nothing of that is offered: (table, rules, item, seat whose device read
    it, what is being made) to a ``Meaning``."""
    meant: Callable[[AnyCommand], bool] | None = None
    """Which of these commands a tap may be; None for all of them."""


@dataclass(frozen=True, slots=True)
class ThrowRule:
    """What dice other than a move decide."""

    then: Callable[[Draft, tuple[int, ...], tuple[int, ...]], None]
    """(draft, result, about): result is the one seat, or the dice."""
    highest: bool = True
    """The highest total of a seat is taken and equal ones throw again; else all dice count."""
