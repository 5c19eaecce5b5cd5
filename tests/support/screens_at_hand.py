"""The real app for tests: a fresh data folder, chance from a seed, and a reader that tests hold."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from resting import moment, press, rest
from textual.events import Key
from textual.pilot import Pilot

from ketuk.engine.events import Acquired
from ketuk.engine.table import BuyChoice, Free, Options, Table, replace
from ketuk.rooms.chance import SeededLuck
from ketuk.scanning.reader import Reader
from ketuk.scanning.scan import By, Put, ReaderState, Readiness, Removed, Scan
from ketuk.tui.app import KetukApp
from ketuk.tui.boxes.box import boxes
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.words import Language, Words

NAMES = ("Ayu", "Budi", "Citra")
SMALL, LARGE = (80, 24), (120, 36)


class HeldReader:
    """A reader under the test's hand: ``lay`` a code, and it is lifted at once."""

    name = "nfc:uji"

    def __init__(self) -> None:
        self._put: Put | None = None

    def start(self, put: Put) -> None:
        self._put = put
        self.put(ReaderState(source=self.name, at=time.monotonic(), state=Readiness.READY))
        self.put(Removed(source=self.name, at=time.monotonic()))

    def stop(self) -> None:
        self._put = None

    def put(self, reading: Any) -> None:
        assert self._put is not None
        self._put(reading)

    def lay(self, text: str) -> None:
        now = time.monotonic()
        self.put(Scan(text=text, source=self.name, at=now, by=By.NFC))
        self.put(Removed(source=self.name, at=now))


def keys_to(choices: Choices, place: int) -> list[str]:
    """What to press for the choice at this place of the menu that is open: pages, its digit."""
    wanted, plain, room = choices.menu[place], choices._plain(), choices._plain_room()
    if wanted.key:
        return [str(wanted.key)]
    at = next(n for n, choice in enumerate(plain) if choice is wanted)
    if len(plain) <= room:
        return [str(at + 1)]
    page, above = divmod(at, room - 1)
    turns = (page - choices._page) % choices._pages()
    return [str(room)] * turns + [str(above + 1)]


class AtTable:
    """A running app with a game open, and short ways to press, tap and read."""

    def __init__(self, app: KetukApp, pilot: Pilot[Any], reader: HeldReader) -> None:
        self.app, self.pilot, self.reader = app, pilot, reader
        self._codes: dict[int, str] = {}

    @property
    def session(self) -> Session:
        found = [s for s in self.app.screen_stack if isinstance(s, TableScreen)]
        return found[-1].session

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def on(self) -> str:
        """Name of the screen that is open."""
        return type(self.app.screen).__name__

    async def press(self, *keys: str) -> None:
        await press(self.app, *keys)

    async def rest(self) -> None:
        """Until the app rests."""
        await rest(self.app)

    async def type_fast(self, text: str) -> None:
        """Type as a scanner does that acts as a keyboard: all signs at once, then Enter."""
        for sign in text:
            self.app.post_message(Key(sign.lower() if sign.isalpha() else sign, sign))
        self.app.post_message(Key("enter", "\r"))
        await self.rest()

    async def settle(self, until: Any = None, seconds: float = 20.0) -> None:
        """Wait for messages that are under way, or for something to become true."""
        end = time.monotonic() + seconds
        await self.rest()
        while until is not None and not until():
            assert time.monotonic() < end, f"it did not happen:\n{self.said()}\n{self.text()}"
            await moment(self.app)

    def code(self, item: int) -> str:
        """The active code of a card of the box in play."""
        registry = self.session.room.registry
        assert registry is not None
        return registry.active(item).code

    async def tap(self, item: int) -> None:
        """Lay the card on the reader and lift it."""
        await self.tap_text("KTK:" + self.code(item))

    async def tap_text(self, text: str) -> None:
        self.reader.lay(text)
        await self.rest()
        await self.rest()

    @property
    def first_key(self) -> str:
        """For the first line, of somebody who is sure: Enter where it is marked, else its digit."""
        found = self.app.screen.query(Choices)
        if self.on == "Ask" or not found:
            return "1" if found else "enter"
        choices = found.first()
        return "enter" if choices.marked is not None or not choices.menu else keys_to(choices, 0)[0]

    def text(self) -> str:
        """What stands on the screen."""
        return screen_text(self.app)

    def said(self) -> str:
        """What stands in the scan bar."""
        said = self.app.scans.said
        return said.text if said is not None else ""


class Clock:
    """The time by which keys are stamped and scenes run, moved by hand."""

    def __init__(self, at: AtTable) -> None:
        self.seconds = at.app.now()
        at.app.now = lambda: self.seconds  # type: ignore[method-assign]


def screen_text(app: KetukApp) -> str:
    """The whole screen as lines of text."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(s.text for s in line).rstrip() for line in lines)


@asynccontextmanager
async def lobby(
    data: Path,
    *,
    size: tuple[int, int] = LARGE,
    seed: int = 3,
    language: Language = "id",
    told_apart: bool = False,
    toasts: bool = False,
    also: Sequence[Reader] = (),
    kind: type[KetukApp] = KetukApp,
    changeover_s: float = 0.0,
    motion: bool = False,
) -> AsyncIterator[AtTable]:
    """The app in its lobby, when it has looked around; ``also``: more readers than the held one.

    ``toasts``: whether what is said over the screen for a while is shown. ``changeover_s``: how
    long keys may be meant for the question before; tests press no faster than they see. ``motion``:
    whether what happens is shown as it happens.
    """
    reader = HeldReader()
    app = kind(
        data=data,
        words=Words(language),
        readers=lambda: [reader, *also],
        luck=SeededLuck(seed),
        told_apart=told_apart,
    )
    app.changeover_s = changeover_s
    app.can_move = motion
    async with app.run_test(size=size, notifications=toasts) as pilot:
        at = AtTable(app, pilot, reader)
        first = app.screen
        assert isinstance(first, Lobby)
        await at.settle(lambda: first.contents is not None and app.scans.ready)
        yield at


@asynccontextmanager
async def table(
    data: Path,
    *,
    names: Sequence[str] = NAMES,
    options: Options | None = None,
    **more: Any,
) -> AsyncIterator[AtTable]:
    """A new game with the demo box, at its first question."""
    async with lobby(data, **more) as at:
        (box,) = boxes(data).ids()
        assert begin(at.app, names=names, options=options or Options(), box=box)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        yield at


def set_table(at: AtTable, **fields: Any) -> None:
    """Put the open game into another state, for one question of a test."""
    move = at.session.room._past.latest
    move._table = replace(move.table, **fields)
    screen = at.app.screen
    assert isinstance(screen, TableScreen)
    screen.chronicle._table = move.table
    screen.show_game()


MEDAN = 2


async def landed(at: AtTable, tile: int = MEDAN, cash: int = 17_000) -> None:
    """Ayu stands on an unowned property and is asked whether to buy it."""
    now = at.table
    players = (replace(now.players[0], at=tile, cash=cash), *now.players[1:])
    turn = replace(now.turn, seat=1, rolls=1, may_roll=False)
    set_table(
        at,
        phase="turn",
        players=players,
        turn=turn,
        agenda=(Free(1), BuyChoice(1, tile)),
        opened=(now.count, now.count),
    )
    await at.settle()


def bought(at: AtTable) -> bool:
    moves = at.session.room.moves
    return bool(moves) and any(isinstance(e, Acquired) for e in moves[-1].events)
