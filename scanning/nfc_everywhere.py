"""All readers that are plugged in, now or later, each under a lasting name of its own.

A reader of the smart card class could be served both ways. The PC/SC service, if it runs, takes all
of that class, and no other program can open them then. So they are left to it where it lists any
reader, and nfcpy has them where it lists none.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ketuk.scanning import nfc_ports
from ketuk.scanning.deadline import LONGEST, Deadline
from ketuk.scanning.nfc import LEAVE_BEHIND, NfcReader
from ketuk.scanning.nfc_faults import NfcFault, fault_of
from ketuk.scanning.nfc_ports import UsbPort
from ketuk.scanning.pcsc_service import PcscPort, Service
from ketuk.scanning.scan import Put, ReaderError, ReaderReason, ReaderState, Readiness

LOOK = 2.0
"""Seconds between two looks at the bus."""
AT_LEAST = 0.2
"""Seconds between two looks if the service reports a change again and again."""
AnyPort = UsbPort | PcscPort


class EveryNfcReader:
    """Starts a reader for each supported device that appears; a reader once seen stays."""

    def __init__(
        self,
        *,
        name: str = "nfc",
        look: float = LOOK,
        make: Callable[[AnyPort], NfcReader] = lambda port: NfcReader(port.path, name=port.name),
        clock: Callable[[], float] = time.monotonic,
        longest: float = LONGEST,
    ) -> None:
        self._name, self._look, self._make, self._clock = name, look, make, clock
        self._readers: dict[str, NfcReader] = {}
        self._put: Put = lambda reading: None
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None
        self._told: ReaderReason | None = None
        self._service: Service | None = None
        self._deadline = Deadline(self._hangs, seconds=longest)

    @property
    def name(self) -> str:
        """The source name for what concerns no single reader."""
        return self._name

    @property
    def readers(self) -> tuple[NfcReader, ...]:
        """The readers seen so far; any of them can write."""
        return tuple(self._readers.values())

    def start(self, put: Put) -> None:
        """Begin to look at the bus and to listen to the service. Does not block."""
        self._put, self._told = put, None
        self._halt.clear()
        self._deadline.start(self._name + " deadline")
        self._thread = threading.Thread(target=self._watch, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close every reader."""
        self._halt.set()
        self._deadline.stop()
        if (service := self._service) is not None:
            service.cancel()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(LEAVE_BEHIND)
        for reader in self._readers.values():
            reader.stop()
        self._readers.clear()

    def _watch(self) -> None:
        while not self._halt.is_set():
            try:
                with self._deadline.watched():
                    served = self._served()
                    ports = self._usb(served)
                self._adopt(served, ports)
            except Exception as error:  # a bus that cannot be listed is told and tried again
                self._complain(fault_of(error))
            self._wait()
        self._forget_service()

    def _wait(self) -> None:
        """Until the next look; the service tells at once when a reader comes."""
        if self._service is not None and not self._halt.is_set():
            self._service.wait_for_readers(self._look)
        self._halt.wait(self._look if self._service is None else AT_LEAST)

    def _served(self) -> list[PcscPort]:
        """What the PC/SC service has; nothing if it is not installed or does not run."""
        try:
            self._service = self._service or Service()
            return [PcscPort(name) for name in self._service.readers()]
        except NfcFault:
            self._forget_service()
            return []

    def _forget_service(self) -> None:
        service, self._service = self._service, None
        if service is not None:
            service.close()

    def _usb(self, served: list[PcscPort]) -> list[UsbPort]:
        """USB readers for nfcpy; a fault of libusb counts only if the service has no reader."""
        try:
            ports = nfc_ports.usb_ports()
        except NfcFault:
            if served:
                return []
            raise
        return [port for port in ports if not (served and port.is_ccid)]

    def _adopt(self, served: list[PcscPort], ports: list[UsbPort]) -> None:
        supported: list[AnyPort] = [*served, *(port for port in ports if port.driver is not None)]
        if supported:
            self._all_well()
        elif ports:
            self._complain(NfcFault(ReaderReason.NOT_SUPPORTED, "; ".join(p.title for p in ports)))
        elif not self._readers:
            self._complain(NfcFault(ReaderReason.ABSENT, "usb"))
        for port in supported:
            if port.name not in self._readers:
                reader = self._readers[port.name] = self._make(port)
                reader.start(self._put)

    def _all_well(self) -> None:
        """Take back the complaint; from now on each reader speaks for itself."""
        if self._told is not None:
            self._told = None
            now = self._clock()
            self._put(ReaderState(source=self._name, at=now, state=Readiness.CLEAR))

    def _hangs(self) -> None:
        """In the thread that watches: the bus or the service does not answer."""
        self._complain(
            NfcFault(ReaderReason.SILENT, "no answer from the USB bus or the PC/SC service")
        )

    def _complain(self, fault: NfcFault) -> None:
        if self._told is fault.reason:
            return
        self._told, now = fault.reason, self._clock()
        error = ReaderError(source=self._name, at=now, reason=fault.reason, detail=fault.detail)
        self._put(error)
        state = ReaderState(source=self._name, at=now, state=Readiness.ABSENT, remedy=fault.reason)
        self._put(state)
