"""Collects what a reader or a stream says, and waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any


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
