"""A damaged file of saved games: kept whole under another name, what can be read goes on."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from ketuk.codes.database import Database
from ketuk.engine.events import RoundBegan
from ketuk.rooms.database import beside, create
from ketuk.rooms.records import Unsound, part
from ketuk.rooms.schema import entry, game, standing

PARTS = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Rescued:
    """What became of a damaged file."""

    kept: Path
    """The damaged file as it was."""
    games: int
    moves: int
    """What could be read and goes on: games, and their moves up to the first that was broken."""


def rescue(path: Path, *, now: datetime, fresh: Callable[[Path], Database]) -> Rescued:
    """Move the damaged file aside and fill a new one with every game up to its last whole move.

    ``fresh`` opens a new file with its tables.
    """
    kept = beside(path, f"damaged-{now:%Y%m%d-%H%M%S}")
    for ending in PARTS:
        with suppress(FileNotFoundError):
            os.replace(f"{path}{ending}", f"{kept}{ending}")
    create(path)
    database = fresh(path)
    try:
        games, moves = _pour(kept, database)
    finally:
        database.close()
    return Rescued(kept, games, moves)


def _pour(source: Path, into: Database) -> tuple[int, int]:
    games = moves = 0
    with closing(sqlite3.connect(source)) as damaged, into.writing() as connection:
        damaged.row_factory = sqlite3.Row
        # Without it SQLite reads nothing at all from a file shorter than its header says.
        damaged.execute("PRAGMA writable_schema = ON")
        entries = _entries(damaged, source.stat().st_size)
        for header in _headers(damaged):
            rows = _unbroken(entries.get(str(header["name"]), {}))
            if not rows:
                continue
            connection.execute(game.insert().values(dict(header)))
            connection.execute(standing.insert().values(_how_far(damaged, rows)))
            connection.execute(entry.insert(), rows)
            games += 1
            moves += len(rows) - 1
    return games, moves


def _headers(damaged: sqlite3.Connection) -> Iterator[sqlite3.Row]:
    """Headers one by one; one that cannot be read hides none behind it.

    They are counted off, not searched for: a search compares whole headers, lost pages included.
    """
    number = lost = 0
    while lost < PATIENCE:
        try:
            one = "SELECT * FROM game ORDER BY name LIMIT 1 OFFSET ?"
            found = damaged.execute(one, (number,)).fetchone()
        except sqlite3.DatabaseError:
            lost += 1
        else:
            if found is None:
                return
            lost = 0
            yield found
        number += 1


def _how_far(damaged: sqlite3.Connection, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How far a game is, for lists: what was noted, or what its rows tell where some are lost."""
    last = rows[-1]
    found = None
    with suppress(sqlite3.DatabaseError):
        found = damaged.execute(
            "SELECT round, over FROM standing WHERE game = ? AND moves = ?",
            (last["game"], last["seq"]),
        ).fetchone()
    # A game that lost its last moves has lost its end too, so it is not over any more.
    far = {"round": _round(rows), "over": 0} if found is None else dict(found)
    return {**far, "game": last["game"], "moves": last["seq"], "played": last["at"]}


def _round(rows: list[dict[str, Any]]) -> int:
    """The last round that began in these rows; 0 where none can be read."""
    for row in reversed(rows):
        with suppress(Unsound, TypeError):
            for event in reversed(part("events", row["events"]) or ()):
                if isinstance(event, RoundBegan):
                    return event.round
    return 0


Entries = dict[str, dict[int, dict[str, Any]]]
"""Rows by game and number."""


def _entries(damaged: sqlite3.Connection, size: int) -> Entries:
    """All rows that can be read, tried one by one: an unreadable one hides none behind it."""
    found: Entries = {}
    missing, number = 0, 0
    while missing < PATIENCE and number <= size // SMALLEST:
        number, missing = number + 1, missing + 1
        with suppress(sqlite3.DatabaseError):
            row = damaged.execute(
                "SELECT * FROM entry NOT INDEXED WHERE id = ?", (number,)
            ).fetchone()
            if row is not None:
                missing = 0
                parts = {key: row[key] for key in row.keys() if key != "id"}  # noqa: SIM118
                found.setdefault(str(row["game"]), {})[int(row["seq"])] = parts
    return found


PATIENCE = 2000
"""So many rows in a row that cannot be read are taken for the end."""
SMALLEST = 64
"""Bytes that a row takes at least."""


def _unbroken(rows: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows from the start on, up to the first that is missing."""
    return [rows[seq] for seq in takewhile(rows.__contains__, range(len(rows)))]
