"""Whoever wants a sound asks here, and is told whether there will be one: else the bell rings."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import IO, Literal

from ketuk.tui.sound.tones import SoundName

SpeakerState = Literal["off", "no_library", "far", "starting", "ready", "none"]
"""Not started; the extra is not installed; the terminal is on another machine, if nobody hears
what is played here; not known yet; plays; there is no device."""
AWAY_S = 0.3
"""Seconds that the player has to end by itself."""


class Speaker:
    """One player program, started when it is asked for and never waited for."""

    def __init__(self, backend: str = "", around: Mapping[str, str] | None = None) -> None:
        """``backend`` names one of miniaudio's; the best there is without it."""
        self.state: SpeakerState = "off"
        self.why = ""
        """What the player said: its backend, or what went wrong."""
        self._backend = backend
        self._around = os.environ if around is None else around
        self._player: subprocess.Popen[str] | None = None
        self.played: list[str] = []
        """What the player has played last."""

    def possible(self) -> SpeakerState:
        """What stands in the way without trying; ``off`` for nothing."""
        if self._around.get("SSH_CONNECTION") or self._around.get("SSH_TTY"):
            return "far"
        return "off" if find_spec("miniaudio") is not None else "no_library"

    def start(self) -> None:
        """Start the player, if there can be one; what it says is heard in a thread."""
        self.state = self.possible()
        if self.state != "off":
            return
        self.state = "starting"
        try:
            self._player = subprocess.Popen(
                [sys.executable, "-m", "ketuk.tui.sound.player", self._backend],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
                env=dict(self._around),
            )
        except OSError as error:
            self.state, self.why = "none", str(error)
            return
        assert self._player.stdin is not None
        assert self._player.stdout is not None
        with suppress(AttributeError, OSError):  # Windows has it from Python 3.12 on
            os.set_blocking(self._player.stdin.fileno(), False)
        threading.Thread(target=self._hear, args=(self._player.stdout,), daemon=True).start()

    @contextmanager
    def another(self) -> Iterator[Speaker]:
        """One like this that has been started, for as long as it is tried."""
        tried = Speaker(self._backend, self._around)
        tried.start()
        try:
            yield tried
        finally:
            tried.close()

    def play(self, name: SoundName) -> bool:
        """Whether it will be heard; never waits."""
        if self.state != "ready" or self._player is None or self._player.stdin is None:
            return False
        try:
            self._player.stdin.write(f"{name}\n")
            self._player.stdin.flush()
        except (OSError, ValueError) as error:  # it has died, or hears nothing any more
            self.state, self.why = "none", str(error)
            return False
        return True

    def close(self) -> None:
        """Let the player end."""
        player, self._player = self._player, None
        self.state = "off"
        if player is None:
            return
        with suppress(OSError, ValueError):
            assert player.stdin is not None
            player.stdin.close()
        try:
            player.wait(AWAY_S)
        except subprocess.TimeoutExpired:
            player.kill()
            player.wait()

    def _hear(self, said: IO[str]) -> None:
        """In a thread: how it stands with the player, until it ends."""
        with suppress(ValueError):  # closed under it
            for line in said:
                word, _, rest = line.strip().partition(" ")
                if word == "ready":
                    self.state, self.why = "ready", rest
                elif word == "played":
                    self.played = [*self.played, rest][-9:]
                else:
                    self.why = rest
        if self.state in ("starting", "ready"):
            self.state = "none"
