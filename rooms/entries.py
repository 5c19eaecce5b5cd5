"""Rows of games as the file keeps them: one column for each part, and back."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy import Row as SqlRow

from ketuk.codes.fault import CodesFault
from ketuk.codes.moment import moment
from ketuk.engine import codec
from ketuk.rooms.records import KINDS, Header, Newer, Progress, Row, Unsound, part, to_text
from ketuk.rooms.records import InputLine as InputLine
from ketuk.rooms.schema import entry, game, set_aside, shelved, standing
from ketuk.rooms.trouble import JournalFault, Trouble

EPOCH = "1970-01-01T00:00:00.000000Z"
"""Time of a row whose own cannot be read, and of which no earlier one can."""


def how_far(name: str, last: Row, progress: Progress) -> dict[str, Any]:
    """How far a game is, for lists, after its last row."""
    return {
        "game": name,
        "round": progress.round,
        "over": progress.over,
        "moves": last.seq,
        "played": last.at,
    }


def columns(name: str, row: Row) -> dict[str, Any]:
    """A row of a game as it is written."""
    return {
        "game": name,
        "seq": row.seq,
        "kind": row.kind,
        "host": row.host,
        "at": row.at,
        "command": to_text(row.command),
        "events": to_text(row.events),
        "chance": to_text(row.chance),
        "consents": to_text(row.consents),
        "line": row.line.number if row.line else None,
        "input": row.line.text if row.line else None,
        "ident": row.ident,
    }


def begin(connection: Connection, header: Header, rows: Sequence[Row], progress: Progress) -> None:
    """A game with its first rows.

    Raises:
        IntegrityError: a game is called so already.
    """
    named = {"name": header.game, "header": to_text(header)}
    connection.execute(insert(game).values(named))
    connection.execute(insert(standing).values(how_far(header.game, rows[-1], progress)))
    connection.execute(insert(entry), [columns(header.game, row) for row in rows])


def add(connection: Connection, name: str, rows: Sequence[Row], progress: Progress) -> None:
    """More rows of a game, and how far it is after them.

    Raises:
        IntegrityError: a place is taken, or an ``ident`` was used.
    """
    connection.execute(insert(entry), [columns(name, row) for row in rows])
    # A game that goes on is in use.
    connection.execute(delete(shelved).where(shelved.c.game == name))
    mine = standing.c.game == name
    connection.execute(update(standing).where(mine).values(how_far(name, rows[-1], progress)))


def put_aside(connection: Connection, name: str, seq: int, at: str) -> int:
    """Take the rows of a game from ``seq`` on out of play, and keep them as JSON; how many."""
    mine = (entry.c.game == name) & (entry.c.seq >= seq)
    rows = connection.execute(select(entry).where(mine).order_by(entry.c.seq)).all()
    for row in rows:
        _keep(connection, row, at)
    connection.execute(delete(entry).where(mine))
    # What was lost held the end, if there was one.
    left = {"moves": seq - 1, "over": False}
    connection.execute(update(standing).where(standing.c.game == name).values(left))
    return len(rows)


def set_right(connection: Connection, row: SqlRow[Any], values: dict[str, Any], at: str) -> None:
    """Write these values into a row, and keep it as JSON as it was."""
    _keep(connection, row, at)
    connection.execute(update(entry).where(entry.c.id == row.id).values(values))


def _keep(connection: Connection, row: SqlRow[Any], at: str) -> None:
    raw = json.dumps(dict(row._mapping), ensure_ascii=False, default=repr)
    values = {"game": row.game, "seq": row.seq, "at": at, "raw": raw}
    connection.execute(insert(set_aside).values(values))


def rows_of(connection: Connection, name: str, *, after: int = -1) -> list[SqlRow[Any]]:
    """The rows of a game after ``after`` as they lie in the file, whatever can be read of them."""
    mine = (entry.c.game == name) & (entry.c.seq > after)
    return list(connection.execute(select(entry).where(mine).order_by(entry.c.seq)))


class RowPlace(NamedTuple):
    """What tells a row of a game from every other that may have stood there."""

    seq: int
    host: int
    at: str
    """:data:`EPOCH` if it cannot be read."""

    @classmethod
    def of(cls, row: Row) -> "RowPlace":
        """That of a row."""
        return cls(row.seq, row.host, row.at)

    def is_that_of(self, row: Row) -> bool:
        """Whether it is the place of a row, as far as both can be read."""
        known = EPOCH not in (self.at, row.at)
        return self[:2] == (row.seq, row.host) and (self.at == row.at or not known)


def last_of(connection: Connection, name: str) -> RowPlace | None:
    """The place of the last row of a game; None if there is none."""
    mine = select(entry.c.seq, entry.c.host, entry.c.at).where(entry.c.game == name)
    last = connection.execute(mine.order_by(entry.c.seq.desc()).limit(1)).one_or_none()
    return RowPlace(last.seq, _number(last.host), _time(last.at) or EPOCH) if last else None


def sound(raw: list[SqlRow[Any]], after: int) -> Iterator[Row]:
    """The rows after ``after`` as they are read, one by one.

    Raises:
        Newer: it holds what only a newer version knows.
        Unsound: the next one cannot be read, or is missing.
    """
    at = EPOCH
    for expected, read in enumerate(raw, after + 1):
        if read.seq != expected:
            raise Unsound(f"{expected} is missing")
        row = row_of(read, at)
        at = row.at
        yield row


def first_newer(raw: list[SqlRow[Any]]) -> Newer | None:
    """The first row that a newer version of this program wrote; None if there is none."""
    for row in raw:
        try:
            row_of(row, EPOCH)
        except Newer as newer:
            return newer
        except Unsound:
            pass
    return None


def game_newer(path: Path, name: str, newer: Newer) -> JournalFault:
    """That a game goes on with moves that are not known here."""
    facts = {"path": path, "game": name, "seq": newer.seq, "detail": newer.what}
    return JournalFault(Trouble.GAME_NEWER, **facts)


def row_of(row: SqlRow[Any], at: str) -> Row:
    """A row as it is kept; ``at`` where its own time is damaged.

    Raises:
        Newer: it holds what only a newer version knows.
        Unsound: it cannot be read.
    """
    try:
        if row.kind not in KINDS:
            raise (Newer if _is_new(str(row.kind)) else Unsound)(str(row.kind))
        return Row(
            seq=row.seq,
            kind=row.kind,
            at=_time(row.at) or at,
            events=part("events", row.events),
            command=part("command", row.command),
            chance=_mere("chance", row.chance),
            consents=_mere("consents", row.consents),
            host=_number(row.host),
            line=_line(row),
            ident=row.ident if isinstance(row.ident, str) else None,
        )
    except Newer as newer:
        raise Newer(newer.what, row.seq) from newer
    except (Unsound, TypeError, AttributeError) as error:
        raise Unsound(f"{row.seq}: {error}") from error


def _mere(name: str, text: Any) -> Any:
    """What no table depends on; nothing if it is damaged: no move is given up for that."""
    try:
        return part(name, text)
    except Newer:
        raise
    except (Unsound, TypeError):
        return ()


def _is_new(kind: str) -> bool:
    return kind.isidentifier() and not codec.is_misread(kind, KINDS)


def _time(at: Any) -> str | None:
    """The time of a row, None if it is damaged: no move is given up for that."""
    try:
        moment(at)
    except CodesFault:
        return None
    return at if isinstance(at, str) else None


def _number(host: Any) -> int:
    return host if isinstance(host, int) else 0


def _line(row: SqlRow[Any]) -> InputLine | None:
    if not isinstance(row.line, int):
        return None
    return InputLine(row.line, row.input if isinstance(row.input, str) else "")
