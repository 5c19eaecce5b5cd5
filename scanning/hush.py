"""Keeps native code from writing over the screen.

OpenCV, zbar and FFmpeg print warnings straight to file descriptor 2, past Python, in the middle of
a full-screen program. Python's own ``sys.stderr`` goes on to the terminal through another
descriptor meanwhile, since Textual draws on it.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class _Screen(io.TextIOWrapper):
    """The way to the terminal; once its window is closed, what is painted is lost in silence.

    A fault here would end the thread that paints, and then the program could not end either.
    """

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()

    def close(self) -> None:
        with suppress(OSError):
            super().close()


@contextmanager
def hushed(log: Path | None = None) -> Iterator[None]:
    """While this lasts, what native code prints goes into ``log``, or nowhere."""
    sys.stderr.flush()
    before, before_original = sys.stderr, sys.__stderr__
    terminal = os.dup(2)
    target = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(target, 2)
    os.close(target)
    raw = io.FileIO(os.dup(terminal), "w")
    with _Screen(
        io.BufferedWriter(raw), encoding=before.encoding, errors=before.errors, line_buffering=True
    ) as python_stderr:
        sys.stderr = sys.__stderr__ = python_stderr  # type: ignore[misc]
        try:
            yield
        finally:
            python_stderr.flush()
            sys.stderr, sys.__stderr__ = before, before_original  # type: ignore[misc]
            os.dup2(terminal, 2)
            os.close(terminal)
