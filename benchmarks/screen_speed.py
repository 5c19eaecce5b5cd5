"""How long the screen lets people wait: until the lobby is painted, and until a key shows.

The rival of the start, in the same run: a bare Textual application in the same pseudo-terminal. A
key counts from the moment it is pressed until the screen that shows its effect has been drawn, in a
game of so many moves, with everything on disk.

    python benchmarks/screen_speed.py [--starts 5] [--moves 190] [--keys 30]
"""

import argparse
import asyncio
import fcntl
import json
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

from textual.events import Key

import engine
from engine.bots import cautious_policy
from engine.table import Options
from rooms.chance import SeededLuck
from rooms.journal import FILE, Journal
from rooms.room import Moved, Room
from tui.app import KetukApp
from tui.screens.opening import resume
from tui.screens.table import TableScreen
from tui.words import Words

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("PAINTED")
Bare().run()
"""
KETUK = "from tui.cli import main; main()"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--moves", type=int, default=190)
    parser.add_argument("--keys", type=int, default=30)
    asked = parser.parse_args()
    starts(asked.starts)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(keys(Path(folder), asked.moves, asked.keys))


def starts(times: int) -> None:
    bare, ketuk = [], []
    for _ in range(times):
        bare.append(until_painted([sys.executable, "-c", BARE], "PAINTED"))
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", KETUK, "--data", folder, "--lang", "id"]
            ketuk.append(until_painted(command, "Permainan baru"))
    ratio = statistics.median(ketuk) / statistics.median(bare)
    tell("start", bare_s=statistics.median(bare), lobby_s=statistics.median(ketuk), ratio=ratio)


def until_painted(command: list[str], text: str) -> float:
    """Seconds from the start of a program until it has painted a text."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    began, painted = time.perf_counter(), b""
    while text.encode() not in painted and time.perf_counter() - began < 60:
        if select.select([terminal], [], [], 0.02)[0]:
            painted += os.read(terminal, 65_536)
    taken = time.perf_counter() - began
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(terminal)
    return taken


async def keys(data: Path, moves: int, pressed: int) -> None:
    name, made = long_game(data, moves)
    app = KetukApp(data=data, words=Words("id"), readers=lambda: [], luck=SeededLuck(5))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        began = time.perf_counter()
        resume(app, name)
        while not isinstance(app.screen, TableScreen) or app.screen.question is None:
            await pilot.pause()
        tell("continue", moves=made, ms=1_000 * (time.perf_counter() - began))
        for key, what in (("down", "arrow"), ("enter", "move")):
            taken = [await one_key(app, key) for _ in range(pressed)]
            worst = sorted(taken)[int(len(taken) * 0.95) - 1]
            middle = statistics.median(taken)
            tell(what, moves=made, median_ms=1_000 * middle, p95_ms=1_000 * worst)


async def one_key(app: KetukApp, key: str) -> float:
    """Seconds from a key until its effect is drawn; Enter takes the default of the question."""
    before = app.screen._compositor.render_strips()
    began = time.perf_counter()
    app.post_message(Key(key, "\r" if key == "enter" else None))
    while app.screen._compositor.render_strips() == before:
        await asyncio.sleep(0.001)
        if time.perf_counter() - began > 1:
            break
    return time.perf_counter() - began


def long_game(data: Path, moves: int) -> tuple[str, int]:
    """A game of so many moves on disk, left open."""
    with Journal.open(data / FILE) as journal:
        rules, policy = engine.ruleset("nusantara"), cautious_policy()
        names = ["Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar"]
        room = Room.start(journal, rules=rules, names=names, options=Options(), seed=5)
        while len(room.moves) < moves and room.table.top is not None:
            found = (policy(rules, room.table, seat) for seat in room.table.seats)
            command = next(c for c in found if c is not None)
            assert isinstance(room.do(command), Moved)
        if room.table.top is None:
            room.undo(consents=frozenset(room.table.seats))
        return room.name, len(room.moves)


def tell(what: str, **figures: float) -> None:
    print(json.dumps({"what": what, **{k: round(v, 2) for k, v in figures.items()}}))


if __name__ == "__main__":
    main()
