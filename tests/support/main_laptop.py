"""The main laptop of an evening, in a thread of its own: a real game with its real room."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from phones import game

from ketuk.rooms.host import Host
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.tui.pages.opening import open_room
from ketuk.tui.scans import Scans
from ketuk.tui.session import Session
from ketuk.tui.words import Words

Got = TypeVar("Got")
NAME = "Laptop Ayu"


class MainLaptop:
    """What a test asks of it is done in its thread."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self._folder, self._more = folder, more
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.session: Session = self.do(self._opened)
        self.host: Host = asyncio.run_coroutine_threadsafe(
            open_room(self.session, "127.0.0.1", port=0, laptop=NAME), self._loop
        ).result(20)

    @property
    def room(self) -> Room:
        return self.session.room

    def _opened(self) -> Session:
        words = Words("id")
        return Session(game(self._folder, **self._more), words, Scans(words))

    def do(self, act: Callable[[], Got]) -> Got:
        """Have something done there, and what came of it."""

        async def done() -> Got:
            return act()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(20)

    def admit(self, *, yes: bool = True) -> None:
        """Answer the laptop that asks."""

        def answer() -> None:
            wanted, host = self.host.wanted, self.host
            assert wanted is not None
            if yes:
                place = f"{host.address}:{host.port}"
                self.room.lead(Reign(0, self.room.journal.device, NAME, place))
            host.admit(wanted.ident, yes=yes)

        self.do(answer)

    def die(self) -> None:
        """Gone without a word: nothing answers there any more."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(20)

    def close(self) -> None:
        """Everything closed."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self.host.close(), self._loop).result(20)
            self.do(self.session.close)
            self.die()


@contextmanager
def main_laptop(folder: Path, **more: Any) -> Iterator[MainLaptop]:
    """Such a laptop with a new game."""
    folder.mkdir(parents=True, exist_ok=True)
    laptop = MainLaptop(folder, **more)
    try:
        yield laptop
    finally:
        laptop.close()
