"""Who comes in: by code, by a player card, from the room's own page; and what was agreed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import aiohttp
import pytest
from boxes_at_hand import make_box
from phones import game, hosted, phones
from stickers import pictured, sent

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.engine.items import player_item
from ketuk.engine.table import Options
from ketuk.rooms import photo
from ketuk.rooms.answers import MoveDone


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    items = tuple(BoxItem(i.number, i.kind) for i in engine.ruleset("nusantara").items)
    with make_box(tmp_path, items=items) as registry:
        yield registry


async def test_who_has_no_code_yet_has_not_tried_a_wrong_one(tmp_path: Path) -> None:
    room = game(tmp_path)
    async with hosted(room) as host, phones(host, *[f"{n}" for n in range(8)]) as devices:
        why = [(await device.dial(code=" ")).get("why") for device in devices[:7]]
        assert why == ["code"] * 7
        assert (await devices[7].dial())["type"] == "welcome"


async def test_only_the_rooms_own_address_is_spoken_to_and_only_from_its_own_page(
    tmp_path: Path,
) -> None:
    room = game(tmp_path)
    async with hosted(room) as host, aiohttp.ClientSession() as session:
        own = f"http://{host.address}:{host.port}"
        for path in ("/", f"/{host.build}/", f"/{host.build}/page.js", f"/{host.build}/ws"):
            for name in ("evil.example", f"localhost:{host.port}", f"{host.address}:1", ""):
                async with session.get(f"{own}{path}", headers={"Host": name}) as answer:
                    assert answer.status in (400, 421), (path, name)
            for origin in ("http://evil.example", "null", f"https://{host.address}:{host.port}"):
                async with session.get(f"{own}{path}", headers={"Origin": origin}) as answer:
                    assert answer.status == 403, (path, origin)
        async with session.get(f"{own}/{host.build}/", headers={"Origin": own}) as answer:
            assert answer.status == 200
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{own}/{host.build}/ws", origin="http://evil.example")
        assert not host.desk.connections


async def test_a_seat_moves_to_another_phone_by_its_player_card(
    tmp_path: Path, box: Registry
) -> None:
    room = game(tmp_path, registry=box)
    async with hosted(room) as host, phones(host, "Ayu", "new", "thief") as (old, new, thief):
        await old.dial()
        await old.sit(1)
        await new.dial()
        taken = await new.sit(1)
        assert (taken["type"], "kartu pemain" in taken["sentence"]) == ("refused", True)
        await new.send({"type": "seat", "seat": 1, "card": box.active(player_item(2)).code})
        assert (await new.next("refused"))["sentence"] == "Itu bukan kartu pemain kursi itu."
        assert old.gone is None
        await new.send({"type": "seat", "seat": 1, "card": f" {box.active(player_item(1)).code} "})
        await new.until(lambda m: m["type"] == "welcome" and m["seat"] == 1)
        assert (await old.next("gone"))["why"] == "moved"
        await new.next("page")
        assert (await new.do({"type": "reveal_card"}))["type"] == "done"
        assert (await old.dial(code=""))["type"] == "gone", "its token lets nobody in any more"
        await thief.dial()
        for _ in range(6):
            await thief.send({"type": "seat", "seat": 1, "card": "000000000000"})
            said = await thief.next("refused")
        assert "Tunggu" in said["sentence"], "who guesses is made to wait"
        await thief.send({"type": "seat", "seat": 1, "card": box.active(player_item(1)).code})
        assert "Tunggu" in (await thief.next("refused"))["sentence"]
        assert new.gone is None


async def test_who_is_put_out_comes_in_by_neither_the_token_nor_the_code_of_before(
    tmp_path: Path,
) -> None:
    async with (
        hosted(game(tmp_path)) as host,
        phones(host, "Ayu", "looks") as devices,
        phones(host, "undecided") as (undecided,),
    ):
        for seat, device in zip((1, 0), devices, strict=True):
            await device.dial()
            await device.sit(seat)
        await undecided.dial()
        code = host.desk.door.code
        for device in devices:
            known = next(p for p in host.desk.devices if p.name == device.name)
            host.desk.put_out(known)
            assert (await device.next("gone"))["why"] == "put_out"
            assert (await device.dial(code=code))["type"] == "gone"
        assert (await undecided.next("gone"))["why"] == "code", "it has to show the new one"
        assert code not in host.url
        assert (await devices[1].dial(token=""))["type"] == "welcome", "only by the code of now"


async def test_a_photo_of_the_player_card_moves_a_seat_as_its_code_does(
    tmp_path: Path, box: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = game(tmp_path, registry=box)
    own, other = box.active(player_item(1)).code, box.active(player_item(2)).code
    async with hosted(room) as host, phones(host, "Ayu", "new", "thief") as (old, new, thief):
        for one in (old, new, thief):
            await one.dial()
        await old.sit(1)
        for picture, word in (
            (pictured(other), "bukan kartu pemain"),
            (pictured(), "kode"),
            (pictured(own, other), "satu kartu"),
            (b"GIF89a", "foto"),
        ):
            await new.send({"type": "seat", "seat": 1, "photo": sent(picture)})
            assert word in (await new.next("refused"))["sentence"]
        assert old.gone is None
        await new.send({"type": "seat", "seat": 1, "photo": sent(pictured(own))})
        await new.until(lambda m: m["type"] == "welcome" and m["seat"] == 1)
        assert (await old.next("gone"))["why"] == "moved"
        for _ in range(6):
            await thief.send({"type": "seat", "seat": 1, "card": "000000000000"})
            await thief.next("refused")
        monkeypatch.setattr(photo, "texts", None)  # who has to wait has no photo read
        await thief.send({"type": "seat", "seat": 1, "photo": sent(pictured(own))})
        assert "Tunggu" in (await thief.next("refused"))["sentence"]
        assert new.gone is None


async def test_without_a_box_no_card_moves_a_seat(tmp_path: Path) -> None:
    room = game(tmp_path)
    async with hosted(room) as host, phones(host, "Ayu", "new") as (old, new):
        await old.dial()
        await old.sit(1)
        await new.dial()
        await new.send({"type": "seat", "seat": 1, "card": "K7Q2M9XT3V6A"})
        assert "kotak" in (await new.next("refused"))["sentence"]
        assert old.gone is None


@pytest.mark.parametrize("name", engine.NAMES)
async def test_what_was_agreed_is_read_before_one_joins_and_beside_the_game(
    tmp_path: Path, name: str
) -> None:
    """Every number of every set at another than its usual one, and every house rule."""
    rules = engine.ruleset(name)
    numbers = tuple(
        (one.name, next(n for n in reversed(one.choices) if n != one.usual))
        for one in rules.settings
        if one.name != "mode"
    )
    options = Options(edition=rules.edition, house=rules.house, settings=numbers)
    room = game(tmp_path, name, options=options)
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        for language in ("en", "id"):
            welcome = await ayu.dial(language=language)
            told = welcome["agreed"]
            assert len(told) == len(numbers) + len(rules.house)
            assert all(one["label"] and one["text"] for one in told)
        await ayu.sit(1)
        shown = [one["facts"] for one in ayu.page["sheet"]["facts"]]
        assert (told in shown) == bool(told)


async def test_an_old_page_finds_the_new_one_and_never_speaks_to_this_host(tmp_path: Path) -> None:
    room = game(tmp_path)
    async with hosted(room) as host, aiohttp.ClientSession() as session:
        own = f"http://{host.address}:{host.port}"
        for path in ("/", "/0ld0ld00/", "/0ld0ld00/index.html", "/0ld0ld00/page.js"):
            async with session.get(f"{own}{path}", allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"]) == (302, f"/{host.build}/")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{own}/0ld0ld00/ws")
        assert refused.value.status == 404
        async with phones(host, "Ayu") as (ayu,):
            ayu.build = "0ld0ld00"
            gone = await ayu.dial()
            assert (gone["type"], gone["why"], gone["again"]) == ("gone", "build", False)


async def test_who_floods_waits_and_nobody_else_does(tmp_path: Path) -> None:
    room = game(tmp_path)
    async with hosted(room) as host, phones(host, "Ayu", "Budi") as (ayu, budi):
        for seat, phone in enumerate((ayu, budi), 1):
            await phone.dial()
            await phone.sit(seat)
        pings = 400  # 20 seconds' worth of messages
        for n in range(pings):
            await budi.send({"type": "ping", "n": n})
        assert (await ayu.do({"type": "reveal_card"}))["type"] == "done"
        heard = [m["n"] for m in budi.heard if m["type"] == "pong"]
        assert len(heard) < pings
        await budi.until(lambda m: m["type"] == "pong" and m["n"] == 25)
        told = [m["n"] for m in budi.heard if m["type"] == "pong"]
        assert told == list(range(len(told))), "late, and none of them lost"
        assert budi.gone is None


async def test_order_is_by_row_where_the_clock_goes_backwards(tmp_path: Path) -> None:
    moments = (datetime(2026, 12, 1, tzinfo=UTC) - timedelta(hours=n) for n in count())
    room = game(tmp_path, "klasik", clock=lambda: next(moments))
    async with hosted(room) as host, phones(host, "Ayu", "late") as (ayu, late):
        await ayu.dial()
        await ayu.sit(1)
        for _ in range(4):
            command = next(iter(engine.offers(room.table, room.rules).commands))
            assert isinstance(room.do(command), MoveDone)
            await ayu.at(room.seq)
        assert [row.at for row in room.rows] == sorted((r.at for r in room.rows), reverse=True)
        await late.dial()
        await late.sit(0)
        assert late.page["seq"] == room.seq
        assert len(late.page["sheet"]["log"]) == len(ayu.page["sheet"]["log"]) >= 4
        order = [m["seq"] for m in ayu.heard if m["type"] == "page"]
        assert order == sorted(order)
