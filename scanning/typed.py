"""Codes from fingers, from the clipboard, and from scanners that act as a keyboard.

:class:`Burst` tells a scanner's keys from a person's by their speed, wherever the focus is. It is
pure: the time comes in with each key, and keys that turn out to be a person's are given back.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ketuk.codes.code import cleaned
from ketuk.scanning.scan import By, Put, Reading, Removed, Scan

QUICK = 0.05
"""Seconds between two keys: scanners need 1 to 30 ms, fast typists seldom less than 60."""
SHORTEST = 8
"""Signs of the shortest burst; a person may well type three keys that fast."""
ENDS = frozenset({"enter", "tab", "return", "ctrl+m", "ctrl+j", "ctrl+c", "\r", "\n", "\t", "\x03"})
"""Keys that end a burst, by their names on the screen or as characters. ETX, which some scanners
send before Enter, is Ctrl-C on a screen; alone it stays a person's."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The key is kept until it is clear whose it is."""


@dataclass(frozen=True, slots=True)
class GivenBack:
    """These keys are a person's, in this order: handle them as usual."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """A scanner has typed this; ``back`` are a person's keys that came before it."""

    text: str
    back: tuple[str, ...] = ()


@dataclass(slots=True)
class Burst:
    """Feed it every key; ask it again when :data:`QUICK` seconds have passed without one."""

    _kept: list[str] = field(default_factory=list)
    _last: float = float("-inf")
    _after_scan: bool = False

    def press(self, key: str, at: float) -> Waiting | GivenBack | Entered:
        """One key, a character or an end key's name, at a time in seconds."""
        earlier = self._taken() if at - self._last > QUICK else ()
        quick, self._last = at - self._last <= QUICK, at
        if key in ENDS:
            return self._ended(key, earlier, quick=quick)
        self._after_scan = False
        self._kept.append(key)
        return GivenBack(earlier) if earlier else Waiting()

    def pause(self, at: float) -> GivenBack | Entered | None:
        """No key has come for a while; None if there is nothing to decide."""
        if not self._kept or at - self._last <= QUICK:
            return None
        text = "".join(self._kept)
        keys = self._taken()
        # A scanner without an end key: twelve signs and more at that speed.
        return Entered(text) if len(cleaned(text)) >= 12 else GivenBack(keys)

    def _ended(
        self, key: str, earlier: tuple[str, ...], *, quick: bool
    ) -> GivenBack | Entered | Waiting:
        if quick and self._after_scan:
            return Waiting()  # the line feed after a carriage return, or Enter twice
        text, kept = "".join(self._kept), self._taken()
        self._after_scan = quick and len(kept) >= SHORTEST
        if self._after_scan:
            return Entered(text, earlier)
        return GivenBack((*earlier, *kept, key))

    def _taken(self) -> tuple[str, ...]:
        kept, self._kept = tuple(self._kept), []
        return kept


def is_empty(text: str) -> bool:
    """Whether nothing is left once spaces, dashes and control characters are taken away."""
    return not cleaned(text)


class TypedReader:
    """The keyboard as a reader: what is entered is a scan, and is gone at once."""

    def __init__(self, *, name: str = "typed", clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._clock = name, clock
        self._put: Put | None = None
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """The source name in readings."""
        return self._name

    def start(self, put: Put) -> None:
        """Take entries from now on."""
        self._put = put

    def stop(self) -> None:
        """Take no more entries."""
        self._put = None

    def enter(self, text: str) -> bool:
        """One entry, from any thread. False if it holds nothing, or nobody listens."""
        put = self._put
        if put is None or is_empty(text):
            return False
        with self._turn:
            for reading in self._readings(text):
                put(reading)
        return True

    def _readings(self, text: str) -> tuple[Reading, ...]:
        now = self._clock()
        scan = Scan(text=text, source=self._name, at=now, by=By.TYPED)
        return scan, Removed(source=self._name, at=now)
