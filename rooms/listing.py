"""The saved games as lists show them: each header is read once, and only what lists tell of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select
from sqlalchemy import Row as SqlRow

from ketuk.codes.fault import CodesFault
from ketuk.codes.moment import moment
from ketuk.rooms.heading import shown
from ketuk.rooms.records import Saved
from ketuk.rooms.reigns import latest
from ketuk.rooms.salvage import how_far, unbroken
from ketuk.rooms.schema import are, entry, game, shelved, standing


class _ListedHead(msgspec.Struct):
    game: str
    ruleset: str
    names: tuple[str, ...]
    made: str
    box: str | None = None
    bots: tuple[int, ...] = ()


_HEAD = msgspec.json.Decoder(_ListedHead)
_Far: TypeAlias = tuple[int, bool, int, str]
"""Round, whether it is over, moves, time of the last one."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Saved games, the one played last first."""

    games: tuple[Saved, ...] = ()
    """Those in use."""
    shelved: tuple[Saved, ...] = ()
    broken: tuple[str, ...] = ()
    """Names of games of which nothing else can be read."""


def listing(connection: Connection, device: Callable[[], str]) -> Listing:
    """All saved games. What is broken about one leaves the others as they are.

    Args:
        device: what names this laptop; asked only if others have decided games.
    """
    elsewhere = {
        name: reign.name or reign.address or reign.device
        for name, reign in latest(connection).items()
        if reign.device not in ("", device())
    }
    far = {row.game: row for row in connection.execute(select(standing))}
    away = {row.game for row in connection.execute(select(shelved))}
    games, broken = [], []
    for row in connection.execute(select(game)):
        saved = _saved(connection, row, far.get(row.name))
        if saved is None:
            broken.append(shown(row.name))
        else:
            games.append(replace(saved, decided_at=elsewhere.get(saved.name, "")))
    games.sort(key=lambda saved: saved.name)
    games.sort(key=lambda saved: saved.played, reverse=True)
    used = tuple(saved for saved in games if saved.name not in away)
    put_away = tuple(saved for saved in games if saved.name in away)
    return Listing(used, put_away, tuple(sorted(broken)))


def _saved(connection: Connection, row: SqlRow[Any], noted: SqlRow[Any] | None) -> Saved | None:
    try:
        head = _HEAD.decode(row.header)
        if head.game != row.name:
            return None
        moment(head.made)
        round_, over, moves, played = _noted(noted) or _by_rows(connection, row.name)
        moment(played)
    except (msgspec.DecodeError, UnicodeError, TypeError, CodesFault, LookupError):
        return None
    return Saved(
        name=row.name,
        ruleset=head.ruleset,
        names=head.names,
        made=head.made,
        played=played,
        moves=moves,
        round=round_,
        over=over,
        box=head.box,
        bots=head.bots,
    )


def _noted(row: SqlRow[Any] | None) -> _Far | None:
    """How far a game was when it was last written; None if that cannot be read."""
    if row is None or not are(int, row.round, row.over, row.moves):
        return None
    try:
        moment(row.played)
    except CodesFault:
        return None
    return row.round, bool(row.over), row.moves, row.played


def _by_rows(connection: Connection, name: str) -> _Far:
    """How far a game is by its rows, where what was noted is lost.

    Raises:
        LookupError: it has none.
    """
    rows = connection.execute(select(entry).where(entry.c.game == name)).mappings()
    far = how_far(unbroken({row["seq"]: dict(row) for row in rows}))
    return far["round"], False, far["moves"], far["played"]
