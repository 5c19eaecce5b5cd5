"""What can be read out of a damaged file of saved games, row by row, without touching the file.

A row counts if SQLite can read it and each column holds what such a column may. Whether a row can
be played is asked later, when its game is continued.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ketuk.codes.wreck import Mould, Values, WreckReader, laid_open
from ketuk.rooms.heading import own_name
from ketuk.rooms.schema import APPLICATION, STEPS, TABLES, are

TEXTS = ("game", "kind", "at", "command", "events", "chance", "consents")
_BY_INDEX = "SELECT id FROM entry INDEXED BY sqlite_autoindex_entry_1"
_NEW = Mould(STEPS, application=APPLICATION)


@dataclass(frozen=True, slots=True)
class Remains:
    """Headers by name, rows by game and number, and how far games were, as far as can be read.

    A header that is no text is bytes, or empty if it is lost.
    """

    headers: dict[str, str | bytes]
    rows: dict[str, dict[int, Values]]
    standings: dict[str, Values]
    shelved: dict[str, str]
    noted: set[int]
    """Numbers in the file of the rows that its index names."""
    reigns: dict[str, list[Values]]
    """Who has decided each game."""

    @property
    def numbers(self) -> set[int]:
        """Numbers in the file of the rows that were read."""
        return {row["id"] for rows in self.rows.values() for row in rows.values()}

    @property
    def headless(self) -> set[str]:
        """Games of which rows are there, and no header."""
        named = {own_name(header) for header in self.headers.values()}
        return {name for name, rows in self.rows.items() if 0 in rows} - named - self.headers.keys()

    @property
    def count(self) -> int:
        """How much it is: headers and rows."""
        return len(self.headers) + sum(len(by_seq) for by_seq in self.rows.values())


def is_damaged_games(path: Path) -> bool:
    """Whether a file that SQLite takes for another kind was a file of games before its damage."""
    return _NEW.begins_alike(path, unlike=b"B")  # one sign of four tells it from a registry


def remains(path: Path) -> Remains:
    """All that can be read. The file is not touched: a copy beside it is mended and read.

    Raises:
        OSError: no room for the copy, or no right to make it.
    """
    best: Remains | None = None
    with laid_open(path, _NEW) as wreck:
        for reader in wreck.readers():
            left = _all(reader)
            if best is None or left.count > best.count:
                best = left
            if reader.whole and not best.headless:
                break
        assert best is not None
        if best.headless:
            _add_headers(best, wreck.by_page("game", _columns("game"), uncounted=True))
        missing = best.noted - best.numbers if reader.whole else None
        if missing != set():
            uncounted = missing is not None
            found_rows = wreck.by_page("entry", _columns("entry"), uncounted=uncounted)
            sound = filter(_is_entry, found_rows)
            _add_rows(best, (row for row in sound if missing is None or row["id"] in missing))
    return best


def _add_headers(left: Remains, rows: Iterable[Values]) -> None:
    """Those of games whose rows are there; if one is lost, the first row will do."""
    headless = left.headless
    for row in rows:
        if row["name"] in headless and own_name(row["header"]) == row["name"]:
            left.headers.setdefault(row["name"], row["header"])
    left.headers.update(dict.fromkeys(left.headless, ""))


def _add_rows(left: Remains, rows: Iterable[Values]) -> None:
    for row in rows:
        if row["game"] in left.headers:
            left.rows.setdefault(row["game"], {}).setdefault(row["seq"], row)


def _all(reader: WreckReader) -> Remains:
    headers = [(row["name"], row["header"]) for row in _rows(reader, "game")]
    rows: dict[str, dict[int, Values]] = {}
    for row in filter(_is_entry, _rows(reader, "entry")):
        rows.setdefault(row["game"], {}).setdefault(row["seq"], row)
    whole = reader.whole
    noted = {row["id"] for row in reader.ask(_BY_INDEX)}
    standings = {row["game"]: row for row in _rows(reader, "standing") if _is_standing(row)}
    away = [row for row in _rows(reader, "shelved") if are(str, *row.values())]
    reigns: dict[str, list[Values]] = {}
    for row in filter(_is_reign, _rows(reader, "reign")):
        reigns.setdefault(row["game"], []).append(row)
    reader.whole = whole  # none of these is worth another way of reading
    called = [(name if are(str, name) else own_name(header), header) for name, header in headers]
    named = {n: header for n, header in called if n and isinstance(header, str | bytes)}
    shelved = {row["game"]: row["at"] for row in away}
    return Remains(named, rows, standings, shelved, noted, reigns)


def _rows(reader: WreckReader, table: str) -> Iterator[Values]:
    return reader.rows(table, _columns(table), number="id" if table == "entry" else None)


def _columns(table: str) -> list[str]:
    return TABLES[table].columns.keys()


def _is_entry(row: Values) -> bool:
    numbers = (row["seq"], row["host"], *(n for n in (row["line"],) if n is not None))
    texts = (row[name] for name in TEXTS)
    free = (text for text in (row["input"], row["ident"]) if text is not None)
    # What lay beyond the end of a file that was cut off is read as zeros.
    return are(int, *numbers) and are(str, *texts, *free) and "\0" not in row["events"]


def _is_standing(row: Values) -> bool:
    numbers = (row["round"], row["over"], row["moves"])
    return are(int, *numbers) and are(str, row["game"], row["played"])


def _is_reign(row: Values) -> bool:
    texts = (row[name] for name in ("game", "device", "name", "address", "since"))
    return are(int, row["number"]) and are(str, *texts)
