"""The room on the laptop's screen: opened by a key, read by a camera, who is here, let go of."""

import asyncio
from pathlib import Path

import cv2
import numpy as np
import pytest
from keeping import keeping
from phones import phones
from rich.text import Text
from screens_at_hand import LARGE, SMALL, AtTable, table
from tables import bot_move

from ketuk.codes.fault import CodesFault, Fault
from ketuk.engine.items import player_item
from ketuk.rooms import adapters
from ketuk.scanning.decode import has_zbar, zbar, zxing
from ketuk.tui.pages import opening
from ketuk.tui.screens.phones import BESIDE, PATIENCE_S, Phones
from ketuk.tui.widgets.qr import qr_of_address

ADDRESSES = ("127.0.0.1", "127.0.0.2")


@pytest.fixture(autouse=True)
def networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two networks that any machine has."""
    monkeypatch.setattr(adapters, "private_addresses", lambda: ADDRESSES)


async def opened(at: AtTable) -> Phones:
    await at.press("p")
    await at.settle(lambda: at.session.host is not None and "127.0.0.1" in at.text())
    screen = at.app.screen
    assert isinstance(screen, Phones)
    return screen


def photographed(picture: Text, *, wide: int = 10, high: int = 20) -> np.ndarray:
    """The symbol as a terminal paints it: cells twice as high as wide."""
    rows = picture.plain.splitlines()
    image = np.full((len(rows) * high, max(map(len, rows)) * wide), 255, np.uint8)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            upper, lower = sign in "█▀", sign in "█▄"
            top, left = y * high, x * wide
            image[top : top + high // 2, left : left + wide] = 0 if upper else 255
            image[top + high // 2 : top + high, left : left + wide] = 0 if lower else 255
    return cv2.copyMakeBorder(image, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=20)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_a_phone_reads_the_symbol_and_the_letters_say_the_same(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, size=size) as at:
        assert at.session.host is None  # no port before the key
        await opened(at)
        host = at.session.host
        assert host is not None
        room = {"width": size[0] - BESIDE, "height": size[1] - 2}
        picture = qr_of_address(host.url, **room)
        assert picture is not None
        assert all(row.strip() in at.text() for row in picture.plain.splitlines())
        assert zxing(photographed(picture)) == (host.url,)
        assert f"127.0.0.1:{host.port}" in at.text()
        assert host.desk.door.code in at.text()


@pytest.mark.parametrize("room", [(40, 22), (76, 34)], ids=["halves", "blocks"])
def test_the_symbol_is_read_off_a_dark_screen(room: tuple[int, int]) -> None:
    address = "http://192.168.100.123:8765/1a2b3c4d/#K7Q2M9XT"
    picture = qr_of_address(address, width=room[0], height=room[1])
    assert picture is not None
    image = photographed(picture)
    for scale in (1.0, 0.35):
        seen = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        assert zxing(seen) == (address,)
        assert not has_zbar() or zbar(seen) == (address,)
    assert qr_of_address(address, width=30, height=12) is None


async def test_how_far_each_copy_is_and_whether_two_are_enough(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        screen = await opened(at)

        def told() -> str:
            return str(screen.query_one("#phones-lines").render())

        assert "di laptop lain" not in told(), "nobody has a phone"
        async with keeping(at.session.host, "Ayu", "Budi", "Citra") as (ayu, budi, citra):
            citra.keeps = False
            for seat, phone in ((1, ayu), (3, citra)):
                await phone.dial()
                await phone.sit(seat)
            await at.settle(lambda: "Ayu: ada di ponsel · salinan lengkap" in told())
            await at.settle(lambda: "Citra: ada di ponsel · belum ada salinan" in told())
            assert "belum bisa dihidupkan dari ponsel" in told()
            await budi.dial()
            await budi.sit(2)
            await at.settle(lambda: "Dua ponsel cukup" in told())
            budi.keeps = False
            seq = at.session.room.seq
            at.session.do(bot_move(at.session.rules, at.session.table))
            assert at.session.room.seq > seq
            await at.settle(lambda: "Budi: ada di ponsel · salinan 1 langkah" in told())


async def test_who_is_here_asleep_and_gone_and_a_phone_that_is_let_go_of(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await opened(at)
        assert at.session.host is not None
        assert "Ayu: bermain di laptop" in at.text()
        async with phones(at.session.host, "Ayu") as (phone,):
            await phone.dial()
            await phone.sit(1)
            await at.settle(lambda: "Ayu: ada di ponsel" in at.text())
            await phone.send({"type": "sleep"})
            await at.settle(lambda: "Ayu: ponsel tidur" in at.text())
            await at.press("1")
            assert (await phone.next("gone"))["why"] == "moved"
            await at.settle(lambda: "Ayu: bermain di laptop" in at.text())
        await at.press("x", "1")
        await at.settle(lambda: at.session.host is None and at.on == "TableScreen")


async def test_another_network_and_what_it_may_be_when_nobody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as at:
        screen = await opened(at)
        code = at.session.host.desk.door.code  # type: ignore[union-attr]
        assert "data seluler" not in at.text()
        screen._since -= PATIENCE_S
        await at.settle(lambda: "data seluler" in at.text())
        await at.press("n")
        await at.settle(lambda: "127.0.0.2" in at.text())
        host = at.session.host
        assert host is not None
        assert host.desk.door.code != code
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.host is host  # the room outlives the screen
        await at.press("p")
        await at.settle(lambda: "jaringan lain" in at.text())
        monkeypatch.setattr(adapters, "private_addresses", tuple)
        await at.press("n")
        await at.settle(lambda: "tidak tersambung ke jaringan" in at.text())
        assert at.session.host is None


async def test_what_a_phone_puts_to_all_is_answered_at_the_table(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await opened(at)
        assert at.session.host is not None
        async with phones(at.session.host, "Ayu") as (phone,):
            await phone.dial()
            await phone.sit(1)
            await at.press("escape")
            await at.settle(lambda: at.on == "TableScreen")
            await phone.do({"type": "reveal_card"})
            await at.settle(lambda: at.session.room.seq == 1)
            await phone.send({"type": "undo", "id": "u1", "seq": 1, "way": "undo"})
            await at.settle(lambda: at.on == "PutToAll")
            assert "Ayu ingin membatalkan" in at.text()
            await at.press("2")
            await asyncio.sleep(0.1)
            assert at.session.room.seq == 1
            await at.press("3")
            await at.settle(lambda: at.session.room.seq == 2 and at.on == "TableScreen")


async def test_without_a_phone_all_are_asked_at_the_table_although_the_room_is_open(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        await opened(at)
        assert at.session.host is not None
        async with phones(at.session.host, "Ayu", "") as (phone, watcher):
            await watcher.dial()
            await watcher.sit(0)
            await phone.dial()
            await phone.sit(1)
            await at.press("escape")
            await at.settle(lambda: at.on == "TableScreen")
            await phone.do({"type": "reveal_card"})
            await at.settle(lambda: at.session.room.seq == 1)
            await phone.cut()
            await at.settle(lambda: at.session.host.desk.here[1] == "away")
            await at.press("u")
            await at.settle(lambda: at.on == "Consent")
            assert at.session.polls.now is None
            await at.press("1", "2", "3")
            await at.settle(lambda: at.session.room.seq == 2 and at.on == "TableScreen")


async def test_what_the_table_puts_to_all_is_asked_on_phones_too(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await opened(at)
        assert at.session.host is not None
        async with phones(at.session.host, "Ayu") as (phone,):
            await phone.dial()
            await phone.sit(1)
            await at.press("escape")
            await at.settle(lambda: at.on == "TableScreen")
            await phone.do({"type": "reveal_card"})
            await at.settle(lambda: at.session.room.seq == 1)
            await at.press("u")
            await at.settle(lambda: at.on == "PutToAll")
            page = await phone.until(lambda m: m["type"] == "page" and m["sheet"]["poll"])
            poll = page["sheet"]["poll"]
            assert (poll["mine"], poll["asked"], poll["agreed"]) == (True, [1, 2, 3], [])
            await at.press("2", "3")
            page = await phone.until(
                lambda m: m["type"] == "page" and len(m["sheet"]["poll"]["yes"]) > 1
            )
            assert page["sheet"]["poll"]["agreed"] == [2, 3]
            await phone.send({"type": "agree", "poll": poll["poll"], "yes": True})
            await at.settle(lambda: at.session.room.seq == 2 and at.on == "TableScreen")


async def test_a_player_card_lets_go_of_its_phone_and_any_other_card_means_what_it_means(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        await opened(at)
        assert at.session.host is not None
        async with phones(at.session.host, "Ayu") as (phone,):
            await phone.dial()
            await phone.sit(1)
            await at.settle(lambda: "Ayu: ada di ponsel" in at.text())
            await at.tap(player_item(2))  # Budi's, who has no phone
            await at.settle(lambda: "Budi" in at.said())
            assert phone.gone is None
            await at.tap(player_item(1))
            assert (await phone.next("gone"))["why"] == "moved"
            await at.settle(lambda: "Ayu: bermain di laptop" in at.text())


async def test_a_full_disk_is_why_the_room_does_not_open_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise CodesFault(Fault.FULL, path=tmp_path)

    async with table(tmp_path) as at:
        with monkeypatch.context() as patch:
            patch.setattr(opening, "device_of", full)
            await at.press("p")
            await at.settle(lambda: "disk" in at.text())
            assert at.session.host is None
        await at.press("n")
        await at.settle(lambda: at.session.host is not None)
