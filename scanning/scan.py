"""What a reader may report: four kinds of reading, and nothing about what they mean.

Times (``at``) are seconds of a clock that never steps back (``time.monotonic``); a recording counts
them from its own first frame.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class By(StrEnum):
    """The way a text came."""

    NFC = "nfc"
    CAMERA = "camera"
    TYPED = "typed"


class Flaw(StrEnum):
    """Why a card that is there gave no text."""

    BLANK = "blank"
    """A sticker of the right kind that holds no message."""
    UNPREPARED = "unprepared"
    """A sticker of the right kind that was never made ready for messages; writing refuses it."""
    BROKEN = "broken"
    """A sticker whose message is damaged."""
    NO_TEXT = "no_text"
    """A sound message without any text or address in it."""
    OTHER_KIND = "other_kind"
    """Bank card, phone, door pass: no sticker of this game."""


class ReaderReason(StrEnum):
    """Why a reader could not do its work; the remedy of a state has the same name."""

    LIFTED = "lifted"
    """The card left while it was being read: hold it longer."""
    SEVERAL_CARDS = "several_cards"
    """More than one card at once: none is taken."""
    ABSENT = "absent"
    BUSY = "busy"
    """Another program, or another driver of the system, holds the reader."""
    NO_PERMISSION = "no_permission"
    NOT_ALLOWED = "not_allowed"
    """The PC/SC service runs and this user may not use it (polkit, on Linux)."""
    NO_SERVICE = "no_service"
    """The PC/SC service does not run."""
    NO_PCSC_LIBRARY = "no_pcsc_library"
    """pyscard is not installed."""
    NO_LIBUSB = "no_libusb"
    NO_LIBRARY = "no_library"
    """A Python package that this reader needs cannot be loaded."""
    NOT_SUPPORTED = "not_supported"
    """A reader that is known, and known not to work this way."""
    SILENT = "silent"
    """It is there and does not answer: plug it out and in again."""
    GARBLED = "garbled"
    """It answers, but not in its own language."""
    UNPLUGGED = "unplugged"
    NO_PICTURE = "no_picture"
    """The camera is open and delivers no picture."""
    COVERED = "covered"
    """The camera sees nothing but black: its cover is closed, or it lies on its face."""
    UNREADABLE = "unreadable"
    """A code is in view and cannot be read: tilted, too far, or not whole."""
    FROZEN = "frozen"
    """The camera delivers one and the same picture over and over."""
    NOT_A_PICTURE = "not_a_picture"
    """The file is no picture or film that can be read."""
    NO_ACCESS = "no_access"
    """A file or folder that this user may not read."""
    EMPTY = "empty"
    """A folder without a picture in it."""
    NO_ADDRESS = "no_address"
    """A source or path that does not say what to open."""


class Readiness(StrEnum):
    """How a reader stands."""

    READY = "ready"
    LOST = "lost"
    """It worked and went away; it is tried again."""
    ABSENT = "absent"
    """It has not worked so far; it is tried again."""
    ENDED = "ended"
    """A file or a list that has been read to its end."""
    CLEAR = "clear"
    """What no single reader is about, as the bus, is well: each reader speaks for itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """A card has been read. ``text`` is what it says, as it stands there, ``""`` with a flaw."""

    text: str
    source: str
    at: float
    by: By
    uid: str | None = None
    """The tag's own number in hex, if it has a lasting one."""
    flaw: Flaw | None = None
    beside: tuple[str, ...] = ()
    """What else was read in the same look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """Nothing lies on this reader (any more). A reader also says so once when it starts empty."""

    source: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderError:
    """Something failed. It says nothing about whether a card still lies there."""

    source: str
    at: float
    reason: ReaderReason
    detail: str = ""
    """The technical side, for logs and the doctor; never shown as the sentence itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderState:
    """The reader came or went; ``remedy`` names what a person can do about it."""

    source: str
    at: float
    state: Readiness
    remedy: ReaderReason | None = None


Reading = Scan | Removed | ReaderError | ReaderState
Put = Callable[[Reading], None]
