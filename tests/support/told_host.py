"""A host that shows a page what a test tells it to, and keeps what the page says.

It speaks the protocol (``ketuk.rooms.wire``) and knows no game: what the page does with each kind
of field can be seen without one. Whole games are played with the real host.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from aiohttp import WSMsgType, web
from browsers import HIGH, painted, phone
from playwright.async_api import Browser, Page

import ketuk.rooms
from ketuk.rooms import wire
from ketuk.rooms.sheet import Fact, Sheet
from ketuk.tui.telling.page_words import page_words
from ketuk.tui.words import LANGUAGES, Language, Words
from ketuk.tui.words.languages import SPOKEN

WEB = Path(ketuk.rooms.__file__).parent / "web"
CODE = "K7Q2M9XT"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws:; "
    "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'"
)
LANGUAGE_NAMES = tuple((one, SPOKEN[one].name) for one in LANGUAGES)
SEATS = (
    wire.SeatLine(seat=1, name="Ayu"),
    wire.SeatLine(seat=2, name="Budi"),
    wire.SeatLine(seat=3, name="Citra", taken="computer"),
)
Kind = TypeVar("Kind", bound=wire.Message)


@dataclass
class ToldHost:
    """``sheet`` and ``ask`` are what devices are shown; ``heard`` is all that they said."""

    seat: int | None = 1
    language: Language = "id"
    sheet: Sheet | None = None
    ask: str = "1.1.buy"
    answering: Callable[[Any], wire.Message | None] = lambda message: None
    """What comes back for a message; None for nothing."""
    greeting: Callable[[wire.Hello], wire.Message | None] = lambda hello: None
    """What is said to a device that dials, in place of a welcome; None: it is welcome."""
    seats: tuple[wire.SeatLine, ...] = SEATS
    agreed: tuple[Fact, ...] = ()
    sits: wire.RefusedMessage | None = None
    """Why nobody may take a seat; None: everybody may."""
    silent: bool = False
    """Whether nothing is said at all, not even a pong."""
    refusing: bool = False
    """Whether nobody can dial."""
    heard: list[Any] = field(default_factory=list)
    address: str = ""
    greeted: int = 0
    _turn: int = 0
    _looking: list[Page] = field(default_factory=list)
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    def all(self, kind: type[Kind]) -> list[Kind]:
        """The messages of one kind, in order."""
        return [one for one in self.heard if isinstance(one, kind)]

    async def dialled(self, on: Browser, size: tuple[int, int] = HIGH, **more: Any) -> Page:
        """A phone that came by the QR; from now on it has painted what is shown to it."""
        one = await phone(on, size, **more)
        await one.goto(f"{self.address}#{CODE}")
        self._looking.append(one)
        return one

    async def show(self, sheet: Sheet, ask: str | None = None) -> None:
        """Another page for everybody, of another question where it has another name.

        Phones that dialled have painted it when this returns, and take taps for it.
        """
        self.sheet = sheet
        await self.change(self.ask if ask is None else ask)
        for one in self._looking:
            await painted(one, f"1.1.{self._turn}")

    async def change(self, ask: str) -> None:
        """The page anew, of this question; it may be under way when this returns."""
        self.ask = ask
        self._turn += 1
        for socket in list(self._sockets):
            await self._page(socket)

    async def say(self, message: wire.Message) -> None:
        """Something else for everybody."""
        for socket in list(self._sockets):
            await socket.send_str(wire.written(message))  # type: ignore[arg-type]

    async def cut(self) -> None:
        """Close every line, as a host does that goes away."""
        for socket in list(self._sockets):
            await socket.close()

    async def _page(self, socket: web.WebSocketResponse) -> None:
        if self.sheet is None or self.seat is None:
            return
        page = wire.PageMessage(host=1, seq=1, turn=self._turn, ask=self.ask, sheet=self.sheet)
        await socket.send_str(wire.written(page))

    def _welcome(self, name: str = "") -> wire.Welcome:
        return wire.Welcome(
            seat=self.seat, name=name or "Ayu", token="t" * 32, language=self.language,
            languages=LANGUAGE_NAMES, game="Sabtu", seats=self.seats, agreed=self.agreed,
            words=page_words(Words(self.language)),
        )  # fmt: skip

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if self.refusing:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=wire.PHOTO)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT and not self.silent:
                    await self._take(socket, wire.read(frame.data))
        finally:
            self._sockets.discard(socket)
        return socket

    async def _take(self, socket: web.WebSocketResponse, message: wire.FromDevice) -> None:
        self.heard.append(message)
        if isinstance(message, wire.Hello) and (told := self.greeting(message)) is not None:
            await socket.send_str(wire.written(told))  # type: ignore[arg-type]
            if isinstance(told, wire.GoneMessage):
                await socket.close()
            return
        match message:
            case wire.Hello(code=code, token=token):
                self.greeted += 1
                if not token and code != CODE:
                    gone = wire.GoneMessage(
                        why="code", sentence="Ketik kode dari layar.", again=False
                    )
                    await socket.send_str(wire.written(gone))
                    return
            case wire.SeatMessage(seat=seat) if self.sits is None or not seat:
                self.seat = seat
            case wire.SeatMessage():
                await socket.send_str(wire.written(self.sits))
            case wire.Speak(language=language):
                self.language = language  # type: ignore[assignment]
            case wire.Ping(n=n):
                await socket.send_str(wire.written(wire.Pong(n=n)))
        if isinstance(message, wire.Hello | wire.SeatMessage | wire.Speak):
            await socket.send_str(wire.written(self._welcome(getattr(message, "name", ""))))
            self._turn += 1
            await self._page(socket)
        if (answer := self.answering(message)) is not None:
            await socket.send_str(wire.written(answer))  # type: ignore[arg-type]


@asynccontextmanager
async def told_host(**fields: Any) -> AsyncIterator[ToldHost]:
    """Such a host on a port of its own; ``address`` has no code in it."""
    host = ToldHost(**fields)

    async def file(request: web.Request) -> web.FileResponse:
        name = request.match_info["name"] or "index.html"
        return web.FileResponse(WEB / name, headers={"Content-Security-Policy": POLICY})

    app = web.Application()
    app.router.add_get("/a1b2/ws", host._socket)
    app.router.add_get(r"/a1b2/{name:[a-z.]*}", file)
    runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    host.address = f"http://127.0.0.1:{port}/a1b2/"
    try:
        yield host
    finally:
        await host.cut()
        await asyncio.wait_for(runner.cleanup(), 10)
