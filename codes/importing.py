"""Taking a kept box into the folder of boxes, and taking that back.

A file that continues the box here is taken in; one that the box here continues brings nothing.
Where each knows something of its own, people choose, and nothing is taken in before they have. What
the box was before is kept beside it, so that the import can be taken back.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import canonical, consistent, digest, load, read
from ketuk.codes.boxform import BoxFile, BoxRow, ChangeRow, CodeRow
from ketuk.codes.boxrows import put_rows, rows_of
from ketuk.codes.disk import disk_faults, make_folder, replace_file
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.leases import holding
from ketuk.codes.merging import (
    Merged,
    Parted,
    Preference,
    Relation,
    merged,
    parted,
    relation,
    same_box,
)
from ketuk.codes.moment import stamp
from ketuk.codes.registry import Registry

UNREADABLE = (Fault.DAMAGED, Fault.NOT_A_REGISTRY)
"""Faults of a registry that an import can repair."""
KEPT = "before-imports"
"""The folder, beside the registries, of what boxes were before an import, and right after it."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import.

    ``news`` is what the file told anew, by card; ``kept`` the file with what the box was before,
    None if there was none or nothing has changed; ``merged`` what a fork has come to, None where
    it was none.
    """

    box: BoxRow
    changed: bool
    news: tuple[Parted, ...] = ()
    kept: Path | None = None
    merged: Merged | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An import that was taken back: ``gone`` are the stickers that it had brought."""

    box: BoxRow
    gone: tuple[CodeRow, ...]


def imported(
    folder: Boxes,
    content: bytes,
    *,
    path: Path,
    now: datetime,
    choice: Preference | None = None,
    repair: bool = False,
) -> Imported:
    """Take an exported box into ``folder``. All or nothing; ``path`` is named in faults.

    Args:
        choice: whose stickers count where the box here and the one in the file have gone different
            ways; None: such a file is not taken in.
        repair: set a registry aside that cannot be read.

    Raises:
        CodesFault: NOT_EXPORT, EXPORT_NEWER, DIGEST, OLDER, FORK, SAME_NAME, IN_USE, and those of
            the registry.
    """
    file = read(content, path=path)
    with consistent(path):
        if repair and _unreadable(folder, file.box.id):
            folder.set_aside(file.box.id)
        if not folder.path(file.box.id).is_file():
            folder.restore(file.box.id, lambda connection: put_rows(connection, file))
            return Imported(file.box, changed=True)
        return _taken(folder, file, path, now, choice)


def taken_back(folder: Boxes, box: str) -> TakenBack:
    """Make the box what it was before its last import.

    Printings and tags since then stay noted. It is refused once stickers have been changed or made
    since the import: what was done to them would be lost.

    Raises:
        CodesFault: NO_IMPORT, CHANGED_SINCE, IN_USE, and those of the registry.
    """
    with _alone(folder, box) as registry, registry.writing() as connection:
        present = rows_of(connection, box)
        before, after = _last_kept(folder, present)
        was, became = (read(load(file), path=file) for file in (before, after))
        back = _back(was, became, present)
        put_rows(connection, back)
    for file in (before, after):
        file.unlink(missing_ok=True)
    known = {row.code for row in back.codes}
    return TakenBack(back.box, tuple(row for row in present.codes if row.code not in known))


# ---- taking in


def _taken(
    folder: Boxes, file: BoxFile, path: Path, now: datetime, choice: Preference | None
) -> Imported:
    with _alone(folder, file.box.id) as registry, registry.writing() as connection:
        present = rows_of(connection, file.box.id)
        stands = _standing(present, file, path)
        if stands is Relation.SAME:
            return Imported(present.box, changed=False)
        partings, whole, news = parted(present, file), None, file
        if stands is Relation.FORK:
            if choice is None:
                raise CodesFault(Fault.FORK, path=path, box=file.box.id, parted=partings)
            whole = merged(present, file, choice, now=stamp(now))
            news = whole.file
        revision = max(news.box.revision, present.box.revision + 1)
        news = replace(news, box=replace(news.box, revision=revision))
        kept = _keep(folder, present, news)
        put_rows(connection, news)
    return Imported(news.box, changed=True, news=partings, kept=kept, merged=whole)


def _standing(present: BoxFile, file: BoxFile, path: Path) -> Relation:
    """How the file stands to the box here, if it can be taken in at all."""
    box, revision, have = file.box.id, file.box.revision, present.box.revision
    if not same_box(present, file):
        raise CodesFault(Fault.SAME_NAME, path=path, box=box, name=present.box.name)
    stands = relation(present, file)
    if stands is Relation.OLDER:
        raise CodesFault(Fault.OLDER, path=path, box=box, found=revision, present=have)
    return stands


@contextmanager
def _alone(folder: Boxes, box: str) -> Iterator[Registry]:
    """The registry with nobody else in it.

    Raises:
        CodesFault: IN_USE, with the ``game`` that has the box, if it is one.
    """
    try:
        registry = folder.open(box, alone=True)
    except CodesFault as error:
        if error.fault is Fault.IN_USE:
            with folder.open(box) as shared, shared.reading() as connection:
                held = holding(connection, box)
            error.facts |= {"box": box, "game": held.game if held else ""}
        raise
    with registry:
        yield registry


def _unreadable(folder: Boxes, box: str) -> bool:
    try:
        folder.open(box).close()
    except CodesFault as error:
        return error.fault in UNREADABLE
    return False


# ---- keeping what was there


def _keep(folder: Boxes, before: BoxFile, after: BoxFile) -> Path:
    """Write what a box was and what an import makes of it; the file of the former."""
    place, box, revision = folder.folder / KEPT, after.box.id, after.box.revision
    make_folder(place)
    paths = [place / f"{box}-{revision}-{when}.json" for when in ("before", "after")]
    for path, file in zip(paths, (before, after), strict=True):
        replace_file(path, canonical(replace(file, sha256=digest(file))) + b"\n")
    return paths[0]


def _kept(folder: Boxes, box: str) -> dict[int, tuple[Path, Path]]:
    """The kept pairs of a box, by the revision that the import made."""
    pairs = {}
    with suppress(FileNotFoundError), disk_faults(folder.folder):
        for before in (folder.folder / KEPT).glob(f"{box}-*-before.json"):
            revision, after = before.stem.split("-")[1], before.name.replace("before", "after")
            if revision.isdecimal() and before.with_name(after).is_file():
                pairs[int(revision)] = (before, before.with_name(after))
    return pairs


def _last_kept(folder: Boxes, present: BoxFile) -> tuple[Path, Path]:
    pairs = _kept(folder, present.box.id)
    past = [revision for revision in pairs if revision <= present.box.revision]
    if not past:
        raise CodesFault(Fault.NO_IMPORT, box=present.box.id)
    return pairs[max(past)]


def _back(before: BoxFile, after: BoxFile, present: BoxFile) -> BoxFile:
    """``before``, with what has been printed and put on tags since ``after``."""
    since = [row for row in present.changes if row.revision > after.box.revision]
    new_codes = {row.code for row in present.codes} - {row.code for row in after.codes}
    states = [row for row in since if row.what == "state"]
    if states or new_codes:
        count = len({row.code for row in states} | new_codes)
        raise CodesFault(Fault.CHANGED_SINCE, box=before.box.id, count=count)
    known = {row.code for row in before.codes}
    later = [row for row in since if row.code in known]
    now = {row.code: row for row in present.codes}
    return replace(
        before,
        box=replace(before.box, revision=present.box.revision + 1),
        codes=[_with(row, now[row.code], later) for row in before.codes],
        changes=[*before.changes, *later],
    )


def _with(row: CodeRow, now: CodeRow, later: list[ChangeRow]) -> CodeRow:
    changes = {line.what for line in later if line.code == row.code}
    return replace(
        row,
        printed=now.printed if "printed" in changes else row.printed,
        uid=now.uid if "bound" in changes else row.uid,
    )
