"""Stickers and other cards as a reader sees them over the air: bytes in, bytes out, no thread.

A one-byte answer is a four-bit ACK or NAK; None is silence. Checksums belong to the reader.
"""

from __future__ import annotations

import itertools

ACK, NAK = b"\x0a", b"\x00"
READ, FAST_READ, WRITE, VERSION = 0x30, 0x3A, 0xA2, 0x60
_serials = itertools.count(1)


def next_uid() -> bytes:
    """A seven-byte UID of NXP's that no other tag of this run has."""
    return b"\x04" + next(_serials).to_bytes(6, "big")


def text_message(text: str, *, language: str = "id", utf16: bool = False) -> bytes:
    """An NDEF message of one Text record."""
    status = len(language) | (0x80 if utf16 else 0)
    body = bytes([status]) + language.encode() + text.encode("utf-16" if utf16 else "utf-8")
    return bytes([0xD1, 1, len(body)]) + b"T" + body


def uri_message(rest: str, *, prefix: int = 0) -> bytes:
    """An NDEF message of one URI record; the prefix is a number of the standard's table."""
    body = bytes([prefix]) + rest.encode()
    return bytes([0xD1, 1, len(body)]) + b"U" + body


def message_tlv(message: bytes) -> bytes:
    """The message with the tag's length block around it and the end mark behind."""
    size = len(message)
    length = bytes([size]) if size < 255 else b"\xff" + size.to_bytes(2, "big")
    return b"\x03" + length + message + b"\xfe"


class Card:
    """Anything that answers the reader's call; this one (a bank card, a phone) says no more."""

    sens_res = b"\x00\x04"
    sel_res = b"\x20"

    def __init__(self, uid: bytes = b"\x12\x34\x56\x78") -> None:
        self._uid = uid
        self.powered = False
        self.gone = False
        self.heard: list[bytes] = []

    @property
    def uid(self) -> bytes:
        return self._uid

    def answer(self, command: bytes) -> bytes | None:
        self.heard.append(command)
        return None


class Phone(Card):
    """A phone: another random number at each call, as ISO 14443-3 gives those with 08 first."""

    @property
    def uid(self) -> bytes:
        return b"\x08" + next(_serials).to_bytes(3, "big")


class MifareClassic(Card):
    """An old door pass or bus card."""

    sel_res = b"\x08"


class Sticker(Card):
    """An NXP NTAG213: 45 pages of 4 bytes; pages 4 to 39 are the user's."""

    sens_res = b"\x00\x44"
    sel_res = b"\x00"
    pages = 45
    lock_page = 40
    version = bytes.fromhex("0004040201000f03")
    capability = bytes.fromhex("e1101200")

    def __init__(
        self, message: bytes | None = None, *, uid: bytes | None = None, raw: bytes | None = None
    ) -> None:
        super().__init__(uid or next_uid())
        self.memory = bytearray(4 * self.pages)
        self._burn_in()
        if raw is None:  # factory state: a lock control block, then an empty message
            raw = bytes.fromhex("0103a00c340300fe") if message is None else message_tlv(message)
        self.memory[16 : 16 + len(raw)] = raw
        self.commands_left: int | None = None
        self.forgets_writes = False
        self.written = 0

    def _burn_in(self) -> None:
        m, u = self.memory, self._uid
        m[0:9] = (
            u[:3] + bytes([0x88 ^ u[0] ^ u[1] ^ u[2]]) + u[3:] + bytes([u[3] ^ u[4] ^ u[5] ^ u[6]])
        )
        m[9] = 0x48
        m[12:16] = self.capability
        config = 4 * (self.lock_page + 1)
        m[config - 1] = 0xBD
        m[config : config + 16] = bytes.fromhex("040000ff00050000ffffffff00000000")

    # -- what a test does with it -------------------------------------------------------------

    @property
    def message(self) -> bytes | None:
        """The NDEF message on the tag, None where there is no message block."""
        user, at = self.memory[16 : 4 * self.lock_page], 0
        while at < len(user) and user[at] != 0xFE:
            if user[at] == 0:
                at += 1
                continue
            size, start = user[at + 1], at + 2
            if user[at] == 3:
                return bytes(user[start : start + size])
            at = start + size
        return None

    @property
    def locked(self) -> bool:
        """Whether the lock bits are set for good."""
        return self.memory[10:12] == b"\xff\xff"

    def leave_after(self, commands: int | None) -> Sticker:
        """Slip off the reader after so many more commands."""
        self.commands_left = commands
        return self

    def make_read_only(self) -> Sticker:
        """As a maker's tool would: the capability says so and the lock bits hold it."""
        self.memory[15] = 0x0F
        return self.lock_silently()

    def lock_silently(self) -> Sticker:
        """Only the lock bits: the capability still promises that one may write."""
        self.memory[10:12] = b"\xff\xff"
        self.memory[4 * self.lock_page : 4 * self.lock_page + 3] = b"\xff\xff\xff"
        return self

    # -- what the reader does with it ---------------------------------------------------------

    def answer(self, command: bytes) -> bytes | None:
        self.heard.append(command)
        if self.commands_left is not None:
            self.commands_left -= 1
            self.gone = self.gone or self.commands_left < 0
        if self.gone or not self.powered or not command:
            return None
        reply = self._obey(command)
        if reply == NAK:
            self.powered = False  # a real one drops out until it is called again
        return reply

    def _obey(self, command: bytes) -> bytes:
        match command[0], len(command):
            case 0x30, 2 if command[1] < self.pages:
                return b"".join(self._page((command[1] + i) % self.pages) for i in range(4))
            case 0x3A, 3 if command[1] <= command[2] < self.pages:
                return b"".join(self._page(p) for p in range(command[1], command[2] + 1))
            case 0xA2, 6 if 2 <= command[1] < self.pages and not self._is_locked(command[1]):
                return self._write(command[1], command[2:])
            case 0x60, 1:
                return self.version
        return NAK

    def _page(self, page: int) -> bytes:
        secret = page >= self.pages - 2  # password and its answer read as zeros
        return bytes(4) if secret else bytes(self.memory[4 * page : 4 * page + 4])

    def _is_locked(self, page: int) -> bool:
        static = int.from_bytes(self.memory[10:12], "little")
        dynamic = int.from_bytes(self.memory[4 * self.lock_page : 4 * self.lock_page + 2], "little")
        if 3 <= page <= 15:
            return bool(static >> page & 1)
        return 16 <= page < self.lock_page and bool(dynamic >> min((page - 16) // 2, 15) & 1)

    def _write(self, page: int, data: bytes) -> bytes:
        self.written += 1
        if self.forgets_writes:
            return ACK
        at = 4 * page
        if page == 2:  # only the lock bits, and only ever from 0 to 1
            data = bytes(self.memory[8:10]) + bytes(
                a | b for a, b in zip(self.memory[10:12], data[2:], strict=True)
            )
        elif page in (3, self.lock_page):
            data = bytes(a | b for a, b in zip(self.memory[at : at + 4], data, strict=True))
        self.memory[at : at + 4] = data
        return ACK


class BigSticker(Sticker):
    """An NXP NTAG215: 504 bytes for the user."""

    pages = 135
    lock_page = 130
    version = bytes.fromhex("0004040201001103")
    capability = bytes.fromhex("e1103e00")


class UnknownSticker(Sticker):
    """A Type 2 tag of a maker that nfcpy does not know, without the version command."""

    def _obey(self, command: bytes) -> bytes:
        return NAK if command[0] == VERSION else super()._obey(command)


def text_tag(text: str, *, uid: bytes | None = None, language: str = "id") -> Sticker:
    """A sticker that says ``text``."""
    return Sticker(text_message(text, language=language), uid=uid)


def blank_tag(uid: bytes | None = None) -> Sticker:
    """A sticker as it comes from the factory."""
    return Sticker(uid=uid)


def unprepared_tag(uid: bytes | None = None) -> Sticker:
    """A sticker that was never made ready for messages: its capability page is empty."""
    tag = Sticker(raw=bytes(8), uid=uid)
    tag.memory[12:16] = bytes(4)
    return tag


def broken_tag(uid: bytes | None = None) -> Sticker:
    """A sticker whose record claims to be longer than the message that holds it."""
    return Sticker(b"\xd1\x01\x40T\x02idKTK", uid=uid)
