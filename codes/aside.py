"""Putting a rescued file in the place of a damaged one, which is kept under a second name.

Every step may be the last, and may come a second time: until the very last one the damaged file
lies in its place, and what it was is nowhere less than once.
"""

import os
from contextlib import suppress
from pathlib import Path

from ketuk.codes.database import settle_folder
from ketuk.codes.disk import copy_file

PART = ".part"
"""Ends the name of a file in the making."""
BESIDE = ("-wal", "-shm")
"""What ends the names of the files that SQLite keeps beside one that is open."""


def put_in_place(path: Path, whole: Path, *, kept: Path) -> None:
    """Let ``whole`` lie at ``path``, and what lay there at ``kept``; all on disk at the return.

    Raises:
        OSError: no room, no right, or another program holds the file.
    """
    for ending in ("-wal", ""):
        _second_name(Path(f"{path}{ending}"), Path(f"{kept}{ending}"))
    settle_folder(path.parent)
    # A log that stays behind would be taken for the new file's.
    for ending in BESIDE:
        Path(f"{path}{ending}").unlink(missing_ok=True)
    os.replace(whole, path)
    settle_folder(path.parent)


def remove(file: Path) -> None:
    """Remove a database, if it is there, with what lies beside it."""
    for ending in ("", *BESIDE):
        Path(f"{file}{ending}").unlink(missing_ok=True)


def _second_name(path: Path, name: Path) -> None:
    if name.exists() or not path.exists() or not path.stat().st_size:
        return  # a log is empty where all is in the file
    with suppress(OSError):
        os.link(path, name)
        return
    # A file system without links, such as a memory stick's.
    part = name.with_name(f"{name.name}{PART}")
    try:
        copy_file(path, part)
        with part.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(part, name)
    finally:
        part.unlink(missing_ok=True)
