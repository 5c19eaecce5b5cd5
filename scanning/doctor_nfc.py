"""NFC readers: found, permitted, held by somebody, opened twice, one card read."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.scanning import doctor_pcsc, nfc_link, nfc_ports, nfc_tags
from ketuk.scanning.doctor_holders import held_here, holders
from ketuk.scanning.findings import Finding, System, bad, good, note
from ketuk.scanning.nfc_faults import NfcFault, fault_of
from ketuk.scanning.nfc_ports import Port, SerialPort, UsbPort
from ketuk.scanning.pcsc_service import PcscPort
from ketuk.scanning.scan import ReaderReason
from ketuk.scanning.within import within

if TYPE_CHECKING:
    from ketuk.scanning.nfc_link import AnyLink

DEADLINE = 6.0
"""Seconds that a reader may take to be opened twice and to read one card."""
SLOW_LATENCY_MS = 2
"""An FTDI adapter holds back what it received for so long; 16 by default, which makes a read of a
sticker take 600 ms instead of 40."""


def readers(system: System, paths: tuple[str, ...]) -> Iterator[Finding]:
    """Every reader found on USB and by the PC/SC service, and those that the paths name."""
    try:
        usb = nfc_ports.usb_ports()
    except NfcFault as fault:
        yield bad("usb_closed", _library_remedy(fault), problem=fault.detail)
        usb = []
    else:
        yield good("libusb", version=_libusb_version())
    said, served = doctor_pcsc.service(
        system,
        needed=any(port.driver is None for port in usb),
        asked=any(path == "pcsc" or path.startswith("pcsc:") for path in paths),
    )
    yield from said
    named, complaints = _named(paths)
    yield from complaints
    opened: list[Port] = [*served, *(port for port in usb if not (served and port.is_ccid))]
    ports = [*opened, *(port for port in named if port not in opened)]
    for port in ports:
        findings = within(DEADLINE, lambda port=port: list(_reader(port, system)))  # type: ignore[misc]
        silent = bad("reader_silent", "replug", name=port.name, seconds=round(DEADLINE))
        yield from [silent] if findings is None else findings
    if not ports:
        yield note("no_nfc", "plug_in_reader")
        yield from _serial_ports(system)


def kernel_driver(port: UsbPort, system: System) -> str:
    """The kernel's own driver that has taken the reader, ``""`` if none."""
    link = system.sysfs / "bus/usb/devices" / f"{port.socket}:1.0" / "driver"
    return os.path.basename(os.readlink(link)) if link.is_symlink() else ""


def _named(paths: tuple[str, ...]) -> tuple[list[Port], list[Finding]]:
    ports: list[Port] = []
    complaints: list[Finding] = []
    for path in paths:
        try:
            ports += nfc_ports.ports_of(path)
        except NfcFault as fault:
            if fault.reason in doctor_pcsc.TOLD:
                continue
            remedy = "reader_paths" if fault.reason is ReaderReason.NO_ADDRESS else "plug_in_reader"
            complaints.append(bad("no_such_reader", remedy, path=path, reason=str(fault.reason)))
    return ports, complaints


def _reader(port: Port, system: System) -> Iterator[Finding]:
    if isinstance(port, UsbPort) and port.driver is None:
        ids = f"{port.vendor:04x}:{port.product:04x}"
        yield note("reader_unsupported", "use_pcsc", name=port.title or ids, ids=ids)
        return
    if isinstance(port, SerialPort) and os.path.exists(port.path) and not _is_line(port.path):
        yield bad("no_line", "reader_paths", path=port.path)
        return
    if not isinstance(port, PcscPort) and held_here(_node(port, system), system):
        yield good("at_work", name=port.name)
        return
    if isinstance(port, SerialPort):
        yield from _latency(port, system)
    began = time.perf_counter()
    try:
        link = nfc_link.open_port(port)
    except NfcFault as fault:
        yield _closed(port, fault, system)
        return
    opened, title = round(1000 * (time.perf_counter() - began)), link.title
    link.close()
    try:
        link = nfc_link.open_port(port)
    except NfcFault as fault:
        yield bad("reader_not_reopened", "replug", name=port.name, reason=str(fault.reason))
        return
    try:
        yield good("reader", name=port.name, title=title, milliseconds=opened)
        yield _card(port, link)
    finally:
        link.close()


def _card(port: Port, link: AnyLink) -> Finding:
    began = time.perf_counter()
    try:
        target = link.sense()
        if target is None:
            return note("no_card_to_try", "lay_a_card", name=port.name)
        with link.exclusive():
            seen = nfc_tags.look(link, target)
    except Exception as error:  # whatever nfcpy raises
        return bad("card_not_read", "replug", name=port.name, reason=str(fault_of(error).reason))
    took = round(1000 * (time.perf_counter() - began))
    if seen.lifted:
        return note("no_card_to_try", "lay_a_card", name=port.name)
    what = seen.texts[0] if seen.texts else str(seen.flaw)
    return good("card_read", name=port.name, text=what[:40], milliseconds=took)


def _closed(port: Port, fault: NfcFault, system: System) -> Finding:
    facts: dict[str, str | int | float] = {
        "name": port.name,
        "reason": str(fault.reason),
        "problem": fault.detail,
        "holder": "",
    }
    if isinstance(port, PcscPort):
        if fault.reason is ReaderReason.BUSY:
            return bad("pcsc_busy", "stop_card_program", **facts)
        return bad("reader_closed", "replug", **facts)
    if isinstance(port, UsbPort):
        facts |= {"vendor": f"{port.vendor:04x}", "product": f"{port.product:04x}"}
    else:
        facts["port"] = port.path
    if fault.reason is ReaderReason.BUSY:
        driver = kernel_driver(port, system) if isinstance(port, UsbPort) else ""
        programs = holders(_node(port, system), system)
        facts["holder"] = driver or ", ".join(programs)
        return bad("reader_busy", _busy_remedy(driver, programs, system), **facts)
    return bad("reader_closed", _remedy(port, fault, system), **facts)


def _node(port: UsbPort | SerialPort, system: System) -> Path:
    if isinstance(port, UsbPort):
        return system.dev / f"bus/usb/{port.bus:03}/{port.address:03}"
    return Path(port.path)


def _busy_remedy(driver: str, programs: list[str], system: System) -> str:
    if system.platform == "darwin" or "pcscd" in programs:
        return "use_pcsc"
    return "kernel_driver" if driver and driver != "usbfs" else "stop_program"


def _remedy(port: UsbPort | SerialPort, fault: NfcFault, system: System) -> str:
    ccid = isinstance(port, UsbPort) and port.is_ccid
    match fault.reason:
        case ReaderReason.NO_PERMISSION | ReaderReason.ABSENT if system.platform in (
            "darwin",
            "win32",
        ):
            return "use_pcsc" if ccid else "windows_driver"
        case ReaderReason.SILENT | ReaderReason.GARBLED | ReaderReason.UNPLUGGED if ccid:
            return "use_pcsc_or_replug"
        case ReaderReason.NO_PERMISSION:
            return "udev_rule" if isinstance(port, UsbPort) else "serial_group"
        case ReaderReason.NO_LIBUSB | ReaderReason.NO_LIBRARY:
            return _library_remedy(fault)
        case ReaderReason.ABSENT | ReaderReason.UNPLUGGED:
            return "plug_in_reader"
        case _:
            return "replug"


def _library_remedy(fault: NfcFault) -> str:
    return "install_libusb" if fault.reason is ReaderReason.NO_LIBUSB else "install_nfcpy"


def _libusb_version() -> str:
    import usb1

    version = usb1.getVersion()
    return f"{version.major}.{version.minor}.{version.micro}"


def _serial_ports(system: System) -> Iterator[Finding]:
    if system.dev == Path("/dev"):
        for path in nfc_ports.serial_ports():
            yield note("serial_port", "try_serial", port=path)


def _is_line(path: str) -> bool:
    """Whether a path is a serial line; one that may not be opened may be one."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        return os.isatty(handle)
    finally:
        os.close(handle)


def _latency(port: SerialPort, system: System) -> Iterator[Finding]:
    name = os.path.basename(os.path.realpath(port.path))
    timer = system.sysfs / "class/tty" / name / "device/latency_timer"
    try:
        milliseconds = int(timer.read_text("ascii"))
    except (OSError, ValueError):
        return
    if milliseconds > SLOW_LATENCY_MS:
        yield note("slow_adapter", "latency_timer", port=name, milliseconds=milliseconds)
