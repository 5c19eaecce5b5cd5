"""The tables that the steps of a schema make: declared once, and known again in a file."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, MetaData, Table
from sqlalchemy.types import TypeEngine

Tables: TypeAlias = frozenset[tuple[str, str | None]]
"""Name of each table and index, and the statement that made it."""

# Those whose names begin with sqlite_ are SQLite's own.
_ALL = r"SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'"


_COLUMNS = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)'


class Shapes:
    """What the steps of a schema have led to, one after the other.

    Args:
        steps: step n leads from version n to n + 1; a step that was released is never changed.
        application: what ``PRAGMA application_id`` says in files of this kind.
    """

    def __init__(self, steps: Sequence[Sequence[str]], application: int) -> None:
        self._steps, self._application = steps, application

    def tables(self, kind: Callable[[str, str], TypeEngine[Any]]) -> Mapping[str, Table]:
        """The tables that all steps lead to, by name, in the order in which they are made.

        Args:
            kind: what a column holds, by its name and the type that its statement gives it.
        """
        meta = MetaData()
        with closing(sqlite3.connect(":memory:")) as plain:
            for statements in self._steps:
                _take(plain, statements)
            names = plain.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            for (name,) in names:
                columns = [
                    Column(
                        called,
                        kind(called, declared),
                        primary_key=bool(key),
                        nullable=not (filled or key),
                    )
                    for called, declared, filled, key in plain.execute(_COLUMNS, (name,))
                ]
                Table(name, meta, *columns)
        return meta.tables

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
        shape = frozenset((row.name, row.sql) for row in connection.exec_driver_sql(_ALL))
        return self._known.get(shape)

    @cached_property
    def _known(self) -> dict[Tables, int]:
        with closing(sqlite3.connect(":memory:")) as plain:
            known: dict[Tables, int] = {frozenset(): 0}
            for number, statements in enumerate(self._steps, 1):
                _take(plain, statements)
                known[frozenset(plain.execute(_ALL).fetchall())] = number
        return known


def _take(plain: sqlite3.Connection, statements: Sequence[str]) -> None:
    for statement in statements:
        plain.execute(statement)


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
