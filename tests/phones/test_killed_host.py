"""The host is killed at any moment: what a phone was told is done, is done."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from phones import Phone, commands_on, game

from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room

PROGRAM = """
import asyncio, sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from phones import SPOKEN_HERE
from ketuk.rooms.host import Host
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.passes import Passes
from ketuk.rooms.room import Room
from ketuk.tui.pages.teller import Tellers

async def main():
    folder = Path(sys.argv[1])
    room = Room.resume(Journal.open(folder / FILE), "malam")
    passes = Passes(folder)
    host = Host(room, Tellers(room, frozenset()), SPOKEN_HERE, passes=passes.of("malam") or (),
                keep=lambda given: passes.keep("malam", list(given)))
    await host.open("127.0.0.1", 0)
    print(host.port, host.build, host.desk.door.code, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


class There:
    """What a phone knows of a host in another process."""

    def __init__(self, port: str, build: str, code: str) -> None:
        self.address, self.port, self.build = "127.0.0.1", port, build
        self.desk = self
        self.door = self
        self.code = code


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[There, asyncio.subprocess.Process]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, str(folder), *sys.path, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 200)).decode().split()
    try:
        yield There(*line), process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    room = game(tmp_path, "klasik")
    room.journal.close()
    chance = random.Random(6)
    tokens: dict[int, str] = {}
    told: dict[str, int] = {}
    number = 0
    for _ in range(3):
        async with running(tmp_path) as (there, process), aiohttp.ClientSession() as session:
            devices = [Phone(session, there, f"{seat}") for seat in (1, 2, 3, 4)]  # type: ignore[arg-type]
            for seat, phone in enumerate(devices, 1):
                phone.token = tokens.get(seat, "")
                welcome = await phone.dial()
                if seat not in tokens:
                    await phone.sit(seat)
                    tokens[seat] = phone.token
                else:
                    assert welcome["seat"] == seat, "the same seat with the token alone"
                    await phone.next("page")
            kill_at = chance.randrange(4, 14)
            for turn in range(40):
                if turn == kill_at:
                    os.kill(process.pid, signal.SIGKILL)
                phone = next((p for p in devices if p.page["sheet"]["mine"]), devices[0])
                cmds = commands_on(phone.page["sheet"]["fields"])
                if not cmds:
                    await asyncio.sleep(0.05)
                    continue
                number += 1
                ident = f"n{number}"
                try:
                    done = await asyncio.wait_for(phone.do(cmds[0], ident=ident), 10)
                except (TimeoutError, ConnectionError, aiohttp.ClientError):
                    break
                if done["type"] == "done":
                    told[ident] = done["seq"]
                    try:
                        await asyncio.gather(*(p.at(done["seq"], 10) for p in devices))
                    except TimeoutError:
                        break
            for phone in devices:
                if phone._hearing is not None:
                    phone._hearing.cancel()
    with Journal.open(tmp_path / FILE) as journal:
        again = Room.resume(journal, "malam")
        assert again.damage is None
        kept = {row.ident: row.seq for row in again.rows if row.ident is not None}
    assert len(told) >= 9
    for ident, seq in told.items():
        assert any(name.endswith(f".{ident}.0") and at == seq for name, at in kept.items()), ident
