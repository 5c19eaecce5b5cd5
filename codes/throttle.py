"""Slowing guesses: five wrong tries in a minute, then waits that double. Pure; time comes in.

A guess hits one of a box's cards with a chance of about 100 in 2^30, so at one guess every five
minutes nobody lives long enough; an honest hand that slips five times waits ten seconds.
"""

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

FREE_TRIES = 5
WINDOW = timedelta(seconds=60)
FIRST_HOLD_S = 10
LONGEST_HOLD_S = 300
SLACK_S = 30
FORGOTTEN = timedelta(minutes=10)
"""So long after a wait is over, it starts afresh: twice the longest wait."""


@dataclass(frozen=True, slots=True)
class Tries:
    """The wrong tries by one way in: ``hold`` seconds (0: none yet) end at ``until``."""

    recent: tuple[datetime, ...] = ()
    hold: int = 0
    until: datetime | None = None


def waiting(tries: Tries, now: datetime) -> int:
    """Whole seconds until this way in is heard again; 0: it may be tried.

    A remainder much longer than the wait itself means that the clock was set back: it is over.
    (Of two programs one may look at its clock first and be heard last.)
    """
    if tries.until is None:
        return 0
    left = (tries.until - now).total_seconds()
    return min(math.ceil(left), tries.hold) if 0 < left <= tries.hold + SLACK_S else 0


def after_wrong(tries: Tries, now: datetime) -> Tries:
    """The tries with one more wrong one at ``now``."""
    if tries.until is None or now > tries.until + FORGOTTEN:
        recent = (*(t for t in tries.recent if abs(now - t) < WINDOW), now)
        tries = Tries(recent=recent[-FREE_TRIES:])
        return _held(tries, FIRST_HOLD_S, now) if len(recent) >= FREE_TRIES else tries
    return _held(tries, min(2 * tries.hold, LONGEST_HOLD_S), now)


def _held(tries: Tries, hold: int, now: datetime) -> Tries:
    return replace(tries, hold=hold, until=now + timedelta(seconds=hold))
