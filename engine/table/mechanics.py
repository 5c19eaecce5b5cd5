"""Tasks of single mechanics, which only some sets have."""

from typing import ClassVar

from ketuk.engine.table.options import Options
from ketuk.engine.table.task import OfSeat, TableAround, Task


class Reveal(OfSeat, frozen=True):
    """The opener reveals the event of the round."""

    half_done: ClassVar[bool] = False
    at_leisure: ClassVar[bool] = True

    @property
    def pawn(self) -> int:
        """Nothing rests on where pawns stand."""
        return 0

    def by_hand(self, options: Options) -> bool:
        """With a real deck."""
        return options.decks == "real"


class RunEvent(Task, frozen=True):
    """The revealed event of the round takes effect."""

    half_done: ClassVar[bool] = True
    card: int
    dice: bool = False
    """Whether its targets are thrown for, in any edition."""


class Raid(OfSeat, frozen=True):
    """Razia was played against a seat; a card may refuse it until the active player goes on."""

    half_done: ClassVar[bool] = True
    unhurried: ClassVar[bool] = True
    by: int

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """Its victim first, then who goes on."""
        return tuple(dict.fromkeys((self.seat, table.active)))


class Community(OfSeat, frozen=True):
    """Balai Warga: the player who stopped there picks an option."""

    half_done: ClassVar[bool] = False


class StepChoice(OfSeat, frozen=True):
    """The dice leave a choice of how far the pawn goes."""

    half_done: ClassVar[bool] = False
    steps: tuple[int, ...]
    """Counts of tiles, ascending."""


class Onward(OfSeat, frozen=True):
    """Once a move is resolved the pawn goes on, to where its set says."""

    half_done: ClassVar[bool] = False


class Bet(OfSeat, frozen=True):
    """Stake a sum on numbers of a die, or not."""

    half_done: ClassVar[bool] = False
    stake: int
