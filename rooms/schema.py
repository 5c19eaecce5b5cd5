"""The tables of saved games, and the numbered steps that lead an older file to them."""

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table

APPLICATION = 0x4B54_4B47
"""``KTKG``, in the file's header: this program's saved games."""
VERSION = 2
"""``PRAGMA user_version`` of a file that the steps below have led to."""

_meta = MetaData()
game = Table(
    "game",
    _meta,
    Column("name", String, primary_key=True),
    Column("header", String, nullable=False),
)
standing = Table(
    "standing",
    _meta,
    Column("game", String, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("played", String, nullable=False),
)
"""How far each game is. Not beside its header: that is long, and written but once."""
entry = Table(
    "entry",
    _meta,
    Column("id", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("host", Integer, nullable=False),
    Column("at", String, nullable=False),
    Column("command", String, nullable=False),
    Column("events", String, nullable=False),
    Column("chance", String, nullable=False),
    Column("consents", String, nullable=False),
    Column("line", Integer),
    Column("input", String),
    Column("ident", String),
)
set_aside = Table(
    "set_aside",
    _meta,
    Column("id", Integer, primary_key=True),
    Column("game", String),
    Column("seq", Integer),
    Column("at", String),
    Column("raw", String),
)
"""Rows that could not be read and all that came after them: kept as JSON, never played."""

shelved = Table(
    "shelved",
    _meta,
    Column("game", String, primary_key=True),
    Column("at", String, nullable=False),
)
"""Games that lists leave out until somebody takes them back."""
TABLES = _meta.tables

# Rows lie in the order in which they came, so that a file that lost its end lost the latest ones.
_ENTRY = """(
  id INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES game (name), seq INTEGER NOT NULL,
  kind TEXT NOT NULL, host INTEGER NOT NULL, at TEXT NOT NULL, command TEXT NOT NULL,
  events TEXT NOT NULL, chance TEXT NOT NULL, consents TEXT NOT NULL, line INTEGER, input TEXT,
  ident TEXT, UNIQUE (game, seq))"""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE game (name TEXT PRIMARY KEY, header TEXT NOT NULL) WITHOUT ROWID",
        """CREATE TABLE standing (game TEXT PRIMARY KEY REFERENCES game (name),
             round INTEGER NOT NULL, over INTEGER NOT NULL, moves INTEGER NOT NULL,
             played TEXT NOT NULL) WITHOUT ROWID""",
        f"CREATE TABLE entry {_ENTRY}",
        "CREATE UNIQUE INDEX entry_ident ON entry (game, ident) WHERE ident IS NOT NULL",
        """CREATE TABLE set_aside
             (id INTEGER PRIMARY KEY, game TEXT, seq INTEGER, at TEXT, raw TEXT)""",
    ),
    (
        """CREATE TABLE shelved
             (game TEXT PRIMARY KEY REFERENCES game (name), at TEXT NOT NULL) WITHOUT ROWID""",
    ),
)
"""Step n leads from version n to n + 1; a step that was released is never changed."""


def version(connection: Connection) -> int | None:
    """The version in the file; 0 for an empty one, None for another program's file."""
    found = _pragma(connection, "user_version")
    mine = _pragma(connection, "application_id") == APPLICATION
    if mine and found:
        return found
    tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one()
    return None if tables or found else 0


def advance(connection: Connection, *, since: int) -> None:
    """Take the steps after version ``since``, within the caller's transaction."""
    for statements in STEPS[since:]:
        for statement in statements:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
