"""The tables that a file has, held against those that each version of it had."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from typing import TypeAlias

from sqlalchemy import Connection

Tables: TypeAlias = frozenset[tuple[str, str | None]]
"""Name of each table and index, and the statement that made it."""

# Those whose names begin with sqlite_ are SQLite's own.
_ALL = r"SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'"


class Shapes:
    """What the steps of a schema have led to, one after the other.

    Args:
        steps: step n leads from version n to n + 1; a step that was released is never changed.
        application: what ``PRAGMA application_id`` says in files of this kind.
    """

    def __init__(self, steps: Sequence[Sequence[str]], application: int) -> None:
        self._steps, self._application = steps, application

    def said(self, connection: Connection) -> tuple[int, bool]:
        """What the file's header says: the version, and whether it is a file of this kind."""
        mine = _pragma(connection, "application_id") == self._application
        return _pragma(connection, "user_version"), mine

    def advance(self, connection: Connection, *, since: int) -> None:
        """Take the steps after version ``since``, within the caller's transaction."""
        for statements in self._steps[since:]:
            for statement in statements:
                connection.exec_driver_sql(statement)
        self.number(connection, len(self._steps))

    def number(self, connection: Connection, version: int) -> None:
        """Write kind and version into the file's header."""
        connection.exec_driver_sql(f"PRAGMA application_id = {self._application}")
        connection.exec_driver_sql(f"PRAGMA user_version = {version}")

    def version(self, connection: Connection) -> int | None:
        """The version that the tables in a file are of; 0 for none, None if they are of no one."""
        found = frozenset((row.name, row.sql) for row in connection.exec_driver_sql(_ALL))
        return self._known.get(found)

    @cached_property
    def _known(self) -> dict[Tables, int]:
        with closing(sqlite3.connect(":memory:")) as plain:
            known: dict[Tables, int] = {frozenset(): 0}
            for number, statements in enumerate(self._steps, 1):
                for statement in statements:
                    plain.execute(statement)
                known[frozenset(plain.execute(_ALL).fetchall())] = number
        return known


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
