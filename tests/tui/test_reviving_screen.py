"""A laptop without the game: its screen for phones that bring it, and what it says to people."""

from pathlib import Path

import aiohttp
import pytest
from copies import SINCE
from handing_over import SHEET, Page, handed_over
from laptops import folder
from phones import game
from screens_at_hand import AtTable, lobby
from sealed_copies import Sealing
from tables import play_on

from ketuk.rooms import adapters, reviving
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
