"""Phones for tests: a real server, and devices that speak to it over real sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.desk import RoomDesk
from ketuk.rooms.door import Door, DoorPass
from ketuk.rooms.host import Host
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.room import Room
from ketuk.tui.pages.teller import Tellers
from ketuk.tui.words.languages import LANGUAGES, SPOKEN

NAMES = ("Ayu", "Budi", "Citra", "Dewi")
SPOKEN_HERE = tuple((language, SPOKEN[language].name) for language in LANGUAGES)


class Phone:
    """One device; ``page`` is the newest that it has."""

    def __init__(self, session: aiohttp.ClientSession, host: Host, name: str = "") -> None:
        self._session, self._host, self.name = session, host, name
        self.port, self.headers = host.port, dict[str, str]()
        """Where it dials, and what it says there beside what is usual."""
        self.token = ""
        self.build = host.build
        """Of its page; the path that it dials is always the host's."""
        self.page: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        """Everything that came, in order."""
        self.frames: list[str] = []
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._ids = 0

    async def dial(
        self, *, code: str | None = None, language: str = "id", **more: Any
    ) -> dict[str, Any]:
        """Connect and greet, with ``more`` in the greeting; the answer."""
        url = f"http://{self._host.address}:{self.port}/{self._host.build}/ws"
        self._socket = await self._session.ws_connect(url, headers=self.headers)
        self._hearing = asyncio.create_task(self._hear(self._socket))
        device = f"device {self.name or 'watching'}"
        hello = {"type": "hello", "build": self.build, "device": device,
                 "language": language, "name": self.name, "token": self.token,
                 "code": self._host.desk.door.code if code is None else code, **more}  # fmt: skip
        await self.send(hello)
        return await self.next("welcome", "gone")

    async def sit(self, seat: int) -> dict[str, Any]:
        """Take a seat (0: watch), and have its first page."""
        await self.send({"type": "seat", "seat": seat, "name": self.name})
        answer = await self.until(
            lambda m: m["type"] == "refused" or (m["type"] == "welcome" and m["seat"] == seat)
        )
        if answer["type"] == "welcome":
            self.token = answer["token"] or self.token
            await self.next("page")
        return answer

    async def send(self, message: dict[str, Any] | str) -> None:
        """One frame."""
        assert self._socket is not None
        await self._socket.send_str(message if isinstance(message, str) else json.dumps(message))

    async def ask(self, message: dict[str, Any], ident: str | None = None) -> dict[str, Any]:
        """A request, and its answer."""
        self._ids += 1
        ident = ident or f"{self.name}{self._ids}"
        await self.send({"id": ident, **message})
        kinds = ("done", "refused", "verdict", "weighed", "reasons")
        return await self.until(lambda m: m["type"] in kinds and m["id"] == ident)

    async def do(
        self, *cmds: dict[str, Any], ask: str | None = None, ident: str | None = None
    ) -> Any:
        """Ask these of the table, for the question of the newest page."""
        named = self.page["ask"] if ask is None else ask
        return await self.ask({"type": "do", "ask": named, "cmds": list(cmds)}, ident)

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of a kind that nobody has waited for yet."""
        return await self.until(lambda m: m["type"] in kinds)

    async def until(self, wanted: Any, seconds: float = 20.0) -> dict[str, Any]:
        """The first message that is wanted, from the last one on that was."""
        async with asyncio.timeout(seconds):
            while True:
                for place, message in enumerate(self.heard[self._seen :]):
                    if wanted(message):
                        self._seen += place + 1
                        return message
                await self._more()

    async def at(self, seq: int, seconds: float = 20.0) -> dict[str, Any]:
        """The page once it shows a row, or a later one."""
        async with asyncio.timeout(seconds):
            while not self.page or self.page["seq"] < seq:
                await self._more()
        return self.page

    async def _more(self) -> None:
        """Something came.

        Raises:
            ConnectionError: the line is gone, so that nothing comes any more.
        """
        self._news.clear()
        if self._hearing is None or self._hearing.done():
            raise ConnectionError
        await self._news.wait()

    async def cut(self) -> None:
        """The line is gone without a word."""
        if self._hearing is not None:
            self._hearing.cancel()
        if self._socket is not None:
            transport = self._socket.get_extra_info("socket")
            response = self._socket._response
            if response.connection is not None and response.connection.transport is not None:
                response.connection.transport.abort()
            del transport

    @property
    def gone(self) -> dict[str, Any] | None:
        """Why the host let go of it; None while it has not."""
        return next((m for m in self.heard if m["type"] == "gone"), None)

    _seen = 0

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            message = json.loads(frame.data)
            self.frames.append(frame.data)
            self.heard.append(message)
            if message["type"] == "page":
                self.page = message
            self._news.set()
        asyncio.get_running_loop().call_soon(self._news.set)  # once this is over


def game(folder: Path, rules: str = "nusantara", *, seed: int = 5, **more: Any) -> Room:
    """A new game of four, on disk."""
    made = engine.ruleset(rules)
    options = more.pop("options", Options(edition=made.edition))
    names = more.pop("names", NAMES)
    journal = Journal.open(folder / FILE)
    return Room.start(
        journal, rules=made, names=names, options=options, name="malam", seed=seed, **more
    )


@asynccontextmanager
async def hosted(
    room: Room,
    *,
    computers: frozenset[int] = frozenset(),
    passes: tuple[DoorPass, ...] = (),
    address: str = "127.0.0.1",
    now: Callable[[], float] = monotonic,
    port: int = 0,
    **more: Any,
) -> AsyncIterator[Host]:
    """The room with its server, at a port of its own if none is given."""
    host = Host(
        room, Tellers(room, computers), SPOKEN_HERE, computers=computers, passes=passes, now=now,
        **more,
    )  # fmt: skip
    await host.open(address, port)
    try:
        yield host
    finally:
        await host.close()


@asynccontextmanager
async def phones(host: Host, *names: str) -> AsyncIterator[list[Phone]]:
    """Devices that are connected to nothing yet."""
    async with aiohttp.ClientSession() as session:
        made = [Phone(session, host, name) for name in names]
        try:
            yield made
        finally:
            for phone in made:
                await phone.cut()


def desk_of(
    room: Room, *, computers: frozenset[int] = frozenset(), profiles: Profiles | None = None
) -> RoomDesk:
    """A desk without a server."""
    return RoomDesk(
        room, Tellers(room, computers), SPOKEN_HERE, Door(), computers=computers,
        now=lambda: 0.0, profiles=profiles,
    )  # fmt: skip


def commands_on(page: Any) -> list[dict[str, Any]]:
    """All whole commands that a page holds, the first of each line."""
    found: list[dict[str, Any]] = []
    if isinstance(page, dict):
        cmds = page.get("cmds")
        found += [*(cmds[:1] if cmds else ())]
        for value in page.values():
            found += commands_on(value)
    elif isinstance(page, list):
        for value in page:
            found += commands_on(value)
    return found
