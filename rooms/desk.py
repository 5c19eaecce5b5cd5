"""What each message of a device comes to: what is asked of the game, and what is put to all.

Whoever opened the room hands over a :class:`Teller` for each language; what a seat may not see, no
teller is ever asked for.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ketuk import engine
from ketuk.codes.fault import CodesFault
from ketuk.engine import codec
from ketuk.engine.commands import AnyCommand, Correct, Propose
from ketuk.engine.table import DrawCard, Reveal, Trade
from ketuk.rooms import wire
from ketuk.rooms.answers import Late, MoveDone, Outcome, Stale, Turned
from ketuk.rooms.connection import Connection
from ketuk.rooms.meja_wire import KeptMessage
from ketuk.rooms.polling import Polling
from ketuk.rooms.room import DeviceReading, Room
from ketuk.rooms.sheet import TimerPart
from ketuk.rooms.teller import Around, Teller
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.views import view
from ketuk.rooms.wire import RefusedMessage, ToDevice, Verdict

KEPT_ANSWERS = 32
"""Of each device, so that a repeated request gets its first answer."""
MOST_DEVICES = 512


@dataclass(slots=True)
class _Device:
    """What stays of a device over its connections."""

    reading: DeviceReading = field(default_factory=DeviceReading)
    answers: OrderedDict[str, ToDevice] = field(default_factory=OrderedDict)


class RoomDesk(Polling):
    """The desk of one room: all that its devices ask passes here."""

    @cached_property
    def _devices(self) -> OrderedDict[str, _Device]:
        return OrderedDict()

    # ---- messages

    def take(self, connection: Connection, message: wire.FromDevice) -> list[ToDevice]:
        """The answers to one message, for its own device; the first one has to be a ``hello``."""
        if connection.over:
            return []
        if isinstance(message, wire.Hello):
            return self._hello(connection, message)
        if not connection.met:
            return [self.gone(connection, "unclear")]
        if isinstance(message, wire.Ping):
            return [wire.Pong(n=message.n)]
        if connection.laptop and not isinstance(message, wire.Bye):
            answers = self.mejas.take(connection, message)
            return answers if answers is not None else [self.gone(connection, "unclear")]
        match message:
            case wire.Sleep():
                connection.asleep = True
            case wire.Bye():
                self.left(connection)
            case wire.Speak(language=language):
                return self._speak(connection, language)
            case wire.SeatMessage():
                return self._sit(connection, message)
            case wire.ProfileMessage(profile=profile):
                return self.brought(connection, profile)
            case KeptMessage(seq=seq):
                self.copies.kept(connection, seq)
                return []
            case wire.WhyMessage(id=ident, what=what):
                reasons = self.teller(connection).why(what, connection.seat)
                title, lines = reasons or (self.teller(connection).say("why_gone"), ())
                return [wire.ReasonsMessage(id=ident, title=title, lines=lines)]
            case wire.Agree(poll=poll, yes=yes):
                self.agree(connection.seat, poll, yes)
            case wire.Photo():
                raise ValueError("the host reads photos")
            case wire.DoMessage() | wire.TapMessage() | wire.Undo() | wire.Weigh():
                return [self._once(connection, message)]
            case _:  # only laptops say that
                return [self.gone(connection, "unclear")]
        self._heard()
        return []

    # ---- requests, each of which has one answer for ever

    def _once(
        self,
        connection: Connection,
        message: wire.DoMessage | wire.TapMessage | wire.Undo | wire.Weigh,
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
        message: wire.DoMessage | wire.TapMessage | wire.Undo | wire.Weigh,
    ) -> ToDevice:
        teller, seat, ident = self.teller(connection), connection.seat, message.id
        if not seat:
            return RefusedMessage(id=ident, sentence=teller.say("watchers_look"))
        named = f"{connection.known.hash[:16]}.{ident}" if connection.known is not None else ident
        try:
            match message:
                case wire.DoMessage():
                    return self._do(teller, device, seat, message, named)
                case wire.TapMessage():
                    return self._tap(teller, device, seat, message, named)
                case wire.Undo():
                    return self._undo(teller, seat, message, named)
                case wire.Weigh():
                    return self._weigh(teller, seat, message)
        except (JournalFault, CodesFault) as fault:
            return RefusedMessage(id=ident, sentence=teller.trouble(fault))

    def _do(
        self, teller: Teller, device: _Device, seat: int, message: wire.DoMessage, named: str
    ) -> ToDevice:
        commands = [self._command(plain, seat) for plain in message.cmds]
        if any(c is None or isinstance(c, Correct) for c in commands):
            return RefusedMessage(id=message.id, sentence=teller.say("not_understood"))
        ask, seq = message.ask, self.room.seq
        for number, command in enumerate(commands):
            assert command is not None
            if isinstance(command, self.room.rules.joint):
                return self._put_joint(teller, command, message)
            done = self.room.do(command, ask=ask, ident=f"{named}.{number}")
            if not isinstance(done, MoveDone):
                return self._refused(teller, message.id, done, seat)
            device.reading.choice = None
            ask, seq = self.room.question, done.seq
        return wire.DoneMessage(id=message.id, seq=seq)

    def _refused(
        self, teller: Teller, ident: str, outcome: Outcome | Turned, seat: int
    ) -> RefusedMessage:
        sentence, ruling = teller.outcome(outcome, seat)
        late = isinstance(outcome, Late | Stale)
        return RefusedMessage(id=ident, sentence=sentence, ruling=ruling, late=late)

    def _tap(
        self, teller: Teller, device: _Device, seat: int, message: wire.TapMessage, named: str
    ) -> ToDevice:
        room, before, text = self.room, self.room.table, message.text.strip()
        by, trade = device.reading, self._made(message.making, seat)
        if message.making is not None and trade is None:
            return RefusedMessage(id=message.id, sentence=teller.say("not_understood"))
        short = next((c.item for c in room.rules.cards.values() if c.code == text.upper()), 0)
        if short and _awaits_card(room):
            result = room.tap_item(short, seat=seat, ask=message.ask, ident=named, by=by)
        elif room.registry is None:
            return RefusedMessage(id=message.id, sentence=teller.say("no_box"))
        else:
            result = room.tap(
                text,
                source="phone",
                seat=seat,
                making="trade" if trade is not None else None,
                ask=message.ask,
                ident=named,
                by=by,
            )
        said = teller.tap(result, before, seat, trade)
        if isinstance(result.outcome, MoveDone):
            return wire.DoneMessage(id=message.id, seq=result.outcome.seq, text=said.sentence)
        if isinstance(result.outcome, Late):
            return self._refused(teller, message.id, result.outcome, seat)
        return Verdict(
            id=message.id,
            sentence=said.sentence,
            tone=said.tone,
            lines=said.lines,
            fields=said.fields,
            put=said.put,
        )

    def _made(self, plain: dict[str, Any] | None, seat: int) -> Trade | None:
        """The trade that this seat puts together; None if it is none of its own."""
        command = self._command(plain, seat) if plain is not None else None
        made = isinstance(command, Propose) and command.trade.proposer == seat
        return command.trade if made and isinstance(command, Propose) else None

    def _weigh(self, teller: Teller, seat: int, message: wire.Weigh) -> ToDevice:
        command = self._command(message.cmd, seat)
        if command is None:
            return RefusedMessage(id=message.id, sentence=teller.say("not_understood"))
        lines, sentence = teller.weigh(command)
        return wire.Weighed(id=message.id, lines=lines, may=not sentence, sentence=sentence)

    def _command(self, plain: dict[str, Any], seat: int) -> AnyCommand | None:
        """A command of a seat; None if it is none, or names a seat of its own.

        Nor is one that asks for a card of which this seat cannot know who holds it: the answer
        would tell.
        """
        if "seat" in plain:
            return None
        try:
            command = codec.command_of({**plain, "seat": seat})
        except (ValueError, TypeError, RecursionError):
            return None
        if isinstance(command, Propose):
            held = {c for p in view(self.room.table, seat, self.room.rules).players for c in p.hand}
            if not {*command.trade.give.cards, *command.trade.take.cards} <= held:
                return None
        return command

    # ---- what all agree to

    def _put_joint(self, teller: Teller, command: AnyCommand, message: wire.DoMessage) -> ToDevice:
        """What only all give together, from a phone always: also what the screen gives alone."""
        room, seat = self.room, command.seat
        if message.ask != room.question:
            return self._refused(teller, message.id, Late(message.ask, room.question), seat)
        refused = engine.decide(room.table, command, room.rules, engine.NoLuck())
        if isinstance(refused, engine.Refused):
            return self._refused(teller, message.id, refused, seat)
        return self._put(teller, command, frozenset(room.table.seats), seat, message.id)

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
            if isinstance(done, MoveDone):
                return wire.DoneMessage(id=message.id, seq=done.seq)
            return self._refused(teller, message.id, done, seat)
        return self._put(teller, message, frozenset(asked), seat, message.id)

    # ---- pages

    def around(self) -> Around:
        """What pages show beside the game."""
        left, rest = self.room.time_left, self.room.time_standing
        timer = None if left is None else TimerPart(left=left, stands=False)
        if rest is not None:
            timer = TimerPart(left=rest, stands=True)
        return Around(self.here, timer, self.poll, self._now())


def _awaits_card(room: Room) -> bool:
    """Whether a card of a real deck is waited for: only then a short code says anything."""
    top = room.table.top
    return room.table.options.decks == "real" and isinstance(top, DrawCard | Reveal)
