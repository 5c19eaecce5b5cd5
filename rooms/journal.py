"""Saved games in one SQLite file: every move is on disk before anybody is told of it.

A game is a header and rows; the key (game, seq) admits one row only, so that of two programs at
one game one wins and the other hears ``PlaceTaken``. Use a journal from one thread at a time.
"""

import errno
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Self

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from ketuk.codes.database import OnDatabase
from ketuk.codes.moment import stamp
from ketuk.rooms import renaming, salvage
from ketuk.rooms.damage import is_damage, is_sound, rescued
from ketuk.rooms.database import Database, create, named_troubles, opened
from ketuk.rooms.deleted_games import DeletedGames
from ketuk.rooms.device import device_of
from ketuk.rooms.entries import (
    add,
    begin,
    game_newer,
    last_of,
    put_aside,
    rows_of,
    sound,
)
from ketuk.rooms.listing import Listing, listing
from ketuk.rooms.mending import Mending
from ketuk.rooms.names import LONGEST, is_fit
from ketuk.rooms.records import Header, Newer, Progress, Row, Saved, Unsound
from ketuk.rooms.reign import Reign
from ketuk.rooms.reigns import hold_against, note, reigns
from ketuk.rooms.results import Result, ended_here, results
from ketuk.rooms.schema import game, shelved
from ketuk.rooms.trouble import JournalFault, PlaceTaken, Trouble

FILE = "games.sqlite"
"""Name of the file in a data folder."""


def system_time() -> datetime:
    """Now, aware, in UTC."""
    return datetime.now(UTC)


class Journal(OnDatabase):
    """The saved games of a data folder."""

    def __init__(self, database: Database, kept: Path | None = None) -> None:
        super().__init__(database)
        self.rescued = rescued(database, kept) if kept is not None else None
        """What was done about a damaged file when it was opened; None for a sound one."""
        self.mending = Mending(database)
        """What was damaged within a sound file, and is put right where it is met."""

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

    # ---- looking

    def listing(self) -> Listing:
        """The saved games as lists show them: in use, on the shelf, and broken."""
        with self.reading() as connection:
            listed = listing(connection, lambda: self.device)
        if not sum(map(self.mending.make_anew, listed.broken)):
            return listed
        with self.reading() as connection:
            return listing(connection, lambda: self.device)

    def games(self, *, from_shelf: bool = False) -> tuple[Saved, ...]:
        """The saved games, the one played last first: those in use, or those on the shelf."""
        listed = self.listing()
        return listed.shelved if from_shelf else listed.games

    def results(self) -> tuple[Result, ...]:
        """The games that were played to their end, on the shelf too, the latest first."""
        listed = self.listing()
        games = (*listed.games, *listed.shelved)
        return self.mending.asked(lambda connection: tuple(results(connection, games)))

    def taken_back(self) -> frozenset[str]:
        """When games were begun whose end was taken back by this laptop, which decides them.

        A copy of another laptop's game, or one that was carried here before its end, is none: it
        may have ended there.
        """
        listed = self.listing()
        open_ = [saved for saved in (*listed.games, *listed.shelved) if not saved.over]
        with self.reading() as connection:
            return frozenset(saved.made for saved in open_ if ended_here(connection, saved))

    def header(self, name: str) -> Header:
        """What a game was begun with; put together again if that cannot be read.

        Raises:
            JournalFault: NO_GAME, GAME_NEWER, DAMAGED.
        """
        return self.mending.header(name)

    def rows(self, name: str, *, after: int = -1) -> tuple[Row, ...]:
        """The rows of a game that come after ``seq``, in order.

        Raises:
            JournalFault: GAME_NEWER; DAMAGED, a row cannot be read or is missing.
        """
        with self.reading() as connection:
            raw = rows_of(connection, name, after=after)
        try:
            return tuple(sound(raw, after))
        except Newer as error:
            raise game_newer(self.path, name, error) from error
        except Unsound as error:
            raise JournalFault(Trouble.DAMAGED, path=self.path, detail=str(error)) from error

    def names(self) -> frozenset[str]:
        """What the saved games are called."""
        with self.reading() as connection:
            return frozenset(connection.execute(select(game.c.name)).scalars())

    @property
    def device(self) -> str:
        """What names this laptop among those that keep copies of its games.

        Raises:
            JournalFault: FULL, FORBIDDEN.
        """
        with named_troubles(self.path):
            return device_of(self.path.parent)

    def reigns(self, name: str) -> tuple[Reign, ...]:
        """Which laptops have decided a game, the highest last; none for a game of one laptop."""
        with self.reading() as connection:
            return reigns(connection, name)

    def free_name(self, wanted: str) -> str:
        """``wanted``, or with a number behind it if a game is called so already."""
        taken = self.names()
        numbered = (f"{wanted[: LONGEST - len(f'-{n}')]}-{n}" for n in count(2))
        return next(name for name in chain([wanted], numbered) if name not in taken)

    # ---- changing

    def create(
        self,
        header: Header,
        rows: Sequence[Row],
        progress: Progress,
        *,
        reigns: Sequence[Reign] = (),
    ) -> None:
        """A new game with its first rows, on disk when this returns.

        Args:
            reigns: which laptops have decided it, of a copy.

        Raises:
            JournalFault: BAD_NAME, NAME_TAKEN, and those of every writing.
        """
        if not is_fit(header.game):
            raise JournalFault(Trouble.BAD_NAME, game=header.game, most=LONGEST)
        try:
            with self.writing() as connection:
                begin(connection, header, rows, progress)
                for reign in reigns:
                    note(connection, header.game, reign)
        except IntegrityError as error:
            raise JournalFault(Trouble.NAME_TAKEN, game=header.game) from error

    def shelve(self, name: str, now: datetime) -> None:
        """Put a game away: lists leave it out, and nothing of it is lost.

        Raises:
            JournalFault: NO_GAME, and those of every writing.
        """
        self.header(name)
        with self.writing() as connection:
            connection.execute(delete(shelved).where(shelved.c.game == name))
            connection.execute(insert(shelved).values(game=name, at=stamp(now)))

    def unshelve(self, name: str) -> None:
        """Take a game back into the list."""
        with self.writing() as connection:
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
            with self.writing() as connection:
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
        listed = self.listing()
        known = {saved.name: saved for saved in (*listed.games, *listed.shelved)}
        gone = known.pop(name, None)
        with self.writing() as connection:
            ended = gone is not None and ended_here(connection, gone)
            renaming.remove(connection, name)
        # a branch of it is the same game, and of one that ended elsewhere nothing is said here
        if gone is not None and ended and gone.made not in {one.made for one in known.values()}:
            DeletedGames(self.path.parent).note(gone.made)

    def note_reign(self, name: str, reign: Reign, *, alone: bool = False) -> None:
        """Keep that a laptop decides a game, or what it is called now; on disk when this returns.

        Args:
            alone: only if no higher one is known.

        Raises:
            Outreigned: one is.
            JournalFault: NO_GAME, and those of every writing.
        """
        try:
            with self.writing() as connection:
                if alone:
                    hold_against(connection, name, reign)
                note(connection, name, reign)
        except IntegrityError as error:
            raise JournalFault(Trouble.NO_GAME, game=name) from error

    def append(self, name: str, row: Row, progress: Progress, *, after: Row, reign: Reign) -> None:
        """One more row, on disk when this returns.

        Args:
            after: the row before it.
            reign: under which it is written.

        Raises:
            Outreigned: a higher one is known of that game.
            PlaceTaken: the last row is another one by now, or its ``ident`` was used.
            JournalFault: NO_GAME, it is gone or called otherwise; LOCKED, FULL, FORBIDDEN, DAMAGED;
                nothing was changed.
        """
        try:
            with self.writing() as connection:
                there = last_of(connection, name)
                if there is None:
                    raise JournalFault(Trouble.NO_GAME, game=name)
                hold_against(connection, name, reign)
                if not there.is_that_of(after):
                    raise PlaceTaken
                add(connection, name, [row], progress)
        except IntegrityError as error:
            raise PlaceTaken from error

    def put_aside(self, name: str, seq: int, now: datetime) -> int:
        """Take the rows from ``seq`` on out of play, and keep them; how many."""
        with self.writing() as connection:
            return put_aside(connection, name, seq, stamp(now))
