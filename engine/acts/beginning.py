"""Who begins: everybody throws, and the highest throw opens the game."""

from ketuk.engine.acts.rolling import by_dice
from ketuk.engine.causes import ThrownFor
from ketuk.engine.draft import Draft
from ketuk.engine.table import OpenRound

BEGIN = ThrownFor("begin")
"""Name of that throw in a set's ``throws``."""


def throw_for_it(draft: Draft) -> None:
    """Everybody throws two dice; the set's ``throws`` has ``begin`` under ``BEGIN``."""
    by_dice(draft, BEGIN, tuple(s for s in draft.table.seats for _ in range(2)))


def begin(draft: Draft, result: tuple[int, ...], about: tuple[int, ...]) -> None:
    """The highest throw opens every round; play goes on to the left."""
    draft.plan(OpenRound(result[0]))
