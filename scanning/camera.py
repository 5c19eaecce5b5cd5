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

from ketuk.scanning.eye import Eye
from ketuk.scanning.newest import Failure, Frame, Newest, Opened
from ketuk.scanning.scan import Put, ReaderReason, Reading
from ketuk.scanning.sources import (
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
LEAVE_BEHIND = 0.9
"""Seconds that a stop waits for threads that the system's driver does not give back."""
GAP_BETWEEN_PICTURES = 1.0
"""Pictures of a folder count as shown one after the other, so many seconds apart."""


class CameraReader:
    """One source of pictures; ``source`` as in :mod:`ketuk.scanning.sources`.

    ``frame`` is the last picture (for a view of it on the screen), ``ended`` is set when a film or
    a folder has been read to its end.
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
        self.frame: Any = None
        self.ended = threading.Event()
        self._open, self._retry, self._patience, self._clock = open_with, retry, patience, clock
        self._hurried = as_fast_as_possible
        self._put: Put = lambda reading: None
        self._halt = threading.Event()
        self._threads: list[threading.Thread] = []
        self._eye = Eye(self._name, self._say)

    @property
    def name(self) -> str:
        """The source name in readings."""
        return self._name

    def start(self, put: Put) -> None:
        """Begin to look. Opening happens in a thread and does not block."""
        # All new: a thread that was left behind in its driver keeps what is its own, and ends.
        self._put, self._halt, self.ended = put, threading.Event(), threading.Event()
        self._eye = Eye(self._name, self._say)
        self._run(partial(self._main, self._halt, self.ended), "")

    def stop(self) -> None:
        """Release the camera; one that hangs in its driver is left to end by itself."""
        self._halt.set()
        threads, self._threads = self._threads, []
        end = time.monotonic() + LEAVE_BEHIND
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                log.info("%s hangs in the driver and is left behind", thread.name)

    # -- which kind of source -----------------------------------------------------------------

    def _main(self, halt: threading.Event, ended: threading.Event) -> None:
        try:
            match source_of(self.source):
                case Film() as film:
                    self._play(film, halt)
                case Pictures() as pictures:
                    self._leaf_through(pictures, halt)
                case live:
                    newest = Newest()
                    self._run(partial(self._fetch, live, newest, halt), " frames")
                    self._watch(newest, halt)
        except SourceFault as fault:
            self._eye.away(fault.reason, fault.detail, self._clock())
        except Exception as error:
            log.exception("%s failed", self._name)
            self._eye.away(ReaderReason.NO_PICTURE, repr(error), self._clock())
        finally:
            halt.set()
            ended.set()

    def _run(self, work: Callable[[], None], suffix: str) -> None:
        thread = threading.Thread(target=work, name=self._name + suffix, daemon=True)
        self._threads.append(thread)
        thread.start()

    # -- a live camera ------------------------------------------------------------------------

    def _fetch(self, source: Live, newest: Newest, halt: threading.Event) -> None:
        while not halt.is_set():
            capture = None
            try:
                capture = self._open(source)
                newest.put(Opened())
                self._fetch_frames(capture, newest, halt)
            except SourceFault as fault:
                newest.put(Failure(fault.reason, fault.detail))
            except Exception as error:  # OpenCV raises what its backends raise
                newest.put(Failure(ReaderReason.NO_PICTURE, repr(error)))
            finally:
                if capture is not None:
                    capture.release()
            halt.wait(self._retry)

    def _fetch_frames(self, capture: Capture, newest: Newest, halt: threading.Event) -> None:
        while not halt.is_set():
            there, picture = capture.read()
            if not there or picture is None:
                newest.put(Failure(ReaderReason.UNPLUGGED, "no more frames"))
                return
            newest.put(Frame(picture, self._clock()))

    def _watch(self, newest: Newest, halt: threading.Event) -> None:
        since = self._clock()
        while not halt.is_set():
            image = newest.take(min(0.2, self._patience / 4))
            now = self._clock()
            match image:
                case Frame(picture, at):
                    since = now if self._could_see(picture, at) else since
                case Failure(reason, detail):
                    since = now
                    self._eye.away(reason, detail, now)
                case Opened():
                    since = now
                    self._eye.opened(now)
                case None:
                    pass
            if now - since > self._patience:
                self._eye.away(ReaderReason.NO_PICTURE, f"no frame for {now - since:.1f} s", now)

    def _could_see(self, picture: Any, at: float) -> bool:
        """Read one frame. One that cannot be read is as none: the next may be sound again."""
        try:
            self._eye.see_live(picture, at)
        except SourceFault:
            raise  # no decoder: no frame will be read
        except Exception as error:
            log.debug("%s: a frame of no use: %r", self._name, error)
            return False
        self.frame = picture
        return True

    # -- recordings ---------------------------------------------------------------------------

    def _play(self, film: Film, halt: threading.Event) -> None:
        capture = self._open(film)
        try:
            there, picture = capture.read()
            if not there:
                raise SourceFault(ReaderReason.NOT_A_PICTURE, str(film.path))
            step, at = 1 / frames_a_second(capture), self._clock()
            self._eye.begin_recording(at)
            while there and picture is not None and not halt.is_set():
                self.frame = picture
                self._eye.see(picture, at)
                at += step
                if not self._hurried:
                    halt.wait(max(0.0, at - self._clock()))
                there, picture = capture.read()
        finally:
            capture.release()
        self._eye.end(at)

    def _leaf_through(self, pictures: Pictures, halt: threading.Event) -> None:
        at = self._clock()
        self._eye.begin_recording(at)
        for path in pictures.paths:
            if halt.is_set():
                break
            try:
                grey = grey_picture(path)
            except SourceFault as fault:
                self._eye.complain(fault.reason, fault.detail, at)
                continue
            self.frame = grey
            self._eye.see_single(grey, at, source=f"{self._name}/{path.name}")
            at += GAP_BETWEEN_PICTURES
            if not self._hurried:
                halt.wait(max(0.0, at - self._clock()))
        self._eye.end(at)

    def _say(self, reading: Reading) -> None:
        try:
            self._put(reading)
        except Exception:
            log.exception("%s: a reading was not taken", self._name)
