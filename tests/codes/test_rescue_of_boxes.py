"""A damaged registry: what can be read goes on, the file is kept, and no kill loses anything."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from boxes_at_hand import ITEMS, NOON, WHOLE_BOX, after, make_box
from killing import killed

from ketuk.codes.boxform import BoxFile
from ketuk.codes.boxrows import rows_of
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.holds import Hold
from ketuk.codes.registry import Registry
from ketuk.codes.rescue import set_aside, to_be_printed
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Accepted, Revoked

PAGE = 4096


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole box in which something has happened."""
    with make_box(tmp_path_factory.mktemp("lived"), items=WHOLE_BOX, spares=3) as box:
        for item in (3, 50, 50, 77):
            box.reissue(box.active(item).code, reason=Why.LOST, now=after(item))
        box.carriers.bind(box.active(27).code, "04A1B2C3D4E5F6", now=after(100))
        box.carriers.note_printed([s.code for s in box.stickers()], now=after(101))
        box.check("N5NG0ANCHAVD", source="typed", now=NOON)
        return box.path


@pytest.fixture
def path(lived: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(lived, tmp_path / lived.name))


def told_by(path: Path) -> BoxFile:
    """All that the registry says; it is opened, which may rescue it."""
    with Registry.open(path) as box, box.reading() as connection:
        return rows_of(connection, box.box_id)


def damaged_rows(path: Path, *statements: str) -> None:
    """Change the file as no rule of its tables would allow."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            raw.execute(statement)


def number(content: bytes, at: int, length: int = 2) -> int:
    return int.from_bytes(content[at : at + length], "big")


def pages_of(path: Path, table: str) -> list[int]:
    """Where the pages with the rows of a table begin."""
    content = path.read_bytes()
    with closing(sqlite3.connect(path)) as raw:
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        root = (int(raw.execute(asked, (table,)).fetchone()[0]) - 1) * PAGE
    if content[root] == 0x0D:
        return [root]
    cells = [root + number(content, root + 12 + 2 * n) for n in range(number(content, root + 3))]
    return [(number(content, at, 4) - 1) * PAGE for at in (*cells, root + 8)]


# ---- what is saved


@pytest.mark.parametrize("table", ["box", "item", "code", "change"])
def test_a_page_whose_header_is_wrong_loses_no_row(path: Path, table: str) -> None:
    was, content = told_by(path), path.read_bytes()
    for page in pages_of(path, table):
        flips = [(at, 0x80) for at in range(8)] + [(4, 0x01)]  # one row more, or one fewer
        if table == "box":  # the only row is found without its pointer too
            flips += [(at, bit) for at in (8, 9) for bit in (0x01, 0x80)]
        for at, bit in flips:
            turned = bytearray(content)
            turned[page + at] ^= bit
            path.write_bytes(turned)
            assert told_by(path) == was, (page, at, bit)


def test_a_page_of_codes_that_is_gone_is_told_by_the_indexes(path: Path) -> None:
    was, content = told_by(path), path.read_bytes()
    for page in pages_of(path, "code"):
        path.write_bytes(content[:page] + b"\xff" * PAGE + content[page + PAGE :])
        now = told_by(path)
        assert [(r.code, r.item, r.serial, r.state) for r in now.codes] == [
            (r.code, r.item, r.serial, r.state) for r in was.codes
        ]
        assert (now.items, now.changes, now.box) == (was.items, was.changes, was.box)
        assert {r.code: r.uid for r in now.codes} == {r.code: r.uid for r in was.codes}


@pytest.mark.parametrize("table", ["item", "code", "change"])
def test_wrong_bytes_in_a_row_cost_no_card(path: Path, table: str) -> None:
    was, content, chance = told_by(path), path.read_bytes(), Random(table)
    pages = pages_of(path, table)
    for _ in range(12):
        page = chance.choice(pages)
        at = page + chance.randrange(number(content, page + 5), PAGE)
        wrong = chance.randbytes(chance.randint(1, 6))[: page + PAGE - at]
        path.write_bytes(content[:at] + wrong + content[at + len(wrong) :])
        with Registry.open(path) as box:
            assert {item.number for item in box.items()} == {item.number for item in was.items}
            for code in was.codes:
                if code.state != "spare":
                    answer = box.check(code.code, source="nfc:a", now=NOON)
                    wanted = Accepted if code.state == "active" else Revoked
                    assert isinstance(answer, wanted), (at, wrong, code)
                    assert answer.item == code.item, (at, wrong)


def test_a_card_whose_code_is_lost_everywhere_gets_a_new_one_and_is_named(path: Path) -> None:
    with Registry.open(path) as box:
        code = box.active(40).code
        others = {s.code for s in box.stickers() if s.item != 40}
        kept = box.box.revision
    damaged_rows(
        path,
        "DELETE FROM change WHERE item = 40",
        "UPDATE code SET code = x'00' WHERE item = 40",
    )
    with Registry.open(path) as box:
        assert box.rescued == set_aside(path)[0]
        with box.reading() as connection:
            assert to_be_printed(connection, box.box_id) == (40,)
        new = box.active(40)
        assert new.code != code
        assert {s.code for s in box.stickers() if s.item != 40} == others
        assert box.box.revision == kept + 1
        assert [change.reason for change in box.history(40)][-1] is Why.DAMAGED
        box.carriers.note_printed([new.code], now=after(200))
        with box.reading() as connection:
            assert to_be_printed(connection, box.box_id) == ()
    with Registry.open(path) as box:
        assert box.rescued is None


def test_what_was_revoked_stays_so_though_its_row_says_otherwise(path: Path) -> None:
    was = told_by(path)
    gone = next(row for row in was.codes if row.item == 77 and row.state == "lost")
    damaged_rows(
        path,
        "DROP INDEX one_active",
        f"UPDATE code SET state = 'active' WHERE code = '{gone.code}'",
        "CREATE INDEX one_active ON code (box, item) WHERE state = 'active'",
    )
    with Registry.open(path) as box:
        assert isinstance(box.check(gone.code, source="typed", now=NOON), Revoked)
        assert box.active(77).code != gone.code


def test_a_box_that_somebody_has_open_is_left_to_them(path: Path) -> None:
    hold = Hold.take(path)
    content = bytearray(path.read_bytes())
    content[pages_of(path, "code")[0]] ^= 0x80
    path.write_bytes(content)
    try:
        with pytest.raises(CodesFault) as told:
            Registry.open(path)
        assert told.value.fault is Fault.DAMAGED
        assert path.read_bytes() == content
    finally:
        hold.release()
    assert told_by(path)
    assert [kept.read_bytes() for kept in set_aside(path)] == [content]


# ---- kills


@pytest.mark.skipif(os.name == "nt", reason="needs fork and SIGKILL")
def test_a_rescue_killed_at_any_step_loses_nothing(tmp_path: Path) -> None:
    make_box(tmp_path / "sound", items=ITEMS).close()
    sound = tmp_path / "sound" / "N5NG.sqlite"
    was = told_by(sound)
    damaged_rows(sound, "UPDATE code SET uid = CAST(x'ff' AS TEXT) WHERE item = 40")
    content = sound.read_bytes()
    steps = stopped = 0
    while True:
        path = tmp_path / str(steps) / "N5NG.sqlite"
        path.parent.mkdir()
        path.write_bytes(content)
        if not killed(steps, lambda path=path: Registry.open(path).close()):
            break
        stopped += killed(steps // 2, lambda path=path: Registry.open(path).close())
        assert told_by(path) == was, steps
        assert [kept.read_bytes() for kept in set_aside(path)] == [content], steps
        left = {file.name for file in path.parent.iterdir() if not file.name.endswith(".part")}
        assert left - {".N5NG.hold"} == {path.name, set_aside(path)[0].name}, steps
        steps += 1
    assert steps > 15
    assert stopped > 5
