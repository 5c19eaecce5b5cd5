"""Seconds of play, from a clock that goes on evenly: time when nobody had the game open is none."""

from collections.abc import Callable

from ketuk.engine.clock import Clock


class PlayClock:
    """What second of play it is, counted on from the last that the game has kept."""

    def __init__(self, ticks: Callable[[], float], second: int) -> None:
        self._ticks = ticks
        self._zero = ticks() - second

    def exactly(self, kept: Clock) -> float:
        """The second with its fraction; never before what the game has kept.

        Another program may have played on meanwhile: its clock is the game's.
        """
        ticks = self._ticks()
        self._zero = min(self._zero, ticks - kept.now)
        return ticks - self._zero

    def now(self, kept: Clock) -> int:
        """The second of play."""
        return int(self.exactly(kept))

    def ahead(self, seconds: int) -> None:
        """So many seconds go by at once."""
        self._zero -= seconds

    def stand(self, kept: Clock) -> None:
        """No time has passed since what the game has kept: it stood still."""
        self._zero = self._ticks() - kept.now
