"""Files of games that want too much memory, or hold numbers and names that no row has."""

import base64
import json
import resource
import zlib
from pathlib import Path
from typing import Any

import pytest
from tables import begun, journal_in, play_on

from ketuk.rooms.gamefile import MOST, exported, load
from ketuk.rooms.trouble import JournalFault, Trouble


@pytest.fixture
def lines(tmp_path: Path) -> list[bytes]:
    """The lines of an exported game of ten moves."""
    with journal_in(tmp_path / "there") as journal:
        play_on(begun(journal), 10)
        return exported(journal, "malam")[0].splitlines(keepends=True)


def row_of(line: bytes) -> dict[str, Any]:
    record = json.loads(line)
    packed = record.get("folded")
    return json.loads(zlib.decompress(base64.b64decode(packed))) if packed else record


def folded(row: dict[str, Any]) -> bytes:
    packed = base64.b64encode(zlib.compress(json.dumps(row).encode(), 9)).decode()
    return json.dumps({"seq": row["seq"], "kind": row["kind"], "folded": packed}).encode() + b"\n"


def test_a_small_file_that_unpacks_to_much_is_refused_before_it_is(
    lines: list[bytes], tmp_path: Path
) -> None:
    row = row_of(lines[2])
    big = [folded({**row, "seq": seq, "pad": " " * 3_900_000}) for seq in range(2, 600)]
    path = tmp_path / "big.ketuk"
    path.write_bytes(b"".join([*lines[:3], *big]))
    assert path.stat().st_size < MOST
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with journal_in(tmp_path) as journal:
        with pytest.raises(JournalFault) as told:
            load(journal, path)
        assert told.value.trouble is Trouble.TOO_LARGE
        assert journal.games() == ()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KB


def test_a_large_file_is_not_read_at_all(lines: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "large.ketuk"
    with path.open("wb") as file:
        file.write(lines[0])
        file.truncate(50 * MOST)
    with journal_in(tmp_path) as journal, pytest.raises(JournalFault) as told:
        load(journal, path)
    assert told.value.trouble is Trouble.TOO_LARGE


@pytest.mark.parametrize(
    "change",
    [
        {"host": 2**64},
        {"host": 10**40},
        {"host": -1},
        {"line": {"number": 2**64, "text": ""}},
    ],
)
def test_a_number_that_no_row_has_is_damage_from_that_line_on(
    lines: list[bytes], tmp_path: Path, change: dict[str, Any]
) -> None:
    wrong = folded({**row_of(lines[5]), **change})
    loaded = _loaded(tmp_path, [*lines[:5], wrong, *lines[6:]])
    assert (loaded.flaw, loaded.line, loaded.moves) == ("damaged", 6, 3)


def test_a_request_that_is_named_twice_is_damage_and_not_a_taken_name(
    lines: list[bytes], tmp_path: Path
) -> None:
    first, second = ({**row_of(lines[at]), "ident": "satu"} for at in (4, 6))
    changed = [*lines[:4], folded(first), lines[5], folded(second), *lines[7:]]
    loaded = _loaded(tmp_path, changed)
    assert (loaded.flaw, loaded.line, loaded.moves) == ("damaged", 7, 4)


def _loaded(tmp_path: Path, lines: list[bytes]) -> Any:
    path = tmp_path / "changed.ketuk"
    path.write_bytes(b"".join(lines))
    with journal_in(tmp_path) as journal:
        return load(journal, path)
