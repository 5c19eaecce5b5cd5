"""A reader of which the readings are written down before."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from ketuk.scanning.scan import Put, ReaderState, Readiness, Reading, Removed


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
