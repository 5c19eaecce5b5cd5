"""Saved games called otherwise and deleted: all of one goes with it, and nothing of the others."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tables import begun, bot_move, journal_in, play_on

from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.schema import TABLES
from ketuk.rooms.trouble import JournalFault, Trouble

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Two games, each with rows in every table."""
    journal = journal_in(tmp_path)
    for name in ("malam", "pagi"):
        play_on(begun(journal, name), 6)
        journal.note_reign(name, Reign(0, journal.device, "Ayu"))
        journal.put_aside(name, 5, NOON)
        journal.shelve(name, NOON)
    return journal


def rows(journal: Journal, name: str) -> dict[str, int]:
    """How many rows each table has that name a game."""
    with closing(sqlite3.connect(journal.path)) as file:
        key = {table: "name" if table == "game" else "game" for table in TABLES}
        count = "SELECT count(*) FROM {} WHERE {} = ?"
        return {t: file.execute(count.format(t, key[t]), [name]).fetchone()[0] for t in TABLES}


def fault_of(act: Any, *given: object) -> Trouble:
    with pytest.raises(JournalFault) as caught:
        act(*given)
    return caught.value.trouble


def test_a_renamed_game_is_the_same_game(journal: Journal) -> None:
    before, others = rows(journal, "malam"), rows(journal, "pagi")
    assert all(before.values()), "every table is tried"
    was = Room.resume(journal, "malam").table
    journal.rename("malam", "Malam Kedua")
    assert rows(journal, "Malam Kedua") == before
    assert not any(rows(journal, "malam").values())
    assert rows(journal, "pagi") == others
    room = Room.resume(journal, "Malam Kedua")
    assert room.table == was
    assert room.header.game == "Malam Kedua"
    play_on(room, 2)
    assert "Malam Kedua" in {game.name for game in journal.games()}


def test_a_deleted_game_leaves_nothing_and_its_name_is_free(journal: Journal) -> None:
    others = rows(journal, "pagi")
    journal.remove("malam")
    assert not any(rows(journal, "malam").values())
    assert rows(journal, "pagi") == others
    begun(journal, "malam")
    assert fault_of(journal.remove, "siang") is Trouble.NO_GAME


@pytest.mark.parametrize(("was", "name", "trouble"), [
    ("siang", "sore", Trouble.NO_GAME), ("malam", "pagi", Trouble.NAME_TAKEN),
    ("malam", " ", Trouble.BAD_NAME), ("malam", "a\nb", Trouble.BAD_NAME),
    ("malam", "x" * 61, Trouble.BAD_NAME),
])  # fmt: skip
def test_names_that_cannot_be_had(journal: Journal, was: str, name: str, trouble: Trouble) -> None:
    before = rows(journal, "malam"), rows(journal, "pagi")
    assert fault_of(journal.rename, was, name) is trouble
    assert (rows(journal, "malam"), rows(journal, "pagi")) == before


def test_the_own_name_changes_nothing(journal: Journal) -> None:
    before = rows(journal, "malam")
    journal.rename("malam", "malam")
    assert rows(journal, "malam") == before


@pytest.mark.parametrize("change", ["rename", "remove"])
def test_who_has_the_game_open_goes_on_no_further(tmp_path: Path, change: str) -> None:
    with journal_in(tmp_path) as mine, Journal.open(tmp_path / FILE) as theirs:
        room = begun(mine, "malam")
        theirs.rename("malam", "pagi") if change == "rename" else theirs.remove("malam")
        assert fault_of(room.do, bot_move(room.rules, room.table)) is Trouble.NO_GAME
        assert len(mine.names()) == (change == "rename")


def test_a_broken_game_can_be_deleted(journal: Journal) -> None:
    with closing(sqlite3.connect(journal.path)) as file, file:
        file.execute("UPDATE game SET header = '{' WHERE name = 'malam'")
        file.execute("UPDATE entry SET events = 'x' WHERE game = 'malam'")
    assert journal.listing().broken == ("malam",)
    assert fault_of(journal.rename, "malam", "sore") is Trouble.DAMAGED
    journal.remove("malam")
    assert journal.listing().broken == ()
