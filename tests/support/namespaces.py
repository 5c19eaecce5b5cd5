"""A network of its own for a test: the phone's end of a cable lies in a network namespace."""

import ctypes
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

CLONE_NEWNET = 0x40000000
_NUMBERS = count()


def _ip(*words: str) -> None:
    subprocess.run(("ip", *words), check=True, capture_output=True, text=True, timeout=30)


def enter(space: str) -> None:
    """This thread's sockets are from now on those of the namespace."""
    with open(f"/run/netns/{space}", "rb") as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")


class Cable:
    """A cable from this machine (``host``) to a phone in a namespace (``phone``)."""

    def __init__(self) -> None:
        number = (os.getpid() * 16 + next(_NUMBERS)) % 16_000
        self.space, self._here = f"ketuk{number}", f"kt{number}h"
        self._there = f"kt{number}p"
        net = f"10.{190 + number // 256}.{number % 256}"
        self.host, self.phone = f"{net}.1", f"{net}.2"
        self._net, self._last = net, 2
        self._thread = ThreadPoolExecutor(1, initializer=enter, initargs=(self.space,))

    def lay(self) -> None:
        """Both ends, up and with their addresses."""
        _ip("netns", "add", self.space)
        _ip("link", "add", self._here, "type", "veth", "peer", "name", self._there,
            "netns", self.space)  # fmt: skip
        _ip("addr", "add", f"{self.host}/24", "dev", self._here)
        _ip("link", "set", self._here, "up")
        self.inside("link", "set", "lo", "up")
        self.inside("addr", "add", f"{self.phone}/24", "dev", self._there)
        self.up()

    def cleared(self) -> None:
        """Take everything away; the cable goes with its namespace."""
        self._thread.shutdown()
        for words in (("link", "del", self._here), ("netns", "del", self.space)):
            subprocess.run(("ip", *words), check=False, capture_output=True, timeout=30)

    def inside(self, *words: str) -> None:
        """``ip`` in the phone's namespace."""
        _ip("-n", self.space, *words)

    def up(self) -> None:
        """The phone's Wi-Fi is there."""
        self.inside("link", "set", self._there, "up")

    def down(self) -> None:
        """The phone's Wi-Fi is gone: not a byte passes, and no end is said."""
        self.inside("link", "set", self._there, "down")

    def moved(self) -> None:
        """The phone has an address that it never had: of its old connections nobody hears again."""
        old, self._last = self.phone, self._last + 1
        self.phone = f"{self._net}.{self._last}"
        self.inside("addr", "del", f"{old}/24", "dev", self._there)
        self.inside("addr", "add", f"{self.phone}/24", "dev", self._there)

    def unreachable(self, on: bool) -> None:
        """As a Wi-Fi that keeps its guests apart: what is sent to the host is lost."""
        self.inside("route", "replace" if on else "del", "blackhole", f"{self.host}/32")

    def another(self) -> str:
        """One more address of this machine on the cable."""
        found = f"{self._net}.9"
        _ip("addr", "add", f"{found}/24", "dev", self._here)
        return found

    # ---- sockets of the phone

    def socket(self, info: Any) -> socket.socket:
        """A socket of the phone, as a connector of aiohttp wants one."""
        family, kind, protocol, *_ = info

        def made() -> socket.socket:
            one = socket.socket(family, kind, protocol)
            one.setblocking(False)
            return one

        return self._thread.submit(made).result(30)

    def browser(self, chromium: str, folder: Path) -> Path:
        """A program that starts this browser in the phone's namespace."""
        program = folder / "chromium-there"
        program.write_text(f'#!/bin/sh\nexec ip netns exec {self.space} {chromium} "$@"\n')
        program.chmod(0o700)
        return program


@contextmanager
def cable() -> Iterator[Cable]:
    """A cable; where this machine gives none, the test says so and is skipped."""
    if shutil.which("ip") is None:
        pytest.skip("no `ip` here: nothing is tested in a network namespace")
    one = Cable()
    try:
        try:
            one.lay()
            one.socket((socket.AF_INET, socket.SOCK_STREAM, 0)).close()
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            said = getattr(error, "stderr", "") or str(error)
            pytest.skip(f"no network namespace can be had here: {said.strip()}")
        yield one
    finally:
        one.cleared()
