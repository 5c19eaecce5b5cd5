"""What each message of a device comes to: who sits where, what is asked of the game, what is told.

No sockets and no tasks: the host has those. Whoever opened the room hands over a :class:`Teller`
for each language; what a seat may not see, no teller is ever asked for.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from ketuk.codes.fault import CodesFault
from ketuk.engine import codec
from ketuk.engine.commands import AnyCommand, Correct
from ketuk.engine.table import DrawCard, Reveal, Table
from ketuk.engine.taps import Choice
from ketuk.rooms import wire
from ketuk.rooms.answers import Late, Moved, NeedsConsent, Outcome, Stale, Told, Turned
from ketuk.rooms.door import Door, Pass
from ketuk.rooms.poll import Poll, opened
from ketuk.rooms.room import Reading, Room
from ketuk.rooms.sheet import AnyField, Line, PollSheet, Sheet, Timer
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.wire import Refused, ToDevice, Verdict

KEPT_ANSWERS = 32
"""Of each device, so that a repeated request gets its first answer."""
MOST_DEVICES = 512

Here: TypeAlias = Literal["here", "asleep", "away"]
GoneWhy: TypeAlias = Literal[
    "code", "token", "build", "newer", "moved", "closed", "full", "slow", "unclear", "blocked"
]


@dataclass(frozen=True, slots=True)
class Around:
    """What a page shows beside the game itself."""

    here: Mapping[int, Here]
    """By seat; a seat that never had a device is not in it."""
    timer: Timer | None
    poll: Poll | None
    now: float


@dataclass(frozen=True, slots=True)
class TapTold:
    """What a card came to on a device."""

    sentence: str
    tone: Literal["good", "note", "bad"]
    lines: tuple[Line, ...] = ()
    fields: tuple[AnyField, ...] = ()


class Teller(Protocol):
    """Says everything in one language. ``seat`` is who reads it; 0: a watcher."""

    def sheet(self, seat: int, around: Around) -> Sheet:
        """What the page of a seat shows."""
        ...

    def words(self) -> dict[str, str]:
        """What the page itself says."""
        ...

    def outcome(self, outcome: Outcome | Turned, seat: int) -> tuple[str, str]:
        """Why something was not done, and the number of the ruling."""
        ...

    def tap(self, told: Told, before: Table, seat: int) -> TapTold:
        """What a card came to."""
        ...

    def why(self, what: str, seat: int) -> tuple[str, tuple[str, ...]] | None:
        """Title and lines on what a page of this seat has named; None for what it has not."""
        ...

    def weigh(self, command: AnyCommand) -> tuple[tuple[str, ...], str]:
        """What a trade is worth to both sides, and why it may not be proposed (empty: it may)."""
        ...

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the room."""
        ...

    def trouble(self, fault: JournalFault | CodesFault) -> str:
        """Why something could not be kept or judged."""
        ...

    def poll(self, poll: Poll, seat: int, now: float) -> PollSheet:
        """Something that is put to all, as a seat sees it."""
        ...


@dataclass(slots=True, eq=False)
class Connection:
    """One socket of one device, by its number: what is late from another one is not heard."""

    number: int
    address: str
    device: str = ""
    language: str = "id"
    known: Pass | None = None
    """Once it has a seat or watches."""
    met: bool = False
    """Whether its ``hello`` was good."""
    asleep: bool = False
    name: str = ""
    over: bool = False
    """Nothing that comes from it counts any more."""

    @property
    def seat(self) -> int:
        """0: it watches, or has not chosen yet."""
        return self.known.seat if self.known is not None else 0


@dataclass(slots=True)
class _Device:
    """What stays of a device over its connections."""

    reading: Reading = field(default_factory=Reading)
    answers: OrderedDict[str, ToDevice] = field(default_factory=OrderedDict)


class Desk:
    """The desk of one room: all that its devices ask passes here."""

    def __init__(
        self,
        room: Room,
        teller: Callable[[str], Teller],
        languages: tuple[tuple[str, str], ...],
        door: Door,
        *,
        computers: frozenset[int],
        now: Callable[[], float],
        build: str = wire.BUILD,
        keep: Callable[[tuple[Pass, ...]], None] = lambda passes: None,
        heard: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Args:
            languages: id and own name of each.
            computers: seats that the program plays.
            now: seconds that go on evenly.
            build: of the pages that this host gives out.
            keep: has the passes kept beyond this program; called when they have changed.
            heard: called after each request that may have changed what pages show.
        """
        self.room, self.door, self.languages = room, door, languages
        self.computers = computers
        self._teller, self._now, self._build = teller, now, build
        self._keep, self._heard = keep, heard
        self.poll: Poll | None = None
        self.ended = ""
        """The key of how the last poll ended; empty while none has."""
        self.connections: dict[int, Connection] = {}
        self._number = 0
        self._polls = 0
        self._devices: OrderedDict[str, _Device] = OrderedDict()
        self.let_go: Callable[[Connection, GoneWhy], None] = lambda connection, why: None
        """Ends another connection, for this reason; the host sets it."""

    # ---- connections

    def connect(self, address: str) -> Connection:
        """A new connection; it has said nothing yet."""
        self._number += 1
        connection = Connection(self._number, address)
        self.connections[connection.number] = connection
        return connection

    def left(self, connection: Connection) -> None:
        """A connection is gone. It ends nothing but itself: its device may be back already."""
        connection.over = True
        if self.connections.pop(connection.number, None) is not None and connection.met:
            self._heard()

    def teller(self, connection: Connection) -> Teller:
        """Who speaks its language."""
        return self._teller(connection.language)

    def gone(self, connection: Connection, why: GoneWhy) -> wire.Gone:
        """The last message of a connection."""
        connection.over = True
        again = why in ("slow", "unclear")
        sentence = self.teller(connection).say(f"gone_{why}")
        return wire.Gone(why=why, sentence=sentence, again=again)

    @property
    def here(self) -> dict[int, Here]:
        """Who is here with a device: asleep, away or awake."""
        found: dict[int, Here] = {p.seat: "away" for p in self.door.passes if p.seat}
        for connection in self.connections.values():
            if connection.seat and not connection.over:
                found[connection.seat] = "asleep" if connection.asleep else "here"
        return found

    @property
    def watchers(self) -> int:
        """How many look on."""
        return sum(c.known is not None and not c.seat for c in self.connections.values())

    def move_out(self, seat: int) -> None:
        """The host frees a seat: its device is let go of, and its token lets nobody in."""
        self.door.free(seat)
        self._keep(self.door.passes)
        for connection in tuple(self.connections.values()):
            if connection.seat == seat and not connection.over:
                self.let_go(connection, "moved")
        self._heard()

    # ---- messages

    def take(self, connection: Connection, message: wire.FromDevice) -> list[ToDevice]:
        """The answers to one message, for its own device; the first one has to be a ``hello``."""
        if connection.over:
            return []
        if isinstance(message, wire.Hello):
            return self._hello(connection, message)
        if not connection.met:
            return [self.gone(connection, "unclear")]
        match message:
            case wire.Ping(n=n):
                return [wire.Pong(n=n)]
            case wire.Sleep():
                connection.asleep = True
            case wire.Bye():
                self.left(connection)
            case wire.Speak(language=language):
                return self._speak(connection, language)
            case wire.Seat():
                return self._sit(connection, message)
            case wire.Why(id=ident, what=what):
                found = self.teller(connection).why(what, connection.seat)
                title, lines = found or (self.teller(connection).say("why_gone"), ())
                return [wire.Reasons(id=ident, title=title, lines=lines)]
            case wire.Agree(poll=poll, yes=yes):
                self.agree(connection.seat, poll, yes)
            case wire.Photo():
                raise ValueError("the host reads photos")
            case wire.Do() | wire.Tap() | wire.Undo() | wire.Weigh():
                return [self._once(connection, message)]
        self._heard()
        return []

    def woken(self, connection: Connection) -> None:
        """Something came from it, so it sleeps no more."""
        if connection.asleep:
            connection.asleep = False
            self._heard()

    def _hello(self, connection: Connection, hello: wire.Hello) -> list[ToDevice]:
        if connection.met:
            return [self.gone(connection, "unclear")]
        connection.device = hello.device
        connection.language = self._spoken(hello.language)
        connection.name = hello.name.strip()
        if hello.build != self._build:
            return [self.gone(connection, "build")]
        if self.door.shut_for(connection.address, self._now()) > 0:
            return [self.gone(connection, "blocked")]
        known = self.door.known(hello.token)
        if known is None and not self.door.opens(hello.code):
            self.door.was_wrong(connection.address, self._now())
            return [self.gone(connection, "token" if hello.token else "code")]
        connection.met = True
        if known is not None:
            self._replace(connection, known)
            connection.known = self.door.speaks(known, connection.language)
            if known.language != connection.language:
                self._keep(self.door.passes)
        self._heard()
        return [self._welcome(connection)]

    def _replace(self, connection: Connection, known: Pass) -> None:
        """The newest connection of a token is the one that counts."""
        for other in tuple(self.connections.values()):
            same = other.known is not None and other.known.hash == known.hash
            if other is not connection and same and not other.over:
                self.let_go(other, "newer")

    def _spoken(self, language: str) -> str:
        known = [spoken for spoken, _ in self.languages]
        return language if language in known else known[0]

    def _speak(self, connection: Connection, language: str) -> list[ToDevice]:
        connection.language = self._spoken(language)
        if connection.known is not None:
            connection.known = self.door.speaks(connection.known, connection.language)
            self._keep(self.door.passes)
        self._heard()
        return [self._welcome(connection)]

    def _welcome(self, connection: Connection, token: str = "") -> wire.Welcome:
        teller, table = self.teller(connection), self.room.table
        taken = {p.seat for p in self.door.passes}
        seats = [
            wire.SeatLine(
                seat=seat,
                name=player.name,
                taken="gone"
                if player.left
                else "computer"
                if seat in self.computers
                else "device"
                if seat in taken and seat != connection.seat
                else "",
            )
            for seat, player in enumerate(table.players, 1)
        ]
        return wire.Welcome(
            seat=connection.seat if connection.known is not None else None,
            name=connection.name,
            token=token,
            language=connection.language,
            languages=self.languages,
            game=self.room.name,
            seats=tuple(seats),
            words=teller.words(),
        )

    def _sit(self, connection: Connection, wanted: wire.Seat) -> list[ToDevice]:
        """A free seat of a person, or a place to look on; one that has a device stays its own."""
        line = next((s for s in self._welcome(connection).seats if s.seat == wanted.seat), None)
        if wanted.seat and (line is None or line.taken):
            why = line.taken if line is not None else "gone"
            sentence = self.teller(connection).say(f"seat_{why}")
            return [Refused(id="seat", sentence=sentence), self._welcome(connection)]
        if connection.known is not None:
            self.door.drop(connection.known)
        connection.name = wanted.name.strip() or connection.name
        token, connection.known = self.door.give(
            wanted.seat, name=connection.name, language=connection.language
        )
        self._keep(self.door.passes)
        self._heard()
        return [self._welcome(connection, token)]

    # ---- requests, each of which has one answer for ever

    def _once(
        self, connection: Connection, message: wire.Do | wire.Tap | wire.Undo | wire.Weigh
    ) -> ToDevice:
        device = self._device(connection)
        if (known := device.answers.get(message.id)) is not None:
            return known
        answer = self._answered(connection, device, message)
        if not isinstance(message, wire.Weigh):
            device.answers[message.id] = answer
            while len(device.answers) > KEPT_ANSWERS:
                device.answers.popitem(last=False)
            self._heard()
        return answer

    def _device(self, connection: Connection) -> _Device:
        """By its token: a device's own number is no secret, and proof of nothing."""
        key = connection.known.hash if connection.known is not None else f"{connection.number}"
        device = self._devices.setdefault(key, _Device())
        self._devices.move_to_end(key)
        while len(self._devices) > MOST_DEVICES:
            self._devices.popitem(last=False)
        return device

    def _answered(
        self,
        connection: Connection,
        device: _Device,
        message: wire.Do | wire.Tap | wire.Undo | wire.Weigh,
    ) -> ToDevice:
        teller, seat, ident = self.teller(connection), connection.seat, message.id
        if not seat:
            return Refused(id=ident, sentence=teller.say("watchers_look"))
        named = f"{connection.known.hash[:16]}.{ident}" if connection.known is not None else ident
        try:
            match message:
                case wire.Do():
                    return self._do(teller, device, seat, message, named)
                case wire.Tap():
                    return self._tap(teller, device, seat, message, named)
                case wire.Undo():
                    return self._undo(teller, seat, message, named)
                case wire.Weigh():
                    return self._weigh(teller, seat, message)
        except (JournalFault, CodesFault) as fault:
            return Refused(id=ident, sentence=teller.trouble(fault))

    def _do(
        self, teller: Teller, device: _Device, seat: int, message: wire.Do, named: str
    ) -> ToDevice:
        commands = [_command(plain, seat) for plain in message.cmds]
        if any(c is None or isinstance(c, Correct) for c in commands):
            return Refused(id=message.id, sentence=teller.say("not_understood"))
        ask, seq = message.ask, self.room.seq
        for number, command in enumerate(commands):
            assert command is not None
            done = self.room.do(command, ask=ask, ident=f"{named}.{number}")
            if isinstance(done, NeedsConsent):
                self._put(command, frozenset(self.room.table.seats), seat)
                return wire.Done(id=message.id, seq=self.room.seq)
            if not isinstance(done, Moved):
                return self._refused(teller, message.id, done, seat)
            device.reading.choice = None
            ask, seq = self.room.question, done.seq
        return wire.Done(id=message.id, seq=seq)

    def _refused(self, teller: Teller, ident: str, outcome: Outcome | Turned, seat: int) -> Refused:
        sentence, ruling = teller.outcome(outcome, seat)
        late = isinstance(outcome, Late | Stale)
        return Refused(id=ident, sentence=sentence, ruling=ruling, late=late)

    def _tap(
        self, teller: Teller, device: _Device, seat: int, message: wire.Tap, named: str
    ) -> ToDevice:
        room, before, text = self.room, self.room.table, message.text.strip()
        by = device.reading
        short = next((c.item for c in room.rules.cards.values() if c.code == text.upper()), 0)
        if short and _awaits_card(room):
            told = room.tap_item(short, seat=seat, ask=message.ask, ident=named, by=by)
        elif room.registry is None:
            return Refused(id=message.id, sentence=teller.say("no_box"))
        else:
            told = room.tap(
                text,
                source="phone",
                seat=seat,
                among=by.choice,
                ask=message.ask,
                ident=named,
                by=by,
            )
        by.choice = told.meaning if isinstance(told.meaning, Choice) else None
        said = teller.tap(told, before, seat)
        if isinstance(told.outcome, Moved):
            return wire.Done(id=message.id, seq=told.outcome.seq, text=said.sentence)
        if isinstance(told.outcome, Late):
            return self._refused(teller, message.id, told.outcome, seat)
        return Verdict(
            id=message.id,
            sentence=said.sentence,
            tone=said.tone,
            lines=said.lines,
            fields=said.fields,
        )

    def _weigh(self, teller: Teller, seat: int, message: wire.Weigh) -> ToDevice:
        command = _command(message.cmd, seat)
        if command is None:
            return Refused(id=message.id, sentence=teller.say("not_understood"))
        lines, sentence = teller.weigh(command)
        return wire.Weighed(id=message.id, lines=lines, may=not sentence, sentence=sentence)

    # ---- what all agree to

    def _undo(self, teller: Teller, seat: int, message: wire.Undo, named: str) -> ToDevice:
        """The seat whose move it is agrees, and past chance everybody does."""
        room = self.room
        move = room.undoable if message.way == "undo" else room.redoable
        if message.seq != room.seq or move is None:
            return self._refused(teller, message.id, self._turn(message, frozenset(), named), seat)
        asked = {seat}
        if message.way == "undo" and room.undo_shows(move):
            asked |= set(room.table.seats)
        elif move.command is not None and move.command.seat:
            asked.add(move.command.seat)
        asked &= set(room.table.seats) | {seat}
        if asked - self.computers <= {seat}:
            done = self._turn(message, frozenset(asked), named)
            if isinstance(done, Moved):
                return wire.Done(id=message.id, seq=done.seq)
            return self._refused(teller, message.id, done, seat)
        self._put(message, frozenset(asked), seat)
        return wire.Done(id=message.id, seq=room.seq)

    def _turn(self, message: wire.Undo, consents: frozenset[int], named: str | None) -> Turned:
        if message.way == "undo":
            return self.room.undo(seq=message.seq, consents=consents, ident=named)
        return self.room.redo(seq=message.seq, ident=named)

    def _put(self, what: object, asked: frozenset[int], seat: int) -> None:
        """Put something to all; what was put before it is over."""
        self._polls += 1
        self.ended = ""
        self.poll = opened(
            f"p{self._polls}",
            what,
            seq=self.room.seq,
            asked=asked,
            opener=seat,
            computers=self.computers,
            now=self._now(),
        )
        self.look()

    def agree(self, seat: int, poll: str, yes: bool) -> bool:
        """A seat says yes or no, on its device, by its card or by a key; whether it counted."""
        counted = self.poll is not None and self.poll.ident == poll and self.poll.answer(seat, yes)
        self.look()
        return counted

    def look(self) -> None:
        """Whether the poll has ended: with a no, with a row more, in time, or with all agreed."""
        poll = self.poll
        if poll is None or (ending := poll.ending(self.room.seq, self._now())) is None:
            return
        self.poll, self.ended = None, f"poll_{ending}"
        if ending == "agreed":
            try:
                self._carry_out(poll)
            except JournalFault:
                self.ended = "poll_not_kept"
        self._heard()

    def _carry_out(self, poll: Poll) -> None:
        what = poll.what
        if isinstance(what, wire.Undo):
            done: Outcome | Turned = self._turn(what, frozenset(poll.yes), None)
        else:
            assert isinstance(what, AnyCommand)
            done = self.room.do(what, consents=frozenset(poll.yes))
        if not isinstance(done, Moved):
            self.ended = "poll_refused"

    # ---- pages

    def around(self) -> Around:
        """What pages show beside the game."""
        left, rules = self.room.time_left, self.room.rules
        timer = None
        if rules.timing is not None and left is not None:
            timer = Timer(left=left, stands=rules.timing.stands(self.room.table))
        return Around(self.here, timer, self.poll, self._now())


def _command(plain: dict[str, Any], seat: int) -> AnyCommand | None:
    """A command of a seat; None where it is none, or names a seat of its own."""
    if "seat" in plain:
        return None
    try:
        return codec.command_of({**plain, "seat": seat})
    except (ValueError, TypeError, RecursionError):
        return None


def _awaits_card(room: Room) -> bool:
    """Whether a card of a real deck is waited for: only then a short code says anything."""
    top = room.table.top
    return room.table.options.decks == "real" and isinstance(top, DrawCard | Reveal)
