"""A camera whose pictures a test decides, behind the same face as ``cv2.VideoCapture``."""

from __future__ import annotations

import threading
import time
from typing import Any


class ScriptedCamera:
    """Pass ``camera.open`` as ``open_with``; ``show`` changes what it sees from then on.

    ``frame`` may be a picture (with fresh noise each time it is read), None for a read that fails.
    """

    def __init__(self, frame: Any = None, *, rate: float = 100.0) -> None:
        self.frame = frame
        self.rate = rate
        self.is_there = True
        self.frozen = False
        self.hanging = threading.Event()
        self.opened = 0
        self.released: list[str] = []
        self.read_by: set[str] = set()
        self.pictures = 0
        """How many it has given."""

    def open(self, source: Any) -> ScriptedCamera:
        from ketuk.scanning.scan import ReaderReason
        from ketuk.scanning.sources import SourceFault

        if not self.is_there:
            raise SourceFault(ReaderReason.ABSENT, repr(source))
        self.opened += 1
        return self

    def show(self, frame: Any) -> None:
        self.frame = frame

    def read(self) -> tuple[bool, Any]:
        self.read_by.add(threading.current_thread().name)
        while self.hanging.is_set():
            time.sleep(0.01)
        time.sleep(1 / self.rate)
        if not self.is_there or self.frame is None:
            return False, None
        if self.frozen:
            return True, self.frame
        self.pictures += 1
        alive = self.frame.copy()
        alive[::4, ::4] ^= self.pictures & 1  # the last bit flickers, as a sensor's does
        return True, alive

    def release(self) -> None:
        self.released.append(threading.current_thread().name)
