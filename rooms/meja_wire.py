"""What a host and a laptop that follows it say to each other, beside what pages say.

A laptop that the table has let in has the whole game: its rows, with all that is secret in them,
its box, and what lets devices in. So none of this leaves before the host has said yes, and then
over that laptop's own line alone.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StringConstraints

from ketuk.rooms.message import Ask, Command, Device, Ident, Message, Name
from ketuk.rooms.place import PLACE
from ketuk.rooms.profile import Profile

BATCH_ROWS, BATCH_BYTES = 256, 16 * 1024
"""A frame holds no more rows, and no more bytes of them, unless a single row has more: where links
are lost again and again, a copy gets further with each.
"""
MOST_MARKS = 64
LONGEST_LINE = 2_000
"""Of input, as far as it goes along with a command."""
Seq: TypeAlias = Annotated[int, Field(ge=-1, le=2**53)]
"""Of a row; -1: before the first."""
Hash: TypeAlias = Annotated[str, StringConstraints(max_length=64)]
Key: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")]
Place: TypeAlias = Annotated[str, StringConstraints(pattern=PLACE)]
"""An IPv4 address and a port."""
Seats: TypeAlias = Annotated[
    tuple[Annotated[int, Field(ge=0, le=64)], ...], Field(max_length=64, strict=False)
]
InputPart: TypeAlias = tuple[
    Annotated[int, Field(ge=0, le=2**53)],
    Annotated[str, StringConstraints(max_length=LONGEST_LINE)],
]
Rows: TypeAlias = Annotated[tuple[str, ...], Field(max_length=BATCH_ROWS, strict=False)]
"""Each as its JSON."""


class ReignPart(Message):
    """One host's time: who decides the game from then on."""

    number: Annotated[int, Field(ge=0, le=2**53)]
    device: Device
    name: Name
    """What that laptop is called."""
    address: Place
    since: Annotated[str, StringConstraints(max_length=40)]
    """UTC, ISO 8601."""
    proof: Hash
    """That a laptop of this game has said so; see ``ketuk.rooms.proof``."""


class MarkPart(Message):
    """What tells a row from another one in its place."""

    seq: Seq
    host: Annotated[int, Field(ge=0, le=2**53)]
    digest: Hash


class PassPart(Message):
    """What a device is let in with, as ``ketuk.rooms.door`` keeps it."""

    hash: Hash
    seat: Annotated[int, Field(ge=0, le=64)]
    name: Name
    language: Annotated[str, StringConstraints(max_length=8)]
    meja: bool
    out: Annotated[str, StringConstraints(max_length=64)] = ""


Marks: TypeAlias = Annotated[tuple[MarkPart, ...], Field(max_length=MOST_MARKS, strict=False)]
GoneWhy: TypeAlias = Literal[
    "code", "token", "build", "newer", "moved", "closed", "full", "slow", "unclear", "blocked",
    "waiting", "fenced", "unwanted", "put_out",
]  # fmt: skip
"""Why a connection ends. ``waiting``: it may become host and is not; ``fenced``: the game goes on
elsewhere; ``unwanted``: the table does not take this laptop in; ``put_out``: not any more."""


# ---- from a laptop that follows


class Act(Message):
    """Ask a command of the table, for the seat that it names."""

    type: Literal["act"] = "act"
    id: Ident
    ask: Ask | None
    cmd: Command
    consents: Seats = ()
    line: InputPart | None = Field(None, strict=False)
    """The line of input that it came from: its number, and its text."""


class TurnMessage(Message):
    """Take back a move, or bring one back, if the last row is ``seq``."""

    type: Literal["turn"] = "turn"
    id: Ident
    way: Literal["undo", "redo"]
    seq: Seq
    consents: Seats = ()


class AgreeFor(Message):
    """Somebody at this laptop says yes or no to what is put to all, for the seat that it names."""

    type: Literal["agree_for"] = "agree_for"
    seat: Annotated[int, Field(ge=1, le=64)]
    poll: Ident
    yes: bool


class PutMessage(Message):
    """Put to all what all give together (``cmd``, with its seat), or else to turn a move back or
    forth, if the last row is ``seq``.
    """

    type: Literal["put"] = "put"
    id: Ident
    seq: Seq
    cmd: Command | None = None
    way: Literal["undo", "redo"] = "undo"


class KeptMessage(Message):
    """All rows up to ``seq`` are on disk there."""

    type: Literal["kept"] = "kept"
    seq: Seq


# ---- both ways


class Feed(Message):
    """Give me your rows after ``after``."""

    type: Literal["feed"] = "feed"
    after: Seq


class RowsMessage(Message):
    """Rows one after another, in their order."""

    type: Literal["rows"] = "rows"
    rows: Rows
    last: Seq
    """The last row that there is; the batch that ends with it is the last one for now."""


FromLaptop: TypeAlias = Act | TurnMessage | AgreeFor | PutMessage | KeptMessage | Feed | RowsMessage


class MarksMessage(Message):
    """Which rows somebody has, the latest first; asked for by a laptop before it takes over."""

    type: Literal["marks"] = "marks"
    have: Marks
    reign: ReignPart | None
    """The highest one that it has heard of."""
    leads: bool
    """Whether that is its own."""


# ---- from the host


class AskedMessage(Message):
    """The table is being asked whether this laptop may follow."""

    type: Literal["asked"] = "asked"
    game: str
    host: str
    """What the host's laptop is called."""


class CopyMessage(Message):
    """A laptop may follow: what the game was begun with; its rows come next."""

    type: Literal["copy"] = "copy"
    token: str
    """To be kept by the laptop; empty: the one it has."""
    secret: str
    """With which those who have the game prove to each other who decides it."""
    key: Key = ""
    """Under which copies of it are sealed that phones keep; empty: of a host that seals none."""
    header: str
    """As its JSON."""
    reigns: Annotated[tuple[ReignPart, ...], Field(strict=False)]
    """All that are known, the one that is now last."""
    after: Seq
    """The last row that both have: rows come from the next one on, and any that the laptop has
    beyond are its own."""
    last: Seq
    """The last row that there is now."""


class BoxMessage(Message):
    """The box of the game, as it is exported: zlib, in base64."""

    type: Literal["box"] = "box"
    box: str
    revision: int
    data: str


class PassesMessage(Message):
    """What lets devices in, all of it."""

    type: Literal["passes"] = "passes"
    passes: Annotated[tuple[PassPart, ...], Field(strict=False)]


class PersonMessage(Message):
    """The profile of somebody who sits here, and the hash of the device that owns it."""

    type: Literal["person"] = "person"
    profile: Profile
    owner: str


class GuestsMessage(Message):
    """Where to look for the game once this host is silent, in this order."""

    type: Literal["guests"] = "guests"
    guests: Annotated[tuple[str, ...], Field(strict=False)]


class UnmovedMessage(Message):
    """What was asked is not done: the outcome of the room by its kind, with its facts."""

    type: Literal["unmoved"] = "unmoved"
    id: str
    kind: Literal[
        "refused", "late", "stale", "consent", "nothing", "fenced", "parted", "fault", "unclear"
    ]
    facts: dict[str, Any]
