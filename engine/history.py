"""What an undo cannot make people forget."""

from collections.abc import Iterable

from ketuk.engine.events import (
    AnyEvent,
    BidsRevealed,
    CardDrawn,
    CardKept,
    CardShown,
    EventRevealed,
    Rolled,
    Thrown,
)


def shows_chance(events: Iterable[AnyEvent]) -> bool:
    """Whether a move told people something that undoing cannot make them forget."""
    revealing = (Rolled, Thrown, CardDrawn, CardShown, CardKept, EventRevealed, BidsRevealed)
    return any(isinstance(e, revealing) for e in events)
