"""Making good what a damaged registry can do without: its indexes and the numbers in its header.

Nothing else is touched, and nothing at all if the file would not be whole afterwards: the tables
must hold together, and each code must fit its check symbols.
"""

from contextlib import suppress

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from ketuk.codes.code import holds
from ketuk.codes.database import Database
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import renumber


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
    """Whether the file holds together.

    Raises:
        CodesFault: DAMAGED.
    """
    said = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one())
    if said != "ok":
        raise CodesFault(Fault.DAMAGED, detail=said.splitlines()[-1])


def _look_into_rows(connection: Connection) -> None:
    """An index that did not fit its table may have been right: a code tells by its check symbols,
    what belongs together by its references.
    """
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise CodesFault(Fault.DAMAGED)
    for code in connection.execute(select(codes.c.code)).scalars():
        if not holds(code):
            raise CodesFault(Fault.DAMAGED, detail=code)
