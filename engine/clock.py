"""Time of play as a part of the table: the second it is, and what questions have left of theirs.

Pure arithmetic on facts: nothing here looks at a clock, and nothing expires by being looked at.
"""

from msgspec import Struct
from msgspec.structs import replace


class Timer(Struct, frozen=True, gc=False):
    """The time of a question, in seconds of play."""

    at: int
    """Its place in the agenda."""
    left: int
    """What was left when it last came to the top."""
    full: int
    """What it was given."""


class Clock(Struct, frozen=True, gc=False):
    """Time of play, in sets whose questions have one: seconds since the game was laid."""

    now: int = 0
    since: int = 0
    """When what is on top of the agenda came there."""
    timers: tuple[Timer, ...] = ()
    """By place in the agenda, the lowest first. Only that of the top runs; others stand still."""

    def due(self, top: int) -> int | None:
        """The second at which what lies at ``top``, the highest place, expires; None for never."""
        timers = self.timers
        return self.since + timers[-1].left if timers and timers[-1].at == top else None

    def passed(self, to: int) -> "Clock":
        """A second that is over already changes nothing."""
        return replace(self, now=max(to, self.now))

    def covered(self, top: int) -> "Clock":
        """Something comes on top of ``top``, which keeps what is left of its time."""
        due, timers = self.due(top), self.timers
        if due is not None:
            timers = (*timers[:-1], replace(timers[-1], left=due - self.now))
        return replace(self, since=self.now, timers=timers)

    def uncovered(self, top: int) -> "Clock":
        """What lay at ``top`` is gone: the time of what is below goes on."""
        return replace(self, since=self.now, timers=self._below(top))

    def timed(self, top: int, seconds: int) -> "Clock":
        """What lies at ``top`` has so many seconds from now on."""
        timers = (*self._below(top), Timer(top, seconds, seconds))
        return replace(self, since=self.now, timers=timers)

    def reopened(self, top: int) -> "Clock":
        """What lies at ``top`` has its full time again."""
        if self.due(top) is None:
            return replace(self, since=self.now)
        return self.timed(top, self.timers[-1].full)

    def _below(self, top: int) -> tuple[Timer, ...]:
        return tuple([t for t in self.timers if t.at < top])
