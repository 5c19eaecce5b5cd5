"""A move whose row is damaged, worked out again: from what was asked and the chance that came.

What comes out is taken only where it is what the file says, but for a few wrong bytes. So a game
that was decided by other rules than those of today is left as it is.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

from sqlalchemy import Connection, select

from ketuk import engine
from ketuk.engine.commands import AnyCommand, PassTime
from ketuk.engine.events import AnyEvent
from ketuk.engine.luck import NoLuck
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.rooms import entries
from ketuk.rooms.chance import Chance, RecordedLuck
from ketuk.rooms.past import Past
from ketuk.rooms.records import KINDS, Header, Kind, Unsound, part, to_text
from ketuk.rooms.schema import entry

NEAR = 16
"""So many bytes at most are wrong in what is taken for a damaged copy of a text."""
UNDECIDABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What deciding raises on a command that nobody gave."""
_TIME = re.compile(rb'\[\{"type":"time_passed","to":(\d{1,9})\}')


def remake(
    connection: Connection, header: Header, past: Past | None, at: str, wrong: int
) -> int | None:
    """Write the first row that is missing in ``past`` as it was; the damaged one is kept (``at``).

    ``wrong``: how many bytes of it may be.

    Returns:
        Its number; None if nothing was to be mended, or it could not be done.
    """
    seq = len(past.rows) if past is not None else 0
    mine = (entry.c.game == header.game) & (entry.c.seq == seq)
    row = connection.execute(select(entry).where(mine)).one_or_none()
    if row is None:
        return None
    was = {"kind": row.kind, "command": row.command, "events": row.events}
    try:
        rules, kind = engine.ruleset_from_data(header.data), _kind(row.kind)
        for command in _commands(row.command):
            with suppress(*UNDECIDABLE):
                events = to_text(_events(rules, header, past, row, kind, command))
                values = {"kind": kind, "command": to_text(command), "events": events}
                is_right = values["command"] == row.command or events == row.events
                if is_right and values != was and is_near(row.events, events, wrong=wrong):
                    entries.set_right(connection, row, values, at)
                    return seq
    except UNDECIDABLE:
        pass
    return None


def _commands(column: object) -> Iterator[AnyCommand | None]:
    """What was asked; where that cannot be read, all that it may be if one byte of it is wrong."""
    raw = _bytes(column)
    try:
        yield part("command", raw.decode())
    except ValueError:
        for at, value in product(range(len(raw)), range(0x20, 0x7F)):
            with suppress(ValueError):
                yield part("command", (raw[:at] + bytes([value]) + raw[at + 1 :]).decode())


def is_near(column: object, whole: str, *, wrong: int) -> bool:
    """Whether bytes are those of a text, with so many wrong at most."""
    raw, right = _bytes(column), whole.encode()
    return len(raw) == len(right) and sum(a != b for a, b in zip(raw, right, strict=True)) <= wrong


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


def _kind(column: object) -> Kind:
    """The kind of a row of which one sign may be wrong."""
    (kind,) = (kind for kind in KINDS if is_near(column, kind, wrong=1))
    return kind


def _events(
    rules: RuleSet,
    header: Header,
    past: Past | None,
    row: Any,
    kind: Kind,
    command: AnyCommand | None,
) -> tuple[AnyEvent, ...]:
    """What came of it, by the rules that the game keeps.

    Raises:
        ValueError and the like: that cannot be told.
    """
    luck = RecordedLuck(NoLuck(), Chance(again=part("chance", row.chance)))
    if past is None:
        if kind != "start":
            raise Unsound(kind)
        return engine.new_game(rules, header.names, luck, header.options)
    if kind != "move" or command is None:
        return part("events", row.events)  # type: ignore[no-any-return]
    rules, table = engine.under(rules, header.options), past.table
    passed: tuple[AnyEvent, ...] = ()
    time = _TIME.match(_bytes(row.events))
    if time and not isinstance(command, PassTime):  # which tells of time by itself
        waited = engine.advance(table, PassTime(int(time[1])), rules, NoLuck())
        if isinstance(waited, Refused):
            raise Unsound(waited.reason)
        passed, table = waited.events, waited.table
    outcome = engine.advance(table, command, rules, luck)
    if isinstance(outcome, Refused):
        raise Unsound(outcome.reason)
    return (*passed, *outcome.events)
