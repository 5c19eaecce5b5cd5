"""Making registry files: a box is put together in memory and written to disk in one piece."""

import errno
import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from sqlite3 import Connection as Raw
from typing import TypeVar

from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.pool import StaticPool

from ketuk.codes.database import settle_folder
from ketuk.codes.disk import disk_faults, make_folder, owner_only
from ketuk.codes.minting import codes as minted
from ketuk.codes.moment import stamp
from ketuk.codes.reissuing import code_row
from ketuk.codes.schema import advance
from ketuk.codes.schema import box as boxes
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import item as items
from ketuk.codes.sticker import Box, BoxItem
from ketuk.codes.verdict import StickerState

T = TypeVar("T")

PART = ".part"
"""Ends the name of a file in the making; one that a kill left behind is in nobody's way."""

_WAL = b"\x02\x02"
"""Bytes 18 and 19 of an SQLite file: read and written through a write-ahead log."""


class Foundry:
    """Makes registry files, any number of them, from one empty mould."""

    def __init__(self) -> None:
        self._engine = create_engine("sqlite://", poolclass=StaticPool)
        self._raw().execute("PRAGMA foreign_keys = ON")
        with self._engine.begin() as connection:
            advance(connection, since=0)
        self._empty = self._raw().serialize()

    def make(
        self, path: Path, box: Box, contents: Iterable[BoxItem], *, spares: int = 0
    ) -> tuple[str, ...]:
        """Write a registry with a fresh code for each of ``contents``; the codes in that order.

        The file appears whole or not at all, and is on disk when this returns.

        Raises:
            CodesFault: EXISTS, FULL, FORBIDDEN.
        """
        return self.pour(path, lambda c: fill(c, box, tuple(contents), spares=spares))

    def pour(self, path: Path, rows: Callable[[Connection], T]) -> T:
        """Write a registry with the rows that ``rows`` puts into the empty tables.

        Raises:
            CodesFault: EXISTS, FULL, FORBIDDEN.
        """
        self._raw().deserialize(self._empty)
        with self._engine.begin() as connection:
            result = rows(connection)
        image = bytearray(self._raw().serialize())
        image[18:20] = _WAL
        _write(path, image)
        return result

    def _raw(self) -> Raw:
        raw = self._engine.raw_connection().driver_connection
        assert isinstance(raw, Raw)
        return raw


def fill(
    connection: Connection, box: Box, contents: tuple[BoxItem, ...], *, spares: int
) -> tuple[str, ...]:
    """Put a new box into a database: its row, its items, a code each, and spare codes."""
    now = stamp(box.made)
    fresh = tuple(minted(box.id, len(contents) + spares))
    connection.execute(
        insert(boxes).values(
            id=box.id,
            name=box.name,
            ruleset=box.ruleset,
            revision=box.revision,
            made=now,
            copies=box.copies.value,
        )
    )
    connection.execute(
        insert(items), [{"box": box.id, "number": i.number, "kind": i.kind} for i in contents]
    )
    active = [
        code_row(code, box=box.id, state=StickerState.ACTIVE, now=now, item=item.number)
        for code, item in zip(fresh, contents, strict=False)
    ]
    spare = [
        code_row(code, box=box.id, state=StickerState.SPARE, now=now, spare=number)
        for number, code in enumerate(fresh[len(contents) :], start=1)
    ]
    connection.execute(insert(codes), active + spare)
    return fresh


def _write(path: Path, image: bytes | bytearray) -> None:
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}{PART}")
    make_folder(path.parent)
    with disk_faults(path):
        try:
            with open(part, "xb", opener=owner_only) as file:
                file.write(image)
                file.flush()
                os.fsync(file.fileno())
            _appear(part, path)
        finally:
            part.unlink(missing_ok=True)
        settle_folder(path.parent)


def _appear(part: Path, path: Path) -> None:
    """Give a whole file its name unless that is taken: a rename alone would replace what is there.

    Where a file system knows no links (a memory stick), two programs that make the same box within
    the same moment are not told apart.
    """
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError(errno.EEXIST, "already there", path) from None
        part.replace(path)
