"""What phones keep of a game: all of it, in step, and nothing that one of them can read."""

import asyncio
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from keeping import KeepingPhone, Store, keeping, key_of, opened
from laptops import admitted, laptops
from phones import game, hosted, phones
from tables import play_on

from ketuk.rooms.by_game import game_key
from ketuk.rooms.copied import CopiedRoom, Copy
from ketuk.rooms.copies import ENOUGH, CopyLine
from ketuk.rooms.heard import BoxHeard, TakenOver
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.meja_keys import GameKeys, MejaKeys
from ketuk.rooms.records import to_text
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.tui.pages.opening import _claim


async def once(holds: Callable[[], object]) -> None:
    """Until something holds at the host."""
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


async def seated(*devices: KeepingPhone) -> None:
    for seat, phone in enumerate(devices, 1):
        await phone.dial()
        await phone.sit(seat)


def rows_in(store: Store, key: str) -> list[str]:
    return [text.decode() for text in opened(key, store.rows)]


def plain(room: Room) -> list[str]:
    return [to_text(row) for row in room.rows]


async def test_two_phones_have_the_whole_game_and_one_has_nothing(tmp_path: Path) -> None:
    room = game(tmp_path)
    play_on(room, 30)
    box = BoxHeard("ABCD", 3, b"the box, as it is exported")
    async with hosted(room, box=lambda: box) as host, keeping(host, "Ayu", "Budi") as (ayu, budi):
        await seated(ayu, budi)
        play_on(room, 10)
        for phone in (ayu, budi):
            await phone.copied(room.seq)
            await phone.has(lambda store: len(store.wraps) == 1 and "box" in store.others)
        assert key_of(ayu.store) is None
        key = key_of(ayu.store, budi.store)
        assert key == host.desk.claim.key
        assert rows_in(ayu.store, key) == rows_in(budi.store, key) == plain(room)
        header, told, packed = (
            opened(key, [ayu.store.others[kind]])[0] for kind in ("header", "room", "box")
        )
        assert header.decode() == to_text(room.header)
        assert zlib.decompress(packed) == box.content
        assert ayu.store.others["box"]["seq"] == box.revision
        found = json.loads(told)
        assert found["secret"] == host.desk.claim.secret
        assert {p["seat"] for p in found["passes"] if p["seat"]} == {1, 2}
        assert found["reigns"][-1]["address"] == f"{host.address}:{host.port}"


async def test_what_is_kept_is_told_at_the_host(tmp_path: Path) -> None:
    room = game(tmp_path)
    play_on(room, 3)
    seen: list[None] = []
    async with (
        hosted(room, seen=lambda: seen.append(None)) as host,
        keeping(host, "Ayu", "Budi", "Citra") as (ayu, budi, citra),
    ):
        citra.keeps = False
        await seated(ayu, budi, citra)
        await once(lambda: host.copies.get(2) == CopyLine(room.seq, 0))
        await once(lambda: host.copies.get(1) == CopyLine(room.seq, 0))
        assert host.copies[3] == CopyLine(None, room.seq + 1)
        assert host.revivable
        await ayu.cut()
        await once(lambda: host.desk.here[1] != "here")
        play_on(room, ENOUGH)
        await once(lambda: host.copies[2] == CopyLine(room.seq, 0))
        assert host.copies[1] == CopyLine(room.seq - ENOUGH, ENOUGH)
        assert host.revivable
        play_on(room, 1)
        assert not host.revivable
        seen.clear()
        await ayu.dial()
        await once(lambda: host.revivable and seen)
        host.desk.move_out(1)
        assert 1 not in host.copies
        assert not host.revivable


async def test_a_phone_that_comes_back_gets_what_it_lacks(tmp_path: Path) -> None:
    room = game(tmp_path)
    play_on(room, 12)
    async with hosted(room) as host, keeping(host, "Ayu", "Budi") as (ayu, budi):
        await seated(ayu, budi)
        await ayu.copied(room.seq)
        before = room.seq
        await once(lambda: host.copies[1].behind == 0)
        await ayu.cut()
        play_on(room, 5)
        ayu.heard.clear()
        ayu._seen = 0
        await ayu.dial()
        await ayu.copied(room.seq)
        parts = [p for m in ayu.heard if m["type"] == "sealed" for p in m["parts"]]
        assert [p["seq"] for p in parts if p["kind"] == "row"] == [*range(before + 1, room.seq + 1)]
        assert {p["kind"] for p in parts} == {"row"}, "nothing else is another one"
        assert rows_in(ayu.store, host.desk.claim.key) == plain(room)


async def test_a_copy_of_another_game_or_tail_is_replaced_whole(tmp_path: Path) -> None:
    room = game(tmp_path)
    play_on(room, 9)
    async with hosted(room) as host, keeping(host, "Ayu", "Budi") as (ayu, budi):
        for number, phone in enumerate((ayu, budi), 1):
            await phone.dial()
            await phone.sit(number)
            await phone.copied(room.seq)
        for phone, changed in ((ayu, {"game": "0" * 16}), (budi, {"mark": "0" * 16})):
            await phone.cut()
            have = phone.store.have
            assert have is not None
            phone.heard.clear()
            phone._seen = 0
            await phone.dial(sealed={**have, **changed})
            first = await phone.next("sealed")
            assert first["after"] == -1
            await phone.copied(room.seq)
        assert rows_in(ayu.store, host.desk.claim.key) == plain(room)


async def test_watchers_laptops_and_the_moved_out_get_none(tmp_path: Path) -> None:
    room = game(tmp_path)
    play_on(room, 4)
    with laptops() as laptop:
        async with (
            hosted(room) as host,
            keeping(host, "Ayu", "Budi") as (ayu, budi),
            phones(host, "watching") as (watching,),
        ):
            host.desk.door.code = "AAAAAAAA"
            second = laptop("Citra", host)
            await admitted(host, second)
            await watching.dial()
            await watching.sit(0)
            await seated(ayu, budi)
            await ayu.copied(room.seq)
            old = budi.store.secret
            await budi.copied(room.seq)
            host.desk.move_out(2)
            await budi.until(lambda m: m["type"] == "gone")
            play_on(room, 2)
            await second.at(room.seq)
            await watching.at(room.seq)
            await ayu.copied(room.seq)
            await ayu.has(lambda store: not store.wraps)
            assert len(budi.store.rows) == room.seq - 1
            assert not {"sealed", "keys"} & {m["type"] for m in watching.heard}
            budi.token = ""
            await budi.dial()
            await budi.sit(2)
            await budi.copied(room.seq)
            assert budi.store.secret != old
            assert second.guest.key == host.desk.claim.key


async def test_one_that_says_nothing_gets_no_flood(tmp_path: Path) -> None:
    """What goes out and is not kept is bounded: one frame of rows, and no box."""
    room = game(tmp_path)
    play_on(room, 150)
    box = BoxHeard("ABCD", 3, b"the box")
    async with hosted(room, box=lambda: box) as host, keeping(host, "Ayu") as (ayu,):
        ayu.keeps = False
        await ayu.dial()
        await ayu.sit(1)
        await ayu.next("sealed")
        await ayu.send({"type": "ping", "n": 1})
        await ayu.next("pong")
        play_on(room, 1)
        await ayu.at(room.seq)
        await ayu.send({"type": "ping", "n": 2})
        await ayu.next("pong")
        with_rows = [
            m for m in ayu.heard
            if m["type"] == "sealed" and any(p["kind"] == "row" for p in m["parts"])
        ]  # fmt: skip
        assert len(with_rows) == 1
        assert sum(len(frame) for frame in ayu.frames if '"sealed"' in frame) < 24 * 1024
        assert "box" not in ayu.store.others
        await ayu.send({"type": "kept", "seq": len(ayu.store.rows) - 1})
        ayu.keeps = True
        await ayu.copied(room.seq)
        await ayu.has(lambda store: "box" in store.others)


async def test_pages_go_first(tmp_path: Path) -> None:
    """Between the welcome and the first part of a long copy is the page."""
    room = game(tmp_path)
    play_on(room, 60)
    async with hosted(room) as host, keeping(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        await ayu.copied(room.seq)
        kinds = [m["type"] for m in ayu.heard]
        assert kinds.index("page") < kinds.index("sealed")
        await once(lambda: host.copies[1].behind == 0)
        for number in range(5):
            start = len(ayu.heard)
            play_on(room, 1)
            await ayu.copied(room.seq)
            kinds = [m["type"] for m in ayu.heard[start:]]
            assert kinds.index("page") < kinds.index("sealed"), number


async def test_the_box_and_the_passes_go_along_when_they_change(tmp_path: Path) -> None:
    room = game(tmp_path)
    boxes = [BoxHeard("ABCD", 3, b"three")]
    async with hosted(room, box=lambda: boxes[-1]) as host, keeping(host, "Ayu", "Budi") as two:
        ayu, budi = two
        await ayu.dial()
        await ayu.sit(1)
        await ayu.copied(room.seq)
        boxes.append(BoxHeard("ABCD", 4, b"four"))
        host.desk.copies.look_at_box(("ABCD", 4))
        await ayu.has(lambda store: "box" in store.others and store.others["box"]["seq"] == 4)
        key = host.desk.claim.key
        assert zlib.decompress(opened(key, [ayu.store.others["box"]])[0]) == b"four"
        earlier = ayu.store.others["room"]["seq"]
        await budi.dial()
        await budi.sit(2)
        await ayu.has(lambda store: store.others["room"]["seq"] > earlier)
        passes = json.loads(opened(key, [ayu.store.others["room"]])[0])["passes"]
        assert {p["seat"] for p in passes if not p["meja"]} == {1, 2}


async def test_what_another_laptop_wrote_replaces_the_tail(tmp_path: Path) -> None:
    """After the rows of a fork the copies are those of the game that goes on."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    room = game(tmp_path / "a")
    play_on(room, 6)
    other = CopiedRoom.begin(
        Journal.open(tmp_path / "b" / FILE), Copy(room.header, room.rows, (Reign(0, "a" * 16),))
    )
    other.lead(Reign(1, "b" * 16, "B"))
    fork = room.marks()[-1]
    play_on(other, 7)
    async with hosted(room) as host, keeping(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        play_on(room, 3)
        await ayu.copied(room.seq)
        room.take_rows(other.rows[fork.seq + 1 :], since=fork)
        await ayu.copied(other.seq)
        assert rows_in(ayu.store, host.desk.claim.key) == plain(other) == plain(room)
        await once(lambda: host.copies[1] == CopyLine(other.seq, 0))


async def test_a_take_over_goes_on_with_the_copies_there_are(tmp_path: Path) -> None:
    """A meja that takes over has the key: phones are told what is new, and no more."""
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    room = game(tmp_path / "first")
    play_on(room, 20)
    with laptops() as laptop:
        async with hosted(room) as host, keeping(host, "Ayu", "Budi") as (ayu, budi):
            second = laptop("Citra", host, data=tmp_path / "second")
            await admitted(host, second)
            await seated(ayu, budi)
            for phone in (ayu, budi):
                await phone.copied(room.seq)
            await second.at(room.seq)
            passes, before = host.desk.door.passes, [(p.store, p.token) for p in (ayu, budi)]
            await host.close()
        taken = await second.taken_over()
        assert isinstance(taken, TakenOver)
        assert second.room is not None
        async with (
            hosted(second.room, passes=passes, claim=taken.claim) as later,
            keeping(later, "Ayu", "Budi") as (ayu, budi),
        ):
            for phone, (phone.store, phone.token) in zip((ayu, budi), before, strict=True):
                await phone.dial()
            play_on(second.room, 3)
            for phone in (ayu, budi):
                await phone.copied(second.room.seq)
                told = [p for m in phone.heard if m["type"] == "sealed" for p in m["parts"]]
                assert [p["seq"] for p in told if p["kind"] == "row"] == [
                    room.seq + 1, room.seq + 2, room.seq + 3
                ]  # fmt: skip
            key = key_of(ayu.store, budi.store)
            assert key == later.desk.claim.key
            assert rows_in(ayu.store, key) == plain(second.room)


async def test_a_phone_that_takes_another_seat_keeps_what_it_has(tmp_path: Path) -> None:
    room = game(tmp_path)
    play_on(room, 5)
    async with hosted(room) as host, keeping(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        await once(lambda: 1 in host.copies and host.copies[1].behind == 0)
        first = ayu.store.secret
        await ayu.sit(3)
        await ayu.has(lambda store: store.secret != first)
        assert host.copies == {3: CopyLine(room.seq, 0)}


async def test_a_copy_that_cannot_be_made_stops_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = game(tmp_path)
    faults: list[tuple[str, int, str]] = []
    async with hosted(room) as host, keeping(host, "Ayu") as (ayu,):
        host.pages.failed = lambda *what: faults.append((*what[:2], str(what[2])))
        await ayu.dial()
        await ayu.sit(1)
        await ayu.copied(room.seq)

        def broken(*_: object) -> None:
            raise ValueError("broken")

        monkeypatch.setattr(host.desk.copies, "_row", broken)
        for _ in range(3):
            play_on(room, 1)
            await ayu.at(room.seq)
        await once(lambda: faults == [("copy", 1, "broken")])
        assert ayu.gone is None


def test_the_key_of_a_game_stays_and_a_file_of_an_older_version_gets_one(tmp_path: Path) -> None:
    room = game(tmp_path)
    for kept in (GameKeys("secret", "token"), GameKeys("secret", "token", "no key")):
        MejaKeys(tmp_path).keep(game_key(room), kept)
        first = _claim(room, "A")
        assert (first.secret, first.token, len(first.key)) == ("secret", "token", 64)
        assert _claim(room, "A") == first
