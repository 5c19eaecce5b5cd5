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
    lent: tuple[int, ...] = ()
    """Where it lies further down: it runs for what lies at ``at`` now, and goes back then."""

    def returned(self, left: int) -> "Timer":
        """The same time, with so much left, for what it was given to before."""
        *further, below = self.lent
        return replace(self, at=below, left=left, lent=tuple(further))


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

    def rest(self, top: int) -> int | None:
        """What is left of the time that runs at ``top``, or of the one that it covers."""
        due = self.due(top)
        if due is not None:
            return due - self.now
        return self.timers[-1].left if self.timers else None

    def passed(self, to: int) -> "Clock":
        """A second that is over already changes nothing."""
        return Clock(max(to, self.now), self.since, self.timers)

    def covered(self, top: int) -> "Clock":
        """Something comes on top of ``top``, which keeps what is left of its time."""
        if self.since == self.now:
            return self  # nothing of it has run yet
        due, timers = self.due(top), self.timers
        if due is not None:
            timers = (*timers[:-1], replace(timers[-1], left=due - self.now))
        return Clock(self.now, self.now, timers)

    def uncovered(self, top: int) -> "Clock":
        """What lay at ``top`` is gone: the time of what is below goes on."""
        timers = self.timers
        if timers and timers[-1].at >= top:
            timers = self._without(top)
        elif self.since == self.now:
            return self
        return Clock(self.now, self.now, timers)

    def timed(self, top: int, seconds: int) -> "Clock":
        """What lies at ``top`` has so many seconds from now on."""
        timers = (*self._without(top), Timer(top, seconds, seconds))
        return Clock(self.now, self.now, timers)

    def shared(self, top: int) -> "Clock":
        """What lies at ``top`` runs on the time of the nearest question below, if one has any."""
        if not self.timers or self.timers[-1].at >= top:
            return self
        *others, lender = self.timers
        lent = replace(lender, at=top, lent=(*lender.lent, lender.at))
        return Clock(self.now, self.now, (*others, lent))

    def own(self, top: int) -> bool:
        """Whether what lies at ``top`` has a time of its own, and not that of another."""
        return self.due(top) is not None and not self.timers[-1].lent

    def reopened(self, top: int) -> "Clock":
        """What lies at ``top`` has its full time again."""
        if self.due(top) is None:
            return Clock(self.now, self.now, self.timers)
        *others, timer = self.timers
        return Clock(self.now, self.now, (*others, replace(timer, left=timer.full)))

    def _without(self, top: int) -> tuple[Timer, ...]:
        """The timers below; one that was lent to what lies there has gone back."""
        timers = self.timers
        if not timers or timers[-1].at < top:
            return timers
        due, kept = self.due(top), tuple([t for t in timers if t.at < top])
        if due is not None and timers[-1].lent:
            return (*kept, timers[-1].returned(due - self.now))
        return kept
