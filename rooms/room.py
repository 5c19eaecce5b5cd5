"""One game among people: a tap or a command comes in, is decided, kept on disk, and then told.

The one writer of its game in this program. Use a room from one thread at a time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Self

from ketuk import engine
from ketuk.codes.moment import stamp
from ketuk.codes.registry import Registry
from ketuk.codes.verdict import Accepted, Answer, Copied
from ketuk.engine.luck import Luck
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options
from ketuk.engine.taps import Choice, Denied, Do, LastTap, Making, Meaning, narrow
from ketuk.rooms.answers import (
    Change,
    Changed,
    Late,
    MoveDone,
    NeedsConsent,
    NoMove,
    Outcome,
    Stale,
    TapResult,
    Turned,
)
from ketuk.rooms.chance import Chance, RecordedLuck
from ketuk.rooms.heading import digest_of, is_as_written
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.past import Move, Past
from ketuk.rooms.playing import progress, source
from ketuk.rooms.recalling import Damage, recall
from ketuk.rooms.records import Header, InputLine, Row
from ketuk.rooms.seats import peoples
from ketuk.rooms.sharing import Sharing
from ketuk.rooms.trouble import JournalFault, Trouble

__all__ = [
    "Change",
    "Changed",
    "Damage",
    "DeviceReading",
    "InputLine",
    "Late",
    "Move",
    "MoveDone",
    "NeedsConsent",
    "NoMove",
    "Outcome",
    "Room",
    "Stale",
    "TapResult",
    "Turned",
]


@dataclass(slots=True)
class DeviceReading:
    """What one device, or the shared reader, has read so far."""

    last: LastTap | None = None
    """The tap before the next one."""
    choice: Choice | None = None
    """A tap that could mean several things, until its device says which."""
    asked: str = ""
    """The question at which that tap was read."""

    def open(self, question: str) -> Choice | None:
        """What its device still has to say, as long as this question is the one of that tap."""
        return self.choice if self.asked == question else None


class Room(Sharing):
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
        super().__init__(
            journal, header, rules, past, luck=luck, clock=clock, ticks=ticks, damage=damage
        )
        self.registry = registry
        self.reading = DeviceReading()
        """Of the shared reader."""

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
        bots: Sequence[int] | Mapping[int, str] = (),
        seed: int | None = None,
        luck: Luck | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
    ) -> Self:
        """A new game, on disk with its first cards dealt.

        Args:
            name: what the game is called in lists; by default its date and time.
            bots: seats that the program plays, wherever the game is open; with names of players
                of the set if these are not the usual one.
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
        named = dict(bots) if isinstance(bots, Mapping) else dict.fromkeys(bots, "")
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
            players=tuple([named[seat] for seat in sorted(bots)]) if any(named.values()) else (),
            digest=digest_of(rules.data),
        )
        recorded = RecordedLuck(luck or source(seed, 0), Chance())
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
        header, rules = _begun(journal, name)
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

    def bring(self, registry: Registry) -> None:
        """Use this box from now on, in a game that was opened without its own.

        Raises:
            JournalFault: BOX, it is not the box of this game.
        """
        _check_box(registry, self.rules, self.header)
        self.registry = registry

    def check(
        self, text: str, *, source: str = "phone", uid: str | None = None,
        now: datetime | None = None,
    ) -> Answer | None:  # fmt: skip
        """What the box says of a code, which does nothing here; None if no box is at hand.

        Raises:
            CodesFault: it could not be judged.
        """
        if self.registry is None:
            return None
        return self.registry.check(text, source=source, uid=uid, now=now or self._clock())

    def tap(
        self,
        text: str,
        *,
        source: str = "typed",
        uid: str | None = None,
        seat: int | None = None,
        making: Making = None,
        now: datetime | None = None,
        ask: str | None = None,
        line: InputLine | None = None,
        ident: str | None = None,
        by: DeviceReading | None = None,
    ) -> TapResult:
        """What a reader read or somebody typed: judged, understood, and done where it is a command.

        Args:
            seat: whose device read it; None for the shared one.
            making: a trade that is being made takes cards that nothing else waits for.
            ident: names this request; its repetition gets the first answer and does nothing.
            by: what that device has read so far; None for the shared one.

        Raises:
            JournalFault, CodesFault: it could not be kept or judged; nothing was done.
        """
        verdict = self.check(text, source=source, uid=uid, now=now)
        if not isinstance(verdict, Accepted):
            if not isinstance(verdict, Copied):
                (by or self.reading).choice = None
            return TapResult(verdict)
        return self.tap_item(
            verdict.item,
            verdict=verdict,
            seat=seat,
            making=making,
            ask=ask,
            line=line,
            ident=ident,
            by=by,
        )

    def tap_item(
        self,
        item: int,
        *,
        verdict: Answer | None = None,
        seat: int | None = None,
        making: Making = None,
        ask: str | None = None,
        line: InputLine | None = None,
        ident: str | None = None,
        by: DeviceReading | None = None,
    ) -> TapResult:
        """As :meth:`tap`, for a card that is known already.

        Raises:
            KeyError: the rule set has no such item.
            JournalFault: it could not be kept; nothing was done.
        """
        reading = by or self.reading
        meaning = self._meaning(item, seat, making, reading)
        reading.last = LastTap(item, self.table.ask)
        outcome: Outcome | None = None
        match meaning:
            case Do(command):
                outcome = self.do(command, ask=ask, line=line, ident=ident)
            case Denied(refused=refused):
                outcome = refused
            case _:
                pass
        reading.asked = self.question
        reading.choice = meaning if isinstance(meaning, Choice) else None
        return TapResult(verdict, meaning, outcome, item)

    def _meaning(
        self,
        item: int,
        seat: int | None,
        making: Making,
        reading: DeviceReading,
    ) -> Meaning:
        if (among := reading.open(self.question)) is not None:
            answer = narrow(self.rules, among, item)
            if isinstance(answer, Do | Choice):
                return answer
        meaning = engine.meaning(self.table, self.rules, item, seat, reading.last, making)
        return peoples(meaning, item, frozenset(self.header.bots))


def _begun(journal: Journal, name: str) -> tuple[Header, RuleSet]:
    """What a game was begun with; put together again if that is damaged."""
    header = journal.header(name)
    try:
        rules = _rules(header)
    except JournalFault:
        if not journal.mending.make_anew(name):
            raise
    else:
        if is_as_written(header) or not journal.mending.make_anew(name):
            return header, rules
    header = journal.header(name)
    return header, _rules(header)


def _rules(header: Header) -> RuleSet:
    try:
        return engine.under(engine.ruleset_from_data(header.data), header.options)
    except ValueError as error:  # bad data, or options that the set no longer has
        raise JournalFault(Trouble.RULES, game=header.game, detail=str(error)) from error


def _check_box(registry: Registry | None, rules: RuleSet, header: Header | None) -> None:
    """Whether the box at hand is made for this game, and the one that it was begun with."""
    if registry is None:
        return
    box, begun = registry.box, header.box if header else None
    if box.ruleset != rules.meta.id:
        raise JournalFault(Trouble.BOX, box=box.id, wanted=rules.meta.id)
    if begun is not None and begun != box.id:
        raise JournalFault(Trouble.BOX, box=box.id, wanted=begun)
