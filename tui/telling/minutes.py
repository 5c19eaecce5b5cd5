"""Minutes of play in words."""

from datetime import datetime

from ketuk.rooms.minutes import Minutes
from ketuk.tui.words import Words

MINUTE_S = 60
ROUNDED = 5
"""What is left is an estimate: from so many minutes on it is told in steps of as many."""


def clock(words: Words, minutes: Minutes, now: datetime) -> str:
    """The minutes played, and about how many are left; empty in the first minute."""
    played = minutes.played(now)
    if played < MINUTE_S:
        return ""
    time_played, left = duration(words, played), minutes.left(now)
    if left is None:
        return time_played
    about = max(1, round(left / MINUTE_S))
    about = about if about < ROUNDED else round(about / ROUNDED) * ROUNDED
    return words("table.minutes_left", played=time_played, left=duration(words, about * MINUTE_S))


def duration(words: Words, seconds: float) -> str:
    """So long, to the minute; at least one."""
    hours, minutes = divmod(max(1, round(seconds / MINUTE_S)), 60)
    if not hours:
        return words("table.minutes", minutes=minutes)
    return words("table.hours", hours=hours, minutes=minutes)
