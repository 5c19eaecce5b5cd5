"""What is made of the frames of one camera, film or folder: scans, removals and faults.

The heavy libraries are loaded with the first frame, in the thread that reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ketuk.scanning.absence import UnreadableCode, Unseen
from ketuk.scanning.scan import (
    By,
    Put,
    ReaderError,
    ReaderReason,
    ReaderState,
    Readiness,
    Removed,
    Scan,
)
from ketuk.scanning.sources import SourceFault, grey_of

if TYPE_CHECKING:
    from ketuk.scanning.decode import Chain, Grey
    from ketuk.scanning.watching import FrameChange, Watch

GRACE = 2.0
"""Seconds in which a camera may be black while it sets its exposure."""


CHECKED_EVERY = 0.25
"""Seconds between two looks for a code that is in view and cannot be read."""


class Eye:
    """Turns the frames of one source into readings. Used by one thread."""

    def __init__(self, name: str, say: Put) -> None:
        self._name, self._say = name, say
        self._chain: Chain | None = None
        self._movement: Watch | None = None
        self._unseen = Unseen()
        self._unreadable = UnreadableCode()
        self._checked_at = 0.0
        self._dark_since: float | None = None
        self._texts: tuple[str, ...] = ()
        self._state: Readiness | None = None
        self._reason: ReaderReason | None = None
        self._worked = False
        self._opened_at = 0.0

    # -- coming and going ---------------------------------------------------------------------

    def opened(self, at: float) -> None:
        """Opened, but a camera is ready only with its first picture that is not black."""
        self._movement, self._unseen, self._texts = None, Unseen(), ()
        self._opened_at = at

    def begin_recording(self, at: float) -> None:
        """A film or a folder: nothing lay there before its first picture."""
        self._ready(at)
        self._say(Removed(source=self._name, at=at))

    def end(self, at: float) -> None:
        """The recording is over."""
        self._change(Readiness.ENDED, None, at)

    def away(self, reason: ReaderReason, detail: str, at: float) -> None:
        """No pictures come; told once as long as it is for the same reason."""
        state = Readiness.LOST if self._worked else Readiness.ABSENT
        if (self._state, self._reason) != (state, reason):
            self.complain(reason, detail, at)
            self._change(state, reason, at)

    def complain(self, reason: ReaderReason, detail: str, at: float) -> None:
        """Something is wrong with one picture."""
        self._say(ReaderError(source=self._name, at=at, reason=reason, detail=detail))

    def _ready(self, at: float) -> None:
        if self._state is not Readiness.READY:
            self._worked = True
            self._change(Readiness.READY, None, at)

    def _change(self, state: Readiness, reason: ReaderReason | None, at: float) -> None:
        self._state, self._reason = state, reason
        self._say(ReaderState(source=self._name, at=at, state=state, remedy=reason))

    # -- frames -------------------------------------------------------------------------------

    def see_live(self, picture: Any, at: float) -> None:
        """A frame of a camera, which may still be dark, or frozen."""
        from ketuk.scanning.watching import is_dark

        grey = grey_of(picture)
        watch = self._watch()
        change = watch.look(grey, at)
        dark = is_dark(grey)
        if self._state is not Readiness.READY and dark and at - self._opened_at < GRACE:
            return
        self._dark_since = (self._dark_since or at) if dark else None
        if self._dark_since is not None and at - self._dark_since >= GRACE:
            self.away(ReaderReason.COVERED, "nothing but black", at)
            return
        if watch.is_frozen(at):
            self.away(ReaderReason.FROZEN, "the same picture over and over", at)
            return
        self._ready(at)
        self._read(grey, change, at)

    def see(self, picture: Any, at: float) -> None:
        """A frame of a film."""
        grey = grey_of(picture)
        self._read(grey, self._watch().look(grey, at), at)

    def see_single(self, grey: Grey, at: float, *, source: str) -> None:
        """A picture that stands for itself, told under its own name."""
        texts = self._decoder().read(grey)
        if texts:
            self._say(Scan(text=texts[0], source=source, at=at, by=By.CAMERA, beside=texts[1:]))
            self._say(Removed(source=source, at=at))

    def _read(self, grey: Grey, change: FrameChange, at: float) -> None:
        """Read a frame, or stand by what was read.

        A code read in a picture that has not moved since is still there, although the same picture
        with other noise may not be readable.
        """
        from ketuk.scanning.watching import FrameChange

        if change is not FrameChange.STILL:
            texts = self._decoder().look(grey)
            if texts or change is FrameChange.MOVED:
                self._texts = texts
        self._mind_unreadable(grey, at)
        self._tell(at)

    def _mind_unreadable(self, grey: Grey, at: float) -> None:
        """A code that is held there and not read wants to be held otherwise."""
        from ketuk.scanning.decode import has_zxing, sees_damaged

        if self._texts:
            self._unreadable.read(at)
        elif at - self._checked_at >= CHECKED_EVERY and has_zxing():
            self._checked_at = at
            if self._unreadable.looked(at, damaged=sees_damaged(grey)):
                self.complain(ReaderReason.UNREADABLE, "a symbol with errors", at)

    def _tell(self, at: float) -> None:
        if self._texts:
            self._unseen.seen()
            first, *others = self._texts
            self._say(
                Scan(text=first, source=self._name, at=at, by=By.CAMERA, beside=tuple(others))
            )
        elif self._unseen.missed(at):
            self._say(Removed(source=self._name, at=at))

    def _watch(self) -> Watch:
        from ketuk.scanning.watching import Watch

        if self._movement is None:
            self._movement = Watch()
        return self._movement

    def _decoder(self) -> Chain:
        from ketuk.scanning.decode import Chain, NoDecoder

        if self._chain is None:
            try:
                self._chain = Chain()
            except NoDecoder as error:
                raise SourceFault(ReaderReason.NO_LIBRARY, "zxing-cpp, pyzbar") from error
        return self._chain
