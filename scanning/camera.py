"""QR symbols before a camera, in a film, or in pictures.

A live camera has two threads: one does nothing but fetch frames and keep the newest, the other
reads it. The second also notices when no frames come (the first may hang in the driver), when the
picture is frozen, and when a code has been out of view for 0.7 s.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from scanning.eye import Eye
from scanning.newest import Failure, Frame, Newest, Opened
from scanning.scan import Put, Reading, Reason
from scanning.sources import (
    Capture,
    Film,
    Live,
    Pictures,
    SourceFault,
    frames_a_second,
    grey_picture,
    open_capture,
    source_of,
)

log = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds until a camera that is away is tried again."""
PATIENCE = 3.0
"""Seconds without any frame after which a camera counts as lost; opening may take as long too."""
GAP_BETWEEN_PICTURES = 1.0
"""Pictures of a folder count as shown one after the other, so many seconds apart."""


class CameraReader:
    """One source of pictures; ``source`` as in :mod:`scanning.sources`.

    ``beat`` is the time of the last frame read, ``frame`` the last picture (for a view of it on
    the screen), ``ended`` is set when a film or a folder has been read to its end.
    """

    def __init__(
        self,
        source: str,
        *,
        name: str | None = None,
        open_with: Callable[[Live | Film], Capture] = open_capture,
        retry: float = RETRY,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
        as_fast_as_possible: bool = True,
    ) -> None:
        self.source = source
        self._name = name or "camera:" + source.rstrip("/").rsplit("/", 1)[-1]
        self.beat = 0.0
        self.frame: Any = None
        self.ended = threading.Event()
        self._open, self._retry, self._patience, self._clock = open_with, retry, patience, clock
        self._hurried = as_fast_as_possible
        self._put: Put = lambda reading: None
        self._halt = threading.Event()
        self._threads: list[threading.Thread] = []
        self._newest = Newest()
        self._eye = Eye(self._name, self._say)

    @property
    def name(self) -> str:
        """The source name in readings."""
        return self._name

    def start(self, put: Put) -> None:
        """Begin to look. Opening happens in a thread and does not block."""
        self._put = put
        self._halt.clear()
        self.ended.clear()
        self._newest, self._eye = Newest(), Eye(self._name, self._say)
        self._run(self._main, "")

    def stop(self) -> None:
        """Release the camera; one that hangs in its driver is left to end by itself."""
        self._halt.set()
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.join(self._patience)
            if thread.is_alive():
                log.warning("%s hangs in the driver and is left behind", thread.name)

    # -- which kind of source -----------------------------------------------------------------

    def _main(self) -> None:
        try:
            match source_of(self.source):
                case Film() as film:
                    self._play(film)
                case Pictures() as pictures:
                    self._leaf_through(pictures)
                case live:
                    self._run(partial(self._fetch, live), " frames")
                    self._watch()
        except SourceFault as fault:
            self._eye.away(fault.reason, fault.detail, self._clock())
        except Exception as error:
            log.exception("%s failed", self._name)
            self._eye.away(Reason.NO_PICTURE, repr(error), self._clock())
        finally:
            self._halt.set()
            self.ended.set()

    def _run(self, work: Callable[[], None], suffix: str) -> None:
        thread = threading.Thread(target=work, name=self._name + suffix, daemon=True)
        self._threads.append(thread)
        thread.start()

    # -- a live camera ------------------------------------------------------------------------

    def _fetch(self, source: Live) -> None:
        while not self._halt.is_set():
            capture = None
            try:
                capture = self._open(source)
                self._newest.put(Opened())
                self._fetch_frames(capture)
            except SourceFault as fault:
                self._newest.put(Failure(fault.reason, fault.detail))
            except Exception as error:  # OpenCV raises what its backends raise
                self._newest.put(Failure(Reason.NO_PICTURE, repr(error)))
            finally:
                if capture is not None:
                    capture.release()
            self._halt.wait(self._retry)

    def _fetch_frames(self, capture: Capture) -> None:
        while not self._halt.is_set():
            there, picture = capture.read()
            if not there or picture is None:
                self._newest.put(Failure(Reason.UNPLUGGED, "no more frames"))
                return
            self._newest.put(Frame(picture, self._clock()))

    def _watch(self) -> None:
        since = self._clock()
        while not self._halt.is_set():
            thing = self._newest.take(min(0.2, self._patience / 4))
            now = self._clock()
            match thing:
                case Frame(picture, at):
                    since = now
                    self.beat, self.frame = at, picture
                    self._eye.see_live(picture, at)
                case Failure(reason, detail):
                    since = now
                    self._eye.away(reason, detail, now)
                case Opened():
                    since = now
                    self._eye.opened(now)
                case None if now - since > self._patience:
                    self._eye.away(Reason.NO_PICTURE, f"no frame for {now - since:.1f} s", now)
                case None:
                    pass

    # -- recordings ---------------------------------------------------------------------------

    def _play(self, film: Film) -> None:
        capture = self._open(film)
        try:
            self._eye.begin_recording(self._clock())
            step, at = 1 / frames_a_second(capture), self._clock()
            while not self._halt.is_set():
                there, picture = capture.read()
                if not there or picture is None:
                    break
                self.beat, self.frame = at, picture
                self._eye.see(picture, at)
                at += step
                if not self._hurried:
                    self._halt.wait(max(0.0, at - self._clock()))
        finally:
            capture.release()
        self._eye.end(at)

    def _leaf_through(self, pictures: Pictures) -> None:
        at = self._clock()
        self._eye.begin_recording(at)
        for path in pictures.paths:
            if self._halt.is_set():
                break
            try:
                grey = grey_picture(path)
            except SourceFault as fault:
                self._eye.complain(fault.reason, fault.detail, at)
                continue
            self.beat, self.frame = at, grey
            self._eye.see_single(grey, at)
            at += GAP_BETWEEN_PICTURES
            if not self._hurried:
                self._halt.wait(max(0.0, at - self._clock()))
        self._eye.end(at)

    def _say(self, reading: Reading) -> None:
        try:
            self._put(reading)
        except Exception:
            log.exception("%s: a reading was not taken", self._name)
