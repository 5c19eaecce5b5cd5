"""Damage within a file of saved games, mended where it is met: what of a game is lost can often be
told by the rest of it.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from ketuk.codes.database import Database
from ketuk.codes.moment import stamp
from ketuk.rooms import heading, remaking
from ketuk.rooms.entries import first_newer, game_newer, rows_of, sound
from ketuk.rooms.past import Past
from ketuk.rooms.records import Header, Newer, Row, Unsound, header_from
from ketuk.rooms.schema import game, standing
from ketuk.rooms.trouble import JournalFault, Trouble

T = TypeVar("T")


class Mending:
    """What is put right in one file. Where that cannot be written, a game is as it was found."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.begun_anew: list[str] = []
        """Games of which the beginning was damaged, and has been put together again."""
        self.remade: list[tuple[str, int]] = []
        """Damaged moves that were worked out again: game and number."""

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
        mine = select(game.c.header).where(game.c.name == name)
        with self._database.reading() as connection:
            text = connection.execute(mine).scalar_one_or_none()
        if text is None:
            raise JournalFault(Trouble.NO_GAME, game=name)
        path = self._database.path
        try:
            return header_from(text)
        except Newer as newer:
            raise game_newer(path, name, newer) from newer
        except (Unsound, TypeError) as error:
            raise JournalFault(Trouble.DAMAGED, path=path, game=name, detail=str(error)) from error

    def make_anew(self, name: str) -> bool:
        """Put the beginning of a game together again if it is damaged; whether it was."""
        with suppress(JournalFault, IntegrityError), self._database.writing() as connection:
            now = stamp(datetime.now(UTC))
            if (called := heading.make_anew(connection, name, now)) is not None:
                self.begun_anew.append(called)
                return True
        return False

    def remake(self, name: str, past: Past | None, now: datetime, *, wrong: int) -> bool:
        """Work out again the first row that is not in ``past``; whether that could be done.

        ``wrong``: how many bytes of it may be.
        """
        with suppress(JournalFault, IntegrityError):
            header = self.header(name)
            with self._database.writing() as connection:
                seq = remaking.remake(connection, header, past, stamp(now), wrong)
            if seq is not None:
                self.remade.append((name, seq))
                return True
        return False

    def asked(self, ask: Callable[[Connection], T]) -> T:
        """An answer from the rows; where their index leads to what is not there, it is made anew.

        Raises:
            JournalFault: DAMAGED, LOCKED, FULL, FORBIDDEN.
        """
        with suppress(JournalFault), self._database.reading() as connection:
            return ask(connection)
        self._reindex()
        with self._database.reading() as connection:
            return ask(connection)

    def sound_rows(self, name: str) -> tuple[tuple[Row, ...], Unsound | None]:
        """All rows up to the first that cannot be read, and what is wrong with that one.

        Where some seem to be missing, the index of rows may be damaged: it is made anew.
        """
        rows, fault = self._sound_rows(name)
        if fault is not None or not rows or rows[-1].seq != self._moves(name):
            self._reindex()
            rows, fault = self._sound_rows(name)
        return rows, fault

    def _sound_rows(self, name: str) -> tuple[tuple[Row, ...], Unsound | None]:
        rows: list[Row] = []
        try:
            raw = self.asked(lambda connection: rows_of(connection, name))
            rows.extend(sound(raw, -1))  # what came before a fault is kept
        except Unsound as error:
            return tuple(rows), error
        return tuple(rows), None

    def _moves(self, name: str) -> object:
        """How many moves a game has by what was noted."""
        noted = select(standing.c.moves).where(standing.c.game == name)
        with self._database.reading() as connection:
            return connection.execute(noted).scalar_one_or_none()

    def _reindex(self) -> None:
        with suppress(JournalFault, IntegrityError), self._database.writing() as connection:
            connection.exec_driver_sql("REINDEX entry")

    def newer(self, name: str) -> Newer | None:
        """The first row that a newer version of this program wrote; None if there is none."""
        with self._database.reading() as connection:
            return first_newer(rows_of(connection, name))
