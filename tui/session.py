"""A game that is open on the screen: commands and taps go in here, sentences come out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, assert_never

from ketuk.codes.fault import CodesFault
from ketuk.codes.registry import Registry
from ketuk.codes.verdict import Accepted, Answer, Copied, Copies
from ketuk.engine.commands import AnyCommand, BidCard, Buy, Discard, Draw, PassTime, Pay, Play
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table
from ketuk.engine.taps import (
    Choice,
    Denied,
    Do,
    Fill,
    Ignored,
    Making,
    Meaning,
    PutDown,
    Selected,
    Shown,
)
from ketuk.rooms.answers import Changed, MoveDone, Outcome, Stale, Told, Turned
from ketuk.rooms.lease import Lease
from ketuk.rooms.past import Move
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.views import public_command
from ketuk.scanning.scan import Scan
from ketuk.tui.scans import Said, Scans, Tone
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling, trouble
from ketuk.tui.telling.titles import title
from ketuk.tui.telling.verdicts import in_use
from ketuk.tui.telling.verdicts import told as verdict_told
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.rooms.host import Host


class Session:
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
        self.room, self.scans = room, scans
        self.words = words.of(room.rules.meta.rules)
        self._lease, self._look_for_box = lease, look_for_box
        room.watch(self._used)
        self.telling = Telling(self.words, room.rules)
        self.making: Making = None
        """Whether a trade is being put together."""
        self.host: Host | None = None
        """The room's server, while phones may join."""
        self._closing: asyncio.Task[None] | None = None

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
    def registry(self) -> Registry | None:
        """The registry of the game's box; one that was brought meanwhile is used from now on."""
        if self.room.registry is None and (brought := self._look_for_box()) is not None:
            registry, self._lease = brought
            self.room.bring(registry)
        return self.room.registry

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
        told = self.telling.command(command, before.table)
        if isinstance(command, (*self.rules.joint, PassTime)):  # the move of all, or of nobody
            return told
        who = Names(self.telling, before.table).seat(command.seat)
        return told if told.startswith(f"{who} ") else f"{who}: {told}"

    def tell_events(self, move: Move, before: Move) -> list[str]:
        """What came of a move, as everybody may hear of it."""
        if move is before:
            return []
        return self.telling.events(move.events, before.table)

    def close(self) -> None:
        """Let go of game, journal and box; everything is on disk already. Once is enough."""
        self.close_room()
        self.room.close()
        lease, self._lease = self._lease, None
        if lease is not None:
            with suppress(CodesFault):  # on a full disk it lapses by itself
                lease.release()
        self.room.journal.close()
        if self.room.registry is not None:
            self.room.registry.close()

    def close_room(self) -> None:
        """Let go of all phones; the game goes on at the table."""
        host, self.host = self.host, None
        if host is not None:
            self._closing = asyncio.get_running_loop().create_task(host.close())

    def _used(self, changed: Changed) -> None:
        """Say that the box is in use still.

        What was said stays beside the moves of bots, which come before anybody could have read
        it; people's own moves take it away (``_told``), and so do undo and redo.
        """
        self.drop_choice()  # what a tapped card could mean, it could mean at the question before
        if changed.kind != "move":
            self.scans.clear()
        if self._lease is not None:
            with suppress(CodesFault):
                self._lease.renew(datetime.now(UTC))

    def say(self, key: str, tone: Tone = "bad", **facts: object) -> None:
        """Put a sentence into the scan bar."""
        self.scans.say(Said(self.words(key, **facts), tone))

    # ---- doing

    def do(self, *commands: AnyCommand) -> bool:
        """Ask these of the table, one after another; whether all of them were done."""
        self.drop_choice()
        for command in commands:
            if not self._told(self._tried(lambda c=command: self.room.do(c))):  # type: ignore[misc]
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

    def _told(self, outcome: Outcome | None) -> bool:
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

    def tell_fault(self, fault: JournalFault) -> None:
        """Say why something could not be kept."""
        self.scans.say(Said(trouble(self.words, fault), "bad"))

    def refuse(self, refused: Refused, before: str = "") -> None:
        """Say why not, with its ruling."""
        text = f"{before}{self.names.refusal(refused)}"
        self.scans.say(Said(text, "bad", refused))

    # ---- taps

    def tap(self, scan: Scan) -> Told | None:
        """A card was read or typed: judged, understood, done where it is a command.

        The bar says what was read and what came of it; None if nothing could be kept or judged.
        Where it ``asks``, nothing is said yet: go on with :meth:`tap_copied`, or refuse.
        """
        from ketuk.tui.telling.verdicts import trouble as box_trouble

        before = self.table
        if self.registry is None or self._lost():
            if self.registry is None:
                self.say_no_box()
            return None
        try:
            told = self.room.tap(scan.text, source=scan.source, uid=scan.uid, making=self.making)
        except JournalFault as fault:
            self.tell_fault(fault)
            return None
        except CodesFault as fault:
            self.scans.say(Said(box_trouble(self.words, fault), "bad"))
            return None
        return told if asks(told) else self._taken(told, before)

    def shut_title(self, card: Accepted | Copied) -> str:
        """A card that may lie face down, so that no secret is told."""
        return self._title(card.item, hidden=True)

    def tap_copied(self, copied: Copied, seq: int) -> Told | None:
        """The table has said that the copied sticker counts this once.

        Nothing is done where the game has gone on since row ``seq``, at which it was tapped.
        """
        if self.room.seq != seq:
            self.tell(Stale(self.room.seq))
            return None
        return self.tap_judged(copied.sticker)

    def tap_judged(self, card: Accepted) -> Told | None:
        """As :meth:`tap`, for a card that the box has accepted already."""
        before = self.table
        try:
            told = self.room.tap_item(card.item, verdict=card, making=self.making)
        except JournalFault as fault:
            self.tell_fault(fault)
            return None
        return self._taken(told, before)

    def _taken(self, told: Told, before: Table) -> Told:
        """Say what came of a tap at this table."""
        if told.verdict is None:
            self.say_no_box()
        elif not isinstance(told.verdict, Accepted):
            self.tell_verdict(told.verdict)
        elif told.meaning is not None and told.item is not None:
            self._say_meaning(told, told.meaning, told.item, before)
        return told

    def _lost(self) -> bool:
        """Renew the lease by this scan; whether another room has the box by now (ruling 4.6.9)."""
        present = None
        if self._lease is not None:
            with suppress(CodesFault):  # a full disk does not end a game
                present = self._lease.renew(datetime.now(UTC))
        if present is not None:
            self.scans.say(Said(in_use(self.words, present), "bad"))
        return present is not None

    def tell_verdict(self, answer: Answer) -> None:
        """Say what is wrong with a card."""
        name = self._title(getattr(answer, "item", None), hidden=True)
        ruling = self.telling.verdict_ruling(answer)
        self.scans.say(Said(verdict_told(self.words, answer, name=name, ruling=ruling), "bad"))

    def _say_meaning(self, told: Told, meaning: Meaning, item: int, before: Table) -> None:
        name = self._title(item, hidden=not _open(meaning))
        say = self.scans.say
        match meaning:
            case Do():
                if self._told(told.outcome):
                    say(Said(self._done(meaning, name, before), "good"))
                elif isinstance(told.outcome, Refused):
                    self._refuse_tap(told.outcome, item, name)
            case Denied(refused=refused):
                self._refuse_tap(refused, item, name)
            case Choice() | Fill():
                say(Said(self.words("screens.tap_which", card=name), "good"))
            case PutDown():
                say(Said(self.words("questions.tap_put_down", card=name), "good"))
            case Selected(seat=seat):
                say(Said(self.words("screens.tap_seat", name=self.names.seat(seat)), "note"))
            case Ignored() | Shown():
                say(Said(self.telling.unwanted(meaning, name, self.table), "note"))
            case _:
                assert_never(meaning)

    def _refuse_tap(self, refused: Refused, item: int, name: str) -> None:
        """Say why not; of a card that is held in secret the reason would tell which one it is."""
        card = self.rules.cards.get(item)
        if card is None or card.deck != self.rules.seating.hand_deck:
            self.refuse(refused, f"{name}: ")
            return
        drawn = refused.reason is Reason.CARD_NOT_IN_DECK
        self.scans.say(
            Said(self.words("why.not_drawn" if drawn else "why.in_hand", card=name), "bad")
        )

    def _done(self, meaning: Do, name: str, before: Table) -> str:
        """What a tap did; of a secret card only that it was taken."""
        if isinstance(meaning.command, BidCard | Draw | Discard):
            return self.words("screens.tap_done_hidden", card=name)
        done = self.telling.command(meaning.command, before)
        if name in done:
            return done
        return self.words("screens.tap_done", card=name, done=done)

    def _title(self, item: int | None, *, hidden: bool) -> str:
        return "" if item is None else title(self.names, item, hidden=hidden)


def asks(told: Told) -> bool:
    """Whether the sticker may be a copy, and its box leaves it to the table."""
    return isinstance(told.verdict, Copied) and told.verdict.copies is Copies.ASK


def _open(meaning: Meaning) -> bool:
    """Whether a tap has laid its card open: it is played, or used to pay."""
    if isinstance(meaning, Choice):
        return all(isinstance(c, Play | Buy | Pay) for c in meaning.commands)
    return isinstance(meaning, Fill) or (
        isinstance(meaning, Do) and isinstance(meaning.command, Play | Buy | Pay)
    )
