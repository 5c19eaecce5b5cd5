"""A club's or a publisher's data folder: what the lobby, the list of boxes and a check take there.

The rival, in the same run: bare sqlite3, which opens every registry and reads its row of the box.

    python benchmarks/full_folder.py [--boxes 2000] [--games 500]
"""

import argparse
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from ketuk import engine
from ketuk.codes.boxes import Boxes
from ketuk.codes.glance import INDEX
from ketuk.codes.sticker import BoxItem
from ketuk.engine.table import Options
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.tui.saved.contents import look_into
from ketuk.tui.words import Words

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WHILE_AGO = time.time() - 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=500)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        fill(data, asked.boxes, asked.games)
        boxes = Boxes(data / "boxes")
        code = next(boxes.open(boxes.ids()[0]).stickers().__iter__()).code
        after_run = timed(lambda: list(boxes.glances()))
        (data / "boxes" / INDEX).unlink()
        for file in (data / "boxes").glob("*.sqlite"):
            os.utime(file, (WHILE_AGO, WHILE_AGO))
        figures = {
            "list_after_run_s": after_run,
            "rival_s": timed(lambda: bare(data / "boxes")),
            "first_list_s": timed(lambda: list(boxes.glances())),
            "list_s": timed(lambda: list(boxes.glances())),
            "lobby_s": timed(lambda: look_into(data, Words())),
            "check_s": timed(lambda: boxes.check(code, source="typed", now=NOW)),
        }
        assert (data / "boxes" / INDEX).is_file()
    made, anew = f"{asked.boxes:,} boxes, {asked.games:,} games", figures["first_list_s"]
    print(f"list right after the print run: {figures['list_after_run_s']:.2f} s")
    print(f"{made}, index made anew: {anew:.2f} s")
    print(f"list of boxes {figures['list_s']:.2f} s, lobby {figures['lobby_s']:.2f} s")
    print(f"check of one code {figures['check_s'] * 1000:.0f} ms")
    print(f"rival: bare sqlite3, every file opened: {figures['rival_s']:.2f} s")
    print(f"the list takes {figures['list_s'] / figures['rival_s']:.2f} of the rival's time")
    print(json.dumps({key: round(value, 3) for key, value in figures.items()}))


def fill(data: Path, boxes: int, games: int) -> None:
    """Boxes and games as a year of evenings leaves them."""
    rules = engine.ruleset("nusantara")
    contents = [BoxItem(item.number, item.kind) for item in rules.items]
    names = [f"Kotak {number}" for number in range(boxes)]
    for _ in Boxes(data / "boxes").new(contents, names=names, ruleset=rules.meta.id, now=NOW):
        pass
    with Journal.open(data / FILE) as journal:
        for number in range(games):
            options, name = Options(), f"malam {number}"
            Room.start(
                journal, rules=rules, names=("Ayu", "Budi", "Citra"), options=options, name=name
            )


def bare(folder: Path) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for path in sorted(folder.glob("*.sqlite")):
        with closing(sqlite3.connect(path)) as file:
            found += file.execute("SELECT id, name, ruleset, revision FROM box").fetchall()
    return found


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
