"""A browser in a network of its own: its Wi-Fi flaps, or leads to no host."""

import time
from pathlib import Path

from browsers import (
    CHROMIUM,
    HIGH,
    ROOT,
    caught_up,
    complaints,
    joined,
    needs_browser,
    press,
    until,
    watched,
)
from namespaces import cable
from phones import game, hosted
from playwright.async_api import async_playwright

from ketuk.engine.commands import RevealCard

pytestmark = needs_browser
FLAPS = 3
BACK_S = 3.0


async def test_wifi_that_flaps_and_a_network_that_leads_nowhere(tmp_path: Path) -> None:
    """Back soon after the link; causes named while there is no way; the answer goes out once."""
    room = game(tmp_path, "nusantara", seed=5)
    room.do(RevealCard(1))
    with cable() as wire:
        async with hosted(room, address=wire.host) as host, async_playwright() as playwright:
            there = wire.browser(str(CHROMIUM), tmp_path)
            browser = await playwright.chromium.launch(executable_path=there, args=ROOT)
            try:
                one = watched(await browser.new_page(
                    viewport={"width": HIGH[0], "height": HIGH[1]}, has_touch=True, locale="id-ID"
                ))  # fmt: skip
                await joined(browser, host, 1, at=one)
                await caught_up(one, host)
                took: list[float] = []
                while len(took) < FLAPS and min(took, default=BACK_S) >= BACK_S:
                    wire.down()
                    await one.locator(".there.off").wait_for()
                    wire.up()
                    since = time.monotonic()
                    await one.locator(".there.on").wait_for()
                    took.append(time.monotonic() - since)
                assert min(took) < BACK_S, took
                assert host.desk.here[1] == "here"
                wire.unreachable(True)
                await one.locator(".there.off").wait_for()
                await press(one, "Lempar dadu")
                await one.get_by_text("Disimpan.").wait_for()
                for cause in ("data seluler", "Wi-Fi tamu", "hotspot"):
                    await one.get_by_text(cause).first.wait_for(timeout=60_000)
                assert room.seq == 1
                wire.unreachable(False)
                await until(lambda: room.seq == 2)
                await caught_up(one, host)
                assert room.seq == 2
                assert complaints(one) == []
            finally:
                await browser.close()
