"""Writing stickers through the reader's thread."""

from __future__ import annotations

import threading

import pytest
from readings import Heard, started
from scenes import A, B
from virtual_tags import (
    BigSticker,
    MifareClassic,
    Phone,
    Sticker,
    UnknownSticker,
    blank_tag,
    broken_tag,
    text_message,
    text_tag,
    unprepared_tag,
)

from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.nfc_tags import WriteOutcome, Written
from ketuk.scanning.scan import Scan


@pytest.fixture
def writer(pn532, heard):
    with started(NfcReader(pn532.path, pause=0.005, retry=0.02), heard) as reader:
        yield reader


@pytest.mark.parametrize(
    "tag",
    [blank_tag(), Sticker(b""), text_tag("old and longer than what comes now"), broken_tag(),
     BigSticker(), UnknownSticker(text_message(B))],
    ids=["factory", "empty", "longer", "broken", "NTAG215", "other maker"],
)  # fmt: skip
def test_it_holds_the_text_afterwards(pn532, writer, tag):
    pn532.lay(tag)
    assert writer.write(A) == Written(WriteOutcome.WRITTEN, tag.uid.hex())
    assert tag.message == text_message(A)
    assert not tag.locked


def test_a_sticker_that_holds_it_already_is_left_alone(pn532, writer):
    tag = pn532.lay(text_tag(A))
    assert writer.write(A).outcome is WriteOutcome.ALREADY
    assert tag.written == 0


def test_only_the_sticker_that_was_meant(pn532, writer):
    tag = pn532.lay(text_tag(B))
    assert writer.write(A, uid="04ffffffffffff") == Written(WriteOutcome.NOT_THERE, tag.uid.hex())
    assert writer.write(A, uid=tag.uid.hex()).outcome is WriteOutcome.WRITTEN


def test_nothing_there(writer):
    assert writer.write(A) == Written(WriteOutcome.NOT_THERE)


def test_two_stickers(pn532, writer):
    with pn532.chip.lock:
        tags = [pn532.lay(blank_tag()), pn532.lay(blank_tag())]
    assert writer.write(A).outcome is WriteOutcome.SEVERAL
    assert [tag.written for tag in tags] == [0, 0]


@pytest.mark.parametrize("card", [MifareClassic(), Phone()])
def test_other_cards(pn532, writer, card):
    pn532.lay(card)
    assert writer.write(A).outcome is WriteOutcome.OTHER_KIND


def test_a_sticker_not_prepared_for_messages_is_left_alone(pn532, writer):
    tag = pn532.lay(unprepared_tag())
    assert writer.write(A).outcome is WriteOutcome.UNPREPARED
    assert tag.written == 0


@pytest.mark.parametrize(
    "tag", [text_tag(B).make_read_only(), text_tag(B).lock_silently()], ids=["told", "untold"]
)
def test_read_only(pn532, writer, tag):
    pn532.lay(tag)
    assert writer.write(A).outcome is WriteOutcome.READ_ONLY
    assert tag.message == text_message(B)


def test_too_small(pn532, writer):
    pn532.lay(blank_tag())
    assert writer.write("x" * 200).outcome is WriteOutcome.TOO_SMALL


def test_a_sticker_that_only_says_yes(pn532, writer):
    tag = blank_tag()
    tag.forgets_writes = True
    pn532.lay(tag)
    assert writer.write(A).outcome is WriteOutcome.NOT_STORED


def test_lock_only_on_request_and_after_reading_back(pn532, writer):
    tag = pn532.lay(blank_tag())
    assert writer.write(A, lock=True).outcome is WriteOutcome.WRITTEN
    assert tag.locked
    assert tag.message == text_message(A)
    assert writer.write(B).outcome is WriteOutcome.READ_ONLY


def test_no_lock_on_a_sticker_that_lies(pn532, writer):
    tag = blank_tag()
    tag.forgets_writes = True
    pn532.lay(tag)
    writer.write(A, lock=True)
    assert not tag.locked


def test_no_lock_on_an_unknown_make(pn532, writer):
    tag = pn532.lay(UnknownSticker(text_message(B)))
    assert writer.write(A, lock=True).outcome is WriteOutcome.NOT_LOCKED
    assert not tag.locked


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("before", [None, B])
def test_lifted_after_k_commands_it_is_old_empty_or_new_and_can_be_written_again(
    pn532, writer, before, lock
):
    outcomes = []
    for k in range(30):
        tag = blank_tag() if before is None else text_tag(before)
        old = tag.message
        pn532.lay(tag)
        pn532.wait_for_searches(8)  # so that only the writing counts down
        tag.leave_after(k)
        outcome = writer.write(A, lock=lock).outcome
        outcomes.append(outcome)
        assert tag.message in (old, b"", text_message(A)), f"k = {k}: a mixture"
        if outcome is WriteOutcome.WRITTEN:
            assert tag.message == text_message(A)
            assert tag.locked is lock
        else:
            assert outcome in (
                WriteOutcome.LIFTED,
                WriteOutcome.NOT_THERE,
                WriteOutcome.NOT_LOCKED,
            ), f"k = {k}"
            pn532.lift()
            pn532.lay(tag.leave_after(None))
            again = writer.write(A, uid=tag.uid.hex()).outcome
            assert again in (WriteOutcome.WRITTEN, WriteOutcome.ALREADY) or tag.memory[15] & 0x0F
            assert tag.message == text_message(A)
        pn532.lift()
    assert outcomes[0] is not WriteOutcome.WRITTEN
    assert outcomes[-1] is WriteOutcome.WRITTEN


def test_unplugged_while_writing(pn532, writer):
    for answers in range(0, 40, 4):
        pn532.lay(blank_tag())
        pn532.wait_for_searches(8)
        pn532.answers_left = answers
        assert writer.write(A).outcome in (WriteOutcome.READER_GONE, WriteOutcome.WRITTEN)
        pn532.unplug()
        pn532.lift()
        pn532.plug()
        pn532.wait_for_searches(8)


def test_a_reader_that_is_away_says_so(pn532):
    reader = NfcReader("/nowhere/reader", retry=0.02)
    assert reader.write(A).outcome is WriteOutcome.READER_GONE
    reader.start(lambda reading: None)
    assert reader.write(A).outcome is WriteOutcome.READER_GONE
    reader.stop()


def test_several_askers_are_served_in_turn(pn532, writer):
    tag = pn532.lay(blank_tag())
    outcomes = []
    threads = [
        threading.Thread(target=lambda n=n: outcomes.append(writer.write(f"text {n}").outcome))
        for n in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [WriteOutcome.WRITTEN] * 5
    assert tag.message in [text_message(f"text {n}") for n in range(5)]


def test_after_writing_the_lying_sticker_is_not_read_as_new(pn532, writer):
    heard = Heard()
    writer._put = heard
    pn532.lay(blank_tag())
    heard.wait_for(Scan)
    writer.write(A)
    pn532.wait_for_searches(8)
    assert len(heard.of(Scan)) == 1
