"""What lies broken in the data folder costs no more than itself."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import CommandLine
from saved_games import saved_game
from screens_at_hand import lobby

from ketuk.rooms.journal import FILE
from ketuk.tui.screens.cards import open_cards


async def test_a_broken_box_does_not_end_its_game(tmp_path: Path) -> None:
    saved_game(tmp_path, moves=3)
    (box,) = (tmp_path / "boxes").glob("*.sqlite")
    whole = bytearray(box.read_bytes())
    whole[4_096:60_000] = os.urandom(60_000 - 4_096)
    box.write_bytes(whole)
    async with lobby(tmp_path) as at:
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert "berkas kotak ini rusak" in at.said()
        assert "Semua bisa dilakukan dengan tombol" in at.said()
        before = at.session.room.seq
        await at.press("enter")
        await at.settle(lambda: at.session.room.seq > before)


async def test_a_box_that_is_put_right_as_it_is_opened_is_told(tmp_path: Path) -> None:
    """The list of boxes reads each box's own row; the rest is looked through as a box is opened."""
    saved_game(tmp_path, moves=3)
    (box,) = (tmp_path / "boxes").glob("*.sqlite")

    def spoil() -> None:
        with closing(sqlite3.connect(box)) as file, file:
            file.execute("UPDATE code SET since = 'no time' WHERE item = 1")

    spoil()
    async with lobby(tmp_path, language="en") as at:
        assert "damaged" not in at.said()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert f"{box}.damaged-1" in at.said()
    spoil()
    assert f"{box}.damaged-2" in CommandLine(tmp_path).run("box", "show", box.stem)
    async with lobby(tmp_path, language="en") as at:
        assert not at.said()
        spoil()
        open_cards(at.app, box.stem)
        await at.settle(lambda: at.on == "Cards")
        assert f"{box}.damaged-" in at.said()


async def test_a_broken_last_row_costs_that_move_alone(tmp_path: Path) -> None:
    saved_game(tmp_path, moves=6)
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("UPDATE entry SET events = '{\"cut' WHERE seq = 6")
    async with lobby(tmp_path) as at:
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert "langkah 6 rusak" in at.said()
        assert at.session.room.seq == 5


async def test_a_clock_that_was_set_back_stops_no_game(tmp_path: Path) -> None:
    saved_game(tmp_path, moves=3)
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("UPDATE standing SET played = '2051-01-01T00:00:00Z'")
        file.execute("UPDATE entry SET at = '2051-01-01T00:00:00Z'")
    async with lobby(tmp_path) as at:
        assert "2051" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("enter")
        await at.settle(lambda: at.session.room.seq == 4)


@pytest.mark.parametrize(
    "kept",
    [b"", b"{", b"[]", b"\xff\x00", b'{"language": 5, "bell": "x", "folder": [1], "new": 1}'],
)
async def test_settings_that_cannot_be_read_count_as_none(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(kept)
    async with lobby(tmp_path) as at:
        await at.press("f2")
        await at.settle(lambda: "New game" in at.text())
    assert b'"language": "en"' in (tmp_path / "settings.json").read_bytes()
