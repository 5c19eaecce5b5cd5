"""Nothing is lost at the screen: a full disk, somebody else who moved first."""

from pathlib import Path

import pytest
from screens_at_hand import table

from ketuk.engine.commands import RevealCard
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault, Trouble
from ketuk.tui.screens.asking import Ask


async def test_a_full_disk_shows_no_move_says_why_and_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as at:
        before = at.table
        journal = at.session.room.journal

        def full(*_: object, **__: object) -> None:
            raise JournalFault(Trouble.FULL, path=journal.path)

        with monkeypatch.context() as patch:
            patch.setattr(journal, "append", full)
            await at.press("enter")
            assert at.table == before
            assert "Tempat di disk habis" in at.said()
            assert "Buka kartu Kejadian" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.table.event != 0)


async def test_somebody_else_moved_first(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        with Journal.open(tmp_path / FILE) as journal:
            other = Room.resume(journal, at.session.room.name)
            other.do(RevealCard(1))
            there = other.table
        await at.press("enter")
        await at.settle(lambda: at.table == there)
        assert at.said().startswith("Ada yang bergerak lebih dulu")
        assert "Kejadian:" in at.text()


async def test_a_resized_screen_comes_back_whole(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        for size in ((80, 24), (160, 50), (60, 20), (120, 36)):
            await at.pilot.resize_terminal(*size)
            await at.settle()
            assert "Buka kartu Kejadian" in at.text()
        assert "Balikpapan" in at.text()


async def test_leaving_the_table_is_asked_first(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("escape")
        assert isinstance(at.app.screen, Ask)
        await at.press("2")
        await at.settle(lambda: at.on == "TableScreen")


async def test_a_terminal_without_unicode_has_signs_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KETUK_ASCII", "1")
    async with table(tmp_path) as at:
        shown = at.text()
        assert "oA" in shown
        assert not set("●■▲█▀▄▌│─╭") & set(shown)
        assert "BUKA KEJADIAN" in shown
