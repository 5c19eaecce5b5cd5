"""Rulings 4.6 on phones and the network, with a real server and devices on real sockets."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from boxes_at_hand import NOON, make_box
from handing_over import bring, gathering, until
from keeping import keeping
from laptops import admitted, died, folder, laptops
from phones import game, hosted, phones
from situations import Situation

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import RevealCard
from ketuk.engine.events import Targeted
from ketuk.engine.table import OpenTurns, Reveal, Table, Throwing
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.by_game import game_key
from ketuk.rooms.gathered import GatheredGame, NotYet
from ketuk.rooms.heard import GuestsHeard, TakenOver
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.lease import InUse, Lease
from ketuk.rooms.passes import Passes
from ketuk.rooms.reviving import revived
from ketuk.rooms.room import Room


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    items = tuple(BoxItem(i.number, i.kind) for i in engine.ruleset("nusantara").items)
    with make_box(tmp_path, items=items) as registry:
        yield registry


def moved(room: Room, times: int) -> None:
    """So many moves at the table itself, by keys."""
    policy = cautious_policy()
    for _ in range(times):
        moves = (policy(room.rules, room.table, seat) for seat in room.table.seats)
        assert isinstance(room.do(next(m for m in moves if m is not None)), MoveDone)


def stands(room: Room) -> tuple[str, Table]:
    """The digest of all rows, and the table."""
    return room.marks()[-1].digest, room.table


async def test_4_6_1_a_phone_that_goes_dark_costs_its_seat_nothing(tmp_path: Path) -> None:
    """Its question is answered at the table; with its token it has the same seat and hand."""
    room = game(tmp_path)
    async with hosted(room) as host, phones(host, "Ayu", "Ayu", "Budi") as (ayu, later, budi):
        await ayu.dial()
        await ayu.sit(1)
        await budi.dial()
        await budi.sit(2)
        hand = ayu.page["sheet"]["hand"]
        assert ayu.page["sheet"]["mine"]
        asked = ayu.page["ask"]
        await ayu.cut()
        assert isinstance(room.do(RevealCard(1), ask=asked), MoveDone)
        await budi.at(1)
        later.token = ayu.token
        assert (await later.dial(code=""))["seat"] == 1
        page = await later.next("page")
        assert page["sheet"]["hand"] is not None
        assert [c["label"] for c in page["sheet"]["hand"]] == [c["label"] for c in hand]
        assert page["seq"] == 1
        seats = [p.seat for p in host.desk.door.passes if not p.meja]
        assert sorted(seats) == [1, 2], "one seat, one device"
        late = await later.do({"type": "reveal_card"}, ask=asked)
        assert late["late"]
        assert len(room.rows) == 2


async def test_4_6_2_a_second_laptop_goes_on_from_the_last_state_that_was_copied(
    tmp_path: Path,
) -> None:
    """The host is dead and its disk out of reach: same table, and all take the next move."""
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            third = laptop("Citra", host, data=folder(tmp_path, "c"))
            await admitted(host, second, third)
            await ayu.dial()
            await ayu.sit(1)
            moved(room, 12)
            await second.at(room.seq)
            await third.until(lambda: second.guest.listens in third.all(GuestsHeard)[-1].places)
            state, token = stands(room), ayu.token
            await died(host)
        room.journal.close()
        (tmp_path / "a").rename(tmp_path / "gone")
        await second.until(lambda: second.guest.state == "silent")
        taken = await second.taken_over()
        assert isinstance(taken, TakenOver)
        now = second.room
        assert now is not None
        assert stands(now) == state
        more = {"passes": taken.passes, "claim": taken.claim, "port": taken.port}
        async with hosted(now, **more) as there, phones(there, "Ayu") as (ayu,):
            ayu.token = token
            assert (await ayu.dial(code=""))["seat"] == 1
            await third.until(lambda: third.guest.host_name == "Budi")
            moved(now, 1)
            assert (await ayu.at(now.seq))["host"] == 1
            await third.at(now.seq)
            assert third.room is not None
            assert third.room.table == now.table


async def test_4_6_2_two_phones_bring_the_game_to_a_fresh_laptop(tmp_path: Path) -> None:
    """Its own disk was empty: the same table, the same seats, and the next move is taken by all."""
    room = game(folder(tmp_path, "a"))
    async with hosted(room) as host, keeping(host, "Ayu", "Budi") as (ayu, budi):
        for seat, phone in ((1, ayu), (2, budi)):
            await phone.dial()
            await phone.sit(seat)
        moved(room, 12)
        for phone in (ayu, budi):
            await phone.copied(room.seq)
        state = stands(room)
        await died(host)
    room.journal.close()
    (tmp_path / "a").rename(tmp_path / "gone")
    async with gathering() as to, aiohttp.ClientSession() as session:
        await bring(to, session, ayu.store)
        await until(lambda: to.phones[0].is_whole)
        assert to.outcome == NotYet("few")
        await bring(to, session, budi.store)
        await until(lambda: isinstance(to.outcome, GatheredGame))
        found, place, port = to.outcome, f"{to.address}:{to.port}", to.port
        assert isinstance(found, GatheredGame)
    with Journal.open(folder(tmp_path, "b") / FILE) as journal:
        now = revived(journal, found, laptop="Budi", address=place)
        assert stands(now) == state
        passes = tuple(Passes(tmp_path / "b").of(game_key(now)) or ())
        async with (
            hosted(now, passes=passes, port=port) as there,
            keeping(there, "Ayu", "Budi") as again,
        ):
            for seat, phone, before in zip((1, 2), again, (ayu, budi), strict=True):
                phone.token = before.token
                assert (await phone.dial(code=""))["seat"] == seat
            moved(now, 1)
            for phone in again:
                page = await phone.at(now.seq)
                assert (page["host"], page["seq"]) == (1, 13)


async def test_4_6_2_one_phone_alone_gives_its_view_and_the_reason(tmp_path: Path) -> None:
    """Its copy stays sealed; what its page showed helps to lay the game out, without its hand."""
    room = game(folder(tmp_path, "a"))
    async with hosted(room) as host, keeping(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        moved(room, 12)
        await ayu.copied(room.seq)
        await ayu.at(room.seq)
        sheet = ayu.page["sheet"]
        await died(host)
    said: list[str] = []
    async with gathering(said=said) as to, aiohttp.ClientSession() as session:
        await bring(to, session, ayu.store, sheet=sheet)
        await until(lambda: to.phones and to.phones[0].is_whole and "gather_few" in said)
        assert to.outcome == NotYet("few")
        shown = to.phones[0].sheet
        assert shown is not None
        assert shown.headline == sheet["headline"]
        assert [p.figures[0].text for p in shown.players] == [
            p["figures"][0]["text"] for p in sheet["players"]
        ]
        assert sheet["hand"]
        assert all(card["label"] not in shown.model_dump_json() for card in sheet["hand"])


async def test_4_6_3_without_a_network_the_table_plays_on_and_phones_catch_up(
    tmp_path: Path, box: Registry
) -> None:
    """Ten moves and scans meanwhile; what a phone had answered is refused and said."""
    room = game(tmp_path, registry=box)
    async with hosted(room) as host, phones(host, *"AABB") as (ayu, ayu_again, budi, budi_again):
        for phone, seat in ((ayu, 1), (budi, 2)):
            await phone.dial()
            await phone.sit(seat)
        asked = ayu.page["ask"]
        for phone in (ayu, budi):
            await phone.cut()
        await asyncio.sleep(0.2)
        assert host.desk.here == {1: "away", 2: "away"}
        told = room.tap(box.active(5).code)
        assert told.item == 5, "stickers are read as ever"
        moved(room, 10)
        for phone, again in ((ayu, ayu_again), (budi, budi_again)):
            again.token = phone.token
            await again.dial(code="")
            assert (await again.next("page"))["seq"] == room.seq
        assert host.desk.here == {1: "here", 2: "here"}
        kept = await ayu_again.do({"type": "reveal_card"}, ask=asked)
        assert (kept["type"], kept["late"]) == ("refused", True)
        assert kept["sentence"].startswith("Pertanyaan itu sudah dijawab.")


@pytest.mark.parametrize("card", [80, 84, 87, 89])
def test_4_6_3_without_a_network_dice_choose_what_an_event_hits(card: int) -> None:
    """In the app's edition too, by the very throws of the paper edition; else the app's data do."""
    found = {}
    for edition, targets in (("hp", "set"), ("hp", "dice"), ("kertas", "set")):
        game = Situation(edition=edition, dice="real").owns(1, 1, 2, level=1).owns(2, 5, 6, level=1)
        game.set(phase="event").ask(OpenTurns(), Reveal(1))
        events = game.do(RevealCard(1, targets=targets), cards=[card])  # type: ignore[arg-type]
        by = {e.by for e in events if isinstance(e, Targeted)}
        found[edition, targets] = (type(game.table.top), by)
    assert found["hp", "dice"][0] == found["kertas", "set"][0] == Throwing
    assert found["hp", "set"][0] != Throwing
    assert found["hp", "set"][1] == {"data"}


async def test_4_6_3_the_host_knows_when_no_phone_was_heard_for_ten_seconds(
    tmp_path: Path,
) -> None:
    """Not with one phone there, not at a table without phones, and not a moment before."""
    now = [100.0]
    room = game(tmp_path)
    async with hosted(room, now=lambda: now[0]) as host, phones(host, "Ayu", "Budi") as (ayu, budi):
        assert not host.desk.unheard, "nobody has a phone"
        for phone, seat in ((ayu, 1), (budi, 2)):
            await phone.dial()
            await phone.sit(seat)
        now[0] += 60
        assert not host.desk.unheard
        await ayu.cut()
        await until(lambda: host.desk.here[1] == "away")
        now[0] += 60
        assert not host.desk.unheard, "Budi is there"
        await budi.cut()
        await until(lambda: host.desk.here[2] == "away")
        now[0] += 9.9
        assert not host.desk.unheard
        now[0] += 0.2
        assert host.desk.unheard
        assert isinstance(room.do(RevealCard(1)), MoveDone)
        assert room.rows[-1].command == RevealCard(1, targets="dice")
    assert room.do(RevealCard(1)) is not None
    assert room.adapt(RevealCard(1)) == RevealCard(1), "a closed room changes nothing"


async def test_4_6_8_who_joins_only_now_has_the_whole_history(tmp_path: Path) -> None:
    room = game(tmp_path)
    moved(room, 30)
    before = room.rows
    async with hosted(room) as host, phones(host, "Budi", "Budi") as (budi, other):
        await budi.dial()
        await budi.sit(2)
        sheet = budi.page["sheet"]
        assert budi.page["seq"] == room.seq
        assert len(sheet["hand"]) == len(room.table.player(2).hand)
        assert len(sheet["log"]) == 30
        assert sheet["purse"][0]["text"] == f"{room.table.player(2).cash:,}".replace(",", ".")
        assert room.rows == before, "joining is no move"
        await other.dial()
        assert (await other.sit(2))["type"] == "refused", "a player has one device"
        host.desk.move_out(2)
        assert (await other.sit(2))["seat"] == 2
        assert other.page["sheet"]["hand"] == sheet["hand"]
    again = Room.resume(room.journal, room.name)
    assert again.rows == before


async def test_4_6_9_an_open_room_holds_its_box_and_a_second_one_is_refused_by_name(
    tmp_path: Path, box: Registry
) -> None:
    room = game(tmp_path, registry=box)
    lease = Lease.take(box, game=room.name, now=NOON, machine="meja")
    assert isinstance(lease, Lease)
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        with Registry.open(box.path) as second:
            now = NOON + timedelta(hours=1)
            answer = Lease.take(second, game="sore", now=now, machine="lain")
        assert isinstance(answer, InUse)
        assert (answer.game, answer.machine) == (room.name, "meja")
        assert (await ayu.do({"type": "reveal_card"}))["type"] == "done"
    lease.release()
