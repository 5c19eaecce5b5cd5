"""Waiting for what another process does, and no longer than a while."""

import time
from collections.abc import Callable


def until(true: Callable[[], object], seconds: float = 60) -> None:
    """Look again and again until it is so; fail once the time is up."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
