"""Games at the real host, played by tapping what stands on a phone: every set, and one of nobody's.

One seat taps in the browser, at random among all that it is offered; the others are the program's.
What the page shows is all that the tapping knows.
"""

import asyncio
import random
from pathlib import Path

import pytest
from browsers import caught_up, complaints, joined, needs_browser
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


async def test_the_end_of_a_game_is_played_and_read_in_the_browser(
    on: Browser, tmp_path: Path
) -> None:
    """The last round, by what stands on the page; then who has won, and nothing to tap."""
    room = game(tmp_path, "nusantara", seed=0, names=("Ayu", "Budi", "Citra"))
    policy = cautious_policy()
    while room.table.round < room.table.rounds or room.table.active != MINE:
        moves = (policy(room.rules, room.table, seat) for seat in in_turn(room.table))
        assert isinstance(room.do(next(m for m in moves if m is not None)), MoveDone)
    async with hosted(room, computers=frozenset({2, 3})) as host:
        one = await joined(on, host, MINE)
        draw = random.Random(3)
        while room.table.top is not None:
            assert await played(host, one, draw, 2) or room.seq < 1_000
        await caught_up(one, host)
        assert await one.locator("#foot .answers").count() == 0  # a move can still be taken back
        told = (await one.inner_text("#headline")).lower()
        winners = [p.seat for p in room.table.ranking if p.place == 1]
        assert all(("kamu" if s == MINE else room.table.player(s).name.lower()) in told
                   for s in winners)  # fmt: skip
        assert complaints(one) == []
        await one.context.close()
