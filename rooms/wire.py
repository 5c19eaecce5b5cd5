"""The messages between a room and its devices: one JSON object a frame, tagged by ``type``.

Pure: no socket and no game. What comes from a device is checked here before anything looks at it;
what a page shows is in ``ketuk.rooms.sheet``. No message names a seat that acts: the connection
has it. A command on the wire is the command's own JSON without its ``seat``.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from ketuk.rooms import meja_wire, seal_wire
from ketuk.rooms.message import Ask, Command, Device, Ident, Message, Name
from ketuk.rooms.profile import Profile
from ketuk.rooms.sheet import AnyField, Fact, Line, PollSheet, Put, Sheet

BUILD = "1"
"""Of the protocol: a page of another one never meets this host, since it is part of its path."""
FRAME = 16 * 1024
"""Most bytes of a message from a device."""
PHOTO = 1024 * 1024
"""Most bytes of a message that carries a photo."""
TEXT = 512
"""Most signs of what was read off a card, or typed."""

Language: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")]


# ---- from a device


class Hello(Message):
    """The first message of a connection: with the room's code, or the token of an earlier one."""

    type: Literal["hello"] = "hello"
    build: Annotated[str, StringConstraints(max_length=16)]
    device: Device
    language: Language
    name: Name = ""
    code: Annotated[str, StringConstraints(max_length=32)] = ""
    token: Annotated[str, StringConstraints(max_length=64)] = ""
    chosen: bool = False
    """Whether language and sound were chosen on this device: then they go before a profile's."""
    sound: bool = True
    reign: meja_wire.ReignPart | None = None
    """The highest one that the device has heard of: a host of a lower one stops at that."""
    meja: Name = ""
    """What a laptop is called that wants the whole game and a table of its own; empty: a page."""
    listens: meja_wire.Place = ""
    """Where that laptop is reached if it becomes the host."""
    have: meja_wire.Marks = ()
    """Rows that it has already, the latest first."""
    asks: bool = False
    """Whether it only wants to know what rows there are, or brings news of a reign."""
    sealed: seal_wire.SealedHave | None = None
    """What it keeps of a game."""


class DoMessage(Message):
    """Ask these of the table, one after another, as answers to the question ``ask``."""

    type: Literal["do"] = "do"
    id: Ident
    ask: Ask
    cmds: Annotated[tuple[Command, ...], Field(min_length=1, max_length=16, strict=False)]


class TapMessage(Message):
    """A card was read or its code typed: the 12 characters, or the short code printed on it."""

    type: Literal["tap"] = "tap"
    id: Ident
    ask: Ask
    text: Annotated[str, StringConstraints(min_length=1, max_length=TEXT)]
    making: Command | None = None
    """The trade that is being put together there, as ``weigh`` has it: the card may go into it."""


class Photo(Message):
    """A picture of a sticker, for the host to read: JPEG, PNG or WebP in base64, one card."""

    type: Literal["photo"] = "photo"
    id: Ident
    ask: Ask
    data: Annotated[str, StringConstraints(min_length=1, max_length=PHOTO)]
    making: Command | None = None
    """As in a ``tap``."""


class Weigh(Message):
    """What a trade that is being made is worth to both sides, and whether it may be proposed."""

    type: Literal["weigh"] = "weigh"
    id: Ident
    cmd: Command


class WhyMessage(Message):
    """Why an amount is what it is: ``what`` is the name that a page gave it."""

    type: Literal["why"] = "why"
    id: Ident
    what: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Undo(Message):
    """Take back the last move, or bring it back; ``seq`` is the row that the page showed last."""

    type: Literal["undo"] = "undo"
    id: Ident
    seq: Annotated[int, Field(ge=0)]
    way: Literal["undo", "redo"] = "undo"


class Agree(Message):
    """Yes or no to what is put to all."""

    type: Literal["agree"] = "agree"
    poll: Ident
    yes: bool


class SeatMessage(Message):
    """Take a free seat, or watch (0); one that has a device, by its player card."""

    type: Literal["seat"] = "seat"
    seat: Annotated[int, Field(ge=0, le=64)]
    name: Name = ""
    card: Annotated[str, StringConstraints(max_length=TEXT)] = ""
    """The code of that player's card, as it was typed."""
    photo: Annotated[str, StringConstraints(max_length=PHOTO)] = ""
    """A picture of that card instead, as in a ``photo``."""


class Speak(Message):
    """Another language from now on."""

    type: Literal["language"] = "language"
    language: Language


class ProfileMessage(Message):
    """The profile of who sits there: from the host to the device that owns it now; from that
    device where it has changed it, or has a newer one than the host.
    """

    type: Literal["profile"] = "profile"
    profile: Profile
    lines: tuple[Fact, ...] = ()
    """Its games, as they are told; none from a device."""


class Sleep(Message):
    """The page is hidden: it may be silent from now on."""

    type: Literal["sleep"] = "sleep"


class Bye(Message):
    """The page was closed on purpose."""

    type: Literal["bye"] = "bye"


class Ping(Message):
    """Is anybody there; ``n`` comes back."""

    type: Literal["ping"] = "ping"
    n: Annotated[int, Field(ge=0, le=2**53)] = 0


FromDevice: TypeAlias = (
    Hello
    | DoMessage
    | TapMessage
    | Photo
    | Weigh
    | WhyMessage
    | Undo
    | Agree
    | SeatMessage
    | Speak
    | ProfileMessage
    | Sleep
    | Bye
    | Ping
    | meja_wire.FromLaptop
    | seal_wire.FromPhone
)
_BY_TYPE = Field(discriminator="type")
_FROM_DEVICE: TypeAdapter[FromDevice] = TypeAdapter(Annotated[FromDevice, _BY_TYPE])


class Unclear(ValueError):
    """What came is no message."""


def read(text: str | bytes) -> FromDevice:
    """A message from a device.

    Raises:
        Unclear: it is none, or too long for its kind.
    """
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
    try:
        message = _FROM_DEVICE.validate_json(text) if size <= PHOTO else None
    except (ValidationError, ValueError, RecursionError) as error:
        raise Unclear(type(error).__name__) from error
    if message is None or (size > FRAME and not _is_long(message)):
        raise Unclear("too long")
    return message


def _is_long(message: FromDevice) -> bool:
    """Whether a message carries a picture, a page or rows, and may be as long as that."""
    if isinstance(message, SeatMessage):
        return message.photo != ""
    long = Photo | ProfileMessage | meja_wire.RowsMessage | seal_wire.FromPhone
    return isinstance(message, long)


# ---- to a device


class SeatLine(Message):
    """A seat in the list to choose from."""

    seat: int
    name: str
    taken: Literal["", "device", "computer", "gone"] = ""
    """Why it cannot be taken by this device; empty if it can."""


class Welcome(Message):
    """The answer to a ``hello``, and to each ``seat``: who the device is now."""

    type: Literal["welcome"] = "welcome"
    seat: int | None
    """Its seat; 0: it watches; None: to be chosen among ``seats``."""
    name: str
    token: str
    """To be kept by the device: with it the same seat comes back. Empty: the one it has."""
    language: str
    languages: tuple[tuple[str, str], ...]
    """Id and own name of each language."""
    game: str
    seats: tuple[SeatLine, ...]
    agreed: tuple[Fact, ...] = ()
    """What was agreed on before the game, to be read before one joins."""
    words: dict[str, str]
    """What the page itself says, by key."""
    reign: meja_wire.ReignPart | None = None
    """Whose the game is now: a device that has heard of a higher one turns to that."""
    guests: tuple[str, ...] = ()
    """Where to look for the game once this host is silent, in this order."""


class PageMessage(Message):
    """All that a device shows; the one with the highest (host, seq, turn) holds."""

    type: Literal["page"] = "page"
    host: int
    seq: int
    turn: int
    """Grows with each page of this host: also what is no row (a poll, who is here) changes it."""
    ask: str
    """The name of the question; goes back with every answer. Empty: nothing is asked."""
    sheet: Sheet


class DoneMessage(Message):
    """What was asked is done, and on disk at the host."""

    type: Literal["done"] = "done"
    id: str
    seq: int
    text: str = ""
    """What came of it, if a card was read."""


class RefusedMessage(Message):
    """It was not done: why, in a sentence that names its ruling."""

    type: Literal["refused"] = "refused"
    id: str
    sentence: str
    ruling: str = ""
    """Its number, if there is one; ``why`` takes ``ruling:NUMBER``."""
    late: bool = False
    """It answered a question that is open no more."""


class Verdict(Message):
    """What a card is that did nothing, or could mean several things (``lines``)."""

    type: Literal["verdict"] = "verdict"
    id: str
    sentence: str
    tone: Literal["good", "note", "bad"]
    lines: tuple[Line, ...] = ()
    fields: tuple[AnyField, ...] = ()
    """What is still wanted of it: dice."""
    put: Put | None = None
    """The trade that it went into; None if it went into none."""


class Weighed(Message):
    """Of a trade in the making."""

    type: Literal["weighed"] = "weighed"
    id: str
    lines: tuple[str, ...]
    may: bool
    sentence: str = ""
    """Why it may not be proposed."""


class ReasonsMessage(Message):
    """Why something is as it is."""

    type: Literal["reasons"] = "reasons"
    id: str
    title: str
    lines: tuple[str, ...]


class PollMessage(Message):
    """Something is put to all (None: no more); ``sentence`` says how the last one ended."""

    type: Literal["poll"] = "poll"
    poll: PollSheet | None
    sentence: str = ""


class GoneMessage(Message):
    """The host lets go of this connection."""

    type: Literal["gone"] = "gone"
    why: meja_wire.GoneWhy
    sentence: str
    again: bool
    """Whether dialling again by itself makes sense."""
    reign: meja_wire.ReignPart | None = None
    """Where the game goes on, if it does so elsewhere."""


class Pong(Message):
    """The answer."""

    type: Literal["pong"] = "pong"
    n: int = 0


ToDevice: TypeAlias = (
    Welcome
    | ProfileMessage
    | PageMessage
    | DoneMessage
    | RefusedMessage
    | Verdict
    | Weighed
    | ReasonsMessage
    | PollMessage
    | GoneMessage
    | Pong
    | meja_wire.AskedMessage
    | meja_wire.CopyMessage
    | meja_wire.RowsMessage
    | meja_wire.BoxMessage
    | meja_wire.PassesMessage
    | meja_wire.PersonMessage
    | meja_wire.GuestsMessage
    | meja_wire.UnmovedMessage
    | meja_wire.MarksMessage
    | meja_wire.Feed
    | seal_wire.ToPhone
)
_TO_DEVICE: TypeAdapter[ToDevice] = TypeAdapter(Annotated[ToDevice, _BY_TYPE])


def heard(text: str) -> ToDevice:
    """A message of a host, for laptops that follow one.

    Raises:
        Unclear: it is none.
    """
    try:
        return _TO_DEVICE.validate_json(text)
    except (ValidationError, ValueError, RecursionError) as error:
        raise Unclear(type(error).__name__) from error


def written(message: FromDevice | ToDevice) -> str:
    """A message as it goes into a frame."""
    return message.model_dump_json(exclude_defaults=False)
