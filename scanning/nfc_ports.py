"""Which NFC readers there are, and which of them a path means.

nfcpy's own paths find only names directly in /dev and hide why a USB reader cannot be opened, so
devices are found here and handed to nfcpy's driver by :mod:`ketuk.scanning.nfc_link`.
Paths that are understood:

========================== ==================================================================
``usb``                    every USB reader that nfcpy knows
``usb:072f:2200``          by vendor and product (hex); the product may be left out
``usb:001:005``            by bus and device number, as lsusb shows them
``usb@1-1.2``              by the socket it is plugged into; stays the same after a re-plug
``tty:USB0:pn532``         a serial port in nfcpy's way; the driver may be left out
``com:COM3:pn532``         the same on Windows
``/dev/serial/by-id/...``  any other way to name a serial port; ``:arygon`` may follow
``pcsc``, ``pcsc:NAME``    a reader of the PC/SC service (:mod:`ketuk.scanning.pcsc_service`)
========================== ==================================================================
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ketuk.scanning.nfc_faults import NfcFault, fault_of, warnings_left_alone
from ketuk.scanning.pcsc_service import PcscPort
from ketuk.scanning.pcsc_service import ports_of as pcsc_ports_of
from ketuk.scanning.scan import ReaderReason

if TYPE_CHECKING:
    import usb1

SMART_CARD_CLASS = 0x0B
_SERIAL_DRIVERS = ("pn532", "arygon")
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
    """A USB device that is a reader, or looks like one. ``driver`` is None if nfcpy has none."""

    vendor: int
    product: int
    bus: int
    address: int
    socket: str
    driver: str | None
    title: str = ""
    is_ccid: bool = False
    """Whether it is of the class that the PC/SC service takes for itself."""

    @property
    def name(self) -> str:
        """By the socket, since these readers carry no serial number; two equal ones differ."""
        return "nfc:usb-" + self.socket

    @property
    def path(self) -> str:
        """The path that finds the device in this socket, also after a re-plug."""
        return "usb@" + self.socket


Port = SerialPort | UsbPort | PcscPort


def load_libusb() -> None:
    """Have libusb loaded: the system's, or the one that the package libusb-package brings.

    Raises:
        NfcFault: there is none.
    """
    try:
        import usb1
    except ImportError as error:
        raise NfcFault(ReaderReason.NO_LIBRARY, "libusb1") from error
    try:
        usb1.loadLibrary()
    except OSError:
        try:
            import ctypes

            import libusb_package

            usb1.loadLibrary(ctypes.CDLL(str(libusb_package.get_library_path())))
        except (ImportError, OSError) as error:
            raise NfcFault(ReaderReason.NO_LIBUSB, str(error)) from error


def usb_ports() -> list[UsbPort]:
    """USB devices that nfcpy has a driver for, and other smart card readers as near misses.

    Raises:
        NfcFault: libusb or a package is missing, or the bus cannot be listed.
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
        NfcFault: the path is none of the kinds above (``no_address``), or no such device is there.
    """
    if path == "pcsc" or path.startswith("pcsc:"):
        return [*pcsc_ports_of(path)]
    if serial := _serial_port(path):
        return [serial]
    if path == "tty":
        ports: list[Port] = [SerialPort(device) for device in serial_ports()]
    elif path.startswith("usb"):
        ports = list(_matching_usb(path))
    else:
        raise NfcFault(ReaderReason.NO_ADDRESS, path)
    if not ports:
        raise NfcFault(ReaderReason.ABSENT, path)
    return ports


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
        raise NfcFault(ReaderReason.NO_ADDRESS, path)


def _usb_port(device: usb1.USBDevice) -> UsbPort | None:
    ids = device.getVendorID(), device.getProductID()
    driver = _usb_drivers().get(ids)
    is_ccid = _is_smart_card_reader(device)
    if driver is None and not is_ccid:
        return None
    bus = device.getBusNumber()
    chain = ".".join(str(number) for number in device.getPortNumberList())
    socket = f"{bus}-{chain}" if chain else f"{bus}"
    return UsbPort(*ids, bus, device.getDeviceAddress(), socket, driver, _title(device), is_ccid)


def _usb_drivers() -> dict[tuple[int, int], str]:
    with warnings_left_alone():
        try:
            from nfc.clf.device import usb_device_map
        except ImportError as error:
            raise NfcFault(ReaderReason.NO_LIBRARY, f"nfcpy: {error}") from error
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
