"""Where a laptop that follows is reached, before it is a host: nothing is decided there.

It tells devices that it waits, and where the host is; other laptops of the game, that it knows by
their tokens, what rows it has. News of a reign reach it here too.
"""

import asyncio
from contextlib import suppress

from aiohttp import ClientError, WSMsgType, web

from ketuk.rooms import meja_wire, wire
from ketuk.rooms.batches import batches
from ketuk.rooms.door import hashed
from ketuk.rooms.following import FollowingLine
from ketuk.rooms.front import Front
from ketuk.rooms.place import PORT
from ketuk.rooms.proof import proved

GREETING_S, IDLE_S = 10.0, 30.0
MOST_LINES = 64


class Waiting:
    """The server of a laptop that follows."""

    def __init__(self, following: FollowingLine) -> None:
        self._following = following
        self.front = Front(self._socket, lambda: following.places)
        self._lines = 0

    async def open(self, address: str, port: int = PORT) -> None:
        """Be reached here.

        Raises:
            OSError: nothing can be opened there.
        """
        await self.front.open(address, port)
        self._following.listens = self.front.place

    async def close(self) -> None:
        """Let go of the port."""
        await self.front.close()

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if self._lines >= MOST_LINES:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            heartbeat=5.0, max_msg_size=wire.FRAME, compress=False, timeout=2.0
        )
        await socket.prepare(request)
        self._lines += 1
        try:
            with suppress(ConnectionError, TimeoutError, RuntimeError, ClientError, wire.Unclear):
                await self._speak(socket)
        finally:
            self._lines -= 1
            with suppress(ConnectionError, TimeoutError, RuntimeError):
                await asyncio.wait_for(socket.close(), 1.0)
        return socket

    async def _speak(self, socket: web.WebSocketResponse) -> None:
        following = self._following
        hello = await self._heard(socket, GREETING_S)
        if not isinstance(hello, wire.Hello):
            return
        following.note(hello.reign)
        reign = following.reign
        part = proved(following.secret, reign) if following.secret and reign else None
        known = any(p.meja and p.hash == hashed(hello.token) for p in following.passes)
        if not (hello.meja and hello.token and known):
            gone = wire.GoneMessage(why="waiting", sentence="", again=True, reign=part)
            await socket.send_str(wire.written(gone))
            return
        have = meja_wire.MarksMessage(have=following.marks, reign=part, leads=False)
        await socket.send_str(wire.written(have))
        while True:
            match await self._heard(socket, IDLE_S):
                case meja_wire.Feed(after=after):
                    for message in batches(following.rows[after + 1 :]):
                        await socket.send_str(wire.written(message))
                case wire.Ping(n=n):
                    await socket.send_str(wire.written(wire.Pong(n=n)))
                case _:
                    return

    async def _heard(self, socket: web.WebSocketResponse, seconds: float) -> wire.FromDevice | None:
        frame = await socket.receive(timeout=seconds)
        return wire.read(frame.data) if frame.type is WSMsgType.TEXT else None
