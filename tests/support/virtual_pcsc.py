"""A real pcscd with two readers that are programs, and stickers to lay on them.

    with PcscService() as service:
        NfcReader("pcsc:" + service.readers[0].name).start(put)
        service.readers[0].lay(text_tag("KTK:..."))

The cards are clients of vsmartcard's vpcd and are asked in the commands of PC/SC part 3. pcscd has
one place for the whole machine, so that test processes take turns at it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from virtual_tags import NAK, Card

PORTS = 35963, 35964
ADDRESS = Path("/run/pcscd/pcscd.comm")
_ATR = "3B8F8001804F0CA000000306{standard:02X}{name:04X}00000000"
_PROCESSOR_ATR = bytes.fromhex("3B80800101")
PASSES_ON, PLAIN = "passes on", "plain"
"""Readers that pass any command on, as those with a PN532 in them, and those that do not."""


def unavailable() -> str:
    """Why PC/SC cannot be tried on this machine; nothing if it can."""
    try:
        import smartcard  # noqa: F401
    except ImportError as error:
        return f"pyscard is not installed: {error}"
    if shutil.which("pcscd") is None:
        return "pcscd is not installed"
    if os.geteuid() != 0:
        return "pcscd is started by root alone"
    return ""


needs_pcscd = pytest.mark.skipif(bool(unavailable()), reason=unavailable())


class PcscService:
    """The service, started for one test process at a time."""

    def __init__(self) -> None:
        self.readers = [VirtualSlot(f"Virtual PCD 00 0{n}", port) for n, port in enumerate(PORTS)]
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = open(Path(tempfile.gettempdir()) / "virtual-pcscd.lock", "w")  # noqa: SIM115

    def __enter__(self) -> PcscService:
        fcntl.flock(self._turn, fcntl.LOCK_EX)
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        for reader in self.readers:
            reader.lift()
        self.kill()
        self._turn.close()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        ADDRESS.parent.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            ["pcscd", "--foreground"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait(lambda: ADDRESS.exists() and _answers(PORTS[0]) and _answers(PORTS[1]))

    def kill(self) -> None:
        """End it without a farewell, as a crash does; its traces are removed as the system does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        for trace in ("pcscd.comm", "pcscd.pid"):
            (ADDRESS.parent / trace).unlink(missing_ok=True)

    def _wait(self, ready) -> None:  # type: ignore[no-untyped-def]
        end = time.monotonic() + 20
        while not ready():
            assert self._process is not None
            assert self._process.poll() is None, "pcscd has ended by itself; does another run?"
            assert time.monotonic() < end, "pcscd does not answer"
            time.sleep(0.05)


def _answers(port: int) -> bool:
    with socket.socket() as trial:
        trial.settimeout(1)
        return trial.connect_ex(("127.0.0.1", port)) == 0


class VirtualSlot:
    """One reader: a card is there while a client is connected."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self._port = name, port
        self.kind = PASSES_ON
        self.is_mute = False
        self.heard: list[bytes] = []
        self._card: Card | None = None
        self._line: socket.socket | None = None
        self._changing = threading.Lock()

    def lay(self, card: Card) -> Card:
        """Put a card on the reader; pcscd looks for it every 0.4 s."""
        self._card, card.gone, card.powered = card, False, True
        threading.Thread(target=self._stay, args=(card,), daemon=True).start()
        return card

    def lift(self) -> None:
        """Take the card off."""
        with self._changing:
            line, self._line, self._card = self._line, None, None
            if line is not None:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                line.close()

    def _stay(self, card: Card) -> None:
        """Lie there; vpcd listens anew after each card and may drop one that comes just then."""
        while self._card is card:
            with suppress(OSError, EOFError):
                line = socket.create_connection(("127.0.0.1", self._port), timeout=5)
                line.settimeout(None)
                with self._changing:
                    if self._card is card:
                        self._line = line
                if self._line is line:
                    self._serve(line, card)
            time.sleep(0.02)

    def _serve(self, line: socket.socket, card: Card) -> None:
        while True:
            size = struct.unpack(">H", _exactly(line, 2))[0]
            asked = _exactly(line, size)
            answer = self._atr(card) if asked == b"\x04" else None
            if size == 1 and asked in b"\x00\x01\x02":
                card.powered = asked != b"\x00"
                continue
            if answer is None:
                self.heard.append(asked)
                answer = self._answer(card, asked)
            if not self.is_mute:
                line.sendall(struct.pack(">H", len(answer)) + answer)

    def _atr(self, card: Card) -> bytes:
        if card.sel_res == b"\x20":
            return _PROCESSOR_ATR
        name = 0x0001 if card.sel_res == b"\x08" else 0x0003
        body = bytes.fromhex(_ATR.format(standard=3, name=name))
        check = 0
        for byte in body[1:]:
            check ^= byte
        return body + bytes([check])

    def _answer(self, card: Card, asked: bytes) -> bytes:
        match asked[:2], len(asked):
            case b"\xff\xca", 5:
                return card.uid + b"\x90\x00"
            case b"\xff\xb0", 5:
                return self._page(card.answer(bytes([0x30, asked[3]])))
            case b"\xff\xd6", 9:
                reply = card.answer(bytes([0xA2, asked[3]]) + asked[5:])
                return b"\x63\x00" if reply in (None, NAK) else b"\x90\x00"
            case b"\xff\x00", _ if self.kind == PASSES_ON and asked[5:7] == b"\xd4\x42":
                reply = card.answer(asked[7:])
                silent = reply in (None, NAK)
                return b"\xd5\x43" + (b"\x01" if silent else b"\x00" + reply) + b"\x90\x00"
        return b"\x6d\x00"

    @staticmethod
    def _page(reply: bytes | None) -> bytes:
        return b"\x63\x00" if reply in (None, NAK) else reply + b"\x90\x00"


def _exactly(line: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        if hasattr(socket, "TCP_QUICKACK"):  # vpcd sends in two parts and waits 40 ms between
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        more = line.recv(size - len(got))
        if not more:
            raise EOFError
        got += more
    return got
