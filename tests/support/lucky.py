"""Chance from a small seeded generator, for games that are played many times over."""

import random
from collections.abc import Sequence


class Lucky:
    """Dice and cards that a number decides."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def dice(self, count: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, 6) for _ in range(count))

    def draw(self, cards: Sequence[int]) -> int:
        return self._random.choice(cards)
