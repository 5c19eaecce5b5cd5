"""Lines of input of ``ketuk play``: one JSON object each, read into what it asks for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ketuk.codes.judging import plain_uid
from ketuk.engine.codec import Unreadable, command_of
from ketuk.engine.commands import AnyCommand
from ketuk.tui.cli.streams import is_text

VERSION = 1
"""Form of the lines, in and out; a line may say it as ``"v"``."""


@dataclass(frozen=True, slots=True)
class TapLine:
    """A card: its code as read or typed."""

    text: str
    source: str
    uid: str | None
    seat: int | None
    ask: str | None


@dataclass(frozen=True, slots=True)
class DoIt:
    """A command of a seat."""

    command: AnyCommand
    ask: str | None
    ident: str | None
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DiceLine:
    """Real dice for what the table waits for."""

    dice: tuple[int, ...]
    seat: int | None


@dataclass(frozen=True, slots=True)
class TurnLine:
    """Undo or redo."""

    back: bool
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class LookLine:
    """A player looks at the own hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Wait:
    """So many seconds of play go by."""

    seconds: int


Wish: TypeAlias = TapLine | DoIt | DiceLine | TurnLine | LookLine | Wait
LONGEST_S = 24 * 3600
"""Seconds that one line may let go by."""

_KEYS: dict[str, frozenset[str]] = {
    "tap": frozenset({"tap", "by", "source", "uid", "ask"}),
    "do": frozenset({"do", "by", "ask", "id", "agree"}),
    "dice": frozenset({"dice", "by"}),
    "undo": frozenset({"undo", "agree"}),
    "redo": frozenset({"redo"}),
    "look": frozenset({"look"}),
    "time": frozenset({"time"}),
}
"""Kinds of lines by the key that names them, with all keys that each may have."""


def read(text: str, names: tuple[str, ...]) -> Wish:
    """What a line asks for; ``names`` are the players in seat order.

    Raises:
        Unreadable: it is no line of this form; the message says what is wrong, in English.
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from error
    if not isinstance(record, dict):
        raise Unreadable("no JSON object")
    if not is_text(json.dumps(record, ensure_ascii=False)):
        raise Unreadable("no text: half of a surrogate pair")
    if record.pop("v", VERSION) != VERSION:
        raise Unreadable(f"v: {VERSION} expected")
    kinds = [kind for kind in _KEYS if kind in record]
    if len(kinds) != 1:
        raise Unreadable(f"one of {', '.join(_KEYS)} expected")
    if odd := sorted(set(record) - _KEYS[kinds[0]]):
        raise Unreadable(f"{odd[0]}: not known beside {kinds[0]}")
    return _wish(kinds[0], record, names)


def _wish(kind: str, record: Mapping[str, Any], names: tuple[str, ...]) -> Wish:
    match kind:
        case "tap":
            return TapLine(
                text=_text(record, "tap"),
                source=_text(record, "source", "typed"),
                uid=_uid(record),
                seat=_seat(record, "by", names),
                ask=_text(record, "ask", "") or None,
            )
        case "do":
            return _command(record, names)
        case "dice":
            return DiceLine(_dice(record["dice"]), _seat(record, "by", names))
        case "time":
            return Wait(_seconds(record["time"]))
        case "look":
            seat = _seat(record, "look", names)
            assert seat is not None
            return LookLine(seat)
        case _:
            if record[kind] is not True:
                raise Unreadable(f"{kind}: true expected")
            return TurnLine(kind == "undo", _seats(record.get("agree", []), names))


def _seconds(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LONGEST_S:
        raise Unreadable(f"time: seconds from 1 to {LONGEST_S} expected")
    return value


def _command(record: Mapping[str, Any], names: tuple[str, ...]) -> DoIt:
    plain = record["do"]
    if not isinstance(plain, dict):
        raise Unreadable("do: a command expected")
    seat = _seat(record, "by", names)
    if seat is None and "seat" not in plain:
        raise Unreadable('by: whose command is it? {"do": ..., "by": NAME}')
    if seat is not None and plain.get("seat", seat) != seat:
        raise Unreadable("by and seat are not the same player")
    command = command_of({**plain, "seat": plain["seat"] if seat is None else seat})
    agreed = _seats(record.get("agree", []), names)
    return DoIt(command, _text(record, "ask", "") or None, _text(record, "id", "") or None, agreed)


def _text(record: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise Unreadable(f"{key}: text expected")
    return value


def _uid(record: Mapping[str, Any]) -> str | None:
    """The number of a tag; empty text is none, as no ``uid`` at all is."""
    uid = _text(record, "uid", "")
    plain = plain_uid(uid) if uid else None
    if uid and plain is None:
        raise Unreadable("uid: 2 to 20 hexadecimal digits expected, two for each byte")
    return plain


def _dice(value: Any) -> tuple[int, ...]:
    whole = isinstance(value, list) and all(type(die) is int for die in value)
    if not whole or not value:
        raise Unreadable("dice: a list of numbers expected")
    return tuple(value)


def _seats(value: Any, names: tuple[str, ...]) -> frozenset[int]:
    if not isinstance(value, list):
        raise Unreadable("agree: a list of players expected")
    seats = (_seat({"agree": who}, "agree", names) for who in value)
    return frozenset(seat for seat in seats if seat is not None)


def _seat(record: Mapping[str, Any], key: str, names: tuple[str, ...]) -> int | None:
    """A player by name, in any case, or by the number of the seat."""
    if key not in record:
        return None
    value = record[key]
    if type(value) is int and 1 <= value <= len(names):
        return value
    if isinstance(value, str):
        wanted = value.strip().casefold()
        for seat, name in enumerate(names, 1):
            if name.casefold() == wanted:
                return seat
    raise Unreadable(f"{key}: no player {value!r} here")
