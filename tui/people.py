"""The names that were played with on this machine, in ``players.json`` of the data folder.

They are offered when a new game is begun. The same name in other capitals is one person.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from ketuk.rooms.names import person
from ketuk.tui.small_file import may_replace

FILE = "players.json"
FORM = 1
MOST = 200
"""Names that are kept; those that were played with longest ago go first."""


class _File(msgspec.Struct):
    v: int = FORM
    players: tuple[str, ...] = ()
    """The one that was played with last comes first."""


def remembered(data: Path) -> tuple[str, ...]:
    """The names, the one played with last first; none if the file cannot be read."""
    return _read(data).players


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


def _read(data: Path) -> _File:
    with suppress(OSError, msgspec.MsgspecError, ValueError):
        return msgspec.json.decode((data / FILE).read_bytes(), type=_File)
    return _File()


def _write(data: Path, names: Iterable[str]) -> None:
    """Keep them if that can be done: nobody plays less for it. A newer form is left alone,
    and a damaged file is set aside.
    """
    from ketuk.codes.disk import replace_file
    from ketuk.codes.fault import CodesFault

    if not may_replace(data / FILE, FORM, _File):
        return
    each: dict[str, str] = {}
    for name in names:
        each.setdefault(person(name), name)
    kept = _File(players=tuple(each.values())[:MOST])
    with suppress(CodesFault):
        replace_file(data / FILE, msgspec.json.encode(kept))
