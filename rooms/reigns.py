"""Which laptops have decided a game, as a file of saved games keeps it, within its transactions."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy import Row as SqlRow
from sqlalchemy.dialects.sqlite import insert

from ketuk.rooms.reign import Reign, highest
from ketuk.rooms.schema import are
from ketuk.rooms.schema import reign as known


class Outreigned(Exception):
    """The game goes on under a higher reign: nothing was written."""

    def __init__(self, by: Reign) -> None:
        super().__init__(str(by))
        self.by = by


def reigns(connection: Connection, name: str) -> tuple[Reign, ...]:
    """All that are known of a game, the highest last; what cannot be read of them is left out."""
    rows = connection.execute(select(known).where(known.c.game == name))
    return tuple(sorted(_sound(rows.all())))


def latest(connection: Connection) -> dict[str, Reign]:
    """The highest that is known of each game."""
    newest: dict[str, Reign] = {}
    for row in connection.execute(select(known)).all():
        for reign in _sound([row]):
            newest[row.game] = max(newest.get(row.game, reign), reign)
    return newest


def _sound(rows: Sequence[SqlRow[Any]]) -> Iterator[Reign]:
    for row in rows:
        if are(str, row.device, row.name, row.address, row.since) and are(int, row.number):
            yield Reign(row.number, row.device, row.name, row.address, row.since)


def note(connection: Connection, name: str, reign: Reign) -> None:
    """Keep a reign, or what is new about one: what it is called, where, and since when."""
    facts = {"name": reign.name, "address": reign.address, "since": reign.since}
    kept = insert(known).values(game=name, number=reign.number, device=reign.device, **facts)
    news = {key: value for key, value in facts.items() if value}
    connection.execute(
        kept.on_conflict_do_update(set_=news) if news else kept.on_conflict_do_nothing()
    )


def hold_against(connection: Connection, name: str, reign: Reign) -> None:
    """See to it that nothing higher is known of a game.

    Raises:
        Outreigned: something is.
    """
    by = highest(reigns(connection, name))
    if by > reign:
        raise Outreigned(by)
