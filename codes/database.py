"""One SQLite file through SQLAlchemy: opening it, transactions, and faults by name.

A commit is on disk when it returns (WAL, synchronous=FULL). A writer takes the lock when its
transaction begins, so what it read cannot have changed when it writes.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from ketuk.codes.disk import disk_faults
from ketuk.codes.fault import CodesFault, Fault

PATIENCE_S = 5.0
"""How long a transaction waits for another program's before it is refused."""

_FAULTS = {
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    sqlite3.SQLITE_LOCKED: Fault.LOCKED,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_IOERR: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.FORBIDDEN,
    sqlite3.SQLITE_PERM: Fault.FORBIDDEN,
    sqlite3.SQLITE_AUTH: Fault.FORBIDDEN,
    sqlite3.SQLITE_CANTOPEN: Fault.FORBIDDEN,
    sqlite3.SQLITE_NOTADB: Fault.NOT_A_REGISTRY,
    sqlite3.SQLITE_PROTOCOL: Fault.LOCKED,
}


class Closing:
    """What is open until it is closed, at the latest at the end of a ``with``."""

    def close(self) -> None:
        """Let go of the file."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Database(Closing):
    """The connections to one file; whoever reads or writes has one of its own meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = _engine(path)
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")

    @classmethod
    def opened(cls, path: Path, make_current: Callable[[Self], None]) -> Self:
        """Open a file, look through it and lead it to its present schema; closed if that fails."""
        database = cls(path)
        try:
            make_current(database)
        except BaseException:
            database.close()
            raise
        return database

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the file."""
        with named_faults(self.path), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that alone may write; on disk when it ends, undone if it raises."""
        with named_faults(self.path), self._writer.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the file; the last one out folds the log into it."""
        self._engine.dispose()


def _engine(path: Path) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect(path),
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=3,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def connect(path: Path) -> sqlite3.Connection:
    """A plain connection to a file that must be there; only to be read, where that is all."""
    if not is_there(path):
        raise CodesFault(Fault.NOT_THERE, path=path)
    with named_faults(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{'immutable=1' if _is_sealed(path) else 'mode=rw'}",
            uri=True,
            timeout=PATIENCE_S,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.text_factory = or_bytes
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
    return connection


def or_bytes(content: bytes) -> str | bytes:
    """A text of a database, or its bytes if they are no UTF-8: then it is damaged, and is told so
    where it is asked for, not where it lies beside what is asked for.
    """
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def is_there(path: Path) -> bool:
    """Whether there is such a file.

    Raises:
        CodesFault: FORBIDDEN, its folder may not be looked into, or its name is too long.
    """
    with disk_faults(path):
        return path.is_file()


def _is_sealed(path: Path) -> bool:
    """Whether the file lies where nothing can be written, and no log beside it.

    SQLite wants a log to be there or to make one. Without one all that was written is in the file
    itself, so it can be read as it lies. (A program of another user that opens it at this very
    moment would not be noticed; it ends in a fault when something is read, not in a wrong game.)
    """
    beside = (path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-shm"))
    return not os.access(path.parent, os.W_OK) and not any(log.exists() for log in beside)


@contextmanager
def named_faults(path: Path) -> Iterator[None]:
    """Turn what SQLite says into a :class:`CodesFault`, and name the file's path in every one.

    A broken constraint and a misuse of SQLite are faults of this program and pass as they are.
    """
    try:
        yield
    except CodesFault as error:
        error.facts.setdefault("path", path)
        raise
    except DBAPIError as error:
        _name(error.orig, path)
        raise
    except sqlite3.Error as error:
        _name(error, path)
        raise
    except UnicodeDecodeError as error:  # what SQLite says quotes a name that is no text
        raise CodesFault(Fault.DAMAGED, path=path, detail=str(error.object[:80])) from error


def _name(error: Any, path: Path) -> None:
    if isinstance(
        error, sqlite3.IntegrityError | sqlite3.ProgrammingError | sqlite3.InterfaceError
    ):
        return
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    # What is left, such as a table that is not there, comes of a file that is not as it was made.
    raise CodesFault(_FAULTS.get(code, Fault.DAMAGED), path=path, detail=str(error)) from error


def settle_folder(folder: Path) -> None:
    """Have the system write a folder's names through to the disk, if it offers that."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class OnDatabase(Closing):
    """What is kept in one file, with transactions for the modules that keep rows beside it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._database.path

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the file."""
        with self._database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that alone may write; on disk when it ends, undone if it raises."""
        with self._database.writing() as connection:
            yield connection
