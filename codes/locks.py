"""Locks on small files, held as long as the file is open: the system lets go of them at any end."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_SPAN = 1 << 30
"""Bytes of a file that whoever wants it alone locks on Windows, which knows no shared locks."""


def lock(file: IO[bytes], *, shared: bool = False) -> bool:
    """Lock an open file, alone or ``shared``; False if another holder of it does not allow that."""
    try:
        if os.name == "nt":  # pragma: no cover
            _lock_bytes(file, shared=shared)
        else:
            import fcntl

            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock_bytes(file: IO[bytes], *, shared: bool) -> None:  # pragma: no cover
    """Each sharer locks one byte of its own; who wants the file alone locks them all."""
    import msvcrt

    file.seek(random.randrange(_SPAN) if shared else 0)
    count = 1 if shared else _SPAN
    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, count)  # type: ignore[attr-defined,unused-ignore]


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
