"""A room with phones: who sits where, what counts, and what comes late."""

import asyncio
from pathlib import Path

import pytest
from phones import game, hosted, phones

from ketuk.engine.commands import RevealCard, Roll
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.connection import Connection
from ketuk.rooms.host import Host
from ketuk.rooms.pages import Pages
from ketuk.rooms.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return game(tmp_path)


def reveal(room: Room) -> None:
    assert isinstance(room.do(RevealCard(room.table.top.seat)), MoveDone)  # type: ignore[union-attr]


async def test_a_seat_answers_on_its_phone_and_all_see_it(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Budi", "") as (ayu, budi, watcher):
        for phone, seat in ((ayu, 1), (budi, 2), (watcher, 0)):
            assert (await phone.dial())["seat"] is None
            assert (await phone.sit(seat))["seat"] == seat
        assert ayu.page["sheet"]["mine"]
        assert not budi.page["sheet"]["mine"]
        assert watcher.page["sheet"]["fields"] == []
        done = await ayu.do({"type": "reveal_card"})
        assert done == {"type": "done", "id": "Ayu1", "seq": 1, "text": ""}
        for phone in (ayu, budi, watcher):
            await phone.at(1)
        assert room.rows[-1].command == RevealCard(1)


async def test_each_phone_speaks_its_own_language(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Budi") as (ayu, budi):
        await ayu.dial(language="id")
        await ayu.sit(1)
        welcome = await budi.dial(language="en")
        await budi.sit(2)
        assert welcome["words"] != {}
        assert ayu.page["sheet"]["headline"] == "Buka Kejadian"
        assert ayu.page["sheet"]["text"] == "Putaran 1 dari 12. Kamu membuka kartu Kejadian."
        assert "Ayu" in budi.page["sheet"]["text"]
        await budi.send({"type": "language", "language": "pt"})
        assert (await budi.next("welcome"))["language"] == "pt"
        page = await budi.next("page")
        assert page["sheet"]["language"] == "pt"


async def test_what_answers_another_question_is_late_and_named(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        asked = ayu.page["ask"]
        reveal(room)
        late = await ayu.do({"type": "reveal_card"}, ask=asked)
        assert (late["type"], late["late"]) == ("refused", True)
        assert room.seq == 1


async def test_one_finger_that_taps_twice_is_one_answer(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        asked = ayu.page["ask"]
        first = await ayu.do({"type": "reveal_card"}, ident="one")
        again = await ayu.do({"type": "reveal_card"}, ask=asked, ident="one")
        second = await ayu.do({"type": "reveal_card"}, ask=asked, ident="two")
        assert first == again
        assert second["late"]
        refused = await ayu.do({"type": "end_turn"}, ident="three")
        assert refused["type"] == "refused"
        rolled = await ayu.do({"type": "roll"})
        assert rolled["type"] == "done"
        assert await ayu.do({"type": "end_turn"}, ident="three") == refused, "as it was answered"


async def test_what_is_done_is_known_after_the_host_is_another(room: Room, tmp_path: Path) -> None:
    """The answer was lost on the way, and the host was killed meanwhile."""
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        asked, token = ayu.page["ask"], ayu.token
        await ayu.do({"type": "reveal_card"}, ident="lost")
        passes = host.desk.door.passes
    again = Room.resume(room.journal, room.name)
    async with hosted(again, passes=passes) as host, phones(host, "Ayu") as (ayu,):
        ayu.token = token
        assert (await ayu.dial(code=""))["seat"] == 1
        done = await ayu.do({"type": "reveal_card"}, ask=asked, ident="lost")
        assert (done["type"], done["seq"], again.seq) == ("done", 1, 1)


async def test_the_newest_connection_of_a_device_counts_and_a_late_end_ends_nothing(
    room: Room,
) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Ayu", "Ayu") as (one, two, three):
        await one.dial()
        await one.sit(1)
        two.token = three.token = one.token
        for older, newer in ((one, two), (two, three)):
            assert (await newer.dial(code=""))["seat"] == 1
            assert (await older.next("gone"))["why"] == "newer"
            assert host.desk.here[1] == "here"
        await one.cut()
        await two.cut()
        await asyncio.sleep(0.2)
        assert host.desk.here[1] == "here"
        assert (await three.do({"type": "reveal_card"}))["type"] == "done"
        assert len(host.desk.connections) == 1


async def test_a_name_or_a_number_opens_no_seat(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Ayu", "Ayu") as (ayu, other, third):
        await ayu.dial()
        await ayu.sit(1)
        heard = len(ayu.heard)
        for token in ("1", "Ayu", "device Ayu", host.desk.door.passes[0].hash):
            other.token = token
            assert (await other.dial())["seat"] is None, "the code lets in, and to no seat"
            assert (await other.sit(1))["type"] == "refused"
            await other.cut()
        third.token = "0" * 32
        assert (await third.dial(code="WRONG"))["why"] == "token"
        assert all(m["type"] in ("page", "sealed") for m in ayu.heard[heard:])
        assert ayu.gone is None


async def test_wrong_codes_are_heard_for_a_while_and_then_not(room: Room) -> None:
    async with hosted(room) as host, phones(host, *[f"{n}" for n in range(7)]) as devices:
        why = [(await device.dial(code="AAAAAAAA"))["why"] for device in devices]
        assert why == ["code"] * 5 + ["blocked"] * 2
        for device in devices[:1]:
            assert (await device.dial())["type"] == "gone", "with the right code too"
        assert host.desk.door.shut_for("127.0.0.2", host._now()) == 0


async def test_the_host_frees_a_seat_and_its_phone_is_told(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Budi") as (ayu, budi):
        await ayu.dial()
        await ayu.sit(1)
        host.desk.move_out(1)
        assert (await ayu.next("gone"))["why"] == "moved"
        await budi.dial()
        assert (await budi.sit(1))["seat"] == 1
        ayu.heard.clear()
        ayu._seen = 0
        assert (await ayu.dial(code=""))["why"] == "token"
        assert room.table.seats == (1, 2, 3, 4)


async def test_seats_of_computers_and_of_others_are_not_free(tmp_path: Path) -> None:
    room = game(tmp_path, bots={4: ""})
    async with hosted(room, computers=frozenset({4})) as host, phones(host, "a", "b") as (a, b):
        await a.dial()
        await a.sit(2)
        seats = {s["seat"]: s["taken"] for s in (await b.dial())["seats"]}
        assert seats == {1: "", 2: "device", 3: "", 4: "computer"}
        for seat in (2, 4, 9):
            assert (await b.sit(seat))["type"] == "refused"
        assert (await b.sit(3))["seat"] == 3


async def test_a_device_that_reads_nothing_delays_nobody(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Budi") as (ayu, deaf):
        await ayu.dial()
        await ayu.sit(1)
        await deaf.dial()
        await deaf.sit(2)
        assert deaf._hearing is not None
        deaf._hearing.cancel()
        for _ in range(300):
            host.renew()
        done = await ayu.do({"type": "reveal_card"})
        assert done["type"] == "done"
        line = next(ln for ln in host._lines.values() if ln.connection.seat == 2)
        assert len(line.answers) <= 1, "of pages only the newest waits"


async def test_a_late_seat_of_a_device_that_sleeps_is_asleep_and_wakes(room: Room) -> None:
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        await ayu.send({"type": "sleep"})
        await ayu.until(
            lambda m: m["type"] == "page" and m["sheet"]["players"][0]["here"] == "asleep"
        )
        assert host.desk.here == {1: "asleep"}
        await ayu.send({"type": "ping", "n": 3})
        assert await ayu.next("pong") == {"type": "pong", "n": 3}
        assert host.desk.here == {1: "here"}


async def test_undo_takes_the_consent_of_whose_move_it_is(room: Room) -> None:
    """Nothing of chance was seen, and still nobody takes another one's move back alone."""
    async with hosted(room) as host, phones(host, "Ayu", "Budi") as (ayu, budi):
        for phone, seat in ((ayu, 1), (budi, 2)):
            await phone.dial()
            await phone.sit(seat)
        reveal(room)
        await played_to_a_plain_move(host, room)
        seat = room.moves[-1].command.seat  # type: ignore[union-attr]
        own, other = (ayu, budi) if seat == 1 else (budi, ayu)
        seq = room.seq
        await other.at(seq)
        assert (await other.ask({"type": "undo", "seq": seq, "way": "undo"}))["type"] == "done"
        assert room.seq == seq, "it was put to whose move it is"
        asked = await own.until(lambda m: m["type"] == "page" and m["sheet"]["poll"] is not None)
        poll = asked["sheet"]["poll"]
        assert poll["mine"]
        await own.send({"type": "agree", "poll": poll["poll"], "yes": False})
        ended = await other.next("poll")
        assert (ended["poll"], ended["sentence"]) == (None, "Ada yang tidak setuju.")
        await own.until(lambda m: m["type"] == "page" and m["sheet"]["poll"] is None)
        assert room.seq == seq
        late = await other.ask({"type": "undo", "seq": seq - 1, "way": "undo"})
        assert late["late"]
        await other.ask({"type": "undo", "seq": seq, "way": "undo"})
        asked = await own.until(lambda m: m["type"] == "page" and m["sheet"]["poll"] is not None)
        await own.send({"type": "agree", "poll": poll["poll"], "yes": True})
        await own.send({"type": "agree", "poll": asked["sheet"]["poll"]["poll"], "yes": True})
        await own.at(seq + 1)
        assert room.rows[-1].kind == "undo"


async def played_to_a_plain_move(host: Host, room: Room) -> None:
    """The last move is one of seat 1 or 2 without chance."""
    from ketuk.engine.bots import cautious_policy

    policy = cautious_policy()
    for _ in range(200):
        last = room.moves[-1]
        plain = not room.undo_shows(last) and last.command is not None
        if plain and last.command.seat in (1, 2) and not isinstance(last.command, Roll):  # type: ignore[union-attr]
            return
        moves = (policy(room.rules, room.table, seat) for seat in room.table.seats)
        assert isinstance(room.do(next(m for m in moves if m is not None)), MoveDone)
    raise AssertionError("no such move")


async def test_a_room_that_closes_says_so(room: Room) -> None:
    async with phones_of(room) as (host, ayu):
        await host.close()
        assert (await ayu.next("gone"))["why"] == "closed"


def phones_of(room: Room):  # type: ignore[no-untyped-def]
    from contextlib import asynccontextmanager

    @asynccontextmanager
    async def both():  # type: ignore[no-untyped-def]
        async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
            await ayu.dial()
            await ayu.sit(1)
            yield host, ayu

    return both()


async def test_a_page_that_cannot_be_made_is_told_once_and_the_next_one_comes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosted(room) as host, phones(host, "Ayu", "Budi") as (ayu, budi):
        for phone, seat in ((ayu, 1), (budi, 2)):
            await phone.dial()
            await phone.sit(seat)
        told: list[tuple[str, int, str]] = []
        host.pages.failed = lambda *what: told.append((*what[:2], str(what[2])))
        whole = Pages._made

        def made(self: Pages, connection: Connection) -> str:
            if connection.seat == 2:
                raise ZeroDivisionError("no such tile")
            return whole(self, connection)

        with monkeypatch.context() as patch:
            patch.setattr(Pages, "_made", made)
            reveal(room)
            await ayu.at(1)
            await ayu.do({"type": "roll"})
            await ayu.at(2)
            assert budi.page["seq"] == 0
        await budi.send({"type": "ping", "n": 1})
        assert (await budi.next("pong"))["n"] == 1, "its line goes on"
        host.renew()
        assert (await budi.at(2))["seq"] == 2
        assert told == [("page", 2, "no such tile")]


async def test_a_fault_in_one_look_keeps_no_other_from_being_made(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int, str]] = []
    looked = asyncio.Event()

    def broken() -> None:
        raise ZeroDivisionError("broken")

    async with hosted(room) as host:
        host.pages.failed = lambda *what: told.append((*what[:2], str(what[2])))
        monkeypatch.setattr(host.desk, "look", broken)
        monkeypatch.setattr(host._garbage, "look", looked.set)
        await asyncio.wait_for(looked.wait(), 20)
        assert told == [("look", 0, "broken")]
