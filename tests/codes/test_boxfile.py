"""A box as one file: whole, or refused by name; and taken in without losing a code."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boxes_at_hand import ITEMS, NOON, after, make_box
from hypothesis import given, settings
from hypothesis import strategies as st

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported, load, read
from ketuk.codes.code import sealed
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.importing import imported, taken_back
from ketuk.codes.merging import Preference, Side
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import What, Why
from ketuk.codes.verdict import Accepted, Copies, Revoked, StickerState

FILE = Path("n5ng.json")


def lived_in(folder: Path) -> Registry:
    """A box with a history: reissued, spares used and thrown away, tags bound."""
    box = make_box(folder, spares=3)
    box.reissue(box.active(27).code, reason=Why.LOST, now=after(1))
    spares = [s.code for s in box.stickers(None) if s.state == "spare"]
    box.reissue(box.active(27).code, reason=Why.DAMAGED, spare=spares[0], now=after(2))
    box.discard(spares[1], reason=Why.MISPRINT, now=after(3))
    box.carriers.bind(box.active(1).code, "04AA", now=NOON)
    box.set_copies(Copies.REFUSE, now=NOON)
    box.carriers.note_printed([box.active(27).code, spares[2]], now=after(4))
    return box


def state(box: Registry) -> object:
    return box.box, box.items(), box.stickers(None), box.history(27)


def take_in(
    folder: Path, content: bytes, *, repair: bool = False, choice: Preference | None = None
) -> bool:
    boxes = Boxes(folder)
    return imported(boxes, content, path=FILE, now=after(99), repair=repair, choice=choice).changed


def fault_of(folder: Path, content: bytes, *, path: Path = FILE) -> CodesFault:
    with pytest.raises(CodesFault) as told:
        take_in(folder, content)
    assert told.value.facts["path"] == path
    return told.value


def test_a_box_comes_back_whole_elsewhere(tmp_path: Path) -> None:
    with lived_in(tmp_path / "here") as box:
        content, was = exported(box), state(box)
    assert take_in(tmp_path / "there", content)
    with Boxes(tmp_path / "there").open("N5NG") as again:
        assert state(again) == was
        assert exported(again) == content
        again.reissue(again.active(27).code, reason=Why.LOST, now=after(9))
        assert again.active(27).serial == 4


def test_the_digest_can_be_checked_with_any_json_tool(tmp_path: Path) -> None:
    with lived_in(tmp_path) as box:
        content = exported(box)
    told = json.loads(content)
    digest = told.pop("sha256")
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == digest
    assert (told["v"], told["kind"], told["box"]["revision"]) == (2, "ketuk-box", 7)


def test_a_file_of_the_first_form_opens_for_ever(tmp_path: Path) -> None:
    content = Path(__file__).with_name("box_version_1.json").read_bytes()
    assert take_in(tmp_path, content)
    with Boxes(tmp_path).open("N5NG") as box:
        assert (box.box.name, box.box.revision, box.box.copies) == ("Kotak lama", 6, "refuse")
        assert [(s.item, s.serial) for s in box.stickers()] == [(1, 1), (27, 3), (140, 1)]
        assert box.active(1).uid == "04AABBCC"
        assert [c.state for c in box.history(27)] == [
            "active",
            "lost",
            "active",
            "replaced",
            "active",
        ]
        assert {s.code: s.spare for s in box.stickers(None) if s.item is None} == {
            "N5NGJTGBVQM7": 1,
            "N5NGX9RA99KT": 2,
        }
        assert json.loads(exported(box))["v"] == 2


def test_taking_in_the_same_again_changes_nothing(tmp_path: Path) -> None:
    with lived_in(tmp_path) as box:
        content = exported(box)
        box.check(box.active(1).code, source="typed", now=after(50))
        box.check("N5NG", source="typed", now=after(51))
    assert not take_in(tmp_path, content)
    with Boxes(tmp_path).open("N5NG") as box:
        assert box.failed_scans()


def test_a_newer_file_brings_an_older_box_forward(tmp_path: Path) -> None:
    with make_box(tmp_path / "a") as box:
        first = exported(box)
        old = box.active(27).code
        box.reissue(old, reason=Why.LOST, now=after(1))
        second = exported(box)
    take_in(tmp_path / "b", first)
    assert take_in(tmp_path / "b", second)
    with Boxes(tmp_path / "b").open("N5NG") as box:
        assert isinstance(box.check(old, source="typed", now=after(2)), Revoked)


def test_what_is_known_here_survives_an_import(tmp_path: Path) -> None:
    with make_box(tmp_path / "a") as box:
        first = exported(box)
    take_in(tmp_path / "b", first)
    with Boxes(tmp_path / "b").open("N5NG") as box:
        box.check(box.active(1).code, source="typed", now=after(1))
    with Boxes(tmp_path / "a").open("N5NG") as box:
        box.reissue(box.active(27).code, reason=Why.LOST, now=after(2))
        box.carriers.note_printed([box.active(27).code], now=after(3))
        second = exported(box)
    assert take_in(tmp_path / "b", second)
    with Boxes(tmp_path / "b").open("N5NG") as box:
        assert box.active(1).seen == after(1)
        assert box.active(27).printed == after(3)


def test_an_older_file_brings_nothing_and_revives_nothing(tmp_path: Path) -> None:
    with make_box(tmp_path) as box:
        first, old = exported(box), box.active(27).code
        box.reissue(old, reason=Why.LOST, now=after(1))
        now = state(box)
    for choice in (None, Preference(Side.FILE)):
        with pytest.raises(CodesFault) as told:
            take_in(tmp_path, first, choice=choice)
        assert told.value.fault is Fault.OLDER
        assert (told.value.facts["found"], told.value.facts["present"]) == (1, 2)
    with Boxes(tmp_path).open("N5NG") as box:
        assert state(box) == now
        assert isinstance(box.check(old, source="typed", now=after(2)), Revoked)


class TestForks:
    """Two laptops, one box: each has gone its own way since they were the same."""

    @pytest.fixture
    def two(self, tmp_path: Path) -> tuple[Boxes, Boxes]:
        here, there = Boxes(tmp_path / "here"), Boxes(tmp_path / "there")
        with make_box(here.folder, spares=1) as box:
            content = exported(box)
        take_in(there.folder, content)
        return here, there

    def lose(self, at: Boxes, item: int, seconds: float, *, spare: bool = False) -> str:
        with at.open("N5NG") as box:
            given = box.stickers(StickerState.SPARE)[0].code if spare else None
            done = box.reissue(
                box.active(item).code, reason=Why.LOST, now=after(seconds), spare=given
            )
            box.carriers.note_printed([done.new.code], now=after(seconds))
            return done.new.code

    def content(self, at: Boxes) -> bytes:
        with at.open("N5NG") as box:
            return exported(box)

    def verdict(self, at: Boxes, code: str) -> object:
        with at.open("N5NG") as box:
            return box.check(code, source="typed", now=after(100))

    def test_a_higher_revision_is_no_leave_to_forget_what_was_printed_here(
        self, two: tuple[Boxes, Boxes]
    ) -> None:
        here, there = two
        mine = self.lose(here, 1, 1)
        for seconds in range(2, 9):
            self.lose(there, 27, seconds)
        was = self.content(here)
        error = fault_of(here.folder, self.content(there))
        assert error.fault is Fault.FORK
        assert self.content(here) == was
        card, other = error.facts["parted"]
        assert (card.item, card.choice, len(card.file)) == (1, False, 0)
        assert {(row.code, row.what) for row in card.here} >= {(mine, "state"), (mine, "printed")}
        assert (other.item, other.choice, len(other.here)) == (27, False, 0)

    def test_put_together_both_replacements_count_and_both_lost_ones_do_not(
        self, two: tuple[Boxes, Boxes]
    ) -> None:
        here, there = two
        with here.open("N5NG") as box:
            olds = [box.active(1).code, box.active(27).code]
        news = [self.lose(here, 1, 1), self.lose(there, 27, 2)]
        assert take_in(here.folder, self.content(there), choice=Preference(Side.FILE))
        assert all(isinstance(self.verdict(here, code), Accepted) for code in news)
        assert all(isinstance(self.verdict(here, code), Revoked) for code in olds)
        assert take_in(there.folder, self.content(here)), "no question on the other side"
        assert self.content(there) == self.content(here)

    @pytest.mark.parametrize(
        "choice", [Preference(Side.HERE), Preference(Side.FILE, frozenset({1}))]
    )
    def test_people_say_which_of_two_stickers_is_on_the_card(
        self, two: tuple[Boxes, Boxes], choice: Preference
    ) -> None:
        here, there = two
        mine, theirs = self.lose(here, 1, 1), self.lose(there, 1, 2)
        (card,) = fault_of(here.folder, self.content(there)).facts["parted"]
        assert card.choice
        came = imported(here, self.content(there), path=FILE, now=after(9), choice=choice)
        assert came.merged is not None
        assert [row.code for row in came.merged.dropped] == [theirs]
        assert self.verdict(here, mine) == Accepted("N5NG", mine, 1, 2)
        gone = self.verdict(here, theirs)
        assert isinstance(gone, Revoked)
        assert (gone.state, gone.replaced_by) == (StickerState.REPLACED, 2)
        with here.open("N5NG") as box:
            assert [c.code for c in box.history(1) if c.what is What.PRINTED] == [mine, theirs]

    def test_one_spare_on_two_cards_leaves_one_of_them_with_a_new_code(
        self, two: tuple[Boxes, Boxes]
    ) -> None:
        here, there = two
        spare = self.lose(here, 1, 1, spare=True)
        assert self.lose(there, 27, 2, spare=True) == spare
        parted = fault_of(here.folder, self.content(there)).facts["parted"]
        assert [(card.item, card.choice) for card in parted] == [(1, True), (27, True)]
        content, choice = self.content(there), Preference(Side.HERE)
        came = imported(here, content, path=FILE, now=after(9), choice=choice)
        assert came.merged is not None
        assert came.merged.bare == (27,)
        assert isinstance(self.verdict(here, spare), Accepted)
        with here.open("N5NG") as box:
            fresh = box.active(27)
            assert (fresh.serial, fresh.printed) == (2, None)

    def test_an_import_can_be_taken_back_with_what_it_cost(self, two: tuple[Boxes, Boxes]) -> None:
        here, there = two
        mine, theirs = self.lose(here, 1, 1), self.lose(there, 1, 2)
        with here.open("N5NG") as box:
            was = box.stickers(None)
        take_in(here.folder, self.content(there), choice=Preference(Side.FILE))
        with here.open("N5NG") as box:
            box.carriers.note_printed([mine, theirs], now=after(20))
            box.check(theirs, source="typed", now=after(21))
        back = taken_back(here, "N5NG")
        assert [row.code for row in back.gone] == [theirs]
        with here.open("N5NG") as box:
            now = {s.code: replace(s, printed=None) for s in box.stickers(None)}
            assert now == {s.code: replace(s, printed=None) for s in was}
            assert box.find(mine).printed == after(20), "what was printed stays noted"
        with pytest.raises(CodesFault, match="no_import"):
            taken_back(here, "N5NG")
        assert fault_of(here.folder, self.content(there)).fault is Fault.FORK

    def test_it_is_not_taken_back_over_what_was_done_since(self, two: tuple[Boxes, Boxes]) -> None:
        here, there = two
        self.lose(there, 1, 2)
        take_in(here.folder, self.content(there))
        self.lose(here, 27, 30)
        was = self.content(here)
        with pytest.raises(CodesFault) as told:
            taken_back(here, "N5NG")
        assert (told.value.fault, told.value.facts["count"]) == (Fault.CHANGED_SINCE, 2)
        assert self.content(here) == was

    def test_no_box_that_is_open_is_changed_by_an_import(
        self, two: tuple[Boxes, Boxes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ketuk.codes.holds.PATIENCE_S", 0.05)
        here, there = two
        self.lose(there, 1, 2)
        content = self.content(there)
        with here.open("N5NG") as box:
            was = state(box)
            error = fault_of(here.folder, content, path=here.path("N5NG"))
            assert error.fault is Fault.IN_USE
            assert state(box) == was
            with here.open("N5NG"):
                pass
        assert take_in(here.folder, content)
        with (
            here.open("N5NG", alone=True),
            pytest.raises(CodesFault, match="locked"),
        ):
            here.open("N5NG")

    def test_another_box_of_the_same_four_signs_is_named(self, tmp_path: Path) -> None:
        make_box(tmp_path / "here").close()
        with make_box(tmp_path / "there", items=ITEMS[:2]) as box:
            content = exported(box)
        error = fault_of(tmp_path / "here", content)
        assert (error.fault, error.facts["name"]) == (Fault.SAME_NAME, "Kotak N5NG")

    def test_files_of_the_first_form_are_compared_like_any_other(self, tmp_path: Path) -> None:
        content = Path(__file__).with_name("box_version_1.json").read_bytes()
        take_in(tmp_path, content)
        assert not take_in(tmp_path, content)
        with Boxes(tmp_path).open("N5NG") as box:
            box.carriers.bind(box.active(27).code, "04CC", now=after(1))
        assert fault_of(tmp_path, content).fault is Fault.OLDER


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", Fault.NOT_EXPORT),
        (b"null", Fault.NOT_EXPORT),
        (b"[1, 2]", Fault.NOT_EXPORT),
        (b"\xff\xfe", Fault.NOT_EXPORT),
        (b'{"v": 1}', Fault.NOT_EXPORT),
        (b'{"v": 1, "kind": "other"}', Fault.NOT_EXPORT),
        (b'{"v": 9, "kind": "ketuk-box", "new": []}', Fault.EXPORT_NEWER),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, fault: Fault) -> None:
    assert fault_of(tmp_path, content).fault is fault
    assert not list(tmp_path.iterdir())


@settings(deadline=None)  # a loaded machine is no fault
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_any_flipped_bit_or_cut_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, at: float, bit: int
) -> None:
    with make_box(tmp_path_factory.mktemp("flip")) as box:
        content = exported(box)
    place = int(at * (len(content) - 1))
    flipped = bytearray(content)
    flipped[place] ^= 1 << bit
    for broken in (bytes(flipped), content[:place]):
        with pytest.raises(CodesFault) as told:
            read(broken, path=FILE)
        assert told.value.fault in (Fault.NOT_EXPORT, Fault.DIGEST, Fault.EXPORT_NEWER)


def resealed(told: dict[str, Any]) -> bytes:
    """A file whose digest fits whatever somebody has put into it."""
    told.pop("sha256")
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    told["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    return json.dumps(told).encode()


def two_active(told: dict[str, Any]) -> None:
    told["codes"][1]["item"] = told["codes"][0]["item"]
    told["codes"][1]["serial"] = 2


def no_active(told: dict[str, Any]) -> None:
    told["codes"][0]["state"] = "lost"


def wrong_check(told: dict[str, Any]) -> None:
    told["codes"][0]["code"] = "N5NG00000000"


def other_box(told: dict[str, Any]) -> None:
    told["codes"][0]["code"] = "KTK7Z3A9QXGY"


def same_twice(told: dict[str, Any]) -> None:
    told["items"].append(told["items"][0])


def unknown_item(told: dict[str, Any]) -> None:
    told["codes"].append(
        {**told["codes"][0], "item": 99, "state": "lost", "code": sealed("N5NG000000")}
    )


def lost_successor(told: dict[str, Any]) -> None:
    told["codes"][0]["replaced_by"] = sealed("N5NG000000")


def surplus(told: dict[str, Any]) -> None:
    told["codes"][0]["secret"] = 1


def path_in_name(told: dict[str, Any]) -> None:
    told["box"]["id"] = "../x"


def gap_in_serials(told: dict[str, Any]) -> None:
    told["codes"][0]["serial"] = 2


def number_too_large(told: dict[str, Any]) -> None:
    told["box"]["revision"] = 2**70


def no_such_day(told: dict[str, Any]) -> None:
    told["codes"][0]["since"] = "2026-02-30T12:00:00.000000Z"


def name_that_rings(told: dict[str, Any]) -> None:
    told["box"]["name"] = "Kotak\x1b]0;x\x07"


@pytest.mark.parametrize(
    "tamper",
    [
        gap_in_serials,
        number_too_large,
        no_such_day,
        name_that_rings,
        two_active,
        no_active,
        wrong_check,
        other_box,
        same_twice,
        unknown_item,
        lost_successor,
        surplus,
        path_in_name,
    ],
)
def test_a_file_that_was_written_wrongly_is_refused_whole(
    tmp_path: Path, tamper: Callable[[dict[str, Any]], None]
) -> None:
    with make_box(tmp_path / "a") as box:
        told = json.loads(exported(box))
        was = state(box)
        told["box"]["revision"] = 5
        tamper(told)
        content = resealed(told)
        assert fault_of(tmp_path / "a", content).fault is Fault.NOT_EXPORT
        assert state(box) == was
    assert fault_of(tmp_path / "b", content).fault is Fault.NOT_EXPORT
    assert not list((tmp_path / "b").glob("*"))


def test_a_file_from_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CodesFault, match="not_there"):
        load(tmp_path / "none.json")
    with pytest.raises(CodesFault, match="forbidden"):
        load(tmp_path)
    if os.name != "nt":
        monkeypatch.setattr("ketuk.codes.boxfile.LARGEST", 1_000)
        with pytest.raises(CodesFault, match="not_export"):
            load(Path("/dev/zero"))
    (tmp_path / "n5ng.json").write_bytes(b"{}")
    assert load(tmp_path / "n5ng.json") == b"{}"


BROKEN = {
    "other bytes": lambda file: file.write_bytes(b"nonsense" * 999),
    "emptied": lambda file: file.write_bytes(b""),
    "cut": lambda file: os.truncate(file, 12_000),
    "no rule set": lambda file: changed_in(file, "UPDATE box SET ruleset = x''"),
}


def changed_in(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize("how", BROKEN)
def test_a_registry_that_cannot_be_read_is_replaced_when_forced_and_kept(
    tmp_path: Path, how: str
) -> None:
    with lived_in(tmp_path) as box:
        content, was, path = exported(box), state(box), box.path
    BROKEN[how](path)
    broken = path.read_bytes()
    fault = fault_of(tmp_path, content, path=path)
    assert fault.fault in (Fault.DAMAGED, Fault.NOT_A_REGISTRY)
    assert path.read_bytes() == broken
    for number in (1, 2):
        assert take_in(tmp_path, content, repair=True)
        with Boxes(tmp_path).open("N5NG") as again:
            assert state(again) == was
        assert (tmp_path / f"N5NG.sqlite.damaged-{number}").read_bytes() == broken
        path.write_bytes(broken)


def test_a_log_without_its_registry_does_not_leak_into_a_restored_one(tmp_path: Path) -> None:
    with make_box(tmp_path) as box:
        content = exported(box)
        box.reissue(box.active(27).code, reason=Why.LOST, now=after(1))
        log = box.path.with_name("N5NG.sqlite-wal").read_bytes()
        assert log, "the reissue is still in the log"
    box.path.unlink()
    (tmp_path / "N5NG.sqlite-wal").write_bytes(log)
    assert take_in(tmp_path, content)
    with Boxes(tmp_path).open("N5NG") as again:
        assert exported(again) == content
    assert (tmp_path / "N5NG.sqlite-wal.damaged-1").read_bytes() == log


def test_times_of_an_export_are_those_of_the_registry(tmp_path: Path) -> None:
    with make_box(tmp_path) as box:
        assert json.loads(exported(box))["box"]["made"] == "2026-11-30T12:00:00.000000Z"
        assert box.box.made == NOON
