"""A laptop as a program of its own: the one that has the game, or one that follows it.

All are forked from one that has loaded everything. Each obeys words: ``move`` (one by the program's
own player), ``over`` (take over); and says what it is: ``open PLACE BUILD CODE``, ``seq N``,
``following N``, ``fenced PLACE``, ``unable WHY``.
"""

import asyncio
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

from children import environment
from laptops import Laptop
from namespaces import enter
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


FORKED = get_context("forkserver")
FORKED.set_forkserver_preload([__name__])


@dataclass(frozen=True)
class Wanted:
    """Which laptop it is to be; ``host`` and ``code`` are those of another one that it follows."""

    folder: Path
    name: str
    address: str
    port: int = 0
    host: str = ""
    code: str = ""
    space: str = ""
    """The network namespace in which it is."""


class Ends:
    """A program's ends of the two pipes."""

    def __init__(self, told: Connection, said: Connection) -> None:
        self._told, self._said = told, said
        self.next = self._asked()

    def say(self, *words: object) -> None:
        self._said.send([str(word) for word in words])

    def taken(self) -> str:
        """The word that has come; the next one is waited for."""
        word: str = self.next.result()
        self.next = self._asked()
        return word

    def _asked(self) -> asyncio.Task[Any]:
        return asyncio.create_task(asyncio.to_thread(self._told.recv))


def move(room: Room, ends: Ends) -> None:
    """One move that the game waits for."""
    policy = random_policy(random.Random(room.seq).randrange)
    for seat in in_turn(room.table):
        if (command := policy(room.rules, room.table, seat)) is not None:
            room.do(command)
            break
    ends.say("seq", room.seq)


async def leading(
    room: Room, folder: Path, claim: Claim, address: str, port: int, ends: Ends
) -> None:
    """Decide the game, and let in every laptop that asks."""
    passes = Passes(folder)
    known = tuple(passes.of(GAME) or ())
    host = Host(
        room, Tellers(room, frozenset()), SPOKEN_HERE, passes=known, claim=claim,
        keep=lambda given: passes.keep(GAME, list(given)),
    )  # fmt: skip
    await host.open(address, port)
    ends.say("open", host._front.place, host.build, host.desk.door.code)
    while host.fenced is None:
        await asyncio.wait({ends.next}, timeout=0.05)
        if host.wanted is not None:
            host.admit(host.wanted.ident, True)
        if ends.next.done():
            assert ends.taken() == "move"
            move(room, ends)
    await asyncio.sleep(0.2)
    ends.say("fenced", host.fenced.address)


async def following(laptop: Laptop, folder: Path, ends: Ends) -> None:
    """Follow, and lead once it is told to."""
    said = -1
    while True:
        laptop.drain()
        if laptop.guest.state == "following" and said < len(laptop.rows) - 1:
            said = len(laptop.rows) - 1
            ends.say("following", said)
        if not ends.next.done():
            await asyncio.wait({ends.next}, timeout=0.02)
            continue
        assert ends.taken() == "over"
        taken = await laptop.taken_over()
        if isinstance(taken, TakenOver):
            break
        ends.say("unable", taken.why)
    assert laptop.room is not None
    Passes(folder).keep(GAME, list(taken.passes))
    await leading(laptop.room, folder, taken.claim, taken.address, taken.port, ends)


async def main(wanted: Wanted, told: Connection, said: Connection) -> None:
    ends = Ends(told, said)
    if wanted.host:
        laptop = Laptop(
            wanted.name, wanted.host, wanted.code, data=wanted.folder, listen=wanted.address,
            port=wanted.port,
        )  # fmt: skip
        await following(laptop, wanted.folder, ends)
        return
    journal = Journal.open(wanted.folder / FILE)
    room = Room.resume(journal, GAME)
    claim = Claim(Reign(0, journal.device, wanted.name), SECRET, token=f"token of {wanted.name}")
    await leading(room, wanted.folder, claim, wanted.address, wanted.port, ends)


def run(wanted: Wanted, told: Connection, said: Connection) -> None:
    """What such a program does, until it is killed or stops by itself."""
    if wanted.space:
        enter(wanted.space)
    asyncio.run(main(wanted, told, said))
    os._exit(0)  # nobody tells it anything more


class Program:
    """One laptop, as the test has it."""

    def __init__(self, wanted: Wanted) -> None:
        told, self._tell = FORKED.Pipe(duplex=False)
        self._heard, said = FORKED.Pipe(duplex=False)
        self.process = FORKED.Process(target=run, args=(wanted, told, said), daemon=True)
        with patch.dict(os.environ, environment()):  # by which the first one finds its modules
            self.process.start()
        told.close()
        said.close()
        self.said: list[list[str]] = []

    async def until(self, word: str, wanted: Callable[[list[str]], object] = bool) -> list[str]:
        """Until it says this."""
        async with asyncio.timeout(120):
            while True:
                while not self._heard.poll():
                    assert self.process.is_alive(), f"it has ended: {self.said}"
                    await asyncio.sleep(0.01)
                self.said.append(self._heard.recv())
                if self.said[-1][0] == word and wanted(self.said[-1][1:]):
                    return self.said[-1][1:]

    def tell(self, word: str) -> None:
        """Have it do something."""
        self._tell.send(word)

    def kill(self) -> None:
        """At once, whatever it is doing."""
        self.process.kill()
        self.process.join()
