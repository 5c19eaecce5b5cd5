"""A call that may never return, waited for no longer than one wants to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T | None:
    """The result of ``work``, or None if it takes too long; its thread is then left behind.

    Raises:
        Exception: whatever ``work`` raised in time.
    """
    results: list[T] = []
    faults: list[Exception] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, name="doctor", daemon=True)
    thread.start()
    thread.join(seconds)
    if faults:
        raise faults[0]
    return results[0] if results else None
