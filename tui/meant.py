"""Which question a key was meant for: the one that is open, or still the one before it."""

from typing import Any

from ketuk.tui.menu import Open, Question, chosen_by
from ketuk.tui.scans import Said
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.widgets.asking import Choices


class Meant:
    """What stood on a screen until the question that is open, and since when it does not."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self._screen = screen
        self._before: Question | None = None
        self._since = 0.0
        """When it was replaced, by the clock of the keys."""
        self._noted: Said | None = None
        """What was said last of a key that did nothing."""
        self.by_program = False
        """Whether a seat of the program has replaced it."""

    def replaced(self, before: Question | None) -> None:
        """Another question comes in the place of this one."""
        self._before, self._since = before, self._screen.app.now()

    @property
    def seen_s(self) -> float:
        """For how many seconds the question has been open."""
        return self._screen.app.now() - self._since

    def note(self, key: str) -> None:
        """Say why a key did nothing, for as long as that is so."""
        self._screen.session.say(key, "note")
        self._noted = self._screen.session.scans.said

    def forget_note(self) -> None:
        """It is no longer so: another menu is open, or another line is marked."""
        scans, noted, self._noted = self._screen.session.scans, self._noted, None
        if noted is not None and scans.said is noted:
            scans.clear()

    def for_this(self, now: Question | None, digit: int = 0) -> bool:
        """Whether a digit, or Enter (0), can have been meant for the question that is open.

        For a moment after the table asks somebody else, Enter may still be the answer of who was
        asked before. Where the program has moved, so may a digit whose line was another.
        """
        before = self._before
        if before is None or now is None or self._screen.query_one(Choices).title:
            return True
        over = self.seen_s >= self._screen.app.changeover_s
        if digit:
            same = chosen_by(before.choices, digit) == chosen_by(now.choices, digit)
            return same or not self.by_program or over
        marked = now.marked
        hurries = marked is not None and isinstance(now.choices[marked].action, Open)
        return hurries or before.seat == now.seat or over
