"""The registry of a box: verdicts in their order, the life of a sticker, and what is written."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes_at_hand import ITEMS, NOON, after, make_box
from sqlalchemy.exc import IntegrityError

from ketuk.codes import minting
from ketuk.codes.code import ALPHABET, Slip, grouped, holds, sealed
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import stamp
from ketuk.codes.payload import payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import What, Why
from ketuk.codes.verdict import (
    Accepted,
    Copied,
    Copies,
    Foreign,
    Malformed,
    Mistyped,
    OtherBox,
    Revoked,
    Spare,
    StickerState,
    Unknown,
)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    with make_box(tmp_path, spares=2) as registry:
        yield registry


def one_off(code: str, at: int) -> str:
    """``code`` with another sign at place ``at`` (from 1)."""
    other = ALPHABET[ALPHABET.index(code[at - 1]) ^ 5]
    return code[: at - 1] + other + code[at:]


def unknown_code(box: Registry, n: int = 0) -> str:
    taken = {sticker.code for sticker in box.stickers(None)}
    codes = (sealed(f"{box.box_id}{m:06d}") for m in range(n, n + 100))
    return next(code for code in codes if code not in taken)


def test_a_new_box_has_one_sound_code_for_each_item(box: Registry) -> None:
    stickers = box.stickers()
    assert [sticker.item for sticker in stickers] == [item.number for item in ITEMS]
    assert all(holds(s.code) and s.code.startswith("N5NG") and s.serial == 1 for s in stickers)
    assert len({s.code for s in box.stickers(None)}) == len(ITEMS) + 2
    assert len(box.stickers(StickerState.SPARE)) == 2
    assert box.items() == ITEMS
    assert (box.box.name, box.box.ruleset, box.box.revision) == ("Kotak N5NG", "nusantara", 1)


@pytest.mark.parametrize("source", ["typed", "nfc:usb", "camera:0"])
def test_accepted_however_it_was_read(box: Registry, source: str) -> None:
    code = box.active(27).code
    text = grouped(code).lower() if source == "typed" else payload(code)
    answer = box.check(text, source=source, now=NOON)
    assert answer == Accepted(box="N5NG", code=code, item=27, serial=1)


def test_malformed_only_when_typed(box: Registry) -> None:
    assert box.check("N5N?", source="typed", now=NOON) == Malformed(length=4, at=4, read="?")
    assert box.check("N5NG", source="typed", now=NOON) == Malformed(length=4, at=None, read=None)
    assert box.check(" - ", source="typed", now=NOON) == Malformed(length=0, at=None, read=None)
    assert isinstance(box.check("N5NG", source="camera:0", now=NOON), Foreign)


def test_mistyped_suggests_place_and_sign_of_an_active_code_of_this_box(box: Registry) -> None:
    code = box.active(27).code
    for at in range(1, 13):
        wrong = one_off(code, at)
        slip = Slip(at=at, read=wrong[at - 1], maybe=code[at - 1])
        assert box.check(wrong, source="typed", now=NOON) == Mistyped(code=wrong, suggestion=slip)


def test_mistyped_does_not_point_at_codes_out_of_use_or_spare_or_of_other_boxes(
    box: Registry,
) -> None:
    old = box.active(27).code
    box.reissue(old, reason=Why.LOST, now=NOON)
    spare = box.stickers(StickerState.SPARE)[0].code
    for n, code in enumerate((old, spare, sealed("KTK7Z3A9QX"))):
        wrong = one_off(code, 8)
        answer = box.check(wrong, source=f"typed:{n}", now=NOON)
        assert answer == Mistyped(code=wrong, suggestion=None)


def test_a_mistyped_reading_of_a_machine_is_foreign(box: Registry) -> None:
    answer = box.check(payload(one_off(box.active(27).code, 3)), source="nfc", now=NOON)
    assert isinstance(answer, Foreign)


def test_other_box_unknown_foreign(box: Registry) -> None:
    assert box.check("KTK7Z3A9QXGY", source="typed", now=NOON) == OtherBox("KTK7", "KTK7Z3A9QXGY")
    code = unknown_code(box)
    assert box.check(code, source="typed", now=NOON) == Unknown(box="N5NG", code=code, wait=0)
    assert box.check("WIFI:S:x;;", source="camera", now=NOON) == Foreign(text="WIFI:S:x;;")
    assert box.check("", source="nfc", uid="04AA", now=NOON) == Foreign(text="")


def test_a_foreign_reading_does_not_spoil_the_next(box: Registry) -> None:
    for text in ("\ud800\x00", "x" * 5000, "KTK:", "{}"):
        assert isinstance(box.check(text, source="camera", now=NOON), Foreign)
        accepted = box.check(payload(box.active(1).code), source="camera", now=NOON)
        assert isinstance(accepted, Accepted)


def test_4_6_6_a_broken_tag_then_the_symbol_then_the_twelve_characters(box: Registry) -> None:
    code = box.active(27).code
    assert isinstance(box.check("", source="nfc:usb", uid="04AA", now=NOON), Foreign)
    torn = payload(code)[:9]
    assert isinstance(box.check(torn, source="nfc:usb", uid="04AA", now=NOON), Foreign)
    accepted = Accepted(box="N5NG", code=code, item=27, serial=1)
    assert box.check(payload(code), source="camera:0", now=after(1)) == accepted
    assert box.check(grouped(code), source="typed", now=after(2)) == accepted


def test_a_spare_is_no_card_until_it_is_assigned(box: Registry) -> None:
    spare = box.stickers(StickerState.SPARE)[0].code
    assert box.check(spare, source="typed", now=NOON) == Spare(box="N5NG", code=spare)
    done = box.reissue(box.active(27).code, reason=Why.DAMAGED, spare=spare, now=after(1))
    assert (done.new.code, done.new.item, done.new.serial) == (spare, 27, 2)
    assert box.check(spare, source="typed", now=after(2)) == Accepted("N5NG", spare, 27, 2)
    assert len(box.stickers(StickerState.SPARE)) == 1


class TestReissue:
    """Ruling 4.6.7: the old code is revoked and a new one counts."""

    @pytest.mark.parametrize(
        ("reason", "state"),
        [
            (Why.LOST, StickerState.LOST),
            (Why.DAMAGED, StickerState.REPLACED),
            (Why.COPIED, StickerState.BLOCKED),
            (Why.MISPRINT, StickerState.VOID),
        ],
    )
    def test_the_old_is_revoked_and_the_new_counts(
        self, box: Registry, reason: Why, state: StickerState
    ) -> None:
        old = box.active(27)
        done = box.reissue(old.code, reason=reason, now=after(5))
        assert done.new == box.active(27)
        assert (done.new.serial, done.old.state, done.old.replaced_by) == (2, state, done.new.code)
        assert box.check(old.code, source="typed", now=after(6)) == Revoked(
            box="N5NG",
            code=old.code,
            item=27,
            serial=1,
            state=state,
            since=after(5),
            replaced_by=2,
        )
        assert isinstance(box.check(done.new.code, source="typed", now=after(7)), Accepted)

    def test_only_one_card_changes(self, box: Registry) -> None:
        before = {s.item: s.code for s in box.stickers()}
        box.reissue(box.active(27).code, reason=Why.COPIED, now=NOON)
        now = {s.item: s.code for s in box.stickers()}
        assert {item for item in now if now[item] != before[item]} == {27}

    def test_revoked_names_the_sticker_that_counts_now_not_the_next_one(
        self, box: Registry
    ) -> None:
        first = box.active(27).code
        for n in range(3):
            box.reissue(box.active(27).code, reason=Why.LOST, now=after(n))
        answer = box.check(first, source="typed", now=after(9))
        assert isinstance(answer, Revoked)
        assert answer.replaced_by == 4

    def test_a_found_sticker_stays_revoked(self, box: Registry) -> None:
        old = box.active(27).code
        new = box.reissue(old, reason=Why.LOST, now=NOON).new.code
        box.reissue(new, reason=Why.LOST, now=after(1))
        assert isinstance(box.check(old, source="typed", now=after(hours=1000)), Revoked)

    def test_an_old_code_cannot_be_reissued(self, box: Registry) -> None:
        old = box.active(27).code
        box.reissue(old, reason=Why.LOST, now=NOON)
        before = box.stickers(None), box.box
        with pytest.raises(CodesFault) as told:
            box.reissue(old, reason=Why.LOST, now=after(1))
        assert told.value.fault is Fault.NOT_ACTIVE
        assert told.value.facts["state"] is StickerState.LOST
        assert (box.stickers(None), box.box) == before

    def test_only_a_spare_can_stand_in(self, box: Registry) -> None:
        before = box.stickers(None), box.box
        for code, fault in (
            (box.active(1).code, Fault.NOT_SPARE),
            (box.active(27).code, Fault.NOT_SPARE),
            (unknown_code(box), Fault.NO_CODE),
            ("KTK7Z3A9QXGY", Fault.NO_CODE),
        ):
            with pytest.raises(CodesFault) as told:
                box.reissue(box.active(27).code, reason=Why.LOST, spare=code, now=NOON)
            assert told.value.fault is fault
        assert (box.stickers(None), box.box) == before

    def test_history_tells_everything_in_order(self, box: Registry) -> None:
        spare = box.stickers(StickerState.SPARE)[0].code
        first = box.active(27).code
        second = box.reissue(first, reason=Why.LOST, now=after(1)).new.code
        box.reissue(second, reason=Why.MISPRINT, spare=spare, now=after(2))
        told = [(c.at, c.code, c.serial, c.state, c.reason) for c in box.history(27)]
        assert told == [
            (NOON, first, 1, StickerState.ACTIVE, None),
            (after(1), first, 1, StickerState.LOST, Why.LOST),
            (after(1), second, 2, StickerState.ACTIVE, None),
            (after(2), second, 2, StickerState.VOID, Why.MISPRINT),
            (after(2), spare, 3, StickerState.ACTIVE, None),
        ]
        assert len(box.history(1)) == 1
        with pytest.raises(CodesFault, match="no_item"):
            box.history(99)

    def test_nothing_is_ever_deleted(self, box: Registry) -> None:
        seen = {s.code for s in box.stickers(None)}
        for n in range(5):
            box.reissue(box.active(27).code, reason=Why.LOST, now=after(n))
            now = {s.code for s in box.stickers(None)}
            assert seen < now
            seen = now


class TestSpares:
    def test_no_code_is_ever_minted_twice(
        self, box: Registry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = box.active(27).code
        box.reissue(first, reason=Why.LOST, now=NOON)
        drawn = iter([first[4:10], "000000", "000000", "000001"])
        monkeypatch.setattr(minting, "signs", lambda n: next(drawn))
        new = box.add_spares(2, now=NOON)
        assert [s.code for s in new] == [sealed("N5NG000000"), sealed("N5NG000001")]

    def test_a_new_box_has_no_code_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn = iter(["000000", "000000", "000001"])
        monkeypatch.setattr(minting, "signs", lambda n: next(drawn))
        assert [*minting.codes("N5NG", 2)] == [sealed("N5NG000000"), sealed("N5NG000001")]

    def test_more_can_be_minted(self, box: Registry) -> None:
        new = box.add_spares(10, now=after(1))
        assert len({s.code for s in new}) == 10
        assert len(box.stickers(StickerState.SPARE)) == 12
        assert all(s.state is StickerState.SPARE and s.item is None for s in new)

    def test_one_can_be_thrown_away(self, box: Registry) -> None:
        spare = box.stickers(StickerState.SPARE)[0].code
        gone = box.discard(spare, reason=Why.MISPRINT, now=after(1))
        assert gone.state is StickerState.VOID
        answer = box.check(spare, source="typed", now=after(2))
        assert isinstance(answer, Revoked)
        assert (answer.item, answer.replaced_by, answer.since) == (None, None, after(1))
        with pytest.raises(CodesFault, match="not_spare"):
            box.reissue(box.active(27).code, reason=Why.LOST, spare=spare, now=after(3))

    def test_an_active_sticker_cannot_be_thrown_away(self, box: Registry) -> None:
        with pytest.raises(CodesFault, match="not_spare"):
            box.discard(box.active(27).code, reason=Why.LOST, now=NOON)


class TestPrinted:
    def test_printed_is_a_fact_apart_from_read(self, box: Registry) -> None:
        card = box.reissue(box.active(27).code, reason=Why.LOST, now=after(1)).new
        box.check(card.code, source="typed", now=after(2))
        assert box.active(27).printed is None
        box.carriers.note_printed([card.code], now=after(3))
        assert (box.active(27).printed, box.active(27).seen) == (after(3), after(2))
        box.carriers.note_printed([card.code], now=after(4))
        assert box.active(27).printed == after(4)

    def test_each_printing_is_in_the_history_also_of_a_spare(self, box: Registry) -> None:
        spare, first = box.stickers(StickerState.SPARE)[0].code, box.active(27).code
        box.carriers.note_printed([first, spare, first], now=after(1))
        box.reissue(first, reason=Why.LOST, spare=spare, now=after(2))
        box.carriers.note_printed([spare], now=after(3))
        box.carriers.bind(spare, "04AA", now=after(4))
        told = [(c.at, c.code, c.serial, c.what, c.state, c.uid) for c in box.history(27)]
        assert told == [
            (NOON, first, 1, What.STATE, StickerState.ACTIVE, None),
            (after(1), first, 1, What.PRINTED, StickerState.ACTIVE, None),
            (after(1), spare, None, What.PRINTED, StickerState.SPARE, None),
            (after(2), first, 1, What.STATE, StickerState.LOST, None),
            (after(2), spare, 2, What.STATE, StickerState.ACTIVE, None),
            (after(3), spare, 2, What.PRINTED, StickerState.ACTIVE, None),
            (after(4), spare, 2, What.BOUND, StickerState.ACTIVE, "04AA"),
        ]

    def test_it_is_all_or_nothing_and_nothing_is_no_change(self, box: Registry) -> None:
        before = box.stickers(None), box.box
        box.carriers.note_printed([], now=after(1))
        with pytest.raises(CodesFault, match="no_code"):
            box.carriers.note_printed([box.active(27).code, unknown_code(box)], now=after(1))
        assert (box.stickers(None), box.box) == before

    def test_spares_are_numbered_on_and_keep_their_numbers(self, box: Registry) -> None:
        old = box.stickers(StickerState.SPARE)
        assert sorted(s.spare or 0 for s in old) == list(range(1, len(old) + 1))
        box.discard(old[0].code, reason=Why.LOST, now=after(1))
        new = box.add_spares(2, now=after(2))
        assert [s.spare for s in new] == [len(old) + 1, len(old) + 2]
        done = box.reissue(box.active(1).code, reason=Why.LOST, spare=new[0].code, now=after(3))
        assert done.new.spare == len(old) + 1
        assert box.active(27).spare is None


class TestTags:
    UID, OTHER = "04A1B2C3D4E5F6", "04FFFFFFFFFFFF"

    def test_the_first_tag_seen_is_bound_and_another_is_a_copy(self, box: Registry) -> None:
        code = box.active(27).code
        tap = payload(code)
        assert isinstance(box.check(tap, source="nfc", uid=self.UID, now=NOON), Accepted)
        assert box.find(code).uid == self.UID
        assert isinstance(box.check(tap, source="nfc", uid=self.UID, now=after(1)), Accepted)
        copied = box.check(tap, source="nfc", uid=self.OTHER, now=after(2))
        assert copied == Copied("N5NG", code, 27, 1, self.OTHER, Copies.ASK)
        assert box.find(code).uid == self.UID

    def test_uids_are_the_same_however_they_are_written(self, box: Registry) -> None:
        tap = payload(box.active(27).code)
        box.carriers.bind(box.active(27).code, "04:a1:b2:c3:d4:e5:f6", now=NOON)
        answer = box.check(tap, source="nfc", uid=self.UID.lower(), now=NOON)
        assert isinstance(answer, Accepted)

    def test_qr_and_typing_know_no_tag(self, box: Registry) -> None:
        code = box.active(27).code
        box.carriers.bind(code, self.UID, now=NOON)
        assert isinstance(box.check(payload(code), source="camera:0", now=NOON), Accepted)
        assert isinstance(box.check(code, source="typed", now=NOON), Accepted)

    def test_a_uid_drawn_anew_each_time_is_not_bound(self, box: Registry) -> None:
        code = box.active(27).code
        assert isinstance(
            box.check(payload(code), source="nfc", uid="08123456", now=NOON), Accepted
        )
        assert box.find(code).uid is None

    @pytest.mark.parametrize("taken", [True, False])
    def test_what_people_say_of_a_copy_is_kept_and_binds_nothing(
        self, box: Registry, taken: bool
    ) -> None:
        code = box.active(27).code
        box.carriers.bind(code, self.UID, now=NOON)
        copied = box.check(payload(code), source="nfc", uid=self.OTHER, now=NOON)
        assert isinstance(copied, Copied)
        box.answered(copied, taken=taken, source="nfc", now=after(1))
        answer, asked = box.failed_scans(last=2)
        assert (asked.verdict, asked.detail) == ("copied", None)
        assert (answer.verdict, answer.at, answer.source) == ("copied", after(1), "nfc")
        assert (answer.uid, answer.text) == (self.OTHER, code)
        assert answer.detail == ("taken" if taken else "turned away")
        assert box.find(code).seen == (after(1) if taken else None)
        again = box.check(payload(code), source="nfc", uid=self.OTHER, now=after(2))
        assert again == copied

    @pytest.mark.parametrize("copies", Copies)
    def test_the_box_says_what_happens_to_copies(self, box: Registry, copies: Copies) -> None:
        code = box.active(27).code
        box.carriers.bind(code, self.UID, now=NOON)
        box.set_copies(copies, now=NOON)
        answer = box.check(payload(code), source="nfc", uid=self.OTHER, now=NOON)
        if copies is Copies.ACCEPT:
            assert isinstance(answer, Accepted)
        else:
            assert isinstance(answer, Copied)
            assert answer.copies is copies
        logged = box.failed_scans(last=1)[0]
        assert (logged.verdict, logged.uid) == ("copied", self.OTHER)
        with Registry.open(box.path) as again:
            assert again.box.copies is copies

    def test_state_comes_before_uid(self, box: Registry) -> None:
        code = box.active(27).code
        box.carriers.bind(code, self.UID, now=NOON)
        box.reissue(code, reason=Why.COPIED, now=after(1))
        answer = box.check(payload(code), source="nfc", uid=self.OTHER, now=after(2))
        assert isinstance(answer, Revoked)

    def test_a_new_sticker_on_the_same_tag_binds_anew(self, box: Registry) -> None:
        old = box.active(27).code
        box.carriers.bind(old, self.UID, now=NOON)
        new = box.reissue(old, reason=Why.DAMAGED, now=NOON).new.code
        answer = box.check(payload(new), source="nfc", uid=self.UID, now=after(1))
        assert isinstance(answer, Accepted)
        assert box.find(new).uid == box.find(old).uid == self.UID

    def test_rebinding_replaces(self, box: Registry) -> None:
        code = box.active(27).code
        box.carriers.bind(code, self.UID, now=NOON)
        assert box.carriers.bind(code, self.OTHER, now=NOON).uid == self.OTHER
        with pytest.raises(CodesFault, match="no_code"):
            box.carriers.bind(unknown_code(box), self.UID, now=NOON)


class TestLog:
    def test_every_failure_is_kept_with_source_and_reason(self, box: Registry) -> None:
        code = box.active(27).code
        new = box.reissue(code, reason=Why.LOST, now=NOON).new.code
        box.check("N5N?", source="typed", now=after(1))
        box.check(one_off(new, 7), source="typed", now=after(2))
        box.check("KTK7Z3A9QXGY", source="typed", now=after(3))
        box.check(unknown_code(box), source="typed", now=after(4))
        box.check(payload(code), source="camera:0", now=after(5))
        box.check("\x1b[31mred\x00\ud800é", source="nfc:usb", uid="04aa", now=after(6))
        told = [(s.at, s.source, s.verdict, s.detail) for s in reversed(box.failed_scans())]
        assert told == [
            (after(1), "typed", "malformed", "sign 4: ?"),
            (after(2), "typed", "mistyped", "check, sign 7"),
            (after(3), "typed", "other_box", None),
            (after(4), "typed", "unknown", None),
            (after(5), "camera:0", "revoked", "lost"),
            (after(6), "nfc:usb", "foreign", None),
        ]
        newest = box.failed_scans(last=1)[0]
        assert newest.text == r"\x1b[31mred\x00\ud800\xe9"
        assert newest.uid == "04AA"

    def test_accepted_scans_are_not_logged_but_the_time_is_kept(self, box: Registry) -> None:
        code = box.active(27).code
        box.check(code, source="typed", now=after(1))
        assert box.failed_scans() == ()
        assert box.find(code).seen == after(1)
        box.check(code, source="typed", now=after(2))
        assert box.find(code).seen == after(1), "a look-up within the minute writes nothing"
        box.check(code, source="typed", now=after(minutes=2))
        assert box.find(code).seen == after(minutes=2)

    def test_old_failures_go_in_the_end(
        self, box: Registry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ketuk.codes.scanlog.KEPT", 50)
        with sqlite3.connect(box.path) as raw:
            raw.executemany(
                "INSERT INTO scan (box, at, source, verdict, text) VALUES (?, ?, '', '', ?)",
                [("N5NG", stamp(NOON), str(n)) for n in range(999)],
            )
        raw.close()
        box.check("KTK", source="typed", now=NOON)
        assert len(box.failed_scans(last=2_000)) == 50
        assert box.failed_scans(last=1)[0].text == "KTK"


class TestDatabase:
    def test_it_enforces_one_active_code_an_item(self, box: Registry) -> None:
        columns = "code, box, item, serial, state, made, since"
        values = "'N5NG00000000', 'N5NG', 27, 2, 'active', 'x', 'x'"
        with pytest.raises(IntegrityError), box.writing() as connection:
            connection.exec_driver_sql(f"INSERT INTO code ({columns}) VALUES ({values})")
        with pytest.raises(IntegrityError), box.writing() as connection:
            connection.exec_driver_sql("UPDATE code SET item = 27, serial = 9 WHERE item = 1")
        assert [s.item for s in box.stickers()] == [item.number for item in ITEMS]

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE code SET state = 'gone' WHERE item = 27",
            "UPDATE code SET item = NULL, serial = NULL WHERE item = 27",
            "UPDATE code SET item = 27, serial = 7 WHERE state = 'spare'",
            "UPDATE code SET item = 99 WHERE item = 27",
            "UPDATE code SET serial = NULL WHERE item = 27",
        ],
    )
    def test_it_refuses_states_that_cannot_be(self, box: Registry, statement: str) -> None:
        with pytest.raises(IntegrityError), box.writing() as connection:
            connection.exec_driver_sql(statement)

    def test_commits_are_on_disk_in_a_write_ahead_log(self, box: Registry) -> None:
        with box.reading() as connection:
            settings = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

    def test_closing_leaves_one_file(self, tmp_path: Path) -> None:
        with make_box(tmp_path) as registry:
            registry.reissue(registry.active(27).code, reason=Why.LOST, now=NOON)
        assert [path.name for path in tmp_path.glob("N5NG*")] == ["N5NG.sqlite"]

    def test_revisions_count_changes_and_not_scans(self, box: Registry) -> None:
        assert box.box.revision == 1
        box.check(box.active(27).code, source="typed", now=NOON)
        box.check("KTK", source="typed", now=NOON)
        assert box.box.revision == 1
        box.reissue(box.active(27).code, reason=Why.LOST, now=NOON)
        box.add_spares(3, now=NOON)
        box.carriers.bind(box.active(1).code, "04AA", now=NOON)
        box.check(payload(box.active(27).code), source="nfc", uid="04BB", now=NOON)
        box.discard(box.stickers(StickerState.SPARE)[0].code, reason=Why.LOST, now=NOON)
        box.set_copies(Copies.REFUSE, now=NOON)
        assert box.box.revision == 7

    def test_a_box_is_not_made_over_another(self, box: Registry) -> None:
        with pytest.raises(CodesFault, match="exists"):
            make_box(box.path.parent)
        assert isinstance(box.check(box.active(27).code, source="typed", now=NOON), Accepted)
