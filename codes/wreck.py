"""Reading a damaged SQLite file row by row, without touching it: a copy beside it is read.

An unreadable row hides none behind it. Rows whose way from the top of their table is lost are read
page by page, and if a page cannot be read as it is, row by row. What a row is worth, its reader
says.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import IO, Any, TypeAlias

from ketuk.codes.database import or_bytes
from ketuk.codes.disk import copy_file

Values: TypeAlias = dict[str, Any]
"""A row by column."""

HEADER = 100
"""Bytes at the start of every SQLite file that say what it is."""
PAGE = 4096
"""Bytes of a page in the files that this program makes."""
BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What reading raises on damage; the latter where SQLite's own words quote a name that is none."""
PATIENCE = 5000
"""So many rows in a row that cannot be read are taken for the end."""
_KINDS = (0x00, 0x02, 0x05, 0x0A, 0x0D)
"""First bytes of pages; any other is one that was turned over."""
_BEGINNING = 24
"""Bytes at the start of a row that say how long it and each of its values are."""
_LATEST = 5
"""Where a page says where its latest row lies, in two bytes."""
_CELLS = 8
"""Where a page of rows begins to say where each row lies, in two bytes."""


class Mould:
    """A file of some kind as it is when it is new: where its tables lie."""

    def __init__(self, steps: Sequence[Sequence[str]], *, application: int) -> None:
        self._steps, self._application = steps, application

    def leaf(self, table: str) -> int:
        """First byte of a page that holds rows of a table."""
        with closing(self._made()) as plain:
            return plain.serialize()[self.root(table) * PAGE]

    @cached_property
    def first_page(self) -> bytes:
        """Its header, and the list of its tables."""
        with closing(self._made()) as plain:
            return plain.serialize()[:PAGE]

    def root(self, table: str) -> int:
        """The page, counted from 0, at which a table begins."""
        with closing(self._made()) as plain:
            asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
            return int(plain.execute(asked, (table,)).fetchone()[0]) - 1

    def begins_alike(self, path: Path, *, unlike: bytes) -> bool:
        """Whether a file begins as such a file, with one byte wrong at most.

        ``unlike``: the last sign of what another kind of ours is called in its header.
        """
        with path.open("rb") as file:
            head = file.read(HEADER)
        new = self.first_page
        certain = (*range(16), *range(68, 72))
        wrong = sum(head[at : at + 1] != new[at : at + 1] for at in certain)
        return wrong == 0 or (wrong == 1 and head[71:72] != unlike)

    def _made(self) -> sqlite3.Connection:
        plain = sqlite3.connect(":memory:")
        for statements in self._steps:
            for statement in statements:
                plain.execute(statement)
        plain.execute(f"PRAGMA application_id = {self._application}")
        plain.execute(f"PRAGMA user_version = {len(self._steps)}")
        return plain


class Wreck:
    """A copy of a damaged file, to be read in whatever way gives most."""

    def __init__(self, copy: Path, mould: Mould) -> None:
        self._copy, self._mould = copy, mould

    def readers(self) -> Iterator["WreckReader"]:
        """The copy as it is, with the header of a new file, and with its whole first page."""
        first = self._mould.first_page
        for start in (b"", first[:HEADER], first):
            self._begin_with(start)
            with closing(_connect(self._copy)) as connection:
                yield WreckReader(connection)

    def by_page(
        self, table: str, columns: Sequence[str], *, uncounted: bool = False
    ) -> Iterator[Values]:
        """The rows on every page, of this table or another that reads like it, and old ones too.

        ``uncounted``: also rows of pages that can be read, beyond those that they say they have.
        """
        with self._overlay(table) as overlay:
            for page in overlay.pages():
                rows, whole = overlay.rows(page, columns)
                yield from rows
                for cell in () if whole and not uncounted else overlay.cells(page):
                    yield from overlay.rows(cell, columns)[0]

    def by_bit(self, table: str, columns: Sequence[str]) -> Iterator[Values]:
        """The rows on the top page of a table, each as it is and with every bit of its beginning
        turned over.

        There SQLite notes how long a row and each of its values are.
        """
        with self._overlay(table) as overlay:
            for alone in overlay.cells(overlay.top):
                yield from overlay.rows(alone, columns)[0]
                at = int.from_bytes(alone[_CELLS : _CELLS + 2], "big")
                for place in range(at, min(at + _BEGINNING, len(alone))):
                    for bit in range(8):
                        turned = bytearray(alone)
                        turned[place] ^= 1 << bit
                        yield from overlay.rows(bytes(turned), columns)[0]

    @contextmanager
    def _overlay(self, table: str) -> Iterator["_Overlay"]:
        self._begin_with(self._mould.first_page)
        with self._copy.open("r+b", buffering=0) as file:
            file.seek(18)
            file.write(b"\1\1")  # no log: what it held is in the file since it was last closed
            leaf = self._mould.leaf(table)
            overlay = _Overlay(file, self._copy, table, self._mould.root(table), leaf)
            yield overlay
            overlay.lay(overlay.top)

    def _begin_with(self, start: bytes) -> None:
        """Put the start of a new file over the copy's, and let it say how long the copy is."""
        if not start:
            return
        with self._copy.open("r+b") as file:
            file.write(start)
            pages = max(-(-file.seek(0, os.SEEK_END) // PAGE), 1)
            file.truncate(pages * PAGE)
            file.seek(28)
            file.write(pages.to_bytes(4, "big"))


class _Overlay:
    """Lays pages over the top of a table, so that SQLite itself reads them."""

    def __init__(self, file: IO[bytes], copy: Path, table: str, root: int, leaf: int) -> None:
        self._file, self._copy, self._table, self._root = file, copy, table, root
        self._leaf = leaf
        self.top = self._read(root)

    def pages(self) -> Iterator[bytes]:
        """Every page that may hold rows."""
        for number in range(1, os.fstat(self._file.fileno()).st_size // PAGE):
            page = self.top if number == self._root else self._read(number)
            if page[0] == self._leaf or page[0] not in _KINDS:
                yield page

    def cells(self, page: bytes) -> Iterator[bytes]:
        """The page with each of its rows alone, under a header made anew."""
        at, first = _CELLS, len(page)
        latest = int.from_bytes(page[_LATEST : _LATEST + 2], "big")
        places = {latest} if _CELLS + 2 <= latest < len(page) else set()
        while at + 2 <= first and (cell := int.from_bytes(page[at : at + 2], "big")):
            at += 2
            if _CELLS + 2 <= cell < len(page):
                first = min(first, max(cell, at))
                places.add(cell)
        for cell in sorted(places):
            header = bytes([self._leaf]) + b"\0\0\0\1" + cell.to_bytes(2, "big") + b"\0"
            yield header + cell.to_bytes(2, "big") + page[_CELLS + 2 :]

    def rows(self, page: bytes, columns: Sequence[str]) -> tuple[list[Values], bool]:
        """What can be read of a page, and whether that is all of it."""
        self.lay(page)
        with closing(_connect(self._copy)) as connection:
            reader = WreckReader(connection)
            return list(reader.through(self._table, columns)), reader.whole

    def lay(self, page: bytes) -> None:
        """Put a page in the place of the table's top."""
        self._file.seek(self._root * PAGE)
        self._file.write(page)

    def _read(self, number: int) -> bytes:
        self._file.seek(number * PAGE)
        return self._file.read(PAGE)


class WreckReader:
    """Reads tables whose rows may lie on pages that are lost or say nonsense."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.whole = True
        """Whether SQLite has found nothing wrong so far."""

    def rows(self, table: str, columns: Sequence[str], *, number: str | None) -> Iterator[Values]:
        """The rows of a table; if it cannot be read through, each is tried by itself.

        ``number``: the column that SQLite finds a row by; None: a table that has none.
        """
        for order in ("", " ORDER BY 1 DESC"):
            before, self.whole = self.whole, True
            yield from self.through(table, columns, order)
            if self.whole:
                self.whole = before
                return
        which = "LIMIT 1 OFFSET ?" if number is None else f"NOT INDEXED WHERE {number} = ?"
        yield from self._one_by_one(f"SELECT {', '.join(columns)} FROM {table} {which}")

    def through(self, table: str, columns: Sequence[str], order: str = "") -> Iterator[Values]:
        """The rows of a table up to the first that cannot be read."""
        yield from self.ask(f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED{order}")

    def ask(self, question: str) -> Iterator[Values]:
        """The rows of an answer up to the first that cannot be read."""
        try:
            for row in self._connection.execute(question):
                yield dict(row)
        except BROKEN:
            self.whole = False

    def _one_by_one(self, one: str) -> Iterator[Values]:
        """Tried only if SQLite understands the question, which it does not without its tables."""
        number, missing = 0, 0 if self._understands(one) else PATIENCE
        while missing < PATIENCE:
            number, missing = number + 1, missing + 1
            with suppress(*BROKEN):
                if (row := self._connection.execute(one, (number - 1,)).fetchone()) is not None:
                    missing = 0
                    yield dict(row)

    def _understands(self, one: str) -> bool:
        try:
            self._connection.execute(f"EXPLAIN {one}", (0,)).fetchall()
        except BROKEN:
            return False
        return True


@contextmanager
def laid_open(path: Path, mould: Mould) -> Iterator[Wreck]:
    """A damaged file to be read; its copy, with the log beside it, is gone afterwards.

    Raises:
        OSError: no room for the copy, or no right to make it.
    """
    copy = path.with_name(f"{path.name}.reading.part")
    parts = {ending: Path(f"{copy}{ending}") for ending in ("", "-wal", "-shm")}
    try:
        copy_file(path, copy)
        with suppress(FileNotFoundError):
            copy_file(Path(f"{path}-wal"), parts["-wal"])
        yield Wreck(copy, mould)
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
