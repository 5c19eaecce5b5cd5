"""The whole way on real input: a printed sticker in a photo-like scene, an NFC tag, a table."""

from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner
from printed import rendered
from scenes import Picture, film
from screens_at_hand import MEDAN, AtTable, bought, landed, lobby, table
from virtual_pn532 import VirtualReader
from virtual_tags import text_tag

from ketuk.codes.payload import payload
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.nfc import NfcReader
from ketuk.tui.boxes.box import boxes
from ketuk.tui.cli import build


def sheet(data: Path, out: Path) -> Path:
    """The sticker of Medan, printed by the command for it."""
    (box,) = boxes(data).ids()
    asked = ["--data", str(data), "stickers", box, "--items", str(MEDAN), "--out", str(out)]
    done = CliRunner().invoke(build("id"), asked)
    assert done.exit_code == 0, done.output
    return out


def photograph(page: Picture, *, seed: int = 3) -> list[Picture]:
    """A film of a table: empty, then the printed sheet held in at an angle, with noise."""
    random = np.random.default_rng(seed)
    corner = page[: page.shape[0] // 5, : page.shape[1] // 3]
    height, width = corner.shape
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    held = np.array([[180, 90], [1_090, 140], [1_040, 640], [230, 600]], np.float32)
    turned = cv2.getPerspectiveTransform(flat, held)
    frames = []
    for number in range(40):
        scene = np.full((720, 1280), 105, np.uint8)
        if number >= 15:
            cv2.warpPerspective(
                corner, turned, (1280, 720), dst=scene, borderMode=cv2.BORDER_TRANSPARENT
            )
        noisy = np.clip(scene + random.normal(0, 6, scene.shape), 0, 255).astype(np.uint8)
        frames.append(cv2.cvtColor(noisy, cv2.COLOR_GRAY2BGR))
    return frames


def listen(at: AtTable, reader: CameraReader | NfcReader) -> None:
    """Another reader at the same table."""
    stream = at.app._stream
    assert stream is not None
    reader.start(stream.put)


async def test_a_printed_sticker_before_a_camera_buys_the_city(tmp_path: Path) -> None:
    async with table(tmp_path / "data") as at:
        page = rendered(sheet(tmp_path / "data", tmp_path / "stiker.pdf"))[0]
        source = film(tmp_path / "meja.avi", photograph(page))
        await landed(at)
        camera = CameraReader(str(source), name="camera:meja")
        listen(at, camera)
        await at.settle(lambda: bought(at))
        camera.stop()
        assert at.table.holdings[MEDAN].owner == 1
        assert at.said() == "Beli Medan (800)"
        assert "camera:meja" in at.text()


async def test_an_nfc_tag_on_the_real_driver_buys_the_city_once(tmp_path: Path) -> None:
    with VirtualReader() as pn532:
        async with table(tmp_path) as at:
            await landed(at)
            nfc = NfcReader(pn532.path, name="nfc:meja", pause=0.05, retry=0.02)
            listen(at, nfc)
            await at.settle(lambda: "nfc:meja siap" in at.text())
            pn532.wait_for_searches(8)
            sticker = pn532.lay(text_tag(payload(at.code(MEDAN))))
            await at.settle(lambda: bought(at))
            count = at.table.count
            pn532.lift(sticker)
            pn532.wait_for_searches(8)
            pn532.lay(sticker)
            await at.settle(lambda: "sudah dibaca" in at.said())
            assert at.table.count == count
            nfc.stop()


async def test_a_camera_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        camera = CameraReader(str(tmp_path / "tidak-ada.avi"), name="camera:tidak-ada.avi")
        listen(at, camera)
        await at.settle(lambda: "tidak-ada.avi" in at.said())
        assert at.said().startswith("camera:tidak-ada.avi: kamera, berkas, atau alamat ini tidak")
        camera.stop()


async def test_a_reader_that_is_unplugged_says_that_codes_can_be_typed(tmp_path: Path) -> None:
    with VirtualReader() as pn532:
        async with table(tmp_path) as at:
            nfc = NfcReader(pn532.path, name="nfc:meja", pause=0.05, retry=0.02)
            listen(at, nfc)
            await at.settle(lambda: "nfc:meja siap" in at.text())
            pn532.unplug()
            await at.settle(lambda: "terlepas" in at.said())
            assert "nfc:meja terputus" in at.text()
            nfc.stop()
