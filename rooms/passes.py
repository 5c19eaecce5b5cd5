"""What a host remembers of the devices of a game, so that they come back after it was killed.

A small file beside the saved games, with hashes of tokens alone. It can be lost: then each device
chooses its seat again.
"""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from ketuk.rooms.door import DoorPass

FILE = "phones.json"
MOST_GAMES = 50
_Kept = dict[str, list[DoorPass]]


class Passes:
    """The passes of all games of a data folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def of(self, game: str) -> tuple[DoorPass, ...]:
        """Those of one game; none if nothing can be read."""
        return tuple(self._read().get(game, ()))

    def keep(self, game: str, passes: tuple[DoorPass, ...]) -> None:
        """From now on these; on disk when this returns, or not at all on a full disk."""
        kept = self._read()
        kept.pop(game, None)
        kept[game] = list(passes)
        for oldest in list(kept)[:-MOST_GAMES]:
            del kept[oldest]
        fresh = self._path.with_suffix(".new")
        with suppress(OSError):
            with fresh.open("wb") as file:
                file.write(msgspec.json.encode(kept))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return {}
