"""Keeps only the newest frame of a camera, so that a slow reader never falls behind."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any

from ketuk.scanning.scan import ReaderReason


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and the time at which it was taken."""

    picture: Any
    at: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there are no frames."""

    reason: ReaderReason
    detail: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The camera has been opened; frames follow."""


class Newest:
    """A place for one frame: a newer one replaces it. What is no frame waits until it is taken."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._news: deque[Failure | Opened] = deque()
        self._change = threading.Condition()
        self.dropped = 0
        """Frames that nobody took in time."""

    def put(self, thing: Frame | Failure | Opened) -> None:
        """Lay down a newer thing."""
        with self._change:
            self.dropped += self._frame is not None
            self._frame = thing if isinstance(thing, Frame) else None
            if not isinstance(thing, Frame):
                self._news.append(thing)
            self._change.notify()

    def take(self, patience: float) -> Frame | Failure | Opened | None:
        """The next piece of news, else the newest frame, waiting up to ``patience`` seconds."""
        with self._change:
            if self._frame is None and not self._news:
                self._change.wait(patience)
            if self._news:
                return self._news.popleft()
            frame, self._frame = self._frame, None
            return frame
