"""Seats that the program plays at the table: one move at a time, in sight, at a pace people choose.

They wait while somebody is in the middle of something, after an undo, and wherever a card of a
person could still change what happens next: then people say when it goes on.
"""

from dataclasses import replace
from typing import Literal

from ketuk import engine
from ketuk.engine.commands import AnyCommand, ClaimRent, GoOn
from ketuk.engine.players import makers
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Table
from ketuk.engine.waiting import in_turn, waiting
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.chance import SystemLuck
from ketuk.rooms.seats import is_programs
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.menu import AskTable, ChoiceLine, More, Open, Question, first_caller
from ketuk.tui.menu.sorting import one
from ketuk.tui.session import Session

Pace = Literal["calm", "quick", "step"]
PACES: tuple[Pace, ...] = ("calm", "quick", "step")
"""At leisure, fast, or only when somebody presses Enter."""
SECONDS: dict[Pace, float] = {"calm": 1.2, "quick": 0.2}
RIGHT_S = 8.0
"""Seconds that a person has to use a right that the next move of a bot would end."""


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
        self._thought: tuple[Table | None, AnyCommand | None] = (None, None)
        """At which table, and what: of another laptop's moves one may have the same number."""
        self.pace: Pace = "calm"
        self.held = False
        """Whether people have to say that it goes on: after an undo."""
        self.moving = False
        """Whether the move that is told now is one of theirs."""

    def next(self) -> AnyCommand | None:
        """What a bot does now; None if the table waits for people."""
        room = self._session.room
        if not room.leads or room.parted is not None:
            return None  # they move where the game is decided
        if self._thought[0] is not room.table:
            self._thought = (room.table, self._think())
        return self._thought[1]

    def _think(self) -> AnyCommand | None:
        session = self._session
        rules, table = session.rules, session.table
        if table.top is None or not session.bots:
            return None
        caller = first_caller(table)
        if caller and caller not in session.bots:
            return None  # who is asked takes the time that it takes
        order = (caller,) if caller else in_turn(table)
        for seat in (seat for seat in order if seat in session.bots):
            command = self._policies[seat](rules, table, seat)
            if command is not None and not self._peoples(command):
                return command
        return None

    def _peoples(self, command: AnyCommand) -> bool:
        """Whether going on is for people to say: they may want to play a card, or move theirs."""
        session = self._session
        if not isinstance(command, GoOn) or not set(session.table.seats) - session.bots:
            return False
        return session.table.top is not None and session.table.top.unhurried

    def beside(self, asked: Question | None) -> Question | None:
        """A question as bots leave it to people: Enter lets a bot move that is to move.

        What people are asked too keeps its digits while bots answer beside them.
        """
        if asked is None:
            return None
        move, asked = self.next(), left_to_people(asked, self._session.bots)
        if move is None:
            return asked
        words, names = self._session.words, self._session.names
        name = names.seat(move.seat)
        line = ChoiceLine(words("table.robot_moves", name=name), Open("robot", move.seat))
        if rights := self._rights():
            owners = tuple(dict.fromkeys(c.seat for c in rights))
            text = words("table.ask_claim", names=names.seats(owners), name=name)
            head, claims = words("table.head_claim"), tuple(one(names, c) for c in rights)
            rest = tuple(c for c in asked.choices if c not in claims)
            return replace(
                asked, headline=head, text=text, choices=(*claims, line, *rest), marked=None
            )
        table = self._session.table
        if first_caller(table) or not set(waiting(table)) - self._session.bots:
            return replace(asked, choices=(line, *asked.choices), marked=0)
        own = tuple(c for c in asked.choices if not c.key)
        keyed = tuple(c for c in asked.choices if c.key)
        return replace(asked, choices=(*own, line, *keyed), marked=len(own))

    def _rights(self) -> tuple[ClaimRent, ...]:
        """Rents that people may still ask for, which may lapse as soon as a bot goes on."""
        session = self._session
        commands = engine.offers(session.table, session.rules).commands
        claims = (c for c in commands if isinstance(c, ClaimRent))
        return tuple(c for c in claims if c.seat not in session.bots)

    @property
    def seconds(self) -> float | None:
        """How long until the next move; None if somebody has to ask for it."""
        if self.held or self.next() is None or self.pace not in SECONDS:
            return None
        return RIGHT_S if self._rights() else SECONDS[self.pace]

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
        self.moving = True
        try:
            done = room.do(command, ask=room.question)
        except JournalFault as fault:
            self.held = True
            self._session.tell_fault(fault)
            return False
        finally:
            self.moving = False
        assert not isinstance(done, Refused) or room.seq > seq, (command, done)  # or time was up
        return isinstance(done, MoveDone)


def left_to_people(asked: Question, bots: frozenset[int]) -> Question:
    """A question without the lines that move a seat of the program; what Enter takes stays so."""
    choices = peoples(asked.choices, bots)
    kept = asked.choices[asked.marked] if asked.marked is not None else None
    return replace(asked, choices=choices, marked=choices.index(kept) if kept in choices else None)


def peoples(choices: tuple[ChoiceLine, ...], bots: frozenset[int]) -> tuple[ChoiceLine, ...]:
    """The lines without those that move a seat of the program."""
    choices_left = []
    for choice in choices:
        match choice.action:
            case AskTable(commands) if any(is_programs(c, bots) for c in commands):
                continue
            case Open(_, seat) if seat in bots:
                continue
            case More(title, lines):
                if rest := peoples(lines, bots):
                    choices_left.append(replace(choice, action=More(title, rest)))
            case _:
                choices_left.append(choice)
    return tuple(choices_left)
