"""A laptop that follows a host: what it may have and when, and that it has it whole."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import bad_network as bad_network_module
import pytest
from aiohttp import web
from bad_network import bad_network
from laptops import Laptop, admitted, died, folder, laptops, same_rows
from phones import game, hosted, phones

from ketuk.engine.bots import Policy, random_policy
from ketuk.engine.commands import AnyCommand, RevealCard, Roll
from ketuk.engine.refusal import Refused
from ketuk.engine.waiting import in_turn
from ketuk.rooms import host as host_module
from ketuk.rooms import wire
from ketuk.rooms.answers import Late, MoveDone, NeedsConsent, NoMove, Stale, Unheard
from ketuk.rooms.copied import CopiedRoom
from ketuk.rooms.door import hashed
from ketuk.rooms.front import Front
from ketuk.rooms.heard import (
    BoxHeard,
    CopyHeard,
    GoneHeard,
    GuestsHeard,
    PassesHeard,
    TakenOver,
    UnputHeard,
)
from ketuk.rooms.host import Host
from ketuk.rooms.place import place_of
from ketuk.rooms.proof import Claim
from ketuk.rooms.reign import Reign
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


@pytest.mark.parametrize(
    ("typed", "place", "code"),
    [
        ("192.168.1.23:8765", "192.168.1.23:8765", ""),
        (" 192.168.1.23 ", "192.168.1.23:8765", ""),
        ("http://10.0.0.7:8766/a1b2c3d4/#K7Q2M9XT", "10.0.0.7:8766", "K7Q2M9XT"),
        ("10.0.0.7:8766/a1b2c3d4/", "10.0.0.7:8766", ""),
    ],
)
def test_an_address_is_read_as_it_stands_on_a_screen(typed: str, place: str, code: str) -> None:
    assert place_of(typed) == (place, code)


@pytest.mark.parametrize(
    "typed", ["", "laptop", "10.0.0.300", "10.0.0.1:99999", "::1", "10.1", "[", "a.b.c.d:1"]
)
def test_what_is_no_address_is_said_at_once(typed: str) -> None:
    with pytest.raises(ValueError):
        place_of(typed)


async def test_one_that_has_lost_its_token_asks_again_and_is_there_once(room: Room) -> None:
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            second.guest.close()
            again = laptop("Budi", host)
            await again.until(lambda: len(host.mejas) == 2 and host.mejas[1].state == "silent")
            await admitted(host, again)
            assert [(m.name, m.state) for m in host.mejas] == [("Budi", "following")]
            assert sum(p.name == "Budi" for p in host.desk.door.passes) == 1


async def test_a_laptop_may_be_called_as_its_network_calls_it(room: Room) -> None:
    named = Claim(Reign(0, room.journal.device, "laptop-" * 9))
    async with hosted(room, claim=named) as host, phones(host, "Ayu") as (ayu,):
        assert (await ayu.dial())["reign"]["name"] == named.reign.name[:40]
        with laptops() as laptop:
            second = laptop("Budi" * 12, host)
            await admitted(host, second)
            assert second.guest.host_name == named.reign.name[:40]


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


async def test_a_refusal_that_comes_each_time_it_dials_is_told_once(room: Room) -> None:
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            while host.desk.door.shut_for(host.address, host._now()) <= 0:
                host.desk.door.was_wrong(host.address, host._now())
            (line,) = host._lines.values()
            dialled = host.desk._number
            await line.socket.close()
            await second.until(lambda: host.desk._number >= dialled + 3)
            await second.until(lambda: not host._lines)
            assert [one.why for one in second.all(GoneHeard)] == ["blocked"]


async def test_what_lets_phones_in_goes_along(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            await ayu.dial()
            await ayu.sit(1)
            await second.until(lambda: any(p.seat == 1 for p in second.all(PassesHeard)[-1].passes))
            assert second.all(PassesHeard)[-1].passes == host.desk.door.passes


async def test_through_a_bad_network_every_row_comes_once_and_nothing_is_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links are lost in the middle of a copy, of a row, of an answer; the copy is a real one."""
    monkeypatch.setattr(bad_network_module, "MOST", 120_000)  # the header alone has 14,000
    room = game(folder(tmp_path, "a"))
    policy = random_policy(random.Random(2).randrange)
    for _ in range(150):
        played(room, policy)
    async with hosted(room) as host, bad_network(host.address, host.port, 3) as network:
        host._front.port = network.port  # so it is called by those who come through there
        with laptops() as laptop:
            second = laptop(
                "Budi", address=f"{host.address}:{network.port}", code=host.desk.door.code,
                data=folder(tmp_path, "b"),
            )  # fmt: skip
            await admitted(host, second)
            done: list[tuple[str, AnyCommand]] = []
            for number in range(40):
                if number % 2:
                    played(room, policy)
                    continue
                command, ask, ident = now_asked(room), room.question, f"act {number}"
                for _ in range(20):
                    outcome = await asyncio.to_thread(
                        second.guest.act, command, ask=ask, consents=NOBODY, line=None, ident=ident
                    )
                    second.drain()
                    if not isinstance(outcome, Unheard):
                        break
                    await second.until(lambda: second.guest.state == "following")
                assert isinstance(outcome, MoveDone), outcome
                done.append((ident, command))
            network.good = True
            await second.at(room.seq)
            assert network.lost > 2
            assert [(row.ident, row.command) for row in room.rows if row.ident] == done
            assert second.room is not None
            assert second.rows == list(room.rows) == list(second.room.rows)
            assert second.room.table == room.table


def played(room: Room, policy: Policy) -> None:
    """One move that the game waits for."""
    moves = (policy(room.rules, room.table, seat) for seat in in_turn(room.table))
    assert isinstance(room.do(next(move for move in moves if move is not None)), MoveDone)


async def test_one_that_stops_reading_delays_nobody_and_is_let_go_of(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "SEND_S", 1.0)
    large = BoxHeard("ABCD", 1, random.Random(1).randbytes(12_000_000))
    async with hosted(room, box=lambda: large) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        async with aiohttp.ClientSession() as session:
            url = f"http://{host.address}:{host.port}/{host.build}/ws"
            soon = aiohttp.ClientWSTimeout(ws_close=0.1)
            async with session.ws_connect(url, max_msg_size=0, timeout=soon) as socket:
                await socket.send_json(
                    {"type": "hello", "build": host.build, "device": "d" * 9, "language": "id",
                     "code": host.desk.door.code, "meja": "Budi"}
                )  # fmt: skip
                assert (await socket.receive_json())["type"] == "asked"
                assert host.wanted is not None
                reading = socket._response.connection
                assert reading is not None
                assert reading.transport is not None
                reading.transport.pause_reading()  # type: ignore[attr-defined]
                host.admit(host.wanted.ident, True)
                for command in (RevealCard(1), Roll(1)):
                    assert isinstance(room.do(command), MoveDone)
                    await ayu.at(room.seq)
                assert host.mejas[0].state == "copying", "it was stuck all the while"
                async with asyncio.timeout(20):
                    while host.mejas[0].state != "silent":
                        await asyncio.sleep(0.05)


async def parted(room: Room, second: Laptop) -> tuple[TakenOver, CopiedRoom]:
    """A host that is cut off goes on by itself while a second laptop takes the game over."""
    for command in (RevealCard(1), Roll(1)):
        assert isinstance(room.do(command), MoveDone)
    taken = await second.taken_over()
    assert isinstance(taken, TakenOver)
    assert second.room is not None
    return taken, second.room


@pytest.mark.parametrize("put_out", [False, True])
async def test_what_a_former_host_did_alone_is_brought_to_the_table(
    tmp_path: Path, put_out: bool
) -> None:
    """Cut off, it went on by itself: its rows are offered at the laptop that decides now."""
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            await admitted(host, second)
            claim = host.desk.claim
            await died(host)
            await second.until(lambda: second.guest.state == "silent")
        taken, now = await parted(room, second)
        async with hosted(now, passes=taken.passes, claim=taken.claim, port=taken.port) as host:
            former = laptop(
                "Ayu", host, code="", token=claim.token, secret=claim.secret, rows=room.rows
            )
            await former.until(lambda: host.tails)
            assert host.wanted is None, "nobody is asked about a laptop that is known"
            (tail,) = host.tails
            assert (tail.name, tail.fork, tail.rows) == ("Ayu", 0, room.rows[1:])
            await former.until(lambda: former.guest.state == "following")
            copied = former.all(CopyHeard)[-1]
            assert (copied.since.seq, copied.rows) == (0, ())
            assert now.parted is not None
            if put_out:
                (known,) = (p for p in host.desk.devices if p.hash == hashed(claim.token))
                host.desk.put_out(known)
                assert (host.tails, now.parted) == ((), None)
                assert isinstance(now.do(RevealCard(1)), MoveDone)
                return
            now.take_rows(tail.rows)
            host.drop_tail(tail.device)
            assert host.tails == ()
            await former.at(2)
            assert former.rows == list(room.rows)


async def flapped(host: Host, laptop: Laptop) -> None:
    """Its line is lost, and it is back."""
    dialled = host.desk._number
    for line in tuple(host._lines.values()):
        await line.socket.close()
    await laptop.until(lambda: host.desk._number > dialled and laptop.guest.state == "following")


@asynccontextmanager
async def no_host(address: str, port: int) -> AsyncIterator[list[wire.Hello]]:
    """Somebody who answers there and decides nothing; with what is greeted."""
    greeted: list[wire.Hello] = []

    async def spoken(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        hello = wire.read((await socket.receive()).data)
        assert isinstance(hello, wire.Hello)
        greeted.append(hello)
        gone = wire.GoneMessage(why="waiting", sentence="", again=True)
        await socket.send_str(wire.written(gone))
        await socket.close()
        return socket

    front = Front(spoken)
    await front.open(address, port)
    try:
        yield greeted
    finally:
        await front.close()


async def test_a_lost_line_takes_no_choice_away_and_brings_no_second_one(tmp_path: Path) -> None:
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            await admitted(host, second)
            claim = host.desk.claim
            await died(host)
            await second.until(lambda: second.guest.state == "silent")
        taken, now = await parted(room, second)
        assert isinstance(now.do(RevealCard(1)), MoveDone)
        more = {"passes": taken.passes, "claim": taken.claim, "port": taken.port}
        async with hosted(now, **more) as host:
            former = laptop(
                "Ayu", host, code="", token=claim.token, secret=claim.secret, rows=room.rows
            )
            await former.until(lambda: host.tails)
            (tail,) = host.tails
            parting: list[object] = []
            now.parting.append(lambda: parting.append(now.parted))
            await flapped(host, former)
            assert (host.tails, parting) == ((tail,), []), "all stands still all the while"
        async with no_host("127.0.0.1", taken.port) as greeted:
            await former.until(
                lambda: any(said.have[0].seq == tail.rows[-1].seq for said in greeted)
            )
            found = await asyncio.to_thread(former.guest.take_over)
            assert isinstance(found, TakenOver)
            assert found.rows == now.rows, "what nobody has chosen is not what it goes on with"
        async with hosted(now, **more) as host:  # a room anew: it knows of nothing
            await former.until(lambda: host.tails)
            assert host.tails == (tail,)
            assert now.keep_rows(tail.rows)
            host.drop_tail(tail.device)
            await flapped(host, former)
            assert (host.tails, now.parted) == ((), None)
            assert former.rows == list(now.rows)
            assert isinstance(now.do(now_asked(now)), MoveDone)
            await former.until(lambda: former.rows == list(now.rows))
            await flapped(host, former)
            assert (host.tails, former.rows) == ((), list(now.rows))


async def test_where_the_table_takes_another_tail_all_who_follow_have_that(tmp_path: Path) -> None:
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            third = laptop("Citra", host, data=folder(tmp_path, "c"))
            await admitted(host, second, third)
            await third.until(lambda: second.guest.listens in third.all(GuestsHeard)[-1].places)
            claim = host.desk.claim
            await died(host)
            await second.until(lambda: second.guest.state == "silent")
        taken, now = await parted(room, second)
        async with hosted(now, passes=taken.passes, claim=taken.claim, port=taken.port) as host:
            assert isinstance(now.do(RevealCard(1)), MoveDone)
            await third.at(1)
            assert third.rows[-1].host == 1
            former = laptop(
                "Ayu", host, code="", token=claim.token, secret=claim.secret, rows=room.rows
            )
            await former.until(lambda: host.tails)
            (tail,) = host.tails
            branch = now.take_rows(tail.rows, since=now.marks()[tail.fork])
            assert branch, "what was here is kept as a game of its own"
            host.drop_tail(tail.device)
            for one in (third, former):
                await one.until(lambda one=one: one.rows == list(room.rows))  # type: ignore[misc]
            assert third.room is not None
            assert third.room.table == now.table == room.table
            assert isinstance(now.do(now_asked(now)), MoveDone)
            for one in (third, former):
                await one.until(lambda one=one: one.rows == list(now.rows))  # type: ignore[misc]
            await third.until(lambda: {m.behind for m in host.mejas if m.name == "Citra"} == {0})


def now_asked(room: Room) -> AnyCommand:
    """Something that may be done now."""
    policy = random_policy(random.Random(1).randrange)
    moves = (policy(room.rules, room.table, seat) for seat in in_turn(room.table))
    return next(move for move in moves if move is not None)


async def test_letting_go_of_the_line_holds_no_screen_up(room: Room) -> None:
    """Also where the host does not answer any more, and the line is being dialled."""
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            await died(host)
            begun = time.monotonic()
            ending = second.guest.close()
            assert time.monotonic() - begun < 0.1
            await asyncio.to_thread(ending.join, 5.0)
            assert not ending.is_alive()


async def test_letting_go_again_and_again_leaves_the_port_free(room: Room) -> None:
    """As a take-over does: the line may be let go of while its end is under way."""
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            address, port = second.guest.listens.split(":")
            url = f"http://{address}:{port}/{host.build}/ws"
            async with aiohttp.ClientSession() as session, session.ws_connect(url):
                ending = second.guest.close()
                while ending.is_alive():
                    second.guest.close()
                    await asyncio.sleep(0.001)
            server = await asyncio.start_server(lambda *_: None, address, int(port))
            server.close()
            await server.wait_closed()


async def test_a_host_that_has_lost_the_secret_asks_about_each_laptop_anew(room: Room) -> None:
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            claim = Claim(host.desk.claim.reign, lost=True)
            passes, port = host.desk.door.passes, host.port
            await host.close()
            async with hosted(room, passes=passes, claim=claim, port=port) as again:
                await second.until(lambda: second.guest.state == "refused")
                assert second.guest.why == "token"
                assert "Ikut sekali lagi" in second.guest.sentence
                back = laptop("Budi", again, rows=second.rows)
                await admitted(again, back)
                assert back.guest.secret == claim.secret


async def test_what_cannot_be_put_to_all_is_told_to_the_laptop_that_wanted_it(room: Room) -> None:
    room.do(RevealCard(1))
    async with hosted(room) as host:
        with laptops() as laptop:
            second = laptop("Budi", host)
            await admitted(host, second)
            undo = wire.Undo(id="-", seq=1)
            for what, seq in ((undo, 0), (undo.model_copy(update={"way": "redo"}), 1)):
                second.guest.put_to_all(what, seq=seq)
            await second.until(lambda: len(second.all(UnputHeard)) == 2)
            assert [one.why for one in second.all(UnputHeard)] == [Stale(1), NoMove("redo")]
            assert host.desk.poll is None
            second.guest.put_to_all(undo, seq=1)
            await second.until(lambda: host.desk.poll is not None)
            await died(host)
            await second.until(lambda: second.guest.state == "silent")
            second.guest.put_to_all(undo, seq=1)
            await second.until(lambda: len(second.all(UnputHeard)) == 3)
            assert second.all(UnputHeard)[-1].why == Unheard(0.0)
