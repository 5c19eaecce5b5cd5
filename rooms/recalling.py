"""A saved game read again, up to the last row that is whole."""

from dataclasses import dataclass
from datetime import datetime

from ketuk.engine.evolve import evolve
from ketuk.engine.table import Table
from ketuk.rooms.entries import game_newer
from ketuk.rooms.journal import Journal
from ketuk.rooms.past import Past
from ketuk.rooms.records import Row
from ketuk.rooms.remaking import NEAR
from ketuk.rooms.trouble import JournalFault, Trouble

UNFOLDABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What folding raises on facts that no game has led to: they come from a file, not from us."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A row that could not be read: ``lost`` rows from ``seq`` on were set aside, not played."""

    game: str
    seq: int
    lost: int
    detail: str


def recall(journal: Journal, name: str, *, now: datetime) -> tuple[Past, Damage | None]:
    """What has happened in a game; rows from the first unsound one on are put aside and kept.

    One that can be worked out again is set right first.

    Rows of a newer version are no damage: nothing is touched then.

    Raises:
        JournalFault: GAME_NEWER; NO_START where not even the start can be read.
    """
    rows, fault = journal.mending.sound_rows(name)
    past, detail = folded(rows)
    if past is not None and fault is None and not detail:
        return past, None
    newer = journal.mending.newer(name)
    if journal.mending.remake(name, past, now, wrong=NEAR if newer is None else 1):
        return recall(journal, name, now=now)
    if newer is not None:
        raise game_newer(journal.path, name, newer)
    if past is None:
        raise _unbegun(journal, name, str(fault or detail))
    seq = len(past.rows)
    lost = journal.put_aside(name, seq, now)
    return past, Damage(name, seq, lost, detail or str(fault))


def _unbegun(journal: Journal, name: str, detail: str) -> JournalFault:
    """Nothing can be told of how it went; who plays what, and since when, stands elsewhere."""
    header = journal.header(name)
    facts = {"names": ", ".join(header.names), "ruleset": header.ruleset, "made": header.made[:10]}
    return JournalFault(Trouble.NO_START, path=journal.path, game=name, detail=detail, **facts)


def folded(rows: tuple[Row, ...]) -> tuple[Past | None, str]:
    """The rows one after the other as far as they follow from each other, and why no further."""
    past: Past | None = None
    for row in rows:
        try:
            if past is None:
                past = _begun(row)
            else:
                past.take(row, _after(past, row))
        except UNFOLDABLE as error:
            return past, f"{row.seq}: {error}"
    return past, "" if past is not None else "no rows"


def _begun(row: Row) -> Past:
    if row.kind != "start":
        raise ValueError(f"{row.kind} before the start")
    past = Past(row)
    _ = past.latest.table
    return past


def _after(past: Past, row: Row) -> Table:
    """The table after a move, folded before the move is taken."""
    table = past.table
    for event in row.events:
        table = evolve(table, event)
    return table
