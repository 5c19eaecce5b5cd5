"""Folders that take nothing, for a child: also where tests run as root, who may write anywhere."""

import ctypes
import os
from pathlib import Path

NOBODY = 65_534
DROP_FROM_BOUNDS = 24
"""PR_CAPBSET_DROP of prctl(2)."""
WRITE_ANYWHERE = 1
"""CAP_DAC_OVERRIDE of capabilities(7)."""


def seal(folder: Path) -> None:
    """From now on a child that is ``as_anybody`` can read all that lies here and write nothing."""
    for path in (folder, *folder.rglob("*")):
        if os.geteuid() == 0:
            os.chown(path, NOBODY, NOBODY)
        path.chmod(0o555 if path.is_dir() else 0o444)


def unseal(folder: Path) -> None:
    """Let everything be written and removed again."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def as_anybody() -> None:
    """In the child, before its program runs: root may do no more than another user."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(DROP_FROM_BOUNDS, WRITE_ANYWHERE, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
