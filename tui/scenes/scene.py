"""What there is to show of a move: values without a clock; the reel says when."""

from dataclasses import dataclass
from typing import TypeAlias

ROLL_S = 0.6
"""Seconds for which dice roll, and lie there afterwards."""
LIE_S = 1.6
STEP_S, WALK_S = 0.12, 1.8
"""Seconds from tile to tile, and of the longest walk."""
GAIN_S = 2.0
FELT_S = 1.2
BEAT_S = 0.5
"""Between a card and what it does on the ring."""
LOOK_S, SIGN_S, LONGEST_S = 1.5, 0.06, 14.0
"""A look at a card, then 1,000 signs a minute as people read aloud; longer is no moment."""
TURN_S = 0.8
"""Between two bids that are turned over, and for which dice lie before others are thrown."""


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """Dice, for all to see."""

    seat: int
    dice: tuple[int, ...]
    who: str = ""
    """Named where others than the one on turn throw too."""

    @property
    def seconds(self) -> float:
        """How long it is shown."""
        return ROLL_S + LIE_S


@dataclass(frozen=True, slots=True)
class PawnWalk:
    """A pawn on its way, the tile that it leaves first."""

    seat: int
    path: tuple[int, ...]

    @property
    def step(self) -> float:
        """Seconds on each tile."""
        return min(STEP_S, WALK_S / len(self.path))

    @property
    def seconds(self) -> float:
        """How long it walks."""
        return self.step * len(self.path)


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """What is read aloud: a card, an announcement."""

    title: str
    text: str
    notes: tuple[str, ...] = ()
    """What came of it at once."""

    @property
    def seconds(self) -> float:
        """How long it takes to read."""
        signs = sum(map(len, (self.title, self.text, *self.notes)))
        return min(LOOK_S + SIGN_S * signs, LONGEST_S)

    @property
    def lines(self) -> int:
        """Parts that are turned over one by one: none."""
        return 0


@dataclass(frozen=True, slots=True)
class OpenBid:
    """One bid card as it lies open."""

    seat: int
    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class Bids:
    """Sealed bids, turned over one by one, and then what comes of them."""

    title: str
    bids: tuple[OpenBid, ...]
    notes: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """How long all of it takes."""
        signs = sum(map(len, self.notes))
        return min(TURN_S * (len(self.bids) + 1) + LOOK_S + SIGN_S * signs, LONGEST_S)

    @property
    def lines(self) -> int:
        """Bids that are turned over one by one."""
        return len(self.bids)


@dataclass(frozen=True, slots=True)
class Gain:
    """What cash gained or lost by a move, for each seat whose cash is another."""

    sums: tuple[tuple[int, int], ...]

    @property
    def seconds(self) -> float:
        """How long it stands beside the cash."""
        return GAIN_S


@dataclass(frozen=True, slots=True)
class Felt:
    """Tiles and seats to which something was done."""

    tiles: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()

    @property
    def seconds(self) -> float:
        """How long they stand out."""
        return FELT_S


Read: TypeAlias = ReadAloud | Bids
"""What covers the middle while it is read."""
Scene: TypeAlias = DiceThrown | PawnWalk | Read | Gain | Felt
