"""What was explained in which game, in ``hints.json`` of the data folder.

It is the memory of those who watch, not a fact of the game: an undo explains nothing again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import msgspec

from ketuk.rooms.small_file import SmallFile

FILE = "hints.json"
FORM = 1
MOST = 50
"""Games that are kept in mind; the ones begun longest ago go first."""


class FirstTimesOfGame(msgspec.Struct):
    """One game: whether it is explained, and what was already."""

    on: bool = True
    said: tuple[str, ...] = ()


class FirstTimes:
    """Those of one game, by the moment at which it was made: its name may change."""

    def __init__(self, data: Path, made: str) -> None:
        self._data, self._made = data, made
        self._game = _file(data).read().get(made, FirstTimesOfGame(on=False))

    @property
    def on(self) -> bool:
        """Whether this game is explained."""
        return self._game.on

    def turn(self, *, on: bool) -> None:
        """Explain from now on, or no more; what was explained stays so."""
        self._game.on = on
        self._keep()

    def new(self, kinds: Iterable[str], most: int) -> tuple[str, ...]:
        """Up to so many of these that were not explained yet; from now on they were."""
        first = tuple(dict.fromkeys(kind for kind in kinds if kind not in self._game.said))[:most]
        if first:
            self._game.said += first
            self._keep()
        return first

    def _keep(self) -> None:
        """Where that can be done: else it is explained once more some day."""
        file = _file(self._data)
        others = file.read()
        others.pop(self._made, None)
        latest = {made: others[made] for made in sorted(others)[1 - MOST :]}
        file.write({**latest, self._made: self._game})


def _file(data: Path) -> SmallFile[FirstTimesOfGame]:
    entry = partial(msgspec.convert, type=FirstTimesOfGame)
    return SmallFile(data / FILE, "games", entry, form=FORM)
