"""The one door for chance: dice and draws. What comes through it is written into events."""

from collections.abc import Iterable, Sequence
from typing import Protocol


class Luck(Protocol):
    """Where chance comes from; the engine itself has none."""

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice, each 1 to 6."""
        ...

    def draw(self, cards: Sequence[int]) -> int:
        """One of ``cards`` (not empty, ascending), the top of a shuffled deck."""
        ...


class NoLuck:
    """Chance for tables that bring their own dice and decks: asking it is a programming error."""

    def dice(self, count: int) -> tuple[int, ...]:
        """Never gives dice."""
        raise LookupError(f"no luck at this table, {count} dice wanted")

    def draw(self, cards: Sequence[int]) -> int:
        """Never gives a card."""
        raise LookupError(f"no luck at this table, one of {len(cards)} cards wanted")


class ScriptedLuck:
    """Chance written down before: dice and cards in the order in which they are asked for."""

    def __init__(self, dice: Iterable[Sequence[int]] = (), cards: Iterable[int] = ()) -> None:
        self._dice = [tuple(throw) for throw in dice]
        self._cards = list(cards)

    def dice(self, count: int) -> tuple[int, ...]:
        """The next throw of the script.

        Raises:
            LookupError: the script is at its end, or its throw has another number of dice.
        """
        if not self._dice or len(self._dice[0]) != count:
            raise LookupError(f"script has no throw of {count} dice next")
        return self._dice.pop(0)

    def draw(self, cards: Sequence[int]) -> int:
        """The next card of the script.

        Raises:
            LookupError: the script is at its end, or its card is not among ``cards``.
        """
        if not self._cards or self._cards[0] not in cards:
            raise LookupError(f"script has no card of {cards} next")
        return self._cards.pop(0)
