"""A copy of a game that another laptop decides."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Literal, Self, TypeVar

from msgspec.structs import replace

from ketuk.codes.registry import Registry
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.rooms.answers import Outcome, Turned
from ketuk.rooms.chance import RecordedLuck, SystemLuck
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.past import Move, Past
from ketuk.rooms.playing import progress
from ketuk.rooms.records import Header, InputLine, Row
from ketuk.rooms.reign import Reign, common, highest, marks_of
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.room import Room
from ketuk.rooms.tails import Astray, begun_so, followed
from ketuk.rooms.upstream import Upstream

Answered = TypeVar("Answered")


@dataclass(frozen=True, slots=True)
class Copy:
    """What the laptop that decides gives to one that keeps a copy."""

    header: Header
    rows: tuple[Row, ...]
    """All, from the start on."""
    reigns: tuple[Reign, ...]
    """All that are known there; the highest is its own."""


def _nothing() -> None:
    pass


class CopiedRoom(Room):
    """A game that is open here as a copy: what is asked goes to the laptop that decides.

    What cannot be is refused here, without asking. Once it leads, it is a room as any other.
    """

    upstream: Upstream | None = None
    """The line to the laptop that decides; without one, requests hear where the game goes on."""
    branched: str = ""
    """What the tail that was here alone is called, if one was kept when this copy was begun."""
    settle: Callable[[], None] = staticmethod(_nothing)
    """Takes the rows that have been heard; called before an answer is told."""

    @classmethod
    def begin(
        cls,
        journal: Journal,
        copy: Copy,
        *,
        registry: Registry | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
    ) -> Self:
        """Keep a copy here, under a free name, or go on with the one that is here already.

        What is here of the game and not there is kept: as a branch where the two part, else at
        the end of the copy (``rows`` beyond those of the laptop that decides), to be offered.

        Raises:
            Outreigned: a higher reign than theirs is known here; it is they who should follow.
            Astray: the rows make no game.
            JournalFault: RULES, BOX, and those of every writing.
        """
        name = copy_here(journal, copy.header) or _made(journal, copy)
        room = cls.resume(journal, name, registry=registry, clock=clock, ticks=ticks)
        room.follow(*copy.reigns)
        room.branched = room.take_game(copy.rows)
        return room

    def take_game(self, rows: Sequence[Row]) -> str:
        """All rows of the game, from the start on, as another laptop has them.

        Returns, Raises:
            As of :meth:`Sharing.take_rows`.
        """
        since = common(self.marks(), marks_of(rows))
        if since < 0:
            raise Astray("another game")
        return self.take_rows(rows, since=self.marks()[since])

    def follow(self, *reigns: Reign) -> None:
        """Go by these reigns from now on; they are on disk when this returns.

        Raises:
            Outreigned: a higher one is known here; nothing was changed.
            JournalFault: they could not be kept.
        """
        newest = highest(reigns)
        if newest < self.reign or (newest == self.reign and self.leads):
            raise Outreigned(self.reign)
        for reign in sorted(reigns):
            if not self.fence(reign):
                self.journal.note_reign(self.name, reign)

    def lead(self, reign: Reign) -> None:
        """As :meth:`Reigned.lead`: what is asked is decided here from now on."""
        super().lead(reign)
        self.upstream = None

    def do(
        self,
        command: AnyCommand,
        *,
        ask: str | None = None,
        consents: frozenset[int] = frozenset(),
        line: InputLine | None = None,
        ident: str | None = None,
    ) -> Outcome:
        """As :meth:`Playing.do`; while this is a copy, the laptop that decides is asked."""
        if self.leads or self.upstream is None:
            return super().do(command, ask=ask, consents=consents, line=line, ident=ident)
        if (known := self._done_before(ident)) is not None:
            return known
        wanted = self.adapt(command)
        if (unasked := self._unasked(wanted, ask, consents)) is not None:
            return unasked
        luck = RecordedLuck(SystemLuck(), self._past.chance)
        _, decided = self._decided(wanted, luck)
        if isinstance(decided, Refused):
            return decided
        return self._settled(
            self.upstream.act(
                command,
                ask=ask or self.question,
                consents=consents,
                line=line,
                ident=ident or _fresh_ident(),
            )
        )

    def undo(
        self,
        *,
        seq: int | None = None,
        consents: frozenset[int] = frozenset(),
        line: InputLine | None = None,
        ident: str | None = None,
    ) -> Turned:
        """As :meth:`Playing.undo`; while this is a copy, the laptop that decides is asked."""
        if self.leads or self.upstream is None:
            return super().undo(seq=seq, consents=consents, line=line, ident=ident)
        return self._turned(self.upstream, "undo", seq, consents, ident)

    def redo(
        self, *, seq: int | None = None, line: InputLine | None = None, ident: str | None = None
    ) -> Turned:
        """As :meth:`Playing.redo`; while this is a copy, the laptop that decides is asked."""
        if self.leads or self.upstream is None:
            return super().redo(seq=seq, line=line, ident=ident)
        return self._turned(self.upstream, "redo", seq, frozenset(), ident)

    def _turned(
        self,
        upstream: Upstream,
        way: Literal["undo", "redo"],
        seq: int | None,
        consents: frozenset[int],
        ident: str | None,
    ) -> Turned:
        if (known := self._done_before(ident)) is not None:
            return known
        move = self._turnable(way, seq, consents)
        if not isinstance(move, Move):
            return move
        ident = ident or _fresh_ident()
        return self._settled(upstream.turn(way, seq=self.seq, consents=consents, ident=ident))

    def _settled(self, answer: Answered) -> Answered:
        self.settle()
        return answer


def _fresh_ident() -> str:
    return secrets.token_hex(8)


def copy_here(journal: Journal, header: Header) -> str:
    """The name of a copy of that game which is here already; empty if there is none.

    Branches and games that were taken out of a file have no reigns, and stay what they are.
    """
    shared = [saved for saved in begun_so(journal, header) if journal.reigns(saved.name)]
    return max(shared, key=lambda saved: saved.moves).name if shared else ""


def _made(journal: Journal, copy: Copy) -> str:
    """A new copy, with its reigns in the same stroke: else it would take itself for the game."""
    if not copy.rows or not highest(copy.reigns).device:
        raise Astray("neither rows nor reigns")
    past = followed(Past(copy.rows[0]), copy.rows[1:])
    header = replace(copy.header, game=journal.free_name(copy.header.game))
    journal.create(header, past.rows, progress(past.table), reigns=copy.reigns)
    return header.game
