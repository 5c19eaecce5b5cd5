"""An NFC reader on nfcpy, with a loop of its own.

nfcpy's ``connect`` turns every OSError, also one of our own callback, into False and stops only
after up to two seconds. Here one thread owns the reader, looks for a card ten times a second, and
carries out writes that others ask for. A reader that is unplugged or fails is tried again until it
is back; the thread never dies.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ketuk.scanning import nfc_link, nfc_tags
from ketuk.scanning.absence import Unseen
from ketuk.scanning.deadline import LONGEST, Deadline
from ketuk.scanning.nfc_faults import NfcFault, fault_of
from ketuk.scanning.nfc_ports import SerialPort
from ketuk.scanning.nfc_tags import TagLook, WriteOutcome, Written
from ketuk.scanning.scan import (
    By,
    Put,
    ReaderError,
    ReaderReason,
    ReaderState,
    Readiness,
    Reading,
    Removed,
    Scan,
)

if TYPE_CHECKING:
    from ketuk.scanning.nfc_link import AnyLink

log = logging.getLogger(__name__)

PAUSE = 0.1
"""Seconds between two looks for a card."""
SECOND_CARD = 5
"""A lying card is looked at so many times until it is asked whether it is alone."""
RETRY = 1.0
"""Seconds until a reader that is away is tried again."""
GONE = 3.5
"""Pauses without a card after which it counts as gone: a weak sticker is missed for 0.3 s."""
LEAVE_BEHIND = 0.9
"""Seconds that a stop waits for a thread that the system's driver does not give back."""


@dataclass(frozen=True, slots=True)
class _Order:
    """Somebody wants a sticker written."""

    text: str
    uid: str | None
    lock: bool
    answer: Future[Written] = field(default_factory=Future)


class NfcReader:
    """One NFC reader; ``path`` as in :mod:`ketuk.scanning.nfc_ports`.

    ``name`` is its source name in readings.
    """

    def __init__(
        self,
        path: str = "usb",
        *,
        name: str | None = None,
        pause: float = PAUSE,
        retry: float = RETRY,
        longest: float = LONGEST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self._name = name or _name_of(path)
        self.title = ""
        self._pause, self._retry, self._clock = pause, retry, clock
        self._put: Put = lambda reading: None
        self._orders: queue.SimpleQueue[_Order] = queue.SimpleQueue()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._state: tuple[Readiness, ReaderReason | None] | None = None
        self._deadline = Deadline(self._hangs, seconds=longest)
        self._view = self._fresh_view()

    @property
    def name(self) -> str:
        """The source name in readings."""
        return self._name

    def start(self, put: Put) -> None:
        """Begin to look for cards. Opening happens in the thread and does not block."""
        self._put, self._state = put, None
        self._deadline.start(self._name + " deadline")
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the reader. Takes as long as one look at most (0.1 s).

        A thread that hangs in the system's driver is left to end by itself: at once if that has
        been told already, else after a second.
        """
        thread, self._thread = self._thread, None
        self._wake.set()
        self._deadline.stop()
        if thread is not None:
            thread.join(0.0 if self._deadline.is_overdue else LEAVE_BEHIND)
            if thread.is_alive():
                log.info("%s hangs in the driver and is left behind", self._name)
        self._refuse_orders()

    def write(
        self, text: str, *, uid: str | None = None, lock: bool = False, patience: float = 10.0
    ) -> Written:
        """Write the sticker that lies on the reader, from any thread; answers when it is done.

        Args:
            text: the payload.
            uid: write this very sticker and no other (hex).
            lock: make it read-only for ever once it has been read back.
            patience: seconds after which the reader counts as gone.
        """
        order = _Order(text, uid, lock)
        if self._thread is None:
            return Written(WriteOutcome.READER_GONE)
        self._orders.put(order)
        self._wake.set()
        try:
            return order.answer.result(patience)
        except TookTooLong:
            order.answer.cancel()
            return Written(WriteOutcome.READER_GONE)

    # -- the thread ---------------------------------------------------------------------------

    @property
    def _stopping(self) -> bool:
        """Whether the thread that asks is the reader's no more: stopped, or left behind."""
        return threading.current_thread() is not self._thread

    def _run(self) -> None:
        while not self._stopping:
            try:
                with self._deadline.watched():
                    link = nfc_link.open_link(self.path)
            except NfcFault as fault:
                self._away(fault)
            except Exception as error:  # no kind of failure may end this thread
                self._away(fault_of(error, opening=True))
            else:
                self._serve(link)
            self._refuse_orders()
            self._sleep(self._retry)

    def _serve(self, link: AnyLink) -> None:
        self.title = link.title
        self._view = self._fresh_view()
        serial = link.port.path if isinstance(link.port, SerialPort) else None
        try:
            while not self._stopping:
                self._change(Readiness.READY, None)  # it may have been told as hanging meanwhile
                with self._deadline.watched():
                    self._turn(link)
                self._sleep(self._pause)
        except Exception as error:  # nfcpy's errors share no base (see nfc_faults)
            self._away(fault_of(error, path=serial))
        finally:
            link.close()

    def _sleep(self, seconds: float) -> None:
        if not self._stopping and self._orders.empty():
            self._wake.wait(seconds)
        self._wake.clear()

    def _turn(self, link: AnyLink) -> None:
        target = link.sense()
        if target is None:
            self._nothing_there()
        else:
            self._something_there(link, target)
        if not self._orders.empty():
            self._carry_out(link, self._orders.get())

    def _nothing_there(self) -> None:
        view = self._view
        if view.unseen.missed(self._clock()):
            view.lying, view.complained = None, None
            self._say(Removed(source=self._name, at=self._clock()))

    def _something_there(self, link: AnyLink, target: Any) -> None:
        view = self._view
        view.unseen.seen()
        card = nfc_tags.identity(target)
        view.looks += 1
        if card == view.lying and view.looks % SECOND_CARD:
            return
        if link.is_crowded():
            self._complain("crowd", ReaderReason.SEVERAL_CARDS)
            return
        if card == view.lying:
            view.complained = None
            return
        with link.exclusive():
            seen = nfc_tags.look(link, target)
        if seen.lifted:
            self._complain(card, ReaderReason.LIFTED)
            return
        view.lying, view.complained = card, None
        self._say(self._scan(target, seen))

    def _scan(self, target: Any, seen: TagLook) -> Scan:
        first, *others = seen.texts or ("",)
        return Scan(
            text=first,
            source=self._name,
            at=self._clock(),
            by=By.NFC,
            uid=nfc_tags.lasting_uid(target),
            flaw=seen.flaw,
            beside=tuple(others),
        )

    def _complain(self, about: str, reason: ReaderReason) -> None:
        """Say it once for as long as the same thing is wrong, not ten times a second."""
        if self._view.complained != about:
            self._view.complained = about
            self._say(ReaderError(source=self._name, at=self._clock(), reason=reason))

    def _carry_out(self, link: AnyLink, order: _Order) -> None:
        if not order.answer.set_running_or_notify_cancel():
            return  # whoever asked has given up
        try:
            order.answer.set_result(self._written(link, order))
        except Exception:
            order.answer.set_result(Written(WriteOutcome.READER_GONE))
            raise

    def _written(self, link: AnyLink, order: _Order) -> Written:
        target = link.sense()
        if target is None:
            return Written(WriteOutcome.NOT_THERE)
        if link.is_crowded():
            return Written(WriteOutcome.SEVERAL)
        uid = nfc_tags.lasting_uid(target)
        if order.uid is not None and uid != order.uid:
            return Written(WriteOutcome.NOT_THERE, uid)
        with link.exclusive():
            return nfc_tags.write(link, target, order.text, lock=order.lock)

    # -- what it says -------------------------------------------------------------------------

    def _say(self, reading: Reading) -> None:
        try:
            self._put(reading)
        except Exception:
            log.exception("%s: a reading was not taken", self._name)

    def _change(self, state: Readiness, reason: ReaderReason | None) -> None:
        if self._state != (state, reason):
            self._state = state, reason
            now = self._clock()
            self._say(ReaderState(source=self._name, at=now, state=state, remedy=reason))

    def _away(self, fault: NfcFault) -> None:
        """Tell once why it is away: lost if it has worked, else absent."""
        worked = self._state is not None and self._state[0] in (Readiness.READY, Readiness.LOST)
        state = Readiness.LOST if worked else Readiness.ABSENT
        reason = fault.reason
        if worked and reason is ReaderReason.ABSENT:
            reason = ReaderReason.UNPLUGGED
        if self._state != (state, reason):
            now, detail = self._clock(), f"{self.path}: {fault.detail}"
            self._say(ReaderError(source=self._name, at=now, reason=reason, detail=detail))
        self._change(state, reason)

    def _hangs(self) -> None:
        """In the thread that watches: this one is in the driver and does not come back."""
        self._away(NfcFault(ReaderReason.SILENT, "no answer from the driver"))

    def _fresh_view(self) -> _View:
        return _View(Unseen(GONE * self._pause))

    def _refuse_orders(self) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            if order.answer.set_running_or_notify_cancel():
                order.answer.set_result(Written(WriteOutcome.READER_GONE))


@dataclass(slots=True)
class _View:
    """What the loop remembers from look to look, as long as the reader stays open."""

    unseen: Unseen
    lying: str | None = None
    complained: str | None = None
    looks: int = 0


def _name_of(path: str) -> str:
    if path.startswith("pcsc"):
        return path
    if "/" in path:
        return "nfc:" + path.rstrip("/").rsplit("/", 1)[1]
    return "nfc" if path == "usb" else "nfc:" + path.replace(":", "-")
