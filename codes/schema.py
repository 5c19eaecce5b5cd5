"""The tables of a registry, and the numbered steps that lead an older file to them.

A step, once released, never changes; a new table or column is a new step. The statements are plain
SQL that PostgreSQL takes too; the file's version is SQLite's ``user_version``. One registry file
holds one box as a rule, but every row names its box, so a club may keep many in one database.
"""

from sqlalchemy import Connection

from ketuk.codes.columns import CodeColumn, Text, Time, WholeColumn, Word
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.shape import Shapes
from ketuk.codes.sticker import What, Why
from ketuk.codes.verdict import Copies, StickerState

APPLICATION = 0x4B544B42
"""SQLite's ``application_id`` of a registry: "KTKB"."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE box (
            id VARCHAR(4) PRIMARY KEY, name VARCHAR NOT NULL, ruleset VARCHAR NOT NULL,
            revision INTEGER NOT NULL, made VARCHAR(27) NOT NULL, copies VARCHAR(6) NOT NULL)""",
        """CREATE TABLE item (
            box VARCHAR(4) NOT NULL REFERENCES box(id), number INTEGER NOT NULL,
            kind VARCHAR NOT NULL, PRIMARY KEY (box, number))""",
        """CREATE TABLE code (
            code VARCHAR(12) PRIMARY KEY, box VARCHAR(4) NOT NULL REFERENCES box(id),
            item INTEGER, serial INTEGER, state VARCHAR(8) NOT NULL
                CHECK (state IN ('active', 'spare', 'replaced', 'lost', 'blocked', 'void')),
            made VARCHAR(27) NOT NULL, since VARCHAR(27) NOT NULL, reason VARCHAR,
            replaced_by VARCHAR(12) REFERENCES code(code) DEFERRABLE INITIALLY DEFERRED,
            uid VARCHAR(20), seen VARCHAR(27),
            FOREIGN KEY (box, item) REFERENCES item(box, number),
            CHECK ((item IS NULL) = (serial IS NULL)),
            CHECK (item IS NOT NULL OR state IN ('spare', 'lost', 'blocked', 'void')),
            CHECK (item IS NULL OR state <> 'spare'))""",
        "CREATE UNIQUE INDEX one_active ON code (box, item) WHERE state = 'active'",
        "CREATE UNIQUE INDEX one_serial ON code (box, item, serial)",
        """CREATE TABLE change (
            box VARCHAR(4) NOT NULL REFERENCES box(id), revision INTEGER NOT NULL,
            place INTEGER NOT NULL, at VARCHAR(27) NOT NULL,
            code VARCHAR(12) NOT NULL REFERENCES code(code), item INTEGER, serial INTEGER,
            state VARCHAR(8) NOT NULL, reason VARCHAR, PRIMARY KEY (box, revision, place))""",
        """CREATE TABLE scan (
            id INTEGER PRIMARY KEY, box VARCHAR(4) NOT NULL, at VARCHAR(27) NOT NULL,
            source VARCHAR NOT NULL, verdict VARCHAR NOT NULL, text VARCHAR NOT NULL,
            uid VARCHAR(20), detail VARCHAR)""",
    ),
    (
        """CREATE TABLE wrong_tries (
            box VARCHAR(4) NOT NULL REFERENCES box(id), source VARCHAR NOT NULL,
            recent VARCHAR NOT NULL, hold INTEGER NOT NULL, until VARCHAR(27),
            PRIMARY KEY (box, source))""",
        """CREATE TABLE lease (
            box VARCHAR(4) PRIMARY KEY REFERENCES box(id), holder VARCHAR NOT NULL,
            machine VARCHAR NOT NULL, game VARCHAR NOT NULL, used VARCHAR(27) NOT NULL)""",
    ),
    (
        "ALTER TABLE box ADD COLUMN copies_since VARCHAR(27)",
        "ALTER TABLE code ADD COLUMN printed VARCHAR(27)",
        "ALTER TABLE code ADD COLUMN spare INTEGER",
        """UPDATE code SET spare = (
            SELECT COUNT(*) FROM code AS other
            WHERE other.box = code.box AND other.item IS NULL
                AND (other.made < code.made
                    OR (other.made = code.made AND other.code <= code.code)))
            WHERE item IS NULL""",
        "ALTER TABLE change ADD COLUMN what VARCHAR(8) NOT NULL DEFAULT 'state'",
        "ALTER TABLE change ADD COLUMN uid VARCHAR(20)",
        """CREATE TABLE writing (
            code VARCHAR(12) PRIMARY KEY REFERENCES code(code) DEFERRABLE INITIALLY DEFERRED,
            box VARCHAR(4) NOT NULL REFERENCES box(id), uid VARCHAR(20) NOT NULL,
            since VARCHAR(27) NOT NULL)""",
    ),
    (
        """CREATE TABLE counting (
            box VARCHAR(4) PRIMARY KEY REFERENCES box(id), begun VARCHAR(27) NOT NULL,
            going INTEGER NOT NULL)""",
        """CREATE TABLE counted (
            box VARCHAR(4) NOT NULL REFERENCES counting(box), item INTEGER NOT NULL,
            at VARCHAR(27) NOT NULL, PRIMARY KEY (box, item))""",
    ),
)
VERSION = len(STEPS)

_WORDS = {"copies": Copies, "state": StickerState, "reason": Why, "what": What}
"""Columns of which the words are a closed list."""
_KINDS = {"INTEGER": WholeColumn, "VARCHAR(12)": CodeColumn, "VARCHAR(27)": Time}
"""What a column holds by the type that a step gives it; else text."""


def _kind(name: str, declared: str) -> Text | WholeColumn:
    return Word(_WORDS[name]) if name in _WORDS else _KINDS.get(declared, Text)()


_SHAPES = Shapes(STEPS, APPLICATION)
advance = _SHAPES.advance

TABLES = _SHAPES.tables(_kind)
box = TABLES["box"]
item = TABLES["item"]
code = TABLES["code"]
change = TABLES["change"]
scan = TABLES["scan"]
wrong_tries = TABLES["wrong_tries"]
lease = TABLES["lease"]
writing = TABLES["writing"]
counting = TABLES["counting"]
counted = TABLES["counted"]


def version(connection: Connection) -> int:
    """The version of the tables in the file; one above :data:`VERSION` is a newer program's.

    The tables say it: every step changes them, so a damaged number is told from another version.

    Raises:
        CodesFault: NOT_A_REGISTRY (another program's file, or an empty one), NEWER, DAMAGED (the
            tables are none of any version, or the number is not theirs).
    """
    (number, mine), shape = _SHAPES.said(connection), _SHAPES.version(connection)
    if not shape and not (mine and number):
        raise CodesFault(Fault.NOT_A_REGISTRY)
    if not shape and number > VERSION:
        raise CodesFault(Fault.NEWER, found=number, known=VERSION)
    if not shape or not mine or number != shape:
        raise CodesFault(Fault.DAMAGED, detail=f"version {number}")
    return shape


def renumber(connection: Connection) -> None:
    """Write the number that the tables tell into the file's header.

    Raises:
        CodesFault: DAMAGED, the tables are none of any version.
    """
    if not (number := _SHAPES.version(connection)):
        raise CodesFault(Fault.DAMAGED)
    _SHAPES.number(connection, number)
