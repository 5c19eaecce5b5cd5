"""ACR122U readers on a virtual USB bus: nfcpy's own driver, found and named by us."""

from __future__ import annotations

import threading
import time

import pytest
from readings import Heard, read_at_two, started
from scenes import A, B
from virtual_acr122u import OtherUsbReader, VirtualAcr122u, VirtualUsb
from virtual_tags import MifareClassic, Phone, blank_tag, broken_tag, text_message, text_tag

from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.nfc_everywhere import EveryNfcReader
from ketuk.scanning.nfc_faults import NfcFault
from ketuk.scanning.nfc_ports import UsbPort, ports_of, usb_ports
from ketuk.scanning.nfc_tags import WriteOutcome
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
def acr():
    device = VirtualAcr122u()
    with VirtualUsb(device):
        yield device


@pytest.fixture
def no_service(monkeypatch):
    """No PC/SC service runs here; one that does, for another test or for people, has readers."""

    def absent():
        raise NfcFault(ReaderReason.NO_SERVICE, "")

    monkeypatch.setattr("ketuk.scanning.nfc_everywhere.Service", absent)


@pytest.fixture
def running(acr, heard):
    with started(NfcReader("usb", pause=0.002, retry=0.01), heard) as reader:
        yield reader
    assert acr.handles == 0


@pytest.mark.parametrize(
    ("card", "text", "flaw"),
    [
        (text_tag(A), A, None),
        (blank_tag(), "", Flaw.BLANK),
        (broken_tag(), "", Flaw.BROKEN),
        (MifareClassic(), "", Flaw.OTHER_KIND),
        (Phone(), "", Flaw.OTHER_KIND),
    ],
    ids=["ours", "blank", "broken", "door pass", "phone"],
)
def test_cards_are_read(acr, heard, running, card, text, flaw):
    acr.lay(card)
    scan = heard.wait_for(Scan)
    assert (scan.text, scan.flaw) == (text, flaw)


def test_two_tags_are_neither(acr, heard, running):
    with acr.chip.lock:
        acr.lay(text_tag(A))
        acr.lay(text_tag(B))
    assert heard.wait_for(ReaderError).reason is ReaderReason.SEVERAL_CARDS


def test_a_tag_is_written(acr, heard, running):
    tag = acr.lay(blank_tag())
    heard.wait_for(Scan)
    assert running.write(A).outcome is WriteOutcome.WRITTEN
    assert tag.message == text_message(A)


@pytest.mark.parametrize("commands", range(0, 80, 4))
def test_unplugged_at_any_moment_and_back(commands):
    heard, acr = Heard(), VirtualAcr122u()
    with VirtualUsb(acr):
        acr.lay(text_tag(A))
        acr.commands_left = commands
        reader = NfcReader("usb", pause=0.002, retry=0.01)
        reader.start(heard)
        heard.wait_for(
            ReaderState, where=lambda s: s.remedy in (ReaderReason.UNPLUGGED, ReaderReason.ABSENT)
        )
        acr.plug()
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        heard.wait_for(Scan, where=lambda s: s.text == A)
        reader.stop()
    assert acr.handles == 0


def test_a_mute_reader_is_told(acr, heard, running):
    acr.is_mute = True
    heard.wait_for(ReaderState, where=lambda s: s.remedy is ReaderReason.SILENT)
    acr.is_mute = False
    acr.lay(text_tag(A))
    heard.wait_for(Scan)


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ({"is_permitted": False}, ReaderReason.NO_PERMISSION),
        ({"is_claimed": True}, ReaderReason.BUSY),
        ({"is_plugged": False}, ReaderReason.ABSENT),
        ({"is_mute": True}, ReaderReason.SILENT),
    ],
    ids=["permission", "busy", "absent", "mute"],
)
def test_why_it_cannot_be_opened(acr, heard, trouble, reason):
    for name, value in trouble.items():
        setattr(acr, name, value)
    reader = NfcReader("usb", retry=0.01)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, reason)
    assert acr.handles == 0


def test_closing_does_not_put_it_to_sleep(acr, heard):
    acr.sleeps_for_good = True
    for _ in range(3):
        heard.clear()
        reader = NfcReader("usb", pause=0.002)
        reader.start(heard)
        assert heard.wait_for(ReaderState).state is Readiness.READY
        reader.stop()


def test_a_reader_without_a_driver_is_named(heard):
    with VirtualUsb(OtherUsbReader()):
        reader = NfcReader("usb", retry=0.01)
        reader.start(heard)
        error = heard.wait_for(ReaderError)
        reader.stop()
    assert error.reason is ReaderReason.NOT_SUPPORTED
    assert "072f:223b ACS ACR1252 Dual Reader" in error.detail


def test_two_equal_readers_have_lasting_names():
    left, right = VirtualAcr122u(socket=(1, 2)), VirtualAcr122u(socket=(1, 4), address=9)
    with VirtualUsb(right, left):
        first, second = usb_ports()
        assert (first.name, second.name) == ("nfc:usb-1-1.2", "nfc:usb-1-1.4")
        left.plug()
        assert [port.name for port in usb_ports()] == [first.name, second.name]
        heard = Heard()
        readers = [NfcReader(p.path, name=p.name, pause=0.002) for p in (first, second)]
        read_at_two(readers, heard, [(left, text_tag(A)), (right, text_tag(B))])
    assert {s.source: s.text for s in heard.of(Scan)} == {first.name: A, second.name: B}


def test_every_reader_is_found_when_it_is_plugged_in(heard, no_service):
    first, second = VirtualAcr122u(socket=(1,)), VirtualAcr122u(socket=(2,), address=9)
    first.unplug()
    second.unplug()
    with VirtualUsb(first, second):
        every = EveryNfcReader(
            look=0.01, make=lambda port: NfcReader(port.path, name=port.name, pause=0.002)
        )
        every.start(heard)
        absent = heard.wait_for(ReaderState)
        assert (absent.source, absent.state, absent.remedy) == (
            "nfc",
            Readiness.ABSENT,
            ReaderReason.ABSENT,
        )
        first.plug()
        heard.wait_for(Removed)
        second.plug()
        heard.wait_for(Removed, count=2)
        first.lay(text_tag(A))
        heard.wait_for(Scan)
        second.lay(text_tag(B))
        heard.wait_for(Scan, count=2)
        assert heard.wait_for(ReaderState, count=2).source == "nfc", "it is no longer absent"
        assert [reader.name for reader in every.readers] == ["nfc:usb-1-1", "nfc:usb-1-2"]
        every.stop()
    assert [(s.source, s.text) for s in heard.of(Scan)] == [
        ("nfc:usb-1-1", A),
        ("nfc:usb-1-2", B),
    ]
    assert len(heard.of(ReaderError)) == 1
    assert first.handles == second.handles == 0


@pytest.mark.parametrize(
    "path", ["usb", "usb:072f:2200", "usb:072F", "usb:001:005", "usb:1", "usb@1-1"]
)
def test_paths_that_find_it(acr, path):
    (port,) = ports_of(path)
    assert isinstance(port, UsbPort)
    assert port.driver == "acr122"


@pytest.mark.parametrize("path", ["usb:04cc", "usb:002", "usb:001:006", "usb@2-1"])
def test_paths_that_find_nothing(acr, path):
    with pytest.raises(NfcFault) as caught:
        ports_of(path)
    assert caught.value.reason is ReaderReason.ABSENT


@pytest.mark.parametrize("path", ["", "usb:xyz", "bluetooth", "usb@", "tty:"])
def test_paths_that_mean_nothing(acr, path):
    with pytest.raises(NfcFault) as caught:
        ports_of(path)
    assert caught.value.reason is ReaderReason.NO_ADDRESS


def test_a_bus_that_does_not_answer_is_told_and_quitting_does_not_wait(
    heard, no_service, monkeypatch
):
    back = threading.Event()
    monkeypatch.setattr(
        "ketuk.scanning.nfc_everywhere.nfc_ports.usb_ports", lambda: [back.wait(20)][1:]
    )
    every = EveryNfcReader(look=0.01, longest=0.3)
    every.start(heard)
    state = heard.wait_for(ReaderState)
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.SILENT)
    began = time.monotonic()
    every.stop()
    assert time.monotonic() - began < 2
    back.set()
