"""``ketuk scan`` as people call it: another process, real readers, real boxes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import cv2
import pytest
from scenes import Studio, film, symbol
from virtual_pn532 import VirtualReader, ketuk_program
from virtual_tags import MifareClassic, blank_tag, broken_tag, text_tag

from ketuk.codes.boxes import Boxes
from ketuk.codes.sticker import BoxItem

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(90)


class Data:
    """A data folder with two boxes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        boxes = Boxes(folder / "boxes")
        cards = [BoxItem(number, "city") for number in (1, 2, 3)]
        now = datetime(2026, 1, 1, tzinfo=UTC)
        ours, other = boxes.new(cards, names=["Ours", "Other"], ruleset="nusantara", now=now)
        self.box, self.other = ours.box.id, other.box.id
        self.codes = dict(ours.codes)
        self.other_code = dict(other.codes)[1]

    def command(self, *arguments: str) -> list[str]:
        program = ketuk_program()
        head = [sys.executable, "-c", program, "--lang", "en", "--data", str(self.folder)]
        return [*head, "scan", *arguments]

    def scan(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture
def data(tmp_path):
    return Data(tmp_path / "data")


def wait_until_ready(process: subprocess.Popen[str]) -> None:
    assert process.stderr is not None
    assert any("ready" in line for line in process.stderr), "it ended before its reader was ready"


def picture(path: Path, *texts: str) -> str:
    cv2.imwrite(str(path), Studio().frame(*texts))
    return str(path)


def test_pictures(data, tmp_path):
    good = picture(tmp_path / "good.png", "KTK:" + data.codes[1])
    done = data.scan("--image", good, "--box", data.box, "--json")
    record = json.loads(done.stdout)
    assert (
        record
        | {
            "v": 1,
            "verdict": "accepted",
            "code": data.codes[1],
            "box": data.box,
            "item": 1,
            "source": good,
            "uid": None,
        }
        == record
    )
    assert record["name"]
    assert (done.returncode, done.stderr) == (0, "")


def test_every_code_of_each_picture_is_judged(data, tmp_path):
    first = picture(tmp_path / "1.png", "KTK:" + data.codes[1], "KTK:" + data.other_code)
    second = picture(tmp_path / "2.png", "https://example.org")
    nothing = picture(tmp_path / "3.png")
    done = data.scan("--image", first, second, nothing, "--box", "ours", "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    verdicts = sorted((r["verdict"], Path(r["source"]).name) for r in records)
    assert verdicts == [("accepted", "1.png"), ("foreign", "2.png"), ("other_box", "1.png")]
    assert "3.png: no QR code" in done.stderr
    assert done.returncode == 1


def test_without_a_box_the_codes_own_box_is_asked(data, tmp_path):
    both = picture(tmp_path / "1.png", "KTK:" + data.codes[1], "KTK:" + data.other_code)
    done = data.scan("--image", both)
    assert done.stdout.count("1.png: ") == 2
    assert done.returncode == 0


def test_a_film(data, tmp_path):
    studio = Studio(size=(360, 640))
    card = studio.frame("KTK:" + data.codes[2], scale=4)
    path = film(tmp_path / "table.avi", [studio.frame()] * 5 + [card] * 20)
    done = data.scan("--camera", str(path), "--json")
    (record,) = map(json.loads, done.stdout.splitlines())
    assert (record["verdict"], record["item"]) == ("accepted", 2)
    assert done.returncode == 0


def test_a_picture_of_a_folder_that_cannot_be_read_is_named(data, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    picture(folder / "1.png", "KTK:" + data.codes[1])
    (folder / "2.png").write_bytes(b"no picture")
    done = data.scan("--camera", str(folder))
    assert len(done.stdout.splitlines()) == 1
    assert "camera:folder/2.png: this file is not a picture" in done.stderr
    alone = data.scan("--camera", str(folder / "2.png"))
    assert "camera:2.png: this file is not a picture" in alone.stderr
    assert done.returncode == 1


def test_a_blank_card_is_one_line_that_says_so(data):
    with VirtualReader() as pn532:
        process = subprocess.Popen(
            data.command("--nfc", pn532.path),
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            wait_until_ready(process)
            pn532.wait_for_searches(8)
            pn532.lay(blank_tag())
            pn532.wait_for_searches(8)
            process.send_signal(signal.SIGTERM)
            said, errors = process.communicate(timeout=60)
        finally:
            process.kill()
            process.wait()
    assert said.splitlines() == [
        "nfc:reader: This sticker is still blank. Write it first: K, then W on the screen, or "
        "`ketuk write`."
    ]
    assert (errors, process.returncode) == ("", 1)


def test_a_film_without_any_decoder_ends(data, tmp_path):
    path = film(tmp_path / "table.avi", [Studio().frame()] * 3)
    command = data.command("--camera", str(path))
    away = "import sys\nsys.modules['zxingcpp'] = sys.modules['pyzbar.pyzbar'] = None\n"
    command[2] = away + command[2]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert "a package for cameras cannot be loaded" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--camera", "77"], "camera:77: there is no such camera"),
        (["--camera", "nowhere.mp4"], "camera:nowhere.mp4: there is no such camera"),
        (["--nfc", "/dev/ttyNOWHERE"], "nfc:ttyNOWHERE: no NFC reader"),
        (["--nfc", "bluetooth"], "nfc:bluetooth: no such kind of place"),
        (["--camera", "."], "camera:.: there is no picture in this folder"),
        (["--camera", "pyproject.toml"], "pyproject.toml: this file is not a picture or film"),
        (["--nfc", "pyproject.toml"], "no such kind of place"),
        (["--nfc", "./pyproject.toml"], "what answers there is not an NFC reader"),
        (["--image", "nowhere.png"], "nowhere.png: there is no such camera, file"),
        (["--box", "ZZZZ"], "ZZZZ"),
    ],
)
def test_what_is_not_there_is_one_clear_line(data, arguments, line):
    done = data.scan(*arguments)
    assert done.returncode == 1
    assert line in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_pictures_need_no_option(data, tmp_path):
    good, other = (picture(tmp_path / f"{n}.png", "KTK:" + data.codes[n]) for n in (1, 2))
    named = data.scan("--image", good, "--image", other, "--box", data.box, "--json")
    assert data.scan(good, other, "--box", data.box, "--json").stdout == named.stdout
    assert len(named.stdout.splitlines()) == 2


def test_help_has_an_example(data):
    done = data.scan("--help")
    assert done.returncode == 0
    assert "ketuk scan --nfc" in done.stdout


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_taps_on_a_reader_until_somebody_stops_it(data, how):
    with VirtualReader() as pn532:
        process = subprocess.Popen(
            data.command("--nfc", pn532.path, "--wait", "--box", data.box, "--json"),
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            wait_until_ready(process)
            assert process.stdout is not None
            pn532.wait_for_searches(8)
            verdicts = []
            for tag in (
                text_tag("KTK:" + data.codes[1]),
                text_tag("KTK:" + data.other_code),
                broken_tag(),
                blank_tag(),
                MifareClassic(),
                text_tag("KTK:" + data.codes[3]),
            ):
                pn532.lay(tag)
                verdicts.append(json.loads(process.stdout.readline()))
                pn532.lift()
                pn532.wait_for_searches(8)
            process.send_signal(how)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
            process.wait()
    assert [v["verdict"] for v in verdicts] == [
        "accepted", "other_box", "foreign", "foreign", "foreign", "accepted",
    ]  # fmt: skip
    assert verdicts[0]["uid"]
    assert process.returncode == 1
    assert pn532.speed == 115_200, "closing brings the line back to where the next start finds it"
    assert "Traceback" not in errors
    assert [v["flaw"] for v in verdicts[2:5]] == ["broken", "blank", "other_kind"]


def test_after_a_kill_the_next_start_finds_the_reader_again(data):
    with VirtualReader() as pn532:
        for _ in range(2):
            process = subprocess.Popen(
                data.command("--nfc", pn532.path, "--wait"),
                cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            wait_until_ready(process)
            process.kill()
            process.communicate(timeout=60)
            assert pn532.speed == 921_600


def test_a_reader_in_use_is_named_by_the_second_program(data):
    with VirtualReader() as pn532:
        first = subprocess.Popen(
            data.command("--nfc", pn532.path, "--wait"),
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            wait_until_ready(first)
            second = data.scan("--nfc", pn532.path)
        finally:
            first.terminate()
            first.communicate(timeout=60)
    assert second.returncode == 1
    assert "another program is using the reader" in second.stderr


def test_the_words_for_another_box_in_indonesian(data, tmp_path):
    path = picture(tmp_path / "1.png", "KTK:" + data.other_code)
    command = data.command("--image", path, "--box", data.box)
    command[command.index("en")] = "id"
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert "kartu dari kotak lain" in done.stdout
    assert symbol(data.other_code) is not None


def test_a_folder_is_all_its_pictures_each_by_its_name(data, tmp_path):
    album = tmp_path / "album"
    album.mkdir()
    for number in (1, 2):
        picture(album / f"{number}.png", "KTK:" + data.codes[number])
    for way in ("--image", "--camera"):
        done = data.scan(way, str(album), "--json")
        records = [json.loads(line) for line in done.stdout.splitlines()]
        named = {Path(r["source"]).name: r["code"] for r in records}
        assert named == {f"{n}.png": data.codes[n] for n in (1, 2)}, way
