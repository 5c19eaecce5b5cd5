"""Small files of the data folder that are a help and no record: names, what was explained, phones.

Each is a JSON object with entries in one field, beside ``v``, the number of its form. What cannot
be read is left out entry by entry. A file of a newer form is left alone, and so is one that cannot
be opened; one that is damaged is set aside, as ``NAME.damaged``, before it is written anew.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from ketuk.codes.disk import replace_file
from ketuk.codes.fault import CodesFault

T = TypeVar("T")

BROKEN = (ValueError, RecursionError, msgspec.MsgspecError)
"""What reading raises on JSON that is none, or on values that are not what they should be."""


class SmallFile(Generic[T]):
    """Entries by name, or one after the other; they may be lost.

    Args:
        field: where the entries lie in the object.
        entry: an entry of what JSON holds; raises one of ``BROKEN`` if it is none.
        plain: what JSON holds of a value that msgspec does not know.
    """

    def __init__(
        self,
        path: Path,
        field: str,
        entry: Callable[[Any], T],
        *,
        form: int,
        plain: Callable[[Any], Any] | None = None,
    ) -> None:
        self.path = path
        self._field, self._entry, self._form, self._plain = field, entry, form, plain

    def read(self) -> dict[str, T]:
        """The entries that are whole, in their order; those without names are numbered."""
        try:
            file = json_object(self.path.read_bytes())
        except OSError:
            return {}
        return dict(self._whole(file))

    def write(self, entries: Mapping[str, T] | Sequence[T]) -> None:
        """Keep these, if that can be done: nobody plays less for it."""
        if not may_replace(self.path, self._form, self._is_sound):
            return
        kept = {"v": self._form, self._field: entries}
        with suppress(CodesFault, *BROKEN):
            replace_file(self.path, msgspec.json.encode(kept, enc_hook=self._plain))

    def _is_sound(self, file: Mapping[str, Any]) -> bool:
        entries = file.get(self._field, () if file.keys() <= {"v"} else None)
        return _named(entries) is not None and len(dict(self._whole(file))) == len(entries)

    def _whole(self, file: Mapping[str, Any] | None) -> Iterator[tuple[str, T]]:
        for name, value in (_named((file or {}).get(self._field)) or {}).items():
            with suppress(*BROKEN):
                yield name, self._entry(value)


def _named(entries: Any) -> dict[str, Any] | None:
    match entries:
        case dict():
            return entries
        case list() | tuple():
            return {str(at): entry for at, entry in enumerate(entries)}
        case _:
            return None


def json_object(content: bytes) -> dict[str, Any] | None:
    """The object that a file holds, None if it holds none."""
    with suppress(*BROKEN):
        value = msgspec.json.decode(content)
        return value if isinstance(value, dict) else None
    return None


def may_replace(path: Path, form: int, is_sound: Callable[[dict[str, Any]], bool]) -> bool:
    """Whether this file may be written over by one of this form; what is damaged is set aside."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    file = json_object(content)
    version = (file or {}).get("v", form)
    if isinstance(version, int) and version > form:
        return False
    if file is not None and isinstance(version, int) and is_sound(file):
        return True
    return not content or set_aside(path)


def set_aside(path: Path) -> bool:
    """Rename a damaged file, to ``NAME.damaged`` or the next such name; whether that was done."""
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.damaged{ending}") for ending in endings)
    try:
        path.replace(next(name for name in names if not name.exists()))
    except OSError:
        return False
    return True
