"""A network that slows, splits, cuts and falls silent, by a seed: a TCP proxy before a host."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

LEAST, MOST = 300, 50_000
"""Bytes that pass before a link is lost; a page has about 5,000."""
PIECE = 1_500
SLOWEST_S = 0.004
SILENT = 0.15
"""How often a lost link is only silent, as where a phone leaves the Wi-Fi: no end is heard of."""


@dataclass
class BadNetwork:
    """``port`` leads to the host; ``lost`` counts the links that were lost on the way."""

    host: tuple[str, int]
    chance: random.Random
    port: int = 0
    lost: int = 0
    good: bool = False
    """From now on it loses nothing more."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One link, until it is lost or either side ends it."""
        there, back = await asyncio.open_connection(*self.host)
        budget = [self.chance.randrange(LEAST, MOST)]
        ways = ((reader, back), (there, writer))
        pumps = {asyncio.create_task(self._pump(one, other, budget)) for one, other in ways}
        self._tasks |= pumps
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, back):
            end.transport.abort()
        for pump in pumps:
            pump.cancel()

    async def _pump(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, budget: list[int]
    ) -> None:
        with suppress(ConnectionError):
            while data := await source.read(self.chance.randrange(1, PIECE)):
                budget[0] -= 0 if self.good else len(data)
                if budget[0] < 0:
                    self.lost += 1
                    to.write(data[: len(data) // 2])  # a frame that never ends
                    if self.chance.random() < SILENT:
                        await asyncio.sleep(3600)
                    return
                await asyncio.sleep(self.chance.random() * SLOWEST_S)
                to.write(data)
                await to.drain()

    def end(self) -> None:
        """Nothing passes any more."""
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def bad_network(address: str, port: int, seed: int) -> AsyncIterator[BadNetwork]:
    """Such a network before a host."""
    network = BadNetwork((address, port), random.Random(seed))
    server = await asyncio.start_server(network.link, "127.0.0.1", 0)
    network.port = server.sockets[0].getsockname()[1]
    try:
        yield network
    finally:
        network.end()
        server.close()
