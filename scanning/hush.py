"""Keeps native code from writing over the screen.

OpenCV, zbar and FFmpeg print warnings straight to file descriptor 2, past Python, in the middle of
a full-screen program. Python's own ``sys.stderr`` goes on to the terminal through another
descriptor meanwhile, since Textual draws on it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hushed(log: Path | None = None) -> Iterator[None]:
    """While this lasts, what native code prints goes into ``log``, or nowhere."""
    sys.stderr.flush()
    before, before_original = sys.stderr, sys.__stderr__
    terminal = os.dup(2)
    target = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(target, 2)
    os.close(target)
    # A sign that the terminal's encoding has not must not end the thread that paints the screen.
    own = os.fdopen(os.dup(terminal), "w", buffering=1, encoding=before.encoding, errors="replace")
    with own as python_stderr:
        sys.stderr = sys.__stderr__ = python_stderr  # type: ignore[misc]
        try:
            yield
        finally:
            python_stderr.flush()
            sys.stderr, sys.__stderr__ = before, before_original  # type: ignore[misc]
            os.dup2(terminal, 2)
            os.close(terminal)
