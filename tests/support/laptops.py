"""Second laptops for tests: real lines of real threads to real hosts."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ketuk.rooms.copied import CopiedRoom, Copy
from ketuk.rooms.guest import Guest
from ketuk.rooms.heard import CopyHeard, Heard, RowsHeard, TakenOver, Unable
from ketuk.rooms.host import Host
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.records import Row
from ketuk.rooms.room import Room

HERE = "127.0.0.1"


class Laptop:
    """One that follows: what it has heard, and the rows that came of it."""

    def __init__(
        self, name: str, address: str, code: str, *, data: Path | None = None, **more: Any
    ) -> None:
        """``data``: its folder, where it keeps the copy as a real one is kept."""
        self.name = name
        self.journal = Journal.open(data / FILE) if data is not None else None
        self.room: CopiedRoom | None = None
        self.heard: list[Heard] = []
        self.rows: list[Row] = list(more.get("rows", ()))
        self.kept: tuple[str, str] = ("", "")
        self.news = asyncio.Event()
        self.guest = Guest.dial(
            address, code, name=name, changed=self.news.set,
            device=self.journal.device if self.journal is not None else f"device-{name}",
            keep=lambda token, secret: setattr(self, "kept", (token, secret)),
            **{"listen": HERE, "port": 0, **more},
        )  # fmt: skip

    def drain(self) -> None:
        """Take what has come, as a screen does, and keep it."""
        for heard in self.guest.drain():
            self.heard.append(heard)
            if self.journal is not None:
                self._keep(self.journal, heard)
            if isinstance(heard, CopyHeard):
                first = heard.since.seq + 1 if heard.since is not None else 0
                self.rows = [*self.rows[:first], *heard.rows]
            elif isinstance(heard, RowsHeard):
                assert heard.rows[0].seq == len(self.rows)
                self.rows += heard.rows
            if self.rows:
                self.guest.kept(self.rows[-1].seq)

    def _keep(self, journal: Journal, heard: Heard) -> None:
        if isinstance(heard, CopyHeard) and self.room is None:
            self.room = CopiedRoom.begin(journal, Copy(heard.header, heard.rows, heard.reigns))
        elif isinstance(heard, CopyHeard):
            assert self.room is not None
            self.room.follow(*heard.reigns)
            self.room.take_rows(heard.rows, since=heard.since)
        elif isinstance(heard, RowsHeard):
            assert self.room is not None
            self.room.take_rows(heard.rows)

    async def taken_over(self) -> TakenOver | Unable:
        """What a take-over begins with; once it is one, this laptop decides the game."""
        taken = await asyncio.to_thread(self.guest.take_over)
        if isinstance(taken, TakenOver):
            assert self.room is not None
            self.drain()
            self.room.take_game(taken.rows)
            self.room.lead(taken.claim.reign)
            await asyncio.to_thread(self.guest.close().join, 5.0)
        return taken

    async def until(self, wanted: Callable[[], object], seconds: float = 20.0) -> None:
        """Until something holds, draining meanwhile."""
        async with asyncio.timeout(seconds):
            while True:
                self.drain()
                if wanted():
                    return
                self.news.clear()
                try:
                    await asyncio.wait_for(self.news.wait(), 0.05)
                except TimeoutError:
                    continue

    async def at(self, seq: int) -> None:
        """Until it has this row."""
        await self.until(lambda: len(self.rows) > seq)

    def all(self, kind: type[Any]) -> list[Any]:
        """All of a kind that it has heard."""
        return [one for one in self.heard if isinstance(one, kind)]


@contextmanager
def laptops() -> Iterator[Callable[..., Laptop]]:
    """A maker of such laptops; all are closed at the end."""
    made: list[Laptop] = []

    def one(name: str, host: Host | None = None, **more: Any) -> Laptop:
        address = more.pop("address", host and f"{host.address}:{host.port}")
        code = more.pop("code", host.desk.door.code if host is not None else "")
        made.append(Laptop(name, address, code, **more))
        return made[-1]

    try:
        yield one
    finally:
        for ending in [laptop.guest.close() for laptop in made]:
            ending.join(5.0)


async def admitted(host: Host, *several: Laptop) -> None:
    """The table says yes to each that asks, and the copies are whole."""
    for laptop in several:

        def is_in(laptop: Laptop = laptop) -> bool:
            if host.wanted is not None:
                host.admit(host.wanted.ident, True)
            return laptop.guest.state == "following" and bool(laptop.rows)

        await laptop.until(is_in)


async def died(host: Host) -> None:
    """Without a word to anybody: its lines are cut, and nothing listens there any more."""
    for line in tuple(host._lines.values()):
        line.connection.over = True
    await host._front.close()


def same_rows(laptop: Laptop, room: Room) -> bool:
    """Whether the whole game is there."""
    return laptop.rows == list(room.rows)


def folder(tmp_path: Path, name: str) -> Path:
    """A data folder of a laptop."""
    (found := tmp_path / name).mkdir(exist_ok=True)
    return found
