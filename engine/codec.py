"""Commands and events to and from plain JSON."""

from typing import Any

import msgspec

from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent

_EVENTS: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class Unreadable(ValueError):
    """JSON that is no command or event; the message says what and where."""


def to_json(value: AnyCommand | AnyEvent) -> str:
    """One line of JSON; its ``type`` is the snake_case name."""
    return msgspec.json.encode(value).decode()


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


def event_from(data: str | bytes) -> AnyEvent:
    """An event from JSON.

    Raises:
        Unreadable: it is none.
    """
    try:
        return _EVENTS.decode(data)
    except msgspec.DecodeError as error:
        raise Unreadable(str(error)) from error
