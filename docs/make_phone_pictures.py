"""Pictures of the room: the pages of phones as PNG, by a real host in Chromium; the laptop as SVG.

python docs/make_phone_pictures.py
"""

import asyncio
import tempfile
from pathlib import Path
from shutil import which

from make_pictures import PICTURES, keep, lobby_read, play, shown
from playwright.async_api import Page, async_playwright

from ketuk.engine.table import BuyChoice
from ketuk.rooms import adapters
from ketuk.rooms.chance import SeededLuck
from ketuk.tui.app import KetukApp
from ketuk.tui.screens.opening import resume
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.words import Words

MOVES = 55
SIZE = (120, 36)
PHONE = {"width": 390, "height": 844}


async def pictures(data: Path, language: str) -> None:
    """The room's screen, and the phone of the seat that is asked, in one language."""
    game = play(data, MOVES)
    words = Words("en" if language == "en" else "id")
    app = KetukApp(data=data, words=words, readers=lambda: [], luck=SeededLuck(5))
    app.can_move = False
    async with app.run_test(size=SIZE) as pilot, async_playwright() as playwright:
        await lobby_read(app, pilot)
        resume(app, game)
        await shown(app, pilot)
        assert isinstance(app.screen, TableScreen)
        session = app.screen.session
        await pilot.press("p")
        while session.host is None:
            await pilot.pause(0.05)
        top = session.table.top
        assert isinstance(top, BuyChoice)
        browser = await playwright.chromium.launch(
            executable_path=which("chromium"), args=["--no-sandbox"]
        )
        phone = await browser.new_page(viewport=PHONE, locale=language, device_scale_factor=1)
        await phone.goto(session.host.url)
        await phone.locator(f"[data-key='seat {top.seat}']").click()
        await phone.locator("#foot .answers").wait_for()
        await phone.wait_for_selector("body:not([data-fresh])")
        await phone.screenshot(path=PICTURES / f"phone-{language}.png")
        await pilot.pause(1.2)
        keep(app, f"room-{language}")
        await broken(phone, language)
        await browser.close()
        session.close()


async def broken(phone: Page, language: str) -> None:
    """The laptop is gone, and the phone is told where the game goes on."""
    await phone.context.set_offline(True)
    await phone.locator("[data-key='move']").click()
    await phone.locator("[data-key='move place']").fill("192.168.1.24:8765")
    await phone.locator("[data-key='move code']").fill("K7Q2M9XT")
    await phone.locator("[data-key='move!']").scroll_into_view_if_needed()
    await phone.screenshot(path=PICTURES / f"phone-broken-{language}.png")


if __name__ == "__main__":
    adapters.private_addresses = lambda: ("127.0.0.1",)
    for one in ("id", "en"):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(pictures(Path(folder), one))
