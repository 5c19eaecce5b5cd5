"""Codes from fingers, from the clipboard, and from scanners that act as a keyboard.

:class:`TypedRun` holds keys that follow each other as those of one code would, and says whether
they are one. It is pure: the time comes in with each key.
"""

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ketuk.codes.code import LENGTH, cleaned, holds, typed
from ketuk.scanning.scan import By, Put, Reading, Removed, Scan

APART = 0.28
"""Seconds between two keys of one code at most: a quarter, and what a timer may be late."""
QUICK = 0.05
"""Seconds between two keys that only a scanner keeps up; typists seldom need less than 60 ms."""
SHORTEST = 8
"""Signs of the shortest text that is taken as meant for us for its speed alone."""
OPENS = 3
"""Keys in a row, like those of a code, that open the code field."""
AFTER = 1.0
"""Seconds in which an end key still belongs to a code that was taken without one."""
LOOKS_UP = 3.0
"""The same where fingers have typed it: they look up from the sticker before they press Enter."""
ENDS = frozenset({"enter", "tab", "return", "ctrl+m", "ctrl+j", "ctrl+c", "\r", "\n", "\t", "\x03"})
"""Keys that end a code, by their names on the screen or as characters. ETX, which some scanners
send before Enter, is Ctrl-C on a screen; alone it stays a person's."""
NEVER_FIRST = frozenset(" /?")
"""Signs that begin no code under any keyboard layout, so that they need not be held."""

_PREFIXED = re.compile(r"KTK[^0-9A-Z]", re.IGNORECASE)


def may_begin(sign: str) -> bool:
    """Whether a code, its prefix or a scanner's head could begin with this printable sign."""
    return sign not in NEVER_FIRST


def is_code(text: str) -> bool:
    """Whether ``text`` is meant as a code of ours: its check holds, or it has the prefix."""
    code = typed(text)
    if isinstance(code, str) and holds(code):
        return True
    return len(cleaned(text)) == LENGTH and _PREFIXED.search(text) is not None


@dataclass(frozen=True, slots=True)
class TypedCode:
    """A code, and what a person had typed just before it."""

    text: str
    before: str = ""


@dataclass(slots=True)
class TypedRun:
    """Signs that came with at most :data:`APART` seconds between two of them."""

    text: str = ""
    last: float = float("-inf")
    quick: bool = True
    """Whether all of it came as fast as only a scanner types."""

    def __bool__(self) -> bool:
        return bool(self.text)

    def follows(self, at: float) -> bool:
        """Whether a key at this time, in seconds, would still belong to it."""
        return bool(self.text) and at - self.last <= APART

    def add(self, sign: str, at: float) -> None:
        """One sign more."""
        self.quick &= not self.text or at - self.last <= QUICK
        self.text, self.last = self.text + sign, at

    def taken(self, *, ended: bool, alone: bool = False) -> TypedCode | None:
        """The code that it is: after an end key, or (not ``ended``) after a pause.

        ``alone``: it was typed where nothing else is, so that twelve signs are enough.
        """
        if code := self._code_in():
            return code
        enough = len(self.text) >= SHORTEST if ended else len(cleaned(self.text)) >= LENGTH
        return TypedCode(self.text) if enough and (self.quick or alone) else None

    def _code_in(self) -> TypedCode | None:
        """All of it, else its end: somebody may have pressed a key just before the scanner."""
        for at in range(len(self.text) - LENGTH + 1):
            if not self.text[at].isspace() and is_code(self.text[at:]):
                return TypedCode(self.text[at:], self.text[:at])
        return None


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
