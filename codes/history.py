"""The history of a card: every sticker that it ever had, when it was printed, what became of it."""

from typing import Any

from sqlalchemy import Connection, select

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import moment
from ketuk.codes.schema import change
from ketuk.codes.schema import code as codes
from ketuk.codes.sticker import Change, What, Why, known
from ketuk.codes.verdict import StickerState


def history(connection: Connection, item: int, *, box: str) -> tuple[Change, ...]:
    """All that befell the stickers of ``item``, oldest first.

    That a first sticker was made active with its box is on no record of its own.

    Raises:
        CodesFault: NO_ITEM.
    """
    mine = select(codes).where(codes.c.box == box, codes.c.item == item)
    first = connection.execute(mine.where(codes.c.serial == 1)).one_or_none()
    if first is None:
        raise CodesFault(Fault.NO_ITEM, item=item, box=box)
    later = (
        select(change)
        .where(change.c.box == box, change.c.code.in_(mine.with_only_columns(codes.c.code)))
        .order_by(change.c.revision, change.c.place)
    )
    return (
        Change(moment(first.made), first.code, 1, StickerState.ACTIVE, None),
        *(change_of(row) for row in connection.execute(later)),
    )


def change_of(row: Any) -> Change:
    """From a row of the table ``change``."""
    return Change(
        at=moment(row.at),
        code=row.code,
        serial=row.serial,
        state=known(StickerState, row.state),
        reason=known(Why, row.reason) if row.reason else None,
        what=known(What, row.what),
        uid=row.uid,
    )
