"""Chance for a game: from the system or from a seed, written down as it comes.

What was undone is given again, in order, until it is used up: nobody fishes for dice.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from ketuk.engine.luck import Luck
from ketuk.rooms.records import Piece


class SystemLuck:
    """Dice and cards from the system's source of randomness."""

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice, each 1 to 6."""
        return tuple(secrets.randbelow(6) + 1 for _ in range(count))

    def draw(self, cards: Sequence[int]) -> int:
        """One of ``cards``."""
        return secrets.choice(cards)


class SeededLuck:
    """Luck as a function of a seed and the number of the draw: a continued game throws the same."""

    def __init__(self, seed: int, draws: int = 0) -> None:
        self.seed = seed
        self.draws = draws
        """Dice and cards given so far."""

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice, each 1 to 6."""
        return tuple(self.below(6) + 1 for _ in range(count))

    def draw(self, cards: Sequence[int]) -> int:
        """One of ``cards``."""
        return cards[self.below(len(cards))]

    def below(self, limit: int) -> int:
        """A number from 0 up to, but not including, ``limit``."""
        self.draws += 1
        return figure(self.seed, f"draw {self.draws}") % limit


def figure(seed: int, of: str) -> int:
    """A number of 64 bits that only the seed and a name decide."""
    digest = hashlib.blake2b(f"{seed} {of}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


@dataclass(frozen=True, slots=True)
class Chance:
    """How much chance a game has used, and what waits to be given again."""

    fresh: int = 0
    """Pieces that came from the source itself."""
    again: tuple[Piece, ...] = ()
    """Pieces of undone moves, the next to come first."""

    def spent(self, pieces: Sequence[Piece]) -> "Chance":
        """After a move that used these."""
        again, fresh = list(self.again), self.fresh
        for piece in pieces:
            waiting = _next_like(again, piece)
            if waiting is None:
                fresh += 1
            else:
                del again[waiting]
        return Chance(fresh, tuple(again))

    def given_back(self, pieces: Sequence[Piece]) -> "Chance":
        """After the undo of a move that used these."""
        return Chance(self.fresh, (*pieces, *self.again))

    def taken_again(self, pieces: Sequence[Piece]) -> "Chance":
        """After the redo of a move that used these: they are the first that wait."""
        return Chance(self.fresh, self.again[len(pieces) :])


def _next_like(waiting: Sequence[Piece], piece: Piece) -> int | None:
    """Where the waiting piece stands that was given as ``piece``, if one was.

    A die is always the first that waits; a card the first that was still in its deck, and a card
    that waits and is in its deck goes before all others, so an equal one must be it.
    """
    for at, (kind, value) in enumerate(waiting):
        if kind == piece[0] and (kind == "die" or value == piece[1]):
            return at
    return None


class RecordedLuck:
    """Chance for one command: first what waits, then from the source; writes down what it gave."""

    def __init__(self, source: Luck, chance: Chance) -> None:
        self._source = source
        self._again = list(chance.again)
        self.given: list[Piece] = []

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice, each 1 to 6."""
        waiting = [at for at, (kind, _) in enumerate(self._again) if kind == "die"][:count]
        dice = [self._again[at][1] for at in waiting]
        for at in reversed(waiting):
            del self._again[at]
        if len(dice) < count:
            dice += self._source.dice(count - len(dice))
        self.given += [("die", die) for die in dice]
        return tuple(dice)

    def draw(self, cards: Sequence[int]) -> int:
        """One of ``cards``."""
        card = next((v for kind, v in self._again if kind == "card" and v in cards), None)
        if card is None:
            card = self._source.draw(cards)
        else:
            self._again.remove(("card", card))
        self.given.append(("card", card))
        return card
