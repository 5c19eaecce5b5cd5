"""The NFC loop on the real nfcpy stack and the virtual PN532."""

from __future__ import annotations

import errno
import logging
import os
import sys
import threading
import time

import pytest
from children import in_child
from readings import Heard, read, started
from scenes import CODES, A, B
from virtual_pn532 import VirtualReader
from virtual_tags import (
    BigSticker,
    Card,
    MifareClassic,
    Phone,
    Sticker,
    UnknownSticker,
    blank_tag,
    broken_tag,
    message_tlv,
    text_message,
    text_tag,
    unprepared_tag,
    uri_message,
)

from ketuk.codes.payload import find_code
from ketuk.scanning import nfc_link
from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.nfc_faults import NfcFault
from ketuk.scanning.nfc_ports import SerialPort, load_libusb, ports_of
from ketuk.scanning.scan import (
    Flaw,
    ReaderError,
    ReaderReason,
    ReaderState,
    Readiness,
    Removed,
    Scan,
)


@pytest.fixture
def running(pn532, heard):
    """A reader that has seen its empty field."""
    with started(NfcReader(pn532.path, name="nfc", pause=0.005, retry=0.02), heard) as reader:
        yield reader


@pytest.mark.parametrize(
    "message",
    [
        text_message(A),
        text_message(A, language="en"),
        text_message(A, utf16=True),
        uri_message("example.org/k/" + CODES[0], prefix=4),
        text_message("Kartu") + text_message(A),
    ],
    ids=["text", "English", "UTF-16", "address", "second record"],
)
def test_our_code_in_every_dress(pn532, heard, running, message):
    if message.startswith(text_message("Kartu")):
        first, second = bytearray(text_message("Kartu")), bytearray(text_message(A))
        first[0], second[0] = 0x91, 0x51  # message begins; message ends
        message = bytes(first + second)
    tag = Sticker(message)
    scan = read(pn532, heard, tag)
    assert [code for text in (scan.text, *scan.beside) if (code := find_code(text))] == [CODES[0]]
    assert (scan.uid, scan.flaw) == (tag.uid.hex(), None)


@pytest.mark.parametrize(
    ("card", "flaw"),
    [
        (blank_tag(), Flaw.BLANK),
        (Sticker(b""), Flaw.BLANK),
        (Sticker(raw=bytes(16)), Flaw.BLANK),
        (broken_tag(), Flaw.BROKEN),
        (Sticker(b"\xd2\x01\x01a\x00"), Flaw.NO_TEXT),
        (Sticker(raw=b"\x03\xff\xff\xff" + bytes(100)), Flaw.BLANK),
        (Sticker(raw=bytes(range(7, 107))), Flaw.BLANK),
        (unprepared_tag(), Flaw.UNPREPARED),
        (Card(), Flaw.OTHER_KIND),
        (MifareClassic(), Flaw.OTHER_KIND),
        (Phone(), Flaw.OTHER_KIND),
        (Card(uid=bytes.fromhex("04112233445566")), Flaw.OTHER_KIND),
    ],
    ids=[
        "factory", "empty", "zeros", "broken", "no text", "endless", "junk", "unprepared",
        "bank card",
        "door pass", "phone", "7-byte bank card",
    ],
)  # fmt: skip
def test_what_is_not_ours_is_named_and_the_next_card_read(pn532, heard, running, card, flaw):
    scan = read(pn532, heard, card)
    assert (scan.text, scan.flaw) == ("", flaw)
    pn532.lift()
    heard.wait_for(Removed, count=2)
    assert read(pn532, heard, text_tag(A)).text == A


@pytest.mark.parametrize("make", [BigSticker, UnknownSticker], ids=["NTAG215", "other maker"])
def test_other_type_2_stickers_are_read(pn532, heard, running, make):
    assert read(pn532, heard, make(text_message(A))).text == A


def test_blocks_before_the_message_are_passed_over(pn532, heard, running):
    raw = bytes.fromhex("0103a00c34") + b"\x00\xfd\x03abc" + message_tlv(text_message(A))
    assert read(pn532, heard, Sticker(raw=raw)).text == A


def test_a_message_longer_than_one_length_byte_holds(pn532, heard, running):
    link = "https://example.org/" + "x" * 300 + "/" + CODES[0]
    body = b"\x00" + link.encode()
    record = b"\xc1\x01" + len(body).to_bytes(4, "big") + b"U" + body
    scan = read(pn532, heard, BigSticker(record))
    assert scan.text == link
    assert find_code(scan.text) == CODES[0]


def test_a_random_number_is_not_a_lasting_one(pn532, heard, running):
    assert read(pn532, heard, Phone()).uid is None


def test_lifted_after_k_commands_is_lifted_or_read_and_nothing_else(pn532, heard, running):
    tag = text_tag(A)
    read(pn532, heard, tag)
    needed = len(tag.heard)
    assert 2 < needed < 12
    for k in range(12):
        pn532.lift()
        pn532.wait_for_searches(8)
        heard.clear()
        pn532.lay(tag.leave_after(k))
        heard.wait_for(ReaderError | Scan)
        pn532.wait_for_searches(8)
        tag.leave_after(None)
        said = [r.reason if isinstance(r, ReaderError) else r.flaw for r in heard.all
                if isinstance(r, ReaderError | Scan)]  # fmt: skip
        assert said == ([ReaderReason.LIFTED] if k < needed else [None]), f"k = {k}"


@pytest.mark.parametrize("answers", range(0, 60, 3))
def test_unplugged_at_any_moment_and_back(answers):
    heard = Heard()
    with VirtualReader() as pn532:
        pn532.lay(text_tag(A))
        pn532.answers_left = answers
        reader = NfcReader(pn532.path, pause=0.002, retry=0.01)
        reader.start(heard)
        away = heard.wait_for(
            ReaderState, where=lambda s: s.state in (Readiness.LOST, Readiness.ABSENT)
        )
        assert away.remedy in (ReaderReason.UNPLUGGED, ReaderReason.ABSENT)
        pn532.unplug()
        pn532.plug()
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY and s.at > away.at)
        heard.wait_for(Scan, where=lambda s: s.text == A)
        reader.stop()


def test_away_for_a_while_is_told_once_and_mended_without_a_restart(pn532, heard, running):
    pn532.unplug()
    heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
    time.sleep(0.3)  # fifteen attempts to open it
    pn532.plug()
    assert read(pn532, heard, text_tag(A)).text == A
    assert [s.state for s in heard.of(ReaderState)] == [
        Readiness.READY,
        Readiness.LOST,
        Readiness.READY,
    ]
    assert len(heard.of(ReaderError)) == 1


def test_a_mute_reader_is_told_and_comes_back(pn532, heard, running):
    pn532.mute()
    heard.wait_for(ReaderState, where=lambda s: s.remedy is ReaderReason.SILENT)
    pn532.recover()
    assert read(pn532, heard, text_tag(A)).text == A


def test_a_babbling_reader_is_told_and_comes_back(pn532, heard, running):
    pn532.babble()
    heard.wait_for(
        ReaderState, where=lambda s: s.remedy in (ReaderReason.GARBLED, ReaderReason.SILENT)
    )
    pn532.recover()
    assert read(pn532, heard, text_tag(A)).text == A


def test_a_mute_reader_from_the_start(pn532, heard):
    pn532.mute()
    reader = NfcReader(pn532.path, retry=0.02)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.SILENT)


def test_what_is_no_reader_is_garbled(pn532, heard):
    pn532.babble()
    reader = NfcReader(pn532.path, retry=0.02)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.GARBLED)


def test_wrong_checksums_now_and_then_do_no_harm(pn532, heard, running):
    pn532.chip.garbled_answers = 2
    assert read(pn532, heard, text_tag(A)).text == A
    pn532.chip.garbled_answers = 50
    pn532.wait_for_searches(20)
    assert len(heard.of(Removed)) == 1, "only the empty field at the start"


def test_a_reader_in_use_is_busy_for_a_second_one(pn532, heard, running):
    second = Heard()
    other = NfcReader(pn532.path, retry=0.02)
    other.start(second)
    assert second.wait_for(ReaderState).remedy is ReaderReason.BUSY
    running.stop()
    second.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
    other.stop()


def test_several_readers_have_names_of_their_own():
    heard = Heard()
    with VirtualReader() as left, VirtualReader() as right:
        readers = [NfcReader(v.path, name=n, pause=0.005) for v, n in ((left, "L"), (right, "R"))]
        for reader in readers:
            reader.start(heard)
        heard.wait_for(Removed, count=2)
        left.lay(text_tag(A))
        right.lay(text_tag(B))
        heard.wait_for(Scan, count=2)
        for reader in readers:
            reader.stop()
    assert {scan.source: scan.text for scan in heard.of(Scan)} == {"L": A, "R": B}


def test_a_listener_that_raises_does_not_stop_the_reader(pn532, heard, caplog):
    caplog.set_level(logging.CRITICAL)

    def fails(reading):
        heard(reading)
        raise OSError("the listener's own")

    reader = NfcReader(pn532.path, pause=0.005)
    reader.start(fails)
    heard.wait_for(Removed)
    assert read(pn532, heard, text_tag(A)).text == A
    reader.stop()
    assert [s.state for s in heard.of(ReaderState)] == [Readiness.READY]


def test_stopping_is_quick_and_leaves_nothing_behind(pn532, heard):
    handles = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(5):
        heard.clear()
        reader = NfcReader(pn532.path, pause=0.1)
        reader.start(heard)
        heard.wait_for(Removed)
        before = time.monotonic()
        reader.stop()
        reader.stop()
        assert time.monotonic() - before < 2.0
    assert not [t for t in threading.enumerate() if t.name == reader.name]
    if handles:
        assert len(os.listdir("/proc/self/fd")) == handles


def test_a_thread_that_hangs_in_the_driver_is_left_behind_for_good(pn532, heard, monkeypatch):
    hung, go_on, opened = threading.Event(), threading.Event(), []
    real = nfc_link.open_link

    def hanging_once(path):
        opened.append(threading.current_thread())
        if len(opened) == 1:
            hung.set()
            go_on.wait(20)
            raise OSError(errno.EIO, "the driver gives it back at last")
        return real(path)

    monkeypatch.setattr(nfc_link, "open_link", hanging_once)
    monkeypatch.setattr("ketuk.scanning.nfc.LEAVE_BEHIND", 0.1)
    reader = NfcReader(pn532.path, pause=0.005, retry=0.02)
    reader.start(heard)
    assert hung.wait(10)
    before = time.monotonic()
    reader.stop()
    assert time.monotonic() - before < 3
    reader.start(heard)
    heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
    go_on.set()
    opened[0].join(10)
    assert not opened[0].is_alive(), "it must not go on beside the new one"
    reader.stop()


def test_a_file_is_no_reader(heard, tmp_path):
    path = tmp_path / "card.png"
    path.write_bytes(b"no reader")
    reader = NfcReader(str(path), retry=0.02)
    reader.start(heard)
    assert heard.wait_for(ReaderState).remedy is ReaderReason.GARBLED
    reader.stop()


def test_python_warnings_stay_as_they_were():
    done = in_child(
        """
        import sys, warnings
        from ketuk.scanning.nfc_faults import NfcFault
        from ketuk.scanning.nfc_link import open_link
        before = warnings.showwarning
        try:
            open_link("/dev/ttyNOWHERE")
        except NfcFault:
            pass
        assert "nfc.clf" in sys.modules
        assert warnings.showwarning is before, "importing nfcpy has taken the warnings away"
        """
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_chip_left_at_full_speed_by_a_killed_program_is_brought_back(pn532, heard):
    pn532.speed = 921_600
    # A virtual reader is given longer for a first sign of life than a real one.
    reader = NfcReader(pn532.path, pause=0.005, retry=0.02, longest=20)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    assert state.state is Readiness.READY
    pn532.lay(text_tag(A))
    heard.wait_for(Scan)
    assert pn532.speed == 921_600
    reader.stop()
    assert pn532.speed == 115_200


def test_a_line_that_takes_its_time(heard):
    with VirtualReader(at_921600_baud=True) as slow:
        slow.chip.air_time = 0.02
        reader = NfcReader(slow.path, pause=0.005)
        reader.start(heard)
        heard.wait_for(Removed)
        assert read(slow, heard, text_tag(A)).text == A
        reader.stop()


@pytest.mark.parametrize(
    ("path", "port"),
    [
        ("tty:USB0:pn532", SerialPort("/dev/ttyUSB0")),
        ("tty:USB0", SerialPort("/dev/ttyUSB0")),
        ("tty:AMA0:arygon", SerialPort("/dev/ttyAMA0", "arygon")),
        ("tty:cu.usbserial-10", SerialPort("/dev/cu.usbserial-10")),
        ("/dev/serial/by-id/usb-FTDI_x:1-if00", SerialPort("/dev/serial/by-id/usb-FTDI_x:1-if00")),
        ("/dev/ttyS1:arygon", SerialPort("/dev/ttyS1", "arygon")),
    ],
)
def test_paths_of_serial_readers(path, port):
    assert ports_of(path) == [port]


def test_windows_ports(monkeypatch):
    monkeypatch.setattr("os.name", "nt")
    assert ports_of("com:COM3:pn532") == ports_of("COM3") == [SerialPort("COM3")]


def test_libusb_comes_from_its_package_or_is_told_missing(monkeypatch):
    import libusb_package
    import usb1

    loaded = []

    def load(library=None):
        if library is None:
            raise FileNotFoundError(2, "cannot find a suitable libusb-1.0")
        loaded.append(library)

    monkeypatch.setattr(usb1, "loadLibrary", load)
    load_libusb()
    assert "libusb" in loaded[0]._name
    monkeypatch.setattr(libusb_package, "get_library_path", lambda: "/nowhere/libusb.so")
    with pytest.raises(NfcFault) as caught:
        load_libusb()
    assert caught.value.reason is ReaderReason.NO_LIBUSB


def test_a_missing_nfcpy_is_told(pn532, heard, monkeypatch):
    monkeypatch.setitem(sys.modules, "nfc.clf", None)
    reader = NfcReader(pn532.path, retry=0.02)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.NO_LIBRARY)
