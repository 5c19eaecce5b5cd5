"""Making good what a damaged registry can do without: its indexes and the numbers in its header.

Nothing else is touched, and nothing at all if the file would not be whole afterwards: the tables
must hold together, and each code must fit its check symbols.
"""

from contextlib import suppress

from sqlalchemy import Connection, Table, select
from sqlalchemy import func as sql
from sqlalchemy.exc import DBAPIError

from ketuk.codes.columns import check_of
from ketuk.codes.database import Database
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.schema import TABLES, renumber
from ketuk.codes.schema import code as codes


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
    said = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one())
    if said != "ok":
        raise CodesFault(Fault.DAMAGED, detail=said.splitlines()[-1])
    there = connection.exec_driver_sql("SELECT name FROM sqlite_schema").scalars().all()
    for name, table in TABLES.items():
        if name in there:  # an older file has fewer tables, and fewer columns
            _look_into_values(connection, table)


def _look_into_values(connection: Connection, table: Table) -> None:
    found = connection.exec_driver_sql(f"SELECT * FROM {table.name}")
    checks = [(name, check_of(table.columns[name])) for name in tuple(found.keys())]
    for row in found:
        for (name, check), value in zip(checks, row, strict=True):
            if value is not None and not check(value):
                raise CodesFault(Fault.DAMAGED, detail=f"{table.name}.{name}: {value!r:.40}")


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
