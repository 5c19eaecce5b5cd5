"""The file of saved games over the years: what an older version wrote is led on and played on."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tables import Ticking, begun, journal_in, play_on

from ketuk.rooms import schema
from ketuk.rooms.journal import FILE
from ketuk.rooms.room import MoveDone, Room

VERSION_1 = Path(__file__).with_name("games_version_1.sql").read_text(encoding="utf-8")


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A data folder with saved games as version 1 wrote them."""
    with closing(sqlite3.connect(tmp_path / FILE)) as raw:
        raw.executescript(VERSION_1)
    return tmp_path


def shape(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def contents(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as raw:
        games = raw.execute("SELECT * FROM game ORDER BY name").fetchall()
        return games + raw.execute("SELECT * FROM entry ORDER BY game, seq").fetchall()


def test_version_1_is_led_to_the_present_one_with_all_that_it_kept(
    older: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = contents(older / FILE)
    with journal_in(older) as journal:
        assert journal.rescued is None
        assert {game.name: game.moves for game in journal.games()} == {"malam": 8, "siang": 6}
    assert contents(older / FILE) == before
    with journal_in(older) as journal:
        journal.shelve("malam", datetime(2026, 11, 30, 12, tzinfo=UTC))
        assert [game.name for game in journal.games()] == ["siang"]
    fresh = tmp_path_factory.mktemp("fresh")
    with journal_in(fresh) as journal:
        begun(journal)
    assert shape(older / FILE) == shape(fresh / FILE)


@pytest.mark.parametrize("name", ["malam", "siang"])
def test_a_game_of_version_1_is_played_on(older: Path, name: str) -> None:
    with journal_in(older) as journal:
        room = Room.resume(journal, name, clock=Ticking())
        assert room.damage is None
        assert isinstance(room.undo(consents=frozenset({1, 2, 3})), MoveDone)
        assert isinstance(room.redo(), MoveDone)
        assert play_on(room, 60) == 60
    with journal_in(older) as journal:
        again = Room.resume(journal, name, clock=Ticking())
        assert (again.seq, again.table) == (room.seq, room.table)


def test_the_tables_in_use_have_the_columns_of_the_steps(tmp_path: Path) -> None:
    with journal_in(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as raw:
        for table in schema.TABLES.values():
            columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table.name})")]
            assert columns == [column.name for column in table.columns]
