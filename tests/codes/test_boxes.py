"""The folder of boxes: names without repetition, finding a box, boxes that cannot be read."""

import os
import sqlite3
from itertools import islice
from pathlib import Path

import pytest
from boxes_at_hand import ITEMS, NOON, WHOLE_BOX, make_box

from ketuk.codes import minting
from ketuk.codes.boxes import Boxes
from ketuk.codes.code import ALPHABET, holds
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.foundry import PART
from ketuk.codes.verdict import Accepted, Foreign, Malformed, Mistyped, OtherBox


def new_boxes(folder: Path, count: int) -> Boxes:
    boxes = Boxes(folder)
    made = boxes.new(ITEMS, names=[""] * count, ruleset="nusantara", now=NOON)
    assert len({new.box.id for new in made}) == count
    return boxes


def test_a_print_run_has_no_name_and_no_code_twice(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path / "boxes")
    made = list(boxes.new(WHOLE_BOX, names=[""] * 60, ruleset="nusantara", now=NOON, spares=1))
    ids = [new.box.id for new in made]
    assert len(set(ids)) == 60
    assert boxes.ids() == tuple(sorted(ids))
    codes = [code for new in made for _, code in new.codes] + [
        s for new in made for s in new.spares
    ]
    assert len(set(codes)) == 60 * 105
    assert all(map(holds, codes))
    new = made[7]
    with boxes.open(new.box.id) as registry:
        assert {s.item: s.code for s in registry.stickers()} == dict(new.codes)


def test_names_in_the_folder_are_never_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["AAAA", "AAAA", "BBBB", "AAAA", "BBBB", "CCCC"])
    real = minting.signs
    monkeypatch.setattr(minting, "signs", lambda n: next(drawn) if n == 4 else real(n))
    boxes = new_boxes(tmp_path, 2)
    assert boxes.ids() == ("AAAA", "BBBB")
    assert new_boxes(tmp_path, 1).ids() == ("AAAA", "BBBB", "CCCC")


def test_a_name_that_another_program_takes_meanwhile_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["AAAA", "BBBB"])
    real = minting.signs
    monkeypatch.setattr(minting, "signs", lambda n: next(drawn) if n == 4 else real(n))
    boxes = Boxes(tmp_path)
    run = boxes.new(ITEMS, names=[""], ruleset="nusantara", now=NOON)
    monkeypatch.setattr(boxes, "_files", lambda suffix: iter(()))
    with make_box(tmp_path, "AAAA") as theirs:
        code = theirs.active(27).code
        assert next(run).box.id == "BBBB"
        assert theirs.active(27).code == code


def test_when_all_names_are_taken_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(minting, "MOST_BOXES", 2)
    boxes = new_boxes(tmp_path, 2)
    with pytest.raises(CodesFault) as told:
        next(boxes.new(ITEMS, names=[""], ruleset="nusantara", now=NOON))
    assert told.value.fault is Fault.NO_BOX_LEFT


def test_a_run_can_be_stopped_and_what_is_made_stays(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path)
    run = boxes.new(ITEMS, names=[""] * 1_000_000, ruleset="nusantara", now=NOON)
    made = list(islice(run, 3))
    run.close()  # type: ignore[attr-defined]
    assert boxes.ids() == tuple(sorted(new.box.id for new in made))
    assert not list(tmp_path.glob(f"*{PART}"))


def test_a_box_is_found_by_id_in_any_case_or_by_name(tmp_path: Path) -> None:
    make_box(tmp_path, "N5NG").close()
    make_box(tmp_path, "KTK7").close()
    boxes = Boxes(tmp_path)
    for text in ("N5NG", "n5ng", "Kotak N5NG", " kotak n5ng"):
        with boxes.called(text) as registry:
            assert registry.box_id == "N5NG"
    for text in ("", "ZZZZ", "Kotak", "../N5NG", "*"):
        with pytest.raises(CodesFault, match="no_box"):
            boxes.called(text)


def test_two_boxes_of_one_name_are_not_guessed_between(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path)
    made = list(boxes.new(ITEMS, names=["Rumah", "Rumah"], ruleset="nusantara", now=NOON))
    with pytest.raises(CodesFault) as told:
        boxes.called("Rumah")
    assert set(told.value.facts["same"]) == {new.box.id for new in made}  # type: ignore[call-overload]


def test_no_folder_yet_is_no_boxes(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path / "none" / "yet")
    assert boxes.ids() == ()
    assert list(boxes.all()) == []


def test_a_broken_registry_does_not_hide_the_others(tmp_path: Path) -> None:
    make_box(tmp_path, "N5NG").close()
    (tmp_path / "KTK7.sqlite").write_bytes(b"nonsense")
    (tmp_path / "notes.txt").write_text("x")
    boxes = Boxes(tmp_path)
    assert boxes.ids() == ("KTK7", "N5NG")
    assert [box.id for box in boxes.all()] == ["N5NG"]
    with pytest.raises(CodesFault, match="not_a_registry"):
        boxes.open("KTK7")


def test_a_code_finds_its_own_box(tmp_path: Path) -> None:
    with make_box(tmp_path, "N5NG") as one, make_box(tmp_path, "KTK7") as other:
        codes = [one.active(27).code, other.active(27).code]
    boxes = Boxes(tmp_path)
    for code in codes:
        answer = boxes.check(code, source="typed", now=NOON)
        assert isinstance(answer, Accepted)
        assert answer.box == code[:4]
        other = ALPHABET[ALPHABET.index(code[11]) ^ 2]  # none that a keyboard swaps with it (Y, Z)
        wrong = code[:11] + other
        slip = boxes.check(wrong, source="typed", now=NOON)
        assert isinstance(slip, Mistyped)
        assert slip.suggestion
    assert isinstance(boxes.check("000000000168", source="typed", now=NOON), OtherBox)
    assert isinstance(boxes.check("00000000016", source="typed", now=NOON), Malformed)
    assert isinstance(boxes.check("000000000160", source="typed", now=NOON), Mistyped)
    assert isinstance(boxes.check("000000000168 ", source="camera", now=NOON), OtherBox)
    assert isinstance(boxes.check("hello", source="camera", now=NOON), Foreign)


def test_what_a_kill_or_a_deleted_registry_leaves_is_no_box_and_its_name_not_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"AAAA.sqlite.0f{PART}").write_bytes(b"half")
    (tmp_path / "BBBB.sqlite-wal").write_bytes(b"log")
    drawn = iter(["AAAA", "BBBB", "CCCC"])
    real = minting.signs
    monkeypatch.setattr(minting, "signs", lambda n: next(drawn) if n == 4 else real(n))
    assert Boxes(tmp_path).ids() == ()
    assert new_boxes(tmp_path, 1).ids() == ("CCCC",)


def test_a_half_made_file_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f"N5NG.sqlite.0f{PART}").write_bytes(b"half")
    with make_box(tmp_path, "N5NG") as box:
        assert box.active(27).serial == 1


def test_where_there_are_no_links_a_box_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    make_box(tmp_path, "N5NG").close()
    with pytest.raises(CodesFault, match="exists"):
        make_box(tmp_path, "N5NG")
    assert [file.name for file in tmp_path.iterdir()] == ["N5NG.sqlite"]


def test_who_has_a_box_open_is_noted_beside_it_no_longer_than_that(tmp_path: Path) -> None:
    first, hold = make_box(tmp_path, "N5NG"), tmp_path / ".N5NG.hold"
    with Boxes(tmp_path).open("N5NG"):
        assert hold.exists()
    with pytest.raises(CodesFault, match="in_use"):
        Boxes(tmp_path).open("N5NG", alone=True)
    first.close()
    assert not hold.exists()
    hold.touch()  # a kill leaves it behind, and that keeps nobody out
    Boxes(tmp_path).open("N5NG", alone=True).close()
    assert [file.name for file in tmp_path.iterdir()] == ["N5NG.sqlite"]


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("  Rumah\n Ayu\t", "Rumah Ayu"),
        ("\x1b[31mmerah\x00\u202e", "[31mmerah"),
        ("a\udcffb", "ab"),
        ("Ŵ 漢字 😀", "Ŵ 漢字 😀"),
    ],
)
def test_a_name_can_be_shown_and_kept(tmp_path: Path, asked: str, name: str) -> None:
    (new,) = Boxes(tmp_path).new(ITEMS, names=[asked], ruleset="nusantara", now=NOON)
    assert new.box.name == name
    with Boxes(tmp_path).open(new.box.id) as registry:
        assert registry.box.name == name


@pytest.mark.skipif(os.name == "nt", reason="no limit on a file's size")
def test_a_full_disk_leaves_nothing_half_made(tmp_path: Path) -> None:
    """A child may write no file over 20 kB: the new box does not appear, and it is told why."""
    child = os.fork()
    if child == 0:
        import resource
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        try:
            make_box(tmp_path, "N5NG", items=WHOLE_BOX)
        except CodesFault as error:
            os._exit(7 if error.fault is Fault.FULL else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="no limit on a file's size")
def test_a_full_disk_fails_a_reissue_whole(tmp_path: Path) -> None:
    from ketuk.codes.sticker import Why

    with make_box(tmp_path, items=WHOLE_BOX) as registry:
        code, path = registry.active(27).code, registry.path
    child = os.fork()
    if child == 0:
        import resource
        import signal

        from ketuk.codes.registry import Registry

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))
        try:
            Registry.open(path).reissue(code, reason=Why.LOST, now=NOON)
        except CodesFault as error:
            os._exit(7 if error.fault is Fault.FULL else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    with Boxes(tmp_path).open("N5NG") as registry:
        assert registry.active(27).code == code
        assert len(registry.stickers(None)) == len(WHOLE_BOX)


def test_a_registry_that_another_program_holds_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ketuk.codes.sticker import Why

    monkeypatch.setattr("ketuk.codes.database.PATIENCE_S", 0.05)
    with make_box(tmp_path) as registry:
        code = registry.active(27).code
        other = sqlite3.connect(registry.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CodesFault, match="locked"):
            registry.reissue(code, reason=Why.LOST, now=NOON)
        assert isinstance(registry.check(code, source="typed", now=NOON), Accepted)
        other.execute("ROLLBACK")
        other.close()
        assert registry.reissue(code, reason=Why.LOST, now=NOON).new.serial == 2


def test_a_renamed_box_is_found_by_its_new_name(tmp_path: Path) -> None:
    boxes = new_boxes(tmp_path, 1)
    (box,) = boxes.ids()
    with boxes.open(box) as registry:
        before = registry.box.revision
        assert registry.rename("  Kotak\tKita  ") == registry.box.name == "Kotak Kita"
        assert registry.box.revision > before
        assert registry.rename("\n") == box
        registry.rename("Kita")
    with boxes.called("kita") as registry:
        assert registry.box_id == box
    assert [found.name for found in boxes.all()] == ["Kita"]


@pytest.mark.parametrize("damaged", [False, True])
def test_a_removed_box_is_kept_under_another_name_and_its_id_is_not_given_again(
    tmp_path: Path, damaged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = new_boxes(tmp_path, 2)
    gone, stays = boxes.ids()
    if damaged:
        boxes.path(gone).write_bytes(b"x" * 9999)
    content = boxes.path(gone).read_bytes()
    kept = boxes.remove(gone)
    assert kept.read_bytes() == content
    assert boxes.ids() == (stays,)
    assert [box.id for box in boxes.all()] == [stays]
    drawn = iter([gone, "ZZZZ"])
    real = minting.signs
    monkeypatch.setattr(minting, "signs", lambda n: next(drawn) if n == 4 else real(n))
    assert gone not in new_boxes(tmp_path, 1).ids()
    with pytest.raises(CodesFault) as caught:
        boxes.remove(gone)
    assert caught.value.fault is Fault.NO_BOX


def test_a_box_that_is_open_is_not_removed(tmp_path: Path) -> None:
    boxes = new_boxes(tmp_path, 1)
    (box,) = boxes.ids()
    with boxes.open(box), pytest.raises(CodesFault) as caught:
        boxes.remove(box)
    assert caught.value.fault is Fault.IN_USE
    assert boxes.ids() == (box,)
