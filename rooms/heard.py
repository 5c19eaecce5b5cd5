"""What a laptop that follows a host hears of it, in order."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ketuk.rooms.answers import Unheard
from ketuk.rooms.door import DoorPass
from ketuk.rooms.meja_wire import GoneWhy
from ketuk.rooms.outcomes import NotDone
from ketuk.rooms.profiles import KeptProfile
from ketuk.rooms.proof import Claim
from ketuk.rooms.records import Header, Row
from ketuk.rooms.reign import Mark, Reign
from ketuk.rooms.sheet import PollSheet


@dataclass(frozen=True, slots=True)
class CopyHeard:
    """The whole game, or what is new of it since the line was lost."""

    header: Header
    rows: tuple[Row, ...]
    """All that follow ``since``, up to the last one there was."""
    reigns: tuple[Reign, ...]
    """In their order; the last one is the host's."""
    since: Mark | None
    """Of the last row that both have; None: all rows are in this. Any that are here beyond it are
    no part of the host's game."""


@dataclass(frozen=True, slots=True)
class RowsHeard:
    """What has happened since: rows that follow the ones before, without a gap."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class PassesHeard:
    """What lets devices in, all of it."""

    passes: tuple[DoorPass, ...]


@dataclass(frozen=True, slots=True)
class PersonHeard:
    """A profile, to be kept as it is."""

    person: KeptProfile


@dataclass(frozen=True, slots=True)
class BoxHeard:
    """The box of the game, as an export of it."""

    box: str
    revision: int
    content: bytes


@dataclass(frozen=True, slots=True)
class PollHeard:
    """What is put to all; None: nothing is, and ``sentence`` says how the last one ended."""

    poll: PollSheet | None
    sentence: str
    at: float
    """When that was heard, in seconds that go on evenly."""


@dataclass(frozen=True, slots=True)
class UnputHeard:
    """What was to be put to all is not, or whether it is was not heard: why."""

    why: NotDone | Unheard


@dataclass(frozen=True, slots=True)
class GuestsHeard:
    """Where the laptops that may become host listen, in order."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoneHeard:
    """The host has let go of this laptop, for good where ``state`` is not ``silent`` after it."""

    why: GoneWhy
    sentence: str
    """As the host said it, in this laptop's language."""


Heard: TypeAlias = (
    CopyHeard
    | RowsHeard
    | PassesHeard
    | PersonHeard
    | BoxHeard
    | PollHeard
    | UnputHeard
    | GuestsHeard
    | GoneHeard
)

GuestState: TypeAlias = Literal[
    "dialling", "asked", "refused", "copying", "following", "silent", "fenced", "closed"
]
"""dialling: not there yet; asked: the table is asked; refused: for good, see ``Guest.sentence``;
silent: there was a line and it is gone, dialled again all the while; fenced: what is followed has
moved elsewhere and is on its way there."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What the new host begins with, once it has kept its reign on disk."""

    claim: Claim
    rows: tuple[Row, ...]
    """The whole game, as whoever is reached has most of it."""
    passes: tuple[DoorPass, ...]
    address: str
    port: int
    """Where phones will look for it. Close the guest before a room is opened there."""


@dataclass(frozen=True, slots=True)
class Unable:
    """Why a laptop cannot take over."""

    why: Literal["alive", "other", "incomplete", "deaf"]
    """alive: the host answers; other: the game goes on elsewhere; incomplete: there is no whole
    copy here; deaf: this laptop listens nowhere."""
    name: str = ""
    address: str = ""
