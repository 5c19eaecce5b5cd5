"""Saved games in one SQLite file: every move is on disk before anybody is told of it.

A game is a header and rows; the key (game, seq) admits one row only, so that of two programs at
one game one wins and the other hears ``Taken``. Use a journal from one thread at a time.
"""

import errno
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy import Row as SqlRow
from sqlalchemy.exc import IntegrityError

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import stamp
from ketuk.rooms import salvage
from ketuk.rooms.database import Database, create
from ketuk.rooms.records import Header, Progress, Row, Saved, Unsound, header_from, part, to_text
from ketuk.rooms.records import Line as InputLine
from ketuk.rooms.schema import VERSION, advance, entry, game, set_aside, shelved, standing, version
from ketuk.rooms.trouble import JournalFault, Taken, Trouble

FILE = "games.sqlite"
"""Name of the file in a data folder."""


def system_time() -> datetime:
    """Now, aware, in UTC."""
    return datetime.now(UTC)


class Journal:
    """The saved games of a data folder."""

    def __init__(self, database: Database, rescued: salvage.Rescued | None = None) -> None:
        self._database = database
        self.rescued = rescued
        """What was done about a damaged file when it was opened; None for a sound one."""

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = system_time) -> Self:
        """Open the file of saved games; it is made where it is not there.

        A damaged file is kept under another name, and what can be read goes on in a new one
        (``rescued``).

        Raises:
            JournalFault: NEWER, NOT_A_JOURNAL, LOCKED, FULL, FORBIDDEN.
        """
        with named_troubles(path):
            if path.is_dir():
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
            create(path)
        try:
            return cls(_opened(path))
        except JournalFault as fault:
            if fault.trouble is not Trouble.DAMAGED:
                raise
            rescued = salvage.rescue(path, now=clock(), fresh=_opened)
            return cls(_opened(path), rescued)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._database.path

    # ---- looking

    def games(self, *, from_shelf: bool = False) -> tuple[Saved, ...]:
        """The saved games, the one played last first: those in use, or those on the shelf.

        One whose header is broken is left out (:meth:`unreadable`).
        """
        wanted = select(game, standing).join(standing, standing.c.game == game.c.name)
        away = game.c.name.in_(select(shelved.c.game))
        wanted = wanted.where(away if from_shelf else ~away)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(standing.c.played.desc(), game.c.name)).all()
        return tuple(saved for row in rows if (saved := _saved(row)) is not None)

    def unreadable(self) -> tuple[str, ...]:
        """Names of the games whose header is broken, so that nothing else is known of them."""
        with self._reading() as connection:
            rows = connection.execute(select(game).order_by(game.c.name)).all()
        return tuple(row.name for row in rows if not _readable(row.header))

    def header(self, name: str) -> Header:
        """What a game was begun with.

        Raises:
            JournalFault: NO_GAME, DAMAGED.
        """
        with self._reading() as connection:
            text = connection.execute(
                select(game.c.header).where(game.c.name == name)
            ).scalar_one_or_none()
        if text is None:
            raise JournalFault(Trouble.NO_GAME, game=name)
        try:
            return header_from(text)
        except Unsound as error:
            raise JournalFault(Trouble.DAMAGED, path=self.path, detail=str(error)) from error

    def rows(self, name: str, *, after: int = -1) -> tuple[Row, ...]:
        """The rows of a game that come after ``seq``, in order.

        Raises:
            JournalFault: DAMAGED, a row cannot be read or is missing.
        """
        try:
            return tuple(_sound(self._raw(name, after), after))
        except Unsound as error:
            raise JournalFault(Trouble.DAMAGED, path=self.path, detail=str(error)) from error

    def sound_rows(self, name: str) -> tuple[tuple[Row, ...], Unsound | None]:
        """All rows up to the first that cannot be read, and what is wrong with that one."""
        found: list[Row] = []
        try:
            for row in _sound(self._raw(name, -1), -1):
                found.append(row)  # noqa: PERF402 - what came before a fault is kept
        except Unsound as error:
            return tuple(found), error
        return tuple(found), None

    def names(self) -> frozenset[str]:
        """What the saved games are called."""
        with self._reading() as connection:
            return frozenset(connection.execute(select(game.c.name)).scalars())

    def free_name(self, wanted: str) -> str:
        """``wanted``, or with a number behind it where a game is called so already."""
        taken, name, number = self.names(), wanted, 2
        while name in taken:
            name, number = f"{wanted}-{number}", number + 1
        return name

    # ---- changing

    def create(self, header: Header, rows: Sequence[Row], progress: Progress) -> None:
        """A new game with its first rows, on disk when this returns.

        Raises:
            JournalFault: NAME_TAKEN, and those of every writing.
        """
        try:
            with self._writing() as connection:
                named = {"name": header.game, "header": to_text(header)}
                connection.execute(insert(game).values(named))
                connection.execute(
                    insert(standing).values(_how_far(header.game, rows[-1], progress))
                )
                for row in rows:
                    connection.execute(insert(entry).values(_columns(header.game, row)))
        except IntegrityError as error:
            raise JournalFault(Trouble.NAME_TAKEN, game=header.game) from error

    def shelve(self, name: str, now: datetime) -> None:
        """Put a game away: lists leave it out, and nothing of it is lost.

        Raises:
            JournalFault: NO_GAME, and those of every writing.
        """
        self.header(name)
        with self._writing() as connection:
            connection.execute(delete(shelved).where(shelved.c.game == name))
            connection.execute(insert(shelved).values(game=name, at=stamp(now)))

    def unshelve(self, name: str) -> None:
        """Take a game back into the list."""
        with self._writing() as connection:
            connection.execute(delete(shelved).where(shelved.c.game == name))

    def append(self, name: str, row: Row, progress: Progress) -> None:
        """One more row, on disk when this returns.

        Raises:
            Taken: the row is not the next one any more, or its ``ident`` was used.
            JournalFault: LOCKED, FULL, FORBIDDEN, DAMAGED; nothing was changed.
        """
        last = select(func.max(entry.c.seq)).where(entry.c.game == name)
        try:
            with self._writing() as connection:
                if connection.execute(last).scalar_one_or_none() != row.seq - 1:
                    raise Taken
                connection.execute(insert(entry).values(_columns(name, row)))
                # A game that goes on is in use.
                connection.execute(delete(shelved).where(shelved.c.game == name))
                mine = standing.c.game == name
                connection.execute(
                    update(standing).where(mine).values(_how_far(name, row, progress))
                )
        except IntegrityError as error:
            raise Taken from error

    def put_aside(self, name: str, seq: int, now: datetime) -> int:
        """Take the rows from ``seq`` on out of play, and keep them; how many."""
        mine = (entry.c.game == name) & (entry.c.seq >= seq)
        with self._writing() as connection:
            rows = connection.execute(select(entry).where(mine).order_by(entry.c.seq)).all()
            for row in rows:
                raw = json.dumps(dict(row._mapping), ensure_ascii=False, default=repr)
                values = {"game": name, "seq": row.seq, "at": stamp(now), "raw": raw}
                connection.execute(insert(set_aside).values(values))
            connection.execute(delete(entry).where(mine))
            # What was lost held the end, if there was one.
            left = {"moves": seq - 1, "over": False}
            connection.execute(update(standing).where(standing.c.game == name).values(left))
        return len(rows)

    # ---- parts

    def _raw(self, name: str, after: int) -> list[SqlRow[Any]]:
        mine = (entry.c.game == name) & (entry.c.seq > after)
        with self._reading() as connection:
            return list(connection.execute(select(entry).where(mine).order_by(entry.c.seq)))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with named_troubles(self.path), self._database.reading() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with named_troubles(self.path), self._database.writing() as connection:
            yield connection


_TROUBLES = {
    Fault.LOCKED: Trouble.LOCKED,
    Fault.FULL: Trouble.FULL,
    Fault.FORBIDDEN: Trouble.FORBIDDEN,
    Fault.NOT_A_REGISTRY: Trouble.NOT_A_JOURNAL,
    Fault.DAMAGED: Trouble.DAMAGED,
    Fault.NOT_THERE: Trouble.NOT_THERE,
}


@contextmanager
def named_troubles(path: Path) -> Iterator[None]:
    """Call by their names here what the database and the system say."""
    try:
        yield
    except CodesFault as fault:
        facts = {"path": path, "detail": "", **fault.facts}
        raise JournalFault(_TROUBLES[fault.fault], **facts) from fault
    except OSError as error:
        raise JournalFault(Trouble.FORBIDDEN, path=path, detail=error.strerror) from error


def _opened(path: Path) -> Database:
    """The file, led to the present schema.

    Raises:
        JournalFault: as :meth:`Journal.open`, and DAMAGED.
    """
    database = Database(path)
    try:
        with named_troubles(path):
            _make_current(database, path)
    except BaseException:
        database.close()
        raise
    return database


def _make_current(database: Database, path: Path) -> None:
    with database.reading() as connection:
        found = version(connection)
        if found:
            said = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if said != "ok":
                raise JournalFault(Trouble.DAMAGED, path=path, detail=said)
    if found is None:
        raise JournalFault(Trouble.NOT_A_JOURNAL, path=path, detail="")
    if found > VERSION:
        raise JournalFault(Trouble.NEWER, path=path, found=found, known=VERSION)
    if found < VERSION:
        with database.writing() as connection:
            advance(connection, since=version(connection) or 0)


def _how_far(name: str, last: Row, progress: Progress) -> dict[str, Any]:
    return {
        "game": name,
        "round": progress.round,
        "over": progress.over,
        "moves": last.seq,
        "played": last.at,
    }


def _columns(name: str, row: Row) -> dict[str, Any]:
    return {
        "game": name,
        "seq": row.seq,
        "kind": row.kind,
        "host": row.host,
        "at": row.at,
        "command": to_text(row.command),
        "events": to_text(row.events),
        "chance": to_text(row.chance),
        "consents": to_text(row.consents),
        "line": row.line.number if row.line else None,
        "input": row.line.text if row.line else None,
        "ident": row.ident,
    }


def _sound(raw: list[SqlRow[Any]], after: int) -> Iterator[Row]:
    for expected, row in enumerate(raw, after + 1):
        if row.seq != expected:
            raise Unsound(f"{expected} is missing")
        if row.kind not in ("start", "move", "undo", "redo"):
            raise Unsound(f"{row.seq}: kind {row.kind!r}")
        try:
            yield Row(
                seq=row.seq,
                kind=row.kind,
                at=row.at,
                events=part("events", row.events),
                command=part("command", row.command),
                chance=part("chance", row.chance),
                consents=part("consents", row.consents),
                host=row.host,
                line=InputLine(row.line, row.input or "") if row.line is not None else None,
                ident=row.ident,
            )
        except (Unsound, TypeError, AttributeError) as error:
            raise Unsound(f"{row.seq}: {error}") from error


def _readable(header: str) -> bool:
    try:
        header_from(header)
    except Unsound:
        return False
    return True


def _saved(row: SqlRow[Any]) -> Saved | None:
    try:
        header = header_from(row.header)
    except Unsound:
        return None
    return Saved(
        name=row.name,
        ruleset=header.ruleset,
        names=header.names,
        made=header.made,
        played=row.played,
        moves=row.moves,
        round=row.round,
        over=bool(row.over),
        box=header.box,
    )
