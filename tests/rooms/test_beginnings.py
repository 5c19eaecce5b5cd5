"""What a game was begun with is put together again when a byte of it is wrong: no move is lost."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tables import Ticking, begun, journal_in, play_on

from ketuk import engine
from ketuk.engine import codec
from ketuk.engine.rulesets import source
from ketuk.engine.table import Table
from ketuk.rooms.heading import NO_ROW
from ketuk.rooms.journal import FILE
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault

FLIPS = int(os.environ.get("KETUK_FLIPS", "60"))
PAGE = 4096
LEAVES = (0x0A, 0x0D)
"""First bytes of pages that hold rows."""
OWN = (
    source("nusantara")
    .replace('id = "nusantara"', 'id = "rumahan"')
    .replace("bid_fine = 200", "bid_fine = 250")
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two games of one set."""
    folder = tmp_path_factory.mktemp("played")
    with journal_in(folder) as journal:
        for seed, name in enumerate(("pagi", "malam")):
            play_on(begun(journal, name, seed=seed), 3)
    return folder


def raw(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    connection.text_factory = bytes
    return connection


def header_of(folder: Path, name: str) -> bytes:
    with closing(raw(folder)) as connection:
        return bytes(
            connection.execute("SELECT header FROM game WHERE name = ?", (name,)).fetchone()[0]
        )


def put(folder: Path, name: str, header: bytes) -> None:
    with closing(raw(folder)) as connection:
        changed = "UPDATE game SET header = CAST(? AS TEXT) WHERE name = ?"
        connection.execute(changed, (header, name))


def without_digest(folder: Path) -> None:
    """As a version wrote it that had none."""
    for name in ("pagi", "malam"):
        head, _, _ = header_of(folder, name).rpartition(b',"digest":')
        put(folder, name, head + b"}")


def resumed(folder: Path, name: str = "malam") -> tuple[Table, object, list[str]]:
    """The table, its rules, and which games were mended."""
    with journal_in(folder) as journal:
        assert name in {game.name for game in journal.games()}
        room = Room.resume(journal, name, clock=Ticking())
        return room.table, room.rules.data, list(journal.mending.begun_anew)


@pytest.mark.parametrize("digest", [True, False])
def test_a_wrong_bit_in_it_costs_no_move(played: Path, tmp_path: Path, digest: bool) -> None:
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    if not digest:
        without_digest(folder)
    header, whole = header_of(folder, "malam"), resumed(folder)
    start = header.index(b'"data":"') + 8
    end = header.index(b'","made":')
    chance = Random(3)
    for _ in range(FLIPS):
        at, bit = chance.randrange(start, end), chance.choice((0x01, 0x80))
        put(folder, "malam", header[:at] + bytes([header[at] ^ bit]) + header[at + 1 :])
        table, rules, mended = resumed(folder)
        assert table == whole[0], (at, bit)
        if mended or digest:
            assert (rules, mended) == (whole[1], ["malam"]), (at, bit)
            assert resumed(folder)[2] == [], "it is mended for good"


def test_what_it_was_is_kept(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    put(folder, "malam", b"nothing \xff of it")
    assert resumed(folder)[2] == ["malam"]
    with closing(raw(folder)) as connection:
        kept = connection.execute("SELECT raw FROM set_aside WHERE seq = ?", (NO_ROW,)).fetchall()
    assert kept == [(b"nothing \\xff of it",)]


@pytest.mark.parametrize("name", [b"malal", b"\xedalam"])
def test_a_name_that_no_move_has_is_put_right(played: Path, tmp_path: Path, name: bytes) -> None:
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    with closing(raw(folder)) as connection:
        renamed = "UPDATE game SET name = CAST(? AS TEXT) WHERE name = 'malam'"
        connection.execute(renamed, (name,))
    assert resumed(folder)[2] == ["malam"]
    assert resumed(folder)[2] == []


def test_own_rules_are_known_by_another_game_that_keeps_them(tmp_path: Path) -> None:
    rules = engine.ruleset_from_text(OWN, "own")
    with journal_in(tmp_path) as journal:
        for name in ("satu", "dua"):
            play_on(begun(journal, name, rules=rules), 2)
    header = header_of(tmp_path, "dua")
    torn = header.replace(b"bid_fine", b"bid_fin\xe5", 1)
    put(tmp_path, "dua", torn)
    _, data, mended = resumed(tmp_path, "dua")
    assert (data, mended) == (rules.data, ["dua"])
    with journal_in(tmp_path) as journal:
        journal.remove("satu")
    put(tmp_path, "dua", torn)
    with journal_in(tmp_path) as journal, pytest.raises(JournalFault) as told:
        Room.resume(journal, "dua", clock=Ticking())
    assert told.value.facts["game"] == "dua"


def test_a_lost_table_of_games_loses_no_game(played: Path, tmp_path: Path) -> None:
    whole = (played / FILE).read_bytes()
    expected = resumed(played)[0]
    entry = whole.index(b"tablegamegame") + 13
    for at, bit in ((entry, 0x01), (4096, 0x01), (4096, 0x80), (4096 + 8, 0x80)):
        folder = tmp_path / f"{at}-{bit}"
        folder.mkdir()
        (folder / FILE).write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
        for name in ("pagi", "malam"):
            table, _, _ = resumed(folder, name)
            assert name != "malam" or table == expected


def test_a_page_that_says_too_few_rows_loses_none(played: Path, tmp_path: Path) -> None:
    whole, tried = (played / FILE).read_bytes(), 0
    expected = {name: resumed(played, name)[0] for name in ("pagi", "malam")}
    for page in range(1, len(whole) // PAGE):
        at = page * PAGE + 4
        if whole[at - 4] not in LEAVES or not whole[at] & 1:
            continue
        folder = tmp_path / str(page)
        folder.mkdir()
        (folder / FILE).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert {name: resumed(folder, name)[0] for name in expected} == expected, page
        tried += 1
    assert tried


@pytest.mark.parametrize(
    ("name", "is_damage"),
    [
        ("round_began", False),
        ("edithon", True),
        ("auction^opened", True),
        ("edition", False),
        ("of_tomorrow", False),
        ("auction_opened_in_secret", False),
    ],
)
def test_a_name_one_bit_off_is_damage_and_any_other_a_newer_versions(
    name: str, is_damage: bool
) -> None:
    assert codec.is_misread(name) is is_damage


def test_a_move_with_a_wrong_bit_in_a_name_is_not_told_as_newer(
    played: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    with closing(raw(folder)) as connection:
        wrong = "replace(events, 'round_began', 'rounf_began')"
        connection.execute(f"UPDATE entry SET events = {wrong} WHERE game = 'malam'")
    with journal_in(folder) as journal:
        room = Room.resume(journal, "malam", clock=Ticking())
        assert journal.mending.remade[0] == ("malam", 0), "damage, which is set right"
        assert room.damage is None


@pytest.mark.parametrize("column", ["chance", "consents"])
def test_a_move_is_not_given_up_for_what_no_table_depends_on(
    played: Path, tmp_path: Path, column: str
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(played, folder)
    whole = resumed(folder)[0]
    with closing(raw(folder)) as connection:
        connection.execute(f"UPDATE entry SET {column} = CAST(x'b0ff' AS TEXT)")
    assert resumed(folder)[0] == whole
