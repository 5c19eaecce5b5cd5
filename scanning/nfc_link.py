"""Opening one NFC reader, with a clear reason if that fails, and closing it whatever happens."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ketuk.scanning.nfc_faults import NfcFault, fault_of, warnings_left_alone
from ketuk.scanning.nfc_ports import Port, SerialPort, UsbPort, load_libusb, ports_of
from ketuk.scanning.pcsc import PcscLink
from ketuk.scanning.pcsc_service import PcscPort
from ketuk.scanning.scan import ReaderReason

_FAST = 921_600
_TO_115200_BAUD = bytes.fromhex("0000ff03fdd410041800")
_SPEED_SET = bytes.fromhex("0000ff02fed5111a00")
_CHIP_ACK = bytes.fromhex("0000ff00ff00")


class Link:
    """An open reader. Only the thread that opened it may use it."""

    def __init__(self, port: Port, frontend: Any, lock: int | None) -> None:
        import nfc.clf

        self.port = port
        self.frontend = frontend
        self.title = str(frontend.device)
        self._lock = lock
        self._sought = nfc.clf.RemoteTarget("106A")

    def sense(self) -> Any:
        """One look for a card of type A: nfcpy's target, or None. Takes 5 to 90 ms."""
        return self.frontend.sense(self._sought)

    def is_crowded(self) -> bool:
        """Whether two cards answer at once; a single Type 2 tag stays ready to be read."""
        chipset = self.frontend.device.chipset
        if getattr(chipset, "in_list_passive_target_max_target", 1) < 2:
            return False  # this chip can only ever tell one
        answer = chipset.command(0x4A, bytearray([2, 0]), timeout=1.0)
        # Like nfcpy after its own search: the acknowledgements of these tags carry no checksum.
        mode = chipset.read_register("CIU_RxMode")
        chipset.write_register("CIU_RxMode", mode & 0x7F)
        return bool(answer and answer[0] > 1)

    def exclusive(self) -> AbstractContextManager[None]:
        """Keep the card from others while it is read or written: nobody else can reach it here."""
        return nullcontext()

    def close(self) -> None:
        """Release the device whatever state it is in; never raises."""
        device = self.frontend.device
        transport = getattr(getattr(device, "chipset", None), "transport", None)
        try:
            if isinstance(self.port, UsbPort) and self.port.driver == "acr122":
                # nfcpy's close sends PowerDown, after which many of these readers do not wake up
                # until they are plugged out and in. Radio off is enough.
                device.mute()
            else:
                self.frontend.close()
        except Exception as error:  # an unplugged tty raises termios.error, others much else
            logging.getLogger(__name__).debug("closing %s: %r", self.port.name, error)
        self.frontend.device = None
        _release(transport)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


AnyLink = Link | PcscLink


def open_link(path: str) -> AnyLink:
    """Open the first reader that a path means and that can be opened.

    Raises:
        NfcFault: why none could be opened; of several the reason of the first.
    """
    # Not the exception itself: kept here it would hold its own frames, and with them open handles.
    first: tuple[ReaderReason, str] | None = None
    for port in ports_of(path):
        try:
            return open_port(port)
        except NfcFault as fault:
            first = first or (fault.reason, fault.detail)
    raise NfcFault(*(first or (ReaderReason.ABSENT, path)))


def open_port(port: Port) -> AnyLink:
    """Open this very reader.

    Raises:
        NfcFault: with the reason.
    """
    with warnings_left_alone():
        try:
            from nfc.clf import ContactlessFrontend, transport
        except ImportError as error:
            raise NfcFault(ReaderReason.NO_LIBRARY, f"nfcpy: {error}") from error
        if isinstance(port, PcscPort):
            return PcscLink(port)
        if isinstance(port, SerialPort):
            return _open_serial(port, ContactlessFrontend, transport)
        return _open_usb(port, ContactlessFrontend, transport)


def _open_serial(port: SerialPort, frontend_class: Any, transport: Any) -> Link:
    if os.name == "posix" and not os.path.exists(port.path):
        raise NfcFault(ReaderReason.ABSENT, port.path)
    lock = _locked(port.path)
    try:
        try:
            return _serial_link(port, frontend_class, transport, lock)
        except NfcFault as fault:
            fast = (
                fault.reason in (ReaderReason.SILENT, ReaderReason.GARBLED)
                and port.driver == "pn532"
            )
            if not fast or not _slowed_down(port.path):
                raise
        return _serial_link(port, frontend_class, transport, lock)
    except BaseException:
        if lock is not None:
            os.close(lock)
        raise


def _serial_link(port: SerialPort, frontend_class: Any, transport: Any, lock: int | None) -> Link:
    line = None
    try:
        line = transport.TTY(port.path)
        return Link(port, _frontend(frontend_class, port.driver, line, port.path), lock)
    except Exception as error:
        _release(line)
        raise fault_of(error, path=port.path, opening=True) from error


def _slowed_down(path: str) -> bool:
    """Bring a PN532 back to the speed at which nfcpy greets it.

    nfcpy raises the line to 921,600 baud; a program that was killed leaves it there, and the chip
    would seem dead until it is plugged out and in. True if it answered at that speed.
    """
    import serial

    try:
        with serial.Serial(path, _FAST, timeout=0.1) as line:
            line.write(bytes(10) + _TO_115200_BAUD)
            heard = line.read(len(_CHIP_ACK) + len(_SPEED_SET))
            line.write(_CHIP_ACK)
            line.flush()
            time.sleep(0.01)
    except (OSError, ValueError):
        return False
    return bytes(heard).startswith(_CHIP_ACK)


def _open_usb(port: UsbPort, frontend_class: Any, transport: Any) -> Link:
    if port.driver is None:
        raise NfcFault(
            ReaderReason.NOT_SUPPORTED, f"{port.vendor:04x}:{port.product:04x} {port.title}"
        )
    load_libusb()
    line = None
    try:
        line = transport.USB(port.bus, port.address)
        line._product_name = line._product_name or "reader"  # the driver splits it, also if None
        frontend = _frontend(frontend_class, port.driver, line, f"usb:{port.socket}")
        return Link(port, frontend, None)
    except Exception as error:
        _release(line)
        raise fault_of(error, opening=True) from error


def _frontend(frontend_class: Any, driver: str, line: Any, path: str) -> Any:
    frontend = frontend_class()
    frontend.device = importlib.import_module("nfc.clf." + driver).init(line)
    frontend.device._path = path
    return frontend


def _release(transport: Any) -> None:
    """Close the line below the driver; after an unplug the ways above leave the handle open."""
    for holder in (getattr(transport, "tty", None), transport):
        with contextlib.suppress(Exception):
            if holder is not None:
                holder.close()


def _locked(path: str) -> int | None:
    """Hold the serial port against a second program; nfcpy would open it without complaint."""
    try:
        import fcntl
    except ImportError:  # Windows opens serial ports for one program only
        return None
    try:
        handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise fault_of(error, path=path, opening=True) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise NfcFault(ReaderReason.BUSY, path) from error
    return handle
