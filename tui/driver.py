"""Textual's reader of a Unix terminal behind a sieve.

Textual decodes strictly, in its input thread, and ends the program if that fails. No public place
lies between the terminal and that thread; so the thread reads from a pipe, into which goes what the
sieve lets through. Only attributes without an underscore are used: ``fileno``,
``exit_event``, ``run_input_thread`` and ``process_message``.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from ketuk.tui.terminal_input import Sieve

PAUSE = 0.03
"""Seconds after which a sequence that has begun does not go on; they come in one piece."""
LONG_PAUSE = 2.0
"""The same for the end of a paste, which may come over a slow line."""
AWAKE = 0.1
"""Seconds between two looks at whether it is over."""


class SievedDriver(LinuxDriver):
    """Reads what a terminal sends, whatever it is."""

    _read_at = float("inf")

    def run_input_thread(self) -> None:
        """Read from the sieve in place of the terminal; go on after anything unforeseen."""
        with self._sieved():
            while not self.exit_event.is_set():
                try:
                    super().run_input_thread()
                except OSError:
                    raise  # the terminal is gone
                except Exception:  # a sequence that Textual misreads ends nothing
                    continue

    def process_message(self, message: Message) -> None:
        """Everything in one read was pressed at one moment."""
        message.time = min(message.time, self._read_at)
        super().process_message(message)

    @contextmanager
    def _sieved(self) -> Iterator[None]:
        terminal = self.fileno
        source, drain = os.pipe()
        os.set_blocking(drain, False)
        pump = threading.Thread(target=self._pump, args=(terminal, drain), name="ketuk-input")
        self.fileno = source
        pump.start()
        try:
            yield
        finally:
            self.fileno = terminal
            pump.join()
            os.close(source)
            os.close(drain)

    def _pump(self, terminal: int, drain: int) -> None:
        sieve, idle_at, looked_at = Sieve(), 0.0, monotonic()
        while not self.exit_event.is_set():
            wait = PAUSE if sieve.waits else AWAKE
            if select.select([terminal], [], [], wait)[0]:
                try:
                    data = os.read(terminal, LONGEST)
                except OSError:
                    data = b""
                if not data:
                    self.exit_event.set()  # the terminal is gone: the thread that reads us ends too
                    return
                # What a busy machine reads late had waited; a code must not fall apart for that.
                self._pass_on(drain, sieve.feed(data), at=min(monotonic(), looked_at + wait))
                idle_at = monotonic() + (LONG_PAUSE if sieve.pasting else PAUSE)
            elif sieve.waits and monotonic() >= idle_at:
                self._pass_on(drain, sieve.idle(), at=monotonic())
            looked_at = monotonic()

    def _pass_on(self, drain: int, data: bytes, *, at: float) -> None:
        if data:
            self._read_at = at
        while data and not self.exit_event.is_set():
            if select.select([], [drain], [], AWAKE)[1]:
                data = data[os.write(drain, data) :]


LONGEST = 4_096
"""Bytes of one read."""
