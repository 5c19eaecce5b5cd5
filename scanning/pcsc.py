"""PC/SC readers through pyscard: what Windows, macOS and every desktop with pcscd offer.

nfcpy's code for stickers reads, writes and locks here too: it is given a front end that passes on
its READ and WRITE of a page as the commands of PC/SC part 3 (FF B0, FF D6). The make of a sticker
is asked through the reader if that can be done; if it cannot, stickers are not locked.

The service has no word for two cards at once: it shows none of them, or one that it chose.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ketuk.scanning.nfc_faults import NfcFault
from ketuk.scanning.pcsc_service import PcscPort, Service
from ketuk.scanning.scan import ReaderReason

BRIEFLY = 0.6
"""Seconds for which some drivers call a reader unavailable although only its card has left."""
_STORAGE_CARD = bytes.fromhex("804F0CA000000306")
"""In the ATR of a card without a processor of its own (PC/SC part 3, 3.1.3.2.3)."""
_ISO_14443_A = 3
_OLDER_KINDS = {0x0001: 0x08, 0x0002: 0x18, 0x0026: 0x09, 0x0036: 0x08, 0x0037: 0x18}
"""Card names of Mifare Classic, Mini and Plus, with what they answer when they are called."""
_ACK, _NAK = b"\x0a", b"\x00"
_READ, _WRITE, _VERSION = 0x30, 0xA2, 0x60
_DONE = b"\x90\x00"


@dataclass(slots=True)
class _Lying:
    """The card that lies there, as long as nothing has come or gone."""

    changes: int
    target: Any


class PcscLink:
    """An open reader of the service, with the face of :class:`ketuk.scanning.nfc_link.Link`.

    Only the thread that opened it may use it.

    Raises:
        NfcFault: the reader cannot be used, with the reason.
    """

    def __init__(self, port: PcscPort) -> None:
        self.port = port
        self.title = port.reader
        self._service = Service()
        self._lying: _Lying | None = None
        self._unavailable_since: float | None = None
        self.frontend = _FrontEnd(self._service)
        try:
            flags, _ = self._service.state(port.reader)
            if flags & self._service.api.SCARD_STATE_EXCLUSIVE:
                raise NfcFault(ReaderReason.BUSY, port.reader)
            if flags & self._service.api.SCARD_STATE_UNAVAILABLE:
                raise NfcFault(ReaderReason.UNPLUGGED, port.reader)
        except NfcFault:
            self._service.close()
            raise

    def sense(self) -> Any:
        """One look for a card: nfcpy's target, or None. Asks the service only, so takes 1 ms."""
        api = self._service.api
        flags, atr = self._service.state(self.port.reader)
        if flags & (api.SCARD_STATE_UNKNOWN | api.SCARD_STATE_IGNORE):
            raise NfcFault(ReaderReason.UNPLUGGED, self.port.reader)
        if flags & api.SCARD_STATE_UNAVAILABLE:
            return self._unavailable()
        self._unavailable_since = None
        if not flags & api.SCARD_STATE_PRESENT:
            self._lying = None
            return None
        changes = flags >> 16
        if self._lying is None or self._lying.changes != changes:
            target = self._called(atr, mute=bool(flags & api.SCARD_STATE_MUTE))
            self._lying = None if target is None else _Lying(changes, target)
        return None if self._lying is None else self._lying.target

    def is_crowded(self) -> bool:
        """Never: the service has no word for two cards at once."""
        return False

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep the card from other programs while it is read or written."""
        with self.frontend.connected(self.port.reader):
            yield

    def close(self) -> None:
        """Give the connection to the service back; never raises."""
        self._service.close()

    def _unavailable(self) -> Any:
        now = time.monotonic()
        self._unavailable_since = self._unavailable_since or now
        if now - self._unavailable_since >= BRIEFLY:
            raise NfcFault(ReaderReason.UNPLUGGED, self.port.reader)
        return self._lying and self._lying.target

    def _called(self, atr: bytes, *, mute: bool) -> Any:
        """What nfcpy's own search would have told of this card; None if it has left already."""
        if mute:
            return _target(b"", _sel_res(b""))
        with self.exclusive():
            answer = self.frontend.transmit([0xFF, 0xCA, 0, 0, 0])
        if not answer:
            return None
        return _target(answer[:-2] if answer[-2:] == _DONE else b"", _sel_res(atr))


def _sel_res(atr: bytes) -> int:
    """What the card answers when it is called, as far as the ATR tells; 0x20 has a processor."""
    at = atr.find(_STORAGE_CARD)
    if at < 0 or len(atr) < at + 11:
        return 0x20
    standard, name = atr[at + 8], int.from_bytes(atr[at + 9 : at + 11], "big")
    return _OLDER_KINDS.get(name, 0x00) if standard == _ISO_14443_A else 0x20


def _target(uid: bytes, sel_res: int) -> Any:
    import nfc.clf

    return nfc.clf.RemoteTarget(
        "106A",
        sens_res=bytearray(b"\x44\x00"),
        sel_res=bytearray([sel_res]),
        sdd_res=bytearray(uid),
    )


class _FrontEnd:
    """What nfcpy's tags ask of a front end: pass a command on, and call the card again."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._handle: Any = None
        self._protocol = 0
        self._was_reset = False

    @contextmanager
    def connected(self, reader: str) -> Iterator[None]:
        """A connection to the card, held against other programs; none if it has left.

        Shared, since whoever holds a card alone keeps the rest of the machine from it, and kept no
        longer than it is needed: one that outlives its card never works again.

        Raises:
            NfcFault: another program holds the reader, or the service is gone.
        """
        self._open(reader)
        try:
            yield
        finally:
            self._shut()

    def _open(self, reader: str) -> None:
        api = self._service.api
        both = api.SCARD_PROTOCOL_T0 | api.SCARD_PROTOCOL_T1
        result, handle, protocol = api.SCardConnect(
            self._service.context, reader, api.SCARD_SHARE_SHARED, both
        )
        if result in _card_is_gone(api):
            return
        self._service.checked(result)
        self._handle, self._protocol, self._was_reset = handle, protocol, False
        if api.SCardBeginTransaction(handle) == api.SCARD_W_RESET_CARD:
            self._connect_again(api.SCARD_LEAVE_CARD)
            api.SCardBeginTransaction(handle)

    def _connect_again(self, begin: int) -> bool:
        """Connect anew to the card, as it is or after a reset; whether it is there.

        What is held stays held: a transaction begun once more would have to be ended twice.
        """
        api = self._service.api
        both = api.SCARD_PROTOCOL_T0 | api.SCARD_PROTOCOL_T1
        result, protocol = api.SCardReconnect(self._handle, api.SCARD_SHARE_SHARED, both, begin)
        if result != api.SCARD_S_SUCCESS:
            return False
        self._protocol = protocol
        return True

    def _shut(self) -> None:
        api, handle = self._service.api, self._handle
        self._handle = None
        if handle is not None:
            api.SCardEndTransaction(handle, api.SCARD_LEAVE_CARD)
            api.SCardDisconnect(handle, api.SCARD_LEAVE_CARD)

    def transmit(self, command: Sequence[int]) -> bytes:
        """The answer to one command of PC/SC, its two status bytes last; ``b""`` without a card."""
        if self._handle is None:
            return b""
        api = self._service.api
        result, answer = api.SCardTransmit(self._handle, self._protocol, list(command))
        if result == api.SCARD_W_RESET_CARD:  # by another program, before this one held the card
            self._connect_again(api.SCARD_LEAVE_CARD)
            result, answer = api.SCardTransmit(self._handle, self._protocol, list(command))
        if result == api.SCARD_E_NO_SERVICE:
            self._service.checked(result)
        return bytes(b & 0xFF for b in answer) if result == api.SCARD_S_SUCCESS else b""

    # ---- the face that nfcpy's tags know

    def exchange(self, data: bytes | bytearray, timeout: float) -> bytearray:
        """Pass a command of a Type 2 tag on; ``timeout`` is the reader's own matter here.

        Beside READ and WRITE only the version is asked for, which tells whether it may be locked.

        Raises:
            nfc.clf.TimeoutError: the card is gone, or the reader does not pass such commands on.
        """
        match data[0], len(data):
            case command, 2 if command == _READ:
                answer = self.transmit([0xFF, 0xB0, 0, data[1], 16])
                return self._answered(answer, answer[:-2])
            case command, 6 if command == _WRITE:
                answer = self.transmit([0xFF, 0xD6, 0, data[1], 4, *data[2:]])
                return self._answered(answer, _ACK)
            case command, 1 if command == _VERSION:
                return self._through(bytes(data))
        raise _silence()  # a sticker that refuses a command drops out: ask for nothing unneeded

    def sense(self, target: Any) -> Any:
        """Call the card again, as one that refused a command wants; None if it has left."""
        if self._is_there():
            return target
        return target if self._reset() and self._is_there() else None

    def _reset(self) -> bool:
        """Have the reader look for the card anew, once a connection: it may take half a second."""
        if self._handle is None or self._was_reset:
            return False
        self._was_reset = True
        return self._connect_again(self._service.api.SCARD_RESET_CARD)

    def _answered(self, answer: bytes, good: bytes) -> bytearray:
        if answer[-2:] == _DONE:
            return bytearray(good)
        if not self._is_there():
            raise _silence()
        return bytearray(_NAK)

    def _is_there(self) -> bool:
        """Whether the sticker still answers: its first page can be read by anybody."""
        return self.transmit([0xFF, 0xB0, 0, 0, 16])[-2:] == _DONE

    def _through(self, command: bytes) -> bytearray:
        """Send what PC/SC has no command for, in the way of readers with a PN532 in them."""
        wrapped = bytes([0xD4, 0x42]) + command
        answer = self.transmit([0xFF, 0, 0, 0, len(wrapped), *wrapped])
        if answer[:3] == b"\xd5\x43\x00" and answer[-2:] == _DONE:
            return bytearray(answer[3:-2])
        raise _silence()


def _silence() -> Exception:
    import nfc.clf

    error: Exception = nfc.clf.TimeoutError("no answer by PC/SC")
    return error


def _card_is_gone(api: Any) -> tuple[int, ...]:
    return (
        api.SCARD_E_NO_SMARTCARD,
        api.SCARD_W_REMOVED_CARD,
        api.SCARD_W_UNPOWERED_CARD,
        api.SCARD_W_UNRESPONSIVE_CARD,
        api.SCARD_E_NOT_TRANSACTED,
        api.SCARD_E_READER_UNAVAILABLE,  # said by some drivers when only the card has left
        api.SCARD_E_PROTO_MISMATCH,
    )
