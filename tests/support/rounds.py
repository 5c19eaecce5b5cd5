"""Beginnings of a round for tests: a Kejadian comes up."""

from collections.abc import Iterable, Sequence

from situations import Situation

from ketuk.engine.commands import RevealCard
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import OpenTurns, Reveal


def reveal(
    game: Situation, card: int, *, dice: Iterable[Sequence[int]] = (), opener: int = 1
) -> list[AnyEvent]:
    """The opener turns over ``card``; what it does, up to the next question."""
    game.set(phase="queue", opener=opener).ask(OpenTurns(), Reveal(opener))
    return game.do(RevealCard(opener), cards=[card], dice=dice)
