"""A damaged registry: kept whole under another name, what can be read goes on in a new one.

What can be read is written to a new file beside it, which takes its place last. Killed at any
moment, the damaged file lies in its place or the rescued one does; a rescue that finds the new file
already there, named after the bytes of the damaged one, does the rest.
"""

import filecmp
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update
from sqlalchemy.exc import IntegrityError

from ketuk.codes.aside import put_in_place
from ketuk.codes.boxform import BoxRow
from ketuk.codes.boxrows import put_rows
from ketuk.codes.code import BOX_LENGTH
from ketuk.codes.columns import is_sound, is_whole
from ketuk.codes.disk import disk_faults
from ketuk.codes.foundry import Foundry
from ketuk.codes.moment import stamp
from ketuk.codes.piecing import Left, Pieced, pieced, text
from ketuk.codes.schema import APPLICATION, STEPS, TABLES
from ketuk.codes.schema import box as boxes
from ketuk.codes.schema import change as changes
from ketuk.codes.schema import code as codes
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Copies
from ketuk.codes.wreck import Mould, Values, Wreck, WreckReader, laid_open

RESCUED = ".rescued"
"""Stands in the name of a file that is about to take a damaged one's place."""
DAMAGED = ".damaged"
"""Stands in the name of a registry that was replaced because it could not be read."""
_MARK = 12
"""So many signs of a damaged file's digest tell it from others."""
_NEW = Mould(STEPS, application=APPLICATION)
_MAIN = ("box", "code", "change", "item")
_NOTES = ("scan", "wrong_tries", "lease", "writing", "counting", "counted")
"""What a box can do without, in the order in which it can be put back."""
_BY_INDEX = "SELECT rowid FROM {table} INDEXED BY sqlite_autoindex_{table}_1"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""When a box was made of which nothing says that."""


def is_registry(path: Path) -> bool:
    """Whether a file that SQLite takes for another kind was a registry before its damage."""
    return _NEW.begins_alike(path, unlike=b"G")  # one sign of four tells it from saved games


def rescue(path: Path, box: str | None) -> Path | None:
    """Put a registry with all that can be read in the place of a damaged one; nobody else has it.

    Returns:
        Where the damaged file is kept; None where it cannot be put together, and lies as it was.

    Raises:
        CodesFault: FULL, FORBIDDEN; the file lies as it was.
    """
    with disk_faults(path):
        mark = hashlib.sha256(path.read_bytes()).hexdigest()[:_MARK]
        whole = path.with_name(f"{path.name}{RESCUED}-{mark}")
        if not whole.exists() and not _written(path, whole, box):
            return None
        kept = _free(path)
        put_in_place(path, whole, kept=kept)
    return kept


def set_aside(path: Path) -> tuple[Path, ...]:
    """The damaged files that were set aside for a registry, the latest first."""
    return all_set_aside(path.parent).get(path.name, ())


def all_set_aside(folder: Path) -> dict[str, tuple[Path, ...]]:
    """The damaged files in a folder by the name of the registry, the latest first."""
    numbered: dict[str, dict[int, Path]] = {}
    for file in folder.glob(f"*{DAMAGED}-*"):
        name, _, number = file.name.rpartition(f"{DAMAGED}-")
        if number.isdecimal():
            numbered.setdefault(name, {})[int(number)] = file
    return {
        name: tuple(by_number[number] for number in sorted(by_number, reverse=True))
        for name, by_number in numbered.items()
    }


def to_be_printed(connection: Connection, box: str) -> tuple[int, ...]:
    """The cards that got a new code in a rescue, which is neither printed nor on a tag yet."""
    mine = (codes.c.box == box) & (codes.c.state == "active") & (changes.c.code == codes.c.code)
    made_so = (changes.c.reason == Why.DAMAGED.value) & (changes.c.state == "active")
    waiting = codes.c.printed.is_(None) & codes.c.uid.is_(None)
    wanted = select(codes.c.item).where(mine, made_so, waiting).distinct().order_by(codes.c.item)
    return tuple(connection.execute(wanted).scalars())


def _free(path: Path) -> Path:
    """A name for the damaged file that is free, or which it has already."""
    names = (path.with_name(f"{path.name}{DAMAGED}-{number}") for number in count(1))
    return next(
        name for name in names if not name.exists() or filecmp.cmp(name, path, shallow=False)
    )


# ---- reading


def _written(path: Path, whole: Path, box: str | None) -> bool:
    with laid_open(path, _NEW) as wreck:
        left = _best(wreck)
        own = _own(wreck, left, box or (path.stem if len(path.stem) == BOX_LENGTH else None))
    if own is None or not left.counted:
        return False
    pieces = pieced(left, own)
    if 2 * len(pieces.bare) > len(pieces.file.items):
        return False  # an export, if there is one, is worth more
    try:
        Foundry().pour(whole, lambda connection: _fill(connection, pieces, left))
    except IntegrityError:
        return False
    return True


def _best(wreck: Wreck) -> Left:
    best = Left({table: [] for table in (*_MAIN, *_NOTES)})
    for reader in wreck.readers():
        left = _left(reader)
        if left.count > best.count:
            best = left
        if reader.whole:
            break
    for table in _MAIN[1:]:
        missing = best.missing(table) if reader.whole else None
        if missing == set():
            continue
        rows = wreck.by_page(table, _columns(table), uncounted=missing is not None)
        best.rows[table] += [
            row
            for row in rows
            if is_whole(TABLES[table], row) and (missing is None or row["rowid"] in missing)
        ]
    return best


def _left(reader: WreckReader) -> Left:
    rows = {table: list(_rows(reader, table)) for table in (*_NOTES, *_MAIN[:-1])}
    others, reader.whole = reader.whole, True
    rows["item"] = list(_rows(reader, "item"))
    listed, reader.whole = reader.whole, True
    items = list(reader.ask("SELECT number FROM item INDEXED BY sqlite_autoindex_item_1"))
    counted, reader.whole = listed or reader.whole, others and listed
    numbers = reader.ask("SELECT rowid, code FROM code INDEXED BY sqlite_autoindex_code_1")
    owners = reader.ask("SELECT rowid, item, serial FROM code INDEXED BY one_serial")
    noted = {
        table: {row["rowid"] for row in reader.ask(_BY_INDEX.format(table=table))}
        for table in _MAIN[1:]
    }
    active = reader.ask("SELECT rowid FROM code INDEXED BY one_active WHERE state = 'active'")
    return Left(
        rows,
        {row["rowid"]: row["code"] for row in numbers},
        {row["rowid"]: (row["item"], row["serial"]) for row in owners},
        {row["rowid"] for row in active},
        {row["number"] for row in items},
        noted,
        counted,
    )


def _rows(reader: WreckReader, table: str) -> Iterator[Values]:
    return reader.rows(table, _columns(table), number="rowid")


def _columns(table: str) -> list[str]:
    return ["rowid", *TABLES[table].columns.keys()]


def _own(wreck: Wreck, left: Left, box: str | None) -> BoxRow | None:
    """The row of the box: as it can be read, or with a bit of its beginning turned back."""
    there = left.rows["box"]
    ids = {row["id"] for row in there if _is_plausible(row)}
    if len(ids) > 1:
        return None  # several boxes in one file
    box = box or next(iter(ids), None)
    columns = _columns("box")
    for row in chain(there, wreck.by_page("box", columns), wreck.by_bit("box", columns)):
        if _is_plausible(row) and row["id"] == box:
            return _box_row(row, box, left)
    guessed = (_box_row(row, box, left) for row in there if box is not None)
    return next((row for row in guessed if row.ruleset and row.ruleset.isprintable()), None)


def _is_plausible(row: Values) -> bool:
    texts = (row["name"], row["ruleset"])
    return is_whole(TABLES["box"], row) and all(text and text.isprintable() for text in texts)


def _box_row(row: Values, box: str, left: Left) -> BoxRow:
    """The row with what it can do without in the place of what is none."""
    times = (code["made"] for code in left.rows["code"] if is_whole(codes, code))

    def good(name: str, other: Any) -> Any:
        value = text(row[name]) if isinstance(row[name], bytes) else row[name]
        return value if value is not None and is_sound(boxes.c[name], value) else other

    return BoxRow(
        id=box,
        name=good("name", box),
        ruleset=text(row["ruleset"]),
        revision=good("revision", 1),
        made=good("made", min(times, default=stamp(EPOCH))),
        copies=good("copies", Copies.ASK.value),
        copies_since=good("copies_since", None),
    )


# ---- the new file


def _fill(connection: Connection, pieces: Pieced, left: Left) -> None:
    put_rows(connection, pieces.file)
    for code, at in pieces.seen.items():
        connection.execute(update(codes).where(codes.c.code == code).values(seen=at))
    known = {row.code for row in pieces.file.codes}
    for name in _NOTES:
        for row in left.rows[name]:
            ours = row["box"] == pieces.file.box.id and row.get("code", next(iter(known))) in known
            if ours and is_whole(TABLES[name], row):
                _put(connection, TABLES[name], row)


def _put(connection: Connection, table: Table, row: Values) -> None:
    values = {column.name: row[column.name] for column in table.columns}
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(table).values(values))
