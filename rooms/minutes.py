"""How long a game has been played and about how long it still takes, by the times of its rows."""

from datetime import UTC, datetime

from ketuk.codes.fault import CodesFault
from ketuk.codes.moment import moment
from ketuk.engine.events import RoundBegan
from ketuk.engine.table import FOREVER
from ketuk.rooms.game import Game

BREAK_S = 15 * 60
"""A longer gap between two rows is a break: nobody was playing."""


class Minutes:
    """Seconds of one game. Each row is looked at once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._till: list[float] = []
        """Seconds played when each row was written, in the order of rows."""
        self._last: datetime | None = None

    def played(self, now: datetime | None = None) -> float:
        """Seconds played, breaks left out; up to ``now`` where the game goes on, else up to its
        last row.
        """
        self._catch_up()
        since = 0.0
        if now is not None and self._last is not None:
            since = _gap(self._last, now)
        return (self._till[-1] if self._till else 0.0) + since

    def left(self, now: datetime) -> float | None:
        """Seconds that the game still takes if its rounds go on as they did; None before a whole
        round has been played, and if no number of rounds ends the game.
        """
        table = self._game.table
        if table.top is None or table.rounds >= FOREVER:
            return None
        began = self._began()
        first, this = began.get(min(began, default=0)), began.get(table.round)
        whole = table.round - min(began, default=0)
        if first is None or this is None or whole < 1:
            return None
        a_round, in_this = (this - first) / whole, self.played(now) - this
        return max(a_round - in_this, 0.0) + a_round * (table.rounds - table.round)

    def _began(self) -> dict[int, float]:
        """Seconds played when each round began that stands."""
        self._catch_up()
        return {
            event.round: self._till[move.seq]
            for move in (self._game.opening, *self._game.moves)
            for event in move.events
            if isinstance(event, RoundBegan) and move.seq < len(self._till)
        }

    def _catch_up(self) -> None:
        for row in self._game.rows[len(self._till) :]:
            at = _time(row.at)
            before = self._till[-1] if self._till else 0.0
            since = _gap(self._last, at) if at is not None and self._last is not None else 0.0
            self._till.append(before + since)
            self._last = at or self._last


def _gap(one: datetime, other: datetime) -> float:
    """Seconds of play between two times: none where it was a break, or a clock was set back."""
    seconds = (other - one).total_seconds()
    return seconds if 0 < seconds <= BREAK_S else 0.0


def _time(text: str) -> datetime | None:
    try:
        return moment(text).astimezone(UTC)
    except CodesFault:
        return None
