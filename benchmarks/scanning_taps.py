"""From a tap to its verdict, and what waiting for taps costs.

Tag: a virtual PN532 that waits for the line's time at 921,600 baud and the tag's own; the registry
is a real one on disk. Camera: pictures of 1280 x 720 at 30 a second. Idle: shares of one core, with
the cost of only taking the pictures told by itself.

    python benchmarks/scanning_taps.py [--taps 200] [--shows 60] [--idle 20]
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from scenes import Studio
from sticker_pictures import shots
from virtual_pcsc import PcscService, unavailable
from virtual_pn532 import VirtualReader
from virtual_tags import text_tag

from ketuk.codes.boxes import Boxes
from ketuk.codes.payload import payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.codes.verdict import Accepted
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.decode import Chain, zxing
from ketuk.scanning.nfc import PAUSE, NfcReader
from ketuk.scanning.pcsc_service import Service
from ketuk.scanning.settle import Gone, New, NoTap, Returned, Settled
from ketuk.scanning.sources import grey_of
from ketuk.scanning.stream import Stream

RATE = 30.0


class Camera:
    """30 pictures a second, each the same scene with the last bit flickering as a sensor's does."""

    def __init__(self, frame: np.ndarray) -> None:
        self._even, self._odd = frame.copy(), frame.copy()
        self._odd[::4, ::4] ^= 1
        self.shown_at = self._due = time.monotonic()
        self._tick = 0

    def open(self, _: Any) -> "Camera":
        """Stand in for ``ketuk.scanning.sources.open_capture``."""
        return self

    def show(self, frame: np.ndarray) -> None:
        """See another scene from the next picture on, and note when that is taken."""
        self._even, self._odd = frame, frame ^ np.uint8(0)
        self._odd[::4, ::4] ^= 1
        self.shown_at = 0.0

    def read(self) -> tuple[bool, np.ndarray]:
        """Wait for the next picture's time."""
        self._due = max(self._due + 1 / RATE, time.monotonic())
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._tick += 1
        frame = (self._even if self._tick % 2 else self._odd).copy()
        self.shown_at = self.shown_at or time.monotonic()
        return True, frame

    def release(self) -> None:
        """Nothing to let go of."""


class Desk:
    """Takes what the stream says, and asks the registry as a room would."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self.verdict_at = registry, 0.0
        self.accepted, self.gone = threading.Event(), threading.Event()

    def __call__(self, settled: Settled) -> None:
        """In the reader's thread: a room would hand the tap to its own."""
        match settled:
            case New(scan) | Returned(scan) | NoTap(scan):
                now = datetime.now(UTC)
                answer = self._registry.check(scan.text, source="bench", uid=scan.uid, now=now)
                if isinstance(answer, Accepted):
                    self.verdict_at = time.monotonic()
                    self.accepted.set()
            case Gone():
                self.gone.set()
            case _:
                pass

    def expect(self) -> None:
        """Forget what was heard so far."""
        self.accepted.clear()
        self.gone.clear()


@contextmanager
def box(cards: int) -> Iterator[tuple[Registry, list[str]]]:
    """A registry on disk and the payloads of its cards."""
    with tempfile.TemporaryDirectory() as folder:
        items = [BoxItem(number, "city") for number in range(1, cards + 1)]
        now = datetime.now(UTC)
        (made,) = Boxes(Path(folder)).new(items, names=["Bench"], ruleset="nusantara", now=now)
        with Registry.open(made.path) as registry:
            yield registry, [payload(code) for _, code in made.codes]


def spread(times: list[float]) -> str:
    """Median, 95 % and worst, in milliseconds."""
    ordered = sorted(1000 * t for t in times)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    return (
        f"median {statistics.median(ordered):6.1f}  95 % {late:6.1f}  worst {ordered[-1]:6.1f} ms"
    )


def tags(count: int, *, pause: float) -> None:
    """From the moment the tag lies there to its verdict."""
    with box(104) as (registry, texts), VirtualReader(at_921600_baud=True) as pn532:
        desk, times = Desk(registry), []
        cards = [text_tag(text) for text in texts]
        with Stream([NfcReader(pn532.path, pause=pause)], desk):
            pn532.wait_for_searches(8)
            for number in range(count):
                desk.expect()
                time.sleep(0.007 * (number % 15))  # at any moment of the poll
                laid = time.monotonic()
                pn532.lay(cards[number % len(cards)])
                assert desk.accepted.wait(10)
                times.append(desk.verdict_at - laid)
                pn532.lift()
                assert desk.gone.wait(10)
        title = f"tag to verdict, {1000 * pause:.0f} ms between polls"
        print(f"{title:46}{spread(times)}")


def served_tags(count: int, *, pause: float) -> None:
    """The same by PC/SC, told from the moment at which pcscd has noticed the card: its own look at
    readers that are programs comes every 0.4 s, where a reader on USB reports by interrupt."""
    if reason := unavailable():
        print(f"tag to verdict by PC/SC: not measured, {reason}")
        return
    with box(104) as (registry, texts), PcscService() as service:
        desk, slot, times = Desk(registry), service.readers[0], []
        watch = Service()
        with Stream([NfcReader("pcsc:" + slot.name, pause=pause)], desk):
            time.sleep(1.0)
            for number in range(count):
                desk.expect()
                slot.lay(text_tag(texts[number % len(texts)]))
                while not watch.state(slot.name)[0] & watch.api.SCARD_STATE_PRESENT:
                    time.sleep(0.001)
                noticed = time.monotonic()
                assert desk.accepted.wait(10)
                times.append(max(0.0, desk.verdict_at - noticed))
                slot.lift()
                assert desk.gone.wait(10)
        watch.close()
        title = f"PC/SC, noticed to verdict, {1000 * pause:.0f} ms between polls"
        print(f"{title:46}{spread(times)}")


def shows(count: int) -> None:
    """From the first picture that holds a code to its verdict, by how hard the picture is."""
    empty = Studio(seed=3).frame()
    easy: list[float] = []
    hard: list[float] = []
    for shot in shots(count * 10):
        if len(easy) >= count and len(hard) >= count // 4:
            break
        first = shot.text in zxing(shot.grey)
        if first and len(easy) >= count:
            continue
        if not first and shot.text not in Chain().read(shot.grey):
            continue
        frame = np.repeat(shot.grey[..., None], 3, axis=2)
        (easy if first else hard).append(_show(empty, frame))
    for title, times in (("first step reads it", easy), ("another step reads it", hard)):
        if times:
            frames = [round(t * RATE, 1) for t in (statistics.median(times), max(times))]
            label = f"picture to scan, {title} ({len(times)})"
            print(f"{label:46}{spread(times)}  = {frames[0]} and {frames[1]} frames")


def _show(empty: np.ndarray, frame: np.ndarray) -> float:
    camera, seen = Camera(empty), threading.Event()
    when = [0.0]

    def tell(settled: Settled) -> None:
        if isinstance(settled, New | NoTap):
            when[0] = time.monotonic()
            seen.set()

    with Stream([CameraReader("0", open_with=camera.open)], tell):
        time.sleep(0.5)
        camera.show(frame)
        return when[0] - camera.shown_at if seen.wait(3) else float("inf")


def idle(seconds: float) -> None:
    """Shares of one core while nothing happens."""
    still, moving = Studio(seed=3).frame(), [Studio(seed=s).frame() for s in range(8)]
    taking = share(lambda: _take_only(still, seconds), seconds)
    camera = share(lambda: _watch(Camera(still), seconds), seconds)
    reader = share(lambda: _poll(seconds), seconds)
    busy = share(lambda: _watch(_Moving(moving), seconds), seconds)
    grey = time.process_time()
    for _ in range(100):
        grey_of(still)
    grey = 10 * (time.process_time() - grey)
    print(f"idle, only taking 30 pictures a second        {taking:5.1f} % of a core")
    print(f"idle, camera on a still picture               {camera:5.1f} % of a core")
    print(f"  beyond taking them                          {camera - taking:5.1f} %")
    print(f"  (turning a picture grey takes {grey:.2f} ms)")
    print(f"camera on pictures that all differ, no code   {busy:5.1f} %")
    print(f"NFC reader polling (the virtual chip's work included) {reader:5.1f} %")


class _Moving(Camera):
    def __init__(self, frames: list[np.ndarray]) -> None:
        super().__init__(frames[0])
        self._frames = frames

    def read(self) -> tuple[bool, np.ndarray]:
        """Another picture each time."""
        super().read()
        return True, self._frames[self._tick % len(self._frames)]


def share(work: Callable[[], None], seconds: float) -> float:
    """Processor time of this whole process while ``work`` runs, in percent of one core."""
    before = time.process_time()
    work()
    return 100 * (time.process_time() - before) / seconds


def _take_only(frame: np.ndarray, seconds: float) -> None:
    camera, end = Camera(frame), time.monotonic() + seconds
    while time.monotonic() < end:
        camera.read()


def _watch(camera: Camera, seconds: float) -> None:
    with Stream([CameraReader("0", open_with=camera.open)], lambda settled: None):
        time.sleep(seconds)


def _poll(seconds: float) -> None:
    with (
        VirtualReader(at_921600_baud=True) as pn532,
        Stream([NfcReader(pn532.path)], lambda settled: None),
    ):
        time.sleep(seconds)


def main() -> None:
    """All figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--taps", type=int, default=200)
    parser.add_argument("--shows", type=int, default=60)
    parser.add_argument("--idle", type=float, default=20.0)
    chosen = parser.parse_args()
    tags(chosen.taps, pause=PAUSE)
    tags(chosen.taps, pause=0.0)
    served_tags(chosen.taps // 4, pause=PAUSE)
    shows(chosen.shows)
    idle(chosen.idle)


if __name__ == "__main__":
    main()
