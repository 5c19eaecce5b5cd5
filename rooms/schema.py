"""The tables of saved games, and the numbered steps that lead an older file to them."""

from sqlalchemy import Connection, Integer, String

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.shape import Shapes

APPLICATION = 0x4B54_4B47
"""``KTKG``, in the file's header: this program's saved games."""
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
    (
        """CREATE TABLE reign (game TEXT NOT NULL REFERENCES game (name), number INTEGER NOT NULL,
             device TEXT NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL, since TEXT NOT NULL,
             PRIMARY KEY (game, number, device)) WITHOUT ROWID""",
    ),
)
"""Step n leads from version n to n + 1; a step that was released is never changed.

Each changes the tables, so that a damaged number is not taken for another version.
"""
VERSION = len(STEPS)
"""``PRAGMA user_version`` of a file that the steps have led to."""


_SHAPES = Shapes(STEPS, APPLICATION)
advance = _SHAPES.advance

TABLES = _SHAPES.tables(lambda _, declared: Integer() if declared == "INTEGER" else String())
game = TABLES["game"]
standing = TABLES["standing"]
"""How far each game is. Not beside its header: that is long, and written but once."""
entry = TABLES["entry"]
set_aside = TABLES["set_aside"]
"""Rows that could not be read and all that came after them: kept as JSON, never played."""
shelved = TABLES["shelved"]
"""Games that lists leave out until somebody takes them back."""
reign = TABLES["reign"]
"""Which laptops have decided a game, as far as it was heard here; none for one of one laptop."""


def version(connection: Connection) -> int | None:
    """The version of the tables in the file; 0 for an empty one, None for another program's file.

    The tables say it: every step changes them. One above :data:`VERSION` is a newer program's.

    Raises:
        CodesFault: DAMAGED, the tables are none of any version, or the number is not theirs.
    """
    (number, mine), shaped = _SHAPES.said(connection), _SHAPES.version(connection)
    if not shaped and not mine:
        return None if number or shaped is None else 0
    if not shaped and number > VERSION:
        return number
    if not shaped or not mine or number != shaped:
        raise CodesFault(Fault.DAMAGED, detail=f"version {number}")
    return shaped


def are(kind: type, *values: object) -> bool:
    """Whether all values are of a kind: a damaged file holds numbers for texts, and bytes."""
    return all(isinstance(value, kind) for value in values)
