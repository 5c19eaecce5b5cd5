"""Dice and pawns."""

from ketuk.engine.causes import FreedBy, JailedFor, LandedOn, MovedBy, RollSpentOn, ThrownFor
from ketuk.engine.events.event import Event


class Rolled(Event, frozen=True):
    """A throw that counts as a roll of the turn."""

    seat: int
    dice: tuple[int, ...]
    double: bool = False
    again: bool = False
    """Whether another roll follows."""
    ruling: str = ""


class RollSpent(Event, frozen=True):
    """A roll of the turn is used up, or lost, without a throw."""

    seat: int
    why: RollSpentOn
    ruling: str = ""


class Thrown(Event, frozen=True):
    """A die for a tie or a target."""

    seat: int
    die: int
    why: ThrownFor


class Moved(Event, frozen=True):
    """A pawn went from tile to tile."""

    seat: int
    start: int
    to: int
    how: MovedBy
    """dice, ojek, jalan_tikus, slide, flight, put ..."""
    stopped: str = ""
    """What ended it before its count: festival, barricade."""
    rulings: tuple[str, ...] = ()


class SalaryDue(Event, frozen=True):
    """The salary of this turn was earned."""

    seat: int


class Landed(Event, frozen=True):
    """A tile takes effect on a seat; ``effect`` names what follows, or why nothing does."""

    seat: int
    tile: int
    effect: LandedOn
    ruling: str = ""


class Jailed(Event, frozen=True):
    """A seat is stuck in the jail."""

    seat: int
    why: JailedFor
    ruling: str = ""


class TryFailed(Event, frozen=True):
    """A throw did not free the seat."""

    seat: int
    tries: int
    ruling: str = ""


class Freed(Event, frozen=True):
    """A seat is out of the jail."""

    seat: int
    how: FreedBy
