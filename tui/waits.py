"""What happens at a table by itself: a question whose time is up, the end of a pause."""

from textual.screen import Screen
from textual.timer import Timer

from ketuk.engine.commands import Resume
from ketuk.engine.table import Paused
from ketuk.tui.session import Session

AT_ONCE_S = 0.05
"""The shortest timer there is."""
SIT_DOWN_S = 5
"""Between the last who is back from a pause and the game."""


class Waits:
    """One timer for the open question of a game, on whatever screen people are meanwhile."""

    def __init__(self, screen: Screen[None], session: Session) -> None:
        self._screen, self._session = screen, session
        self._timer: Timer | None = None

    def renew(self) -> None:
        """Wait for what is open now, and for nothing else."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        seconds = self._session.room.time_left
        if seconds is not None:
            self._timer = self._screen.set_timer(max(seconds, AT_ONCE_S), self._time_is_up)
        elif (go_on := self._all_back()) is not None:
            self._timer = self._screen.set_timer(SIT_DOWN_S, lambda: self._go_on(go_on))

    def _time_is_up(self) -> None:
        self._session.keep_time()
        self.renew()

    def _all_back(self) -> Resume | None:
        """How the game goes on once all are back from a pause."""
        table = self._session.table
        if isinstance(table.top, Paused) and set(table.seats) <= set(table.top.back):
            return Resume(table.top.last_back(table))
        return None

    def _go_on(self, command: Resume) -> None:
        if self._all_back() is not None:
            self._session.do(command)
