"""What a laptop that follows asks of the game, for whoever sits at it."""

from collections.abc import Callable
from typing import Protocol

from ketuk.engine import NoLuck, codec, decide
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.rooms import meja_wire, outcomes, wire
from ketuk.rooms.answers import MoveDone, NoMove, Outcome, Stale, Turned
from ketuk.rooms.message import Command
from ketuk.rooms.records import InputLine
from ketuk.rooms.room import Room
from ketuk.rooms.sheet import PollSheet
from ketuk.rooms.trouble import JournalFault
from ketuk.rooms.wire import ToDevice


class PutsToAll(Protocol):
    """Where it is kept what is put to all: the desk."""

    def poll_told(self, language: str) -> PollSheet | None:
        """What it is now, as a table's screen says it."""
        ...

    def ended_told(self, language: str) -> str:
        """How the last one ended; empty: none has."""
        ...

    def agree(self, seat: int, poll: str, yes: bool) -> bool:
        """A seat says yes or no; whether it counted."""
        ...

    def put_here(self, what: wire.Undo | AnyCommand) -> bool:
        """Put something to all for a table's screen; whether it is put now."""
        ...


def acted(room: Room, message: meja_wire.Act) -> ToDevice:
    """A command is carried out, or why not."""
    command = _command(message.cmd)
    if command is None:
        return meja_wire.UnmovedMessage(id=message.id, kind="unclear", facts={})
    line = InputLine(*message.line) if message.line is not None else None
    consents = frozenset(message.consents)
    return _answer(
        message.id,
        lambda: room.do(command, ask=message.ask, consents=consents, line=line, ident=message.id),
    )


def turned(room: Room, message: meja_wire.TurnMessage) -> ToDevice:
    """A move is taken back, or brought back, or why not."""
    consents = frozenset(message.consents)
    if message.way == "undo":
        return _answer(
            message.id, lambda: room.undo(seq=message.seq, consents=consents, ident=message.id)
        )
    return _answer(message.id, lambda: room.redo(seq=message.seq, ident=message.id))


def put(room: Room, polls: PutsToAll, message: meja_wire.PutMessage) -> ToDevice | None:
    """Something is put to all, or why not; None: it is nothing that can be."""
    what: wire.Undo | AnyCommand = wire.Undo(id="-", seq=max(message.seq, 0), way=message.way)
    refused: Outcome | Turned | None = None
    if message.cmd is not None:
        command = _command(message.cmd)
        if command is None or not isinstance(command, room.rules.joint):
            return None
        what, decided = command, decide(room.table, command, room.rules, NoLuck())
        refused = decided if isinstance(decided, Refused) else None
    elif (room.undoable if message.way == "undo" else room.redoable) is None:
        refused = NoMove(message.way)
    if message.seq != room.seq:
        refused = Stale(room.seq)
    if refused is not None:
        return outcomes.unmoved(message.id, refused)
    polls.put_here(what)  # where something else is put, that is on its screen by now
    return wire.DoneMessage(id=message.id, seq=room.seq)


def _command(plain: Command) -> AnyCommand | None:
    try:
        return codec.command_of(plain)
    except (ValueError, TypeError, RecursionError):
        return None


def _answer(ident: str, act: Callable[[], Outcome | Turned]) -> ToDevice:
    try:
        done = act()
    except JournalFault as fault:
        return outcomes.unkept(ident, fault)
    if isinstance(done, MoveDone):
        return wire.DoneMessage(id=ident, seq=done.seq)
    return outcomes.unmoved(ident, done)
