"""A damaged file of games: killed at every step of its rescue, on full disks, row by row."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from children import in_child
from killing import killed
from tables import Ticking, begun, journal_in, play_on

from ketuk.rooms.answers import Fenced
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault, Trouble
from ketuk.rooms.wrecks import look_again, set_aside

MOVES = 20
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two games, of which the later one has lost its end."""
    folder = tmp_path_factory.mktemp("torn")
    with journal_in(folder) as journal:
        for seed, name in enumerate(("pagi", "malam")):
            play_on(begun(journal, name, seed=seed), MOVES)
    path = folder / FILE
    os.truncate(path, path.stat().st_size - 4096)
    return folder


@pytest.fixture
def copy(torn: Path, tmp_path: Path) -> Path:
    """A data folder of one's own, as that one."""
    shutil.copytree(torn, tmp_path, dirs_exist_ok=True)
    return tmp_path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def moves_in(folder: Path) -> dict[str, int]:
    """How many moves of each game can be played on."""
    with journal_in(folder) as journal:
        rooms = [Room.resume(journal, g.name, clock=Ticking()) for g in journal.games()]
        return {room.name: room.seq for room in rooms}


@pytest.fixture(scope="module")
def saved(torn: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """What a rescue saves that is not disturbed."""
    folder = tmp_path_factory.mktemp("rescued")
    shutil.copytree(torn, folder, dirs_exist_ok=True)
    found = moves_in(folder)
    assert found["pagi"] == MOVES
    assert 5 < found["malam"] < MOVES
    return found


# ---- kills


@pytest.mark.skipif(os.name == "nt", reason="needs fork and SIGKILL")
def test_a_rescue_killed_at_any_step_loses_nothing(
    torn: Path, tmp_path: Path, saved: dict[str, int]
) -> None:
    damaged, steps, stopped = (torn / FILE).read_bytes(), 0, 0
    while True:
        folder = tmp_path / str(steps)
        shutil.copytree(torn, folder)
        if not killed(steps, lambda path=folder / FILE: Journal.open(path).close()):
            break
        # The next start may be killed too, at any step of its own.
        stopped += killed(steps // 2, lambda path=folder / FILE: Journal.open(path).close())
        assert moves_in(folder) == saved, steps
        kept = set_aside(folder / FILE)
        assert [file.read_bytes() for file in kept] == [damaged], steps
        left = {file.name for file in folder.iterdir()} - {".games.rescue"}
        assert left == {FILE, kept[0].name}, steps
        steps += 1
    assert steps > 20
    assert stopped > 5


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
@pytest.mark.parametrize("part", [0.2, 0.7, 1.2])
def test_a_full_disk_leaves_the_damaged_file_for_the_next_start(
    copy: Path, saved: dict[str, int], part: float
) -> None:
    code = """
        import resource, signal, sys
        from pathlib import Path
        from ketuk.rooms.journal import Journal
        from ketuk.rooms.trouble import JournalFault
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        path = Path(sys.argv[1])
        limit = int(path.stat().st_size * float(sys.argv[2]))
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        try:
            Journal.open(path)
        except JournalFault as fault:
            print(fault.trouble.value)
        """
    before = (copy / FILE).read_bytes()
    done = in_child(code, str(copy / FILE), str(part))
    assert done.returncode == 0, done.stderr
    if part < 1:
        assert done.stdout.split() == ["full"]
        assert (copy / FILE).read_bytes() == before
        assert not list(copy.glob("games.*.*"))
    assert moves_in(copy) == saved


def test_a_file_that_another_program_plays_with_is_left_to_it(copy: Path, torn: Path) -> None:
    before = (copy / FILE).read_bytes()
    with closing(sqlite3.connect(copy / FILE)) as other:
        other.execute("PRAGMA writable_schema = ON")
        other.execute("SELECT name FROM game").fetchall()
        with pytest.raises(JournalFault) as told, journal_in(copy):
            pass
        assert told.value.trouble is Trouble.LOCKED
        assert (copy / FILE).read_bytes() == before
    with journal_in(copy) as journal:
        assert journal.rescued is not None


def test_two_programs_do_not_rescue_at_once(copy: Path) -> None:
    from ketuk.codes.locks import alone

    with alone(copy / ".games.rescue") as mine:
        assert mine
        with pytest.raises(JournalFault) as told, journal_in(copy):
            pass
        assert told.value.trouble is Trouble.LOCKED
    with journal_in(copy) as journal:
        assert journal.rescued is not None


# ---- row by row


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("UPDATE entry SET at = NULL WHERE game = 'malam' AND seq = 7", 6),
        ("UPDATE entry SET events = x'ff00' WHERE game = 'malam' AND seq = 7", 6),
        ("UPDATE entry SET seq = 'tujuh' WHERE game = 'malam' AND seq = 7", 6),
        ("UPDATE entry SET game = NULL WHERE game = 'malam' AND seq = 7", 6),
        ("UPDATE entry SET ident = 'satu' WHERE game = 'malam' AND seq IN (3, 7)", 6),
        ("UPDATE standing SET round = NULL WHERE game = 'malam'", MOVES),
        ("UPDATE standing SET played = 3 WHERE game = 'malam'", MOVES),
        ("UPDATE game SET header = NULL WHERE name = 'malam'", MOVES),
        ("UPDATE game SET name = 'lalam' WHERE name = 'malam'", MOVES),
    ],
)
def test_a_broken_row_costs_itself_and_what_follows_in_its_game(
    tmp_path: Path, statement: str, left: int
) -> None:
    with journal_in(tmp_path) as journal:
        for name in ("malam", "pagi"):
            play_on(begun(journal, name), MOVES)
    path = tmp_path / FILE
    _free_of_rules(path)
    change(path, statement)
    change(path, "PRAGMA user_version = 1")  # as no such file has it: so it is rescued
    found = moves_in(tmp_path)
    assert found == {"pagi": MOVES, "malam": left}


def test_a_game_that_goes_on_at_another_laptop_is_no_less_so_after_a_rescue(
    tmp_path: Path,
) -> None:
    with journal_in(tmp_path) as journal:
        begun(journal).fence(Reign(1, "b", "Budi"))
    change(tmp_path / FILE, "PRAGMA user_version = 1")
    with journal_in(tmp_path) as journal:
        assert Room.resume(journal, "malam").fenced == Fenced(1, "Budi", "")
        journal.remove("malam")
        (kept,) = set_aside(tmp_path / FILE)
        assert look_again(journal, kept).games == 1
        assert Room.resume(journal, "malam").fenced == Fenced(1, "Budi", "")


def _free_of_rules(path: Path) -> None:
    """Let rows be broken that the rules of their tables would refuse."""
    change(
        path,
        "PRAGMA writable_schema = ON",
        "DELETE FROM sqlite_schema WHERE name = 'entry_ident'",
        "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '')",
    )


# ---- said, and looked into once more


def test_a_file_that_was_set_aside_is_looked_into_once_more(copy: Path) -> None:
    (copy / FILE).rename(copy / "games.damaged-20261130-120000.sqlite")  # and nothing was poured
    with journal_in(copy) as journal:
        assert journal.games() == ()
        (kept,) = set_aside(copy / FILE)
        found = look_again(journal, kept)
        assert found.games == 2
        assert found.moves == sum(game.moves for game in journal.games())
        assert look_again(journal, kept).games == 0
    assert moves_in(copy)["pagi"] == MOVES


def test_a_game_that_went_on_is_not_taken_again_and_one_that_is_behind_is(copy: Path) -> None:
    with journal_in(copy) as journal:
        (kept,) = set_aside(copy / FILE)
        play_on(Room.resume(journal, "pagi", clock=Ticking()), 2)
        assert look_again(journal, kept).games == 0
        journal.put_aside("pagi", 5, NOON)
        assert look_again(journal, kept).games == 1
        listed = {game.name: game.moves for game in journal.games()}
        assert listed["pagi"] == 4
        assert listed["pagi-2"] == MOVES
    assert moves_in(copy)["pagi-2"] == MOVES
