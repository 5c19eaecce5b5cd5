"""An entry of the agenda: what every kind of task says of itself."""

from typing import ClassVar, Protocol, TypeVar

from msgspec import Struct

from ketuk.engine.states import State
from ketuk.engine.table.options import Options
from ketuk.engine.table.value import NOWHERE, snake

S = TypeVar("S", bound=State)


class AskingSeats(Protocol):
    """An auction as far as a task looks at it."""

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        ...


class TableAround(Protocol):
    """All that a task looks at of the table on which it lies."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats still playing."""
        ...

    @property
    def active(self) -> int:
        """Who goes on."""
        ...

    @property
    def auction(self) -> AskingSeats | None:
        """The auction that is on, if one is."""
        ...

    def state(self, kind: type[S]) -> S:
        """What a mechanic keeps."""
        ...


class Task(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=snake, tag_field="type"):
    """An entry of the agenda: a question to somebody, or a step that the engine takes by itself.

    What a task is by itself stands here; what a set makes of it is its ``TaskRule``.
    """

    half_done: ClassVar[bool]
    """Whether it rests on the table as it was when it began, so that nothing can be corrected."""

    at_leisure: ClassVar[bool] = False
    """Whether nobody is asked meanwhile what may rest on how much money lies anywhere."""

    unhurried: ClassVar[bool] = False
    """Whether going on is for people to say: they may want to play a card, or move theirs."""

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """The seats that it waits for; none for a step."""
        return ()

    def by_hand(self, options: Options) -> bool:
        """Whether real dice or a real deck answer it."""
        return False

    def concerns(self, seat: int) -> bool:
        """Whether it is void once that seat has left."""
        return False

    @property
    def of_auction(self) -> bool:
        """Whether it goes on with the auction on the table."""
        return False

    @property
    def in_question(self) -> int:
        """The tile whose owner it rests on; -1 for none."""
        return NOWHERE

    @property
    def pawn(self) -> int:
        """The seat whose pawn has to stay where it is meanwhile; 0 for none."""
        return 0


class OfSeat(Task, frozen=True):
    """A task of one seat: a question waits for it, and is dropped if that seat leaves."""

    seat: int

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """The seat."""
        return (self.seat,)

    def concerns(self, seat: int) -> bool:
        """Its own."""
        return seat == self.seat

    @property
    def pawn(self) -> int:
        """That of the seat."""
        return self.seat


class OfTile(OfSeat, frozen=True):
    """A task of one seat about one tile."""

    tile: int

    @property
    def in_question(self) -> int:
        """The tile."""
        return self.tile
