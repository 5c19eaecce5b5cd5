"""The news of a new reign, carried to where the game was decided or kept before.

A host that was asleep, or cut off, hears of it at once when it is reached again, and stops.
"""

import asyncio
import random
from contextlib import suppress

import aiohttp

from ketuk.rooms import wire
from ketuk.rooms.message import LONGEST_NAME
from ketuk.rooms.proof import Claim, proved

EACH_S, ANSWER_S = 2.0, 2.0
"""How often a place is tried that is not reached; how long it may take to answer."""


async def herald(claim: Claim, build: str) -> None:
    """Tell every place of earlier hosts and of other laptops, until each one has heard it.

    The proof is all that goes there: who listens at such a place today is not known.
    """
    own = claim.reign.address
    others = [r.address for r in claim.earlier if r.device != claim.reign.device]
    left = {place for place in (*others, *claim.guests) if place and place != own}
    hello = wire.Hello(
        build=build,
        device=claim.reign.device,
        language="id",
        reign=proved(claim.secret, claim.reign),
        meja=claim.reign.name[:LONGEST_NAME] or "-",
        listens=own,
        asks=True,
    )
    async with aiohttp.ClientSession() as session:
        while left:
            asked = (carried(session, hello, place) for place in sorted(left))
            left -= {place for place in await asyncio.gather(*asked) if place}
            await asyncio.sleep(EACH_S * (0.5 + random.random() / 2))


async def carried(session: aiohttp.ClientSession, hello: wire.Hello, place: str) -> str:
    """Greet a place with the news; the place, if somebody there has heard it, else empty."""
    with suppress(OSError, TimeoutError, aiohttp.ClientError, TypeError):
        async with (
            asyncio.timeout(ANSWER_S),
            session.ws_connect(f"http://{place}/{hello.build}/ws", compress=0) as socket,
        ):
            await socket.send_str(wire.written(hello))
            await socket.receive_str()
            return place
    return ""
