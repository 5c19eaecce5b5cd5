"""A PN532 reader on a pseudo-terminal: the whole real stack (pyserial, nfcpy, NDEF) runs on it.

    with VirtualReader() as reader:
        NfcReader(reader.path).start(put)
        reader.lay(text_tag("KTK:..."))
        reader.lift()

``path`` is a link that stays the same when the reader is unplugged and plugged in again.
"""

from __future__ import annotations

import os
import pty
import select
import shutil
import tempfile
import termios
import threading
import time
import tty
from pathlib import Path
from unittest import mock

from virtual_tags import Card

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
PATIENCE_MS = 3000
SPEEDS = 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600
TX_MODE, RX_MODE, TX_CONTROL, FIFO = 0x6302, 0x6303, 0x6304, 0x6339


def crc_a(data: bytes) -> bytes:
    """The checksum of ISO 14443-3 type A."""
    register = 0x6363
    for byte in data:
        byte ^= register & 0xFF
        byte ^= byte << 4 & 0xFF
        register = register >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return register.to_bytes(2, "little")


class Chip:
    """The PN532 itself: one command in, its data out; None for a command it does not know."""

    def __init__(self, *, air_time: float = 0.0, search_time: float = 0.0) -> None:
        self.lock = threading.RLock()
        self.field: list[Card] = []
        self.called: list[Card] = []
        self.radio = False
        self.registers: dict[int, int] = {}
        self.air_time = air_time
        """Seconds that an exchange with a tag takes."""
        self.search_time = search_time
        """Seconds until an empty field is given up."""
        self.garbled_answers = 0
        """So many answers of tags that come reach the chip with a wrong checksum."""
        self.misses = 0
        """So many of the next searches find nothing although a card lies there."""
        self.searches = 0

    def lay(self, card: Card) -> None:
        with self.lock:
            card.gone = False
            self.field.append(card)

    def lift(self, card: Card | None = None) -> None:
        with self.lock:
            for leaving in [card] if card else list(self.field):
                leaving.powered = False
                self.field.remove(leaving)
                if leaving in self.called:
                    self.called.remove(leaving)

    def command(self, code: int, data: bytes) -> bytes | None:
        with self.lock:
            return self._command(code, data)

    def _command(self, code: int, data: bytes) -> bytes | None:
        match code:
            case 0x00:  # Diagnose: the line test sends its data back
                return data if data[:1] == b"\x00" else b"\x00"
            case 0x02:
                return bytes.fromhex("32010607")
            case 0x06:
                return bytes(
                    self._register(data[i] << 8 | data[i + 1]) for i in range(0, len(data), 2)
                )
            case 0x08:
                for i in range(0, len(data), 3):
                    self.registers[data[i] << 8 | data[i + 1]] = data[i + 2]
                return b""
            case 0x10 | 0x12 | 0x14:
                return b""
            case 0x16:
                self._switch_radio(False)
                return b"\x00"
            case 0x32:
                if data[0] == 1:
                    self._switch_radio(bool(data[1] & 1))
                return b""
            case 0x42:
                return self._through(data)
            case 0x4A:
                return self._search(at_most=data[0], kind=data[1], wanted=data[2:])
            case 0x44 | 0x52:
                self.called = []
                return b"\x00"
        return None

    def _register(self, number: int) -> int:
        if number == TX_CONTROL:
            return 0x83 if self.radio else 0x80
        return self.registers.get(number, 0)

    def _switch_radio(self, on: bool) -> None:
        self.radio = on
        if not on:
            for card in self.field:
                card.powered = False
            self.called = []

    def _search(self, *, at_most: int, kind: int, wanted: bytes) -> bytes:
        self._switch_radio(True)
        self.searches += 1
        self.registers[TX_MODE] = self.registers[RX_MODE] = 0x80
        self.registers[FIFO] = 0x26  # the call that nobody answered stays in the chip
        here = [] if kind or self._misses_this_time() else self._answering(wanted)
        self.called = here[:at_most]
        if not self.called:
            time.sleep(self.search_time)
            return b"\x00"
        self.registers[FIFO] = 0x00
        return bytes([len(self.called)]) + b"".join(
            self._introduced(number, card) for number, card in enumerate(self.called, 1)
        )

    def _misses_this_time(self) -> bool:
        self.misses = max(0, self.misses - 1) if (missing := self.misses > 0) else 0
        return missing

    def _answering(self, wanted: bytes) -> list[Card]:
        here = sorted((c for c in self.field if not c.gone), key=lambda card: card.uid)
        if wanted:
            here = [c for c in here if (b"\x88" if len(c.uid) == 7 else b"") + c.uid == wanted]
        for card in here:
            card.powered = True
        return here

    @staticmethod
    def _introduced(number: int, card: Card) -> bytes:
        uid = card.uid
        return bytes([number]) + card.sens_res + card.sel_res + bytes([len(uid)]) + uid

    def _through(self, data: bytes) -> bytes:
        time.sleep(self.air_time)
        card = self.called[0] if self.called else None
        answer = card.answer(data) if card is not None and card in self.field else None
        checks_crc = bool(self.registers.get(RX_MODE, 0) & 0x80)
        if answer is None:
            return b"\x01"
        if len(answer) == 1:  # four bits without checksum
            return b"\x02" if checks_crc else b"\x00" + answer
        if self.garbled_answers:
            self.garbled_answers -= 1
            answer = answer[:-1] + bytes([answer[-1] ^ 0x55])
            return b"\x02" if checks_crc else b"\x00" + answer + b"\x00\x00"
        return b"\x00" + answer + (b"" if checks_crc else crc_a(answer))


def frame(body: bytes) -> bytes:
    """The chip's answer as it goes over the line."""
    if len(body) > 255:
        size = len(body).to_bytes(2, "big")
        head = b"\x00\x00\xff\xff\xff" + size + bytes([-sum(size) & 0xFF])
    else:
        head = bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF])
    return head + body + bytes([-sum(body) & 0xFF, 0])


class VirtualReader:
    """A PN532 on a line. Times are zero unless asked for: ``at_921600_baud`` waits as a real one.

    nfcpy gives the chip 100 ms for a first sign of life. A starved machine takes longer now and
    then, so that bound is wider while a virtual reader is in use, except while it is mute.
    """

    def __init__(self, *, at_921600_baud: bool = False) -> None:
        slow = at_921600_baud
        # An exchange of 18 bytes at 106 kbit/s and the tag's own delay; a search is given up
        # after the call and its pause.
        self.chip = Chip(air_time=0.002 if slow else 0.0, search_time=0.005 if slow else 0.0)
        self.byte_time = 10 / 921_600 if slow else 0.0
        self.chip_time = 0.001 if slow else 0.0
        self.mood = "well"
        self.speed = SPEEDS[4]
        """Baud at which the chip listens; what comes at another speed is noise to it."""
        self._next_speed: int | None = None
        self.answers_left: int | None = None
        """So many more answers until the cable is pulled by itself."""
        self._folder = Path(tempfile.mkdtemp(prefix="virtual-pn532-"))
        self.path = str(self._folder / "reader")
        self._master = self._slave = -1
        self._thread: threading.Thread | None = None
        self._halt = threading.Event()
        self._patience = mock.patch("nfc.clf.transport.TTY.read", _patient(self))

    def __enter__(self) -> VirtualReader:
        self._patience.start()
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
        self._patience.stop()
        shutil.rmtree(self._folder)

    # -- what a test does ---------------------------------------------------------------------

    def lay(self, card: Card) -> Card:
        """Put a card on the reader."""
        self.chip.lay(card)
        return card

    def lift(self, card: Card | None = None) -> None:
        """Take one card, or all of them, off the reader."""
        self.chip.lift(card)

    def wait_for_searches(self, count: int, *, within: float = 10.0) -> None:
        """Return when the host has looked for cards so many more times."""
        goal, end = self.chip.searches + count, time.monotonic() + within
        while self.chip.searches < goal:
            assert time.monotonic() < end, "the reader is not polled"
            time.sleep(0.002)

    def mute(self) -> None:
        """Stop answering, as a chip that has hung up."""
        self.mood = "mute"

    def babble(self) -> None:
        """Answer every command with bytes that mean nothing."""
        self.mood = "babble"

    def recover(self) -> None:
        """Answer properly again."""
        self.mood = "well"

    def plug(self) -> None:
        """Plug in; the path is the same as before, the terminal behind it another."""
        self._master, self._slave = pty.openpty()  # the slave stays open: nfcpy reopens the line
        tty.setraw(self._slave)
        Path(self.path).unlink(missing_ok=True)
        os.symlink(os.ttyname(self._slave), self.path)
        self._halt.clear()
        self.speed, self._next_speed = SPEEDS[4], None  # power-on: 115,200 baud
        self._thread = threading.Thread(target=self._serve, name="virtual-pn532", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the cable: the host's next touch of the line fails."""
        self._halt.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(5)
        self._hang_up()

    def _hang_up(self) -> None:
        if self._master < 0:
            return
        Path(self.path).unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    # -- the line -----------------------------------------------------------------------------

    def _serve(self) -> None:
        heard = bytearray()
        while not self._halt.is_set():
            ready, _, _ = select.select([self._master], [], [], 0.02)
            if not ready:
                continue
            try:
                data = os.read(self._master, 4096)
            except OSError:
                time.sleep(0.005)
                continue
            time.sleep(len(data) * self.byte_time)
            if not self._is_understood(data):
                continue
            heard += data
            while (body := _next_command(heard)) is not None and not self._halt.is_set():
                self._handle(body)

    def _is_understood(self, data: bytes) -> bool:
        """A new speed holds once the host has acknowledged it, as in the real chip.

        A pseudo-terminal forgets that acknowledgement when the host flushes the line at once; then
        the first bytes at the new speed stand for it.
        """
        host = termios.tcgetattr(self._slave)[5]
        if self._next_speed is not None:
            if ACK in data or host == _termios_speed(self._next_speed):
                self.speed, self._next_speed = self._next_speed, None
            return True
        return host == _termios_speed(self.speed)

    def _handle(self, body: bytes) -> None:
        match self.mood:
            case "mute":
                return
            case "babble":
                return self._send(b"\xaa\x55\x00\x13")
        if self.answers_left is not None:
            self.answers_left -= 1
            if self.answers_left < 0:
                self.answers_left = None
                self._halt.set()
                return self._hang_up()
        if not body:
            return self._send(NACK)
        self._send(ACK)
        time.sleep(self.chip_time)
        if body[:2] == b"\xd4\x10":
            self._next_speed = SPEEDS[body[2]]
        answer = self.chip.command(body[1], body[2:]) if body[0] == 0xD4 else None
        self._send(SYNTAX_ERROR if answer is None else frame(bytes([0xD5, body[1] + 1]) + answer))

    def _send(self, data: bytes) -> None:
        time.sleep(len(data) * self.byte_time)
        try:
            os.write(self._master, data)
        except OSError:
            return  # nobody listens


def _termios_speed(baud: int) -> int:
    return int(getattr(termios, f"B{baud}"))


def _next_command(heard: bytearray) -> bytes | None:
    """Take one command off the line; b"" for one with a wrong sum, None when more must come."""
    while True:
        at = heard.find(b"\x00\xff")
        if at < 0:
            del heard[:-1]
            return None
        if len(heard) < at + 5:
            return None
        if heard[at + 2 : at + 4] == b"\x00\xff":  # the host's own ACK: no answer
            del heard[: at + 5]
            continue
        long = heard[at + 2 : at + 4] == b"\xff\xff"
        if long and len(heard) < at + 7:
            return None
        size = heard[at + 4] << 8 | heard[at + 5] if long else heard[at + 2]
        start = at + (7 if long else 4)
        if len(heard) < start + size + 1:
            return None
        body, right = bytes(heard[start : start + size]), sum(heard[start : start + size + 1]) % 256
        del heard[: start + size + 1]
        return body if right == 0 and size >= 2 else b""


def _patient(reader: VirtualReader):  # type: ignore[no-untyped-def]
    from nfc.clf import transport

    impatient = transport.TTY.read

    def read(self, timeout):  # type: ignore[no-untyped-def]
        return impatient(self, timeout if reader.mood != "well" else max(timeout, PATIENCE_MS))

    return read


def ketuk_program() -> str:
    """A program for another process: the command line, as patient with virtual readers as here.

    Run it as ``[sys.executable, "-c", ketuk_program(), "--data", ..., "scan", ...]``.
    """
    return f"""
import nfc.clf.transport as transport
impatient = transport.TTY.read
transport.TTY.read = lambda self, timeout: impatient(self, max(timeout, {PATIENCE_MS}))
from ketuk.tui.cli import main
main()
"""
