"""What any released version wrote opens for ever, stands as it stood, and goes on.

Each folder beside this file was written by one version (``keep.py``). One is never changed; a
version that changes the form of a file, or an event, adds one.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from boxes_at_hand import NOON
from tables import Ticking, journal_in, play_on

from ketuk.codes import boxform
from ketuk.codes import schema as box_schema
from ketuk.codes.boxes import Boxes
from ketuk.codes.importing import imported
from ketuk.codes.registry import Registry
from ketuk.rooms import gamefile, schema
from ketuk.rooms.answers import Fenced
from ketuk.rooms.gamefile import load
from ketuk.rooms.journal import FILE
from ketuk.rooms.room import MoveDone, Room

HERE = Path(__file__).parent
RELEASES = sorted(folder for folder in HERE.iterdir() if (folder / "told.json").exists())
GAMES = ("nusantara-tengah", "nusantara-selesai", "klasik-tengah", "klasik-selesai")
COPY = "salinan"
"""A game that another laptop decides, where a version had such."""
WITH_COPY = [folder for folder in RELEASES if (folder / f"{COPY}.jsonl").exists()]
EVERY = [(folder, game) for folder in RELEASES for game in GAMES]
each_game = pytest.mark.parametrize(
    ("folder", "game"), EVERY, ids=[f"{folder.name}-{game}" for folder, game in EVERY]
)
each_release = pytest.mark.parametrize("folder", RELEASES, ids=lambda folder: folder.name)


def told(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "told.json").read_text())  # type: ignore[no-any-return]


def stands(room: Room) -> dict[str, object]:
    table = room.table
    return {
        "ruleset": room.header.ruleset,
        "moves": len(room.moves),
        "round": table.round,
        "cash": [player.cash for player in table.players],
        "owners": [held.owner for held in table.holdings],
        "levels": [held.level for held in table.holdings],
        "over": table.top is None,
    }


def goes_on(room: Room) -> None:
    """The last move can be taken back and made again, and more moves follow."""
    everybody = frozenset(range(1, len(room.table.players) + 1))
    assert isinstance(room.undo(consents=everybody), MoveDone)
    assert isinstance(room.redo(), MoveDone)
    if room.table.top is not None:
        assert play_on(room, 5) == 5


@each_game
def test_a_saved_game_stands_as_it_stood_and_goes_on(
    tmp_path: Path, folder: Path, game: str
) -> None:
    shutil.copy(folder / FILE, tmp_path)
    with journal_in(tmp_path) as journal:
        assert journal.rescued is None
        assert {saved.name for saved in journal.games()} - {COPY} == set(GAMES)
        room = Room.resume(journal, game, clock=Ticking())
        assert room.damage is None
        assert stands(room) == told(folder)[game]
        goes_on(room)


@each_game
def test_an_export_stands_as_it_stood_and_goes_on(tmp_path: Path, folder: Path, game: str) -> None:
    with journal_in(tmp_path) as journal:
        loaded = load(journal, folder / f"{game}.jsonl")
        assert (loaded.game, loaded.flaw) == (game, "")
        room = Room.resume(journal, game, clock=Ticking())
        assert stands(room) == told(folder)[game]
        goes_on(room)


@pytest.mark.parametrize("folder", WITH_COPY, ids=lambda folder: folder.name)
def test_a_copy_is_known_as_one_and_can_be_taken_over(tmp_path: Path, folder: Path) -> None:
    shutil.copy(folder / FILE, tmp_path)
    with journal_in(tmp_path) as journal:
        assert {s.name: s.decided_at for s in journal.games() if s.decided_at} == {COPY: "Budi"}
        room = Room.resume(journal, COPY, clock=Ticking())
        assert {**stands(room), "hosts": [row.host for row in room.rows]} == told(folder)[COPY]
        assert room.fenced == Fenced(2, "Budi", "10.0.0.2:8765")
        room.lead(room.next_reign(name="Citra", address="10.0.0.3:8765", since=""))
        goes_on(room)
        assert room.rows[-1].host == 3
        loaded = load(journal, folder / f"{COPY}.jsonl")
        assert Room.resume(journal, loaded.game, clock=Ticking()).leads


def states(box: Registry) -> dict[str, str]:
    return {sticker.code: str(sticker.state) for sticker in box.stickers(None)}


@each_release
def test_a_box_knows_all_its_codes(tmp_path: Path, folder: Path) -> None:
    known = told(folder)["kotak"]
    shutil.copy(folder / "box.sqlite", tmp_path / f"{known['id']}.sqlite")
    (name,) = Boxes(tmp_path).ids()
    with Boxes(tmp_path).open(name) as box:
        assert states(box) == known["states"]
        for item, code in known["active"].items():
            assert box.active(int(item)).code == code


@each_release
def test_an_exported_box_knows_all_its_codes(tmp_path: Path, folder: Path) -> None:
    known = told(folder)["kotak"]
    path = folder / "box.json"
    imported(Boxes(tmp_path), path.read_bytes(), path=path, now=NOON)
    with Boxes(tmp_path).open(known["id"]) as box:
        assert states(box) == known["states"]


def versions(name: str) -> set[int]:
    """Form numbers of the database files of that name that are kept."""
    found = set()
    for folder in RELEASES:
        with closing(sqlite3.connect(f"file:{folder / name}?immutable=1", uri=True)) as file:
            found.add(file.execute("PRAGMA user_version").fetchone()[0])
    return found


def test_the_form_that_is_written_today_is_kept_too() -> None:
    """Red here: run ``keep.py`` with the number of the version to be released."""
    heads = [json.loads((f / f"{GAMES[0]}.jsonl").open().readline()) for f in RELEASES]
    boxes = [json.loads((f / "box.json").read_bytes()) for f in RELEASES]
    assert schema.VERSION in versions(FILE)
    assert box_schema.VERSION in versions("box.sqlite")
    assert gamefile.FORMAT in {head["format"] for head in heads}
    assert boxform.FORM in {box["v"] for box in boxes}
