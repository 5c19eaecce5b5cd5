"""The host is gone: a laptop that followed goes on, and all find it by themselves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import aiohttp
import pytest
from laptops import Laptop, admitted, died, folder, laptops
from phones import Phone, commands_on, game, hosted

from ketuk.engine.commands import RevealCard, Roll
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.heard import GuestsHeard, TakenOver, Unable
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.proof import Claim, proved
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def test_it_goes_on_with_all_that_was_acknowledged_and_the_old_host_stops(
    tmp_path: Path, session: aiohttp.ClientSession
) -> None:
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            ayu = Phone(session, host, "Ayu")
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            third = laptop("Citra", host, data=folder(tmp_path, "c"))
            await admitted(host, second, third)
            await ayu.dial()
            await ayu.sit(1)
            assert (await ayu.do({"type": "reveal_card"}))["type"] == "done"
            assert isinstance(room.do(Roll(1)), MoveDone)
            await second.at(room.seq)
            await third.until(lambda: second.guest.listens in third.all(GuestsHeard)[-1].places)
            claim, port, passes = host.desk.claim, host.port, host.desk.door.passes
            assert await second.taken_over() == Unable("alive", claim.reign.name, host._front.place)
        await second.until(lambda: second.guest.state == "silent")
        taken = await second.taken_over()
        assert isinstance(taken, TakenOver)
        assert second.room is not None
        assert (taken.claim.reign.number, taken.rows) == (1, room.rows)
        assert second.room.rows == room.rows
        assert second.room.table == room.table
        now = second.room
        async with hosted(now, passes=taken.passes, claim=taken.claim, port=taken.port) as next_one:
            assert next_one.port == taken.port
            asked, token = ayu.page, ayu.token
            ayu = Phone(session, next_one, "Ayu")
            ayu.token = token
            welcome = await ayu.dial(code="")
            assert (welcome["seat"], welcome["reign"]["number"]) == (1, 1)
            page = await ayu.next("page")
            assert (page["ask"], page["sheet"]["headline"]) == (
                asked["ask"],
                asked["sheet"]["headline"],
            )
            await third.until(lambda: third.guest.host_name == "Budi")
            assert next_one.wanted is None
            done = await ayu.do(commands_on(page["sheet"]["fields"])[0], ident="next")
            assert done["type"] == "done"
            assert now.rows[-1].host == 1
            await third.at(now.seq)
            assert third.room is not None
            assert third.room.table == now.table
            with Journal.open(folder(tmp_path, "a") / FILE) as journal:
                woken = Room.resume(journal, room.name)
                assert woken.leads, "it has slept"
                async with hosted(woken, passes=passes, claim=claim, port=port) as old:
                    await third.until(lambda: not woken.leads)
                    assert old.fenced is not None
                    assert (old.fenced.number, old.fenced.address) == (1, taken.claim.reign.address)
                again = Room.resume(journal, room.name)
                assert not again.leads, "and knows it for ever"
                assert not isinstance(again.do(RevealCard(2)), MoveDone)


async def test_the_one_that_has_most_is_asked_for_what_is_missing(tmp_path: Path) -> None:
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            third = laptop("Citra", host, data=folder(tmp_path, "c"))
            await admitted(host, second, third)
            await second.until(lambda: third.guest.listens in second.all(GuestsHeard)[-1].places)
            mine = next(c for c in host.desk.connections.values() if c.laptop == "Budi")
            mine.sent = 10**6  # as where its line is slow: nothing more goes there
            for command in (RevealCard(1), Roll(1)):
                assert isinstance(room.do(command), MoveDone)
            await third.at(room.seq)
        assert len(second.rows) == 1
        heard = Reign(5, "e" * 16, "E", "127.0.0.1:9", "")  # of one that is gone already
        second.guest._soon(second.guest._following.note, proved(second.guest.secret, heard))
        await second.until(lambda: second.guest.state == "fenced")
        taken = await second.taken_over()
        assert isinstance(taken, TakenOver)
        assert (taken.claim.reign.number, taken.rows) == (6, room.rows)
        assert second.room is not None
        assert second.room.rows == room.rows


async def test_of_two_that_take_over_at_once_one_stops(tmp_path: Path) -> None:
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            several = [laptop(n, host, data=folder(tmp_path, n)) for n in ("b", "c")]
            await admitted(host, *several)
            for one, other in (several, several[::-1]):
                await one.until(partial(knows, one, other))
            await died(host)
        for one in several:
            await one.until(partial(is_silent, one))
        for one in several:  # that it hears the other one, which waits too, is no sign of a host
            await one.until(lambda one=one: one.guest.silent_s > 3)  # type: ignore[misc]
        taken = await asyncio.gather(*(asyncio.to_thread(one.guest.take_over) for one in several))
        rooms = []
        async with AsyncExitStack() as stack:
            for one, found in zip(several, taken, strict=True):
                assert isinstance(found, TakenOver)
                assert one.room is not None
                one.room.lead(found.claim.reign)
                await asyncio.to_thread(one.guest.close().join, 5.0)  # its port is free
                opened = hosted(one.room, passes=found.passes, claim=found.claim, port=found.port)
                await stack.enter_async_context(opened)
                rooms.append(one.room)
            async with asyncio.timeout(20):
                while all(one.leads for one in rooms):
                    await asyncio.sleep(0.05)
            leading = max(found.claim.reign for found in taken if isinstance(found, TakenOver))
            assert [one.leads for one in rooms] == [
                r.journal.device == leading.device for r in rooms
            ]
            assert {one.reign for one in rooms} == {leading}


def knows(one: Laptop, other: Laptop) -> bool:
    """Whether it has heard where another one listens."""
    return other.guest.listens in one.all(GuestsHeard)[-1].places


def is_silent(one: Laptop) -> bool:
    """Whether its host is gone."""
    return one.guest.state == "silent"


async def test_a_page_of_an_earlier_host_has_a_line_here_and_nothing_else(
    tmp_path: Path, session: aiohttp.ClientSession
) -> None:
    room = game(tmp_path)
    before = Reign(0, "0" * 16, "A", "10.0.0.1:8765", "")
    claim = Claim(Reign(1, room.journal.device, "B"), earlier=(before,))
    async with hosted(room, claim=claim) as host:
        there = f"http://{host.address}:{host.port}"
        for origin, line in (("10.0.0.1:8765", 101), ("10.0.0.1", 403), ("10.0.0.9:8765", 403)):
            headers = {"Origin": f"http://{origin}"}
            asks = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
            url = f"{there}/{host.build}/"
            async with session.get(f"{url}ws", headers={**headers, **asks}) as answer:
                assert answer.status == line, origin
            async with session.get(url, headers=headers) as answer:
                assert answer.status == 403, origin
