"""A first game: the sentence on what is there for the first time, above the question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from ketuk.engine.events import AnyEvent
from ketuk.engine.waiting import waiting
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.learning.sentences import Hint, hint, kinds
from ketuk.tui.session import Session
from ketuk.tui.widgets.still import Still

if TYPE_CHECKING:
    from ketuk.tui.home import Home

AT_ONCE = 2
"""Sentences that are shown together: the question's, and one on what has led to it."""


class HintLine(Still):
    """Hidden if nothing is explained; it says the same until another question is open."""

    app: Home

    def __init__(self, session: Session) -> None:
        super().__init__(id="hint")
        self._session = session
        self._times: FirstTimes | None = None
        self._happened: tuple[AnyEvent, ...] = ()
        self._question = ""
        """The question that was explained last."""
        self._said: tuple[str, ...] = ()
        """The kinds that were explained at it."""

    @property
    def times(self) -> FirstTimes:
        """What was explained in this game."""
        if self._times is None:
            self._times = FirstTimes(self.app.data, self._session.room.header.made)
        return self._times

    def heard(self, events: Iterable[AnyEvent]) -> None:
        """This has just happened."""
        self._happened = tuple(events)

    def look(self) -> None:
        """Explain what is there for the first time; computers need no explanation."""
        session = self._session
        asked = set(waiting(session.table)) - session.bots
        if self.times.on and asked and session.room.question != self._question:
            found = kinds(session.rules, session.table, self._happened)
            known = [kind for kind in found if hint(session.names, kind) is not None]
            self._question = session.room.question
            self._said = self.times.new(known, AT_ONCE)
        self._draw(self._hints())

    def turn(self) -> bool:
        """On or off; which it is now."""
        self.times.turn(on=not self.times.on)
        self._question, self._said = "", ()
        self.look()
        return self.times.on

    @property
    def wanted(self) -> str:
        """What the rule book is opened at; empty for the whole book."""
        return next((one.wanted for one in self._hints()), "")

    def _hints(self) -> tuple[Hint, ...]:
        if not self.times.on or self._session.room.question != self._question:
            return ()
        found = (hint(self._session.names, kind) for kind in self._said)
        return tuple(one for one in found if one is not None)

    def _draw(self, hints: tuple[Hint, ...]) -> None:
        if self.display != bool(hints):
            self.display = bool(hints)
        told = " ".join(one.text for one in hints)
        if hints:
            self.show_text(Text(self._session.words("screens.hint", text=told), "italic"))
