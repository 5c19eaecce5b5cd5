"""A damaged move is worked out again from what was asked, whatever byte of it is wrong."""

import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest
from tables import Ticking, begun, journal_in, play_on

from ketuk import engine
from ketuk.engine.commands import PassTime
from ketuk.engine.table import Options, Table
from ketuk.rooms.gamefile import exported, load
from ketuk.rooms.journal import FILE
from ketuk.rooms.looking import UnplayedGame
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault, Trouble

MOVES = 8
FLIPS = int(os.environ.get("KETUK_FLIPS", "12"))
"""How many bits are turned over in the moves of each set."""


def resumed(folder: Path) -> tuple[Table, list[tuple[str, int]], object]:
    with journal_in(folder) as journal:
        room = Room.resume(journal, "malam", clock=Ticking())
        return room.table, journal.mending.remade, room.damage


def spoil(folder: Path, seq: int, column: str, value: bytes) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as raw:
        raw.execute(f"UPDATE entry SET {column} = CAST(? AS TEXT) WHERE seq = ?", (value, seq))


def kept(folder: Path, seq: int, column: str) -> bytes:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as raw:
        asked = f"SELECT CAST({column} AS BLOB) FROM entry WHERE seq = ?"
        return bytes(raw.execute(asked, (seq,)).fetchone()[0])


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_one_wrong_bit_in_a_move_costs_nothing(tmp_path: Path, ruleset: str) -> None:
    with journal_in(tmp_path) as journal:
        room = begun(journal, "malam", rules=engine.ruleset(ruleset))
        play_on(room, MOVES)
        whole = room.table
    chance, remade = Random(ruleset), 0
    for turn in range(FLIPS):
        seq = turn % 2 and chance.randrange(1, MOVES)
        column = {1: "kind", 3: "command", 5: "command"}.get(turn, "events")
        right = kept(tmp_path, seq, column)
        turned = bytearray(right)
        turned[chance.randrange(len(right))] ^= 0x80 if turn < 4 else 1 << chance.randrange(8)
        spoil(tmp_path, seq, column, bytes(turned))
        table, told, damage = resumed(tmp_path)
        assert damage is None, (seq, column, turned)
        if told:
            assert (told, table) == ([("malam", seq)], whole)
            assert kept(tmp_path, seq, column) == right
            remade += 1
        spoil(tmp_path, seq, column, right)
    assert remade >= 3


def test_a_move_that_comes_out_otherwise_today_is_left_as_it_is(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        play_on(begun(journal, "malam"), MOVES)
    spoil(tmp_path, 3, "events", b'[{"type":"of other rules"' + kept(tmp_path, 3, "events")[30:])
    _, told, damage = resumed(tmp_path)
    assert told == []
    assert damage is not None


@pytest.fixture
def unbegun(tmp_path: Path) -> Path:
    """A game whose first move is lost with the chance that came in it."""
    with journal_in(tmp_path) as journal:
        play_on(begun(journal, "malam"), MOVES)
    spoil(tmp_path, 0, "events", b'[{"cut')
    return tmp_path


def test_of_a_game_without_a_start_is_told_what_is_known(unbegun: Path) -> None:
    with journal_in(unbegun) as journal:
        names = ", ".join(journal.header("malam").names)
        for look in (Room.resume, UnplayedGame.at):
            with pytest.raises(JournalFault) as caught:
                look(journal, "malam")
            assert caught.value.trouble is Trouble.NO_START
            facts = caught.value.facts
            assert (facts["names"], facts["ruleset"]) == (names, "nusantara")
        assert [game.moves for game in journal.games()] == [MOVES]


def test_what_there_is_of_it_is_exported(
    unbegun: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with journal_in(unbegun) as journal:
        content, moves = exported(journal, "malam")
    assert (moves, content.count(b'"unread"')) == (0, MOVES + 1)
    assert b"card_drawn" not in content, "hands are folded up"
    file = unbegun / "malam.ketuk"
    file.write_bytes(content)
    with journal_in(tmp_path_factory.mktemp("other")) as journal:
        with pytest.raises(JournalFault) as caught:
            load(journal, file)
        assert caught.value.trouble is Trouble.NOT_EXPORT


def test_a_game_that_is_broken_in_its_middle_is_exported_up_to_there_and_beyond(
    tmp_path: Path,
) -> None:
    with journal_in(tmp_path) as journal:
        play_on(begun(journal, "malam"), MOVES)
    spoil(tmp_path, 5, "events", b'[{"cut')
    with journal_in(tmp_path) as journal:
        content, moves = exported(journal, "malam")
        assert (moves, content.count(b'"unread"')) == (4, MOVES - 4)
        file = tmp_path / "malam.ketuk"
        file.write_bytes(content)
        came = load(journal, file)
        assert (came.moves, came.flaw) == (4, "damaged")


def test_a_question_that_time_has_answered_is_worked_out_again_too(tmp_path: Path) -> None:
    at = count(step=0.5)
    with journal_in(tmp_path) as journal:
        rules = engine.ruleset("merek")
        room = begun(journal, "malam", rules=rules, options=Options(rules.edition),
                     ticks=lambda: float(next(at)))  # fmt: skip
        while not isinstance(room.rows[-1].command, PassTime):
            room.keep_time()
        whole, seq = room.table, room.seq
    right = kept(tmp_path, seq, "events")
    spoil(tmp_path, seq, "events", right.replace(b'"', b"\x01", 1))
    table, told, damage = resumed(tmp_path)
    assert damage is None
    assert (told, table) == ([("malam", seq)], whole)
