"""What the engine does by itself when its turn in the agenda comes."""

from typing import ClassVar

from ketuk.engine.causes import MovedBy, PaidFor
from ketuk.engine.table.bills import Bill
from ketuk.engine.table.task import OfSeat, Task
from ketuk.engine.table.trades import Trade


class Resolve(OfSeat, frozen=True):
    """The tile under a pawn takes effect."""

    half_done: ClassVar[bool] = False


class Walk(OfSeat, frozen=True):
    """A pawn moves by a count of tiles."""

    half_done: ClassVar[bool] = False
    steps: int
    how: MovedBy = MovedBy("dice")
    """What moves it: dice, or the card that replaced them."""
    passes: bool = False
    """Whether the barricade does not stop this move."""


class Charge(OfSeat, frozen=True):
    """A payment becomes due when its turn in the agenda comes."""

    half_done: ClassVar[bool] = False
    to: int
    amount: int
    why: PaidFor
    ruling: str = ""
    voidable: bool = False
    bill: Bill | None = None

    def concerns(self, seat: int) -> bool:
        """Who pays and who is paid."""
        return seat in (self.seat, self.to)


class Exchange(Task, frozen=True):
    """An agreed trade is carried out, or found void."""

    half_done: ClassVar[bool] = True
    trade: Trade
    mortgaged: tuple[int, ...] | None = None
    """Its properties that were mortgaged when it was agreed; None if that was just now."""

    def concerns(self, seat: int) -> bool:
        """Both sides."""
        return seat in (self.trade.proposer, self.trade.partner)


class CloseTurn(Task, frozen=True):
    """The turn is over: agreed trades are done, the next seat follows."""

    half_done: ClassVar[bool] = False


class CloseRound(Task, frozen=True):
    """The round is over: loans, contracts, floods, markers, one-round effects."""

    half_done: ClassVar[bool] = False


class ClearRound(Task, frozen=True):
    """What the end of a round takes off the board, once its loans are paid."""

    half_done: ClassVar[bool] = False


class OpenRound(Task, frozen=True):
    """A round begins."""

    half_done: ClassVar[bool] = False
    opener: int = 0
    """Who opens it; 0 if the set's own rule says."""


class OpenTurns(Task, frozen=True):
    """The turns of the round begin with the opener."""

    half_done: ClassVar[bool] = False


class Finish(Task, frozen=True):
    """The final count."""

    half_done: ClassVar[bool] = False
