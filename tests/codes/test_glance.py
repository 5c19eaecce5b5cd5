"""Boxes at a glance: the index is believed while files are as they were, and never missed."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from boxes_at_hand import ITEMS, NOON, make_box

from ketuk.codes import glance
from ketuk.codes.boxes import Boxes
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.glance import INDEX, Glance
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Copies

IDS = ("KTK7", "N5NG", "ZZ00")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three boxes, made some while ago."""
    for box in IDS:
        make_box(tmp_path, box).close()
    settle(tmp_path)
    return tmp_path


def settle(folder: Path) -> None:
    """As if nothing had been written for a while."""
    for file in folder.glob("*.sqlite"):
        at = time.time() - timedelta(minutes=1).total_seconds()
        os.utime(file, (at, file.stat().st_mtime - 60))


def seen(folder: Path) -> dict[str, Glance | CodesFault]:
    return dict(Boxes(folder).glances())


def looked_into(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which boxes are opened for a glance."""
    opened: list[str] = []
    plain = glance._Looking.__call__

    def look(self: object, path: Path, box: str) -> Glance:
        opened.append(box)
        return plain(self, path, box)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(glance._Looking, "__call__", look)
        list(Boxes(folder).glances())
    return opened


def test_what_is_seen_is_what_the_registries_say(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = seen(folder)
    assert list(first) == list(IDS)
    for box in IDS:
        with Boxes(folder).open(box) as registry:
            assert first[box] == Glance(registry.box, len(ITEMS))
    settle(folder)
    seen(folder)
    assert looked_into(folder, monkeypatch) == []
    assert seen(folder) == first


def test_a_box_that_changed_is_looked_into_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen(folder)
    with Boxes(folder).open("N5NG") as registry:
        registry.set_copies(Copies.REFUSE, now=NOON)
        assert looked_into(folder, monkeypatch) == ["N5NG"], "a log lies beside it"
        registry.reissue(registry.active(27).code, reason=Why.LOST, now=NOON)
    with monkeypatch.context() as patched:
        patched.setattr(glance, "SETTLED_FINE_S", glance.SETTLED_S)
        assert looked_into(folder, patched) == ["N5NG"], "it was changed just now"
    found = seen(folder)["N5NG"]
    assert isinstance(found, Glance)
    assert (found.box.copies, found.box.revision) == (Copies.REFUSE, 3)


def test_a_box_that_came_or_went_or_broke_is_noticed(folder: Path) -> None:
    seen(folder)
    Boxes(folder).path("ZZ00").unlink()
    make_box(folder, "AB12").close()
    path = Boxes(folder).path("KTK7")
    path.write_bytes(path.read_bytes()[:9000])
    found = seen(folder)
    assert list(found) == ["AB12", "KTK7", "N5NG"]
    broken = found["KTK7"]
    assert isinstance(broken, CodesFault)
    assert broken.fault is Fault.DAMAGED
    settle(folder)
    assert isinstance(seen(folder)["KTK7"], CodesFault), "what is broken is in no index"


def test_a_box_that_is_written_to_while_it_is_read_is_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def written_meanwhile(path: Path) -> bytes:
        content = read(path)
        if path.suffix == ".sqlite":
            os.utime(path)
        return content[: len(content) // 2]

    first = seen(folder)
    (folder / INDEX).unlink()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", written_meanwhile)
        assert seen(folder) == first


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\n{}", b"0" * 64 + b"\n{}"])
def test_an_index_that_cannot_be_read_is_made_again(folder: Path, content: bytes) -> None:
    first = seen(folder)
    good = (folder / INDEX).read_bytes()
    (folder / INDEX).write_bytes(content)
    assert seen(folder) == first
    assert (folder / INDEX).read_bytes() == good


def test_every_byte_of_the_index_may_turn(folder: Path) -> None:
    first = seen(folder)
    good = (folder / INDEX).read_bytes()
    for at in range(0, len(good), 7):
        turned = bytearray(good)
        turned[at] ^= 1
        (folder / INDEX).write_bytes(turned)
        assert not glance._read(folder), at
    assert seen(folder) == first


def test_a_folder_that_takes_no_index_is_read_all_the_same(folder: Path) -> None:
    (folder / INDEX).mkdir()
    assert list(seen(folder)) == list(IDS)


def test_a_print_run_notes_the_boxes_that_it_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = Boxes(tmp_path)
    made = []
    for new in boxes.new(ITEMS, names=("satu", "dua", "tiga", "empat"), ruleset="x", now=NOON):
        made.append(new.box.id)
        if new.box.name == "tiga":
            settle(tmp_path)  # as if another program had written to them
        time.sleep(2.1 * glance.SETTLED_FINE_S)
    assert set(glance._read(tmp_path)) == {made[3]}
    settle(tmp_path)
    for box in made:
        with boxes.open(box) as registry:
            assert seen(tmp_path)[box] == Glance(registry.box, len(ITEMS))
    seen(tmp_path)
    assert looked_into(tmp_path, monkeypatch) == []
    more = list(boxes.new(ITEMS, names=("lima",), ruleset="x", now=NOON))
    assert set(glance._read(tmp_path)) == set(made), "it is not settled yet"
    monkeypatch.setattr(glance, "SETTLED_FINE_S", 0.0)
    assert looked_into(tmp_path, monkeypatch) == [more[0].box.id]


def test_an_empty_file_is_no_box_and_hides_no_other(folder: Path) -> None:
    """What a full disk or a service that copies files leaves."""
    (folder / "A1B2.sqlite").touch()
    found = seen(folder)
    assert {box for box, one in found.items() if isinstance(one, Glance)} == set(IDS)
    empty = found["A1B2"]
    assert isinstance(empty, CodesFault)
    assert empty.fault is Fault.NOT_A_REGISTRY
