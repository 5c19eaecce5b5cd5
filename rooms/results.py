"""Who has won what: the games that were played to their end, as their last rows tell it.

Nothing is kept for it. A game that is undone, goes on, or is deleted has no result any more.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from ketuk.engine.events import GameEnded
from ketuk.engine.table import Place
from ketuk.rooms.records import Saved, Unsound, part
from ketuk.rooms.reigns import latest
from ketuk.rooms.schema import entry


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played to its end."""

    game: Saved
    ranking: tuple[Place, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place: several where it is shared, or a team has won."""
        return tuple(p.seat for p in self.ranking if p.place == 1)

    def name(self, seat: int) -> str:
        """Who sat there."""
        return self.game.names[seat - 1]


def results(connection: Connection, games: Iterable[Saved]) -> Iterator[Result]:
    """Those of these games that are over, the one that ended last first.

    Of a game and its branches, which were begun as one, one counts: the game itself if it is over
    (it has reigns, and a branch has none), else the one that ended first.
    """
    reigned = latest(connection)
    counted: dict[tuple[object, ...], Result] = {}
    for game in sorted(games, key=lambda game: (game.name not in reigned, game.played)):
        if ranking := _ranking(connection, game):
            counted.setdefault((game.made, game.ruleset, game.names), Result(game, ranking))
    yield from sorted(counted.values(), key=lambda result: result.game.played, reverse=True)


def ended_here(connection: Connection, game: Saved) -> bool:
    """Whether a game that this laptop decides has come to its end, though it were taken back."""
    return not game.decided_at and _last(connection, game.name, ended=True) is not None


def _ranking(connection: Connection, game: Saved) -> tuple[Place, ...]:
    """The final count; empty if there is none, or none that can be read."""
    row = _last(connection, game.name)
    if row is not None and row.kind == "redo" and game.over:
        row = _last(connection, game.name, ended=True)
    if row is None or row.kind != "move":
        return ()
    try:
        events = part("events", row.events)
    except (Unsound, TypeError):
        return ()
    for event in events:
        if isinstance(event, GameEnded):
            known = all(0 < place.seat <= len(game.names) for place in event.ranking)
            return event.ranking if known else ()
    return ()


def _last(connection: Connection, name: str, *, ended: bool = False) -> Any:
    """Kind and events of the last row of a game, or the last that tells of its end; else None."""
    query = select(entry.c.kind, entry.c.events).where(entry.c.game == name)
    if ended:
        query = query.where(entry.c.events.contains('"game_ended"'))
    return connection.execute(query.order_by(entry.c.seq.desc()).limit(1)).one_or_none()
