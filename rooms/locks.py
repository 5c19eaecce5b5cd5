"""A lock on a file that the system lets go of when its program ends, however it ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def lock(file: IO[bytes]) -> bool:
    """Lock a file as long as it is open; False if another program has."""
    try:
        if os.name == "nt":  # pragma: no cover
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Whether this program alone holds the lock at ``path``, which is there as long as it does."""
    with path.open("ab") as file:
        mine = lock(file)
        try:
            yield mine
        finally:
            if mine:
                path.unlink(missing_ok=True)
