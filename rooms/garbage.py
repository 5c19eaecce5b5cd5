"""When Python looks for what nobody needs any more, while phones are served from this loop.

By itself it looks through everything whenever enough has come, and that holds the loop for 100 ms
and more in the middle of anything: a screen that opens in 40 ms took 150. While a room is open,
what was there before it is left out, and the rest is looked through at a moment of its own.
"""

import gc
from collections.abc import Callable
from time import thread_time
from typing import ClassVar

EVERY_S = 20.0
LONG_S = 0.04
"""After a look that took longer, what is there by then is left out too."""
NEVER = 1_000_000


class Garbage:
    """Looks for one room; several in one program look by turns."""

    _rooms: ClassVar[int] = 0
    _before: ClassVar[tuple[int, int, int]] = (0, 0, 0)

    def __init__(self, now: Callable[[], float], spent: Callable[[], float] = thread_time) -> None:
        """
        Args:
            now: seconds that go on evenly.
            spent: seconds that this thread has worked.
        """
        self._now, self._spent = now, spent
        self._looked, self._begun = now(), False

    def begin(self) -> None:
        """From now on nothing is looked through but by :meth:`look`."""
        self._begun = True
        if not Garbage._rooms:
            Garbage._before = gc.get_threshold()
            gc.set_threshold(*Garbage._before[:2], NEVER)
            gc.freeze()
        Garbage._rooms += 1

    def look(self) -> None:
        """Look through what has come, if it is time to; called again and again."""
        if self._now() - self._looked < EVERY_S:
            return
        self._looked, begun = self._now(), self._spent()
        gc.collect()
        if self._spent() - begun > LONG_S:
            gc.freeze()

    def end(self) -> None:
        """Everything as Python has it; once is enough."""
        Garbage._rooms -= self._begun
        if self._begun and not Garbage._rooms:
            gc.unfreeze()
            gc.set_threshold(*Garbage._before)
        self._begun = False
