"""Small files beside the saved games that remember something of each game, and can be lost."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from ketuk.rooms.small_file import SmallFile

if TYPE_CHECKING:
    from ketuk.rooms.game import Game

FORM = 1
MOST_GAMES = 50
Kept = TypeVar("Kept")


def game_key(game: "Game") -> str:
    """Its name, and when it was made: one of the same name later is another game."""
    return f"{game.name} {game.header.made}"


class ByGame(Generic[Kept]):
    """What one such file of a data folder remembers, for the games that were played last."""

    file: ClassVar[str]
    kind: ClassVar[Any]
    """The type of what is kept of one game."""

    def __init__(self, folder: Path) -> None:
        entry = partial(msgspec.convert, type=self.kind)
        self._file: SmallFile[Kept] = SmallFile(folder / self.file, "games", entry, form=FORM)

    def of(self, game: str) -> Kept | None:
        """What is kept of one game; None if nothing is, or nothing can be read."""
        return self._file.read().get(game)

    def keep(self, game: str, kept: Kept) -> None:
        """From now on this; on disk when this returns, or not at all on a full disk."""
        games = {name: other for name, other in self._file.read().items() if name != game}
        latest = list(games.items())[1 - MOST_GAMES :]
        self._file.write({**dict(latest), game: kept})
