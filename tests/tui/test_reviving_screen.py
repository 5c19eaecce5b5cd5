"""A laptop without the game: its screen for phones that bring it, and what it says to people."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from copies import SINCE
from handing_over import SHEET, Page, handed_over, has, offer
from laptops import folder
from phones import game
from screens_at_hand import AtTable, lobby
from sealed_copies import Sealing
from tables import play_on

from ketuk.rooms import adapters, reviving
from ketuk.rooms.gathered import NotYet
from ketuk.rooms.gathering import Gathering
from ketuk.rooms.host import Host
from ketuk.rooms.reign import Reign
from ketuk.rooms.trouble import JournalFault, Trouble
from ketuk.tui.words import LANGUAGES, Language, Words


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is reached by itself alone."""
    monkeypatch.setattr(adapters, "private_addresses", lambda: ("127.0.0.1",))


def sealing_in(tmp_path: Path, moves: int = 12) -> Sealing:
    room = game(folder(tmp_path, "lama"))
    room.lead(Reign(0, room.journal.device, "Laptop Ayu", "10.0.0.1:8765", SINCE))
    play_on(room, moves)
    return Sealing(room)


async def opened(at: AtTable) -> None:
    """From the lobby, by its key."""
    await at.press("p")
    await at.settle(lambda: at.on == "Reviving" and at.app.screen._gathering is not None)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_says_where_to_dial_and_how_in_every_language(
    tmp_path: Path, language: Language
) -> None:
    words = Words(language)
    async with lobby(tmp_path, language=language) as at:
        await opened(at)
        to = at.app.screen._gathering
        assert f"127.0.0.1:{to.port}" in at.text()
        assert to.code in at.text()
        assert words("page.move_head")[:20] in " ".join(at.text().split())
        await at.press("enter")
        assert at.on == "Reviving", "there is nothing to go on with"
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")


async def test_two_phones_bring_the_game_and_it_goes_on_after_a_yes(tmp_path: Path) -> None:
    sealing = sealing_in(tmp_path)
    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        await opened(at)
        to = at.app.screen._gathering
        port = to.port
        for seat in (1, 2):
            await handed_over(Page(to, session, f"kursi {seat}"), sealing, seat)
            await at.settle(lambda seat=seat: f"Pemain {seat}: malam, salinannya" in at.text())
        await at.settle(lambda: "Permainan malam terbuka" in at.text())
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("enter")
        await at.settle(lambda: at.on == "Reviving")
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen" and at.session.host is not None)
        room = at.session.room
        assert room.leads
        assert room.rows == sealing.room.rows
        assert at.session.host.port == port
        await at.settle(lambda: "Permainan hidup lagi" in at.said())
        passes = at.session.host.desk.door.passes
        assert tuple(known for known in passes if not known.meja) == sealing.passes
        seq = room.seq
        await at.press(at.first_key)
        await at.settle(lambda: room.seq > seq)
        assert room.rows[-1].host == 1


async def test_one_phone_is_not_enough_and_tells_what_everybody_may_know(tmp_path: Path) -> None:
    sealing = sealing_in(tmp_path)
    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        await opened(at)
        page = Page(at.app.screen._gathering, session, "kursi 1")
        await handed_over(page, sealing, 1, sheet=SHEET, player="Ayu")
        await at.settle(lambda: "Giliran Ayu" in at.text())
        told = " ".join(at.text().split())
        assert "Satu ponsel saja belum cukup" in told
        assert "Ditunggu: Ayu" in told
        assert "rahasia" not in told
        await at.press("enter")
        assert at.on == "Reviving"


async def test_a_full_disk_is_said_and_the_phones_need_not_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing = sealing_in(tmp_path)

    def full(*given: object, **more: object) -> None:
        raise JournalFault(Trouble.FULL, path=tmp_path)

    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        await opened(at)
        to = at.app.screen._gathering
        for seat in (1, 2):
            await handed_over(Page(to, session, f"kursi {seat}"), sealing, seat)
        await at.settle(lambda: "Permainan malam terbuka" in at.text())
        with monkeypatch.context() as patched:
            patched.setattr(reviving, "revived", full)
            await at.press("enter")
            await at.settle(lambda: at.on == "Ask")
            await at.press("1")
            await at.settle(lambda: at.on == "Reviving" and "disk habis" in at.said())
        assert at.app.screen._gathering is to
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen" and at.session.host is not None)
        assert at.session.room.rows == sealing.room.rows
        for what, told in (("copy", "Salinan tersegel untuk"), ("look", "tidak bisa memeriksa")):
            at.session.host.pages.fail(what, 0, ZeroDivisionError("x"))
            await at.settle(lambda told=told: told in at.said())


async def test_a_network_where_nothing_opens_takes_nothing_that_phones_have_brought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = "192.0.2.1"  # of no machine (RFC 5737)
    monkeypatch.setattr(adapters, "private_addresses", lambda: ("127.0.0.1", nowhere))
    sealing = sealing_in(tmp_path)
    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        await opened(at)
        to = at.app.screen._gathering
        for seat in (1, 2):
            await handed_over(Page(to, session, f"kursi {seat}"), sealing, seat)
        await at.settle(lambda: "Permainan malam terbuka" in at.text())
        to.outcome = NotYet("few")  # as if it had been cut off before it had looked
        await at.press("n")
        await at.settle(lambda: not at.app.screen._opening and at.app.screen._gathering is None)
        await at.press("n")
        await at.settle(lambda: at.app.screen._gathering is not None)
        again = at.app.screen._gathering
        assert (again.address, again.code) == ("127.0.0.1", to.code)
        assert [phone.got for phone in again.phones] == [13, 13]
        await at.settle(lambda: "Permainan malam terbuka" in at.text())


async def asked(at: AtTable, sealing: Sealing, session: aiohttp.ClientSession) -> Gathering:
    """Two phones have brought the game, and it is asked whether it goes on here."""
    await opened(at)
    to: Gathering = at.app.screen._gathering
    for seat in (1, 2):
        page = Page(to, session, f"kursi {seat}")
        await page.dial(sealed=has(sealing, 5))
        await page.says(offer(sealing, seat, last=5))
        await page.says(sealing.frame(last=5))
    await at.settle(lambda: "Sampai langkah 5" in at.text())
    await at.press("enter")
    await at.settle(lambda: at.on == "Ask")
    return to


async def test_the_room_is_opened_once_whoever_asks_for_it_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing, may_close, real = sealing_in(tmp_path), asyncio.Event(), Gathering.close

    async def slow(self: Gathering, **more: bool) -> None:
        await may_close.wait()
        await real(self, **more)

    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        to = await asked(at, sealing, session)
        monkeypatch.setattr(Gathering, "close", slow)
        hosts: list[Host] = []
        opens = Host.open

        async def counted(self: Host, *given: Any) -> None:
            hosts.append(self)
            await opens(self, *given)

        monkeypatch.setattr(Host, "open", counted)
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen")
        table = at.session
        await at.press("p")
        await at.settle(lambda: at.on == "Phones")
        may_close.set()
        await at.settle(lambda: table.host is not None and f":{to.port}" in at.text())
        await at.settle(lambda: not at.app.screen._opening)
        assert hosts == [table.host]


async def test_a_table_that_is_left_at_once_opens_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing, may_close, real = sealing_in(tmp_path), asyncio.Event(), Gathering.close

    async def slow(self: Gathering, **more: bool) -> None:
        await may_close.wait()
        await real(self, **more)

    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        await asked(at, sealing, session)
        monkeypatch.setattr(Gathering, "close", slow)
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen")
        table = at.session
        table.close()
        may_close.set()
        await at.settle(lambda: not at.app.workers._workers)
        assert table.host is None


async def test_where_more_has_come_since_it_was_asked_it_is_asked_anew(tmp_path: Path) -> None:
    sealing = sealing_in(tmp_path)
    async with lobby(folder(tmp_path, "baru")) as at, aiohttp.ClientSession() as session:
        to = await asked(at, sealing, session)
        question = at.app.screen
        await handed_over(Page(to, session, "kursi 3"), sealing, 3)
        await at.settle(lambda: to.game is not None and len(to.game.rows) == 13)
        await at.press("1")
        await at.settle(lambda: at.on == "Ask" and at.app.screen is not question)
        assert "dari langkah 12" in " ".join(at.text().split())
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen" and at.session.host is not None)
        assert at.session.room.rows == sealing.room.rows
