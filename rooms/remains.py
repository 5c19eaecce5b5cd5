"""What can be read out of a damaged file of saved games, row by row, without touching the file.

A row counts if SQLite can read it and each column holds what such a column may; an unreadable one
hides none behind it. Rows whose way from the root of their table is lost are read page by page.
Whether a row can be played is asked later, when its game is continued.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ketuk.codes.database import or_bytes
from ketuk.codes.disk import copy_file
from ketuk.rooms.schema import APPLICATION, STEPS, TABLES, VERSION, are

Values: TypeAlias = dict[str, Any]
"""A row by column."""

HEADER = 100
"""Bytes at the start of every SQLite file that say what it is."""
PAGE = 4096
"""Bytes of a page in the files that this program makes."""
BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What reading raises on damage; the latter where SQLite's own words quote a name that is none."""
LEAF = b"\x0d"
"""First byte of a page that holds rows of a table."""
PATIENCE = 5000
"""So many rows in a row that cannot be read are taken for the end."""
TEXTS = ("game", "kind", "at", "command", "events", "chance", "consents")


@dataclass(frozen=True, slots=True)
class Remains:
    """Headers by name, rows by game and number, and how far games were, as far as can be read."""

    headers: dict[str, str]
    rows: dict[str, dict[int, Values]]
    standings: dict[str, Values]
    shelved: dict[str, str]
    nameless: int = 0
    """Headers that cannot be read at all."""

    @property
    def count(self) -> int:
        """How much it is: headers and rows."""
        return len(self.headers) + sum(len(found) for found in self.rows.values())


def is_damaged_games(path: Path) -> bool:
    """Whether a file that SQLite takes for another kind was a file of games before its damage."""
    with path.open("rb") as file:
        head = file.read(HEADER)
    sound = _first_page()
    wrong = sum(head[at : at + 1] != sound[at : at + 1] for at in (*range(16), *range(68, 72)))
    if wrong == 0:
        return True
    # A registry of cards differs in one sign of the four; its tables tell.
    return wrong == 1 and head[71:72] != b"B"


def remains(path: Path) -> Remains:
    """All that can be read. The file is not touched: a copy beside it is mended and read.

    Raises:
        OSError: no room for the copy, or no right to make it.
    """
    best: Remains | None = None
    with _copy(path) as copy:
        for first_page in (b"", _first_page()[:HEADER], _first_page()):
            _patch(copy, first_page)
            with closing(_connect(copy)) as connection:
                reader = _Reader(connection)
                found = reader.read()
            if best is None or found.count > best.count:
                best = found
            if reader.whole:
                return best
        assert best is not None
        _add_rows(best, _rows_by_page(copy))
    return best


def _add_rows(found: Remains, rows: Iterator[Values]) -> None:
    for row in rows:
        if row["game"] in found.headers:
            found.rows.setdefault(row["game"], {}).setdefault(row["seq"], row)


def _rows_by_page(copy: Path) -> Iterator[Values]:
    """The moves on every page that is whole, though none may lead to it from the table's root.

    Each page of rows in turn is laid over the root of the table, so that SQLite itself reads it.
    """
    _patch(copy, _first_page())
    root = _root_of_entries() - 1
    with copy.open("r+b", buffering=0) as file:
        file.seek(18)
        file.write(b"\1\1")  # no log: what it held is in the file since it was last closed
        for number in range(1, os.fstat(file.fileno()).st_size // PAGE):
            file.seek(number * PAGE)
            page = file.read(PAGE)
            if page[:1] == LEAF:
                file.seek(root * PAGE)
                file.write(page)
                with closing(_connect(copy)) as connection:
                    yield from _Reader(connection).entries()


def _root_of_entries() -> int:
    with closing(sqlite3.connect(":memory:")) as plain:
        _make_tables(plain)
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = 'entry'"
        return int(plain.execute(asked).fetchone()[0])


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    copy = path.with_name(f"{path.name}.reading.part")
    parts = {ending: Path(f"{copy}{ending}") for ending in ("", "-wal", "-shm")}
    try:
        copy_file(path, copy)
        with suppress(FileNotFoundError):
            copy_file(Path(f"{path}-wal"), parts["-wal"])
        yield copy
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.text_factory = or_bytes
    with suppress(*BROKEN):
        # Without it SQLite reads nothing at all from a file shorter than its header says.
        connection.execute("PRAGMA writable_schema = ON")
    return connection


def _patch(copy: Path, first_page: bytes) -> None:
    """Put the start of a new file over that of the copy, and let it say how long the copy is."""
    if not first_page:
        return
    with copy.open("r+b") as file:
        file.write(first_page)
        pages = max(-(-file.seek(0, os.SEEK_END) // PAGE), 1)
        file.truncate(pages * PAGE)
        file.seek(28)
        file.write(pages.to_bytes(4, "big"))


def _first_page() -> bytes:
    """Page 1 of a new file of games: its header, and where its tables lie."""
    with closing(sqlite3.connect(":memory:")) as plain:
        _make_tables(plain)
        return plain.serialize()[:PAGE]


def _make_tables(plain: sqlite3.Connection) -> None:
    for statement in (part for step in STEPS for part in step):
        plain.execute(statement)
    plain.execute(f"PRAGMA application_id = {APPLICATION}")
    plain.execute(f"PRAGMA user_version = {VERSION}")


class _Reader:
    """Reads tables whose rows may lie on pages that are lost or say nonsense."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.whole = True
        """Whether SQLite has found nothing wrong so far."""

    def read(self) -> Remains:
        """Everything."""
        headers = [(row["name"], row["header"]) for row in self._rows("game")]
        rows: dict[str, dict[int, Values]] = {}
        for row in self.entries():
            rows.setdefault(row["game"], {}).setdefault(row["seq"], row)
        whole = self.whole
        standings = {row["game"]: row for row in self._rows("standing") if _is_standing(row)}
        away = [row for row in self._rows("shelved") if are(str, *row.values())]
        self.whole = whole  # both can be made again
        named = {name: header for name, header in headers if are(str, name, header)}
        shelved = {row["game"]: row["at"] for row in away}
        return Remains(named, rows, standings, shelved, len(headers) - len(named))

    def entries(self) -> Iterator[Values]:
        """The rows of all games."""
        return filter(_is_entry, self._rows("entry"))

    def _rows(self, table: str) -> Iterator[Values]:
        """The rows of a table; where it cannot be read through, each is tried by itself."""
        whole = f"SELECT {_columns(table)} FROM {table} NOT INDEXED"
        for order in ("", " ORDER BY 1 DESC"):
            try:
                for row in self._connection.execute(whole + order):
                    yield dict(row)
            except BROKEN:
                self.whole = False
            else:
                return
        yield from self._one_by_one(table)

    def _one_by_one(self, table: str) -> Iterator[Values]:
        """Rows by their number; headers, which have none, are counted off."""
        which = "NOT INDEXED WHERE id = ?" if table == "entry" else "LIMIT 1 OFFSET ?"
        one = f"SELECT {_columns(table)} FROM {table} {which}"
        number = missing = 0
        while missing < PATIENCE:
            number, missing = number + 1, missing + 1
            with suppress(*BROKEN):
                if (row := self._connection.execute(one, (number - 1,)).fetchone()) is not None:
                    missing = 0
                    yield dict(row)


def _columns(table: str) -> str:
    return ", ".join(TABLES[table].columns.keys())


def _is_entry(row: Values) -> bool:
    numbers = (row["seq"], row["host"], *(n for n in (row["line"],) if n is not None))
    texts = (row[name] for name in TEXTS)
    free = (text for text in (row["input"], row["ident"]) if text is not None)
    return are(int, *numbers) and are(str, *texts, *free)


def _is_standing(row: Values) -> bool:
    numbers = (row["round"], row["over"], row["moves"])
    return are(int, *numbers) and are(str, row["game"], row["played"])
