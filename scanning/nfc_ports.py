"""Which NFC readers there are, what a path means, and opening one with a clear reason on failure.

nfcpy's own paths find only names directly in /dev and hide why a USB reader cannot be opened, so
this module finds the device itself and hands it to nfcpy's driver. Paths that are understood:

========================== ==================================================================
``usb``                    every USB reader that nfcpy knows
``usb:072f:2200``          by vendor and product (hex); the product may be left out
``usb:001:005``            by bus and device number, as lsusb shows them
``usb@1-1.2``              by the socket it is plugged into; stays the same after a re-plug
``tty:USB0:pn532``         a serial port in nfcpy's way; the driver may be left out
``com:COM3:pn532``         the same on Windows
``/dev/serial/by-id/...``  any other way to name a serial port; ``:arygon`` may follow
========================== ==================================================================
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scanning.nfc_faults import Fault, fault_of
from scanning.scan import Reason

if TYPE_CHECKING:
    import usb1

SMART_CARD_CLASS = 0x0B
_SERIAL_DRIVERS = ("pn532", "arygon")
_FAST = 921_600
_TO_115200_BAUD = bytes.fromhex("0000ff03fdd410041800")
_SPEED_SET = bytes.fromhex("0000ff02fed5111a00")
_CHIP_ACK = bytes.fromhex("0000ff00ff00")
_USB_IDS = re.compile(r"usb:([0-9a-f]{4})(?::([0-9a-f]{4}))?", re.IGNORECASE)
_USB_PLACE = re.compile(r"usb:(\d{1,3})(?::(\d{1,3}))?")
_USB_SOCKET = re.compile(r"usb@(\d+(?:-[\d.]+)?)")
_NFCPY_TTY = re.compile(r"tty:([\w.-]+)(?::(pn532|arygon))?")
_NFCPY_COM = re.compile(r"(?:com:)?(?:COM)?(\d+)(?::(pn532|arygon))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A reader on a serial line (or a USB adapter that looks like one)."""

    path: str
    driver: str = "pn532"

    @property
    def name(self) -> str:
        """Stable as long as the path is; ``/dev/serial/by-id`` names the adapter itself."""
        return "nfc:" + os.path.basename(self.path)


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A USB device that is a reader, or looks like one. ``driver`` is None where nfcpy has none."""

    vendor: int
    product: int
    bus: int
    address: int
    socket: str
    driver: str | None
    title: str = ""

    @property
    def name(self) -> str:
        """By the socket, since these readers carry no serial number; two equal ones differ."""
        return "nfc:usb-" + self.socket

    @property
    def path(self) -> str:
        """The path that finds the device in this socket, also after a re-plug."""
        return "usb@" + self.socket


Port = SerialPort | UsbPort


def load_libusb() -> None:
    """Have libusb loaded: the system's, or the one that the package libusb-package brings.

    Raises:
        Fault: there is none.
    """
    try:
        import usb1
    except ImportError as error:
        raise Fault(Reason.NO_LIBRARY, "libusb1") from error
    try:
        usb1.loadLibrary()
    except OSError:
        try:
            import ctypes

            import libusb_package

            usb1.loadLibrary(ctypes.CDLL(str(libusb_package.get_library_path())))
        except (ImportError, OSError) as error:
            raise Fault(Reason.NO_LIBUSB, str(error)) from error


def usb_ports() -> list[UsbPort]:
    """USB devices that nfcpy has a driver for, and other smart card readers as near misses.

    Raises:
        Fault: libusb or a package is missing, or the bus cannot be listed.
    """
    load_libusb()
    import usb1

    try:
        with usb1.USBContext() as context:
            devices = context.getDeviceList(skip_on_error=True)
            ports = [port for device in devices if (port := _usb_port(device))]
    except usb1.USBError as error:
        raise fault_of(error) from error
    return sorted(ports, key=lambda port: port.socket)


def serial_ports() -> list[str]:
    """Serial ports that may have a reader on them, by their most lasting name."""
    by_id = "/dev/serial/by-id"
    if os.path.isdir(by_id):
        return sorted(os.path.join(by_id, name) for name in os.listdir(by_id))
    from serial.tools import list_ports

    return sorted(port.device for port in list_ports.comports() if port.vid is not None)


def ports_of(path: str) -> list[Port]:
    """The devices that a path may mean, in the order in which they should be tried.

    Raises:
        Fault: the path is none of the kinds above (``no_address``), or no such device is there.
    """
    if serial := _serial_port(path):
        return [serial]
    if path == "tty":
        ports: list[Port] = [SerialPort(found) for found in serial_ports()]
    elif path.startswith("usb"):
        ports = list(_matching_usb(path))
    else:
        raise Fault(Reason.NO_ADDRESS, path)
    if not ports:
        raise Fault(Reason.ABSENT, path)
    return ports


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


def open_link(path: str) -> Link:
    """Open the first reader that a path means and that can be opened.

    Raises:
        Fault: why none could be opened; of several the reason of the first.
    """
    # Not the exception itself: kept here it would hold its own frames, and with them open handles.
    first: tuple[Reason, str] | None = None
    for port in ports_of(path):
        try:
            return open_port(port)
        except Fault as fault:
            first = first or (fault.reason, fault.detail)
    raise Fault(*(first or (Reason.ABSENT, path)))


def open_port(port: Port) -> Link:
    """Open this very reader.

    Raises:
        Fault: with the reason.
    """
    with _warnings_left_alone():
        try:
            from nfc.clf import ContactlessFrontend, transport
        except ImportError as error:
            raise Fault(Reason.NO_LIBRARY, f"nfcpy: {error}") from error
        if isinstance(port, SerialPort):
            return _open_serial(port, ContactlessFrontend, transport)
        return _open_usb(port, ContactlessFrontend, transport)


def _open_serial(port: SerialPort, frontend_class: Any, transport: Any) -> Link:
    if os.name == "posix" and not os.path.exists(port.path):
        raise Fault(Reason.ABSENT, port.path)
    lock = _locked(port.path)
    try:
        try:
            return _serial_link(port, frontend_class, transport, lock)
        except Fault as fault:
            fast = fault.reason in (Reason.SILENT, Reason.GARBLED) and port.driver == "pn532"
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
        raise Fault(Reason.NOT_SUPPORTED, f"{port.vendor:04x}:{port.product:04x} {port.title}")
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
    for thing in (getattr(transport, "tty", None), transport):
        with contextlib.suppress(Exception):
            if thing is not None:
                thing.close()


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
        raise Fault(Reason.BUSY, path) from error
    return handle


def _serial_port(path: str) -> SerialPort | None:
    if match := _NFCPY_TTY.fullmatch(path):
        node = match[1] if match[1].startswith("cu.") else "tty" + match[1]
        return SerialPort("/dev/" + node, match[2] or "pn532")
    if os.name == "nt" and (match := _NFCPY_COM.fullmatch(path)):
        return SerialPort("COM" + match[1], match[2] or "pn532")
    if "/" in path:
        bare, _, driver = path.rpartition(":")
        return SerialPort(bare, driver) if driver in _SERIAL_DRIVERS else SerialPort(path)
    return None


def _matching_usb(path: str) -> Iterator[UsbPort]:
    known = usb_ports()
    if path == "usb":
        yield from [port for port in known if port.driver] or known
    elif match := _USB_IDS.fullmatch(path):
        vendor, product = int(match[1], 16), int(match[2], 16) if match[2] else None
        yield from (p for p in known if p.vendor == vendor and product in (None, p.product))
    elif match := _USB_PLACE.fullmatch(path):
        bus, address = int(match[1]), int(match[2]) if match[2] else None
        yield from (p for p in known if p.bus == bus and address in (None, p.address))
    elif match := _USB_SOCKET.fullmatch(path):
        yield from (p for p in known if p.socket == match[1])
    else:
        raise Fault(Reason.NO_ADDRESS, path)


def _usb_port(device: usb1.USBDevice) -> UsbPort | None:
    ids = device.getVendorID(), device.getProductID()
    driver = _usb_drivers().get(ids)
    if driver is None and not _is_smart_card_reader(device):
        return None
    bus = device.getBusNumber()
    chain = ".".join(str(number) for number in device.getPortNumberList())
    socket = f"{bus}-{chain}" if chain else f"{bus}"
    return UsbPort(*ids, bus, device.getDeviceAddress(), socket, driver, _title(device))


def _usb_drivers() -> dict[tuple[int, int], str]:
    with _warnings_left_alone():
        try:
            from nfc.clf.device import usb_device_map
        except ImportError as error:
            raise Fault(Reason.NO_LIBRARY, f"nfcpy: {error}") from error
    return dict(usb_device_map)


def _is_smart_card_reader(device: usb1.USBDevice) -> bool:
    try:
        return any(setting.getClass() == SMART_CARD_CLASS for setting in device.iterSettings())
    except Exception:  # a device that leaves while it is looked at
        return False


def _title(device: usb1.USBDevice) -> str:
    try:
        return " ".join(filter(None, (device.getManufacturer(), device.getProduct())))
    except Exception:  # no permission, busy, unplugged: the numbers must do
        return ""


@contextlib.contextmanager
def _warnings_left_alone() -> Iterator[None]:
    """``import nfc`` sends Python's warnings to the log for the whole program; undo that."""
    try:
        yield
    finally:
        logging.captureWarnings(False)
