"""What a room wants of whoever speaks to its devices: a teller for each language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from ketuk.codes.fault import CodesFault
from ketuk.engine.commands import AnyCommand
from ketuk.engine.table import Table, Trade
from ketuk.rooms.answers import Outcome, TapResult, Turned
from ketuk.rooms.poll import Poll
from ketuk.rooms.profile import Profile
from ketuk.rooms.sheet import AnyField, Fact, Line, PollSheet, Put, Sheet, TimerPart
from ketuk.rooms.trouble import JournalFault

Here: TypeAlias = Literal["here", "asleep", "away"]


@dataclass(frozen=True, slots=True)
class Around:
    """What a page shows beside the game itself."""

    here: Mapping[int, Here]
    """By seat; a seat that never had a device is not in it."""
    timer: TimerPart | None
    poll: Poll | None
    now: float


@dataclass(frozen=True, slots=True)
class TapTold:
    """What a card came to on a device."""

    sentence: str
    tone: Literal["good", "note", "bad"]
    lines: tuple[Line, ...] = ()
    fields: tuple[AnyField, ...] = ()
    put: Put | None = None
    """The trade that it went into."""


class Teller(Protocol):
    """Says everything in one language. ``seat`` is who reads it; 0: a watcher."""

    def sheet(self, seat: int, around: Around) -> Sheet:
        """What the page of a seat shows."""
        ...

    def agreed(self) -> tuple[Fact, ...]:
        """What the players have agreed on before the game."""
        ...

    def words(self) -> dict[str, str]:
        """What the page itself says."""
        ...

    def outcome(self, outcome: Outcome | Turned, seat: int) -> tuple[str, str]:
        """Why something was not done, and the number of the ruling."""
        ...

    def tap(
        self, result: TapResult, before: Table, seat: int, making: Trade | None = None
    ) -> TapTold:
        """What a card came to; ``making``: the trade that is being put together there."""
        ...

    def why(self, what: str, seat: int) -> tuple[str, tuple[str, ...]] | None:
        """Title and lines on what a page of this seat has named; None for what it has not."""
        ...

    def weigh(self, command: AnyCommand) -> tuple[tuple[str, ...], str]:
        """What a trade is worth to both sides, and why it may not be proposed (empty: it may)."""
        ...

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the room."""
        ...

    def trouble(self, fault: JournalFault | CodesFault) -> str:
        """Why something could not be kept or judged."""
        ...

    def played(self, profile: Profile) -> tuple[Fact, ...]:
        """The games of a profile: how many and how many won, then each."""
        ...

    def poll(self, poll: Poll, seat: int, now: float) -> PollSheet:
        """Something that is put to all, as a seat sees it."""
        ...
