"""Commands and events to and from plain JSON."""

from collections.abc import Collection, Iterator
from functools import cache, partial
from typing import Any, get_args

import msgspec
import msgspec.inspect

from ketuk.engine.commands import AnyCommand
from ketuk.engine.corrections import AnyCorrection
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import AnyTask

_KNOWN = frozenset(
    member.__struct_config__.tag
    for union in (AnyCommand, AnyCorrection, AnyEvent, AnyTask)
    for member in get_args(union)
)
"""The ``type`` of everything that is told apart by it."""


SEALED = ("ready", "bids", "standings", "declared")
"""Fields of sealed bids that were an auction's own up to version 0.2."""


class Unreadable(ValueError):
    """JSON that is no command or event; the message says what and where."""


def to_plain(value: Any) -> Any:
    """Plain lists, dicts, numbers and strings of a value, for records that hold more than it."""
    return msgspec.to_builtins(value)


def command_of(data: Any) -> AnyCommand:
    """A command from plain values.

    Raises:
        Unreadable: it is none.
    """
    try:
        command: AnyCommand = msgspec.convert(data, AnyCommand)
    except msgspec.ValidationError as error:
        raise Unreadable(str(error)) from error
    return command


def unknown(data: str | bytes) -> str:
    """The first ``type`` in JSON that no command, event, task or correction of this version has.

    Empty if all are known, and for what is no JSON.
    """
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    names = (node.get("type") for node in _dicts(plain))
    return next((n for n in names if isinstance(n, str) and n not in _KNOWN), "")


def is_misread(name: str, among: Collection[str] = ()) -> bool:
    """Whether it is no name of this version, and would be one if one bit of it were another.

    So damage is told from what a newer version names: that differs by more.
    """
    known = among or _names()
    return name not in known and any(map(partial(_one_bit_off, name.encode()), known))


def _one_bit_off(name: bytes, known: str) -> bool:
    other = known.encode()
    if len(other) != len(name):
        return False
    return sum((a ^ b).bit_count() for a, b in zip(name, other, strict=True)) == 1


@cache
def _names() -> frozenset[str]:
    """Every word that this version writes by itself: kinds, fields, and values out of a list."""
    unions = (AnyCommand, AnyCorrection, AnyEvent, AnyTask)
    waiting, seen = list(msgspec.inspect.multi_type_info(unions)), set[type]()
    words: set[object] = {"type"}
    while waiting:
        part = waiting.pop()
        match part:
            case msgspec.inspect.StructType(cls=cls, tag=tag, fields=fields) if cls not in seen:
                seen.add(cls)
                words |= {tag, *(field.encode_name for field in fields)}
                waiting += [field.type for field in fields]
            case msgspec.inspect.EnumType(cls=cls):
                words |= {member.value for member in cls}
            case msgspec.inspect.LiteralType(values=values):
                words |= {*values}
            case msgspec.inspect.UnionType(types=types):
                waiting += types
            case msgspec.inspect.TupleType(item_types=types):
                waiting += types
            case msgspec.inspect.VarTupleType(item_type=kind):
                waiting.append(kind)
            case _:
                pass
    return frozenset(word for word in words if isinstance(word, str))


def in_todays_form(data: str | bytes) -> bytes:
    """JSON of earlier versions with every field where it is today.

    Raises:
        msgspec.DecodeError: it is no JSON.
    """
    plain = msgspec.json.decode(data)
    for node in _dicts(plain):
        auction = node.get("auction")
        if node.get("type") == "auction_opened" and isinstance(auction, dict):
            sealed = {name: auction.pop(name) for name in SEALED if name in auction}
            auction.setdefault("sealed", sealed)
    return msgspec.json.encode(plain)


def _dicts(plain: Any) -> Iterator[dict[str, Any]]:
    if isinstance(plain, dict):
        yield plain
        plain = list(plain.values())
    if isinstance(plain, list):
        for part in plain:
            yield from _dicts(part)
