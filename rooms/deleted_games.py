"""Games that were deleted for good: no device brings their results back.

A small file beside the saved games. It can be lost: then a phone that has such a result still may
bring it.
"""

from pathlib import Path
from typing import Any

from ketuk.rooms.small_file import SmallFile

FILE, FORM = "deleted.json", 1
MOST = 2_000


class DeletedGames:
    """When they were begun, which is what names a game whatever it is called."""

    def __init__(self, folder: Path) -> None:
        self._file: SmallFile[str] = SmallFile(folder / FILE, "games", _text, form=FORM)

    @property
    def made(self) -> frozenset[str]:
        """Of all that are known."""
        return frozenset(self._file.read().values())

    def note(self, made: str) -> None:
        """One more, whose result is nobody's from now on."""
        known = [one for one in self._file.read().values() if one != made]
        self._file.write([*known[1 - MOST :], made])


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value
