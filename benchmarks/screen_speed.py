"""How long the screen lets people wait: until the lobby is painted, and until a key shows.

The rival of the start, in the same run: a bare Textual application in the same pseudo-terminal. A
key counts from the moment it is pressed until the screen that shows its effect has been drawn, in a
game of so many moves, with everything on disk.

    python benchmarks/screen_speed.py [--starts 5] [--moves 300] [--keys 20]
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
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.events import Key
from textual.screen import Screen

from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.tui.app import KetukApp
from ketuk.tui.screens.opening import resume
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.words import Words

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from saved_games import saved_game
from screens_at_hand import HeldReader

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("PAINTED")
Bare().run()
"""
KETUK = "from ketuk.tui.cli import main; main()"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--keys", type=int, default=20)
    asked = parser.parse_args()
    starts(asked.starts)
    for ruleset, players in (("nusantara", 6), ("klasik", 8)):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(game(Path(folder), ruleset, players, asked.moves, asked.keys))


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


async def game(data: Path, ruleset: str, players: int, moves: int, times: int) -> None:
    name, made = long_game(data, ruleset, players, moves)
    reader = HeldReader()
    app = KetukApp(data=data, words=Words("id"), readers=lambda: [reader], luck=SeededLuck(5))
    async with app.run_test(size=(120, 36)) as pilot:
        while not app.scans.ready:
            await pilot.pause()
        began = time.perf_counter()
        resume(app, name)
        while not isinstance(app.screen, TableScreen) or app.screen.question is None:
            await pilot.pause()
        about = {"ruleset": ruleset, "players": players, "moves": made}
        tell("continue", **about, ms=1_000 * (time.perf_counter() - began))
        await measured(app, about, reader, times)


async def measured(app: KetukApp, about: dict[str, object], reader: HeldReader, times: int) -> None:
    """Arrow, a move and its undo, a tap, and the screens with most in them, opened."""
    table = app.screen
    assert isinstance(table, TableScreen)
    room = table.session.room
    everybody = frozenset(room.table.seats)

    def pressed(key: str) -> Callable[[], object]:
        sign = "\r" if key == "enter" else key if len(key) == 1 else None
        return lambda: app.post_message(Key(key, sign))

    async def often(what: str, act: Callable[[], object], after: Callable[[], object]) -> None:
        taken = []
        for _ in range(times):
            taken.append(await until_drawn(app, act))
            await asyncio.sleep(0.1)
            after()
            await until_still(app, table)
        worst = sorted(taken)[int(len(taken) * 0.95) - 1]
        middle = statistics.median(taken)
        tell(what, **about, median_ms=1_000 * middle, p95_ms=1_000 * worst)

    def undone() -> None:
        room.undo(consents=everybody)

    nothing = partial(int)
    await often("arrow", pressed("down"), nothing)
    await often("move", lambda: table.act(table.question.choices[0]), undone)  # type: ignore[union-attr]
    await often("undo", undone, room.redo)
    card = "KTK:" + room.registry.active(1).code if room.registry is not None else ""
    await often("tap", lambda: reader.lay(card), app.scans.clear)
    for what, key in (("history", "r"), ("why", "w"), ("lay out", "s"), ("rulings", "a")):
        await often(what, pressed(key), pressed("escape"))


async def until_drawn(app: KetukApp, act: Callable[[], object]) -> float:
    """Seconds from something done until the screen that shows its effect is drawn."""
    screen, before = app.screen, app.screen._compositor.render_strips()
    began = time.perf_counter()
    act()
    while not drawn(app.screen) or (
        app.screen is screen and app.screen._compositor.render_strips() == before
    ):
        await asyncio.sleep(0.001)
        if time.perf_counter() - began > 2:
            raise SystemExit("it showed nothing")
    return time.perf_counter() - began


def drawn(screen: Screen[object]) -> bool:
    lines = screen._compositor.render_strips()
    return any(segment.text.strip() for line in lines for segment in line)


async def until_still(app: KetukApp, wanted: Screen[object]) -> None:
    """Until that screen is open and nothing changes on it."""
    last = None
    while True:
        await asyncio.sleep(0.05)
        now = app.screen._compositor.render_strips() if app.screen is wanted else None
        if now is not None and now == last:
            return
        last = now


def long_game(data: Path, ruleset: str, players: int, moves: int) -> tuple[str, int]:
    """A game of so many moves on disk, left open."""
    name = saved_game(data, moves=moves, ruleset=ruleset, players=players, seed=5)
    with Journal.open(data / FILE) as journal:
        return name, len(Room.resume(journal, name).moves)


def tell(what: str, **figures: object) -> None:
    rounded = {k: round(v, 2) if isinstance(v, float) else v for k, v in figures.items()}
    print(json.dumps({"what": what, **rounded}), flush=True)


if __name__ == "__main__":
    main()
