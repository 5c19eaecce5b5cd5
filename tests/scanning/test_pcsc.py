"""Readers of the PC/SC service: a real pcscd, cards that are programs, nfcpy's code for tags."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from readings import read, read_at_two, started
from scenes import CODES, A, B
from trials import trials
from virtual_acr122u import VirtualAcr122u, VirtualUsb
from virtual_pcsc import PLAIN, PcscService, needs_pcscd
from virtual_tags import (
    BigSticker,
    Card,
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

from ketuk.codes.payload import find_code
from ketuk.scanning import nfc_tags
from ketuk.scanning.doctor_nfc import readers
from ketuk.scanning.findings import System
from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.nfc_everywhere import EveryNfcReader
from ketuk.scanning.nfc_tags import WriteOutcome, Written
from ketuk.scanning.pcsc import PcscLink
from ketuk.scanning.pcsc_service import REASONS, PcscPort, Service
from ketuk.scanning.scan import (
    Flaw,
    ReaderError,
    ReaderReason,
    ReaderState,
    Readiness,
    Removed,
    Scan,
)
from ketuk.tui.scans import Said, Scans
from ketuk.tui.words import Words

pytestmark = needs_pcscd

TIMES = trials(100)
"""Looks at a card that another program reads too."""


@pytest.fixture(scope="module")
def service():
    with PcscService() as service:
        yield service


@pytest.fixture
def slot(service):
    slot = service.readers[0]
    yield slot
    slot.lift()
    seen_by_the_service(slot, card=False)


@pytest.fixture
def reader(slot, heard):
    with started(NfcReader("pcsc:" + slot.name, pause=0.02, retry=0.05), heard) as reader:
        yield reader


def seen_by_the_service(slot, *, card: bool) -> None:
    """Wait until pcscd, which looks every 0.4 s, has noticed what was laid or lifted."""
    service, end = Service(), time.monotonic() + 20
    while bool(service.state(slot.name)[0] & service.api.SCARD_STATE_PRESENT) is not card:
        assert time.monotonic() < end
        time.sleep(0.02)
    service.close()


def test_two_cards_in_turn_are_six_taps(slot, heard, reader):
    one, other = text_tag(A), text_tag(B)
    for count, (tag, text) in enumerate([(one, A), (other, B)] * 3, 1):
        scan = read(slot, heard, tag)
        assert (scan.text, scan.uid, scan.flaw) == (text, tag.uid.hex(), None)
        slot.lift()
        heard.wait_for(Removed, count=count + 1)
    assert [s.text for s in heard.of(Scan)] == [A, B] * 3
    assert heard.of(ReaderError) == []


@pytest.mark.parametrize(
    ("card", "flaw"),
    [
        (blank_tag(), Flaw.BLANK),
        (Sticker(raw=bytes(16)), Flaw.BLANK),
        (unprepared_tag(), Flaw.UNPREPARED),
        (broken_tag(), Flaw.BROKEN),
        (Sticker(b"\xd2\x01\x01a\x00"), Flaw.NO_TEXT),
        (Card(), Flaw.OTHER_KIND),
        (MifareClassic(), Flaw.OTHER_KIND),
        (Phone(), Flaw.OTHER_KIND),
    ],
    ids=["factory", "zeros", "unprepared", "broken", "no text", "bank card", "door pass", "phone"],
)  # fmt: skip
def test_what_is_not_ours_is_named(slot, heard, reader, card, flaw):
    scan = read(slot, heard, card)
    assert (scan.text, scan.flaw) == ("", flaw)


@pytest.mark.parametrize("make", [BigSticker, UnknownSticker], ids=["NTAG215", "other maker"])
def test_other_stickers_are_read(slot, heard, reader, make):
    assert find_code(read(slot, heard, make(text_message(A))).text) == CODES[0]


def test_a_card_that_lay_there_at_the_start_is_read_once(slot, heard):
    slot.lay(text_tag(A))
    seen_by_the_service(slot, card=True)
    reader = NfcReader("pcsc", pause=0.02)
    reader.start(heard)
    assert heard.wait_for(Scan).text == A
    time.sleep(0.3)
    reader.stop()
    assert len(heard.of(Scan)) == 1
    assert heard.of(Removed) == []


@pytest.mark.parametrize("commands", range(12))
def test_lifted_after_k_commands_is_lifted_or_read_and_the_next_card_works(
    slot, heard, reader, commands
):
    tag = text_tag(A).leave_after(commands)
    slot.lay(tag)
    said = heard.wait_for(ReaderError | Scan)
    assert getattr(said, "reason", None) is ReaderReason.LIFTED or said.text == A or not said.text
    slot.lift()
    heard.wait_for(Removed, count=2)
    assert read(slot, heard, text_tag(B)).text == B


# ---- writing


@pytest.mark.parametrize("kind", ["passes on", PLAIN])
@pytest.mark.parametrize(
    "make",
    [blank_tag, lambda: text_tag("old and longer than what comes now"), broken_tag, BigSticker],
    ids=["factory", "longer", "broken", "NTAG215"],
)
def test_it_holds_the_text_afterwards(slot, heard, reader, make, kind):
    slot.kind, tag = kind, make()
    read(slot, heard, tag)
    assert reader.write(A) == Written(WriteOutcome.WRITTEN, tag.uid.hex())
    assert (tag.message, tag.locked) == (text_message(A), False)
    assert reader.write(A).outcome is WriteOutcome.ALREADY


def test_what_cannot_be_written_is_named_and_left_as_it_is(slot, heard, reader):
    for tag, outcome in (
        (unprepared_tag(), WriteOutcome.UNPREPARED),
        (text_tag(B).make_read_only(), WriteOutcome.READ_ONLY),
        (text_tag(B).lock_silently(), WriteOutcome.READ_ONLY),
        (MifareClassic(), WriteOutcome.OTHER_KIND),
        (Phone(), WriteOutcome.OTHER_KIND),
    ):
        read(slot, heard, tag)
        before = bytes(getattr(tag, "memory", b""))
        assert reader.write(A).outcome is outcome
        assert bytes(getattr(tag, "memory", b"")) == before
        slot.lift()
        heard.wait_for(Removed, count=len(heard.of(Scan)) + 1)
        assert reader.write(A).outcome is WriteOutcome.NOT_THERE


def test_only_the_sticker_that_was_meant(slot, heard, reader):
    tag = text_tag(B)
    read(slot, heard, tag)
    assert reader.write(A, uid="04ffffffffffff") == Written(WriteOutcome.NOT_THERE, tag.uid.hex())
    assert tag.message == text_message(B)


@pytest.mark.parametrize(
    ("kind", "outcome"), [("passes on", WriteOutcome.WRITTEN), (PLAIN, WriteOutcome.NOT_LOCKED)]
)
def test_a_lock_is_set_only_where_the_make_is_known(slot, heard, reader, kind, outcome):
    slot.kind = kind
    tag = blank_tag()
    read(slot, heard, tag)
    assert reader.write(A, lock=True).outcome is outcome
    assert (tag.message, tag.locked) == (text_message(A), outcome is WriteOutcome.WRITTEN)
    slot.kind = "passes on"


@pytest.mark.parametrize("commands", range(0, 30, 3))
def test_slipping_off_while_being_written_leaves_no_mixture(slot, heard, reader, commands):
    tag = text_tag(B)
    read(slot, heard, tag)
    tag.leave_after(commands)
    outcome = reader.write(A, lock=True).outcome
    assert tag.message in (text_message(B), b"", text_message(A))
    if outcome is not WriteOutcome.WRITTEN:
        assert outcome in (WriteOutcome.LIFTED, WriteOutcome.NOT_THERE, WriteOutcome.NOT_LOCKED)
        slot.lift()
        heard.wait_for(Removed, count=2)
        time.sleep(0.6)  # a reset has told the removal before pcscd's next look, every 0.4 s
        read(slot, heard, tag.leave_after(None))
        again = reader.write(A, uid=tag.uid.hex()).outcome
        assert again in (WriteOutcome.WRITTEN, WriteOutcome.ALREADY) or tag.memory[15] & 0x0F
    assert tag.message == text_message(A)


# ---- the service and other programs


def test_every_reason_of_a_reader_of_the_service_has_its_sentence():
    for language in ("id", "en"):
        scans = Scans(Words(language))
        for reason in {*REASONS.values(), ReaderReason.NO_PCSC_LIBRARY, ReaderReason.ABSENT}:
            change = ReaderState(source="pcsc:ACS", at=0, state=Readiness.ABSENT, remedy=reason)
            assert scans.state(change).startswith("pcsc:ACS: ")


def test_what_was_said_of_a_readers_trouble_goes_when_it_is_no_longer_so():
    scans = Scans(Words("id"))
    scans.quiet = True
    silent, absent, ready = (
        ReaderState(source="nfc", at=0, state=state, remedy=remedy)
        for state, remedy in (
            (Readiness.ABSENT, ReaderReason.SILENT),
            (Readiness.ABSENT, ReaderReason.ABSENT),
            (Readiness.READY, None),
        )
    )
    well = ReaderState(source="nfc", at=0, state=Readiness.CLEAR)
    for better in (absent, ready, well):
        scans.heard(silent)
        assert scans.said is not None
        scans.heard(better)
        assert scans.said is None
    assert "nfc" not in scans.states, "each reader speaks for itself, this one never reads"
    other = Said("Jakarta", "good")
    scans.heard(silent)
    scans.say(other)
    scans.heard(absent)
    assert scans.said == other, "what was said since stays"


def test_a_command_that_is_never_answered_is_told_and_quitting_does_not_wait(service, heard):
    left, right = service.readers
    readers = [
        NfcReader("pcsc:" + slot.name, pause=0.02, retry=0.05, longest=1.0)
        for slot in (left, right)
    ]
    for reader in readers:
        reader.start(heard)
    heard.wait_for(Removed, count=2)
    tag = text_tag(A)
    tag.answer = lambda command: time.sleep(60)  # takes the command and is silent
    left.lay(tag)
    lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
    assert (lost.source, lost.remedy) == (readers[0].name, ReaderReason.SILENT)
    assert read(right, heard, text_tag(B)).text == B
    began = time.monotonic()
    for reader in readers:
        reader.stop()
    assert time.monotonic() - began < 1
    service.kill()  # what the driver holds, only this ends
    service.start()
    for slot in (left, right):
        slot.lift()
        seen_by_the_service(slot, card=False)


def test_killed_and_back_is_told_once_each(service, slot, heard, reader):
    slot.lift()
    service.kill()
    lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
    assert lost.remedy is ReaderReason.NO_SERVICE
    time.sleep(0.3)
    service.start()
    assert read(slot, heard, text_tag(A)).text == A
    states = [s.state for s in heard.of(ReaderState)]
    assert states == [Readiness.READY, Readiness.LOST, Readiness.READY]
    assert len(heard.of(ReaderError)) == 1


def test_two_readers_are_two_taps(service, heard):
    left, right = service.readers
    readers = [NfcReader("pcsc:" + slot.name, pause=0.02) for slot in (left, right)]
    read_at_two(readers, heard, [(left, text_tag(A)), (right, text_tag(B))])
    for slot in (left, right):
        slot.lift()
        seen_by_the_service(slot, card=False)
    sources = {"pcsc:" + left.name: A, "pcsc:" + right.name: B}
    assert {scan.source: scan.text for scan in heard.of(Scan)} == sources


def test_a_reader_that_another_program_holds_alone_is_busy_and_comes_back(service, heard):
    from smartcard import scard

    left, right = service.readers
    left.lay(blank_tag())
    _, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
    end = time.monotonic() + 5
    held = None
    while not held and time.monotonic() < end:
        result, handle, _ = scard.SCardConnect(
            context, left.name, scard.SCARD_SHARE_EXCLUSIVE, scard.SCARD_PROTOCOL_T1
        )
        held = handle if result == scard.SCARD_S_SUCCESS else None
        time.sleep(0.05)
    readers = [NfcReader("pcsc:" + slot.name, pause=0.02, retry=0.05) for slot in (left, right)]
    for reader in readers:
        reader.start(heard)
    busy = heard.wait_for(ReaderState, where=lambda s: s.source == readers[0].name)
    assert (busy.state, busy.remedy) == (Readiness.ABSENT, ReaderReason.BUSY)
    assert read(right, heard, text_tag(B)).text == B
    scard.SCardDisconnect(held, scard.SCARD_LEAVE_CARD)
    scard.SCardReleaseContext(context)
    heard.wait_for(Scan, where=lambda s: s.source == readers[0].name)
    for reader in readers:
        reader.stop()
    for slot in (left, right):
        slot.lift()
        seen_by_the_service(slot, card=False)


def test_an_unknown_name_is_absent(service, heard):
    reader = NfcReader("pcsc:no such reader", retry=0.05)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.ABSENT)


# ---- the doctor


def test_the_doctor_names_service_readers_card_and_who_holds_one_alone(service):
    from smartcard import scard

    left, right = service.readers
    right.lay(text_tag(A))
    seen_by_the_service(right, card=True)
    left.lay(blank_tag())
    seen_by_the_service(left, card=True)
    _, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
    result, held, _ = scard.SCardConnect(
        context, left.name, scard.SCARD_SHARE_EXCLUSIVE, scard.SCARD_PROTOCOL_T1
    )
    assert result == scard.SCARD_S_SUCCESS
    with VirtualUsb(VirtualAcr122u()):
        findings = list(readers(System(sysfs=Path("/nowhere")), ()))
    scard.SCardDisconnect(held, scard.SCARD_LEAVE_CARD)
    scard.SCardReleaseContext(context)
    found = {finding.id: finding for finding in findings}
    assert found["pcsc"].facts["readers"] == 2
    assert found["pcsc_busy"].facts["name"] == "pcsc:" + left.name
    assert found["card_read"].facts["text"] == A
    names = {f.facts["name"] for f in findings if "name" in f.facts}
    assert names == {"pcsc:" + left.name, "pcsc:" + right.name}, "the USB reader is the service's"
    for slot in (left, right):
        slot.lift()
        seen_by_the_service(slot, card=False)


def test_all_readers_of_the_service_are_found_and_come_back_with_it(service, heard):
    with VirtualUsb(VirtualAcr122u()):
        every = EveryNfcReader(
            look=0.2, make=lambda port: NfcReader(port.path, name=port.name, pause=0.02, retry=0.05)
        )
        every.start(heard)
        heard.wait_for(Removed, count=2)
        assert {r.name for r in every.readers} == {"pcsc:" + s.name for s in service.readers}
        service.kill()
        heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.LOST)
        service.start()
        assert read(service.readers[1], heard, text_tag(A)).source == "pcsc:Virtual PCD 00 01"
        began = time.monotonic()
        every.stop()
        assert time.monotonic() - began < 3
    service.readers[1].lift()
    seen_by_the_service(service.readers[1], card=False)


# ---- other programs at the same card, and drivers that say odd things


def test_another_program_that_reads_other_pages_never_makes_a_wrong_code(slot):
    other = f"""
from smartcard import scard as s
_, context = s.SCardEstablishContext(s.SCARD_SCOPE_USER)
print("reading", flush=True)
while True:
    result, handle, protocol = s.SCardConnect(context, {slot.name!r}, s.SCARD_SHARE_SHARED, 3)
    if result == 0:
        for page in (0, 12, 36):
            s.SCardTransmit(handle, protocol, [0xFF, 0xB0, 0, page, 16])
        s.SCardDisconnect(handle, s.SCARD_LEAVE_CARD)
"""
    slot.lay(text_tag(A))
    seen_by_the_service(slot, card=True)
    link = PcscLink(PcscPort(slot.name))
    with subprocess.Popen([sys.executable, "-c", other], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        looks = [looked(link) for _ in range(TIMES)]
        program.kill()
    link.close()
    assert {look.texts for look in looks if not look.lifted} == {(A,)}
    assert sum(look.lifted for look in looks) < TIMES / 10, "a retry at worst"


def looked(link):
    target = link.sense()
    with link.exclusive():
        return nfc_tags.look(link, target)


@pytest.mark.parametrize("odd", ["SCARD_STATE_UNAVAILABLE", "SCARD_STATE_EMPTY"])
def test_a_driver_that_calls_the_reader_unavailable_for_a_moment(slot, heard, reader, odd):
    """Some do when a card leaves; the states come from below, so that the moment can be made."""
    slot.lay(text_tag(A))
    heard.wait_for(Scan)
    service = Service()
    real, odd_state = Service.state, getattr(service.api, odd)
    service.close()
    until = time.monotonic() + 0.4
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Service,
            "state",
            lambda self, name: (odd_state, b"") if time.monotonic() < until else real(self, name),
        )
        time.sleep(0.6)
    slot.lift()
    heard.wait_for(Removed, count=2)
    assert read(slot, heard, text_tag(B)).text == B
    assert heard.of(ReaderError) == []
    assert [s.state for s in heard.of(ReaderState)] == [Readiness.READY]


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("SCARD_W_SECURITY_VIOLATION", ReaderReason.NOT_ALLOWED),
        ("SCARD_E_NO_ACCESS", ReaderReason.NOT_ALLOWED),
        ("SCARD_E_NO_SERVICE", ReaderReason.NO_SERVICE),
    ],
)
def test_a_refusal_of_the_service_is_told_apart_from_no_reader(heard, monkeypatch, number, reason):
    """polkit refuses nobody who is root, so that the number comes from here."""
    from smartcard import scard

    monkeypatch.setattr(scard, "SCardEstablishContext", lambda scope: (getattr(scard, number), 0))
    reader = NfcReader("pcsc", retry=0.05)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, reason)
