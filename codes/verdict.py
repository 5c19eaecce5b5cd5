"""What a scan turned out to be: exactly one of nine verdicts, each with its facts.

The tenth outcome, :class:`Held`, is none: a source that guessed too often is not judged at all
until its time is up. "Read already" is not here either: only the table knows that (ruling 4.6.5).
Sentences are made elsewhere; these are facts. Times are aware, in UTC.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from ketuk.codes.code import Slip


class StickerState(StrEnum):
    """The life of a sticker. Only one sticker of an item is active at any time."""

    ACTIVE = "active"
    SPARE = "spare"
    """Printed, but not yet the sticker of any card."""
    REPLACED = "replaced"
    LOST = "lost"
    BLOCKED = "blocked"
    """Taken out of use because somebody may have a copy."""
    VOID = "void"
    """A misprint."""


class Copies(StrEnum):
    """What a box does with a sticker whose code sits on a tag that is not its own."""

    ASK = "ask"
    ACCEPT = "accept"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Accepted:
    """An active code of the box in play."""

    kind: ClassVar[str] = "accepted"
    box: str
    code: str
    item: int
    serial: int


@dataclass(frozen=True, slots=True)
class Malformed:
    """Typed text that is no code: wrong ``length`` (0: nothing entered) or a sign no code has.

    ``place`` is where a sign is missing or one is too many, only if setting that right gives one
    active code of this box.
    """

    kind: ClassVar[str] = "malformed"
    length: int
    at: int | None
    read: str | None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Mistyped:
    """The check fails; ``suggestion`` only if exactly one correction is an active code of this box.

    A correction is one other sign, or two neighbours the other way round.
    """

    kind: ClassVar[str] = "mistyped"
    code: str
    suggestion: Slip | None


@dataclass(frozen=True, slots=True)
class OtherBox:
    """A sound code, of another box (ruling 4.6.4)."""

    kind: ClassVar[str] = "other_box"
    box: str
    code: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """This box, but no such token. From now on the source waits ``wait`` seconds (mostly 0)."""

    kind: ClassVar[str] = "unknown"
    box: str
    code: str
    wait: int


@dataclass(frozen=True, slots=True)
class Revoked:
    """A code out of use since ``since``; ``replaced_by`` is the serial of the item's sticker now.

    ``spare`` is the number printed on that sticker, if it was a spare.

    ``item``, ``serial`` and ``replaced_by`` are None for a spare that was taken out of use.
    """

    kind: ClassVar[str] = "revoked"
    box: str
    code: str
    item: int | None
    serial: int | None
    state: StickerState
    since: datetime
    replaced_by: int | None
    spare: int | None = None


@dataclass(frozen=True, slots=True)
class Spare:
    """A printed sticker that is not any card's yet: which card is it for?"""

    kind: ClassVar[str] = "spare"
    box: str
    code: str


@dataclass(frozen=True, slots=True)
class Copied:
    """An active code on a tag with another UID than the one bound to it.

    ``copies`` is ASK or REFUSE (a box that accepts copies answers :class:`Accepted`); if nobody
    can be asked, ASK is a refusal.
    """

    kind: ClassVar[str] = "copied"
    box: str
    code: str
    item: int
    serial: int
    uid: str
    copies: Copies

    @property
    def sticker(self) -> Accepted:
        """The verdict if it is taken all the same."""
        return Accepted(self.box, self.code, self.item, self.serial)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A tag or a QR symbol without any code of ours; ``text`` is what it said, escaped."""

    kind: ClassVar[str] = "foreign"
    text: str


Verdict = Accepted | Malformed | Mistyped | OtherBox | Unknown | Revoked | Spare | Copied | Foreign
"""The closed list; match on it with ``assert_never``."""


@dataclass(frozen=True, slots=True)
class Held:
    """No verdict: this source tried too many unknown codes and is heard again in ``wait`` s."""

    kind: ClassVar[str] = "held"
    wait: int


Answer = Verdict | Held
"""What :meth:`ketuk.codes.registry.Registry.check` answers."""
