"""What carries a code: the paper that it was printed on, and the tag that it was written to.

Each function runs within one transaction of its caller. None of them changes what a sticker is
worth.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import stamp
from ketuk.codes.reissuing import bump, fetch, record
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import writing
from ketuk.codes.sticker import Sticker, What
from ketuk.codes.verdict import StickerState


def note_printed(
    connection: Connection, printed: Iterable[str], *, box: str, now: datetime
) -> tuple[Sticker, ...]:
    """Note that these codes were printed, all at once; nothing to note is no change.

    Raises:
        CodesFault: NO_CODE.
    """
    chosen = dict.fromkeys(printed)
    for code in chosen:
        fetch(connection, code, box=box)
        mine = codes.c.code == code
        connection.execute(update(codes).where(mine).values(printed=stamp(now)))
    stickers = tuple(fetch(connection, code, box=box) for code in chosen)
    if stickers:
        record(connection, box, bump(connection, box), now, *stickers, what=What.PRINTED)
    return stickers


def bind(connection: Connection, code: str, uid: str, *, box: str, now: datetime) -> Sticker:
    """Say that ``code`` lives on the tag ``uid``; a former binding is replaced.

    A tag holds one code: a spare that was on it is on none any more.

    Raises:
        CodesFault: NO_CODE; NOT_ACTIVE, the code is out of use.
    """
    in_use(connection, code, box=box)
    revision = bump(connection, box)
    spares = (codes.c.box == box, codes.c.uid == uid, codes.c.state == StickerState.SPARE.value)
    displaced = connection.execute(select(codes.c.code).where(*spares, codes.c.code != code))
    gone = tuple(displaced.scalars())
    for other, value in (*((other, None) for other in gone), (code, uid)):
        connection.execute(update(codes).where(codes.c.code == other).values(uid=value))
    mine = (writing.c.box == box) & ((writing.c.code == code) | (writing.c.uid == uid))
    connection.execute(delete(writing).where(mine))
    bound = tuple(fetch(connection, other, box=box) for other in (*gone, code))
    record(connection, box, revision, now, *bound, what=What.BOUND)
    return bound[-1]


def in_use(connection: Connection, code: str, *, box: str) -> Sticker:
    """The sticker with that code, which counts or is a spare.

    Raises:
        CodesFault: NO_CODE; NOT_ACTIVE, the code is out of use.
    """
    found = fetch(connection, code, box=box)
    if found.state not in (StickerState.ACTIVE, StickerState.SPARE):
        raise CodesFault(Fault.NOT_ACTIVE, state=found.state, since=found.since, item=found.item)
    return found


def begin_writing(connection: Connection, code: str, uid: str, *, box: str, now: datetime) -> str:
    """Note that ``code`` is about to be written on the tag ``uid``; the tag that may hold it.

    That is another one if the code was being written there and nobody knows how that ended: then
    nothing is noted, since no two tags shall get one code.

    Raises:
        CodesFault: NO_CODE; NOT_ACTIVE, the code is out of use.
    """
    in_use(connection, code, box=box)
    found = connection.execute(select(writing.c.uid).where(writing.c.code == code)).scalar()
    if found is None:
        row = {"code": code, "box": box, "uid": uid, "since": stamp(now)}
        connection.execute(insert(writing).values(row))
    return str(found or uid)


def end_writing(connection: Connection, code: str) -> None:
    """Note that ``code`` was not written: any other tag may have it."""
    connection.execute(delete(writing).where(writing.c.code == code))


def being_written(connection: Connection, *, box: str) -> dict[str, str]:
    """The tags that may hold a code, by code, if nobody knows how writing it ended."""
    rows = connection.execute(select(writing.c.code, writing.c.uid).where(writing.c.box == box))
    return {row.code: row.uid for row in rows}


def bind_unbound(connection: Connection, code: str, uid: str, *, box: str, now: datetime) -> None:
    """As :func:`bind`, for a code that is on no tag yet; else nothing changes."""
    if fetch(connection, code, box=box).uid is None:
        bind(connection, code, uid, box=box, now=now)
