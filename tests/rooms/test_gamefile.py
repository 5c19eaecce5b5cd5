"""Games as files: they come back whole, or up to the last whole move, and show no secrets."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tables import Ticking, begun, export, journal_in, play_on

from ketuk.engine.commands import Correct
from ketuk.engine.corrections import CardIn
from ketuk.engine.events import BidLaid, CardDrawn
from ketuk.engine.table import Free
from ketuk.rooms.gamefile import is_game, load, name_in
from ketuk.rooms.journal import Journal
from ketuk.rooms.room import InputLine, MoveDone, Room
from ketuk.rooms.trouble import JournalFault, Trouble


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a game that is not over and one that is."""
    folder = tmp_path_factory.mktemp("played")
    with journal_in(folder) as journal:
        room = begun(journal)
        play_on(room, 45)
        room.undo(consents=frozenset({1, 2, 3}))
        play_on(begun(journal, "selesai"))
    return folder


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Iterator[Journal]:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    with journal_in(tmp_path) as journal:
        yield journal


@pytest.fixture
def going_on(journal: Journal) -> Room:
    """The game that is not over, its last move undone."""
    return Room.resume(journal, "malam", clock=Ticking())


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def trouble_of(journal: Journal, path: Path) -> JournalFault:
    with pytest.raises(JournalFault) as caught:
        load(journal, path)
    return caught.value


def test_a_game_comes_back_and_goes_on_the_same(
    journal: Journal, going_on: Room, tmp_path: Path
) -> None:
    file = tmp_path / "x.jsonl"
    assert export(journal, "malam", file) == 46
    with journal_in(tmp_path / "elsewhere") as other:
        loaded = load(other, file)
        assert (loaded.game, loaded.moves, loaded.flaw) == ("malam", 46, "")
        there = Room.resume(other, "malam", clock=Ticking())
        assert there.rows == going_on.rows
        assert there.table == going_on.table
        assert there.header == going_on.header
        play_on(there, 30)
        play_on(going_on, 30)
        assert there.table == going_on.table


def test_the_file_is_lines_with_header_count_and_digest(
    journal: Journal, going_on: Room, tmp_path: Path
) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    first, *rows, last = lines_of(file)
    assert (first["ketuk"], first["format"], first["ruleset"]) == ("game", 1, "nusantara")
    assert [row["seq"] for row in rows] == list(range(47))
    before = b"".join(file.read_bytes().splitlines(keepends=True)[:-1])
    assert last == {"end": True, "rows": 47, "sha256": hashlib.sha256(before).hexdigest()}


def test_an_unfinished_game_shows_no_hand_no_bid_and_no_seed(
    journal: Journal, going_on: Room, tmp_path: Path
) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    first, *rows, _ = lines_of(file)
    assert first["seed"] is None
    secret = {"card_drawn", "bid_laid"}
    shown = [e for row in rows for e in row["events"] if e["type"] in secret]
    kept = [e for row in going_on.rows for e in row.events if isinstance(e, CardDrawn | BidLaid)]
    assert len(shown) == len(kept) > 3
    assert {e["card"] for e in shown} == {-1}
    assert all(row["chance"] == [] for row in rows)
    bids = [r["command"] for r in rows if r["command"] and r["command"]["type"] == "bid_card"]
    assert all(bid["card"] == -1 for bid in bids)


def test_a_game_that_is_over_shows_everything(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "selesai", file)
    first, *rows, _ = lines_of(file)
    assert first["seed"] == 5
    assert "folded" not in file.read_text()
    drawn = [e["card"] for row in rows for e in row["events"] if e["type"] == "card_drawn"]
    assert min(drawn) >= 50


def test_cut_at_any_place_it_loads_to_its_last_whole_move(
    journal: Journal, going_on: Room, tmp_path: Path
) -> None:
    file, cut = tmp_path / "x.jsonl", tmp_path / "cut.jsonl"
    export(journal, "malam", file)
    content = file.read_bytes()
    ends = [at + 1 for at, sign in enumerate(content) if sign == 0x0A]
    tables = {row.seq: _table_after(going_on, row.seq) for row in going_on.rows}
    for number, end in enumerate(ends[3:-1:9], 4):
        line = 4 + 9 * (number - 4)
        for size, whole in ((end, line), (end - 1, line - 1), (end - 40, line - 1)):
            cut.write_bytes(content[:size])
            loaded = load(journal, cut, name=f"potong-{size}")
            assert loaded.flaw == "cut"
            assert loaded.moves == whole - 2
            room = Room.resume(journal, loaded.game, clock=Ticking())
            assert room.table == tables[loaded.moves]


def _table_after(room: Room, seq: int) -> Any:
    from ketuk.rooms.past import Past

    past = Past(room.rows[0])
    for row in room.rows[1 : seq + 1]:
        past.take(row)
    return past.latest.table


@pytest.mark.parametrize("old", [b'"seat":1', b'"type":"rolled"', b'"seq":20,', b'"folded":"'])
def test_a_damaged_line_stops_the_loading_before_it(
    journal: Journal, going_on: Room, tmp_path: Path, old: bytes
) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    lines = file.read_bytes().splitlines(keepends=True)
    at = next(n for n in range(20, len(lines)) if old in lines[n] or n == 21)
    lines[at] = b'{"broken\n'
    file.write_bytes(b"".join(lines))
    loaded = load(journal, file)
    assert (loaded.flaw, loaded.line, loaded.moves) == ("damaged", at + 1, at - 2)
    assert loaded.game == "malam-2"


def test_a_change_by_hand_is_told(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "selesai", file)
    file.write_text(file.read_text().replace('"name":"Ayu"', '"name":"Eyu"'))
    loaded = load(journal, file, name="ubah")
    assert loaded.flaw == "changed"
    assert Room.resume(journal, "ubah").table.players[0].name == "Eyu"


def test_a_newer_form_is_refused(journal: Journal, going_on: Room, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    file.write_text(file.read_text().replace('"format":1', '"format":9', 1))
    fault = trouble_of(journal, file)
    assert (fault.trouble, fault.facts["found"]) == (Trouble.EXPORT_NEWER, 9)
    assert journal.names() == {"malam", "selesai"}


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"hello\n", b"[1]\n", b'{"ketuk":"box"}\n', b'{"ketuk":"game","format":1}\n',
     b"\xff\xfe\x00", b'{"a":' + b"[" * 5000 + b"\n"],
)  # fmt: skip
def test_other_files_are_refused_in_one_piece(
    journal: Journal, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(content)
    fault = trouble_of(journal, file)
    assert (fault.trouble, fault.facts["line"]) == (Trouble.NOT_EXPORT, 1)
    assert len(journal.games()) == 2


def test_a_header_alone_is_no_game(journal: Journal, going_on: Room, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    assert trouble_of(journal, file).trouble is Trouble.NOT_EXPORT


def test_a_folded_row_that_would_burst_is_refused(
    journal: Journal, going_on: Room, tmp_path: Path
) -> None:
    import base64
    import zlib

    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    lines = file.read_text().splitlines(keepends=True)
    row = json.loads(lines[5])
    row["folded"] = base64.b64encode(zlib.compress(b" " * 50_000_000, 9)).decode()
    lines[5] = json.dumps(row) + "\n"
    file.write_text("".join(lines))
    loaded = load(journal, file)
    assert (loaded.flaw, loaded.line) == ("damaged", 6)


def test_games_and_files_that_are_not_there(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(JournalFault) as caught:
        export(journal, "siang", tmp_path / "y.jsonl")
    assert caught.value.trouble is Trouble.NO_GAME
    assert trouble_of(journal, tmp_path / "not.there").trouble is Trouble.NOT_THERE


def test_a_file_is_known_by_how_it_begins(tmp_path: Path) -> None:
    file = tmp_path / "malam.ketuk"
    with journal_in(tmp_path) as journal:
        play_on(begun(journal), 3)
        export(journal, "malam", file)
    assert is_game(file.read_bytes())
    assert is_game(file.read_bytes()[:40])
    assert name_in(file) == "malam"
    assert not is_game(b'{"v": 1, "kind": "ketuk-box"}')
    assert not is_game(b"")


def test_a_corrected_hand_is_not_in_the_file_of_a_game_that_goes_on(
    journal: Journal, going_on: Room, tmp_path: Path
) -> None:
    room = going_on
    while not isinstance(room.table.top, Free):
        play_on(room, 1)
    card = room.table.deck("siasat").unseen[0]
    line = InputLine(1, json.dumps({"do": {"type": "correct", "what": {"card": card}}}))
    seats = frozenset(room.table.seats)
    done = room.do(Correct(1, CardIn(card, 2)), consents=seats, line=line)
    assert isinstance(done, MoveDone)
    file = tmp_path / "x.jsonl"
    export(journal, "malam", file)
    row = next(r for r in lines_of(file) if r.get("seq") == done.seq)
    assert row.pop("folded")
    assert (row["command"]["what"]["card"], row["line"]["text"]) == (-1, "")
    assert not re.search(rf"\b{card}\b", json.dumps({**row, "at": "", "seq": 0}))
    with journal_in(tmp_path / "elsewhere") as other:
        load(other, file)
        assert Room.resume(other, "malam").table == room.table


def _with_digest(lines: list[str]) -> bytes:
    before = "".join(line + "\n" for line in lines).encode()
    end = {"end": True, "rows": len(lines) - 1, "sha256": hashlib.sha256(before).hexdigest()}
    return before + json.dumps(end).encode() + b"\n"


@pytest.mark.parametrize("whole", [True, False])
def test_a_file_of_a_newer_version_is_told_and_one_that_was_changed_goes_on_before_it(
    journal: Journal, tmp_path: Path, whole: bool
) -> None:
    file = tmp_path / "x.jsonl"
    export(journal, "selesai", file)
    *lines, end = file.read_text("utf-8").splitlines()
    row = json.loads(lines[21]) | {"events": [{"type": "flown"}]}
    lines[21] = json.dumps(row)
    file.write_bytes(_with_digest(lines) if whole else "\n".join([*lines, end, ""]).encode())
    with journal_in(tmp_path / "elsewhere") as other:
        if whole:
            fault = trouble_of(other, file)
            assert fault.trouble is Trouble.GAME_NEWER
            assert (fault.facts["game"], fault.facts["seq"]) == ("selesai", 20)
            assert other.games() == ()
        else:
            loaded = load(other, file)
            assert (loaded.flaw, loaded.moves) == ("damaged", 19)
