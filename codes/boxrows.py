"""A box as rows: out of a registry, and into one."""

from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from ketuk.codes.boxform import FORM, KIND, BoxFile, BoxRow, ChangeRow, CodeRow, ItemRow
from ketuk.codes.judging import plain_uid
from ketuk.codes.schema import box as boxes
from ketuk.codes.schema import change, writing, wrong_tries
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import item as items

AnyRow = TypeVar("AnyRow", CodeRow, ChangeRow)


def rows_of(connection: Connection, box: str) -> BoxFile:
    """All that a registry knows of a box and a file can hold."""

    def rows(table: Any, kind: Any, *order: Any) -> list[Any]:
        wanted = select(table).where(table.c.box == box).order_by(*order)
        fields = kind.__struct_fields__
        return [
            kind(**{field: getattr(row, field) for field in fields})
            for row in connection.execute(wanted)
        ]

    row = connection.execute(select(boxes).where(boxes.c.id == box)).one()
    return of_tags(
        BoxFile(
            v=FORM,
            kind=KIND,
            box=BoxRow(**{field: getattr(row, field) for field in BoxRow.__struct_fields__}),
            items=rows(items, ItemRow, items.c.number),
            codes=rows(codes, CodeRow, codes.c.code),
            changes=rows(change, ChangeRow, change.c.revision, change.c.place),
        )
    )


def put_rows(connection: Connection, file: BoxFile) -> None:
    """Make a registry know what ``file`` does, in place of what it knew of that box.

    What stays at home stays: a lease, the log of scans, when a sticker was last read, and on which
    tag a code was about to be written.
    """
    box = file.box.id
    home = connection.execute(select(codes.c.code, codes.c.seen).where(codes.c.box == box)).all()
    for table in (change, wrong_tries, codes, items):
        connection.execute(delete(table).where(table.c.box == box))
    values = msgspec.to_builtins(file.box)
    if not connection.execute(update(boxes).where(boxes.c.id == box).values(values)).rowcount:
        connection.execute(insert(boxes).values(values))
    for table, rows in ((items, file.items), (codes, file.codes), (change, file.changes)):
        if rows:
            plain = [{"box": box, **msgspec.to_builtins(row)} for row in rows]
            connection.execute(insert(table), plain)
    for code, seen in home:
        connection.execute(update(codes).where(codes.c.code == code).values(seen=seen))
    known = select(codes.c.code)
    connection.execute(delete(writing).where(writing.c.code.not_in(known)))


def of_tags(file: BoxFile) -> BoxFile:
    """The box without the numbers that no tag has."""

    def sound(row: AnyRow) -> AnyRow:
        uid = row.uid and plain_uid(row.uid)
        return row if uid == row.uid else msgspec.structs.replace(row, uid=uid)

    rows = {"codes": list(map(sound, file.codes)), "changes": list(map(sound, file.changes))}
    return msgspec.structs.replace(file, **rows)
