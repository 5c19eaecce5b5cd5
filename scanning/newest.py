"""Keeps only the newest frame of a camera, so that a slow reader never falls behind."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from scanning.scan import Reason


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and the time at which it was taken."""

    picture: Any
    at: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there are no frames."""

    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The camera has been opened; frames follow."""


class Newest:
    """A place for one thing: what is put there replaces what was not yet taken."""

    def __init__(self) -> None:
        self._thing: Frame | Failure | Opened | None = None
        self._change = threading.Condition()
        self.dropped = 0
        """Frames that nobody took in time."""

    def put(self, thing: Frame | Failure | Opened) -> None:
        """Lay down a newer thing."""
        with self._change:
            self.dropped += isinstance(self._thing, Frame)
            self._thing = thing
            self._change.notify()

    def take(self, patience: float) -> Frame | Failure | Opened | None:
        """The newest thing, waiting up to ``patience`` seconds for one; None if none came."""
        with self._change:
            if self._thing is None:
                self._change.wait(patience)
            thing, self._thing = self._thing, None
            return thing
