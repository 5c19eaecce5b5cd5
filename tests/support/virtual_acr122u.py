"""An ACR122U on a USB bus that is not there: nfcpy's own driver and usb1's classes run on it.

    with VirtualUsb(VirtualAcr122u()) as bus:
        NfcReader("usb").start(put)
        bus.devices[0].lay(text_tag("KTK:..."))

Only ``usb1.USBContext``, ``loadLibrary`` and ``getVersion`` are replaced.
"""

from __future__ import annotations

import collections
import struct
import time
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

import usb1
from virtual_pn532 import Chip
from virtual_tags import Card


class VirtualAcr122u:
    """The reader: CCID frames in, CCID frames out, a PN532 behind them."""

    ids = 0x072F, 0x2200
    maker, product = "ACS", "ACR122U PICC Interface"
    interface_class = 0x0B

    def __init__(self, *, bus: int = 1, socket: tuple[int, ...] = (1,), address: int = 5) -> None:
        self.bus, self.socket, self.address = bus, socket, address
        self.chip = Chip()
        self.is_plugged = True
        self.is_permitted = True
        self.is_claimed = False
        """Another driver or program holds it."""
        self.sleeps_for_good = False
        """After PowerDown only a re-plug wakes it up, as many of these readers do."""
        self.is_mute = False
        self.commands_left: int | None = None
        """So many more commands until the cable is pulled by itself."""
        self.handles = 0
        self._asleep = False
        self._answers: collections.deque[bytes] = collections.deque()

    def lay(self, card: Card) -> Card:
        """Put a card on the reader."""
        self.chip.lay(card)
        return card

    def lift(self, card: Card | None = None) -> None:
        """Take one card, or all, off the reader."""
        self.chip.lift(card)

    def unplug(self) -> None:
        """Pull the cable."""
        self.is_plugged = False

    def plug(self) -> None:
        """Plug in again, in the same socket, with a new device number as on a real bus."""
        self.is_plugged, self._asleep = True, False
        self.address += 1
        self._answers.clear()

    # -- what the fake libusb asks ------------------------------------------------------------

    def check_plugged(self) -> None:
        if not self.is_plugged:
            raise usb1.USBErrorNoDevice

    def write(self, data: bytes) -> None:
        if self.commands_left is not None:
            self.commands_left -= 1
            if self.commands_left < 0:
                self.commands_left = None
                self.unplug()
                self.check_plugged()
        if data and not self.is_mute:
            self._take(data)

    def read(self, patience: float) -> bytes:
        end = time.monotonic() + patience
        while not self._answers:
            self.check_plugged()
            if time.monotonic() >= end:
                raise usb1.USBErrorTimeout
            time.sleep(0.001)
        return self._answers.popleft()

    def _take(self, data: bytes) -> None:
        kind, size, slot, sequence = struct.unpack("<BIBB", data[:7])
        answer: bytes | None = b""
        if kind == 0x62:  # power on: the answer to reset of a contactless storage card
            answer = bytes.fromhex("3b8f8001804f0ca0000003060300030000000068")
        elif kind == 0x6F:
            answer = self._obey(data[10 : 10 + size])
        if answer is not None:
            head = struct.pack("<BI5B", 0x80, len(answer), slot, sequence, 0, 0, 0)
            self._answers.append(head + answer)

    def _obey(self, command: bytes) -> bytes | None:
        if command.startswith(b"\xff\x00\x48"):
            return b"ACR122U214"
        if command.startswith((b"\xff\x00\x51", b"\xff\x00\x40")):
            return b"\x90\x00"
        if not command.startswith(b"\xff\x00\x00\x00") or command[5:6] != b"\xd4":
            return b"\x63\x00"
        if self._asleep:
            return None
        code = command[6]
        answer = self.chip.command(code, command[7:])
        self._asleep = code == 0x16 and self.sleeps_for_good
        return b"\x63\x00" if answer is None else bytes([0xD5, code + 1]) + answer + b"\x90\x00"


class OtherUsbReader(VirtualAcr122u):
    """An ACR1252U: a smart card reader that nfcpy has no driver for."""

    ids = 0x072F, 0x223B
    product = "ACR1252 Dual Reader"


class VirtualUsb:
    """The bus: while it is open, usb1 sees these devices and no others."""

    def __init__(self, *devices: VirtualAcr122u) -> None:
        self.devices = list(devices)
        self._patches = [
            mock.patch.object(usb1, "USBContext", partial(_Context, self)),
            mock.patch.object(usb1, "loadLibrary", return_value=True),
            mock.patch.object(
                usb1, "getVersion", return_value=SimpleNamespace(major=1, minor=0, micro=26)
            ),
        ]

    def __enter__(self) -> VirtualUsb:
        for patch in self._patches:
            patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        for patch in self._patches:
            patch.stop()


class _Context:
    def __init__(self, bus: VirtualUsb) -> None:
        self._bus = bus

    def __enter__(self) -> _Context:
        return self

    def __exit__(self, *_: object) -> None:
        self.exit()

    def exit(self) -> None:
        pass

    def getDeviceList(self, **_: Any) -> list[_Device]:
        return [_Device(device) for device in self._bus.devices if device.is_plugged]


class _Device:
    """usb1.USBDevice, as far as it is used."""

    def __init__(self, device: VirtualAcr122u) -> None:
        self._device = device

    def getVendorID(self) -> int:
        return self._device.ids[0]

    def getProductID(self) -> int:
        return self._device.ids[1]

    def getBusNumber(self) -> int:
        return self._device.bus

    def getDeviceAddress(self) -> int:
        return self._device.address

    def getPortNumberList(self) -> list[int]:
        return list(self._device.socket)

    def iterSettings(self) -> Any:
        points = [_endpoint(0x02), _endpoint(0x82)]
        yield SimpleNamespace(
            iterEndpoints=lambda: iter(points), getClass=lambda: self._device.interface_class
        )

    def getManufacturer(self) -> str:
        self._check_open()
        return self._device.maker

    def getProduct(self) -> str:
        self._check_open()
        return self._device.product

    def open(self) -> _Handle:
        self._check_open()
        return _Handle(self._device)

    def _check_open(self) -> None:
        self._device.check_plugged()
        if not self._device.is_permitted:
            raise usb1.USBErrorAccess


def _endpoint(address: int) -> Any:
    return SimpleNamespace(
        getAddress=lambda: address,
        getAttributes=lambda: usb1.TRANSFER_TYPE_BULK,
        getMaxPacketSize=lambda: 64,
    )


class _Handle:
    """usb1.USBDeviceHandle, as far as it is used."""

    def __init__(self, device: VirtualAcr122u) -> None:
        self._device = device
        self._device.handles += 1

    def claimInterface(self, _: int) -> None:
        self._device.check_plugged()
        if self._device.is_claimed:
            raise usb1.USBErrorBusy

    def bulkWrite(self, _: int, data: bytes, timeout: int = 0) -> int:
        self._device.check_plugged()
        self._device.write(bytes(data))
        return len(data)

    def bulkRead(self, _: int, length: int, timeout: int = 0) -> bytes:
        return self._device.read(timeout / 1000 if timeout else 10.0)

    def close(self) -> None:
        self._device.handles -= 1
