"""Properties and buildings."""

from ketuk.engine.causes import AcquiredBy, LevelChangedBy, ReleasedBy
from ketuk.engine.events.event import Event


class Acquired(Event, frozen=True):
    """A property has a new owner."""

    seat: int
    tile: int
    former: int
    how: AcquiredBy
    price: int = 0


class Released(Event, frozen=True):
    """A property went back to the bank, unmortgaged and unbuilt."""

    tile: int
    former: int
    how: ReleasedBy


class MortgageSet(Event, frozen=True):
    """A property is mortgaged now, or no longer."""

    seat: int
    tile: int
    mortgaged: bool
    why: str = ""
    """Empty if money did it."""


class LevelChanged(Event, frozen=True):
    """Buildings of a city rose or fell."""

    tile: int
    level: int
    stock: tuple[int, ...]
    """What is left in the box after it."""
    why: LevelChangedBy
    ruling: str = ""
