"""Readings from a list or a file, for demonstrations and trials without a reader.

A file holds one JSON object a line: ``{"at": 1.5, "text": "KTK:...", "by": "nfc", "uid": "04.."}``
lays a card, ``{"at": 2, "removed": true}`` lifts it. ``at`` counts seconds from the start.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ketuk.scanning.scan import By, Put, ReaderState, Readiness, Reading, Removed, Scan


class NotPlayable(Exception):
    """A line of a played file is not understood; ``line`` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line, self.problem = line, problem


def readings_of(path: Path, *, source: str = "played") -> list[Reading]:
    """The readings of a file.

    Raises:
        NotPlayable: a line is no reading.
        OSError: the file cannot be read.
    """
    lines = path.read_text("utf-8").splitlines()
    return [_reading(line, n, source) for n, line in enumerate(lines, 1) if line.strip()]


class PlayedReader:
    """Puts the readings one after the other, each at its time, then says that it has ended."""

    def __init__(
        self,
        readings: Iterable[Reading],
        *,
        name: str = "played",
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name, self._speed, self._clock = name, speed, clock
        self._readings = tuple(readings)
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None
        self.ended = threading.Event()

    @property
    def name(self) -> str:
        """The source name in readings."""
        return self._name

    def start(self, put: Put) -> None:
        """Begin to play."""
        self._halt.clear()
        self.ended.clear()
        self._thread = threading.Thread(
            target=self._play, args=(put,), name=self._name, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End at once."""
        self._halt.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()

    def _play(self, put: Put) -> None:
        begun = self._clock()
        put(ReaderState(source=self._name, at=begun, state=Readiness.READY))
        put(Removed(source=self._name, at=begun))
        for reading in self._readings:
            due = begun + reading.at / self._speed
            if self._halt.wait(max(0.0, due - self._clock())):
                break
            put(replace(reading, at=due, source=self._name))
        put(ReaderState(source=self._name, at=self._clock(), state=Readiness.ENDED))
        self.ended.set()


def _reading(line: str, number: int, source: str) -> Reading:
    try:
        entry = json.loads(line)
        at = float(entry.get("at", 0.0))
        if entry.get("removed"):
            return Removed(source=source, at=at)
        text, uid = entry["text"], entry.get("uid")
        if not isinstance(text, str) or not isinstance(uid, str | None):
            raise NotPlayable(number, "text and uid are strings")
        return Scan(text=text, source=source, at=at, by=By(entry.get("by", "nfc")), uid=uid)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise NotPlayable(number, str(error)) from error
