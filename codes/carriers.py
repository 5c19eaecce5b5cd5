"""What carries a code: the paper that it was printed on, and the tag that it was written to.

Functions run within one transaction of their caller. Nothing here changes what a sticker is worth.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from ketuk.codes.database import Database
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.judging import escaped, plain_uid
from ketuk.codes.moment import stamp
from ketuk.codes.reissuing import bump, fetch, record
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import writing
from ketuk.codes.sticker import Sticker, What
from ketuk.codes.verdict import StickerState


class Carriers:
    """What carries the codes of one box, as its registry keeps it."""

    def __init__(self, database: Database, box: str) -> None:
        self._database, self._box = database, box

    def note_printed(self, printed: Iterable[str], *, now: datetime) -> tuple[Sticker, ...]:
        """Note that the stickers with these codes were printed, all at once: their sheet is on
        disk. Nothing to note is no change.

        Raises:
            CodesFault: NO_CODE.
        """
        with self._database.writing() as connection:
            chosen = dict.fromkeys(printed)
            for code in chosen:
                fetch(connection, code, box=self._box)
                mine = codes.c.code == code
                connection.execute(update(codes).where(mine).values(printed=stamp(now)))
            stickers = tuple(fetch(connection, code, box=self._box) for code in chosen)
            if stickers:
                revision = bump(connection, self._box)
                record(connection, self._box, revision, now, *stickers, what=What.PRINTED)
            return stickers

    def bind(self, code: str, uid: str, *, now: datetime) -> Sticker:
        """Say that ``code`` lives on the tag ``uid`` (hex) from now on, and no spare does.

        Raises:
            CodesFault: NO_CODE; NO_UID; NOT_ACTIVE, the code is out of use.
        """
        plain = _tag(uid)
        with self._database.writing() as connection:
            return bind(connection, code, plain, box=self._box, now=now)

    def begin_writing(self, code: str, uid: str, *, now: datetime) -> str:
        """Note on disk that ``code`` is about to be written on the tag ``uid`` (hex).

        Gives the tag that may hold the code: another one if the code was being written there and
        nobody knows how that ended. Then nothing is noted, since no two tags shall get one code.
        :meth:`bind` or :meth:`end_writing` ends it.

        Raises:
            CodesFault: NO_CODE; NO_UID; NOT_ACTIVE, the code is out of use.
        """
        plain = _tag(uid)
        with self._database.writing() as connection:
            in_use(connection, code, box=self._box)
            being = select(writing.c.uid).where(writing.c.code == code)
            tag = connection.execute(being).scalar()
            if tag is None:
                row = {"code": code, "box": self._box, "uid": plain, "since": stamp(now)}
                connection.execute(insert(writing).values(row))
            return str(tag or plain)

    def end_writing(self, code: str) -> None:
        """Note that ``code`` did not get onto the tag: any other one may have it."""
        with self._database.writing() as connection:
            connection.execute(delete(writing).where(writing.c.code == code))

    def being_written(self) -> dict[str, str]:
        """The tags that may hold a code, by code, if nobody knows how writing it ended."""
        mine = select(writing.c.code, writing.c.uid).where(writing.c.box == self._box)
        with self._database.reading() as connection:
            return {row.code: row.uid for row in connection.execute(mine)}


def _tag(uid: str) -> str:
    plain = plain_uid(uid)
    if plain is None:
        raise CodesFault(Fault.NO_UID, uid=escaped(uid))
    return plain


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
    sticker = fetch(connection, code, box=box)
    if sticker.state not in (StickerState.ACTIVE, StickerState.SPARE):
        raise CodesFault(
            Fault.NOT_ACTIVE, state=sticker.state, since=sticker.since, item=sticker.item
        )
    return sticker


def bind_unbound(connection: Connection, code: str, uid: str, *, box: str, now: datetime) -> None:
    """As :func:`bind`, for a code that is on no tag yet; else nothing changes."""
    if fetch(connection, code, box=box).uid is None:
        bind(connection, code, uid, box=box, now=now)
