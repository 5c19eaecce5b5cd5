"""600 random taps, shows, lifts and unplugs as fast as the readers go: nothing lost, nothing left.

The readers' clock runs twenty times as fast as the wall's, so that the 0.7 s for which a card must
be out of a camera's view pass in 35 ms.
"""

from __future__ import annotations

import gc
import os
import random
import threading
import time
from pathlib import Path

import pytest
from readings import Heard
from scenes import CODES, Studio
from scripted_camera import ScriptedCamera
from virtual_pn532 import VirtualReader
from virtual_tags import MifareClassic, Phone, blank_tag, text_tag

from ketuk.codes.payload import payload
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.scan import ReaderState, Readiness
from ketuk.scanning.settle import Gone, New, NoTap, Returned
from ketuk.scanning.stream import Stream
from ketuk.scanning.typed import TypedReader

ACTIONS = 600
SEEN = (New, Returned, NoTap)


def fast_clock() -> float:
    return 20 * time.monotonic()


def open_handles() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def resident_megabytes() -> float:
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * 4096 / 1e6 if status.exists() else 0.0


class Table:
    """A hand that lays, shows, lifts and pulls cables, and counts what came of it."""

    def __init__(self, pn532: VirtualReader) -> None:
        self.rng, self.pn532, self.heard = random.Random(600), pn532, Heard()
        studio = Studio(size=(240, 320))
        self.empty = studio.frame()
        self.frames = {code: studio.frame(payload(code), scale=3) for code in CODES}
        self.camera = ScriptedCamera(self.empty, rate=400)
        self.typed = TypedReader(clock=fast_clock)
        self.readers = [
            NfcReader(pn532.path, name="nfc", pause=0.001, retry=0.01, clock=fast_clock),
            CameraReader("0", open_with=self.camera.open, retry=0.01, clock=fast_clock,
                         patience=100.0),
            self.typed,
        ]  # fmt: skip
        self.stream = Stream(self.readers, self.heard)
        self.expected = 0

    def count(self, kind, source: str) -> int:
        return len([s for s in self.heard.of(kind) if getattr(s, "scan", s).source == source])

    def wait(self, kind, source: str, count: int) -> None:
        self.heard.wait_for(
            kind, count=count, where=lambda s: getattr(s, "scan", s).source == source
        )

    def tap(self, *, then_unplug: bool = False) -> None:
        """On the NFC reader: one reading, also if the cable is pulled under the card."""
        code = self.rng.choice(CODES)
        before = self.count(SEEN, "nfc")
        self.pn532.lay(text_tag(payload(code)))
        self.wait(SEEN, "nfc", before + 1)
        self.expected += 1
        if then_unplug:
            self.unplug()
            self.wait(SEEN, "nfc", before + 2)
            self.expected += 1
        self.lift()

    def stranger(self) -> None:
        before = self.count(SEEN, "nfc")
        self.pn532.lay(self.rng.choice([MifareClassic, Phone, blank_tag])())
        self.wait(SEEN, "nfc", before + 1)
        self.expected += 1
        self.lift()

    def lift(self) -> None:
        self.pn532.lift()
        self.pn532.wait_for_searches(8)

    def show(self) -> None:
        """Before the camera: one reading, and one removal."""
        before, gone = self.count(SEEN, "camera:0"), self.count(Gone, "camera:0")
        self.camera.show(self.frames[self.rng.choice(CODES)])
        self.wait(SEEN, "camera:0", before + 1)
        self.expected += 1
        self.camera.show(self.empty)
        self.wait(Gone, "camera:0", gone + 1)

    def enter(self) -> None:
        before = self.count(SEEN, "typed")
        assert self.typed.enter(self.rng.choice(CODES))
        self.wait(SEEN, "typed", before + 1)
        self.expected += 1

    def unplug(self) -> None:
        ready = len(self.ready("nfc"))
        self.pn532.unplug()
        self.heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST, count=ready)
        self.pn532.plug()
        end = time.monotonic() + 20
        while len(self.ready("nfc")) <= ready:
            assert time.monotonic() < end, "the reader does not come back"
            time.sleep(0.002)

    def ready(self, source: str):
        return [
            s
            for s in self.heard.of(ReaderState)
            if s.source == source and s.state is Readiness.READY
        ]

    def act(self) -> None:
        act = self.rng.choices(
            [self.tap, self.stranger, self.show, self.enter,
             lambda: self.tap(then_unplug=True), self.unplug],
            weights=[50, 10, 20, 10, 5, 5],
        )[0]  # fmt: skip
        act()


@pytest.mark.timeout(240)
def test_six_hundred_taps_lifts_unplugs_and_pictures():
    gc.collect()
    threads, handles = set(threading.enumerate()), open_handles()
    with VirtualReader() as pn532:
        table = Table(pn532)
        with table.stream:
            table.heard.wait_for(ReaderState, count=2)
            pn532.wait_for_searches(8)
            time.sleep(0.1)
            warm = 0.0
            for number in range(ACTIONS):
                table.act()
                if number == ACTIONS // 4:
                    warm = resident_megabytes()
        grown = resident_megabytes() - warm
    seen = table.heard.of(SEEN)
    assert len(seen) == table.expected, "every tap is told once"
    assert {s.scan.source for s in seen} == {"nfc", "camera:0", "typed"}
    assert [s for s in seen if isinstance(s, New | Returned) and s.code is None]
    assert table.stream.lying() == frozenset()
    gc.collect()
    assert {t for t in threading.enumerate() if t not in threads} == set()
    assert open_handles() == handles
    assert grown < 20, f"{grown:.1f} MB more after {ACTIONS} actions"
