"""A laptop that follows a host: what it may have and when, and that it has it whole."""

import asyncio
from pathlib import Path

import pytest
from laptops import admitted, laptops, same_rows
from phones import game, hosted, phones

from ketuk.engine.commands import RevealCard, Roll
from ketuk.engine.refusal import Refused
from ketuk.rooms.answers import Late, MoveDone, NeedsConsent, NoMove, Stale, Unheard
from ketuk.rooms.heard import CopyHeard, GuestsHeard, PassesHeard
from ketuk.rooms.room import Room

NOBODY = frozenset[int]()


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return game(tmp_path)


async def test_it_is_asked_for_and_then_has_all_rows_and_those_to_come(room: Room) -> None:
    room.do(RevealCard(1))
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await second.until(lambda: host.wanted is not None)
            assert second.guest.state == "asked"
            assert [(m.name, m.state) for m in host.mejas] == [("Budi", "asked")]
            assert not second.heard, "nothing before the table has said yes"
            await admitted(host, second)
            assert same_rows(second, room)
            room.do(Roll(1))
            await second.at(2)
            assert same_rows(second, room)
            await second.until(lambda: host.mejas[0].behind == 0)
            (line,) = host.mejas
            assert (line.name, line.state) == ("Budi", "following")
            assert line.address == second.guest.listens
            assert second.all(GuestsHeard)[-1].places == (second.guest.listens,)


async def test_a_no_ends_it_and_a_wrong_code_asks_nobody(room: Room) -> None:
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await second.until(lambda: host.wanted is not None)
            assert host.wanted is not None
            host.admit(host.wanted.ident, False)
            await second.until(lambda: second.guest.state == "refused")
            assert second.guest.why == "unwanted"
            assert second.guest.sentence == "Mejanya tidak menerima laptop ini."
            third = laptop("Citra", host, code="AAAAAAAA")
            await third.until(lambda: third.guest.state == "refused")
            assert third.guest.why == "code"
            assert host.wanted is None
            assert host.mejas == ()
            assert not second.all(CopyHeard) + third.all(CopyHeard)


async def test_a_minute_without_an_answer_is_a_no(room: Room) -> None:
    clock = [0.0]
    async with hosted(room, now=lambda: clock[0]) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await second.until(lambda: host.wanted is not None)
            clock[0] = 61.0
            await second.until(lambda: second.guest.state == "refused")
            assert (second.guest.why, host.wanted) == ("unwanted", None)


async def test_its_commands_are_the_hosts_and_what_comes_of_them_is_told(room: Room) -> None:
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            guest, ask = second.guest, room.question

            async def act(command, ask, ident):  # type: ignore[no-untyped-def]
                return await asyncio.to_thread(
                    guest.act, command, ask=ask, consents=NOBODY, line=None, ident=ident
                )

            async def turn(way, seq, consents=NOBODY):  # type: ignore[no-untyped-def]
                return await asyncio.to_thread(
                    guest.turn, way, seq=seq, consents=consents, ident=f"{way}{seq}{len(consents)}"
                )

            done = await act(RevealCard(1), ask, "a")
            assert isinstance(done, MoveDone)
            second.drain()
            assert second.rows[-1] == room.rows[-1], "its rows are there before the answer"
            assert (done.seq, done.command, done.events) == (1, RevealCard(1), room.rows[1].events)
            assert await act(RevealCard(1), ask, "a") == done, "the same request, the same answer"
            assert await act(RevealCard(1), ask, "b") == Late(ask, room.question)
            refused = await act(RevealCard(1), room.question, "c")
            assert isinstance(refused, Refused)
            assert refused == room.do(RevealCard(1))
            assert await turn("redo", 1) == NoMove("redo")
            assert await turn("undo", 0) == Stale(1)
            assert isinstance(await turn("undo", 1), NeedsConsent)
            assert isinstance(await turn("undo", 1, frozenset({1, 2, 3, 4})), MoveDone)
            assert room.rows[-1].consents == (1, 2, 3, 4)
            await second.at(room.seq)
            assert same_rows(second, room)


async def test_a_host_that_is_gone_is_not_waited_for(room: Room) -> None:
    with laptops() as laptop:
        async with hosted(room) as host:
            second = laptop("Budi", host)
            await admitted(host, second)
        await second.until(lambda: second.guest.state == "silent")
        found = second.guest.act(RevealCard(1), ask=None, consents=NOBODY, line=None, ident="x")
        assert found == Unheard(0.0)


async def test_it_comes_back_with_its_token_and_has_what_it_missed(room: Room) -> None:
    with laptops() as laptop:
        async with hosted(room) as host:
            second = laptop("Budi", host)
            await admitted(host, second)
            passes, claim, port = host.desk.door.passes, host.desk.claim, host.port
        room.do(RevealCard(1))
        room.do(Roll(1))
        async with hosted(room, passes=passes, claim=claim, port=port) as host:
            await second.at(2)
            assert same_rows(second, room)
            assert host.wanted is None
            assert len(second.all(CopyHeard)) == 2
            assert second.all(CopyHeard)[-1].since.seq == 0
            assert len(second.all(CopyHeard)[-1].rows) == 2


async def test_what_lets_phones_in_goes_along(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            await ayu.dial()
            await ayu.sit(1)
            await second.until(lambda: any(p.seat == 1 for p in second.all(PassesHeard)[-1].passes))
            assert second.all(PassesHeard)[-1].passes == host.desk.door.passes
