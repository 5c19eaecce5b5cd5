"""A game as a file: JSON Lines, header first, last line the count and the SHA-256 of all before it.

Of an unfinished game nobody shall read bids and hands out of the file: each row that holds one is
written as everybody may see it, with the whole row folded up (zlib, base64) beside it. That keeps
honest eyes from it, and the game goes on elsewhere; it is no lock, as the saved games are none.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from ketuk.rooms.entries import game_newer, rows_of
from ketuk.rooms.journal import Journal
from ketuk.rooms.names import LONGEST, can_be_shown
from ketuk.rooms.past import Past
from ketuk.rooms.playing import progress
from ketuk.rooms.recalling import folded
from ketuk.rooms.records import Header, Newer, Row, Unsound, header_from, row_from
from ketuk.rooms.trouble import JournalFault, Trouble
from ketuk.rooms.views import public, public_command

FORMAT = 1
"""Form of the file; a file of a higher one is refused."""


_BEGINNING = re.compile(rb'\s*\{\s*"ketuk"\s*:\s*"game"')
MOST = 32_000_000
"""Bytes that a file may have, and that all its folded rows may come to: more than four hundred
rounds of eight players take."""
LARGEST_NUMBER = 2**53
"""The largest number of a row's own: what any JSON tool keeps exactly."""
LARGEST = 4_000_000
"""Bytes of a folded row at most; the largest there is has some thousands."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading a file."""

    game: str
    """What it is called here."""
    moves: int
    flaw: str = ""
    """Empty for a whole file; cut: its end is missing; damaged: a line cannot be read or does not
    follow from the one before; changed: whole, but not as it was written."""
    line: int = 0
    """The line at which it was cut or damaged."""


def exported(journal: Journal, game: str) -> tuple[bytes, int]:
    """A game as the bytes of its file, and how many moves it has.

    What cannot be read of it is in the file too, folded up as it lies here; no import takes that.

    Raises:
        JournalFault: NO_GAME, DAMAGED, GAME_NEWER.
    """
    header = journal.header(game)
    rows, fault = journal.mending.sound_rows(game)
    if isinstance(fault, Newer):
        raise game_newer(journal.path, game, fault)
    past, _ = folded(rows)
    sound = past.rows if past is not None else []
    with journal.reading() as connection:
        rest = rows_of(connection, game, after=len(sound) - 1)
    over = past is not None and past.table.phase == "over" and not rest
    return b"".join(_lines(header, sound, rest, over=over)), max(len(sound) - 1, 0)


def is_game(content: bytes) -> bool:
    """Whether a file begins as an exported game does, whatever came of it later."""
    return _BEGINNING.match(content) is not None


def name_in(path: Path) -> str:
    """What the game in a file is called there.

    Raises:
        JournalFault: NOT_THERE, FORBIDDEN, NOT_EXPORT, EXPORT_NEWER.
    """
    return _header(_read(path).splitlines(keepends=True), path).game


def load(journal: Journal, path: Path, *, name: str | None = None) -> Loaded:
    """Take a game out of a file, up to its last whole move.

    Args:
        name: what it shall be called; by default as in the file, numbered if that is taken.

    Raises:
        JournalFault: NOT_THERE, FORBIDDEN, NOT_EXPORT, EXPORT_NEWER, GAME_NEWER, NAME_TAKEN, and of
            writing.
    """
    lines = _read(path).splitlines(keepends=True)
    header = _header(lines, path)
    past, loaded = _rows(lines, path)
    _check_names(header, past, path)
    game = name or journal.free_name(header.game)
    renamed = msgspec.structs.replace(header, game=game)
    try:
        journal.create(renamed, past.rows, progress(past.table))
    except OverflowError as error:  # a round that no game reaches
        raise JournalFault(Trouble.NOT_EXPORT, path=path, line=2, detail=str(error)) from error
    return replace(loaded, game=game, moves=len(past.rows) - 1)


# ---- writing


def _lines(
    header: Header, rows: Sequence[Row], rest: Sequence[Any], *, over: bool
) -> Iterator[bytes]:
    digest, lines = hashlib.sha256(), [_header_line(header, over=over)]
    lines += [_row_line(row, over=over) for row in rows]
    lines += [_line({"seq": row.seq, "unread": _fold(dict(row._mapping))}) for row in rest]
    for line in lines:
        digest.update(line)
        yield line
    yield _line({"end": True, "rows": len(lines) - 1, "sha256": digest.hexdigest()})


def _line(record: dict[str, Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _header_line(header: Header, *, over: bool) -> bytes:
    first = {"ketuk": "game", "format": FORMAT}
    if over or header.seed is None:
        return _line(first | msgspec.to_builtins(header))
    shown = msgspec.structs.replace(header, seed=None)
    return _line(first | msgspec.to_builtins(shown) | {"folded": _fold(header)})


def _row_line(row: Row, *, over: bool) -> bytes:
    shown = row
    if not over:
        command = public_command(row.command, None) if row.command is not None else None
        shown = msgspec.structs.replace(
            row, events=public(row.events, None), command=command, chance=(), line=_silent(row)
        )
    record: dict[str, Any] = msgspec.to_builtins(shown)
    return _line(record if shown == row else record | {"folded": _fold(row)})


def _silent(row: Row) -> Any:
    """An input line may hold a bid or a drawn card: of those only its number is shown."""
    if row.line is None or row.command is None or public_command(row.command, None) == row.command:
        return row.line
    return msgspec.structs.replace(row.line, text="")


def _fold(value: Header | Row | dict[str, Any]) -> str:
    return base64.b64encode(zlib.compress(msgspec.json.encode(value), 9)).decode()


def _unfolded(text: str) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        whole = unpacker.decompress(base64.b64decode(text, validate=True), LARGEST)
    except (ValueError, zlib.error) as error:
        raise Unsound(f"folded: {error}") from error
    if not unpacker.eof:
        raise Unsound("folded: too large, or cut off")
    return whole


# ---- reading


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST:
            raise _too_large(path)
        return path.read_bytes()
    except FileNotFoundError as error:
        raise JournalFault(Trouble.NOT_THERE, path=path) from error
    except OSError as error:
        detail = error.strerror or ""
        raise JournalFault(Trouble.FORBIDDEN, path=path, detail=detail) from error


def _record(line: bytes) -> dict[str, Any]:
    """The object on a line that is there to its end.

    Raises:
        Unsound: it is none.
    """
    if not line.endswith(b"\n"):
        raise Unsound("cut off")
    try:
        record = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise Unsound(str(error)) from error
    if not isinstance(record, dict):
        raise Unsound("no object")
    return record


def _header(lines: list[bytes], path: Path) -> Header:
    try:
        record = _record(lines[0] if lines else b"")
        if record.pop("ketuk", None) != "game":
            raise Unsound("ketuk")
        form = record.pop("format", None)
        if isinstance(form, int) and form > FORMAT:
            raise JournalFault(Trouble.EXPORT_NEWER, path=path, found=form, known=FORMAT)
        name = str(record.get("game", ""))
        return header_from(_whole(record))
    except Newer as newer:
        facts = {"path": path, "game": name, "seq": 0, "detail": newer.what}
        raise JournalFault(Trouble.GAME_NEWER, **facts) from newer
    except Unsound as error:
        raise JournalFault(Trouble.NOT_EXPORT, path=path, line=1, detail=str(error)) from error


def _whole(record: dict[str, Any]) -> bytes:
    packed = record.pop("folded", None)
    return json.dumps(record).encode() if packed is None else _unfolded(str(packed))


def _rows(lines: list[bytes], path: Path) -> tuple[Past, Loaded]:
    rows: list[Row] = []
    taken = _Rows(path)
    flaw, at = "cut", len(lines) + 1
    for number, line in enumerate(lines[1:], 2):
        try:
            record = _record(line)
            if record.get("end") is True:
                flaw, at = _ending(record, rows, lines[: number - 1]), number
                break
            rows.append(taken.row(record, expected=len(rows)))
        except Newer as newer:
            if _is_whole(lines):
                facts: dict[str, object] = {"game": _header(lines, path).game, "seq": number - 2}
                facts |= {"path": path, "detail": newer.what}
                raise JournalFault(Trouble.GAME_NEWER, **facts) from newer
            flaw, at = "damaged", number
            break
        except Unsound:
            flaw, at = "damaged" if line.endswith(b"\n") else "cut", number
            break
    past, fault = folded(tuple(rows))
    if past is None:
        raise JournalFault(Trouble.NOT_EXPORT, path=path, line=2, detail=fault)
    if fault:
        flaw, at = "damaged", len(past.rows) + 2
    return past, Loaded("", 0, flaw, at if flaw else 0)


def _check_names(header: Header, past: Past, path: Path) -> None:
    players = past.latest.table.players
    for name in (*header.names, *(player.name for player in players)):
        if not can_be_shown(name):
            detail = f"names: {name[:LONGEST]!r}"
            raise JournalFault(Trouble.NOT_EXPORT, path=path, line=1, detail=detail)


class _Rows:
    """Takes the rows of a file one by one, as long as they are within bounds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = MOST
        self._idents: set[str] = set()

    def row(self, record: dict[str, Any], *, expected: int) -> Row:
        whole = _whole(record)
        self._left -= len(whole)
        if self._left < 0:
            raise _too_large(self._path)
        row = row_from(whole)
        if row.seq != expected:
            raise Unsound(f"row {expected} is missing")
        if row.ident is not None and row.ident in self._idents:
            raise Unsound(f"ident {row.ident!r:.40} names two requests")
        numbers = (row.host, row.line.number if row.line is not None else 0)
        if not all(0 <= number <= LARGEST_NUMBER for number in numbers):
            raise Unsound("a number that no row has")
        self._idents |= {row.ident} if row.ident is not None else set()
        return row


def _too_large(path: Path) -> JournalFault:
    return JournalFault(Trouble.TOO_LARGE, path=path, most=MOST // 1_000_000)


def _is_whole(lines: list[bytes]) -> bool:
    """Whether a file is as it was written, whatever it holds."""
    try:
        last = _record(lines[-1])
    except Unsound:
        return False
    return last.get("sha256") == hashlib.sha256(b"".join(lines[:-1])).hexdigest()


def _ending(record: dict[str, Any], rows: list[Row], before: list[bytes]) -> str:
    digest = hashlib.sha256(b"".join(before)).hexdigest()
    return "" if (record.get("rows"), record.get("sha256")) == (len(rows), digest) else "changed"
