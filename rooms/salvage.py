"""A damaged file of saved games: kept whole under another name, what can be read goes on.

Killed at any moment, or on a disk that fills up, either the damaged file still lies in its place
and is rescued at the next start, or the rescued one does:

1. what can be read is written to a new file beside it, named ``games.rescued-TIME.sqlite`` once it
   is whole and on disk;
2. the damaged file gets its second name, ``games.damaged-TIME.sqlite``;
3. the new file takes its place.

A start that finds a file from step 1 does the rest first.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection

from ketuk.codes.aside import PART, put_in_place, remove
from ketuk.codes.database import Database, settle_folder
from ketuk.codes.locks import alone
from ketuk.codes.wreck import Values
from ketuk.engine.events import RoundBegan
from ketuk.rooms.database import beside, create, named_troubles
from ketuk.rooms.heading import own_name
from ketuk.rooms.records import Unsound, header_from, part, to_text
from ketuk.rooms.remains import Remains, remains
from ketuk.rooms.schema import entry, game, reign, shelved, standing
from ketuk.rooms.trouble import JournalFault, Trouble

RESCUED, DAMAGED = "rescued-", "damaged-"


def rescue(
    path: Path, *, now: datetime, fresh: Callable[[Path], Database], is_sound: Callable[[], bool]
) -> Path | None:
    """Put a file with every game up to its last whole move in place of a damaged one.

    Args:
        fresh: opens a new file with its tables.
        is_sound: asked once nobody else is at it: another program may have rescued it just now.

    Returns:
        Where the damaged file is kept; None where it was sound by then.

    Raises:
        JournalFault: LOCKED (another program is at it), FULL, FORBIDDEN; the file is as before.
    """
    with _alone(path), named_troubles(path):
        if is_sound():
            return None
        _refuse_if_played(path)
        whole = beside(path, f"{RESCUED}{now:%Y%m%d-%H%M%S}")
        part = whole.with_name(f"{whole.name}{PART}")
        try:
            _fill(part, remains(path), fresh)
            os.replace(part, whole)
            settle_folder(path.parent)
        finally:
            remove(part)
        return _put_in_place(path, whole)


def finish(path: Path) -> Path | None:
    """Put the rescued file in its place if a rescue was cut off before that; the damaged one.

    Raises:
        JournalFault: LOCKED, FORBIDDEN.
    """
    with named_troubles(path):
        if _unfinished(path) is None:
            return None
        with _alone(path):
            whole = _unfinished(path)
            return _put_in_place(path, whole) if whole is not None else None


def _unfinished(path: Path) -> Path | None:
    return min(path.parent.glob(f"{path.stem}.{RESCUED}*{path.suffix}"), default=None)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with alone(path.with_name(f".{path.stem}.rescue")) as mine:
        if not mine:
            raise JournalFault(Trouble.LOCKED, path=path)
        yield


def _refuse_if_played(path: Path) -> None:
    """What another program, that has the file open, goes on to write would be set aside too."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except UnicodeDecodeError:
            pass  # damage, told in words that are none
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise JournalFault(Trouble.LOCKED, path=path) from error


def _put_in_place(path: Path, whole: Path) -> Path:
    kept = path.with_name(whole.name.replace(RESCUED, DAMAGED))
    put_in_place(path, whole, kept=kept)
    return kept


# ---- the new file


def _fill(path: Path, remaining: Remains, fresh: Callable[[Path], Database]) -> None:
    for left in path.parent.glob(f"{path.name.partition('.')[0]}.*{PART}*"):
        left.unlink(missing_ok=True)  # of a rescue that was cut off
    create(path)
    database = fresh(path)
    try:
        with database.writing() as connection:
            for name, header in remaining.headers.items():
                _pour(connection, remaining, name, header)
    finally:
        database.close()  # folds the log into the file
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _pour(connection: Connection, remaining: Remains, name: str, header: str | bytes) -> None:
    """One game, with its rows from the start on up to the first that is missing."""
    rows = unbroken(remaining.rows.get(name, {}))
    if not rows:
        own = own_name(header)
        if own in remaining.headers or not (rows := unbroken(remaining.rows.get(own, {}))):
            own = name
        name = own
    connection.execute(game.insert().values(name=name, header=header))
    # A row that breaks a rule of its table, such as a name for a request used twice, is the end.
    kept = list(takewhile(lambda row: _put(connection, row), rows))
    if kept:
        connection.execute(standing.insert().values(_how_far(remaining, kept)))
    if name in remaining.shelved:
        connection.execute(shelved.insert().values(game=name, at=remaining.shelved[name]))
    _put_reigns(connection, remaining, name, called=name)


def take(connection: Connection, remaining: Remains, name: str, *, free: str) -> int:
    """Take one game, if any of it can be played, under the name ``free``; how many moves."""
    header = msgspec.structs.replace(header_from(remaining.headers[name]), game=free)
    rows = [{**row, "game": free} for row in unbroken(remaining.rows.get(name, {}))]
    connection.execute(game.insert().values(name=free, header=to_text(header)))
    kept = list(takewhile(lambda row: _put(connection, row), rows))
    connection.execute(standing.insert().values(how_far(kept)))
    _put_reigns(connection, remaining, name, called=free)
    return len(kept) - 1


def _put_reigns(connection: Connection, remaining: Remains, name: str, *, called: str) -> None:
    for known in remaining.reigns.get(name, ()):
        connection.execute(reign.insert().prefix_with("OR IGNORE"), {**known, "game": called})


def _put(connection: Connection, row: Values) -> bool:
    values = {key: value for key, value in row.items() if key != "id"}
    return bool(connection.execute(entry.insert().prefix_with("OR IGNORE"), values).rowcount)


def unbroken(rows: dict[int, Values]) -> list[Values]:
    """The rows from the start on, up to the first that is missing."""
    return [rows[seq] for seq in takewhile(rows.__contains__, range(len(rows)))]


def _how_far(remaining: Remains, rows: list[Values]) -> dict[str, Any]:
    """How far a game is, for lists: what was noted, or what its rows tell if some are lost."""
    last = rows[-1]
    noted = remaining.standings.get(last["game"])
    if noted is not None and noted["moves"] == last["seq"]:
        return noted
    return how_far(rows)


def how_far(rows: list[Values]) -> dict[str, Any]:
    """How far a game is, by its rows alone, whose last ones may be lost: so it is not over."""
    last = rows[-1]
    far = {"round": _round(rows), "over": 0}
    return {**far, "game": last["game"], "moves": last["seq"], "played": last["at"]}


def _round(rows: list[Values]) -> int:
    """The last round that began in these rows; 0 if none can be read."""
    for row in reversed(rows):
        with suppress(Unsound, TypeError):
            for event in reversed(part("events", row["events"]) or ()):
                if isinstance(event, RoundBegan):
                    return event.round
    return 0
