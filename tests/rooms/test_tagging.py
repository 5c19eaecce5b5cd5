"""Writing the stickers of a box: a real registry and the real NFC stack on a virtual reader."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from readings import Heard
from virtual_pn532 import VirtualReader, ketuk_program
from virtual_tags import (
    MifareClassic,
    Sticker,
    UnknownSticker,
    blank_tag,
    text_message,
    text_tag,
    uri_message,
)

from ketuk.codes.boxes import Boxes
from ketuk.codes.payload import payload
from ketuk.codes.sticker import BoxItem, Why
from ketuk.codes.verdict import Accepted, Copied
from ketuk.rooms.tagging import LeftAsItWas, NotWritten, Tagging, TagOrder, TagWritten, Unfit
from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.nfc_tags import WriteOutcome, Written
from ketuk.scanning.scan import By, Flaw, Removed, Scan

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Bench:
    """A box of three cards, a reader, and a hand that lays stickers on it."""

    def __init__(self, folder: Path, pn532: VirtualReader) -> None:
        self.boxes, self.pn532, self.heard = Boxes(folder / "boxes"), pn532, Heard()
        cards = [BoxItem(number, "city") for number in (1, 2, 3)]
        made = list(self.boxes.new(cards, names=["Ours", "Other"], ruleset="nusantara", now=NOW))
        self.other_code = made[1].codes[0][1]
        self.registry = self.boxes.open(made[0].box.id)
        self.reader = NfcReader(pn532.path, pause=0.005, retry=0.02)
        self.reader.start(self.heard)
        self.heard.wait_for(Removed)

    def lay(self, card, work):
        count = len(self.heard.of(Scan))
        self.pn532.lay(card)
        scan = self.heard.wait_for(Scan, count=count + 1)
        return work.laid(scan, self.reader)

    def lift(self, card=None):
        self.pn532.lift(card)
        self.pn532.wait_for_searches(8)

    def close(self):
        self.reader.stop()
        self.registry.close()


@pytest.fixture
def bench(tmp_path):
    with VirtualReader() as pn532:
        bench = Bench(tmp_path, pn532)
        yield bench
        bench.close()


def test_a_whole_box_and_every_sticker_is_accepted_afterwards(bench):
    work = Tagging(bench.registry)
    tags = []
    while (sticker := work.next) is not None:
        tag = blank_tag()
        step = bench.lay(tag, work)
        assert isinstance(step, TagWritten)
        assert tag.message == text_message(payload(sticker.code))
        tags.append((sticker, tag))
        bench.lift()
    assert (work.written, work.count) == (3, 3)
    for sticker, tag in tags:
        uid = tag.uid.hex()
        answer = bench.registry.check(payload(sticker.code), source="nfc", uid=uid, now=NOW)
        assert isinstance(answer, Accepted)
    copy = bench.registry.check(
        payload(tags[0][0].code), source="nfc", uid=tags[1][1].uid.hex(), now=NOW
    )
    assert isinstance(copy, Copied)


def test_it_goes_on_where_it_stopped(bench):
    first = Tagging(bench.registry)
    bench.lay(blank_tag(), first)
    bench.lift()
    second = Tagging(bench.registry)
    assert (second.written, second.count) == (1, 3)
    assert second.next is not None
    assert second.next.item == 2


@pytest.mark.parametrize("k", range(0, 24, 2))
def test_a_torn_write_is_repeated_on_the_same_sticker_with_the_same_code(bench, k):
    work = Tagging(bench.registry)
    sticker, codes = work.next, len(bench.registry.stickers(None))
    assert sticker is not None
    tag = blank_tag()
    bench.pn532.lay(tag)
    scan = bench.heard.wait_for(Scan)
    bench.pn532.wait_for_searches(8)
    tag.leave_after(k)
    step = work.laid(scan, bench.reader)
    if isinstance(step, NotWritten):
        assert step.outcome in (WriteOutcome.LIFTED, WriteOutcome.NOT_THERE)
        bench.lift()
        if step.outcome is WriteOutcome.LIFTED:
            other = bench.lay(blank_tag(), work)
            assert other == LeftAsItWas(sticker, Unfit.TORN_ELSEWHERE)
            bench.lift()
        step = bench.lay(tag.leave_after(None), work)
    assert isinstance(step, TagWritten)
    assert tag.message == text_message(payload(sticker.code))
    assert len(bench.registry.stickers(None)) == codes


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (MifareClassic(), Unfit.NO_STICKER),
        (text_tag("https://example.org"), Unfit.NOT_OURS),
        (Sticker(uri_message("example.org", prefix=4)), Unfit.NOT_OURS),
    ],
)
def test_what_is_not_blank_is_left_alone(bench, card, why):
    work = Tagging(bench.registry)
    step = bench.lay(card, work)
    assert isinstance(step, LeftAsItWas)
    assert step.why is why
    assert getattr(card, "written", 0) == 0


def test_a_card_that_is_skipped_comes_last_and_its_torn_sticker_stays_its_own(bench):
    work = Tagging(bench.registry)
    first, torn = work.next, blank_tag()
    bench.pn532.lay(torn)
    scan = bench.heard.wait_for(Scan)
    order = work.wanted(scan)
    assert isinstance(order, TagOrder)
    assert isinstance(work.ended(order, Written(WriteOutcome.LIFTED, order.uid)), NotWritten)
    bench.lift()
    work.skip()
    assert isinstance(bench.lay(blank_tag(), work), TagWritten), (
        "other cards go on with other stickers"
    )
    bench.lift()
    work.skip()
    assert work.next == first
    assert bench.lay(blank_tag(), work) == LeftAsItWas(first, Unfit.TORN_ELSEWHERE)
    bench.lift()
    assert isinstance(bench.lay(torn, work), TagWritten)


def test_this_one_sticker_of_another_box_when_told(bench):
    work = Tagging(bench.registry)
    bench.pn532.lay(text_tag(payload(bench.other_code)))
    scan = bench.heard.wait_for(Scan)
    assert isinstance(work.wanted(scan), LeftAsItWas)
    order = work.wanted(scan, overwrite=True)
    assert isinstance(order, TagOrder)
    written = bench.reader.write(order.text, uid=order.uid)
    assert isinstance(work.ended(order, written), TagWritten)
    assert isinstance(work.wanted(scan), LeftAsItWas), "the next one is asked about again"


def test_a_sticker_of_another_box_only_when_told(bench):
    tag = text_tag(payload(bench.other_code))
    step = bench.lay(tag, Tagging(bench.registry))
    assert step == LeftAsItWas(bench.registry.active(1), Unfit.OTHER_BOX, bench.other_code[:4])
    bench.lift()
    assert isinstance(bench.lay(tag, Tagging(bench.registry, overwrite=True)), TagWritten)


def test_writing_over_old_stickers_goes_on_where_it_stopped(bench):
    first = Tagging(bench.registry, overwrite=True)
    bench.lay(text_tag(payload(bench.other_code)), first)
    second = Tagging(bench.registry, overwrite=True)
    assert second.next == bench.registry.active(2)
    assert (second.written, second.count) == (1, 3)


def test_a_written_card_is_written_again_when_told(bench):
    old, new = blank_tag(), blank_tag()
    bench.lay(old, Tagging(bench.registry))
    bench.lift()
    card = bench.registry.active(1)
    assert Tagging(bench.registry, chosen=[card]).next is None
    assert isinstance(
        bench.lay(new, Tagging(bench.registry, chosen=[card], again=True)), TagWritten
    )
    assert bench.registry.active(1).uid == new.uid.hex().upper()
    was = bench.registry.check(payload(card.code), source="nfc", uid=old.uid.hex(), now=NOW)
    assert isinstance(was, Copied)


@pytest.mark.parametrize("overwrite", [False, True])
def test_the_sticker_of_another_card_in_use_is_never_taken(bench, overwrite):
    work = Tagging(bench.registry)
    tag = blank_tag()
    bench.lay(tag, work)
    bench.lift()
    work = Tagging(
        bench.registry, chosen=[bench.registry.active(2)], overwrite=overwrite, again=overwrite
    )
    assert bench.lay(tag, work) == LeftAsItWas(bench.registry.active(2), Unfit.OTHER_CARD, 1)


def test_a_revoked_sticker_may_be_written_anew(bench):
    work = Tagging(bench.registry)
    tag = blank_tag()
    bench.lay(tag, work)
    bench.lift()
    bench.registry.reissue(bench.registry.active(1).code, reason=Why.LOST, now=NOW)
    again = Tagging(bench.registry)
    assert again.next == bench.registry.active(1)
    assert isinstance(bench.lay(tag, again), TagWritten)
    assert tag.message == text_message(payload(bench.registry.active(1).code))


def test_a_sticker_that_holds_the_code_already_is_bound_and_not_written(bench):
    sticker = bench.registry.active(1)
    tag = text_tag(payload(sticker.code))
    assert isinstance(bench.lay(tag, Tagging(bench.registry)), TagWritten)
    assert tag.written == 0
    assert bench.registry.active(1).uid == tag.uid.hex().upper()


def test_locking(bench):
    work = Tagging(bench.registry, lock=True)
    tag = blank_tag()
    assert isinstance(bench.lay(tag, work), TagWritten)
    assert tag.locked
    bench.lift()
    stubborn = UnknownSticker(text_message(payload(bench.registry.active(2).code)))
    step = bench.lay(stubborn, work)
    assert isinstance(step, NotWritten)
    assert step.outcome is WriteOutcome.NOT_LOCKED
    bench.lift()
    other = bench.lay(blank_tag(), work)
    assert other == LeftAsItWas(bench.registry.active(2), Unfit.TORN_ELSEWHERE), (
        "no code on two tags"
    )
    bench.lift()
    assert isinstance(bench.lay(stubborn, Tagging(bench.registry)), TagWritten), (
        "without locking it may"
    )


def test_bad_stickers_leave_the_card_next(bench):
    class Worn:
        def write(self, text, *, uid=None, lock=False):
            return Written(WriteOutcome.READ_ONLY, uid)

    work = Tagging(bench.registry)
    scan = Scan(text="", source="nfc", at=0.0, by=By.NFC, uid="04a1", flaw=Flaw.BLANK)
    assert work.laid(scan, Worn()) == NotWritten(
        bench.registry.active(1), "04a1", WriteOutcome.READ_ONLY
    )
    assert work.next == bench.registry.active(1)
    scan = Scan(text="", source="nfc", at=0.0, by=By.NFC, uid="04b2", flaw=Flaw.BLANK)
    assert isinstance(work.laid(scan, Worn()), NotWritten), "another sticker may be tried"


def test_a_card_reissued_while_its_tag_is_waited_for_gets_its_new_code(bench):
    work, tag = Tagging(bench.registry), blank_tag()
    assert work.next is not None
    new = bench.registry.reissue(work.next.code, reason=Why.LOST, now=NOW).new
    step = bench.lay(tag, work)
    assert isinstance(step, TagWritten)
    assert (step.sticker.code, tag.message) == (new.code, text_message(payload(new.code)))


def test_a_card_reissued_while_its_tag_is_written_is_not_called_written(bench):
    work, tag = Tagging(bench.registry), blank_tag()
    bench.pn532.lay(tag)
    scan = bench.heard.wait_for(Scan)
    order = work.wanted(scan)
    assert isinstance(order, TagOrder)
    new = bench.registry.reissue(order.sticker.code, reason=Why.LOST, now=NOW).new
    written = bench.reader.write(order.text, uid=order.uid)
    step = work.ended(order, written)
    assert isinstance(step, LeftAsItWas)
    assert (step.why, step.sticker) == (Unfit.REISSUED, new)
    assert (work.written, bench.registry.find(order.sticker.code).uid) == (0, None)
    bench.lift()
    assert isinstance(bench.lay(tag, work), TagWritten)
    assert tag.message == text_message(payload(new.code))


@pytest.mark.parametrize("by_number", [False, True])
def test_a_spare_of_this_box_is_written_over_only_when_told(bench, by_number):
    (spare,) = bench.registry.add_spares(1, now=NOW)
    tag = text_tag("https://example.org" if by_number else payload(spare.code))
    if by_number:
        bench.registry.carriers.bind(spare.code, tag.uid.hex(), now=NOW)
    step = bench.lay(tag, Tagging(bench.registry))
    assert step == LeftAsItWas(bench.registry.active(1), Unfit.SPARE, "1")
    assert tag.written == 0
    bench.lift()
    assert isinstance(bench.lay(tag, Tagging(bench.registry, overwrite=True)), TagWritten)
    assert bench.registry.find(spare.code).uid is None


@pytest.mark.parametrize("stored", [False, True])
def test_a_stop_between_writing_and_binding_is_remembered(bench, stored):
    """The program is gone between the order and its end: the next one knows of the tag."""
    tag = blank_tag()
    bench.pn532.lay(tag)
    scan = bench.heard.wait_for(Scan)
    order = Tagging(bench.registry).wanted(scan)
    assert isinstance(order, TagOrder)
    if stored:
        bench.reader.write(order.text, uid=order.uid)
    bench.lift()
    bench.registry.close()
    bench.registry = bench.boxes.open(bench.registry.box_id)
    work = Tagging(bench.registry)
    assert bench.lay(blank_tag(), work) == LeftAsItWas(order.sticker, Unfit.TORN_ELSEWHERE)
    bench.lift()
    assert isinstance(bench.lay(tag, work), TagWritten)
    assert tag.message == text_message(payload(order.sticker.code))
    assert bench.registry.carriers.being_written() == {}


def test_two_programs_that_write_one_box_give_no_code_to_two_tags(bench):
    one, other = Tagging(bench.registry), Tagging(bench.registry)
    first = Scan(text="", source="nfc", at=0.0, by=By.NFC, uid="04a1", flaw=Flaw.BLANK)
    second = Scan(text="", source="nfc", at=0.0, by=By.NFC, uid="04b2", flaw=Flaw.BLANK)
    order = one.wanted(first)
    assert isinstance(order, TagOrder)
    assert other.wanted(second) == LeftAsItWas(order.sticker, Unfit.TORN_ELSEWHERE)
    assert isinstance(one.ended(order, Written(WriteOutcome.WRITTEN, order.uid)), TagWritten)
    taken = other.wanted(second)
    assert isinstance(taken, TagOrder)
    assert taken.sticker.item == 2


def test_a_broken_tag_is_got_rid_of_by_a_new_code(bench):
    order = Tagging(bench.registry).wanted(
        Scan(text="", source="nfc", at=0.0, by=By.NFC, uid="04a1", flaw=Flaw.BLANK)
    )
    assert isinstance(order, TagOrder)
    bench.registry.reissue(order.sticker.code, reason=Why.DAMAGED, now=NOW)
    assert isinstance(bench.lay(blank_tag(), Tagging(bench.registry)), TagWritten)


# -- the command ------------------------------------------------------------------------------


def write(folder, *arguments, **settings):
    program = ketuk_program()
    return subprocess.Popen(
        [sys.executable, "-c", program, "--lang", "en", "--data", str(folder), "write", *arguments],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        **settings,
    )  # fmt: skip


def test_the_command_writes_one_after_the_other(tmp_path):
    cards = [BoxItem(number, "city") for number in (1, 2, 3)]
    (box,) = Boxes(tmp_path / "boxes").new(cards, names=["Ours"], ruleset="nusantara", now=NOW)
    with VirtualReader() as pn532:
        process = write(tmp_path, box.box.id, "--items", "1,3", "--nfc", pn532.path, "--json")
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert any("ready" in line for line in process.stderr)
            pn532.wait_for_searches(8)
            records = []
            for tag in (blank_tag(), MifareClassic(), blank_tag()):
                pn532.lay(tag)
                records.append(json.loads(process.stdout.readline()))
                pn532.lift()
                if len(records) < 3:
                    pn532.wait_for_searches(8)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
            process.wait()
    assert [(r["outcome"], r["item"]) for r in records] == [
        ("written", 1),
        ("no_sticker", 3),
        ("written", 3),
    ]
    assert process.returncode == 0
    assert "All 2 tags are written." in errors


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--nfc", "/dev/ttyNOWHERE"], "nothing can be written"),
        (["--nfc", "/dev/ttyNOWHERE", "--lock"], "Nothing has been written"),
        (["--items", "77"], "77"),
    ],
)
def test_the_command_says_no_in_words(tmp_path, arguments, said):
    cards = [BoxItem(number, "city") for number in (1, 2)]
    (box,) = Boxes(tmp_path / "boxes").new(cards, names=["Ours"], ruleset="nusantara", now=NOW)
    process = write(tmp_path, box.box.id, *arguments)
    _, errors = process.communicate("no\n", timeout=60)
    assert process.returncode == 1
    assert said in errors
    assert "Traceback" not in errors
