"""Games at the real host, played by tapping what stands on a phone: every set, and one of nobody's.

One seat taps in the browser, at random among all that it is offered; the others are the program's.
What the page shows is all that the tapping knows.
"""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from browsers import complaints, needs_browser, phone
from invented import pasar
from phones import game, hosted
from playwright.async_api import Browser, Page

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.table import Options
from ketuk.engine.waiting import in_turn, waiting
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.host import Host
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room

pytestmark = needs_browser
TAPS = 24
MINE = 1
OFFERED = (
    "#foot .press:enabled:not([data-key=back]):not([data-key=understood]):not([data-key=ruling])"
)


async def joined(on: Browser, host: Host, seat: int, **more: Any) -> Page:
    """A phone that came by the QR and took a seat."""
    one = await phone(on, **more)
    await one.goto(host.url)
    await one.locator(f"[data-key='seat {seat}']").tap()
    await one.locator("#headline h1").wait_for()
    return one


async def caught_up(one: Page, host: Host) -> None:
    """What the host has to show stands there, and nothing that was asked is under way."""
    async with asyncio.timeout(60):
        while True:
            await one.wait_for_selector("body:not([data-pending]):not([data-fresh])")
            newest = f"{host._number}.{host._room.seq}.{host._turn}"
            if await one.evaluate("document.body.dataset.page") == newest:
                return
            await asyncio.sleep(0.01)


async def tapped(one: Page, draw: random.Random) -> None:
    """One tap at something that is offered, or out of a question whether one is sure of it."""
    sure = await one.locator("#foot .sure").count()
    back = one.locator("[data-key=back]")
    out = (sure and draw.random() < 0.5) or draw.random() < 0.3
    if out and await back.count():
        await back.tap()
        return
    keys = await one.locator(OFFERED).evaluate_all("all => all.map((b) => b.dataset.key)")
    if not keys:
        return
    sends = [key for key in keys if key.endswith("!")]
    first = [*sends, keys[0]][0] if draw.random() < 0.6 else draw.choice(keys)
    await one.evaluate(
        """(key) => [...document.querySelectorAll("#foot [data-key]")]
            .find((one) => one.dataset.key === key)?.click()""",
        first,
    )


def others(room: Room) -> bool:
    """A move of somebody else, where the table waits for one; whether there was one."""
    policy = cautious_policy()
    for seat in in_turn(room.table):
        if seat == MINE:
            continue
        command = policy(room.rules, room.table, seat)
        if command is not None and isinstance(room.do(command), MoveDone):
            return True
    return False


async def played(host: Host, one: Page, draw: random.Random, taps: int) -> int:
    """So many taps, and all that the others do in between; how many rows the phone made."""
    room, mine, idle = host._room, 0, 0
    for _ in range(taps):
        while MINE not in waiting(room.table) and others(room):
            await asyncio.sleep(0)
        if room.table.top is None:
            break
        before = room.seq
        await caught_up(one, host)
        await tapped(one, draw)
        await caught_up(one, host)
        mine += room.seq > before
        idle = 0 if room.seq > before else idle + 1
        if idle > 8:  # a form half filled in again and again
            command = cautious_policy()(room.rules, room.table, MINE)
            idle = 0 if command is not None and isinstance(room.do(command), MoveDone) else idle
    return mine


@pytest.mark.parametrize("name", engine.NAMES)
async def test_a_game_of_each_set_is_played_from_a_phone(
    on: Browser, tmp_path: Path, name: str
) -> None:
    room = game(tmp_path, name, seed=11)
    async with hosted(room, computers=frozenset({2, 3, 4})) as host:
        one = await joined(on, host, MINE)
        assert await played(host, one, random.Random(7), TAPS) > TAPS // 8
        assert complaints(one) == []
        await one.context.close()


async def test_a_game_that_nobody_sells_is_played_in_the_browser(
    on: Browser, tmp_path: Path
) -> None:
    with Journal.open(tmp_path / FILE) as journal:
        room = Room.start(
            journal, rules=pasar(), names=("Ayu", "Budi", "Citra"), options=Options(), seed=3
        )
        async with hosted(room, computers=frozenset({2, 3})) as host:
            one = await joined(on, host, MINE)
            assert await played(host, one, random.Random(5), TAPS) > TAPS // 8
            assert complaints(one) == []
            await one.context.close()
