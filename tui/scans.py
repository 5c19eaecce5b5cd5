"""What the readers have said: how each of them stands, and the last thing about a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ketuk.scanning.scan import ReaderError, ReaderReason, ReaderState, Readiness, Scan
from ketuk.scanning.settle import Gone, New, NoTap, Returned, Settled, Several
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.engine.refusal import Refused

Tone = Literal["good", "bad", "note"]


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence for the scan bar, and the refusal behind it if there is one."""

    text: str
    tone: Tone
    refused: Refused | None = None


class Scans:
    """Kept by the app for all its screens; whoever shows it is told when it changes."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._watchers: list[Callable[[], None]] = []
        self.states: dict[str, ReaderState] = {}
        self.said: Said | None = None
        self.quiet = False
        """Whether readers were only looked for: that none is there is then no news."""

    def heard(self, settled: Settled) -> Scan | None:
        """Take what the stream hands on; the scan, if it is a tap that means something."""
        words = self._words
        match settled:
            case New(scan) | Returned(scan):
                if scan.flaw is None:
                    return scan
                self.say(Said(words(f"scanning.{scan.flaw}"), "bad"))
            case NoTap(_, _, why):
                self.say(Said(words(f"scanning.{why}"), "note"))
            case Several(codes):
                key = "several_codes" if codes else "several_cards"
                self.say(Said(words(f"scanning.{key}"), "bad"))
            case ReaderError(reason=reason):
                if words.has(f"scanning.{reason}"):
                    self.say(Said(words(f"scanning.{reason}"), "bad"))
            case ReaderState():
                self._stands(settled)
            case Gone():
                pass
        return None

    def _stands(self, change: ReaderState) -> None:
        """A reader came or went; trouble with it is said too, unless nobody asked for it.

        What was said of its trouble before is no longer so.
        """
        before = self.states.get(change.source)
        if change.state is Readiness.CLEAR:
            self.states.pop(change.source, None)
        else:
            self.states[change.source] = change
        trouble = "" if before is None or before.remedy is None else self.state(before)
        if self.said == Said(trouble, "bad"):
            self.said = None
        unasked = self.quiet and change.remedy is ReaderReason.ABSENT
        if change.state in (Readiness.LOST, Readiness.ABSENT) and not unasked:
            self.say(Said(self.state(change), "bad"))
        else:
            self._tell()

    def say(self, said: Said) -> None:
        """Put a sentence into the bar."""
        self.said = said
        self._tell()

    def clear(self) -> None:
        """Take the last sentence away."""
        self.said = None
        self._tell()

    def leave(self) -> None:
        """Another screen opens: why something was not done here is no news there."""
        if self.said is not None and self.said.refused is not None:
            self.clear()

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Be told of changes; call the answer to hear no more."""
        self._watchers.append(tell)
        return lambda: self._watchers.remove(tell)

    @property
    def ready(self) -> bool:
        """Whether any reader works."""
        return any(s.state is Readiness.READY for s in self.states.values())

    def state(self, change: ReaderState) -> str:
        """What is wrong with a reader, and what to do about it."""
        kind = change.source.partition(":")[0]
        key = f"scanning.{kind}_{change.remedy}"
        if not self._words.has(key):  # what PC/SC readers share with those on USB
            key = f"scanning.nfc_{change.remedy}"
        return self._words(key, source=change.source)

    def _tell(self) -> None:
        for tell in tuple(self._watchers):
            tell()
