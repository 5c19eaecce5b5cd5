"""Every byte of a file of games and of a box, with one bit turned over: nothing else is lost.

The whole of it takes long: set ``KETUK_FLIPS=all`` for that, or another number than is tried as it
is; and ``KETUK_FLIPS_FROM`` to go on with the bit of that number. Each byte in which SQLite has
written something is turned by itself; those between, which nothing reads, by the hundred.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from boxes_at_hand import ITEMS, NOON, make_box
from command_line import CommandLine
from screens_at_hand import lobby
from tables import Ticking, begun, journal_in, play_on

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported
from ketuk.codes.fault import CodesFault
from ketuk.codes.glance import Glance
from ketuk.codes.leases import holding
from ketuk.codes.registry import Registry
from ketuk.codes.rescue import set_aside
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Accepted
from ketuk.engine.table import Table
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.recalling import Damage
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.boxes.rescued import rescue_told
from ketuk.tui.saved.contents import look_into
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.words import Words

FLIPS = os.environ.get("KETUK_FLIPS", "60")
"""How many bits are turned over in each file."""
FROM = int(os.environ.get("KETUK_FLIPS_FROM", "0"))
IN_USE = {0x02: 12, 0x05: 12, 0x0A: 8, 0x0D: 8}
"""Kinds of pages that hold a tree, and the length of their head."""
TOGETHER = 256
PAGE = 4096
MOVES = 3
WORDS = Words("en")


def flips(whole: bytes) -> Iterator[tuple[str, bytes]]:
    """The file with one bit of one byte turned over, and which one that is.

    Where only some are tried, they are where something is written: most of a page is empty.
    """
    if FLIPS == "all":
        between = list(_unused(whole))
        every = [range(at, at + 1) for at in range(len(whole))]
        for part in between:
            every[part.start : part.stop] = [range(0)] * len(part)
        parts = [*filter(None, every), *between]
        some = [(part, bit) for part in parts for bit in (0x01, 0x80)][FROM:]
    else:
        used = [range(at, at + 1) for at in range(len(whole)) if whole[at]]
        some = Random(0).sample([(at, bit) for at in used for bit in (0x01, 0x80)], int(FLIPS))
    for number, (part, bit) in enumerate(some, FROM):
        turned = bytearray(whole)
        for at in part:
            turned[at] ^= bit
        if FLIPS == "all" and number % 1_000 == 0:
            print(number, "of", FROM + len(some), flush=True)
        yield f"byte {part.start}, bit {bit:#x}", bytes(turned)


def _unused(whole: bytes) -> Iterator[range]:
    """What lies between the list of a page's rows and the rows, in pieces."""
    for start in range(0, len(whole), PAGE):
        head = start + (100 if start == 0 else 0)
        if whole[head] in IN_USE:
            count, content = (int.from_bytes(whole[head + at : head + at + 2]) for at in (3, 5))
            first = head + IN_USE[whole[head]] + 2 * count
            for at in range(first, start + content, TOGETHER):
                yield range(at, min(at + TOGETHER, start + content))


# ---- games


def played(data: Path) -> tuple[dict[str, Table], list[str]]:
    """The table of every game that goes on, and what is said about what does not."""
    found, tables = look_into(data, WORDS), {}
    said = [found.trouble, *found.broken] if found.trouble else [*found.broken]
    with Journal.open(data / FILE) as journal:
        for game in (*found.games, *found.shelved):
            try:
                room = Room.resume(journal, game.name, clock=Ticking())
            except JournalFault as fault:
                said.append(trouble(WORDS, fault))
            else:
                tables[game.name] = room.table
                said += _told(room.damage)
    return tables, said


def _told(damage: Damage | None) -> list[str]:
    if damage is None:
        return []
    facts = {"game": damage.game, "seq": damage.seq, "lost": damage.lost}
    return [WORDS("saved.broken", detail=damage.detail, **facts)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small file of two games."""
    folder = tmp_path_factory.mktemp("games")
    with journal_in(folder) as journal:
        for seed, name in enumerate(("pagi", "malam")):
            play_on(begun(journal, name, seed=seed), MOVES)
    return (folder / FILE).read_bytes()


def test_a_turned_bit_costs_at_most_the_game_that_it_is_in(games: bytes, tmp_path: Path) -> None:
    make_box(tmp_path / "boxes").close()
    (tmp_path / FILE).write_bytes(games)
    whole, said = played(tmp_path)
    assert (set(whole), said) == ({"pagi", "malam"}, [])
    faults = []
    for which, turned in flips(games):
        _only(tmp_path, turned)
        try:
            tables, said = played(tmp_path)
            kept = {name for name, table in whole.items() if tables.get(name) == table}
            if not kept or (len(tables) < 2 and not said):
                faults.append((which, sorted(kept), said))
        except Exception as error:
            faults.append((which, [], [repr(error)]))
    assert not faults, f"{len(faults)}: {faults[:20]}"


def _only(data: Path, games: bytes) -> None:
    for file in data.glob("*games*"):
        file.unlink()
    (data / FILE).write_bytes(games)


def test_moves_are_rescued_though_nothing_leads_to_their_page(games: bytes, tmp_path: Path) -> None:
    root = _root_of(games, "entry", PAGE)
    assert games[root] == 0x05, "the top page leads to others"
    (tmp_path / FILE).write_bytes(games)
    whole, _ = played(tmp_path)
    for at in (root, root + PAGE - 5, root + 3):
        turned = bytearray(games)
        turned[at] ^= 0x80
        _only(tmp_path, bytes(turned))
        tables, said = played(tmp_path)
        assert tables == whole
        assert said


@pytest.mark.parametrize("index", ["sqlite_autoindex_entry_1", "entry_ident"])
def test_a_damaged_index_of_moves_is_made_anew(index: str, games: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(games)
    whole, _ = played(tmp_path)
    end = _root_of(games, index, PAGE) + PAGE
    for at in range(end - 40, end):
        turned = bytearray(games)
        turned[at] ^= 0x80
        _only(tmp_path, bytes(turned))
        with Journal.open(tmp_path / FILE) as journal:
            assert journal.results() == ()
        assert played(tmp_path)[0] == whole, at


# ---- boxes


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two small boxes that have been in use."""
    data = tmp_path_factory.mktemp("boxes")
    for box in ("N5NG", "KTK7"):
        with make_box(data / "boxes", box, spares=1) as registry:
            registry.reissue(registry.active(50).code, reason=Why.LOST, now=NOON)
            registry.carriers.bind(registry.active(27).code, "04A1B2C3D4E5F6", now=NOON)
            registry.check("KTK:" + registry.active(1).code, source="nfc:a", now=NOON)
            registry.check("N5NG0ANCHAVD", source="typed", now=NOON)
    return data


def accepted(registry: Registry) -> int:
    """How many cards of the box count; whatever else is looked at may be a fault, told in words."""
    count = 0
    for item in ITEMS:
        with suppress_told():
            code = registry.active(item.number).code
            count += isinstance(registry.check(code, source="typed", now=NOON), Accepted)
    for look in (registry.stickers, registry.items, registry.failed_scans, lambda: registry.box):
        with suppress_told():
            look()
    with suppress_told():
        registry.history(50)
    with suppress_told():
        exported(registry)
    return count


class suppress_told(suppress):
    """Lets a fault of a registry go by if there is a sentence for it."""

    def __init__(self) -> None:
        super().__init__(CodesFault)

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, CodesFault):
            assert trouble(WORDS, error)
        return super().__exit__(kind, error, trace)  # type: ignore[arg-type]


def test_a_turned_bit_costs_at_most_the_box_that_it_is_in(boxes: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(boxes, data)
    folder, path = Boxes(data / "boxes"), data / "boxes" / "N5NG.sqlite"
    whole, faults = path.read_bytes(), []
    assert len(look_into(data, WORDS).boxes) == 2
    for which, turned in flips(whole):
        for left in (data / "boxes").glob("N5NG.sqlite*"):
            left.unlink()
        path.write_bytes(turned)
        try:
            found = look_into(data, WORDS)
            assert "KTK7" in {box.id for box in found.boxes}, "the other box"
            assert "N5NG" in {box.id for box in found.boxes}, "this box"
            with folder.open("N5NG") as registry:
                assert accepted(registry) == len(ITEMS), "its cards"
                rescued = set_aside(registry.path)
                told = [found.trouble, *rescue_told(data, WORDS, registry)]
            assert not rescued or any(str(rescued[0]) in said for said in told), "not told"
        except Exception as error:
            faults.append((which, repr(error)[:300]))
    assert not faults, f"{len(faults)}: {faults[:20]}"


@pytest.mark.parametrize("table", ["box", "code", "item"])
def test_a_damaged_index_of_a_box_is_made_anew(table: str, boxes: Path, tmp_path: Path) -> None:
    path = tmp_path / "N5NG.sqlite"
    whole = (boxes / "boxes" / "N5NG.sqlite").read_bytes()
    start = _root_of(whole, f"sqlite_autoindex_{table}_1", PAGE)
    for at in range(start + PAGE - 12, start + PAGE):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x80]) + whole[at + 1 :])
        assert [type(one) for _, one in Boxes(tmp_path).glances()] == [Glance]
        with Registry.open(path, box="N5NG") as registry:
            assert accepted(registry) == len(ITEMS)
            assert len(registry.stickers(None)) == len(ITEMS) + 2


def test_a_wrong_number_of_the_version_of_a_box_is_set_right(boxes: Path, tmp_path: Path) -> None:
    path = tmp_path / "N5NG.sqlite"
    whole = (boxes / "boxes" / "N5NG.sqlite").read_bytes()
    for at in (*range(60, 64), *range(68, 72)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
        with Registry.open(path, box="N5NG") as registry:
            assert accepted(registry) == len(ITEMS)


@pytest.mark.parametrize("spoiled", ["code = 'N5NGAAAAAAAA'", "item = 41", "serial = 3"])
def test_an_index_that_was_right_is_not_made_to_fit_a_wrong_row(
    spoiled: str, boxes: Path, tmp_path: Path
) -> None:
    path = tmp_path / "N5NG.sqlite"
    shutil.copy(boxes / "boxes" / "N5NG.sqlite", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute(f"UPDATE code SET {spoiled} WHERE item = 40")
        raw.execute("DROP INDEX one_serial")
        raw.execute("CREATE UNIQUE INDEX one_serial ON code (box, item, serial)")
    _spoil_an_index(path)
    before = path.read_bytes()
    with Registry.open(path, box="N5NG") as registry:
        assert accepted(registry) == len(ITEMS)
        assert {sticker.serial for sticker in registry.stickers() if sticker.item == 40} == {1}
        assert registry.rescued is not None
        assert registry.rescued.read_bytes() == before


def _spoil_an_index(path: Path) -> None:
    whole = path.read_bytes()
    at = _root_of(whole, "sqlite_autoindex_change_1", PAGE) + PAGE - 1
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x80]) + whole[at + 1 :])


def _root_of(whole: bytes, name: str, size: int) -> int:
    """Where the top page of a table or an index begins."""
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.deserialize(whole[:18] + b"\1\1" + whole[20:])
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        return (int(raw.execute(asked, (name,)).fetchone()[0]) - 1) * size


@pytest.mark.parametrize("table", ["wrong_tries", "lease"])
def test_a_note_that_cannot_be_read_keeps_no_card_away(
    table: str, boxes: Path, tmp_path: Path
) -> None:
    path = tmp_path / "N5NG.sqlite"
    shutil.copy(boxes / "boxes" / "N5NG.sqlite", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("INSERT INTO lease VALUES ('N5NG', 'a', 'b', 'c', 'no time')")
        column = "recent" if table == "wrong_tries" else "holder"
        raw.execute(f"UPDATE {table} SET {column} = CAST(x'b0ff' AS TEXT)")
    with Registry.open(path, box="N5NG") as registry:
        assert accepted(registry) == len(ITEMS)
        with registry.reading() as connection:
            assert holding(connection, "N5NG") is None


BROKEN = {
    "the first byte of all": (0, 0x80),
    "the version": (63, 0x80),
    "a table's name": (3059, 0x80),
    "the list of tables": (104, 0x01),
}


@pytest.mark.parametrize("where", list(BROKEN))
async def test_the_program_starts_on_a_broken_file_and_says_what_it_did(
    where: str, games: bytes, boxes: Path, tmp_path: Path
) -> None:
    shutil.copytree(boxes / "boxes", tmp_path / "boxes")
    at_byte, bit = BROKEN[where]
    turned = bytearray(games)
    turned[at_byte] ^= bit
    (tmp_path / FILE).write_bytes(turned)
    box = tmp_path / "boxes" / "N5NG.sqlite"
    box.write_bytes(bytes([box.read_bytes()[0] ^ bit]) + box.read_bytes()[1:])
    async with lobby(tmp_path, language="en") as at:
        assert "The file of games was damaged" in at.said()
        assert f"{box}.damaged-1" in at.said()
        assert "KTK7" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.room.seq == MOVES
    assert "pagi" in (said := CommandLine(tmp_path).run("games"))
    assert "malam" in said
    listed = CommandLine(tmp_path).run("box", "list")
    assert "KTK7" in listed
    assert "N5NG" in listed
