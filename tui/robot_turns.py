"""When seats of the program move at a table: after a while, unless somebody is busy there."""

from typing import Any

from textual.timer import Timer

from ketuk.tui.robots import Robots
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.showing import Showing
from ketuk.tui.widgets.asking import Choices


class RobotTurns:
    """One timer for the next move of a seat of the program."""

    def __init__(self, screen: GameScreen[Any], robots: Robots, showing: Showing) -> None:
        self._screen, self._robots, self._showing = screen, robots, showing
        self._timer: Timer | None = None

    def renew(self) -> None:
        """Wait for the move that is next now, until people have seen what happens."""
        if self._timer is not None:
            self._timer.stop()
        seconds = self._robots.seconds
        if seconds is not None:
            quick = self._robots.pace == "quick"
            seconds = max(seconds, self._showing.waits(read_only=quick))
        self._timer = None if seconds is None else self._screen.set_timer(seconds, self.move)

    def move(self) -> None:
        """Move; or wait on, while somebody is busy at the screen or a room votes."""
        self._timer = None
        session = self._screen.session
        host = session.host
        here = session.choice is None and not self._screen.query_one(Choices).busy
        if (self._screen.is_current and here) if host is None else host.desk.poll is None:
            self._robots.move()
        else:
            self.renew()
