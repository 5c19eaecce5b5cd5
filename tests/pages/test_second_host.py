"""A page whose host is gone: it finds the laptop that goes on, by itself, at the same question."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from browsers import CHROMIUM, ROOT, caught_up, complaints, joined, needs_browser, press, until
from laptops import HERE, admitted, died, folder, laptops
from namespaces import Cable, cable
from phones import game, hosted
from playwright.async_api import Browser, async_playwright

from ketuk.rooms.heard import TakenOver

pytestmark = needs_browser


SOON_S = 5.0
"""From the yes to the same question on the page."""


@asynccontextmanager
async def network(
    on: Browser, tmp_path: Path, how: str
) -> AsyncIterator[tuple[Browser, Cable | None]]:
    """The browser on this machine, or in a network of its own that the host falls silent in."""
    if how == "killed":
        yield on, None
        return
    with cable() as wire:
        async with async_playwright() as playwright:
            there = wire.browser(str(CHROMIUM), tmp_path)
            yield await playwright.chromium.launch(executable_path=there, args=ROOT), wire


@pytest.mark.parametrize("how", ["killed", "cut off"])
async def test_a_page_goes_to_the_laptop_that_has_taken_over(
    on: Browser, tmp_path: Path, how: str
) -> None:
    room = game(folder(tmp_path, "a"))
    async with network(on, tmp_path, how) as (browser, wire):
        places = (HERE, HERE) if wire is None else (wire.host, wire.another())
        with laptops() as laptop:
            async with hosted(room, address=places[0]) as host:
                one = await joined(browser, host, 1)
                second = laptop("Budi", host, data=folder(tmp_path, "b"), listen=places[1])
                await admitted(host, second)
                await caught_up(one, host)
                await press(one, "Buka")
                await second.at(1)
                await caught_up(one, host)
                asked = await one.inner_text("h1")
                if wire is not None:
                    wire.unreachable(True)
                await died(host)
                await second.until(lambda: second.guest.state == "silent")
                await one.locator(".there.off").wait_for()
                begun = time.monotonic()
                taken = await second.taken_over()
                assert isinstance(taken, TakenOver)
                assert second.room is not None
                async with hosted(
                    second.room, address=places[1], passes=taken.passes, claim=taken.claim,
                    port=taken.port,
                ) as now:  # fmt: skip
                    await until(lambda: now.desk.here.get(1) == "here")
                    assert time.monotonic() - begun < SOON_S
                    await caught_up(one, now)
                    assert await one.inner_text("h1") == asked
                    seq = second.room.seq
                    await press(one, "Lempar")
                    await until(lambda: now.desk.room.seq > seq)
                    assert second.room.rows[-1].host == 1
                    dialled: list[str] = []
                    one.on("websocket", lambda socket: dialled.append(socket.url))
                    for line in tuple(now._lines.values()):
                        await line.socket.close()
                    await until(lambda: bool(dialled))
                    assert f":{now.port}/" in dialled[0], "where it was, it is looked for first"
                    assert complaints(one) == []
                await one.context.close()
