"""Seats that the program plays at the table: one move at a time, in sight, at a pace people choose.

They wait while somebody is in the middle of something, after an undo, and wherever a card of a
person could still change what happens next: then people say when it goes on.
"""

from dataclasses import replace
from typing import Literal

from ketuk.engine.commands import AnyCommand, GoOn
from ketuk.engine.players import makers
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Answer, Bidding, Handover, Raid
from ketuk.engine.waiting import in_turn
from ketuk.rooms.answers import Moved
from ketuk.rooms.chance import SystemLuck
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.menu import Choice, Do, More, Open, Question
from ketuk.tui.session import Session

Pace = Literal["calm", "quick", "step"]
PACES: tuple[Pace, ...] = ("calm", "quick", "step")
"""At leisure, fast, or only when somebody presses Enter."""
SECONDS: dict[Pace, float] = {"calm": 1.2, "quick": 0.2}


def _system_chance(limit: int) -> int:
    """A number from 0 up to, but not including, ``limit``."""
    return SystemLuck().draw(range(limit))


class Robots:
    """The bots of one game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        known = makers(session.rules)
        self._policies = {
            seat: known.get(name, known["cautious"])(_system_chance)
            for seat, name in session.robots.items()
        }
        self._thought: tuple[int, AnyCommand | None] = (-1, None)
        self.pace: Pace = "calm"
        self.held = False
        """Whether people have to say that it goes on: after an undo."""

    def next(self) -> AnyCommand | None:
        """What a bot does now; None where the table waits for people."""
        seq = self._session.room.seq
        if self._thought[0] != seq:
            self._thought = (seq, self._think())
        return self._thought[1]

    def _think(self) -> AnyCommand | None:
        session = self._session
        rules, table = session.rules, session.table
        if table.top is None or not session.bots:
            return None
        for seat in (seat for seat in in_turn(table) if seat in session.bots):
            command = self._policies[seat](rules, table, seat)
            if command is not None and not self._peoples(command):
                return command
        return None

    def _peoples(self, command: AnyCommand) -> bool:
        """Whether going on is for people to say: they may want to play a card, or move theirs."""
        session = self._session
        if not isinstance(command, GoOn) or not set(session.table.seats) - session.bots:
            return False
        return isinstance(session.table.top, Bidding | Raid | Handover)

    def beside(self, asked: Question | None) -> Question | None:
        """A question as bots leave it to people: Enter lets a bot move that is to move.

        Whoever hurries the bots along with Enter agrees to none of their trades by it.
        """
        move, top = self.next(), self._session.table.top
        if asked is None:
            return None
        if isinstance(top, Answer) and top.trade.proposer in self._session.bots:
            asked = replace(asked, choices=asked.choices[::-1])
        if move is None:
            return asked
        name = self._session.names.seat(move.seat)
        label = self._session.words("table.robot_moves", name=name)
        rest = tuple(c for c in asked.choices if not _is_of(c, self._session.bots))
        return replace(asked, choices=(Choice(label, Open("robot", move.seat)), *rest))

    @property
    def seconds(self) -> float | None:
        """How long until the next move; None where somebody has to ask for it."""
        return None if self.held or self.next() is None else SECONDS.get(self.pace)

    def slower_or_faster(self) -> Pace:
        """The next pace."""
        self.pace = PACES[(PACES.index(self.pace) + 1) % len(PACES)]
        return self.pace

    def move(self) -> bool:
        """Make the next move; whether there was one."""
        command = self.next()
        if command is None:
            return False
        self.held = False
        room, seq = self._session.room, self._session.room.seq
        try:
            done = room.do(command, ask=self._session.table.ask)
        except JournalFault as fault:
            self.held = True
            self._session.tell_fault(fault)
            return False
        assert not isinstance(done, Refused) or room.seq > seq, (command, done)  # or time was up
        return isinstance(done, Moved)


def _is_of(choice: Choice, seats: frozenset[int]) -> bool:
    """Whether a line is for these seats alone."""
    match choice.action:
        case Do(commands):
            return all(c.seat in seats for c in commands)
        case More(_, choices):
            return all(_is_of(c, seats) for c in choices)
        case Open(place, seat):
            return place in ("bid", "call") and seat in seats
        case _:
            return False
