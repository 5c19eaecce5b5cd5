"""What a rule set says of itself: who it is, what is in its box, what players may choose."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ketuk.engine.causes import ExcusedBy, HonoursFor


class Meta(Struct, frozen=True):
    """Who the set is."""

    id: str
    version: str
    name: str
    rules: str
    """Id of the code that plays it; own data keeps the code of the set it was made from."""
    step: int = 1
    """Money is whole numbers in units of this."""


class Item(Struct, frozen=True):
    """One sticker of a box."""

    number: int
    kind: str
    name: str
    code: str = ""
    """Short code printed on the card: S01, E05; empty for others."""


class Card(Struct, frozen=True):
    """One card of a deck."""

    item: int
    kind: str
    deck: str
    name: str
    code: str


class Seating(Struct, frozen=True):
    """What depends on the number of players, by that number."""

    cash: Mapping[int, tuple[int, ...]]
    rounds: Mapping[int, int]
    """Empty if the game ends otherwise."""
    without: Mapping[int, tuple[int, ...]]
    """Cards that stay in the box."""
    opener: Literal["moving", "first", "thrown", "drawn"] = "moving"
    """Who opens a round: the next seat each time, the first, or whom dice or a draw chose."""
    drawn: bool = False
    """Whether a draw decides who sits where, before the game; else people sit as they like."""
    hand: int = 0
    """Cards dealt to each."""
    hand_deck: str = ""
    """The deck whose cards are held in secret; empty if none is."""
    pot: int = 0


class Excuse(Struct, frozen=True, gc=False):
    """Why no rent is owed."""

    why: ExcusedBy
    ruling: str = ""


class Fairness(Struct, frozen=True):
    """What things are worth in a trade that has to be fair."""

    card_value: int
    rent_free_value: int
    """Value of a round without rent."""
    closed_rounds: int
    """In so many last rounds no contract is made."""


class Honours(Struct, frozen=True):
    """What a game that is over counts for."""

    ranked: bool
    experience: Literal["full", "half", "none"]
    why: HonoursFor
    """Id of the reason."""
    count: int = 0
    least: int = 0
    """What there was, and what it takes, if that is the reason."""


class Setting(Struct, frozen=True):
    """A number that the players may choose before the game."""

    name: str
    least: int
    most: int
    usual: int
    """What is played if nobody chooses."""
    step: int = 1
    none: bool = False
    """Whether 0 may be chosen besides, for none at all."""

    def allows(self, number: int) -> bool:
        """Whether it may be chosen."""
        return number in self.choices

    @property
    def choices(self) -> tuple[int, ...]:
        """Every number that may be chosen, ascending."""
        numbers = range(self.least, self.most + 1, self.step)
        return (*((0,) if self.none and 0 not in numbers else ()), *numbers)
