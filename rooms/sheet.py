"""What a page shows: a closed list of kinds of field, told and not computed.

A page knows these kinds and nothing of any rule set. Text is ready to be shown, in the language of
its device. What a field fills in is named by ``fills``: the path in its command (``cmd``, without a
seat) where the chosen value goes, its steps separated by dots.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Command: TypeAlias = dict[str, Any]


class Part(BaseModel):
    """A part of a page."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# ---- fields


class Line(Part):
    """A button: it asks ``cmds`` of the table, or opens more lines or fields below it."""

    label: str
    hint: str = ""
    cmds: tuple[Command, ...] = ()
    lines: tuple["Line", ...] = ()
    fields: tuple["AnyField", ...] = ()
    sure: str = ""
    """A question to be asked once more before ``cmds`` are sent; empty for none."""


class Lines(Part):
    """Buttons, the first one nearest to the thumb."""

    kind: Literal["lines"] = "lines"
    label: str = ""
    lines: tuple[Line, ...]


class Amount(Part):
    """A number from ``least`` to ``most`` in steps of ``step``; ``marks`` are near at hand."""

    kind: Literal["amount"] = "amount"
    label: str
    least: int
    most: int
    step: int
    marks: tuple[int, ...] = ()
    cmd: Command
    fills: str
    send: str
    """What stands on the button."""


class Face(Part):
    """A card that can be chosen."""

    value: int
    label: str
    hint: str = ""


class CardsField(Part):
    """One card to lay face down; ``laid`` is the one that lies there, None for none yet."""

    kind: Literal["cards"] = "cards"
    label: str
    cards: tuple[Face, ...]
    laid: int | None
    cmd: Command
    fills: str


class SomeOf(Part):
    """From ``least`` to ``most`` of these; their values fill a list."""

    kind: Literal["someof"] = "someof"
    label: str
    choices: tuple[Face, ...]
    least: int
    most: int
    cmd: Command
    fills: str
    send: str


class TilePart(Part):
    """A tile that can be chosen."""

    label: str
    hint: str = ""
    cmds: tuple[Command, ...]


class TileGroup(Part):
    """Tiles that belong together."""

    label: str
    tiles: tuple[TilePart, ...]


class Tiles(Part):
    """One tile, by group, with a field to search in them."""

    kind: Literal["tiles"] = "tiles"
    label: str
    groups: tuple[TileGroup, ...]


class DiceField(Part):
    """``count`` real dice, a row of 1 to 6 for each; their values fill a list, or one a number."""

    kind: Literal["dice"] = "dice"
    label: str
    count: int
    many: bool
    """Whether a list is filled (else the one number)."""
    cmd: Command
    fills: str
    send: str


class CardField(Part):
    """A card of a real deck: a photo, its 12 characters or its short code go out as a ``tap``."""

    kind: Literal["card"] = "card"
    label: str
    secret: bool
    """It goes into a hand unseen: what is typed is covered."""


class Good(Part):
    """A thing that a side of a trade could hand over."""

    value: int
    label: str
    hint: str = ""
    group: str = ""


class SidePart(Part):
    """What one side could put on the table; ``into`` is the path of its goods in the command."""

    label: str
    into: str
    cash: int
    """The most money that it has."""
    step: int
    tiles: tuple[Good, ...]
    cards: tuple[Good, ...]
    """Cards that are named; of a partner only those that lie open."""


class Term(Part):
    """A number of a contract."""

    name: str
    label: str
    least: int
    most: int
    step: int


class ContractPart(Part):
    """A contract that a trade may hold: ``terms`` is its JSON, ``numbers`` fill keys of it.

    ``into`` is the path of it in the command.
    """

    label: str
    into: str
    terms: dict[str, Any]
    numbers: tuple[Term, ...]


class Partner(Part):
    """Somebody to trade with: the command to fill and both sides."""

    label: str
    cmd: Command
    give: SidePart
    take: SidePart
    contracts: tuple[ContractPart, ...]
    """Empty if the rules know none."""


class GoodsField(Part):
    """A trade to be put together; the host weighs it at each change (``weigh``)."""

    kind: Literal["goods"] = "goods"
    label: str
    partners: tuple[Partner, ...]
    send: str
    card: str = ""
    """What stands beside the field for a card to put down: its ``tap`` or ``photo`` holds the
    trade so far (``making``). Empty: no card can be read here.
    """


class Laid(Part):
    """What one side of a trade has put down."""

    cash: int
    tiles: tuple[int, ...]
    cards: tuple[int, ...]


class Put(Part):
    """A trade in the making, after a card was put down in it, or taken back."""

    partner: str
    """The label of whom it is with."""
    sides: dict[str, Laid]
    """By the path of each in the command."""


class Given(Part):
    """What somebody has answered so far."""

    name: str
    said: str = ""


class Answers(Part):
    """A question to all: who has said what, and the own answer."""

    kind: Literal["answers"] = "answers"
    label: str
    given: tuple[Given, ...]
    lines: tuple[Line, ...]


class Fact(Part):
    """A thing to know; ``why`` is the name of its reasons, empty for none."""

    label: str
    text: str = ""
    why: str = ""


class Facts(Part):
    """Things to know, nothing to choose."""

    kind: Literal["facts"] = "facts"
    label: str = ""
    facts: tuple[Fact, ...]


AnyField: TypeAlias = Annotated[
    Lines
    | Amount
    | CardsField
    | SomeOf
    | Tiles
    | DiceField
    | CardField
    | GoodsField
    | Answers
    | Facts,
    Field(discriminator="kind"),
]


# ---- the rest of a page


class HandCard(Part):
    """A card of the own hand: what it says, what it can do now, or why nothing."""

    label: str
    text: str
    lines: tuple[Line, ...] = ()
    fields: tuple[AnyField, ...] = ()
    idle: str = ""
    """Why it can do nothing now; empty if it can."""


class PlayerPart(Part):
    """What everybody may know of a player."""

    seat: int
    name: str
    figures: tuple[Fact, ...]
    """Cash first."""
    waited: bool
    """The table waits for this player."""
    mine: bool
    here: Literal["", "here", "asleep", "away", "computer"] = ""
    out: bool = False


class Logged(Part):
    """A line of what has happened, the newest first; ``why`` is the name of its reasons."""

    seq: int
    text: str
    why: str = ""


class Back(Part):
    """A move that can be taken back or brought back, from a page that shows row ``seq``."""

    way: Literal["undo", "redo"]
    seq: int
    label: str


class PollSheet(Part):
    """Something that is put to all."""

    poll: str
    text: str
    yes: tuple[str, ...]
    waits: tuple[str, ...]
    left: float
    """Seconds until it lapses."""
    mine: bool
    """Whether this device is still asked."""
    asked: tuple[int, ...] = ()
    """The seats whose yes it takes: a table's screen has a line for each."""
    agreed: tuple[int, ...] = ()
    """Those of them that have said yes."""


class TimerPart(Part):
    """Time of the question: counted down by the page, decided by the host."""

    left: float
    """Seconds."""
    stands: bool


class Sheet(Part):
    """All that a device shows of the game."""

    language: str
    mine: bool
    """Whether the table waits for this seat."""
    headline: str
    text: str
    waits: tuple[str, ...]
    """Names of those who are waited for."""
    timer: TimerPart | None = None
    fields: tuple[AnyField, ...]
    """Answers, the most likely first; none for a watcher."""
    always: tuple[Line, ...] = ()
    """What can be asked at any time: leaving, votes, "Tagih sewa"."""
    hand: tuple[HandCard, ...] | None = None
    """None if this device has no hand, or the set has none."""
    purse: tuple[Fact, ...] = ()
    """Own money, debts and what else counts."""
    deeds: tuple[Fact, ...] = ()
    players: tuple[PlayerPart, ...]
    lot: tuple[Fact, ...] = ()
    """What is under the hammer."""
    facts: tuple[Facts, ...] = ()
    log: tuple[Logged, ...] = ()
    back: tuple[Back, ...] = ()
    poll: PollSheet | None = None
    over: bool = False
