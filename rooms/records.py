"""What a journal keeps: the header of a game, its rows, and their JSON."""

import re
from typing import Any, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Struct

from ketuk.engine import codec
from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import Options

Kind: TypeAlias = Literal["start", "move", "undo", "redo"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Piece: TypeAlias = tuple[Literal["die", "card"], int]
"""One die, or one card of a deck, as chance gave it."""


class Header(Struct, frozen=True):
    """What a game was begun with. It never changes."""

    game: str
    ruleset: str
    version: str
    options: Options
    names: tuple[str, ...]
    data: str
    """The rule set's data as canonical JSON: a running game keeps the rules it began with."""
    made: str
    """UTC, ISO 8601."""
    seed: int | None = None
    """Only if one was asked for."""
    box: str | None = None
    bots: tuple[int, ...] = ()
    """Seats that the program plays."""
    players: tuple[str, ...] = ()
    """Names of the players that play these seats, in their order; empty for the usual one."""
    digest: str = ""
    """SHA-256 of ``data`` as hexadecimal digits; empty in a game of a version without it."""


class InputLine(Struct, frozen=True):
    """The line of input that a row came from, counted from 1."""

    number: int
    text: str


class Row(Struct, frozen=True):
    """One entry of a journal. Nothing is ever deleted; an undo is an entry too."""

    seq: int
    kind: Kind
    at: str
    """UTC, ISO 8601."""
    events: tuple[AnyEvent, ...] = ()
    command: AnyCommand | None = None
    chance: tuple[Piece, ...] = ()
    """What the app's dice and decks gave, in order; real ones stand in the command."""
    consents: tuple[int, ...] = ()
    """Seats that agreed to an undo, or to what only all give together."""
    host: int = 0
    """Which host wrote it; 0 until there are others."""
    line: InputLine | None = None
    ident: str | None = None
    """Names a request once and for all, so that its repetition gets the first answer."""


class Progress(Struct, frozen=True):
    """How far a game is, for lists of games."""

    round: int
    over: bool


class Saved(Struct, frozen=True):
    """A saved game as lists show it."""

    name: str
    ruleset: str
    names: tuple[str, ...]
    made: str
    played: str
    """Time of the last entry."""
    moves: int
    """Entries after the start, undone ones included."""
    round: int
    over: bool
    box: str | None = None
    bots: tuple[int, ...] = ()
    """Seats that the program plays."""
    decided_at: str = ""
    """Of a copy: what the laptop is called, or where it is, that decides it."""


class Unsound(ValueError):
    """A header or row that cannot be read; the message says what and where."""


class Newer(Unsound):
    """A row that a newer version of this program wrote: it is whole, but not understood here."""

    def __init__(self, what: str, seq: int = 0) -> None:
        super().__init__(what)
        self.what = what
        """The name that is not known here."""
        self.seq = seq


T = TypeVar("T")
_QUOTED = re.compile(r"[`']([^`']+)[`']")
"""A name in what the decoder says."""

_HEADER = msgspec.json.Decoder(Header)
_ROW = msgspec.json.Decoder(Row)
_PARTS: dict[str, msgspec.json.Decoder[Any]] = {
    "events": msgspec.json.Decoder(tuple[AnyEvent, ...]),
    "command": msgspec.json.Decoder(AnyCommand | None),
    "chance": msgspec.json.Decoder(tuple[Piece, ...]),
    "consents": msgspec.json.Decoder(tuple[int, ...]),
    "names": msgspec.json.Decoder(tuple[str, ...]),
}


def to_text(value: Any) -> str:
    """One line of JSON."""
    return msgspec.json.encode(value).decode()


def part(name: str, text: str) -> Any:
    """A part of a row from its column.

    Raises:
        Newer: it holds what only a newer version knows.
        Unsound: it cannot be read.
    """
    return _decoded(_PARTS[name], text, f"{name}: ")


def header_from(text: str | bytes) -> Header:
    """A header from JSON.

    Raises:
        Newer: it holds what only a newer version knows.
        Unsound: it is none.
    """
    return _decoded(_HEADER, text)


def row_from(text: str | bytes) -> Row:
    """A row from JSON.

    Raises:
        Newer: it holds what only a newer version knows.
        Unsound: it is none.
    """
    return _decoded(_ROW, text)


def _decoded(decoder: msgspec.json.Decoder[T], text: str | bytes, where: str = "") -> T:
    """What this version or an earlier one wrote."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if not _has_unknown_field(error):
            raise _fault(text, error, where) from error
    try:
        return decoder.decode(codec.in_todays_form(text))
    except msgspec.DecodeError as error:
        raise _fault(text, error, where) from error


def _has_unknown_field(error: Exception) -> bool:
    return str(error).startswith("Object contains unknown field")


def _fault(text: str | bytes, error: Exception, where: str = "") -> Unsound:
    """What does not decode here: of a newer version, if its fault is a name not known yet."""
    name, problem = codec.unknown(text), str(error)
    if not name and (problem.startswith("Invalid enum value") or _has_unknown_field(error)):
        name = problem
    quoted = _QUOTED.search(problem)
    is_misread = codec.is_misread(quoted[1] if quoted and name == problem else name)
    return Newer(name) if name and not is_misread else Unsound(f"{where}{error}")
