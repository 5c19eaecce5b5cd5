"""A time that people give themselves for an answer. It reminds, and decides nothing."""

import time
from collections.abc import Callable

from ketuk.tui.session import Session


class Reminder:
    """Counts from the moment at which another person is asked. Sets that have a time of their own
    (``RuleSet.timing``) are left to it.
    """

    def __init__(
        self,
        session: Session,
        *,
        seconds: Callable[[], int],
        asked: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``seconds`` is what was chosen; ``asked`` the seat that the table waits for, 0 for none;
        ``now`` a clock in seconds.
        """
        self._session, self._seconds, self._asked, self._now = session, seconds, asked, now
        self._of: tuple[int, int] = (0, 0)
        """Seat and round that are counted for."""
        self._since = 0.0
        self._told = False

    def left(self) -> float | None:
        """Seconds left: by the rules if they have a time, else as was chosen; None for none."""
        session = self._session
        if session.rules.timing is not None:
            return session.room.time_left
        seat, seconds = self._asked(), self._seconds()
        if not seconds or not seat or seat in session.bots or session.table.top is None:
            self._of = (0, 0)
            return None
        if self._of != (seat, session.table.round):
            self._of, self._since, self._told = (seat, session.table.round), self._now(), False
        return max(0.0, seconds - (self._now() - self._since))

    def late(self) -> int:
        """The seat to be reminded now, once each time; else 0."""
        if self._session.rules.timing is not None or self._told or self.left() != 0.0:
            return 0
        self._told = True
        return self._of[0]
