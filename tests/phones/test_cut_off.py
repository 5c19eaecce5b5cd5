"""Cut off without a word, in a network of its own: both ends hear of it at different times."""

import asyncio
from pathlib import Path

import aiohttp
from namespaces import cable
from phones import Phone, game, hosted


async def test_an_old_end_that_dies_late_takes_no_seat_away(tmp_path: Path) -> None:
    """Four in a row: the phone has another address, and nothing of the old one arrives again."""
    with cable() as wire:
        room = game(tmp_path)
        there = aiohttp.TCPConnector(socket_factory=wire.socket)
        async with (
            hosted(room, address=wire.host) as host,
            aiohttp.ClientSession(connector=there) as session,
            aiohttp.ClientSession() as here,
        ):
            ayu, budi = Phone(session, host, "Ayu"), Phone(here, host, "Budi")
            await ayu.dial()
            await ayu.sit(1)
            await budi.dial()
            await budi.sit(2)
            seen = len(budi.heard)
            olds = []
            for _ in range(4):
                wire.moved()
                olds.append(ayu)
                ayu, token = Phone(session, host, "Ayu"), ayu.token
                ayu.token = token
                assert (await ayu.dial(code=""))["seat"] == 1
                await ayu.next("page")
            async with asyncio.timeout(60):
                while len(host.desk.connections) > 2:
                    await asyncio.sleep(0.05)
            assert all(old.gone is None for old in olds), "nobody could tell them anything"
            assert ayu.gone is None
            assert (await ayu.do({"type": "reveal_card"}))["type"] == "done"
            await budi.at(room.seq)
            pages = [m for m in budi.heard[seen:] if m["type"] == "page"]
            assert {p["sheet"]["players"][0]["here"] for p in pages} == {"here"}
