"""Undo and redo as entries: which moves still stand. Nothing is ever deleted."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.events import (
    AnyEvent,
    BidsRevealed,
    CardDrawn,
    CardKept,
    CardShown,
    EventRevealed,
    Rolled,
    Thrown,
)

Entry: TypeAlias = Literal["move", "undo", "redo"]


class Standing(Struct, frozen=True):
    """Positions of entries: moves that stand, and undone ones that redo would bring back."""

    moves: tuple[int, ...]
    undone: tuple[int, ...]
    """The next to come back last."""


def standing(entries: Sequence[Entry]) -> Standing:
    """Which moves stand after all entries; a new move ends redo.

    Raises:
        ValueError: an undo or redo with nothing to act on; its position is named.
    """
    moves: list[int] = []
    undone: list[int] = []
    for at, entry in enumerate(entries):
        if entry == "move":
            moves.append(at)
            undone.clear()
            continue
        source, target = (moves, undone) if entry == "undo" else (undone, moves)
        if not source:
            raise ValueError(f"entry {at}: nothing to {entry}")
        target.append(source.pop())
    return Standing(tuple(moves), tuple(undone))


def shows_chance(events: Iterable[AnyEvent]) -> bool:
    """Whether a move told people something that undoing cannot make them forget."""
    revealing = (Rolled, Thrown, CardDrawn, CardShown, CardKept, EventRevealed, BidsRevealed)
    return any(isinstance(e, revealing) for e in events)
