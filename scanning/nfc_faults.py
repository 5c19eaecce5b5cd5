"""What went wrong with an NFC reader, told from the many unrelated exceptions that say so.

nfcpy, pyserial, termios and libusb share no base class: an unplugged line is a
``serial.SerialException`` here and a ``termios.error`` there, garbage on it an ``IndexError``.
"""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ketuk.scanning.scan import Reason

_BY_ERRNO = {
    errno.EACCES: Reason.NO_PERMISSION,
    errno.EPERM: Reason.NO_PERMISSION,
    errno.EBUSY: Reason.BUSY,
    errno.ENODEV: Reason.UNPLUGGED,
    errno.ENXIO: Reason.UNPLUGGED,
    errno.ENOENT: Reason.ABSENT,
    errno.ETIMEDOUT: Reason.SILENT,
}
_BY_USB_NAME = {
    "USBErrorAccess": Reason.NO_PERMISSION,
    "USBErrorBusy": Reason.BUSY,
    "USBErrorNoDevice": Reason.UNPLUGGED,
    "USBErrorNotFound": Reason.ABSENT,
    "USBErrorTimeout": Reason.SILENT,
}


class Fault(Exception):
    """An NFC reader could not be opened, or failed while in use."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


def fault_of(error: BaseException, *, path: str | None = None, opening: bool = False) -> Fault:
    """The fault behind an exception of nfcpy's stack.

    Args:
        error: whatever was raised.
        path: the serial port, to tell a pulled cable from a chip that hangs.
        opening: a device that is there and answers wrongly is then none of nfcpy's readers.
    """
    if isinstance(error, Fault):
        return error
    detail = f"{type(error).__name__}: {error}"
    return Fault(_reason(error, path=path, opening=opening), detail)


def _reason(error: BaseException, *, path: str | None, opening: bool) -> Reason:
    if path is not None and os.name == "posix" and not os.path.exists(path):
        return Reason.ABSENT if opening else Reason.UNPLUGGED
    if reason := _BY_USB_NAME.get(type(error).__name__):
        return reason
    if isinstance(error, OSError):
        return _reason_by_number(error.errno, opening=opening, serial=path is not None)
    if type(error).__module__ == "termios":
        return Reason.UNPLUGGED
    return Reason.GARBLED


def _reason_by_number(number: int | None, *, opening: bool, serial: bool) -> Reason:
    if number is None:  # a SerialException of pyserial's own
        if opening and serial:  # Windows has one for a port in use, others for what is no port
            return Reason.BUSY if os.name == "nt" else Reason.GARBLED
        return Reason.UNPLUGGED
    if number == errno.ENXIO and opening:
        return Reason.ABSENT
    if number == errno.ENODEV and opening and serial:
        return Reason.GARBLED  # something answers on the line, and not as a reader does
    if number == errno.EIO:
        return Reason.SILENT
    return _BY_ERRNO.get(number, Reason.GARBLED)


@contextmanager
def warnings_left_alone() -> Iterator[None]:
    """``import nfc`` sends Python's warnings to the log for the whole program; undo that."""
    try:
        yield
    finally:
        logging.captureWarnings(False)
