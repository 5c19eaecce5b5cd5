"""Making good what a damaged registry can do without: its indexes and the numbers in its header.

Nothing else is touched, and nothing at all if the file would not be whole afterwards: the tables
must hold together, and each code must fit its check symbols.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from types import NoneType
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, select
from sqlalchemy import func as sql
from sqlalchemy.exc import DBAPIError

from ketuk.codes.columns import check_of, is_number, is_text
from ketuk.codes.database import Database
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.schema import TABLES, renumber
from ketuk.codes.schema import code as codes

Check: TypeAlias = Callable[[Any], bool]


def mend(database: Database) -> bool:
    """Make the indexes anew, in one transaction; whether the file is whole now."""
    with suppress(CodesFault, DBAPIError), database.writing() as connection:
        renumber(connection)
        connection.exec_driver_sql("REINDEX")
        look_through(connection)
        _look_into_rows(connection)
        return True
    return False


def look_through(connection: Connection) -> None:
    """Whether the file holds together, and each value is one of its column.

    Raises:
        CodesFault: DAMAGED.
    """
    raw = connection.connection.driver_connection  # by the row SQLAlchemy would take the most time
    assert isinstance(raw, sqlite3.Connection)
    (said,) = raw.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise CodesFault(Fault.DAMAGED, detail=str(said).splitlines()[-1])
    there = {name for (name,) in raw.execute("SELECT name FROM sqlite_schema")}
    sound: dict[Check, set[object]] = {}
    for name, table in TABLES.items():
        if name in there:  # an older file has fewer tables, and fewer columns
            _look_into_values(raw, table, sound)


def _look_into_values(
    raw: sqlite3.Connection, table: Table, sound: dict[Check, set[object]]
) -> None:
    """``sound``: what was found sound before, by its check. Each value is checked once."""
    rows = raw.execute(f"SELECT * FROM {table.name}")
    names = [name for name, *_ in rows.description]
    for name, values in zip(names, zip(*rows, strict=True), strict=False):
        check = check_of(table.columns[name])
        kind = int if check is is_number else str
        if not set(map(type, values)) <= {kind, NoneType}:
            odd = next(value for value in values if type(value) not in (kind, NoneType))
            raise CodesFault(Fault.DAMAGED, detail=f"{table.name}.{name}: {odd!r:.40}")
        if check in (is_number, is_text):
            continue
        known = sound.setdefault(check, {None})
        for value in set(values) - known:
            if not check(value):
                raise CodesFault(Fault.DAMAGED, detail=f"{table.name}.{name}: {value!r:.40}")
            known.add(value)


def _look_into_rows(connection: Connection) -> None:
    """An index that did not fit its table may have been right: what belongs together tells by its
    references, and the stickers of a card are numbered without a gap.
    """
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise CodesFault(Fault.DAMAGED)
    gap = sql.max(codes.c.serial) != sql.count()
    of_cards = select(codes.c.item).where(codes.c.item.is_not(None))
    if connection.execute(of_cards.group_by(codes.c.box, codes.c.item).having(gap)).first():
        raise CodesFault(Fault.DAMAGED, detail="code.serial")
