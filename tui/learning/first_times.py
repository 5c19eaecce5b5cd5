"""What was explained in which game, in ``hints.json`` of the data folder.

It is the memory of those who watch, not a fact of the game: an undo explains nothing again.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from ketuk.tui.small_file import may_replace

FILE = "hints.json"
FORM = 1
MOST = 50
"""Games that are kept in mind; the ones begun longest ago go first."""


class FirstTimesOfGame(msgspec.Struct):
    """One game: whether it is explained, and what was already."""

    on: bool = True
    said: tuple[str, ...] = ()


class _HintsFile(msgspec.Struct):
    v: int = FORM
    games: dict[str, FirstTimesOfGame] = {}


class FirstTimes:
    """Those of one game, by the moment at which it was made: its name may change."""

    def __init__(self, data: Path, made: str) -> None:
        self._data, self._made = data, made
        self._game = _read(data).games.get(made, FirstTimesOfGame(on=False))

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
        found = tuple(dict.fromkeys(kind for kind in kinds if kind not in self._game.said))[:most]
        if found:
            self._game.said += found
            self._keep()
        return found

    def _keep(self) -> None:
        """Where that can be done: else it is explained once more some day."""
        from ketuk.codes.disk import replace_file
        from ketuk.codes.fault import CodesFault

        others = _read(self._data).games
        others.pop(self._made, None)
        if not may_replace(self._data / FILE, FORM, _HintsFile):
            return
        latest = {made: others[made] for made in sorted(others)[1 - MOST :]}
        file = _HintsFile(games={**latest, self._made: self._game})
        with suppress(CodesFault):
            replace_file(self._data / FILE, msgspec.json.encode(file))


def _read(data: Path) -> _HintsFile:
    with suppress(OSError, msgspec.MsgspecError, ValueError):
        return msgspec.json.decode((data / FILE).read_bytes(), type=_HintsFile)
    return _HintsFile()
