"""The real command in a real pseudo-terminal: keys and mouse go in, what is painted is read."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pyte
from children import environment

PATIENCE = 60.0
"""Seconds until something that must happen is taken not to happen; far more than it needs."""
KETUK = (sys.executable, "-c", "from ketuk.tui.cli import main; main()")
"""The command as it is installed."""

KEYBOARD = re.compile(rb"\x1b\[[<>=][0-9;]*u")
SECOND_SCREEN = re.compile(rb"(\x1b\[\?1049[hl])")
UNFINISHED = re.compile(rb"\x1b(\[[0-?]*[ -/]*)?\Z")


class Terminal:
    """A terminal's window with one program in it: ``ketuk`` with these arguments, or a shell.

    ``before`` runs in the child before the program does; a variable that is None is not there.
    """

    def __init__(
        self,
        *arguments: str | Path,
        program: Sequence[str] = KETUK,
        size: tuple[int, int] = (120, 36),
        variables: Mapping[str, str | None] | None = None,
        before: Callable[[], None] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self._cut = b""
        """The beginning of a sequence whose end has not been read yet."""
        self.raw = b""
        """All that was written since the start."""
        self.status: int | None = None
        # COLUMNS and LINES would be believed instead of the terminal itself.
        own = {"TERM": "xterm-256color", "COLUMNS": None, "LINES": None}
        own["TEXTUAL_ANIMATIONS"] = "none"  # what is not tested here is not waited for
        around = {**environment(), **own, **(variables or {})}
        self.pid, self._fd = pty.fork()
        if self.pid == 0:  # pragma: no cover - the child
            _size(0, size)
            if cwd is not None:
                os.chdir(cwd)
            if before is not None:
                before()
            given = {k: v for k, v in around.items() if v is not None}
            os.execve(program[0], [*program, *map(str, arguments)], given)

    # ---- looking

    @property
    def settings(self) -> list[object]:
        """How the terminal treats what is typed and written, as ``stty`` shows it."""
        return list(termios.tcgetattr(self._fd))

    @property
    def text(self) -> str:
        """What stands on the screen, line by line."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def pump(self, seconds: float = 0.05) -> bool:
        """Take what has been painted; False when the program's side is closed."""
        if self._fd < 0 or not select.select([self._fd], [], [], seconds)[0]:
            return self._fd >= 0
        try:
            painted = os.read(self._fd, 1 << 16)
        except OSError:  # what Linux says for the end
            painted = b""
        self.raw += painted
        self._paint(painted)
        return bool(painted)

    def _paint(self, painted: bytes) -> None:
        """What pyte does not know: keyboard modes, and the second screen, which comes empty."""
        painted = self._cut + painted
        cut = UNFINISHED.search(painted)
        whole, self._cut = (painted[: cut.start()], cut[0]) if cut else (painted, b"")
        for part in SECOND_SCREEN.split(KEYBOARD.sub(b"", whole)):
            if SECOND_SCREEN.fullmatch(part):
                self.screen.reset()
            else:
                self._stream.feed(part)

    def wait_for(self, *texts: str, gone: str | None = None) -> None:
        """Until all of these stand on the screen, wherever lines break, and ``gone`` does not."""

        def there() -> bool:
            shown = " ".join(self.text.split())
            return all(text in shown for text in texts) and (gone is None or gone not in shown)

        self.until(there, f"{texts!r} without {gone!r}")

    def until(self, true: Callable[[], bool], what: str = "it") -> None:
        """Until something is true."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"{what} did not come:\n{self.text}"
            if not self.pump():
                assert true(), f"ended before {what}:\n{self.text}\n{self.raw[-1500:]!r}"
                return

    def where(self, text: str) -> tuple[int, int]:
        """Column and row of the middle of a text, from 0."""
        for y, line in enumerate(self.screen.display):
            if text in line:
                return line.index(text) + len(text) // 2, y
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    # ---- doing

    def send(self, keys: str) -> None:
        """Keys as the terminal sends them, all at once."""
        self.send_bytes(keys.encode())

    def send_bytes(self, sent: bytes) -> None:
        """Whatever a terminal might send."""
        os.write(self._fd, sent)

    def press(self, keys: Iterable[str]) -> None:
        """Keys as fingers press them, who see the screen at rest first; no scanner is as slow."""
        self._rest()
        for key in keys:
            self.send(key)
            time.sleep(0.07)

    def _rest(self) -> None:
        """Until nothing has been painted for a moment; not for ever, for a clock may run on it."""
        end, painted, quiet = time.monotonic() + 3, len(self.raw), time.monotonic() + 0.3
        while time.monotonic() < min(end, quiet):
            self.pump(0.05)
            if len(self.raw) != painted:
                painted, quiet = len(self.raw), time.monotonic() + 0.3

    def click(self, text: str, then: str | None = None) -> None:
        """The left button on a text until it goes, or until ``then`` comes: the first time the
        screen may still move.
        """
        self.until(lambda: text in self.text, repr(text))
        again = 0.0

        def done() -> bool:
            nonlocal again
            if text in self.text and time.monotonic() > again:
                self.click_once(text)
                again = time.monotonic() + 3
            return text not in self.text if then is None else then in self.text

        self.until(done, f"what {text!r} does")

    def click_once(self, text: str) -> None:
        """The left button on a text that stands still."""
        x, y = self.where(text)
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, width: int, height: int) -> None:
        """Another size; the program is told by the system."""
        self.screen.resize(height, width)
        _size(self._fd, (width, height))

    # ---- ending

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        os.kill(self.pid, number)

    def ended(self) -> int:
        """Wait until the program has ended; its exit status, negative for a signal."""
        while self.pump(1.0):
            pass
        return self._reaped()

    def hang_up(self) -> int:
        """The terminal's window is closed; the program's exit status."""
        os.close(self._fd)
        self._fd = -1
        return self._reaped()

    def kill(self) -> int:
        """As a power cut would end it."""
        if self.status is None:
            self.signal(signal.SIGKILL)
            self._reaped()
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        return self.status or 0

    def _reaped(self) -> int:
        end = time.monotonic() + PATIENCE
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError(f"it does not end:\n{self.text}")
            else:
                time.sleep(0.01)
        return self.status

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def _size(fd: int, size: tuple[int, int]) -> None:
    width, height = size
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
