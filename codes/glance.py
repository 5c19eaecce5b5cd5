"""What each box of a folder is, without opening every one each time.

An index beside the boxes says what a registry held when its file was looked through, and which file
that was (size, time of change, number on the disk). It is believed only as long as the file is the
same and no log lies beside it; lost or damaged, it is made again. Nothing is asked of it but this.

A file that the index does not know is read and asked for its row of the box alone, in less time
than it takes to open it. Whether the rest of it is sound is looked at when the box is opened.
"""

import hashlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from os import stat_result
from pathlib import Path
from types import SimpleNamespace
from typing import TypeAlias

import msgspec

from ketuk.codes.columns import is_whole
from ketuk.codes.database import named_faults, or_bytes
from ketuk.codes.disk import disk_faults, replace_file
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.opening import QUICK_CHECK_BYTES, is_damage
from ketuk.codes.registry import Registry
from ketuk.codes.schema import APPLICATION, VERSION
from ketuk.codes.schema import box as boxes
from ketuk.codes.sticker import Box, box_of

INDEX = "index.json"
"""Name of the file in the folder of boxes."""
FORM = 1
SETTLED_S, SETTLED_FINE_S = 2.0, 0.1
"""A file that was changed less long ago is looked into again: clocks of disks are that coarse; the
latter where times have parts of a millisecond, as no coarse clock gives them.
"""
_LOGS = 18
"""Two bytes of a file that say whether it has a log; one in memory has none."""
_VERSION, _KIND = 60, 68
"""Where four bytes of a file say ``user_version`` and ``application_id``."""
_ROW = f"SELECT {', '.join(boxes.columns.keys())} FROM box NOT INDEXED WHERE id = ?"
_COUNT = "SELECT count(*) FROM item NOT INDEXED WHERE box = ?"

Mark: TypeAlias = tuple[int, int, int]
"""Size, time of change in ns, and number on the disk of a registry's file."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A box and how many cards it has.

    ``rescued`` is where its file lies if it was found damaged just now, and put right.
    """

    box: Box
    items: int
    rescued: Path | None = None


class _Known(msgspec.Struct, frozen=True):
    mark: Mark
    box: Box
    items: int


class _Index(msgspec.Struct):
    v: int = FORM
    boxes: dict[str, _Known] = {}


def glances(folder: Path, ids: Iterable[str]) -> Iterator[tuple[str, Glance | CodesFault]]:
    """Each box by its id, or why it cannot be read."""
    known = _read(folder)
    seen: dict[str, _Known] = {}
    with closing(_Looking()) as look:
        for box in ids:
            path = folder / f"{box}.sqlite"
            mark = _mark(path)
            same = known.get(box)
            if same is not None and same.mark == mark:
                seen[box] = same
                yield box, Glance(same.box, same.items)
                continue
            try:
                glance = look(path, box)
            except CodesFault as fault:
                yield box, fault
                continue
            if mark is not None and mark == _mark(path):
                seen[box] = _Known(mark, glance.box, glance.items)
            yield box, glance
    if seen != known:
        _write(folder, seen)


class Made:
    """Boxes that were made just now: what they are is known without looking into their files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, _Known] = {}

    def add(self, box: Box, items: int) -> None:
        """The file of ``box`` is on disk as it was made."""
        with suppress(OSError):
            mark = _of((self._folder / f"{box.id}.sqlite").stat())
            self._made[box.id] = _Known(mark, box, items)

    def note(self) -> None:
        """Add a line to the index for each whose file is still that one."""
        same = {
            box: made
            for box, made in self._made.items()
            if _mark(self._folder / f"{box}.sqlite") == made.mark
        }
        if same:
            _write(self._folder, {**_read(self._folder), **same})


def _mark(path: Path) -> Mark | None:
    """Which file it is; None if what it holds may be about to change."""
    with suppress(OSError):
        file = path.stat()
        is_fine = file.st_mtime_ns % 1_000_000 != 0
        age = time.time() - file.st_mtime
        if not _has_log(path) and age > (SETTLED_FINE_S if is_fine else SETTLED_S):
            return _of(file)
    return None


def _of(file: stat_result) -> Mark:
    return file.st_size, file.st_mtime_ns, file.st_ino


def _has_log(path: Path) -> bool:
    return path.with_name(f"{path.name}-wal").exists()


# ---- looking into one after the other


@contextmanager
def _damage_left(path: Path) -> Iterator[None]:
    try:
        yield
    except CodesFault as fault:
        if not is_damage(fault, path):
            raise


class _Looking:
    """One database in memory into which each file is read: to open files where they lie takes
    longer.
    """

    def __init__(self) -> None:
        self._raw = sqlite3.connect(":memory:", isolation_level=None)
        self._raw.text_factory = or_bytes

    def __call__(self, path: Path, box: str) -> Glance:
        with _damage_left(path), named_faults(path):
            if (content := _whole(path)) and _says_current(content):
                self._raw.deserialize(content)
                return self._glance(box)
        # Somebody is at it; or it is of an older version, or damaged, and mended if that can be.
        with Registry.open(path, box=box) as registry:
            return Glance(registry.box, len(registry.items()), registry.rescued)

    def _glance(self, box: str) -> Glance:
        known = self._raw.execute(_ROW, (box,)).fetchone()
        if known is None:
            raise CodesFault(Fault.DAMAGED)
        row = dict(zip(boxes.columns.keys(), known, strict=True))
        if not is_whole(boxes, row):
            raise CodesFault(Fault.DAMAGED)
        (count,) = self._raw.execute(_COUNT, (box,)).fetchone()
        return Glance(box_of(SimpleNamespace(**row)), count)

    def close(self) -> None:
        """Let go of what was read last."""
        self._raw.close()


def _says_current(content: bytes) -> bool:
    """Whether the header of a file says that it is a registry of today's version."""
    version, application = (int.from_bytes(content[at : at + 4]) for at in (_VERSION, _KIND))
    return (version, application) == (VERSION, APPLICATION)


def _whole(path: Path) -> bytes | None:
    """What a registry's file holds; None if a log has a part of it, or it is no small file.

    Empty if it is: SQLite takes nothing for no database.
    """
    with disk_faults(path), suppress(FileNotFoundError):
        before = path.stat()
        if before.st_size > QUICK_CHECK_BYTES or _has_log(path):
            return None
        content = path.read_bytes()
        if _of(before) == _of(path.stat()) and not _has_log(path):
            return (
                content[:_LOGS]
                + content[_LOGS : _LOGS + 2].replace(b"\2", b"\1")
                + content[_LOGS + 2 :]
            )
    return None


# ---- the index


def _read(folder: Path) -> dict[str, _Known]:
    """What the index says; nothing if it is not there, or not as it was written."""
    with suppress(OSError, msgspec.MsgspecError, ValueError):
        digest, _, content = (folder / INDEX).read_bytes().partition(b"\n")
        if digest.decode() == hashlib.sha256(content).hexdigest():
            index = msgspec.json.decode(content, type=_Index)
            return index.boxes if index.v == FORM else {}
    return {}


def _write(folder: Path, known: dict[str, _Known]) -> None:
    """Keep it if that can be done; it is missed by nobody."""
    content = msgspec.json.encode(_Index(boxes=known))
    digest = hashlib.sha256(content).hexdigest().encode()
    with suppress(CodesFault):
        replace_file(folder / INDEX, digest + b"\n" + content)
