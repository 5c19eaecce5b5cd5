"""What carries a code: the paper that it was printed on, and the tag that it was written to.

Each function runs within one transaction of its caller. None of them changes what a sticker is
worth.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, update

from ketuk.codes.moment import stamp
from ketuk.codes.reissuing import bump, fetch, record
from ketuk.codes.schema import code as codes
from ketuk.codes.sticker import Sticker, What


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

    Raises:
        CodesFault: NO_CODE.
    """
    fetch(connection, code, box=box)
    connection.execute(update(codes).where(codes.c.code == code).values(uid=uid))
    bound = fetch(connection, code, box=box)
    record(connection, box, bump(connection, box), now, bound, what=What.BOUND)
    return bound


def bind_unbound(connection: Connection, code: str, uid: str, *, box: str, now: datetime) -> None:
    """As :func:`bind`, for a code that is on no tag yet; else nothing changes."""
    if fetch(connection, code, box=box).uid is None:
        bind(connection, code, uid, box=box, now=now)
