"""The doctor at the screen: findings, remedies to copy, test taps, the camera's picture."""

import time
from pathlib import Path
from typing import Any

import pytest
from scenes import Studio, film
from screens_at_hand import LARGE, SMALL, AtTable, lobby, table
from textual.widgets import OptionList
from virtual_pn532 import VirtualReader
from virtual_tags import text_tag

from ketuk.codes.payload import payload
from ketuk.codes.sticker import Why
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.camera_list import ListedCamera
from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.scan import By, Removed, Scan
from ketuk.scanning.sources import Capture, open_capture
from ketuk.tui.boxes.box import boxes, demo_box
from ketuk.tui.diagnosis import to_paste
from ketuk.tui.readers import readers
from ketuk.tui.screens.doctor import Doctor
from ketuk.tui.settings import Settings
from ketuk.tui.widgets.camera_view import RAMP, CameraView


def doctor(at: AtTable) -> Doctor:
    screen = at.app.screen
    assert isinstance(screen, Doctor)
    return screen


async def at_doctor(at: AtTable) -> None:
    """Open it, and wait until it has looked."""
    await at.press("d")
    await at.settle(lambda: at.on == "Doctor" and doctor(at)._done)


def told(at: AtTable) -> str:
    return " ".join(at.text().split())


async def test_boxes_are_told_with_the_states_of_their_stickers(tmp_path: Path) -> None:
    box = demo_box(tmp_path)
    assert box is not None
    with boxes(tmp_path).open(box.id) as registry:
        registry.reissue(registry.active(5).code, reason=Why.LOST, now=box.made)
        registry.add_spares(2, now=box.made)
    async with lobby(tmp_path) as at:
        await at_doctor(at)
        line = f"Kotak {box.id} (Kotak demo): 104 kartu; stiker: 104 berlaku, 2 cadangan, 1 hilang."
        assert line in told(at)
        assert "nfc:uji siap" in at.text()
        await at.press("f2")
        await at.settle(lambda: "104 active, 2 spare, 1 lost." in told(at))


async def test_what_is_wrong_stands_first_and_its_remedy_is_copied(tmp_path: Path) -> None:
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "N5NG.sqlite").write_bytes(b"rusak" * 100)
    async with lobby(tmp_path) as at:
        await at_doctor(at)
        assert at.text().splitlines()[0].startswith(" 1 hal perlu dibenahi.")
        lines = at.app.screen.query_one(OptionList)
        lines.highlighted = len(doctor(at)._states())
        await at.settle()
        assert "✗ Kotak N5NG: tidak bisa dibuka" in at.text()
        await at.press("c")
        assert at.app.clipboard == "ketuk box import BERKAS"
        assert at.said() == "Disalin: ketuk box import BERKAS"
        lines.highlighted = len(lines.options) - 1
        await at.press("enter")
        assert at.said() == "Di baris ini tidak ada yang perlu diatasi."


def test_of_a_remedy_the_commands_are_copied() -> None:
    assert to_paste("Tempel ini:\n  echo a\n  sudo b") == "echo a\nsudo b"
    assert to_paste("Nyalakan lampu.") == "Nyalakan lampu."


async def test_a_card_on_the_real_driver_is_a_test_tap_and_no_move(tmp_path: Path) -> None:
    with VirtualReader() as pn532:
        nfc = NfcReader(pn532.path, name="nfc:meja", pause=0.05, retry=0.02)
        async with table(tmp_path, also=[nfc]) as at:
            await at.settle(lambda: "nfc:meja siap" in at.text())
            code, count = at.code(2), at.table.count
            await at_doctor(at)
            assert "nfc:meja siap" in at.text()
            pn532.wait_for_searches(8)
            pn532.lay(text_tag(payload(code)))
            shown = f"{code[:4]}-{code[4:8]}-{code[8:]}"
            await at.settle(lambda: at.said() == f"nfc:meja membaca {shown}: Medan")
            assert "Ketukan uji" in at.text()
            assert any(line.endswith("nfc:meja: Medan") for line in at.text().splitlines())
            assert at.table.count == count


async def test_a_copied_sticker_is_asked_about_here_too(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        with boxes(tmp_path).open(box) as registry:
            code = registry.active(2).code
            registry.carriers.bind(code, "04A1B2C3D4E5F6", now=registry.box.made)
        await at_doctor(at)
        now = time.monotonic()
        text = payload(code)
        at.reader.put(Scan(text=text, source="nfc:uji", at=now, by=By.NFC, uid="04FFFFFFFFFFFF"))
        at.reader.put(Removed(source="nfc:uji", at=now))
        await at.settle(lambda: at.on == "Ask")
        assert "Medan terdaftar pada tag lain" in told(at)
        await at.press("2")
        await at.settle(lambda: at.on == "Doctor")
        assert at.said().startswith("Stiker salinan ditolak: Medan.")
        with boxes(tmp_path).open(box) as registry:
            assert registry.failed_scans(last=1)[0].detail == "turned away"


# ---- the camera


class Counted:
    """Opens captures as usual, and counts them."""

    def __init__(self) -> None:
        self.opened = 0

    def open(self, source: Any) -> Capture:
        self.opened += 1
        return open_capture(source)


def clip(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return film(folder / "meja.avi", [Studio(seed=n).frame() for n in range(6)])


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_the_picture_is_that_of_the_camera_in_use_which_is_not_opened_again(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    counted = Counted()
    camera = CameraReader(str(clip(tmp_path / "luar")), name="camera:meja", open_with=counted.open)
    async with lobby(tmp_path / "data", size=size, also=[camera]) as at:
        await at.settle(lambda: camera.ended.is_set())
        await at_doctor(at)
        if size == SMALL:
            assert "▀" not in at.text()
            await at.press("g")
        await at.settle(lambda: at.text().count("▀") > 200)
        assert "camera:meja: sedang dipakai di sini, gambar 1280x720." in told(at) or size == SMALL
        assert counted.opened == 1
        await at.press("g")
        await at.settle(lambda: "▀" not in at.text())


async def test_without_unicode_the_picture_is_drawn_by_brightness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KETUK_ASCII", "1")
    camera = CameraReader(str(clip(tmp_path / "luar")), name="camera:meja")
    async with lobby(tmp_path / "data", also=[camera]) as at:
        await at.settle(lambda: camera.ended.is_set())
        await at_doctor(at)
        view = at.app.screen.query_one(CameraView)
        await at.settle(lambda: len(view._rows) > 5)
        drawn = "".join(strip.text for strip in view._rows)
        assert set(drawn) <= set(RAMP)
        assert len(set(drawn)) > 2
        assert at.text().isascii()


async def test_without_a_camera_the_key_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ketuk.tui.readers.camera_there", lambda: False)
    async with lobby(tmp_path) as at:
        await at_doctor(at)
        await at.press("g")
        await at.settle(lambda: at.said() == "Tidak ada kamera.")


async def test_a_camera_that_nobody_uses_is_tried_for_one_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cv2

    picture = tmp_path / "meja.png"
    cv2.imwrite(str(picture), Studio(seed=2).frame())
    from ketuk.scanning import doctor_cameras

    real = doctor_cameras.glimpse
    monkeypatch.setattr("ketuk.tui.readers.camera_there", lambda: True)
    monkeypatch.setattr(doctor_cameras, "glimpse", lambda _: real(str(picture)))
    async with lobby(tmp_path / "data") as at:
        await at_doctor(at)
        await at.press("g")
        await at.settle(lambda: at.text().count("▀") > 200)
        assert "gambar uji" in at.text()


# ---- live


async def test_when_something_is_plugged_in_it_looks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: set[str] = set()
    monkeypatch.setattr("ketuk.scanning.doctor.plugged", lambda: frozenset(there))
    async with lobby(tmp_path) as at:
        await at_doctor(at)
        assert "N5NG" not in at.text()
        (tmp_path / "boxes" / "N5NG.sqlite").write_bytes(b"rusak" * 100)
        there.add("/dev/video9")
        await at.settle(lambda: "Kotak N5NG: tidak bisa dibuka" in at.text())


async def test_a_reader_that_goes_is_told_at_once(tmp_path: Path) -> None:
    with VirtualReader() as pn532:
        nfc = NfcReader(pn532.path, name="nfc:meja", pause=0.05, retry=0.02)
        async with lobby(tmp_path, also=[nfc]) as at:
            await at.settle(lambda: "nfc:meja siap" in at.text())
            await at_doctor(at)
            pn532.unplug()
            await at.settle(lambda: "nfc:meja terputus" in at.text().split("Kotak demo")[0])


async def test_leaving_while_it_looks_harms_nothing(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        for _ in range(3):
            await at.press("d", "r", "escape")
            await at.settle(lambda: at.on == "Lobby")
        await at_doctor(at)


async def test_a_camera_is_chosen_by_its_name_with_its_picture_and_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, clip = tmp_path / "data", tmp_path / "luar.avi"
    film(clip, [Studio(seed=seed).frame() for seed in range(200)])
    there = [ListedCamera("0", "Kamera dalam"), ListedCamera(str(clip), "Webcam luar")]
    monkeypatch.setattr("ketuk.scanning.camera_list.listed", lambda system: there)
    async with lobby(data, size=LARGE) as at:
        await at_doctor(at)
        before = at.app.readers
        await at.press("m")
        await at.settle(lambda: "Webcam luar" in at.text())
        await at.press("2")
        await at.settle(lambda: any(isinstance(r, CameraReader) for r in at.app.readers))
        await at.settle(lambda: at.text().count("▀") > 200)
        assert all(reader in at.app.readers for reader in before), "the others go on"
    assert Settings.load(data).camera == str(clip)


@pytest.mark.parametrize(
    ("nfc", "cameras", "chosen", "names"),
    [
        ((), (), "", ["nfc", "camera:0"]),
        ((), ("1",), "", ["nfc", "camera:1"]),
        (("usb",), (), "", ["nfc", "camera:0"]),
        (("tty:USB0",), ("1", "2"), "", ["nfc:tty-USB0", "camera:1", "camera:2"]),
        ((), (), "/dev/video2", ["nfc", "camera:video2"]),
        ((), ("none",), "/dev/video2", ["nfc"]),
        (("none",), (), "", ["camera:0"]),
        (("none",), ("none",), "", []),
    ],
)
def test_naming_readers_of_one_kind_drops_none_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
    nfc: tuple[str, ...],
    cameras: tuple[str, ...],
    chosen: str,
    names: list[str],
) -> None:
    monkeypatch.setattr("ketuk.tui.readers.camera_there", lambda: True)
    assert [reader.name for reader in readers(nfc, cameras, chosen)] == names
