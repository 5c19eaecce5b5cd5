"""The row that says which room uses a box. Who may take it is decided in ``ketuk.rooms.lease``."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from ketuk.codes.fault import CodesFault
from ketuk.codes.moment import moment, stamp
from ketuk.codes.schema import lease


@dataclass(frozen=True, slots=True)
class BoxLease:
    """A box in use: ``holder`` is one running program, ``used`` its last scan or move."""

    holder: str
    machine: str
    game: str
    used: datetime


def holding(connection: Connection, box: str) -> BoxLease | None:
    """The row of a box, if there is one that can be read."""
    with suppress(CodesFault):
        row = connection.execute(select(lease).where(lease.c.box == box)).one_or_none()
        if row is not None:
            return BoxLease(row.holder, row.machine, row.game, moment(row.used))
    return None


def hold(connection: Connection, box: str, held: BoxLease) -> None:
    """Write the row of a box, over whatever was there."""
    values = {
        "holder": held.holder,
        "machine": held.machine,
        "game": held.game,
        "used": stamp(held.used),
    }
    if not connection.execute(update(lease).where(lease.c.box == box).values(values)).rowcount:
        connection.execute(insert(lease).values(box=box, **values))


def let_go(connection: Connection, box: str, holder: str) -> None:
    """Take the row away, if it is still that holder's."""
    connection.execute(delete(lease).where(lease.c.box == box, lease.c.holder == holder))
