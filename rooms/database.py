"""The file of saved games: made if it is not there, opened as every SQLite file of the house."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from ketuk.codes.database import PATIENCE_S, Database, named_faults, settle_folder
from ketuk.codes.disk import NO_ROOM, own_folder, owner_only
from ketuk.codes.fault import CodesFault, Fault
from ketuk.rooms.schema import VERSION, advance, version
from ketuk.rooms.trouble import JournalFault, Trouble

__all__ = ["Database", "beside", "create", "named_troubles", "opened"]

HELD = (5, 32, 33)
"""What Windows says of a file that another program holds: it lets nobody move or replace it."""
_TROUBLES = {
    Fault.LOCKED: Trouble.LOCKED,
    Fault.FULL: Trouble.FULL,
    Fault.FORBIDDEN: Trouble.FORBIDDEN,
    Fault.NOT_A_REGISTRY: Trouble.NOT_A_JOURNAL,
    Fault.NOT_THERE: Trouble.NOT_THERE,
}


@contextmanager
def named_troubles(path: Path) -> Iterator[None]:
    """Call by their names here what the database and the system say."""
    try:
        yield
    except CodesFault as fault:
        facts = {"path": path, "detail": "", **fault.facts}
        raise JournalFault(_TROUBLES.get(fault.fault, Trouble.DAMAGED), **facts) from fault
    except OSError as error:
        raise JournalFault(_trouble(error), path=path, detail=error.strerror) from error


def _trouble(error: OSError) -> Trouble:
    if getattr(error, "winerror", None) in HELD:
        return Trouble.LOCKED
    return Trouble.FULL if error.errno in NO_ROOM else Trouble.FORBIDDEN


class GamesDatabase(Database):
    """The connections to a file of saved games, which call troubles by their names here."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the file."""
        with named_troubles(self.path), super().reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that alone may write; on disk when it ends, undone if it raises."""
        with named_troubles(self.path), super().writing() as connection:
            yield connection


def opened(path: Path) -> Database:
    """The file, looked through for damage and led to the present schema.

    Raises:
        JournalFault: NEWER, NOT_A_JOURNAL, LOCKED, FULL, FORBIDDEN, DAMAGED.
    """
    return GamesDatabase.opened(path, _make_current)


def _make_current(database: Database) -> None:
    path = database.path
    with database.reading() as connection:
        number = version(connection)
        if number is None:
            raise JournalFault(Trouble.NOT_A_JOURNAL, path=path, detail="")
        if number > VERSION:
            raise JournalFault(Trouble.NEWER, path=path, found=number, known=VERSION)
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if verdict != "ok":
            raise JournalFault(Trouble.DAMAGED, path=path, detail=verdict)
    if number < VERSION:
        with database.writing() as connection:
            advance(connection, since=version(connection) or 0)


def create(path: Path) -> None:
    """See to it that there is a file in WAL mode at ``path``, empty if it is new.

    Raises:
        CodesFault: FORBIDDEN, LOCKED, NOT_A_REGISTRY.
        OSError: the folder cannot be made.
    """
    if path.exists() and path.stat().st_size:
        return
    own_folder(path.parent)
    with open(path, "ab", opener=owner_only):
        pass  # SQLite gives its log the rights of its file
    with named_faults(path):
        connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
    settle_folder(path.parent)


def beside(path: Path, mark: str) -> Path:
    """A free name beside a file: ``games.mark.sqlite``, numbered if that is taken."""
    candidate, number = path.with_name(f"{path.stem}.{mark}{path.suffix}"), 2
    while os.path.lexists(candidate):
        candidate = path.with_name(f"{path.stem}.{mark}-{number}{path.suffix}")
        number += 1
    return candidate
