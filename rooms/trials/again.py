"""Some games of a run played again, alone: bots that remember from game to game are found out."""

from collections.abc import Callable, Iterable, Sequence

from ketuk.rooms.trials.bots import maker_of
from ketuk.rooms.trials.trial import Trial, row, rules_of

EVERY = 100
"""One game of so many is played again, and the last."""
MOST = 20
"""Games that are played again at most."""


class Again:
    """Keeps the lines of a few games to compare them."""

    def __init__(self, trial: Trial, wanted: range) -> None:
        self._trial = trial
        self._chosen = {*wanted[EVERY - 1 :: EVERY][: MOST - 1], wanted[-1]}
        self._lines: dict[int, Sequence[int]] = {}

    def add(self, lines: Iterable[Sequence[int]]) -> None:
        """Take in some games."""
        self._lines |= {line[0]: line for line in lines if line[0] in self._chosen}

    def otherwise(self, stop: Callable[[], bool]) -> tuple[int, ...]:
        """Games that went another way when each was played alone, by players loaded for it."""
        trial, differing = self._trial, list[int]()
        rules, names = rules_of(trial.data, trial.options), {b for s in trial.seatings for b in s}
        for game, line in sorted(self._lines.items()):
            if stop():
                break
            fresh = {name: maker_of(rules, name, trial.sources) for name in names}
            if row(trial, game, fresh) != list(line):
                differing.append(game)
        return tuple(differing)
