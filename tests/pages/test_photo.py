"""A photo of a sticker out of a phone's camera: made small in the page, read by the real host."""

import asyncio
import base64
from contextlib import suppress
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import sheets
from browsers import complaints, needs_browser, settled, until
from playwright.async_api import Browser
from sheets import page
from stickers import photographed
from told_host import told_host

from ketuk.rooms import wire
from ketuk.scanning.decode import zxing

pytestmark = needs_browser
STICKER = "K7Q2M9XT3V6A"


async def test_a_photo_of_twelve_megapixels_goes_out_small_and_is_still_read(
    on: Browser, tmp_path: Path
) -> None:
    async with told_host(sheet=page(sheets.CARD)) as host:
        one = await host.dialled(on)
        await one.locator("input[type=file]").wait_for(state="attached")
        await settled(one)
        await one.set_input_files("input[type=file]", photographed(tmp_path, STICKER))
        await until(lambda: host.all(wire.Photo))
        (sent,) = host.all(wire.Photo)
        data = np.frombuffer(base64.b64decode(sent.data), np.uint8)
        small = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
        assert small is not None
        assert max(small.shape) == 1280
        assert len(data) < 200_000
        assert any(STICKER in text for text in zxing(small))
        text = tmp_path / "none.png"
        text.write_text("no picture")
        await host.say(wire.RefusedMessage(id=sent.id, sentence="Tidak terbaca."))
        await one.get_by_text("Tidak terbaca.").wait_for()
        await one.set_input_files("input[type=file]", text)
        await one.get_by_text("Berkas itu tidak terbaca sebagai foto.").wait_for()
        assert len(host.all(wire.Photo)) == 1
        assert complaints(one) == []
        await one.context.close()


async def test_a_photo_goes_out_however_often_the_page_changes(on: Browser, tmp_path: Path) -> None:
    """A button that has just changed takes no tap; a photo was taken for its question."""
    async with told_host(sheet=page(sheets.CARD)) as host:
        one = await host.dialled(on)
        await one.locator("input[type=file]").wait_for(state="attached")

        async def changing() -> None:
            for number in count():
                await host.change(f"2.{number}.")
                await asyncio.sleep(0.05)

        picture = photographed(tmp_path, STICKER)
        changes = asyncio.create_task(changing())
        await one.wait_for_selector("body[data-fresh]")
        await one.set_input_files("input[type=file]", picture)
        await until(lambda: host.all(wire.Photo))
        changes.cancel()
        with suppress(asyncio.CancelledError):
            await changes
        assert complaints(one) == []
        await one.context.close()
