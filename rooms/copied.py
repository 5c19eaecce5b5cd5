"""A copy of a game that another laptop decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Self

from ketuk.codes.registry import Registry
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.records import Header, Row
from ketuk.rooms.reign import Mark, Reign
from ketuk.rooms.room import Room
from ketuk.rooms.upstream import Upstream


class Astray(Exception):
    """Rows do not follow from those that are here: ask anew for what comes after a common row."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What the laptop that decides gives to one that keeps a copy."""

    header: Header
    rows: tuple[Row, ...]
    """All, from the start on."""
    reigns: tuple[Reign, ...]
    """All that are known there, its own among them."""


def _nothing() -> None:
    pass


class CopiedRoom(Room):
    """A game that is open here as a copy: what is asked goes to the laptop that decides.

    Once it leads, it is a room as any other.
    """

    upstream: Upstream | None = None
    """The line to the laptop that decides; while there is none, nothing can be asked."""

    settle: Callable[[], None] = staticmethod(_nothing)
    """Takes what has been heard; called after each answer, before it is told."""

    @classmethod
    def begin(
        cls,
        journal: Journal,
        copy: Copy,
        *,
        registry: Registry | None = None,
        clock: Callable[[], datetime] = system_time,
        ticks: Callable[[], float] = monotonic,
    ) -> Self:
        """Keep a copy here, under a free name, or go on with the one that is here already."""
        raise NotImplementedError

    def take_rows(self, rows: Sequence[Row], *, since: Mark | None = None) -> None:
        """Rows of the laptop that decides: on disk when this returns, and told.

        Args:
            since: a mark that both have, where what comes after it here may be another tail: that
                one is kept as a branch. None: the rows are the next ones.

        Raises:
            Astray: they do not follow from those that are here.
        """
        raise NotImplementedError
