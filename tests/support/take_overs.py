"""A table with several laptops and phones, in one process: who is on, who hears whom, who decides.

Rooms, journals, doors and polls are the real ones; the network is a set of links that hold or not.
What people answer when they are asked is given by whoever plays with it.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Literal

from copies import SINCE, copy_of
from sealed_copies import Sealing
from tables import begun, journal_in

from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import AnyCommand
from ketuk.rooms.answers import MoveDone, Outcome, Turned, Unheard
from ketuk.rooms.copied import CopiedRoom
from ketuk.rooms.door import Door
from ketuk.rooms.gathered import GatheredGame, PhoneCopy, gathered
from ketuk.rooms.journal import Journal
from ketuk.rooms.poll import Poll, opened
from ketuk.rooms.proof import new_key, new_secret
from ketuk.rooms.records import InputLine
from ketuk.rooms.reign import (
    NONE,
    Mark,
    Reign,
    common,
    worth,
)
from ketuk.rooms.reviving import revived
from ketuk.rooms.room import Room

GAME = "malam"


class Clock:
    """Of one laptop: no two rows of two laptops have the same time."""

    def __init__(self, of: int) -> None:
        self._now = datetime(2026, 12, 1, 12, microsecond=of, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


class Laptop:
    """One with a data folder. It is on while it has a room."""

    def __init__(self, name: str, folder: Path, number: int) -> None:
        self.name, self._folder, self._clock = name, folder, Clock(number)
        self.address = f"10.0.0.{number + 1}:8765"
        folder.mkdir()
        self.journal: Journal | None = None
        self.room: Room | None = None
        self.door = Door()
        self.poll: Poll | None = None
        self.highest = NONE
        """The highest reign that it has ever known of."""

    @property
    def opened(self) -> Room:
        """Its room; it is on."""
        assert self.room is not None
        return self.room

    def begin(self) -> None:
        """The game begins here."""
        self.journal = journal_in(self._folder)
        self.room = begun(self.journal, GAME)
        self.room._clock = self._clock
        self.room.lead(Reign(0, self.journal.device, self.name, self.address, SINCE))

    def die(self) -> None:
        """As if its plug were drawn."""
        if self.journal is not None:
            self.journal.close()
        self.journal = self.room = self.poll = None

    def come_back(self) -> None:
        """The same game is opened again, if it has one."""
        self.journal = journal_in(self._folder)
        if GAME in self.journal.names():
            self.room = Room.resume(self.journal, GAME, clock=self._clock)
            self.door = Door(self.door.passes)

    def revive(self, found: GatheredGame) -> None:
        """Phones have brought the game, and it goes on here."""
        self.journal = journal_in(self._folder)
        self.room = revived(
            self.journal, found, laptop=self.name, address=self.address, clock=self._clock
        )
        self.door = Door(found.passes)

    def follow(self, host: "Laptop", table: "Table") -> None:
        """Be a copy of what the host has."""
        assert self.journal is not None
        self.room = room = CopiedRoom.begin(self.journal, copy_of(host.opened), clock=self._clock)
        line = Wire(table, self, host)
        room.upstream, room.settle = line, line.settle
        self.door = Door(host.door.passes)


class Table:
    """All laptops and phones of a game."""

    def __init__(self, folder: Path, names: str) -> None:
        self._folder = folder
        self.key, self.secret = new_key(), new_secret()
        self.laptops = [Laptop(name, folder / name, n) for n, name in enumerate(names)]
        self.phones = [Phone(seat) for seat in (1, 2)]
        self.cut: set[frozenset[str]] = set()
        self.done: list[Mark] = []
        """Rows of which somebody has been told that they are done."""
        first, *others = self.laptops
        first.begin()
        for laptop in others:
            laptop.journal = journal_in(folder / laptop.name)
            laptop.follow(first, self)

    def seals(self, phone: "Phone", laptop: Laptop) -> None:
        """A phone's copy is level with the game of a laptop."""
        sealing = Sealing(laptop.opened, (1, 2))
        sealing.key, sealing.secret = self.key, self.secret
        phone.copy = sealing.copy(phone.seat)

    def revive(self) -> Laptop | None:
        """Phones bring the game to a laptop that has nothing; None: they have not enough."""
        copies = [phone.copy for phone in self.phones if phone.copy is not None]
        heard = [phone.highest for phone in self.phones if phone.highest > NONE]
        found = gathered(copies, heard)
        if not isinstance(found, GatheredGame):
            assert len(copies) < 2
            return None
        number = len(self.laptops)
        laptop = Laptop(f"{number}", self._folder / f"{number}", number)
        laptop.revive(found)
        self.laptops.append(laptop)
        return laptop

    def hears(self, one: Laptop, other: Laptop) -> bool:
        """Whether both are on, and the link between them holds."""
        on = one.room is not None and other.room is not None
        return on and frozenset((one.name, other.name)) not in self.cut

    def note(self, laptop: Laptop, outcome: Outcome | Turned) -> None:
        """Somebody was told what came of a request."""
        if isinstance(outcome, MoveDone):
            self.done.append(laptop.opened.marks()[outcome.seq])

    # ---- meeting

    def meet(self, one: Laptop, other: Laptop, wants: bool) -> None:
        """Two laptops hear each other.

        Args:
            wants: what the table says where it is asked: whether it takes moves that only the
                lower one has, or its tail.
        """
        if not self.hears(one, other):
            return
        low, high = sorted((one, other), key=lambda lap: (lap.opened.reign, lap.opened.leads))
        lower, higher = low.opened, high.opened
        if not higher.leads:
            if higher.reign > lower.reign:
                lower.fence(higher.reign)
            return
        fork = common(higher.marks(), lower.marks())
        since, rows = higher.marks()[fork], lower.rows[fork + 1 :]
        if lower.leads:
            lower.fence(higher.reign)
            if wants:
                higher.take_rows(rows, since=since)
            else:
                higher.keep_rows(rows)
        elif wants and higher.seq == fork:
            higher.take_rows(rows)
        low.follow(high, self)

    def take_over(self, laptop: Laptop) -> None:
        """Go on at a laptop whose host is not heard, with the best copy of all that are."""
        if laptop.room is None or laptop.room.leads:
            return
        room = laptop.room
        reached = [
            lap.opened for lap in self.laptops if self.hears(laptop, lap) and lap is not laptop
        ]
        if any(other.leads for other in reached):
            return
        best = max((room, *reached), key=lambda other: worth(other.marks()))
        fork = common(room.marks(), best.marks())
        room.take_rows(best.rows[fork + 1 :], since=room.marks()[fork])
        heard = [reign for other in reached for reign in other.journal.reigns(other.name)]
        room.lead(room.next_reign(heard, name=laptop.name, address=laptop.address, since=SINCE))

    def rest(self, wants: bool) -> None:
        """All come back and hear each other, until nothing changes any more."""
        self.cut.clear()
        for laptop in self.laptops:
            if laptop.room is None:
                laptop.come_back()
        for _ in self.laptops:
            for one, other in combinations(self.laptops, 2):
                self.meet(one, other, wants)


class Wire:
    """The line from a copy to its host: it holds as long as they hear each other."""

    def __init__(self, table: Table, copy: Laptop, host: Laptop) -> None:
        self._table, self._copy, self._host = table, copy, host

    @property
    def silent_s(self) -> float:
        return 0.0 if self._holds else 60.0

    @property
    def _holds(self) -> bool:
        if not self._table.hears(self._copy, self._host):
            return False
        host = self._host.opened
        return host.leads and host.reign >= self._copy.opened.reign

    def settle(self) -> None:
        """The copy takes what it lacks, in order."""
        if self._holds:
            host, copy = self._host.opened, self._copy.opened
            since = host.marks()[common(host.marks(), copy.marks())]
            copy.take_rows(host.rows[since.seq + 1 :], since=since)

    def act(
        self,
        command: AnyCommand,
        *,
        ask: str | None,
        consents: frozenset[int],
        line: InputLine | None,
        ident: str,
    ) -> Outcome:
        if not self._holds:
            return Unheard(0.0)
        return self._host.opened.do(command, ask=ask, consents=consents, line=line, ident=ident)

    def turn(
        self, way: Literal["undo", "redo"], *, seq: int, consents: frozenset[int], ident: str
    ) -> Turned:
        if not self._holds:
            return Unheard(0.0)
        if way == "undo":
            return self._host.opened.undo(seq=seq, consents=consents, ident=ident)
        return self._host.opened.redo(seq=seq, ident=ident)


@dataclass
class Phone:
    """A phone of a seat: it goes to whom it hears, and to no lower reign ever again."""

    seat: int
    token: str = ""
    highest: Reign = NONE
    asked: tuple[AnyCommand, str, str] | None = None
    """A request that was not answered yet: command, question, name."""
    count: int = 0
    heard: list[Reign] = field(default_factory=list)
    copy: PhoneCopy | None = None
    """What it keeps sealed."""

    def comes_to(self, laptop: Laptop) -> bool:
        """Whether that laptop lets it in, and it goes there."""
        room = laptop.opened
        if room.reign < self.highest:
            room.fence(self.highest)
            return False
        if not room.leads:
            return False
        self.highest = room.reign
        self.heard.append(room.reign)
        known = laptop.door.known(self.token)
        if known is None or known.seat != self.seat:
            self.token, _ = laptop.door.give(self.seat, name=f"{self.seat}", language="id")
        return True

    def asks(self, laptop: Laptop, *, answered: bool) -> Outcome | None:
        """It asks what it asked before, or what its player does next.

        Args:
            answered: whether the answer gets through.
        """
        room = laptop.opened
        if self.asked is None:
            command = cautious_policy()(room.rules, room.table, self.seat)
            if command is None:
                return None
            self.count += 1
            self.asked = command, room.question, f"{self.seat}.{self.count}"
        command, ask, ident = self.asked
        outcome = room.do(command, ask=ask, ident=ident)
        if not answered:
            return None
        self.asked = None
        return outcome

    def puts_undo(self, laptop: Laptop) -> None:
        """It asks for an undo, which is put to all."""
        room, seats = laptop.opened, frozenset(laptop.opened.table.seats)
        if laptop.poll is None and room.undoable is not None:
            laptop.poll = opened(
                "undo", "undo", seq=room.seq, asked=seats, opener=self.seat,
                computers=seats - {1, 2}, now=0.0,
            )  # fmt: skip


def agreed(laptop: Laptop, seat: int, yes: bool) -> Turned | None:
    """A seat answers what is put to all; what came of it, if that was the last answer."""
    poll, room = laptop.poll, laptop.opened
    if poll is None:
        return None
    poll.answer(seat, yes)
    ending = poll.ending(room.seq, 1.0)
    laptop.poll = None if ending else poll
    if ending != "agreed":
        return None
    return room.undo(seq=poll.seq, consents=frozenset(poll.yes), ident=f"poll {poll.seq}")


def move(room: Room) -> Outcome:
    policy = cautious_policy()
    moves = (policy(room.rules, room.table, seat) for seat in room.table.seats)
    return room.do(next(move for move in moves if move is not None))
