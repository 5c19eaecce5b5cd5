"""What Ketuk writes can be read by its owner only."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import CommandLine
from saved_games import saved_game

from ketuk.tui.settings import Settings

pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights of another kind")


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """As on a machine where new files are for everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_games_boxes_and_exports_are_their_owners(tmp_path: Path) -> None:
    data, out = tmp_path / "new" / "data", tmp_path / "out"
    out.mkdir()
    game, ketuk = saved_game(data, moves=2), CommandLine(data)
    (box,) = (data / "boxes").glob("????.sqlite")
    ketuk.run("export", game, str(out / "game.ketuk"))
    ketuk.run("box", "export", box.stem, str(out / "box.json"))
    ketuk.run("box", "new", "--csv", str(out / "run.csv"))
    ketuk.run("stickers", box.stem, "--out", str(out / "sheet.pdf"), "--key", str(out / "key"))
    ketuk.run("rules", "--export", "klasik", str(own := out / "own.toml"))
    own.write_text(own.read_text("utf-8").replace('id = "klasik"', 'id = "rumahan"'), "utf-8")
    ketuk.run("box", "new", "--ruleset", str(own))
    few = ("--games", "1", "--rounds", "1", "--jobs", "1")
    ketuk.run("simulate", "nusantara", *few, "--out", str(out / "games.csv"))
    assert Settings().save(data) is None
    written = [file for place in (data, out) for file in place.rglob("*") if file.is_file()]
    assert len(written) >= 12
    open_ones = {str(file): oct(rights(file)) for file in written if rights(file) & 0o077}
    # Locks hold nothing.
    assert not {name for name in open_ones if not name.endswith(".alive")}
    fresh = tmp_path / "fresh" / "data"
    CommandLine(fresh).run("box", "new")
    assert rights(fresh.parent) == rights(fresh) == rights(fresh / "boxes") == 0o700


def test_what_is_rescued_is_its_owners_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    saved_game(data, moves=2)
    with (data / "games.sqlite").open("r+b") as file:
        file.seek(60)
        file.write(b"\1")
    CommandLine(data).run("games")
    assert len(found := list(data.glob("games*"))) == 2
    assert all(rights(file) == 0o600 for file in found)
