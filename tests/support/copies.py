"""Laptops that keep copies of a game, in one process: each with a data folder and a journal."""

from pathlib import Path
from typing import Literal

from tables import Ticking, journal_in

from ketuk.engine.commands import AnyCommand
from ketuk.rooms.answers import Outcome, Turned, Unheard
from ketuk.rooms.copied import CopiedRoom, Copy
from ketuk.rooms.records import InputLine
from ketuk.rooms.reign import Reign, common
from ketuk.rooms.room import Room

SINCE = "2026-12-01T09:00:00.000000Z"


def declared(room: Room, laptop: str) -> Room:
    """A room that others may copy."""
    device = room.journal.device
    room.lead(Reign(room.reign.number, device, laptop, f"{laptop}:8765", SINCE))
    return room


def copy_of(room: Room) -> Copy:
    """What a copy is begun with."""
    return Copy(room.header, room.rows, room.journal.reigns(room.name))


def copied(folder: Path, host: Room, clock: Ticking | None = None) -> CopiedRoom:
    """A copy of a game in another folder, with a line to its host."""
    folder.mkdir(exist_ok=True)
    room = CopiedRoom.begin(journal_in(folder), copy_of(host), clock=clock or Ticking())
    room.upstream = Line(host, room)
    room.settle = room.upstream.settle
    return room


class Line:
    """A line to a host, in the same process; ``up`` says whether it holds."""

    def __init__(self, host: Room, copy: Room) -> None:
        self.host, self.copy = host, copy
        self.up = True
        self.asked: list[str] = []

    @property
    def silent_s(self) -> float:
        return 0.0 if self.up else 60.0

    def settle(self) -> None:
        """The copy takes what it lacks."""
        if self.up:
            fed(self.host, self.copy)

    def act(
        self,
        command: AnyCommand,
        *,
        ask: str | None,
        consents: frozenset[int],
        line: InputLine | None,
        ident: str,
    ) -> Outcome:
        self.asked.append(ident)
        if not self.up:
            return Unheard(0.0)
        return self.host.do(command, ask=ask, consents=consents, line=line, ident=ident)

    def turn(
        self, way: Literal["undo", "redo"], *, seq: int, consents: frozenset[int], ident: str
    ) -> Turned:
        self.asked.append(ident)
        if not self.up:
            return Unheard(0.0)
        if way == "undo":
            return self.host.undo(seq=seq, consents=consents, ident=ident)
        return self.host.redo(seq=seq, ident=ident)


def fed(host: Room, copy: Room) -> str:
    """The copy takes what the host has and it has not; the branch that was made of its own tail."""
    since = host.marks()[common(host.marks(), copy.marks())]
    return copy.take_rows(host.rows[since.seq + 1 :], since=since)
