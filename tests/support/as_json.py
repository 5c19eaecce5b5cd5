"""Commands and events as JSON, as a journal keeps them."""

import msgspec

from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent

_EVENTS: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def to_json(value: AnyCommand | AnyEvent) -> str:
    return msgspec.json.encode(value).decode()


def event_from(line: str) -> AnyEvent:
    return _EVENTS.decode(line)
