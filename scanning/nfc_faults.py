"""What went wrong with an NFC reader, told from the many unrelated exceptions that say so.

nfcpy, pyserial, termios and libusb share no base class: an unplugged line is a
``serial.SerialException`` here and a ``termios.error`` there, garbage on it an ``IndexError``.
"""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ketuk.scanning.scan import ReaderReason

_BY_ERRNO = {
    errno.EACCES: ReaderReason.NO_PERMISSION,
    errno.EPERM: ReaderReason.NO_PERMISSION,
    errno.EBUSY: ReaderReason.BUSY,
    errno.ENODEV: ReaderReason.UNPLUGGED,
    errno.ENXIO: ReaderReason.UNPLUGGED,
    errno.ENOENT: ReaderReason.ABSENT,
    errno.ETIMEDOUT: ReaderReason.SILENT,
}
_BY_USB_NAME = {
    "USBErrorAccess": ReaderReason.NO_PERMISSION,
    "USBErrorBusy": ReaderReason.BUSY,
    "USBErrorNoDevice": ReaderReason.UNPLUGGED,
    "USBErrorNotFound": ReaderReason.ABSENT,
    "USBErrorTimeout": ReaderReason.SILENT,
}


class NfcFault(Exception):
    """An NFC reader could not be opened, or failed while in use."""

    def __init__(self, reason: ReaderReason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


def fault_of(error: BaseException, *, path: str | None = None, opening: bool = False) -> NfcFault:
    """The fault behind an exception of nfcpy's stack.

    Args:
        error: whatever was raised.
        path: the serial port, to tell a pulled cable from a chip that hangs.
        opening: a device that is there and answers wrongly is then none of nfcpy's readers.
    """
    if isinstance(error, NfcFault):
        return error
    detail = f"{type(error).__name__}: {error}"
    return NfcFault(_reason(error, path=path, opening=opening), detail)


def _reason(error: BaseException, *, path: str | None, opening: bool) -> ReaderReason:
    if path is not None and os.name == "posix" and not os.path.exists(path):
        return ReaderReason.ABSENT if opening else ReaderReason.UNPLUGGED
    if reason := _BY_USB_NAME.get(type(error).__name__):
        return reason
    if isinstance(error, OSError):
        return _reason_by_number(error.errno, opening=opening, serial=path is not None)
    if type(error).__module__ == "termios":
        return ReaderReason.UNPLUGGED
    return ReaderReason.GARBLED


def _reason_by_number(number: int | None, *, opening: bool, serial: bool) -> ReaderReason:
    if number is None:  # a SerialException of pyserial's own
        if opening and serial:  # Windows has one for a port in use, others for what is no port
            return ReaderReason.BUSY if os.name == "nt" else ReaderReason.GARBLED
        return ReaderReason.UNPLUGGED
    if number == errno.ENXIO and opening:
        return ReaderReason.ABSENT
    if number == errno.ENODEV and opening and serial:
        return ReaderReason.GARBLED  # something answers on the line, and not as a reader does
    if number == errno.EIO:
        return ReaderReason.SILENT
    return _BY_ERRNO.get(number, ReaderReason.GARBLED)


@contextmanager
def warnings_left_alone() -> Iterator[None]:
    """``import nfc`` sends Python's warnings to the log for the whole program; undo that."""
    try:
        yield
    finally:
        logging.captureWarnings(False)
