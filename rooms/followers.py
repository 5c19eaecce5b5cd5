"""A laptop that follows a host: how far its copy is, and what it brings of a reign of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ketuk.rooms.connection import Connection
from ketuk.rooms.records import Row, Unsound, row_from
from ketuk.rooms.reign import Mark, mark

MejaState: TypeAlias = Literal["asked", "copying", "following", "silent"]


@dataclass(frozen=True, slots=True)
class MejaLine:
    """A laptop as the host's screen shows it."""

    name: str
    address: str
    """Where it listens; where it came from if it listens nowhere."""
    state: MejaState
    behind: int
    """Rows that are not on its disk yet, as far as is known here; 0: its copy is whole."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A laptop that asks to follow; the table's screen says yes or no (``Host.admit``)."""

    ident: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Tail:
    """Rows that a laptop wrote as host of a lower reign, and that are not here."""

    device: str
    name: str
    fork: int
    """The last row that both have."""
    rows: tuple[Row, ...]


@dataclass(slots=True)
class Follower:
    """A laptop that was let in, over all its connections."""

    name: str
    address: str
    device: str
    connection: Connection | None = None
    kept: int = -1
    tail: list[Row] = field(default_factory=list)
    fork: int = -1
    ahead: int = 0
    """How many rows of its own it has said it has after ``fork``."""

    @property
    def tail_whole(self) -> bool:
        """Whether all rows have come that it wrote by itself."""
        return bool(self.ahead) and len(self.tail) == self.ahead

    def offers(self, own: Mark | None, marks: Sequence[Mark], fork: int, most: int) -> bool:
        """It greets with rows of its own up to this one (None: it has none that count): whether
        they are to be asked for. What it has brought already is kept over a line that was lost.

        Args:
            marks: of the rows here.
            fork: the last row that is known to be the same.
            most: so many rows are taken in.
        """
        if own is None or fork < 0 or own.seq <= fork:
            self.tail, self.fork, self.ahead = [], fork, 0
        elif own != self.last(marks):
            self.tail, self.fork, self.ahead = [], fork, min(own.seq - fork, most)
        return bool(self.ahead) and not self.tail_whole

    def last(self, marks: Sequence[Mark]) -> Mark | None:
        """The mark of the last row that it has brought; ``marks`` are those of the rows here.

        None: what it has brought does not follow from them.
        """
        last = marks[self.fork] if 0 <= self.fork < len(marks) else None
        for row in self.tail:
            last = mark(row, last)
        return last

    def brings(self, rows: tuple[str, ...], marks: Sequence[Mark]) -> bool:
        """Rows of its own reign; whether they are the next of those that it has told of.

        What of them is the same as here, by these marks, is left out once all have come.
        """
        try:
            read = [row_from(text) for text in rows]
        except Unsound:
            return False
        first = self.fork + 1 + len(self.tail)
        if [row.seq for row in read] != list(range(first, first + len(read))):
            return False
        if len(self.tail) + len(read) > self.ahead:
            return False
        self.tail += read
        while self.tail_whole and self.fork + 1 < len(marks):
            if mark(self.tail[0], marks[self.fork]) != marks[self.fork + 1]:
                break
            self.tail, self.fork, self.ahead = self.tail[1:], self.fork + 1, self.ahead - 1
        return True
