"""Nothing is lost at the screen: a kill at any move, a full disk, somebody else who moved first."""

import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from screens_at_hand import NAMES, table

from ketuk import engine
from ketuk.engine.commands import RevealCard
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault, Trouble
from ketuk.tui.screens.asking import Ask

PATIENCE = 60.0


class Terminal:
    """The real command in a real terminal of 120 x 36."""

    def __init__(self, data: Path) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.pid, self._fd = pty.fork()
        if self.pid == 0:  # pragma: no cover - the child
            os.environ.update(TERM="xterm-256color", COLUMNS="120", LINES="36")
            program = "from ketuk.tui.cli import main; main()"
            os.execv(sys.executable, [sys.executable, "-c", program, "--data", str(data)])
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read what is painted until this has come."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come: {self.seen[-2000:]}"
            if select.select([self._fd], [], [], 0.1)[0]:
                painted = os.read(self._fd, 65_536).decode("utf-8", "replace")
                self.seen += re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", painted)

    def press(self, keys: str) -> None:
        """Keys as a person would press them, from now on looking for what they change."""
        self.seen = ""
        for key in keys:
            os.write(self._fd, key.encode())
            time.sleep(0.15)

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Ask the program to end; its exit status, and all that it still wrote."""
        os.kill(self.pid, number)
        raw, end = "", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                raw += os.read(self._fd, 65_536).decode("utf-8", "replace")
            except OSError:  # its side of the terminal is closed
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self._fd)
        return os.waitstatus_to_exitcode(status), raw

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_end_it_leaves_the_terminal_whole(tmp_path: Path, number: signal.Signals) -> None:
    screen = Terminal(tmp_path)
    screen.wait_for("baru dibuat")
    status, raw = screen.end(number)
    assert status == 0
    assert "\x1b[?1049l" in raw, "the alternate screen was not left"
    assert "Traceback" not in raw


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_killed_in_the_middle_and_continued_at_that_very_move(tmp_path: Path) -> None:
    first = Terminal(tmp_path)
    first.wait_for("baru dibuat")
    first.press("n")
    first.wait_for("Kursi 1")
    for name in NAMES:
        first.press(name)
        first.press("\r")
    first.wait_for("F5 mulai bermain")
    first.press("\r")
    first.wait_for("Buka kartu Kejadian")
    first.press("\r")
    first.wait_for("Kejadian:")
    first.kill()
    with Journal.open(tmp_path / FILE) as journal:
        (saved,) = journal.games()
        assert saved.moves == 1
        rows = journal.rows(saved.name)
        left = engine.replay([e for row in rows for e in row.events])
    second = Terminal(tmp_path)
    second.wait_for("Lanjutkan: Ayu, Budi, Citra")
    second.press("\r")
    card = engine.ruleset("nusantara").cards[left.event].name
    second.wait_for(f"Kejadian: {card}")
    second.kill()


async def test_a_full_disk_shows_no_move_says_why_and_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as at:
        before = at.table
        journal = at.session.room.journal

        def full(*_: object) -> None:
            raise JournalFault(Trouble.FULL, path=journal.path)

        with monkeypatch.context() as patch:
            patch.setattr(journal, "append", full)
            await at.press("enter")
            assert at.table == before
            assert "Tempat di disk habis" in at.said()
            assert "Buka kartu Kejadian" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.table.event != 0)


async def test_somebody_else_moved_first(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        with Journal.open(tmp_path / FILE) as journal:
            other = Room.resume(journal, at.session.room.name)
            other.do(RevealCard(1))
            there = other.table
        await at.press("enter")
        await at.settle(lambda: at.table == there)
        assert at.said().startswith("Ada yang bergerak lebih dulu")
        assert "Kejadian:" in at.text()


async def test_a_resized_screen_comes_back_whole(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        for size in ((80, 24), (160, 50), (60, 20), (120, 36)):
            await at.pilot.resize_terminal(*size)
            await at.settle()
            assert "Buka kartu Kejadian" in at.text()
        assert "Balikpapan" in at.text()


async def test_leaving_the_table_is_asked_first(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("escape")
        assert isinstance(at.app.screen, Ask)
        await at.press("2")
        await at.settle(lambda: at.on == "TableScreen")


async def test_a_terminal_without_unicode_has_signs_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KETUK_ASCII", "1")
    async with table(tmp_path) as at:
        shown = at.text()
        assert "oA" in shown
        assert not set("●■▲█▀▄▌│─╭") & set(shown)
        assert "BUKA KEJADIAN" in shown
