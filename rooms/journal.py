"""Saved games in one SQLite file: every move is on disk before anybody is told of it.

A game is a header and rows; the key (game, seq) admits one row only, so that of two programs at
one game one wins and the other hears ``PlaceTaken``. Use a journal from one thread at a time.
"""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy import Row as SqlRow
from sqlalchemy.exc import IntegrityError

from ketuk.codes.moment import stamp
from ketuk.rooms import heading, remaking, renaming, salvage
from ketuk.rooms.damage import Rescued, is_damage, is_sound
from ketuk.rooms.database import Database, create, named_troubles, opened
from ketuk.rooms.entries import columns, first_newer, how_far, put_aside, sound
from ketuk.rooms.listing import Listing, listing
from ketuk.rooms.names import LONGEST, is_fit
from ketuk.rooms.past import Past
from ketuk.rooms.records import (
    Header,
    Newer,
    Progress,
    Row,
    Saved,
    Unsound,
    header_from,
    to_text,
)
from ketuk.rooms.remains import remains
from ketuk.rooms.results import Result, results
from ketuk.rooms.schema import entry, game, shelved, standing
from ketuk.rooms.trouble import JournalFault, PlaceTaken, Trouble

FILE = "games.sqlite"
"""Name of the file in a data folder."""


def system_time() -> datetime:
    """Now, aware, in UTC."""
    return datetime.now(UTC)


class Journal:
    """The saved games of a data folder."""

    def __init__(self, database: Database, kept: Path | None = None) -> None:
        self._database = database
        self.rescued = self._rescued(kept) if kept is not None else None
        """What was done about a damaged file when it was opened; None for a sound one."""
        self.mended: list[str] = []
        """Games of which the beginning was damaged, and has been put together again."""
        self.remade: list[tuple[str, int]] = []
        """Damaged moves that were worked out again: game and number."""

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = system_time) -> Self:
        """Open the file of saved games; it is made if it is not there.

        A damaged file is kept under another name, and what can be read goes on in a new one
        (``rescued``).

        Raises:
            JournalFault: NEWER, NOT_A_JOURNAL, LOCKED, FULL, FORBIDDEN.
        """
        with named_troubles(path):
            if path.is_dir():
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        kept = salvage.finish(path)
        with named_troubles(path):
            create(path)
        try:
            return cls(opened(path), kept)
        except JournalFault as fault:
            if not is_damage(fault, path):
                raise
            kept = salvage.rescue(path, now=clock(), fresh=opened, is_sound=lambda: is_sound(path))
            return cls(opened(path), kept)

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

    def listing(self) -> Listing:
        """The saved games as lists show them: in use, on the shelf, and broken."""
        with self._reading() as connection:
            found = listing(connection)
        if not sum(map(self.make_anew, found.broken)):
            return found
        with self._reading() as connection:
            return listing(connection)

    def games(self, *, from_shelf: bool = False) -> tuple[Saved, ...]:
        """The saved games, the one played last first: those in use, or those on the shelf."""
        found = self.listing()
        return found.shelved if from_shelf else found.games

    def results(self) -> tuple[Result, ...]:
        """The games that were played to their end, on the shelf too, the latest first."""
        found = self.listing()
        with self._reading() as connection:
            return tuple(results(connection, (*found.games, *found.shelved)))

    def header(self, name: str) -> Header:
        """What a game was begun with; put together again if that cannot be read.

        Raises:
            JournalFault: NO_GAME, GAME_NEWER, DAMAGED.
        """
        try:
            return self._header(name)
        except JournalFault as fault:
            if fault.trouble is not Trouble.DAMAGED or not self.make_anew(name):
                raise
        return self._header(name)

    def _header(self, name: str) -> Header:
        with self._reading() as connection:
            text = connection.execute(
                select(game.c.header).where(game.c.name == name)
            ).scalar_one_or_none()
        if text is None:
            raise JournalFault(Trouble.NO_GAME, game=name)
        try:
            return header_from(text)
        except Newer as newer:
            raise self.too_new(name, newer) from newer
        except (Unsound, TypeError) as error:
            facts = {"path": self.path, "game": name, "detail": str(error)}
            raise JournalFault(Trouble.DAMAGED, **facts) from error

    def make_anew(self, name: str) -> bool:
        """Put the beginning of a game together again if it is damaged; whether it was."""
        # Where that cannot be written, the game is as it was found.
        with suppress(JournalFault, IntegrityError), self._writing() as connection:
            if (called := heading.make_anew(connection, name, stamp(system_time()))) is not None:
                self.mended.append(called)
                return True
        return False

    def remake(self, name: str, past: Past | None, now: datetime, *, wrong: int) -> bool:
        """Work out again the first row that is not in ``past``; whether that could be done.

        ``wrong``: how many bytes of it may be.
        """
        with suppress(JournalFault, IntegrityError):
            header = self.header(name)
            with self._writing() as connection:
                seq = remaking.remake(connection, header, past, stamp(now), wrong)
            if seq is not None:
                self.remade.append((name, seq))
                return True
        return False

    def rows(self, name: str, *, after: int = -1) -> tuple[Row, ...]:
        """The rows of a game that come after ``seq``, in order.

        Raises:
            JournalFault: GAME_NEWER; DAMAGED, a row cannot be read or is missing.
        """
        try:
            return tuple(sound(self.raw(name, after), after))
        except Newer as error:
            raise self.too_new(name, error) from error
        except Unsound as error:
            raise JournalFault(Trouble.DAMAGED, path=self.path, detail=str(error)) from error

    def newer(self, name: str) -> Newer | None:
        """The first row that a newer version of this program wrote; None if there is none."""
        return first_newer(self.raw(name, -1))

    def too_new(self, name: str, newer: Newer) -> JournalFault:
        """That a game goes on with moves that are not known here."""
        facts = {"path": self.path, "game": name, "seq": newer.seq, "detail": newer.what}
        return JournalFault(Trouble.GAME_NEWER, **facts)

    def sound_rows(self, name: str) -> tuple[tuple[Row, ...], Unsound | None]:
        """All rows up to the first that cannot be read, and what is wrong with that one.

        Where some seem to be missing, the index of rows may be damaged: it is made anew.
        """
        found, fault = self._sound_rows(name)
        if fault is not None or not found or found[-1].seq != self._moves(name):
            self._reindex()
            found, fault = self._sound_rows(name)
        return found, fault

    def _sound_rows(self, name: str) -> tuple[tuple[Row, ...], Unsound | None]:
        found: list[Row] = []
        try:
            found.extend(sound(self.raw(name, -1), -1))  # what came before a fault is kept
        except Unsound as error:
            return tuple(found), error
        return tuple(found), None

    def names(self) -> frozenset[str]:
        """What the saved games are called."""
        with self._reading() as connection:
            return frozenset(connection.execute(select(game.c.name)).scalars())

    def free_name(self, wanted: str) -> str:
        """``wanted``, or with a number behind it if a game is called so already."""
        taken = self.names()
        numbered = (f"{wanted[: LONGEST - len(f'-{n}')]}-{n}" for n in count(2))
        return next(name for name in chain([wanted], numbered) if name not in taken)

    # ---- changing

    def create(self, header: Header, rows: Sequence[Row], progress: Progress) -> None:
        """A new game with its first rows, on disk when this returns.

        Raises:
            JournalFault: BAD_NAME, NAME_TAKEN, and those of every writing.
        """
        if not is_fit(header.game):
            raise JournalFault(Trouble.BAD_NAME, game=header.game, most=LONGEST)
        try:
            with self._writing() as connection:
                named = {"name": header.game, "header": to_text(header)}
                connection.execute(insert(game).values(named))
                connection.execute(
                    insert(standing).values(how_far(header.game, rows[-1], progress))
                )
                for row in rows:
                    connection.execute(insert(entry).values(columns(header.game, row)))
        except IntegrityError as error:
            raise JournalFault(Trouble.NAME_TAKEN, game=header.game) from error

    def look_again(self, kept: Path) -> Rescued:
        """Take what is not here yet out of a damaged file that was set aside: games, and those of
        which it holds more moves, under a free name.

        Raises:
            JournalFault: NOT_THERE, and those of every writing.
        """
        with named_troubles(kept):
            found = remains(kept)
        games = moves = 0
        for name in found.headers:
            rows = len(salvage.unbroken(found.rows.get(name, {})))
            with suppress(Unsound):
                header = header_from(found.headers[name])
                if rows - 1 > self._moves_of(header):
                    free = self.free_name(name)
                    with self._writing() as connection:
                        moves += salvage.take(connection, found, name, free=free)
                    games += 1
        return Rescued(kept, games, moves)

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

    def rename(self, name: str, new: str) -> None:
        """Call a game otherwise; who has it open goes on no further.

        Raises:
            JournalFault: NO_GAME, DAMAGED, BAD_NAME, NAME_TAKEN, and those of every writing.
        """
        self.header(name)
        if not is_fit(new):
            raise JournalFault(Trouble.BAD_NAME, game=new, most=LONGEST)
        if new == name:
            return
        try:
            with self._writing() as connection:
                renaming.rename(connection, name, new)
        except IntegrityError as error:
            raise JournalFault(Trouble.NAME_TAKEN, game=new) from error

    def remove(self, name: str) -> None:
        """Take a game out of the file for good, whatever can be read of it.

        Raises:
            JournalFault: NO_GAME, and those of every writing.
        """
        if name not in self.names():
            raise JournalFault(Trouble.NO_GAME, game=name)
        with self._writing() as connection:
            renaming.remove(connection, name)

    def append(self, name: str, row: Row, progress: Progress) -> None:
        """One more row, on disk when this returns.

        Raises:
            PlaceTaken: the row is not the next one any more, or its ``ident`` was used.
            JournalFault: NO_GAME, it is gone or called otherwise; LOCKED, FULL, FORBIDDEN, DAMAGED;
                nothing was changed.
        """
        last = select(func.max(entry.c.seq)).where(entry.c.game == name)
        try:
            with self._writing() as connection:
                there = connection.execute(last).scalar_one_or_none()
                if there is None:
                    raise JournalFault(Trouble.NO_GAME, game=name)
                if there != row.seq - 1:
                    raise PlaceTaken
                connection.execute(insert(entry).values(columns(name, row)))
                # A game that goes on is in use.
                connection.execute(delete(shelved).where(shelved.c.game == name))
                mine = standing.c.game == name
                connection.execute(
                    update(standing).where(mine).values(how_far(name, row, progress))
                )
        except IntegrityError as error:
            raise PlaceTaken from error

    def put_aside(self, name: str, seq: int, now: datetime) -> int:
        """Take the rows from ``seq`` on out of play, and keep them; how many."""
        with self._writing() as connection:
            return put_aside(connection, name, seq, stamp(now))

    # ---- parts

    def _moves(self, name: str) -> object:
        """How many moves a game has by what was noted."""
        with self._reading() as connection:
            noted = select(standing.c.moves).where(standing.c.game == name)
            return connection.execute(noted).scalar_one_or_none()

    def _moves_of(self, header: Header) -> int:
        """How many moves are here of the game that was begun so, under any name; -1: none."""
        here = self.listing()
        same = [
            saved.moves
            for saved in (*here.games, *here.shelved)
            if saved.made == header.made
            and replace(self.header(saved.name), game=header.game) == header
        ]
        return max(same, default=-1)

    def _reindex(self) -> None:
        # Where that cannot be done, the rows are as they were found.
        with suppress(JournalFault, IntegrityError), self._writing() as connection:
            connection.exec_driver_sql("REINDEX entry")

    def _rescued(self, kept: Path) -> Rescued:
        with self._reading() as connection:
            games = connection.execute(select(func.count()).select_from(standing)).scalar_one()
            moves = select(func.count()).where(entry.c.seq > 0)
            return Rescued(kept, games, connection.execute(moves).scalar_one())

    def raw(self, name: str, after: int) -> list[SqlRow[Any]]:
        """The rows of a game as they lie in the file, whatever can be read of them."""
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
