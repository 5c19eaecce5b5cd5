"""The PC/SC service itself: its readers by name, how each stands, and what its numbers mean.

Paths: ``pcsc`` is the first reader of the service, ``pcsc:NAME`` the first whose name holds NAME.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ketuk.scanning.nfc_faults import NfcFault
from ketuk.scanning.scan import ReaderReason

_NOT_FOR_CARDS = re.compile(r"\bSAM\b|\[Contacted", re.IGNORECASE)
_NEW_READERS = "\\\\?PnP?\\Notification"


@dataclass(frozen=True, slots=True)
class PcscPort:
    """A reader of the PC/SC service, by the name that the service gives it."""

    reader: str

    @property
    def name(self) -> str:
        """The source name in readings."""
        return "pcsc:" + self.reader

    @property
    def path(self) -> str:
        """The path that finds this reader, also after a re-plug."""
        return "pcsc:" + self.reader


class Service:
    """A connection to the PC/SC service; each reader's thread has one of its own.

    Raises:
        NfcFault: pyscard is not installed, the service does not run, or this user may not use it.
    """

    def __init__(self) -> None:
        try:
            from smartcard import scard
        except ImportError as error:
            raise NfcFault(ReaderReason.NO_PCSC_LIBRARY, str(error)) from error
        self.api: Any = scard
        result, self.context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
        self.checked(result)

    def close(self) -> None:
        """Give the connection back; what waits in it is told that it was cancelled."""
        self.api.SCardReleaseContext(self.context)

    def cancel(self) -> None:
        """End a wait for changes, from any thread."""
        self.api.SCardCancel(self.context)

    def readers(self) -> list[str]:
        """Names of the readers that cards without contacts may be tapped on.

        Raises:
            NfcFault: the service does not answer.
        """
        result, names = self.api.SCardListReaders(self.context, [])
        if result == self.api.SCARD_E_NO_READERS_AVAILABLE:
            return []
        self.checked(result)
        return [name for name in names if not _NOT_FOR_CARDS.search(name)]

    def state(self, reader: str) -> tuple[int, bytes]:
        """How a reader stands (``SCARD_STATE_...``) and the ATR of its card; does not wait.

        Raises:
            NfcFault: the service or the reader is gone.
        """
        result, states = self.api.SCardGetStatusChange(
            self.context, 0, [(reader, self.api.SCARD_STATE_UNAWARE)]
        )
        if result != self.api.SCARD_E_TIMEOUT:
            self.checked(result)
        _, flags, atr = states[0]
        return flags, bytes(atr)

    def wait_for_readers(self, seconds: float) -> None:
        """Return when a reader has come or gone, after so many seconds, or when cancelled."""
        known = [(_NEW_READERS, self.api.SCARD_STATE_UNAWARE)]
        self.api.SCardGetStatusChange(self.context, int(1000 * seconds), known)

    def checked(self, result: int) -> None:
        """Pass over success.

        Raises:
            NfcFault: what the number says, with its text as the service words it.
        """
        if result == self.api.SCARD_S_SUCCESS:
            return
        reason = REASONS.get(result & 0xFFFFFFFF, ReaderReason.GARBLED)
        raise NfcFault(reason, f"PC/SC: {self.api.SCardGetErrorMessage(result)}")


REASONS = {
    0x8010001D: ReaderReason.NO_SERVICE,  # SCARD_E_NO_SERVICE
    0x8010001E: ReaderReason.NO_SERVICE,  # SCARD_E_SERVICE_STOPPED
    0x80100003: ReaderReason.NO_SERVICE,  # SCARD_E_INVALID_HANDLE: the service was started anew
    0x80100013: ReaderReason.NO_SERVICE,  # SCARD_F_COMM_ERROR
    0x8010006A: ReaderReason.NOT_ALLOWED,  # SCARD_W_SECURITY_VIOLATION
    0x80100027: ReaderReason.NOT_ALLOWED,  # SCARD_E_NO_ACCESS
    0x8010000B: ReaderReason.BUSY,  # SCARD_E_SHARING_VIOLATION
    0x80100009: ReaderReason.UNPLUGGED,  # SCARD_E_UNKNOWN_READER
    0x80100017: ReaderReason.UNPLUGGED,  # SCARD_E_READER_UNAVAILABLE
    0x8010002E: ReaderReason.UNPLUGGED,  # SCARD_E_NO_READERS_AVAILABLE
    0x8010000A: ReaderReason.SILENT,  # SCARD_E_TIMEOUT
}
"""What the numbers of the service mean for a person; any other is an answer that makes no sense."""


def pcsc_ports() -> list[PcscPort]:
    """The readers that the service has now.

    Raises:
        NfcFault: pyscard is not installed, the service does not run, or this user may not use it.
    """
    service = Service()
    try:
        return [PcscPort(name) for name in service.readers()]
    finally:
        service.close()


def ports_of(path: str) -> list[PcscPort]:
    """Those of the service's readers that ``pcsc`` or ``pcsc:NAME`` means.

    Raises:
        NfcFault: as :func:`pcsc_ports`; ``absent`` if there is no such reader.
    """
    wanted = path.removeprefix("pcsc").removeprefix(":").casefold()
    named = [port for port in pcsc_ports() if wanted in port.reader.casefold()]
    if not named:
        raise NfcFault(ReaderReason.ABSENT, path)
    return sorted(named, key=lambda port: port.reader.casefold() != wanted)
