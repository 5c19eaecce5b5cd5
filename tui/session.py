"""A game that is open on the screen: commands go in here, sentences come out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from ketuk.codes.fault import CodesFault
from ketuk.codes.registry import Registry
from ketuk.engine.commands import AnyCommand, Buy, PassTime, Pay, Play
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table
from ketuk.engine.taps import (
    Choice,
    Making,
)
from ketuk.rooms.answers import Changed, MoveDone, Outcome, Turned
from ketuk.rooms.lease import Lease
from ketuk.rooms.past import Move
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.views import public_command
from ketuk.tui.at_laptop import AtLaptop
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.polls import Polls
from ketuk.tui.scans import Said, Scans, Tone
from ketuk.tui.taps import Taps
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.titles import title
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.telling.verdicts import in_use
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.rooms.guest import Guest
    from ketuk.rooms.host import Host
    from ketuk.tui.following import Following


class Session(AtLaptop):
    """What the screens of one game share."""

    def __init__(
        self,
        room: Room,
        words: Words,
        scans: Scans,
        lease: Lease | None = None,
        *,
        look_for_box: Callable[[], tuple[Registry, Lease] | None] = lambda: None,
    ) -> None:
        """``look_for_box`` opens the game's box where it was not here when the game was opened."""
        super().__init__(room, lease, look_for_box)
        self.scans = scans
        self.words = words.of(room.rules.meta.rules)
        room.watch(self._used)
        self.telling = Telling(self.words, room.rules)
        self.taps = Taps(self)
        self.making: Making = None
        """Whether a trade is being put together."""
        self.host: Host | None = None
        """The room's server, while phones may join."""
        self.opening = asyncio.Lock()
        """Held by whoever opens the room: there is one at most."""
        self.closed = False
        """Whether the table was left: no room is opened any more."""
        self.following: Following | None = None
        """The line to the laptop that decides this game, where it is a copy here."""
        self.polls = Polls(self)
        self.begins = False
        """Whether the game has begun just now: what its opening brought is still to be shown."""
        self._closing: asyncio.Task[None] | None = None

    @cached_property
    def first_times(self) -> FirstTimes:
        """What was explained in this game, at the table and on pages."""
        return FirstTimes(self.room.journal.path.parent, self.room.header.made)

    @property
    def choice(self) -> Choice | None:
        """A tap that could mean several things, until somebody says which."""
        return self.room.reading.open(self.room.question)

    def drop_choice(self) -> None:
        """That tap means nothing any more."""
        self.room.reading.choice = None

    @property
    def table(self) -> Table:
        """The game as it stands."""
        return self.room.table

    @property
    def rules(self) -> RuleSet:
        """The rule set that the game is played by."""
        return self.room.rules

    @property
    def host_silent(self) -> int:
        """Seconds for which the laptop that decides has been silent, once that is long; else 0."""
        following = self.following if not self.room.leads else None
        return following.silent if following is not None else 0

    @property
    def guest(self) -> Guest | None:
        """The line to the laptop that decides, if there is one."""
        return self.following.guest if self.following is not None else None

    @property
    def may_take_over(self) -> bool:
        """Whether people may decide that the game goes on here: nothing is heard of the other."""
        return not self.room.leads and (self.following is None or self.following.silent > 0)

    def may_host(self) -> bool:
        """Whether this laptop decides the game; that it does not is said."""
        if not self.room.leads:
            self.say("rooms.copy_only_host", name=self.decider)
        return self.room.leads

    def say_no_box(self) -> None:
        """Why codes cannot be checked, and the way to have them checked."""
        box = self.room.header.box
        self.say("screens.no_box" if box is None else "screens.box_away", box=box)

    @property
    def bots(self) -> frozenset[int]:
        """Seats that the program plays."""
        return frozenset(self.room.header.bots)

    @property
    def robots(self) -> dict[int, str]:
        """The names of the players of these seats; empty for the usual one."""
        header = self.room.header
        return dict(zip(header.bots, header.players or ("",) * len(header.bots), strict=True))

    @property
    def names(self) -> Names:
        """How things are called now."""
        return Names(self.telling, self.table)

    def watch(self, tell: Callable[[Changed], None]) -> Callable[[], None]:
        """Be told of changes that are on disk; call the answer to hear no more."""
        return self.room.watch(tell)

    def card_title(self, choice: Choice) -> str:
        """The card that somebody has to say the meaning of."""
        hidden = not all(isinstance(c, Play | Buy | Pay) for c in choice.commands)
        return title(self.names, choice.item, hidden=hidden)

    # ---- telling

    def tell_command(self, move: Move, before: Move) -> str:
        """Who did what, in a line; secrets of a game that goes on are not told."""
        if move.command is None:
            return self.words("screens.history_start")
        over = self.table.phase == "over"
        command = move.command if over else public_command(move.command, None)
        sentence = self.telling.command(command, before.table)
        if isinstance(command, (*self.rules.joint, PassTime)):  # the move of all, or of nobody
            return sentence
        who = Names(self.telling, before.table).seat(command.seat)
        return sentence if sentence.startswith(f"{who} ") else f"{who}: {sentence}"

    def tell_events(self, move: Move, before: Move) -> list[str]:
        """What came of a move, as everybody may hear of it."""
        if move is before:
            return []
        return self.telling.events(move.events, before.table)

    def close(self) -> None:
        """Let go of game, journal and box; everything is on disk already. Once is enough."""
        self.closed = True
        self.close_room()
        if self.following is not None:
            self.following.close()
        self.room.close()
        self._look_for_box = lambda: None
        self.let_go_of_box()
        self.room.journal.close()

    def close_room(self) -> None:
        """Let go of all phones; the game goes on at the table."""
        host, self.host = self.host, None
        if host is not None:
            self._closing = asyncio.get_running_loop().create_task(host.close())

    def _used(self, changed: Changed) -> None:
        """Say that the box is in use still.

        What was said stays beside the moves of bots, which come before anybody could have read
        it; people's own moves take it away (``was_done``), and so do undo and redo.
        """
        self.drop_choice()  # what a tapped card could mean, it could mean at the question before
        if changed.kind != "move":
            self.scans.clear()
        if self._lease is not None:
            with suppress(CodesFault):
                self._lease.renew(datetime.now(UTC))

    def box_lost(self) -> bool:
        """Renew the lease by this scan; whether another room has the box by now (ruling 4.6.9)."""
        present = None
        if self._lease is not None:
            with suppress(CodesFault):  # a full disk does not end a game
                present = self._lease.renew(datetime.now(UTC))
        if present is not None:
            self.scans.say(Said(in_use(self.words, present), "bad"))
        return present is not None

    def say(self, key: str, tone: Tone = "bad", **facts: object) -> None:
        """Put a sentence into the scan bar."""
        self.scans.say(Said(self.words(key, **facts), tone))

    # ---- doing

    def do(self, *commands: AnyCommand) -> bool:
        """Ask these of the table, one after another; whether all of them were done."""
        self.drop_choice()
        for command in commands:
            if not self.was_done(self._tried(lambda c=command: self.room.do(c))):  # type: ignore[misc]
                return False
        return True

    def keep_time(self) -> None:
        """Let a question answer itself whose time is up."""
        try:
            self.room.keep_time()
        except JournalFault as fault:
            self.tell_fault(fault)

    def _tried(self, act: Callable[[], Outcome]) -> Outcome | None:
        try:
            return act()
        except JournalFault as fault:
            self.tell_fault(fault)
            return None

    def was_done(self, outcome: Outcome | Turned | None) -> bool:
        """Say why something was not done; whether it was."""
        match outcome:
            case MoveDone():
                self.scans.clear()
                return True
            case Refused():
                self.refuse(outcome)
            case None:
                pass
            case _:
                self.tell(outcome)
        return False

    def tell(self, outcome: Outcome | Turned) -> None:
        """Say what became of a request that was not simply done."""
        self.scans.say(Said(self.telling.outcome(outcome, self.table), "bad"))

    def tell_fault(self, fault: JournalFault | CodesFault) -> None:
        """Say why something could not be kept, or what is wrong with the box."""
        self.scans.say(Said(trouble(self.words, fault), "bad"))

    def refuse(self, refused: Refused, before: str = "") -> None:
        """Say why not, with its ruling."""
        text = f"{before}{self.names.refusal(refused)}"
        self.scans.say(Said(text, "bad", refused))
