"""Shows at one table what happens there, and says what a key means meanwhile.

What is shown is on disk already: nothing is kept up by it, and whatever ends it (a key, an undo,
the end of the program) leaves the table as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf

from textual.screen import Screen
from textual.timer import Timer

from ketuk import engine
from ketuk.engine.table import Table
from ketuk.rooms.answers import Changed
from ketuk.tui.home import Home
from ketuk.tui.scenes.reel import STILL, InSight, Reel
from ketuk.tui.scenes.staging import staged
from ketuk.tui.session import Session
from ketuk.tui.sound.tones import SoundName

_APPS = re.compile(r"f\d+|ctrl\+.*")
FRAME_S = 0.08
"""Between two looks at what is in sight."""


class Showing:
    """The reel of one table; ``draw`` is called whenever something else is in sight."""

    def __init__(self, screen: Screen[None], session: Session, draw: Callable[[], None]) -> None:
        self._screen, self._session, self._draw = screen, session, draw
        self._reel = Reel()
        self._timer: Timer | None = None
        self.frame: InSight = STILL
        self.before: Table | None = None
        """The table as it was before the dice that are still to fall; None if none are."""
        self._unheard: tuple[SoundName, bool] | None = None
        """The sound of what dice lead to that are still to fall, and whether the bell may be it."""
        self._bared = float("-inf")
        """When the question came from under a card, or dice fell that it rests on."""

    @property
    def _app(self) -> Home:
        app = self._screen.app
        assert isinstance(app, Home)
        return app

    def take(self, changed: Changed, before: Table) -> None:
        """A row has come: what happened in it is shown, if it happened just now."""
        if changed.kind != "move" or changed.caught_up or not self._app.moves:
            self._reel.hurry()
        else:
            telling = self._session.telling
            self._reel.take(staged(telling, before, changed.events), self._app.now())
        self._look(before)

    def begin(self) -> None:
        """A game begins: what is thrown and dealt for it is shown."""
        laid, *events = self._session.room.opening.events
        before = engine.replay((laid,))
        if self._app.moves:
            self._reel.take(staged(self._session.telling, before, events), self._app.now())
        self._look(before)

    def ring(self, sound: SoundName, *, bell: bool) -> None:
        """Let it be heard what has happened, as soon as that may be told."""
        self._unheard = sound, bell
        self._sound()

    def _sound(self) -> None:
        if self._unheard is not None and not self.frame.untold:
            (sound, bell), self._unheard = self._unheard, None
            self._app.ring(sound, bell=bell)

    def end(self) -> None:
        """Everything is as it will be."""
        self._reel.hurry()
        self._look()

    def waits(self, *, read_only: bool) -> float:
        """Seconds that seats of the program leave people to look and read.

        Dice lie before they move however quick they are: else what has happened is never told.
        """
        now = self._app.now()
        return max(self._reel.to_see(now, read_only=read_only), self._reel.untold_s(now))

    def hurried(self, key: str, seen_s: float) -> bool:
        """A key hurries what is to be seen; whether that is all that it does.

        While a card lies there that says so, any key goes on and does no more, but those of the
        app itself (F1 to F12, with Ctrl). Enter answers no question that has not been in sight for
        long enough, ``seen_s`` being for how long it has been open, and no digit one that dice are
        still to fall for. Every other key means what it always does.
        """
        now, covered, untold = self._app.now(), self.frame.covers, self.frame.untold
        hurries = self._reel.to_see(now) > 0
        seen_s = min(seen_s if hurries else inf, now - self._bared)
        if hurries:
            self.end()
        if key == "enter":
            return covered or untold or seen_s < self._app.changeover_s
        if untold and key.isdigit():
            return True
        return covered and _APPS.fullmatch(key) is None

    def _look(self, before: Table | None = None) -> None:
        """Draw if something else is in sight, and look again while there will be.

        ``before``: the table before the row that has just come.
        """
        now = self._app.now()
        frame = self._reel.frame(now)
        running = self._reel.left(now) > 0
        if running and self._timer is None:
            self._timer = self._screen.set_interval(FRAME_S, self._look)
        elif not running and self._timer is not None:
            self._timer.stop()
            self._timer = None
        if (self.frame.covers and not frame.covers) or (self.frame.untold and not frame.untold):
            self._bared = now
        self.before = (self.before or before) if frame.untold else None
        if frame != self.frame:
            self.frame = frame
            self._sound()
            if self._screen.is_current:
                self._draw()
