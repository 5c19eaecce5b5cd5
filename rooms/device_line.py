"""What waits to go out to one device, in the order in which it goes."""

import asyncio
from collections import deque
from collections.abc import Callable

from aiohttp import web

from ketuk.rooms import meja_wire, seal_wire, wire
from ketuk.rooms.connection import Connection
from ketuk.rooms.door import Flow


class DeviceLine:
    """The line to one device: its answers in order, and a slot for the newest page."""

    def __init__(self, connection: Connection, socket: web.WebSocketResponse) -> None:
        self.connection, self.socket = connection, socket
        self.answers: deque[wire.ToDevice] = deque()
        self.news: dict[str, wire.ToDevice] = {}
        """What holds until the next of its kind: the newest of each."""
        self.stale = False
        self.ends = False
        """Whether a ``gone`` is among what goes out, or has gone out."""
        self.wake = asyncio.Event()
        self.flow = Flow()

    def put(self, answers: list[wire.ToDevice]) -> None:
        """These go out next, in order; nothing comes after a ``gone``."""
        over = any(isinstance(known, wire.GoneMessage) for known in self.answers)
        for answer in answers if not over else ():
            self.ends = self.ends or isinstance(answer, wire.GoneMessage)
            match answer:
                case meja_wire.PersonMessage(profile=profile):
                    self.news[f"person {profile.name}"] = answer
                case (
                    meja_wire.PassesMessage()
                    | meja_wire.GuestsMessage()
                    | meja_wire.BoxMessage()
                    | seal_wire.KeysMessage()
                ):
                    self.news[answer.type] = answer
                case _:
                    self.answers.append(answer)
        self.wake.set()

    def next(self, rows: Callable[[Connection], wire.ToDevice | None]) -> wire.ToDevice | None:
        """What goes out next; rows come before the answer to what has made them."""
        first = self.answers[0] if self.answers else None
        if first is not None and not isinstance(first, wire.DoneMessage | meja_wire.UnmovedMessage):
            return self.answers.popleft()
        if self.news:
            return self.news.pop(next(iter(self.news)))
        if (batch := rows(self.connection)) is not None:
            return batch
        return self.answers.popleft() if self.answers else None

    def renew(self) -> None:
        """The page that it shows is an old one."""
        if self.connection.known is not None and not self.connection.over:
            self.stale = not self.connection.laptop  # which has rows, and no pages
            self.wake.set()
