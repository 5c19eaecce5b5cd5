"""Who decides a game that lies on several laptops, and what they have in common. Pure.

A reign is the time in which one laptop decides; each has a number above all that were heard of when
it began. Two that began at once have the same number: then the name of the device tells which one
is higher. Devices follow the highest reign that they have heard of, and no lower one ever again.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ketuk.rooms.records import Row, to_text

SIGNS = 16
"""Hexadecimal digits of a mark's digest: 64 bits."""


@dataclass(frozen=True, slots=True, order=True)
class Reign:
    """The time in which one laptop decides a game. They are ordered by number and device alone."""

    number: int
    """0 for the laptop at which the game began; each later one is higher."""
    device: str
    """What names the laptop for good; empty as long as there is no other."""
    name: str = field(default="", compare=False)
    """What people call that laptop."""
    address: str = field(default="", compare=False)
    """Where it is reached: ``192.168.1.23:8765``."""
    since: str = field(default="", compare=False)
    """UTC, ISO 8601."""


NONE = Reign(-1, "")
"""Lower than every reign."""


def highest(heard: Iterable[Reign]) -> Reign:
    """The highest of them; :data:`NONE` if there is none."""
    return max(heard, default=NONE)


def after(
    heard: Iterable[Reign], device: str, *, name: str = "", address: str = "", since: str = ""
) -> Reign:
    """The reign that a laptop begins which has heard of these."""
    return Reign(highest(heard).number + 1, device, name, address, since)


class Mark(NamedTuple):
    """A row and all before it: equal marks stand for the same game up to there."""

    seq: int
    host: int
    """Number of the reign under which the row was written."""
    digest: str
    """Of the row, and of the digest before it: SHA-256, its first :data:`SIGNS` digits."""


def mark(row: Row, before: Mark | None) -> Mark:
    """The mark of a row that comes after another one, or of the first."""
    text = (before.digest if before is not None else "") + to_text(row)
    return Mark(row.seq, row.host, hashlib.sha256(text.encode()).hexdigest()[:SIGNS])


def marks_of(rows: Iterable[Row]) -> list[Mark]:
    """The marks of rows, from the first of a game on."""
    marks: list[Mark] = []
    for row in rows:
        marks.append(mark(row, marks[-1] if marks else None))
    return marks


def spaced(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Few of them, dense at the end: the last, and those 1, 2, 4, 8 ... before it; the first.

    What two games have in common is found by these up to twice the distance from the end.
    """
    if not marks:
        return ()
    last = len(marks) - 1
    steps = (1 << power for power in range(last.bit_length()))
    places = {0, last, *(last - step for step in steps if step <= last)}
    return tuple(marks[at] for at in sorted(places))


def common(mine: Sequence[Mark], theirs: Iterable[Mark]) -> int:
    """Number of the last row up to which both are the same game; -1: they are two games.

    Args:
        mine: all marks, from the first row on.
        theirs: all, or some.
    """
    same = (m.seq for m in theirs if 0 <= m.seq < len(mine) and mine[m.seq] == m)
    return max(same, default=-1)


def worth(marks: Sequence[Mark]) -> tuple[int, int]:
    """Which of several copies whoever takes over goes on with: the one of the highest worth.

    The reign of its last row counts before its length.
    """
    return (marks[-1].host, marks[-1].seq) if marks else (-1, -1)
