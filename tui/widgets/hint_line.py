"""A first game: the sentence on what is there for the first time, above the question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text
from textual.widget import Widget

from ketuk.engine.events import AnyEvent
from ketuk.engine.waiting import waiting
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.learning.sentences import Hint, hint, kinds
from ketuk.tui.scans import Said
from ketuk.tui.scenes.scene import SIGN_S
from ketuk.tui.session import Session
from ketuk.tui.widgets.still import Still

if TYPE_CHECKING:
    from ketuk.tui.home import Home

KEPT = 200
"""Events that nothing was said of yet; of more, the first ones happen again some day."""
MARGINS = 2
"""Columns beside it."""
AT_ONCE = 2
"""Sentences that are shown together: the question's, and one on what has led to it."""


class HintLine(Still):
    """Hidden if nothing is explained; it says the same until another question is open."""

    app: Home

    def __init__(self, session: Session) -> None:
        super().__init__(id="hint")
        self._session = session
        self._happened: tuple[AnyEvent, ...] = ()
        """What nothing was said of yet."""
        self._since = 0.0
        """When what stands there was first said, by the app's clock."""
        self._question = ""
        """The question that was explained last."""
        self._said: tuple[str, ...] = ()
        """The kinds that were explained at it."""
        self._in_bar: Said | None = None
        """What the scan bar said, for want of room."""

    @property
    def times(self) -> FirstTimes:
        """What was explained in this game."""
        return self._session.first_times

    def heard(self, events: Iterable[AnyEvent]) -> None:
        """This has just happened."""
        self._happened = (*self._happened, *events)[-KEPT:]

    def look(self, room: int, *, roomy: bool) -> None:
        """Explain what is there for the first time.

        Computers need no explanation, but what comes of their moves is explained too: one thing
        at a time, which stays until it can have been read or people are asked. Where it has no
        ``room``, so many rows, the scan bar says it if it says nothing else.
        ``roomy``: there is room for what has led to the question too.
        """
        if not self._columns:
            return  # not laid out yet
        session = self._session
        people = bool(set(waiting(session.table)) - session.bots)
        is_new = self.times.on and session.room.question != self._question
        if is_new:
            self._question = session.room.question
            is_new = people or self._can_have_been_read
        if is_new:
            new_kinds = kinds(session.rules, session.table, self._happened, asked=people)
            known = [kind for kind in new_kinds if hint(session.names, kind) is not None]
            explained = self.times.new(known, AT_ONCE if roomy and people else 1)
            self._happened = ()
            is_new = people or bool(explained)
        if is_new:
            self._said, self._since = explained, self.app.now()
        self._draw(room, is_new=is_new)

    @property
    def _can_have_been_read(self) -> bool:
        signs = sum(len(one.text) for one in self._hints())
        return self.app.now() - self._since >= signs * SIGN_S

    @property
    def _columns(self) -> int:
        """Of the place where it stands, hidden or not."""
        return self.parent.size.width - MARGINS if isinstance(self.parent, Widget) else 0

    def turn(self) -> bool:
        """On or off; which it is now."""
        self.times.turn(on=not self.times.on)
        self._question, self._said = "", ()
        return self.times.on

    @property
    def wanted(self) -> str:
        """What the rule book is opened at; empty for the whole book."""
        return next((one.wanted for one in self._hints()), "")

    def _hints(self) -> tuple[Hint, ...]:
        if not self.times.on or self._session.room.question != self._question:
            return ()
        hints = (hint(self._session.names, kind) for kind in self._said)
        return tuple(one for one in hints if one is not None)

    def _draw(self, room: int, *, is_new: bool) -> None:
        sentence = " ".join(one.text for one in self._hints())
        sentence = self._session.words("screens.hint", text=sentence) if sentence else ""
        rows = len(Text(sentence).wrap(self.app.console, self._columns)) if sentence else 0
        fits = 0 < rows <= room
        if self.display != fits:
            self.display = fits
        scans = self._session.scans
        if fits:
            self.show_text(Text(sentence, "italic"))
            if self._in_bar is not None and scans.said is self._in_bar:
                scans.clear()  # there is room for it now
        elif sentence and is_new and scans.said is None:  # what was said of the game goes first
            self._in_bar = Said(sentence, "note")
            scans.say(self._in_bar)
