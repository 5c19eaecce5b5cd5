"""The door of a program that devices dial: its address, the files of the page, and the line.

Only what asks for this place by its own name is let in, and only pages that came from here or from
an earlier host of the same game.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from ketuk.rooms import wire
from ketuk.rooms.pagefiles import HEADERS, TYPES, build_of, pages
from ketuk.rooms.place import PLACE, PORT

PORTS = 10
"""So many ports are tried, before any that is free."""
HOURS_12 = 12 * 3600


class Front:
    """A server at one address. Open it with :meth:`open`; once closed it can be opened again."""

    def __init__(
        self,
        socket: Callable[[web.Request], Awaitable[web.StreamResponse]],
        places: Callable[[], Iterable[str]] = lambda: (),
        *,
        strangers: bool = False,
    ) -> None:
        """
        Args:
            places: of other hosts of the game, whose pages may have a line here.
            strangers: whether the pages of any private address may, of any build.
        """
        self._pages = pages()
        self.build = build_of(self._pages)
        self.address, self.port = "", 0
        self._socket, self._places, self._strangers = socket, places, strangers
        self._runner: web.AppRunner | None = None

    @property
    def place(self) -> str:
        """Address and port."""
        return f"{self.address}:{self.port}"

    async def open(self, address: str, port: int = PORT) -> None:
        """Be reached under this address of the machine, at this port or one of the next.

        Raises:
            OSError: nothing can be opened there.
        """
        app = web.Application(middlewares=[self._checked], client_max_size=wire.FRAME)
        app.router.add_get("/", self._root)
        app.router.add_get("/{build}/", self._file)
        app.router.add_get("/{build}/ws", self._dialled)
        app.router.add_get("/{build}/{name}", self._file)
        runner = web.AppRunner(app, handle_signals=False, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        for tried in (*range(port, min(port + PORTS, 65_536)), 0):
            try:
                site = web.TCPSite(runner, address, tried)
                await site.start()
                break
            except OSError:
                if not tried:
                    await runner.cleanup()
                    raise
        self.address, self.port = address, runner.addresses[0][1]
        self._runner = runner

    async def close(self) -> None:
        """Let go of the port, and end all lines."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _dialled(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["build"] != self.build and not self._strangers:
            raise web.HTTPNotFound
        try:
            return await self._socket(request)
        except ConnectionError:  # gone before it was greeted
            return web.Response()

    @web.middleware
    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only this place by its own name, and pages that came from it or its like."""
        if request.host != self.place:
            raise web.HTTPMisdirectedRequest(headers=HEADERS)
        origin = request.headers.get("Origin")
        if origin is not None and not self._may_come(origin, request):
            raise web.HTTPForbidden(headers=HEADERS)
        return await handler(request)

    def _may_come(self, origin: str, request: web.Request) -> bool:
        """A page of another place has a line to this one, and nothing else of it."""
        line = request.path.endswith("/ws")
        others = self._places() if line else ()
        if origin in {f"http://{place}" for place in {self.place, *others}}:
            return True
        return line and self._strangers and _is_private(origin)

    async def _root(self, request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound(f"/{self.build}/", headers=HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        data = self._pages.get(name)
        if request.match_info["build"] != self.build:
            raise web.HTTPFound(f"/{self.build}/", headers=HEADERS)
        if data is None:
            raise web.HTTPNotFound(headers=HEADERS)
        if name == "index.html":
            meta = f'<meta name="build" content="{self.build}">'.encode()
            data = data.replace(b"<head>", b"<head>\n" + meta, 1)
        headers: dict[str, Any] = {**HEADERS, "Cache-Control": f"max-age={HOURS_12}"}
        kind = TYPES[name.split(".")[-1]]
        return web.Response(body=data, content_type=kind, charset="utf-8", headers=headers)


def _is_private(origin: str) -> bool:
    """Whether a page comes from a place in a private network."""
    scheme, _, place = origin.partition("://")
    if scheme != "http" or not re.fullmatch(PLACE, place):
        return False
    return IPv4Address(place.partition(":")[0]).is_private
