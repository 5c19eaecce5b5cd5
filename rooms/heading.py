"""What a game was begun with, put together again where a saved game no longer says it whole.

By far the most of a saved game's beginning are the rules it is played by. Those are known: they
come with the program, or other games keep them too. The rest stands in the first move as well.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, insert, select, update

from ketuk import engine
from ketuk.engine.events import GameStarted
from ketuk.engine.table import Options
from ketuk.rooms.entries import EPOCH, row_of
from ketuk.rooms.records import Header, Row, Unsound, header_from, to_text
from ketuk.rooms.schema import entry, game, set_aside

NO_ROW = -1
"""The number under which the old words of a game's beginning are kept among what was set aside."""
NEAR = 16
"""So many bytes at most are wrong in what is taken for a damaged copy of rules without a digest."""
_RULES = re.compile(rb'"data":\s*"(?P<data>.*)",\s*"made":', re.DOTALL)
T = TypeVar("T", bound=Struct)


class _GameHead(Struct):
    """What stands before the rules."""

    ruleset: str
    version: str
    options: Options
    names: tuple[str, ...]


class _Tail(Struct):
    """What stands behind them."""

    made: str
    seed: int | None = None
    box: str | None = None
    bots: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    digest: str = ""


def digest_of(data: str) -> str:
    """What tells rules that are as they were written from any other."""
    return hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest()


def is_as_written(header: Header) -> bool:
    """Whether the rules that a game keeps are those that it began with, as far as can be told."""
    return header.digest in ("", digest_of(header.data))


def make_anew(connection: Connection, name: str, at: str) -> str | None:
    """Put a game's beginning together again within a transaction; the old one is kept (at ``at``).

    ``name``: as lists show it, which may hold signs in the place of bytes that are none.

    Returns:
        What the game is called; None if nothing was to be mended, or it could not be done.
    """
    games = connection.execute(select(game)).all()
    for row in games:
        if shown(row.name) == name:
            # Bytes that are no text are equal to no text that could be asked for.
            mine = func.hex(game.c.name) == _bytes(row.name).hex().upper()
            own = _name(connection, row.name, row.header, {other.name for other in games})
            header = _whole(connection, own, row.header) if own is not None else None
            if header is None or (own, to_text(header)) == (row.name, row.header):
                return None
            raw = _bytes(row.header).decode("utf-8", "backslashreplace")
            kept = {"game": own, "seq": NO_ROW, "at": at, "raw": raw}
            connection.execute(insert(set_aside).values(kept))
            connection.execute(update(game).where(mine).values(name=own, header=to_text(header)))
            return own
    return None


def shown(name: object) -> str:
    """The name of a game for people to read, whatever is wrong with it."""
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)


def own_name(header: object) -> str:
    """What a game is called in its own header; empty if that cannot be read."""
    try:
        return header_from(header).game if isinstance(header, str | bytes) else ""
    except Unsound:
        return ""


def _name(connection: Connection, name: object, header: object, taken: set[object]) -> str | None:
    """What the rows of a game call it; None if there are none."""
    own = own_name(header)
    if own not in taken and _has_rows(connection, own) and not _has_rows(connection, name):
        return own
    return name if isinstance(name, str) and _has_rows(connection, name) else None


def _has_rows(connection: Connection, name: object) -> bool:
    rows = select(entry.c.id).where(entry.c.game == name).limit(1)
    return connection.execute(rows).first() is not None


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


def _start(connection: Connection, name: str) -> tuple[GameStarted, Row] | None:
    """The first row, which tells the beginning once more."""
    first = select(entry).where((entry.c.game == name) & (entry.c.seq == 0))
    entered = connection.execute(first).one_or_none()
    try:
        row = row_of(entered, EPOCH) if entered is not None else None
    except Unsound:
        return None
    began = row.events[0] if row is not None and row.events else None
    return (began, row) if row is not None and isinstance(began, GameStarted) else None


def _whole(connection: Connection, name: str, text: object) -> Header | None:
    """The beginning of a game by all that is known of it; None if too little is."""
    if (start := _start(connection, name)) is None:
        return None
    (began, row), raw = start, _bytes(text)
    rules = _RULES.search(raw)
    kept = rules["data"] if rules else b""
    before = raw[: rules.start()] if rules else raw
    behind = b"{" + raw[rules.end("data") + 2 :].lstrip() if rules else b""
    names = tuple(player.name for player in began.players)
    head = _part(before.rstrip().rstrip(b",") + b"}", _GameHead) or _GameHead(
        began.ruleset, began.version, began.options, names
    )
    tail = _part(behind, _Tail) or _Tail(made=row.at)
    data = _rules(connection, head, kept, tail.digest)
    if data is None:
        return None
    return Header(
        game=name,
        ruleset=head.ruleset,
        version=head.version,
        options=began.options,
        names=names,
        data=data,
        made=tail.made,
        seed=tail.seed,
        box=tail.box,
        bots=tail.bots,
        players=tail.players,
        digest=digest_of(data),
    )


def _part(raw: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _rules(connection: Connection, head: _GameHead, kept: bytes, digest: str) -> str | None:
    """The rules that a game keeps, or those that were the same before the damage."""
    known = list(dict.fromkeys(_known(connection, head)))
    if digest:
        if (same := next((data for data in known if digest_of(data) == digest), None)) is not None:
            return same
    elif (mine := _part(b'{"data":"' + kept + b'"}', _Data)) and _is_playable(mine.data):
        return mine.data
    if not kept:
        return next(iter(known), None)
    near = (data for data in known if _wrong(kept, data) <= NEAR)
    return next(near, None)


class _Data(Struct):
    data: str


def _known(connection: Connection, head: _GameHead) -> Iterable[str]:
    """The rules of that name and version: those of today, and those of other saved games."""
    if head.ruleset in engine.NAMES:
        today = engine.ruleset(head.ruleset)
        if today.meta.version == head.version:
            yield today.data
    for (text,) in connection.execute(select(game.c.header)):
        try:
            other = header_from(text)
        except (Unsound, TypeError):
            continue
        same = (other.ruleset, other.version) == (head.ruleset, head.version)
        if same and is_as_written(other) and _is_playable(other.data):
            yield other.data


def _is_playable(data: str) -> bool:
    try:
        engine.ruleset_from_data(data)
    except ValueError:
        return False
    return True


def _wrong(kept: bytes, data: str) -> int:
    """How many bytes of what is kept are not those of these rules."""
    whole = msgspec.json.encode(data)[1:-1]
    if len(whole) != len(kept):
        return len(whole)
    return sum(a != b for a, b in zip(whole, kept, strict=True))
