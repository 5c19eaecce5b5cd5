"""A game that goes on: a command comes in, is decided, kept on disk, and then told.

The one writer of its game in this program.
"""

from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Any, Literal

from ketuk import engine
from ketuk.codes.moment import stamp
from ketuk.engine.acts.timekeeping import deadline, reopened
from ketuk.engine.commands import AnyCommand, Correct, PassTime
from ketuk.engine.decide import Advanced
from ketuk.engine.events import AnyEvent
from ketuk.engine.history import shows_chance
from ketuk.engine.luck import Luck, NoLuck
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table
from ketuk.rooms.answers import (
    Change,
    Changed,
    Divided,
    Fenced,
    Late,
    MoveDone,
    NeedsConsent,
    NoMove,
    Outcome,
    Stale,
    Turned,
    Watcher,
)
from ketuk.rooms.chance import RecordedLuck, SeededLuck, SystemLuck
from ketuk.rooms.entries import RowPlace
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.past import Move, Past
from ketuk.rooms.play_clock import PlayClock
from ketuk.rooms.recalling import Damage, recall
from ketuk.rooms.records import Header, InputLine, Progress, Row
from ketuk.rooms.reign import Mark, Reign
from ketuk.rooms.reigning import Reigned, fenced_by
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.trouble import PlaceTaken


class Playing(Reigned):
    """A game that can be played on; taps and its box are the room's."""

    def __init__(
        self,
        journal: Journal,
        header: Header,
        rules: RuleSet,
        past: Past,
        *,
        luck: Luck | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
        damage: Damage | None = None,
    ) -> None:
        super().__init__(journal, header, past, damage)
        self.rules = rules
        self._luck, self._clock = luck, clock
        self._play = PlayClock(ticks, past.table.clock.now)
        self._watchers: list[Watcher] = []
        self.parted: Divided | None = None
        """Whose moves the table still has to choose about."""
        self.parting: list[Callable[[], object]] = []
        """Told when all stands still for that, and when it goes on."""
        self.settled: set[Mark] = set()
        """Of rows that are kept as a branch: whoever brings them once more brings nothing."""
        self.adapt: Callable[[AnyCommand], AnyCommand] = lambda command: command
        """What a command is as things stand around the table; a host with phones sets it."""

    def watch(self, tell: Watcher) -> Callable[[], None]:
        """Be told of every change, once it is on disk; call the answer to hear no more."""
        self._watchers.append(tell)

        def stop() -> None:
            if tell in self._watchers:
                self._watchers.remove(tell)

        return stop

    def lead(self, reign: Reign) -> None:
        """As :meth:`Reigned.lead`; a question that was open meanwhile has the time that it had."""
        led = self.leads
        super().lead(reign)
        if not led:
            self._play.stand(self.table.clock)

    def part(self, name: str) -> None:
        """The laptop of this name has gone on apart: all stands still until the table has chosen.

        Args:
            name: empty once it has; what was open meanwhile has the time that it had.
        """
        was, self.parted = self.parted, Divided(name) if name else None
        if was is not None and self.parted is None:
            self._play.stand(self.table.clock)
        for tell in tuple(self.parting) if self.parted != was else ():
            tell()

    def do(
        self,
        command: AnyCommand,
        *,
        ask: str | None = None,
        consents: frozenset[int] = frozenset(),
        line: InputLine | None = None,
        ident: str | None = None,
    ) -> Outcome:
        """Carry out a command, or say why not. What is joint wants every seat's consent.

        Args:
            ask: the question (``Game.question``) that the command answers: another one open now
                makes it ``Late``.
            consents: seats that agree to what is joint (a correction, an early end); they are asked
                before the engine is, which might refuse for what lies in a hand.
            line: where it was read, kept with the move.
            ident: names this request; its repetition gets the first answer and does nothing.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        if (answer := self._answered(ident)) is not None:
            return answer
        self.keep_time()
        command = self.adapt(command)
        if (unasked := self._unasked(command, ask, consents)) is not None:
            return unasked
        agreed = tuple(sorted(consents)) if isinstance(command, self.rules.joint) else ()
        return self._carry_out(command, consents=agreed, line=line, ident=ident)

    def undo(
        self,
        *,
        seq: int | None = None,
        consents: frozenset[int] = frozenset(),
        line: InputLine | None = None,
        ident: str | None = None,
    ) -> Turned:
        """Take back the last move that stands, of whichever seat.

        Past dice, a drawn card or a reveal every seat still playing must agree. It gives no time
        back: the clock goes on, and the question that is open again has its full time.

        Args:
            seq: the last row that whoever asks has seen; if there are more by now, nothing is
                done.
            ident: as for :meth:`do`.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        if (answer := self._answered(ident)) is not None:
            return answer
        move = self._turnable("undo", seq, consents)
        if not isinstance(move, Move):
            return move
        table = self._past.earlier.table
        again = reopened(self._second()) if self.rules.timing is not None else ()
        agreed = tuple(sorted(consents))
        row = self._row("undo", again, consents=agreed, line=line, ident=ident)
        return self._write(row, table, MoveDone(row.seq, move.command, (), "undo"))

    def redo(
        self, *, seq: int | None = None, line: InputLine | None = None, ident: str | None = None
    ) -> Turned:
        """Bring back the move that was undone last, with the dice and cards that it had.

        Args:
            seq: as for :meth:`undo`.
            ident: as for :meth:`do`.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        if (answer := self._answered(ident)) is not None:
            return answer
        move = self._turnable("redo", seq)
        if not isinstance(move, Move):
            return move
        row = self._row("redo", line=line, ident=ident)
        return self._write(
            row, self._past.redone(), MoveDone(row.seq, move.command, move.events, "redo")
        )

    @staticmethod
    def undo_shows(move: Move) -> bool:
        """Whether an undo of a move is one past chance or a reveal, which all have seen."""
        return bool(move.row.chance) or shows_chance(move.events)

    def catch_up(self) -> None:
        """Read what other programs have added to this game, and tell those who watch.

        Raises:
            JournalFault: DAMAGED.
        """
        rows = self.journal.rows(self.name, after=self.seq - 1)
        if not rows or not RowPlace.of(rows[0]).is_that_of(self._past.rows[-1]):
            self._went_back(recall(self.journal, self.name, now=self._clock())[0])
            return
        for row in rows[1:]:
            self._take(row, caught_up=True)

    # ---- time

    def keep_time(self) -> None:
        """Let questions answer themselves whose time is up: before each command, and on deadlines.

        A row of its own for each, so that an undo takes back the one or the other. A table whose
        questions have no time is never asked.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        while (
            self.leads
            and (due := self._deadline()) is not None
            and self._play.now(self.table.clock) >= due
        ):
            self._carry_out(PassTime(due))

    def wait(self, seconds: int) -> Refused | Fenced | None:
        """Let seconds of play go by at once, for those who play by a script and not by a clock.

        Raises:
            JournalFault: a question that answered itself could not be kept.
        """
        if self.fenced is not None:
            return self.fenced
        if self.rules.timing is None:
            return refuse(Reason.NO_CLOCK)
        if self.rules.timing.stands(self.table):
            return refuse(Reason.TIME_STANDS)
        self._play.ahead(seconds)
        self.keep_time()
        return None

    @property
    def time_left(self) -> float | None:
        """Seconds until what is open answers itself; None if it has no time."""
        due = self._deadline()
        return None if due is None else max(0.0, due - self._play.exactly(self.table.clock))

    @property
    def time_standing(self) -> int | None:
        """Seconds that are left of a time that stands still, as in a pause; None if none does."""
        timing, table = self.rules.timing, self.table
        if timing is None or not timing.stands(table):
            return None
        return table.clock.rest(len(table.agenda) - 1)

    # ---- parts

    def _second(self) -> int:
        """What second of play it is; if time stands still, or none is kept, the last kept."""
        timing, clock = self.rules.timing, self.table.clock
        goes_on = timing is not None and not timing.stands(self.table)
        return self._play.now(clock) if goes_on else clock.now

    def _deadline(self) -> int | None:
        return deadline(self.rules, self.table) if self.parted is None else None

    def _carry_out(self, command: AnyCommand, **parts: Any) -> MoveDone | Refused | Stale | Fenced:
        """Decide, keep, tell; what time has passed before a player's command is in its row."""
        chance = self._past.chance
        luck = RecordedLuck(self._luck or source(self.header.seed, chance.fresh), chance)
        passed, decided = self._decided(command, luck)
        if isinstance(decided, Refused):
            return decided
        row = self._row(
            "move", (*passed, *decided.events), command=command, chance=tuple(luck.given), **parts
        )
        return self._write(row, decided.table, MoveDone(row.seq, command, row.events))

    def _decided(
        self, command: AnyCommand, luck: Luck
    ) -> tuple[tuple[AnyEvent, ...], Advanced | Refused]:
        """The time that has passed, as facts, and what comes of a command after it."""
        passed, table = self._passed(command)
        return passed, engine.advance(table, command, self.rules, luck)

    def _passed(self, command: AnyCommand) -> tuple[tuple[AnyEvent, ...], Table]:
        """The time that has passed since the last row, as facts, and the table after it."""
        table = self.table
        now = self._second()
        if table.due is not None:
            now = min(now, table.due - 1)  # a deadline that comes just now has a row of its own
        if isinstance(command, PassTime) or now <= table.clock.now:
            return (), table
        decided = engine.advance(table, PassTime(now), self.rules, NoLuck())
        return ((), table) if isinstance(decided, Refused) else (decided.events, decided.table)

    def _unasked(
        self, command: AnyCommand, ask: str | None, consents: frozenset[int]
    ) -> Late | Refused | NeedsConsent | None:
        """Why a command is not even decided."""
        if ask is not None and ask != self.question:
            return Late(ask, self.question)
        if isinstance(command, PassTime):
            return refuse(Reason.NOT_ASKED)
        alone = isinstance(command, self.rules.at_screen)
        joint = isinstance(command, self.rules.joint) and not alone
        if joint and (missing := self._missing(consents)):
            return NeedsConsent(missing, "correct" if isinstance(command, Correct) else "conclude")
        return None

    def _turnable(
        self, way: Literal["undo", "redo"], seq: int | None, consents: frozenset[int] = frozenset()
    ) -> Move | Stale | NoMove | NeedsConsent:
        """The move that an undo or redo concerns, or why there will be none."""
        if seq is not None and seq != self.seq:
            return Stale(self.seq)
        move = self.undoable if way == "undo" else self.redoable
        if move is None:
            return NoMove(way)
        if way == "undo" and self.undo_shows(move) and (missing := self._missing(consents)):
            return NeedsConsent(missing)
        return move

    def _missing(self, consents: frozenset[int]) -> tuple[int, ...]:
        """Who still plays and has not agreed."""
        return tuple(s for s in self.table.seats if s not in consents)

    def _answered(self, ident: str | None) -> MoveDone | Fenced | Divided | None:
        """What this request got before, or what all get while another laptop decides, or none."""
        return self._done_before(ident) or self.fenced or self.parted

    def _done_before(self, ident: str | None) -> MoveDone | None:
        for row in self._past.rows if ident is not None else ():
            if row.ident == ident:
                kind: Change = "move" if row.kind == "start" else row.kind
                return MoveDone(row.seq, row.command, row.events, kind)
        return None

    def _row(self, kind: Change, events: tuple[AnyEvent, ...] = (), **parts: Any) -> Row:
        at, host = stamp(self._clock()), self.reign.number
        return Row(self.seq + 1, kind, at, events, host=host, **parts)

    def _write(self, row: Row, table: Table, moved: MoveDone) -> MoveDone | Stale | Fenced:
        """On disk first, then in the room, then told."""
        try:
            last = self._past.rows[-1]
            self.journal.append(self.name, row, progress(table), after=last, reign=self.reign)
        except Outreigned as outreigned:  # another program with this file has heard of it
            return self._outreigned(outreigned.by)
        except PlaceTaken:
            self.catch_up()
            return Stale(self.seq)
        self._take(row, table)
        return moved

    def _outreigned(self, by: Reign) -> Stale | Fenced:
        if by.device != self.journal.device:
            self.fence(by)
            return fenced_by(by)
        self.reign = by
        self.catch_up()
        return Stale(self.seq)

    def _went_back(self, past: Past) -> None:
        """Another tail is the game from now on."""
        self._past = past
        self._tell(Changed(self.table, (), self.seq, "undo", caught_up=True))

    def _take(self, row: Row, table: Table | None = None, *, caught_up: bool = False) -> None:
        timing = self.rules.timing
        if timing is not None and timing.stands(self.table):
            self._play.stand(self.table.clock)
        move = self._past.take(row, table if row.kind == "move" else None)
        kind: Change = "move" if row.kind == "start" else row.kind
        events = () if kind == "undo" else move.events
        self._tell(Changed(self.table, events, row.seq, kind, caught_up))

    def _tell(self, changed: Changed) -> None:
        for tell in tuple(self._watchers):
            tell(changed)


def progress(table: Table) -> Progress:
    """How far a table is."""
    return Progress(table.round, table.phase == "over")


def source(seed: int | None, draws: int) -> Luck:
    """Chance of a game: the system's, or what a seed gives after so many draws."""
    return SystemLuck() if seed is None else SeededLuck(seed, draws)
