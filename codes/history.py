"""The history of a card: every sticker that it ever had, and what became of each."""

from sqlalchemy import Connection, select

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import moment
from ketuk.codes.schema import change
from ketuk.codes.schema import code as codes
from ketuk.codes.sticker import Change, Why, known
from ketuk.codes.verdict import State


def history(connection: Connection, item: int, *, box: str) -> tuple[Change, ...]:
    """All changes of the stickers of ``item``, oldest first.

    A first sticker has no change on record: it was made active with its box.

    Raises:
        CodesFault: NO_ITEM.
    """
    first = select(codes).where(codes.c.box == box, codes.c.item == item, codes.c.serial == 1)
    made = connection.execute(first).one_or_none()
    if made is None:
        raise CodesFault(Fault.NO_ITEM, item=item, box=box)
    later = (
        select(change)
        .where(change.c.box == box, change.c.item == item)
        .order_by(change.c.revision, change.c.place)
    )
    return (
        Change(moment(made.made), made.code, 1, State.ACTIVE, None),
        *(
            Change(moment(row.at), row.code, row.serial, known(State, row.state), _why(row.reason))
            for row in connection.execute(later)
        ),
    )


def _why(reason: str | None) -> Why | None:
    return known(Why, reason) if reason else None
