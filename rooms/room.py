"""One game among people: a tap or a command comes in, is decided, kept on disk, and then told.

The one writer of its game in this program. Use a room from one thread at a time.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic
from typing import Any, Self

from ketuk import engine
from ketuk.codes.moment import stamp
from ketuk.codes.registry import Registry
from ketuk.codes.verdict import Accepted, Answer
from ketuk.engine.acts.timekeeping import deadline, reopened
from ketuk.engine.commands import AnyCommand, Correct, PassTime
from ketuk.engine.events import AnyEvent
from ketuk.engine.history import shows_chance
from ketuk.engine.luck import Luck, NoLuck
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options, Table
from ketuk.engine.taps import Choice, Denied, Do, LastTap, Making, Meaning, narrow
from ketuk.rooms.answers import (
    Change,
    Changed,
    Late,
    Moved,
    NeedsConsent,
    NoMove,
    Outcome,
    Stale,
    Told,
    Turned,
    Watcher,
)
from ketuk.rooms.chance import Chance, RecordedLuck, SeededLuck, SystemLuck
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.past import Move, Past
from ketuk.rooms.play_clock import PlayClock
from ketuk.rooms.recalling import Damage, recall
from ketuk.rooms.records import Header, Line, Progress, Row
from ketuk.rooms.trouble import JournalFault, Taken, Trouble

__all__ = [
    "Change",
    "Changed",
    "Damage",
    "Late",
    "Line",
    "Move",
    "Moved",
    "NeedsConsent",
    "NoMove",
    "Outcome",
    "Room",
    "Stale",
    "Told",
    "Turned",
]


class Room:
    """A game that is open. Begin one with :meth:`start`, continue one with :meth:`resume`."""

    def __init__(
        self,
        journal: Journal,
        header: Header,
        rules: RuleSet,
        past: Past,
        *,
        registry: Registry | None = None,
        luck: Luck | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
        damage: Damage | None = None,
    ) -> None:
        self.journal = journal
        self.header = header
        self.rules = rules
        self.registry = registry
        self.damage = damage
        """What could not be read when the game was continued."""
        self.last: LastTap | None = None
        """The tap before the next one."""
        self._past = past
        self._luck, self._clock = luck, clock
        self._play = PlayClock(ticks, past.table.clock.now)
        self._watchers: list[Watcher] = []

    @classmethod
    def start(
        cls,
        journal: Journal,
        *,
        rules: RuleSet,
        names: Sequence[str],
        options: Options,
        name: str | None = None,
        registry: Registry | None = None,
        bots: Sequence[int] = (),
        seed: int | None = None,
        luck: Luck | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
    ) -> Self:
        """A new game, on disk with its first cards dealt.

        Args:
            name: what the game is called in lists; by default its date and time.
            bots: seats that the program plays, wherever the game is open.
            seed: luck that only it decides, for tests and repetitions.
            luck: another source of chance than the system's.
            clock: the date and time that rows are stamped with.
            ticks: seconds that go on evenly, for questions that have a time.

        Raises:
            ValueError: a number of players or an option that the set does not have, or empty or
                equal names.
            JournalFault: NAME_TAKEN, BOX, and those of writing.
        """
        _check_box(registry, rules, None)
        now = clock()
        header = Header(
            game=name or journal.free_name(f"{now.astimezone():%Y-%m-%d-%H%M%S}"),
            ruleset=rules.meta.id,
            version=rules.meta.version,
            options=options,
            names=tuple(n.strip() for n in names),
            data=rules.data,
            made=stamp(now),
            seed=seed,
            box=registry.box_id if registry else None,
            bots=tuple(sorted(bots)),
        )
        recorded = RecordedLuck(luck or _source(seed, 0), Chance())
        events = engine.new_game(rules, header.names, recorded, options)
        past = Past(Row(0, "start", stamp(now), events, chance=tuple(recorded.given)))
        journal.create(header, past.rows, progress(past.table))
        played = engine.under(rules, options)
        return cls(
            journal, header, played, past, registry=registry, luck=luck, clock=clock, ticks=ticks
        )

    @classmethod
    def resume(
        cls,
        journal: Journal,
        name: str,
        *,
        registry: Registry | None = None,
        luck: Luck | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
    ) -> Self:
        """Continue a saved game at its very last move, by the rules that it was begun with.

        Rows that cannot be read are set aside (``damage``), and the game goes on before them.

        Raises:
            JournalFault: NO_GAME, DAMAGED (nothing of it can be read), RULES, BOX.
        """
        header = journal.header(name)
        try:
            rules = engine.under(engine.ruleset_from_data(header.data), header.options)
        except ValueError as error:  # bad data, or options that the set no longer has
            raise JournalFault(Trouble.RULES, game=name, detail=str(error)) from error
        _check_box(registry, rules, header)
        past, damage = recall(journal, name, now=clock())
        return cls(
            journal,
            header,
            rules,
            past,
            registry=registry,
            luck=luck,
            clock=clock,
            ticks=ticks,
            damage=damage,
        )

    def close(self) -> None:
        """Tell nobody any more. Journal and registry stay open: they are not this room's alone."""
        self._watchers.clear()

    # ---- looking

    @property
    def name(self) -> str:
        """What the game is called in lists."""
        return self.header.game

    @property
    def table(self) -> Table:
        """The game as it stands."""
        return self._past.table

    @property
    def seq(self) -> int:
        """Number of the last row, undos included."""
        return self._past.rows[-1].seq

    @property
    def opening(self) -> Move:
        """The table as it was laid."""
        return self._past.start

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, in order, without the opening."""
        return tuple(self._past.moves)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Everything in the journal of this game, undone moves and undos included."""
        return tuple(self._past.rows)

    @property
    def redoable(self) -> Move | None:
        """The move that a redo would bring back."""
        return self._past.undone[-1] if self._past.undone else None

    def watch(self, tell: Watcher) -> Callable[[], None]:
        """Be told of every change, once it is on disk; call the answer to hear no more."""
        self._watchers.append(tell)

        def stop() -> None:
            if tell in self._watchers:
                self._watchers.remove(tell)

        return stop

    # ---- doing

    def do(
        self,
        command: AnyCommand,
        *,
        ask: int | None = None,
        consents: frozenset[int] = frozenset(),
        line: Line | None = None,
        ident: str | None = None,
    ) -> Outcome:
        """Carry out a command, or say why not. What is joint wants every seat's consent.

        Args:
            ask: the question (``Table.ask``) that the command answers: another one open now makes
                it ``Late``.
            consents: seats that agree to what is joint (a correction, an early end); they are asked
                before the engine is, which might refuse for what lies in a hand.
            line: where it was read, kept with the move.
            ident: names this request; its repetition gets the first answer and does nothing.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        if ident is not None and (known := self._done_before(ident)) is not None:
            return known
        self.keep_time()
        if ask is not None and ask != self.table.ask:
            return Late(ask, self.table.ask)
        if isinstance(command, PassTime):
            return refuse(Reason.NOT_ASKED)
        joint = isinstance(command, self.rules.joint)
        if joint and (missing := self._missing(consents)):
            return NeedsConsent(missing, "correct" if isinstance(command, Correct) else "conclude")
        return self._carry_out(
            command,
            consents=tuple(sorted(consents)) if joint else (),
            line=line,
            ident=ident,
        )

    def bring(self, registry: Registry) -> None:
        """Use this box from now on, in a game that was opened without its own.

        Raises:
            JournalFault: BOX, it is not the box of this game.
        """
        _check_box(registry, self.rules, self.header)
        self.registry = registry

    def tap(
        self,
        text: str,
        *,
        source: str = "typed",
        uid: str | None = None,
        seat: int | None = None,
        making: Making = None,
        among: Choice | None = None,
        now: datetime | None = None,
        ask: int | None = None,
        line: Line | None = None,
    ) -> Told:
        """What a reader read or somebody typed: judged, understood, and done where it is a command.

        Args:
            seat: whose device read it; None for the shared one.
            making: a trade that is being made takes cards that nothing else waits for.
            among: a choice that the card may answer.

        Raises:
            JournalFault, CodesFault: it could not be kept or judged; nothing was done.
        """
        if self.registry is None:
            return Told(None)
        verdict = self.registry.check(text, source=source, uid=uid, now=now or self._clock())
        if not isinstance(verdict, Accepted):
            return Told(verdict)
        return self.tap_item(
            verdict.item, verdict=verdict, seat=seat, making=making, among=among, ask=ask, line=line
        )

    def tap_item(
        self,
        item: int,
        *,
        verdict: Answer | None = None,
        seat: int | None = None,
        making: Making = None,
        among: Choice | None = None,
        ask: int | None = None,
        line: Line | None = None,
    ) -> Told:
        """As :meth:`tap`, for a card that is known already.

        Raises:
            KeyError: the rule set has no such item.
            JournalFault: it could not be kept; nothing was done.
        """
        meaning = self._meaning(item, seat, making, among)
        self.last = LastTap(item, self.table.ask)
        match meaning:
            case Do(command):
                return Told(verdict, meaning, self.do(command, ask=ask, line=line), item)
            case Denied(refused=refused):
                return Told(verdict, meaning, refused, item)
            case _:
                return Told(verdict, meaning, None, item)

    def undo(self, *, consents: frozenset[int] = frozenset(), line: Line | None = None) -> Turned:
        """Take back the last move that stands, of whichever seat.

        Past dice, a drawn card or a reveal every seat still playing must agree. It gives no time
        back: the clock goes on, and the question that is open again has its full time.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        if not self._past.moves:
            return NoMove("undo")
        move = self._past.latest
        seen = move.row.chance or shows_chance(move.events)
        if seen and (missing := self._missing(consents)):
            return NeedsConsent(missing)
        table = self._past.earlier.table
        again = reopened(self._second()) if self.rules.timing is not None else ()
        row = self._row("undo", again, consents=tuple(sorted(consents)), line=line)
        return self._write(row, table, Moved(row.seq, move.command, (), "undo"))

    def redo(self, *, line: Line | None = None) -> Turned:
        """Bring back the move that was undone last, with the dice and cards that it had.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        move = self.redoable
        if move is None:
            return NoMove("redo")
        row = self._row("redo", line=line)
        return self._write(
            row, self._past.redone(), Moved(row.seq, move.command, move.events, "redo")
        )

    def catch_up(self) -> None:
        """Read what other programs have added to this game, and tell those who watch.

        Raises:
            JournalFault: DAMAGED.
        """
        for row in self.journal.rows(self.name, after=self.seq):
            self._take(row)

    # ---- time

    def keep_time(self) -> None:
        """Let questions answer themselves whose time is up: before each command, and on deadlines.

        A row of its own for each, so that an undo takes back the one or the other. A table whose
        questions have no time is never asked.

        Raises:
            JournalFault: it could not be kept; nothing was done.
        """
        while (due := self._deadline()) is not None and self._play.now(self.table.clock) >= due:
            self._carry_out(PassTime(due))

    @property
    def time_left(self) -> float | None:
        """Seconds until what is open answers itself; None where it has no time."""
        due = self._deadline()
        return None if due is None else max(0.0, due - self._play.exactly(self.table.clock))

    # ---- parts

    def _second(self) -> int:
        """What second of play it is; where time stands still, or none is kept, the last kept."""
        timing, clock = self.rules.timing, self.table.clock
        goes_on = timing is not None and not timing.stands(self.table)
        return self._play.now(clock) if goes_on else clock.now

    def _deadline(self) -> int | None:
        return deadline(self.rules, self.table)

    def _carry_out(self, command: AnyCommand, **parts: Any) -> Moved | Refused | Stale:
        """Decide, keep, tell; what time has passed before a player's command is in its row."""
        chance = self._past.chance
        luck = RecordedLuck(self._luck or _source(self.header.seed, chance.fresh), chance)
        passed, table = self._passed(command)
        found = engine.advance(table, command, self.rules, luck)
        if isinstance(found, Refused):
            return found
        row = self._row(
            "move", (*passed, *found.events), command=command, chance=tuple(luck.given), **parts
        )
        return self._write(row, found.table, Moved(row.seq, command, row.events))

    def _passed(self, command: AnyCommand) -> tuple[tuple[AnyEvent, ...], Table]:
        """The time that has passed since the last row, as facts, and the table after it."""
        table = self.table
        now = self._second()
        if table.due is not None:
            now = min(now, table.due - 1)  # a deadline that comes just now has a row of its own
        if isinstance(command, PassTime) or now <= table.clock.now:
            return (), table
        found = engine.advance(table, PassTime(now), self.rules, NoLuck())
        return ((), table) if isinstance(found, Refused) else (found.events, found.table)

    def _meaning(
        self, item: int, seat: int | None, making: Making, among: Choice | None
    ) -> Meaning:
        if among is not None:
            answer = narrow(self.rules, among, item)
            if isinstance(answer, Do | Choice):
                return answer
        return engine.meaning(self.table, self.rules, item, seat, self.last, making)

    def _missing(self, consents: frozenset[int]) -> tuple[int, ...]:
        """Who still plays and has not agreed."""
        return tuple(s for s in self.table.seats if s not in consents)

    def _done_before(self, ident: str) -> Moved | None:
        for row in self._past.rows:
            if row.ident == ident:
                return Moved(row.seq, row.command, row.events)
        return None

    def _row(self, kind: Change, events: tuple[AnyEvent, ...] = (), **parts: Any) -> Row:
        return Row(self.seq + 1, kind, stamp(self._clock()), events, **parts)

    def _write(self, row: Row, table: Table, moved: Moved) -> Moved | Stale:
        """On disk first, then in the room, then told."""
        try:
            self.journal.append(self.name, row, progress(table))
        except Taken:
            self.catch_up()
            return Stale(self.seq)
        self._take(row, table)
        return moved

    def _take(self, row: Row, table: Table | None = None) -> None:
        timing = self.rules.timing
        if timing is not None and timing.stands(self.table):
            self._play.stand(self.table.clock)
        move = self._past.take(row, table if row.kind == "move" else None)
        kind: Change = "move" if row.kind == "start" else row.kind
        events = () if kind == "undo" else move.events
        changed = Changed(self.table, events, row.seq, kind)
        for tell in tuple(self._watchers):
            tell(changed)


def progress(table: Table) -> Progress:
    """How far a table is."""
    return Progress(table.round, table.phase == "over")


def _source(seed: int | None, draws: int) -> Luck:
    return SystemLuck() if seed is None else SeededLuck(seed, draws)


def _check_box(registry: Registry | None, rules: RuleSet, header: Header | None) -> None:
    """Whether the box at hand is made for this game, and the one that it was begun with."""
    if registry is None:
        return
    box, begun = registry.box, header.box if header else None
    if box.ruleset != rules.meta.id:
        raise JournalFault(Trouble.BOX, box=box.id, wanted=rules.meta.id)
    if begun is not None and begun != box.id:
        raise JournalFault(Trouble.BOX, box=box.id, wanted=begun)
