"""What a host remembers of the devices of a game, so that they come back after it was killed.

A small file beside the saved games, with hashes of tokens alone. It can be lost: then each device
chooses its seat again.
"""

from functools import partial
from pathlib import Path

import msgspec

from ketuk.rooms.door import DoorPass
from ketuk.rooms.small_file import SmallFile

FILE = "phones.json"
FORM = 1
MOST_GAMES = 50


class Passes:
    """The passes of all games of a data folder."""

    def __init__(self, folder: Path) -> None:
        self._file: SmallFile[tuple[DoorPass, ...]] = SmallFile(
            folder / FILE, "games", partial(msgspec.convert, type=tuple[DoorPass, ...]), form=FORM
        )

    def of(self, game: str) -> tuple[DoorPass, ...]:
        """Those of one game; none if nothing can be read."""
        return self._file.read().get(game, ())

    def keep(self, game: str, passes: tuple[DoorPass, ...]) -> None:
        """From now on these; on disk when this returns, or not at all on a full disk."""
        games = {name: kept for name, kept in self._file.read().items() if name != game}
        latest = list(games.items())[1 - MOST_GAMES :]
        self._file.write({**dict(latest), game: passes})
