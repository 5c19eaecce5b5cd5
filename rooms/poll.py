"""Something that is put to all, and who has agreed: an undo, a correction, an early end.

Pure: time is given. It is about the game as it stood at one row; a row more, a no or a minute ends
it. Consents come together here, and the engine is asked once.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

LASTS_S = 60.0

Ending: TypeAlias = Literal["agreed", "no", "moved", "late"]


@dataclass(slots=True)
class Poll:
    """One question to some seats."""

    ident: str
    what: object
    """What is done when all have agreed."""
    seq: int
    """The row that the game stood at."""
    asked: frozenset[int]
    """Seats whose yes it takes."""
    until: float
    opener: int
    """The seat that opened it; 0: at the host."""
    yes: set[int] = field(default_factory=set)
    no: int = 0
    """Who said no."""

    @property
    def waits(self) -> frozenset[int]:
        """Seats that have said nothing yet."""
        return self.asked - self.yes

    def answer(self, seat: int, yes: bool) -> bool:
        """A seat says yes or no; whether it was asked and had not answered."""
        if seat not in self.waits or self.no:
            return False
        if yes:
            self.yes.add(seat)
        else:
            self.no = seat
        return True

    def ending(self, seq: int, now: float) -> Ending | None:
        """How it ends, as things stand; None while it goes on."""
        if seq != self.seq:
            return "moved"
        if self.no:
            return "no"
        if not self.waits:
            return "agreed"
        return "late" if now >= self.until else None


def opened(
    ident: str,
    what: object,
    *,
    seq: int,
    asked: frozenset[int],
    opener: int,
    computers: frozenset[int],
    now: float,
) -> Poll:
    """A poll; whoever opens it agrees, and so do computers."""
    yes = {*(asked & computers), *(asked & {opener})}
    return Poll(ident, what, seq, asked, now + LASTS_S, opener, yes)
