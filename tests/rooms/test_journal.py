"""The file of saved games: other versions, other programs, damage, full disks. Nothing is lost."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from children import environment, in_child
from tables import Ticking, begun, journal_in, play_on

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.engine.table import Table
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.rooms.schema import VERSION
from ketuk.rooms.trouble import JournalFault, Trouble

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def trouble_of(path: Path) -> JournalFault:
    with pytest.raises(JournalFault) as caught, Journal.open(path):
        pass
    return caught.value


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Table]]:
    """A data folder with a game of 60 moves, and its tables from the start on."""
    folder = tmp_path_factory.mktemp("played")
    with journal_in(folder) as journal:
        room = begun(journal)
        play_on(room, 60)
        return folder, [room.opening.table, *(move.table for move in room.moves)]


@pytest.fixture
def copy(played: tuple[Path, list[Table]], tmp_path: Path) -> Path:
    """A data folder of one's own with that game."""
    shutil.copytree(played[0], tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_what_is_kept_is_written_through(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal, journal.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA user_version").scalar_one() == VERSION


def test_a_data_folder_is_made_where_there_is_none(tmp_path: Path) -> None:
    with journal_in(tmp_path / "a" / "b") as journal:
        assert journal.games() == ()
    with journal_in(tmp_path / "a" / "b") as journal:
        assert journal.rescued is None


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with journal_in(tmp_path) as journal:
        begun(journal)
        with journal.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"


def test_a_newer_version_is_refused_and_not_touched(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        begun(journal)
    path = tmp_path / FILE
    change(path, "CREATE TABLE later (name TEXT)", "PRAGMA user_version = 7")
    before = path.read_bytes()
    fault = trouble_of(path)
    assert fault.trouble is Trouble.NEWER
    assert (fault.facts["found"], fault.facts["known"]) == (7, VERSION)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 4\0" * 99])
def test_another_kind_of_file_is_refused_and_not_touched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / FILE
    path.write_bytes(content)
    assert trouble_of(path).trouble is Trouble.NOT_A_JOURNAL
    assert path.read_bytes() == content


def test_another_programs_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    change(tmp_path / FILE, "CREATE TABLE recipes (name TEXT)")
    assert trouble_of(tmp_path / FILE).trouble is Trouble.NOT_A_JOURNAL


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert trouble_of(tmp_path / FILE).trouble is Trouble.FORBIDDEN


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    assert trouble_of(tmp_path / "data" / FILE).trouble is Trouble.FORBIDDEN


# ---- damage


@pytest.mark.parametrize("part", [0.05, 0.3, 0.5, 0.7, 0.9])
def test_a_truncated_file_goes_on_up_to_its_last_whole_move(
    copy: Path, played: tuple[Path, list[Table]], part: float
) -> None:
    path = copy / FILE
    os.truncate(path, int(path.stat().st_size * part))
    cut = path.read_bytes()
    with journal_in(copy) as journal:
        rescued = journal.rescued
        assert rescued is not None
        assert rescued.kept.read_bytes()[: len(cut)] == cut
        assert (rescued.moves > 30) == (part == 0.9)
        if "malam" in journal.names():
            room = Room.resume(journal, "malam", clock=Ticking())
            assert room.seq == rescued.moves
            assert room.table == played[1][room.seq]
            play_on(room, 2)
        else:
            assert rescued.games == 0
    with journal_in(copy) as journal:
        assert journal.rescued is None


@pytest.mark.parametrize(
    "statement",
    [
        'UPDATE entry SET events = \'[{"type":"moved"\' WHERE seq = 30',
        "UPDATE entry SET command = '{}' WHERE seq = 30",
        "UPDATE entry SET kind = 'redo' WHERE seq = 30",
        "UPDATE entry SET kind = x'00' WHERE seq = 30",
        "UPDATE entry SET events = x'00ff' WHERE seq = 30",
        'UPDATE entry SET events = \'[{"type":"moved","seat":9,"start":0,"to":1,'
        '"how":"dice"}]\' WHERE seq = 30',
        "DELETE FROM entry WHERE seq = 30",
    ],
)
def test_a_damaged_move_is_put_aside_with_all_after_it(
    copy: Path, played: tuple[Path, list[Table]], statement: str
) -> None:
    change(copy / FILE, statement)
    with journal_in(copy) as journal:
        room = Room.resume(journal, "malam", clock=Ticking())
        assert room.damage is not None
        assert room.damage.seq == 30
        assert room.table == played[1][29]
        kept = 30 if statement.startswith("DELETE") else 31
        assert room.damage.lost == kept
        play_on(room, 2)
        assert Room.resume(journal, "malam").damage is None
        with journal.reading() as connection:
            aside = connection.exec_driver_sql("SELECT count(*), min(seq) FROM set_aside").one()
        assert tuple(aside) == (kept, 60 - kept + 1)


NEWER = {
    "event": ("events", '[{"type":"flown","seat":1}]', "flown"),
    "event beside a broken one": ("events", '[{"type":"flown"},{"type":"moved"}]', "flown"),
    "task": (
        "events",
        '[{"type":"planned","tasks":[{"type":"waltz","seat":1}]}]',
        "waltz",
    ),
    "command": ("command", '{"type":"sing","seat":2}', "sing"),
    "correction": (
        "command",
        '{"type":"correct","seat":1,"what":{"type":"hat_of","seat":1},"note":""}',
        "hat_of",
    ),
    "kind": ("kind", "dance", "dance"),
}
"""Rows of a version to come: the column, what stands in it, and the name that is new."""


@pytest.mark.parametrize("damaged_before", [False, True])
@pytest.mark.parametrize(("column", "text", "name"), NEWER.values(), ids=NEWER)
def test_a_row_of_a_newer_version_is_said_and_nothing_is_touched(
    copy: Path, column: str, text: str, name: str, damaged_before: bool
) -> None:
    with closing(sqlite3.connect(copy / FILE)) as raw, raw:
        raw.execute(f"UPDATE entry SET {column} = ? WHERE seq = 30", (text,))
    if damaged_before:
        change(copy / FILE, "UPDATE entry SET command = '{}' WHERE seq = 20")
    with closing(sqlite3.connect(copy / FILE)) as raw:
        before = raw.execute("SELECT * FROM entry ORDER BY seq").fetchall()
    with journal_in(copy) as journal:
        assert [game.name for game in journal.games()] == ["malam"]
        with pytest.raises(JournalFault) as caught:
            Room.resume(journal, "malam")
        assert caught.value.trouble is Trouble.GAME_NEWER
        assert (caught.value.facts["seq"], caught.value.facts["detail"]) == (30, name)
    with closing(sqlite3.connect(copy / FILE)) as raw:
        assert raw.execute("SELECT * FROM entry ORDER BY seq").fetchall() == before
        assert raw.execute("SELECT count(*) FROM set_aside").fetchone() == (0,)


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_a_running_game_survives_each_figure_that_its_data_has_gained_since(
    tmp_path: Path, ruleset: str
) -> None:
    with journal_in(tmp_path) as journal:
        room = begun(journal, rules=engine.ruleset(ruleset))
        play_on(room, 12)
        data = json.loads(room.header.data)
    gained = [
        (section, key)
        for section in ("figures", "seating")
        for key, figure in data[section].items()
        if isinstance(figure, int)
    ]
    assert len(gained) > 5
    for section, key in gained:
        older = {**data, section: {k: v for k, v in data[section].items() if k != key}}
        header = json.dumps({**json.loads(_header(tmp_path)), "data": json.dumps(older)})
        _set_header(tmp_path, header)
        with journal_in(tmp_path) as journal:
            again = Room.resume(journal, "malam", clock=Ticking())
            assert again.table == room.table
            assert engine.offers(again.table, again.rules) == engine.offers(room.table, room.rules)
    with journal_in(tmp_path) as journal:
        assert play_on(Room.resume(journal, "malam", clock=Ticking()), 3) == 3


def test_a_figure_is_what_the_rule_was_before_the_data_had_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = replace(rulesets.CODE["klasik"], then={"figures": {"salary": 40}})
    monkeypatch.setitem(rulesets.CODE, "klasik", code)
    older = json.loads(engine.ruleset("klasik").data)
    assert engine.ruleset_from_data(json.dumps(older)).figures["salary"] == 200
    del older["figures"]["salary"]
    assert engine.ruleset_from_data(json.dumps(older)).figures["salary"] == 40


def _header(folder: Path) -> str:
    with closing(sqlite3.connect(folder / FILE)) as raw:
        (header,) = raw.execute("SELECT header FROM game").fetchone()
        return str(header)


def _set_header(folder: Path, header: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as raw, raw:
        raw.execute("UPDATE game SET header = ?", (header,))


def test_a_game_without_a_start_is_told_and_left_alone(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        begun(journal)
        begun(journal, "utuh")
    change(tmp_path / FILE, "UPDATE entry SET events = '[' WHERE game = 'malam' AND seq = 0")
    with journal_in(tmp_path) as journal:
        with pytest.raises(JournalFault) as caught:
            Room.resume(journal, "malam")
        assert caught.value.trouble is Trouble.NO_START
        assert Room.resume(journal, "utuh").table.round == 1


def test_a_finished_game_that_lost_its_end_is_listed_as_open(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        play_on(begun(journal))
        assert journal.games()[0].over
    path = tmp_path / FILE
    os.truncate(path, int(path.stat().st_size * 0.6))
    with journal_in(tmp_path) as journal:
        (listed,) = journal.games()
        room = Room.resume(journal, "malam", clock=Ticking())
        assert not listed.over
        assert (listed.moves, listed.round) == (room.seq, room.table.round)
        assert 1 < room.table.round < room.table.rounds
        play_on(room)
        assert journal.games()[0].over


def test_a_finished_game_whose_end_is_put_aside_is_listed_as_open(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        play_on(begun(journal))
    change(tmp_path / FILE, "UPDATE entry SET events = '[' WHERE seq = 80")
    with journal_in(tmp_path) as journal:
        assert Room.resume(journal, "malam", clock=Ticking()).seq == 79
        assert not journal.games()[0].over


# ---- full disks, locks, kills


def test_a_full_disk_refuses_the_move_and_keeps_all_before_it(tmp_path: Path) -> None:
    code = """
        import resource, signal, sys
        from pathlib import Path
        from tables import begun, journal_in, play_on
        from ketuk.rooms.trouble import JournalFault
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        journal = journal_in(Path(sys.argv[1]))
        room = begun(journal)
        limit = 200_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        try:
            play_on(room)
        except JournalFault as fault:
            print(fault.trouble.value, room.seq)
        """
    done = in_child(code, str(tmp_path))
    assert done.returncode == 0, done.stderr
    trouble, seq = done.stdout.split()
    assert trouble == "full"
    with journal_in(tmp_path) as journal:
        room = Room.resume(journal, "malam", clock=Ticking())
        assert room.seq == int(seq) > 5
        play_on(room, 3)


def test_a_lock_that_is_not_let_go_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ketuk.codes.database.PATIENCE_S", 0.05)
    with journal_in(tmp_path) as journal:
        room = begun(journal)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalFault) as caught:
                play_on(room, 1)
            assert caught.value.trouble is Trouble.LOCKED
            assert room.seq == 0
            other.execute("ROLLBACK")
        assert play_on(room, 1) == 1


@pytest.mark.parametrize("after", [1, 25])
def test_every_move_told_before_a_kill_is_there_after_it(tmp_path: Path, after: int) -> None:
    code = """
        import sys
        from pathlib import Path
        from tables import begun, bot_move, journal_in
        room = begun(journal_in(Path(sys.argv[1])))
        while True:
            room.do(bot_move(room.rules, room.table))
            print(room.seq, flush=True)
        """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)],
        env=environment(), stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    told = 0
    with child:
        for line in child.stdout:
            told = int(line)
            if told >= after:
                break
        child.send_signal(signal.SIGKILL)
        told = max([told, *(int(line) for line in child.stdout if line.endswith("\n"))])
    with journal_in(tmp_path) as journal:
        assert journal.rescued is None
        room = Room.resume(journal, "malam", clock=Ticking())
        assert room.damage is None
        assert told <= room.seq <= told + 1
        straight = begun(journal, "lurus")
        play_on(straight, room.seq)
        assert straight.table == room.table


# ---- the shelf


def test_a_game_on_the_shelf_is_out_of_the_list_and_whole(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        for name in ("malam", "siang"):
            play_on(begun(journal, name), 3)
        rows = journal.rows("siang")
        journal.shelve("siang", NOON)
        journal.shelve("siang", NOON)
        assert [game.name for game in journal.games()] == ["malam"]
        assert [game.name for game in journal.games(from_shelf=True)] == ["siang"]
        assert journal.rows("siang") == rows
        assert journal.free_name("siang") == "siang-2"
    with journal_in(tmp_path) as journal:
        journal.unshelve("siang")
        assert {game.name for game in journal.games()} == {"malam", "siang"}
        assert journal.games(from_shelf=True) == ()


def test_a_game_that_goes_on_comes_off_the_shelf(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        room = begun(journal)
        journal.shelve("malam", NOON)
        play_on(room, 1)
        assert [game.name for game in journal.games()] == ["malam"]


def test_what_is_not_there_cannot_be_shelved(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal, pytest.raises(JournalFault) as told:
        journal.shelve("malam", NOON)
    assert told.value.trouble is Trouble.NO_GAME


def test_a_game_whose_beginning_is_told_nowhere_is_named(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        begun(journal)
        begun(journal, "siang")
    change(
        tmp_path / FILE,
        "UPDATE game SET header = '{}' WHERE name = 'siang'",
        "UPDATE entry SET events = '[]' WHERE game = 'siang'",
    )
    with journal_in(tmp_path) as journal:
        assert [game.name for game in journal.games()] == ["malam"]
        assert journal.listing().broken == ("siang",)
