"""Ctrl-C between two steps of long work, never in the middle of one."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def on_stop(act: Callable[[], object]) -> Iterator[None]:
    """Ctrl-C and a polite kill call ``act`` and break nothing off."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, lambda *_: act())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Whether somebody has asked to stop: to be looked at after each whole step."""
    asked = Event()
    with on_stop(asked.set):
        yield asked.is_set
