"""The names that were played with on this machine, in ``players.json`` of the data folder.

They are offered when a new game is begun. The same name in other capitals is one person.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ketuk.rooms.names import person

if TYPE_CHECKING:
    from ketuk.rooms.small_file import SmallFile

FILE = "players.json"
FORM = 1
MOST = 200
"""Names that are kept; those that were played with longest ago go first."""


def remembered(data: Path) -> tuple[str, ...]:
    """The names, the one played with last first; none if the file cannot be read."""
    return tuple(_file(data).read().values())


def remember(data: Path, names: Iterable[str]) -> None:
    """These have played just now, in the order of their seats."""
    _write(data, (*names, *remembered(data)))


def forget(data: Path, name: str) -> None:
    """Offer this name no more."""
    _write(data, (n for n in remembered(data) if person(n) != person(name)))


def begin_with(data: Path, names: Iterable[str]) -> None:
    """Take these if nothing was kept yet: games are older than this list of names."""
    if (given := tuple(names)) and not (data / FILE).exists():
        _write(data, given)


def _file(data: Path) -> "SmallFile[str]":
    """The one that was played with last comes first."""
    from ketuk.rooms.small_file import SmallFile

    return SmallFile(data / FILE, "players", _name, form=FORM)


def _name(entry: Any) -> str:
    if not isinstance(entry, str):
        raise ValueError(entry)
    return entry


def _write(data: Path, names: Iterable[str]) -> None:
    each: dict[str, str] = {}
    for name in names:
        each.setdefault(person(name), name)
    _file(data).write(tuple(each.values())[:MOST])
