"""A reader that hangs in its driver is told by a thread that does not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONGEST = 3.0
"""Seconds that opening a reader, or one look at it, may take."""


class Deadline:
    """Watches over calls that may never return: ``late`` is called once for each that is overdue.

    ``late`` runs in the watching thread, while the call still hangs.
    """

    def __init__(self, late: Callable[[], None], *, seconds: float = LONGEST) -> None:
        self._late, self._seconds = late, seconds
        self._since: float | None = None
        self._told = False
        self._over = threading.Event()

    @property
    def is_overdue(self) -> bool:
        """Whether a call hangs now."""
        since = self._since
        return since is not None and time.monotonic() - since >= self._seconds

    @contextmanager
    def watched(self) -> Iterator[None]:
        """The call to watch over; one at a time."""
        self._told, self._since = False, time.monotonic()
        try:
            yield
        finally:
            self._since = None

    def start(self, name: str) -> None:
        """Begin to watch."""
        self._over = threading.Event()
        watch = threading.Thread(target=self._watch, args=(self._over,), name=name, daemon=True)
        watch.start()

    def stop(self) -> None:
        """Watch no more."""
        self._over.set()

    def _watch(self, over: threading.Event) -> None:
        while not over.wait(self._seconds / 6):
            if self.is_overdue and not self._told:
                self._told = True
                self._late()
