"""A damaged file of saved games: kept whole under another name, what can be read goes on."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from codes.database import Database
from rooms.database import beside, create
from rooms.schema import entry, game

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
        for header in _readable_games(damaged):
            rows = list(_readable_rows(damaged, str(header["name"])))
            if not rows:
                continue
            connection.execute(game.insert().values(dict(header)))
            connection.execute(entry.insert(), [dict(row) for row in rows])
            games += 1
            moves += len(rows) - 1
    return games, moves


def _readable_games(damaged: sqlite3.Connection) -> Iterator[sqlite3.Row]:
    last = ""
    with suppress(sqlite3.DatabaseError):
        while True:
            found = damaged.execute(
                "SELECT * FROM game WHERE name > ? ORDER BY name LIMIT 1", (last,)
            ).fetchone()
            if found is None:
                return
            last = str(found["name"])
            yield found


def _readable_rows(damaged: sqlite3.Connection, name: str) -> Iterator[sqlite3.Row]:
    """Rows of a game one by one, as long as each is there and can be read."""
    wanted, seq = "SELECT * FROM entry WHERE game = ? AND seq = ?", 0
    with suppress(sqlite3.DatabaseError):
        while (found := damaged.execute(wanted, (name, seq)).fetchone()) is not None:
            yield found
            seq += 1
