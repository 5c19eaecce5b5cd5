"""Collects what a reader or a stream says, and waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ketuk.scanning.reader import Reader
from ketuk.scanning.scan import Removed, Scan


class Heard:
    """A listener: ``reader.start(heard)``, then ``heard.wait_for(Scan)``."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._news = threading.Condition()

    def __call__(self, reading: Any) -> None:
        with self._news:
            self.all.append(reading)
            self._news.notify_all()

    def of(self, kind: type) -> list[Any]:
        """Those of one kind so far."""
        with self._news:
            return [reading for reading in self.all if isinstance(reading, kind)]

    def wait_for(
        self,
        kind: Any,
        *,
        count: int = 1,
        within: float = 20.0,
        where: Callable[[Any], bool] | None = None,
    ) -> Any:
        """The ``count``-th reading of a kind that fulfils ``where``."""
        end = time.monotonic() + within
        with self._news:
            while True:
                found = [r for r in self.all if isinstance(r, kind) and (where is None or where(r))]
                if len(found) >= count:
                    return found[count - 1]
                left = end - time.monotonic()
                assert left > 0, f"no {kind} no. {count}, only {self.all}"
                self._news.wait(left)

    def clear(self) -> None:
        """Forget everything heard so far."""
        with self._news:
            self.all.clear()


@contextmanager
def started(reader: Reader, heard: Heard) -> Iterator[Any]:
    """A reader that has seen its empty field."""
    reader.start(heard)
    heard.wait_for(Removed)
    try:
        yield reader
    finally:
        reader.stop()


def read(place: Any, heard: Heard, card: Any) -> Scan:
    """What is heard of a card that is laid there."""
    count = len(heard.of(Scan))
    place.lay(card)
    scan: Scan = heard.wait_for(Scan, count=count + 1)
    return scan


def read_at_two(readers: Sequence[Reader], heard: Heard, cards: Sequence[tuple[Any, Any]]) -> None:
    """Two readers, and a card on each: ``cards`` are places with what is laid there."""
    for reader in readers:
        reader.start(heard)
    heard.wait_for(Removed, count=2)
    for place, card in cards:
        place.lay(card)
    heard.wait_for(Scan, count=2)
    for reader in readers:
        reader.stop()
