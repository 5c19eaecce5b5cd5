"""A laptop as a program of its own: the one that has the game, or one that follows it.

``python laptop_program.py FOLDER NAME ADDRESS PORT [HOST CODE]``; with HOST it follows. It obeys
lines: ``move`` (one by the program's own player), ``over`` (take over); and says in lines what it
is: ``open PLACE BUILD CODE``, ``seq N``, ``following N``, ``fenced PLACE``, ``unable WHY``.
"""

import asyncio
import random
import sys
from pathlib import Path

from laptops import Laptop
from phones import SPOKEN_HERE

from ketuk.engine.bots import random_policy
from ketuk.engine.waiting import in_turn
from ketuk.rooms.heard import TakenOver
from ketuk.rooms.host import Host
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.passes import Passes
from ketuk.rooms.proof import Claim
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.tui.pages.teller import Tellers

GAME = "malam"
SECRET = "s" * 32


def say(*words: object) -> None:
    print(*words, flush=True)


async def lines() -> asyncio.StreamReader:
    """What it is told to do."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


def move(room: Room) -> None:
    """One move that the game waits for."""
    policy = random_policy(random.Random(room.seq).randrange)
    for seat in in_turn(room.table):
        if (command := policy(room.rules, room.table, seat)) is not None:
            room.do(command)
            break
    say("seq", room.seq)


async def leading(
    room: Room, folder: Path, claim: Claim, address: str, port: int, reader: asyncio.StreamReader
) -> None:
    """Decide the game, and let in every laptop that asks."""
    passes = Passes(folder)
    known = tuple(passes.of(GAME) or ())
    host = Host(
        room, Tellers(room, frozenset()), SPOKEN_HERE, passes=known, claim=claim,
        keep=lambda given: passes.keep(GAME, list(given)),
    )  # fmt: skip
    await host.open(address, port)
    say("open", host._front.place, host.build, host.desk.door.code)
    asked = asyncio.create_task(reader.readline())
    while host.fenced is None:
        await asyncio.wait({asked}, timeout=0.05)
        if host.wanted is not None:
            host.admit(host.wanted.ident, True)
        if asked.done():
            assert asked.result() == b"move\n", asked.result()
            move(room)
            asked = asyncio.create_task(reader.readline())
    await asyncio.sleep(0.2)
    say("fenced", host.fenced.address)


async def following(laptop: Laptop, folder: Path, reader: asyncio.StreamReader) -> None:
    """Follow, and lead once it is told to."""
    said = -1
    asked = asyncio.create_task(reader.readline())
    while True:
        laptop.drain()
        if laptop.guest.state == "following" and said < len(laptop.rows) - 1:
            said = len(laptop.rows) - 1
            say("following", said)
        if not asked.done():
            await asyncio.wait({asked}, timeout=0.02)
            continue
        assert asked.result() == b"over\n", asked.result()
        taken = await laptop.taken_over()
        if isinstance(taken, TakenOver):
            break
        say("unable", taken.why)
        asked = asyncio.create_task(reader.readline())
    assert laptop.room is not None
    Passes(folder).keep(GAME, list(taken.passes))
    await leading(laptop.room, folder, taken.claim, taken.address, taken.port, reader)


async def main(folder: Path, name: str, address: str, port: str, *host: str) -> None:
    reader = await lines()
    if host:
        laptop = Laptop(name, *host, data=folder, listen=address, port=int(port))
        await following(laptop, folder, reader)
        return
    journal = Journal.open(folder / FILE)
    room = Room.resume(journal, GAME)
    claim = Claim(Reign(0, journal.device, name), SECRET, token=f"token of {name}")
    await leading(room, folder, claim, address, int(port), reader)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
