"""What a room answers: a closed set of values for each request, and what watchers are told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ketuk.codes.verdict import Answer
from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Table
from ketuk.engine.taps import Meaning

Change: TypeAlias = Literal["move", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class MoveDone:
    """Done, and on disk already."""

    seq: int
    command: AnyCommand | None
    """What was asked; of an undo or redo, the move that it concerned."""
    events: tuple[AnyEvent, ...]
    """What came of it; none for an undo."""
    kind: Change = "move"


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else moved first: nothing was done, the table was read again up to ``seq``."""

    seq: int


@dataclass(frozen=True, slots=True)
class Late:
    """The command answers the question ``asked``, which is not open any more: ``open`` is."""

    asked: str
    open: str


@dataclass(frozen=True, slots=True)
class NeedsConsent:
    """These seats have not agreed yet: to an undo past chance or a reveal, to a correction, to an
    early end.
    """

    seats: tuple[int, ...]
    to: Literal["undo", "correct", "conclude"] = "undo"


@dataclass(frozen=True, slots=True)
class NoMove:
    """There is nothing to undo or redo."""

    kind: Literal["undo", "redo"]


@dataclass(frozen=True, slots=True)
class Fenced:
    """The game goes on elsewhere, under a reign of a higher number: nothing was done here."""

    number: int
    name: str
    """What that laptop is called; empty if it has not said so."""
    address: str
    """Where it is reached; empty if that is not known."""


@dataclass(frozen=True, slots=True)
class Divided:
    """Another laptop has come back with moves that are not here: nothing is done until the table
    has chosen which of the two goes on.
    """

    name: str
    """What that laptop is called."""


@dataclass(frozen=True, slots=True)
class Unheard:
    """The laptop that decides did not answer: whether it was done, its rows will tell."""

    asked_s: float
    """Seconds that were waited; 0 where the line was down already."""


Outcome: TypeAlias = MoveDone | Refused | Stale | Late | NeedsConsent | Fenced | Divided | Unheard
"""Of a command."""
Turned: TypeAlias = MoveDone | NeedsConsent | NoMove | Stale | Fenced | Divided | Unheard
"""Of an undo or redo."""


@dataclass(frozen=True, slots=True)
class TapResult:
    """What a tap came to: the verdict on the card, what it means now, what was done."""

    verdict: Answer | None
    meaning: Meaning | None = None
    outcome: Outcome | None = None
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """For those who watch: the table now, and what happened in the row ``seq``."""

    table: Table
    events: tuple[AnyEvent, ...]
    seq: int
    kind: Change = "move"
    caught_up: bool = False
    """Whether another program wrote the row: when it happened is not known here."""


Watcher: TypeAlias = Callable[[Changed], None]
