"""Cameras, films and pictures: scripted captures, and OpenCV's real ones where there is a file."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from mjpeg_server import PhoneCamera
from readings import Heard
from scenes import CODES, A, B, Studio, film, symbol
from scripted_camera import ScriptedCamera

from ketuk.scanning import decode, sources
from ketuk.scanning.camera import CameraReader
from ketuk.scanning.newest import Failure, Frame, Newest, Opened
from ketuk.scanning.scan import ReaderError, ReaderReason, ReaderState, Readiness, Removed, Scan
from ketuk.scanning.settle import Gone, New, Returned, Several
from ketuk.scanning.sources import (
    Address,
    CameraNumber,
    CameraPath,
    Film,
    Pictures,
    SourceFault,
    source_of,
)
from ketuk.scanning.stream import Stream
from ketuk.scanning.watching import FrameChange, Watch

STUDIO = Studio(size=(360, 640))
EMPTY, WITH_A = STUDIO.frame(), STUDIO.frame(A, scale=4)


@pytest.fixture
def heard():
    return Heard()


def wait_until(there, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def watching(camera, heard, **settings):
    return Stream([CameraReader("0", open_with=camera.open, retry=0.02, **settings)], heard)


def test_a_card_shown_taken_away_and_shown_again(heard):
    camera = ScriptedCamera(EMPTY)
    with watching(camera, heard):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        time.sleep(0.9)
        camera.show(WITH_A)
        assert heard.wait_for(New).code == CODES[0]
        camera.show(EMPTY)
        heard.wait_for(Gone)
        camera.show(WITH_A)
        heard.wait_for(Returned)


def test_black_first_pictures_are_no_fault(heard):
    camera = ScriptedCamera(EMPTY * 0)
    with watching(camera, heard):
        time.sleep(0.3)
        assert heard.all == []
        camera.show(EMPTY)
        assert heard.wait_for(ReaderState).state is Readiness.READY
    assert heard.of(ReaderError) == []


@pytest.mark.parametrize("how", ["unplugged", "no frame"])
def test_a_camera_that_goes_and_comes_back(heard, how):
    camera = ScriptedCamera(EMPTY)
    with watching(camera, heard):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        if how == "unplugged":
            camera.is_there = False
        else:
            camera.show(None)
        lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
        assert lost.remedy in (ReaderReason.UNPLUGGED, ReaderReason.ABSENT)
        camera.is_there = True
        camera.show(EMPTY)
        heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.READY)


def test_a_camera_that_hangs_in_its_driver_is_noticed(heard):
    camera = ScriptedCamera(EMPTY)
    with watching(camera, heard, patience=0.4):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        camera.hanging.set()
        lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
        assert lost.remedy is ReaderReason.NO_PICTURE
        camera.hanging.clear()
        heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.READY)


def test_stopping_a_hanging_camera_does_not_hang(heard):
    camera = ScriptedCamera(EMPTY)
    reader = CameraReader("0", open_with=camera.open, patience=0.3)
    reader.start(heard)
    heard.wait_for(ReaderState)
    camera.hanging.set()
    heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
    before = time.monotonic()
    reader.stop()
    assert not camera.released, "it hangs indeed"
    assert time.monotonic() - before < 3
    camera.hanging.clear()


def test_a_thread_left_in_the_driver_does_not_come_back_to_life(heard):
    hung, sound = ScriptedCamera(EMPTY), ScriptedCamera(EMPTY)
    cameras = iter((hung, sound))
    reader = CameraReader("0", open_with=lambda _: next(cameras).open(_), patience=0.2)
    reader.start(heard)
    heard.wait_for(ReaderState)
    hung.hanging.set()
    heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
    reader.stop()
    reader.start(heard)
    heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.READY)
    hung.hanging.clear()
    wait_until(lambda: hung.released)
    reader.stop()
    assert (len(hung.released), len(sound.released)) == (1, 1)


def test_a_frame_that_cannot_be_read_is_as_none(heard, monkeypatch):
    camera = ScriptedCamera(EMPTY)
    with watching(camera, heard, patience=0.3):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        camera.show(np.zeros((4, 4, 7), np.uint8))
        lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
        assert lost.remedy is ReaderReason.NO_PICTURE
        camera.show(EMPTY)
        heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.READY)


def test_a_camera_plugged_in_later_is_found_by_its_path(heard):
    camera = ScriptedCamera(EMPTY)
    camera.is_there = False
    path = "/dev/v4l/by-id/usb-nowhere-video-index0"
    reader = CameraReader(path, open_with=camera.open, retry=0.02)
    with Stream([reader], heard):
        assert heard.wait_for(ReaderState).remedy is ReaderReason.ABSENT
        time.sleep(0.2)
        assert len(heard.of(ReaderError)) == len(heard.of(ReaderState)) == 1, "told once"
        camera.is_there = True
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)


def test_released_once_by_the_thread_that_read_it(heard):
    camera = ScriptedCamera(EMPTY)
    reader = CameraReader("0", open_with=camera.open)
    for turn in (1, 2):
        reader.start(heard)
        heard.wait_for(ReaderState, count=turn, where=lambda s: s.state is Readiness.READY)
        reader.stop()
        assert len(camera.released) == camera.opened == turn
    assert set(camera.released) == camera.read_by == {"camera:0 frames"}
    assert not [t for t in threading.enumerate() if t.name.startswith("camera:0")]


def test_a_slow_reader_sees_the_newest_picture(heard, monkeypatch):
    """Forty pictures go by during one look, and none of them is looked at afterwards."""
    camera = ScriptedCamera(EMPTY, rate=1000)
    plain, looks = decode.Chain.look, []
    looking, go_on = threading.Event(), threading.Event()

    def slow(chain, grey):
        looks.append(camera.pictures)
        looking.set()
        assert go_on.wait(60)
        return plain(chain, grey)

    monkeypatch.setattr(decode.Chain, "look", slow)
    with watching(camera, heard):
        assert looking.wait(20)
        wait_until(lambda: camera.pictures > looks[0] + 40)
        at, shown = time.monotonic(), camera.pictures
        camera.show(WITH_A)
        wait_until(lambda: camera.pictures > shown + 2)
        go_on.set()
        scan = heard.wait_for(object, where=lambda r: hasattr(r, "scan")).scan
        assert scan.at >= at
    assert len(looks) <= 10


def test_only_the_newest_is_kept():
    newest = Newest()
    for n in range(5):
        newest.put(Frame(n, float(n)))
    assert newest.take(0) == Frame(4, 4.0)
    assert newest.take(0) is None
    assert newest.dropped == 4


def test_no_frame_hides_that_the_camera_went_and_came():
    newest = Newest()
    gone = Failure(ReaderReason.UNPLUGGED, "")
    for thing in (Frame(1, 1.0), gone, Opened(), Frame(2, 2.0)):
        newest.put(thing)
    assert [newest.take(0) for _ in range(4)] == [gone, Opened(), Frame(2, 2.0), None]


def test_a_film(heard, tmp_path):
    frames = [EMPTY] * 5 + [WITH_A] * 30 + [STUDIO.frame(B, scale=4)] * 10 + [WITH_A] * 10
    reader = CameraReader(str(film(tmp_path / "table.avi", frames)))
    with Stream([reader], heard):
        assert reader.ended.wait(30)
    assert [n.code for n in heard.of(New)] == [CODES[0], CODES[1], CODES[0]]
    assert heard.all[-1].state is Readiness.ENDED
    first = heard.of(New)[0].scan.at - heard.of(ReaderState)[0].at
    assert first == pytest.approx(5 / 30, abs=0.01), "time is the film's own"


def test_a_folder_of_pictures(heard, tmp_path):
    for name, frame in (
        ("1.png", WITH_A),
        ("2.jpg", EMPTY),
        ("3.webp", STUDIO.frame(A, B, scale=4)),
    ):
        cv2.imwrite(str(tmp_path / name), frame)
    (tmp_path / "4.png").write_bytes(b"no picture")
    (tmp_path / "readme.txt").write_text("not looked at")
    reader = CameraReader(str(tmp_path), name="camera:folder")
    with Stream([reader], heard):
        assert reader.ended.wait(30)
    assert [n.code for n in heard.of(New)] == [CODES[0]]
    assert len(heard.of(Several)) == 1
    assert [(e.reason, e.detail) for e in heard.of(ReaderError)] == [
        (ReaderReason.NOT_A_PICTURE, str(tmp_path / "4.png"))
    ]


def test_a_phone_in_the_network(heard):
    phone = PhoneCamera(EMPTY)
    reader = CameraReader(phone.url, name="camera:phone", retry=0.05)
    with phone, Stream([reader], heard):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        time.sleep(1.0)
        phone.frame = WITH_A
        assert heard.wait_for(New).code == CODES[0]
        phone.stalled.set()
        lost = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST, within=15)
        assert lost.remedy in (ReaderReason.NO_PICTURE, ReaderReason.UNPLUGGED)
        phone.stalled.clear()
        heard.wait_for(ReaderState, count=2, where=lambda s: s.state is Readiness.READY)


def test_a_network_address_where_nobody_is(heard):
    reader = CameraReader("http://127.0.0.1:9/video.mjpg", retry=0.05)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.ABSENT)


def test_a_code_in_a_picture_that_does_not_move_is_not_lost(heard, monkeypatch):
    """A card at the edge of what can be read: one frame in fifty gives its text."""
    looks = iter(range(10**9))
    monkeypatch.setattr(decode.Chain, "look", lambda *_: (A,) if next(looks) % 50 == 10 else ())
    times = iter(range(10**9))
    camera = ScriptedCamera(WITH_A, rate=1000)
    reader = CameraReader("0", open_with=camera.open, clock=lambda: next(times) * 0.02)
    with Stream([reader], heard):
        heard.wait_for(object, where=lambda r: hasattr(r, "scan"))
        while next(looks) < 600:
            time.sleep(0.01)
        assert heard.of(Gone) == []
        monkeypatch.setattr(decode.Chain, "look", lambda *_: ())
        camera.show(EMPTY)
        heard.wait_for(Gone)


def test_a_still_picture_is_read_by_every_step_at_once_and_then_now_and_then():
    watch, grey = Watch(), sources.grey_of(EMPTY)
    changes = [watch.look(grey, at / 30) for at in range(31)]
    assert changes[0] is FrameChange.MOVED
    assert changes[1:6] == [FrameChange.DUE] * 5
    assert [n for n, change in enumerate(changes) if change is FrameChange.DUE][5:] == [
        10,
        15,
        20,
        25,
        30,
    ]
    assert watch.look(sources.grey_of(WITH_A), 2.0) is FrameChange.MOVED


def test_what_a_source_means(tmp_path):
    picture, film_file = tmp_path / "a.PNG", tmp_path / "a.mp4"
    picture.touch()
    film_file.touch()
    assert source_of("0") == CameraNumber(0)
    assert source_of("rtsp://phone/1") == Address("rtsp://phone/1")
    for bare in ("192.168.1.20:8080/video", "192.168.1.20:8080", "ponsel.local:4747/video"):
        assert source_of(bare) == Address("http://" + bare), "as a phone shows it"
    assert source_of("/dev/null") == CameraPath("/dev/null")
    assert source_of(str(picture)) == Pictures((picture,))
    assert source_of(str(tmp_path)) == Pictures((picture,))
    assert source_of(str(film_file)) == Film(film_file)
    assert source_of("/dev/video77") == CameraPath("/dev/video77"), "it may be plugged in later"
    for nothing in (str(tmp_path / "none.png"), "", "\0", "-1"):
        with pytest.raises(SourceFault):
            source_of(nothing)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("77", ReaderReason.ABSENT),
        ("/dev/video77", ReaderReason.ABSENT),
        pytest.param(
            "/dev/null",
            ReaderReason.NO_ADDRESS,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="Linux numbers its devices"),
        ),
    ],
)
def test_a_camera_that_is_not_there(heard, source, reason):
    reader = CameraReader(source, retry=0.05)
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, reason)


def test_a_folder_without_pictures_is_told(heard, tmp_path):
    (tmp_path / "readme.txt").touch()
    reader = CameraReader(str(tmp_path))
    reader.start(heard)
    assert heard.wait_for(ReaderState).remedy is ReaderReason.EMPTY
    reader.stop()


def test_what_may_not_be_read_says_so(tmp_path, monkeypatch):
    picture = tmp_path / "a.png"
    picture.touch()

    def closed(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", closed)
    monkeypatch.setattr(Path, "read_bytes", closed)
    for read in (lambda: source_of(str(tmp_path)), lambda: sources.grey_picture(picture)):
        with pytest.raises(SourceFault) as caught:
            read()
        assert caught.value.reason is ReaderReason.NO_ACCESS


@pytest.mark.parametrize("content", [b"", b"no film", bytes(range(256)) * 40])
def test_a_file_that_is_no_film(heard, tmp_path, content):
    path = tmp_path / "odd.mp4"
    path.write_bytes(content)
    reader = CameraReader(str(path))
    reader.start(heard)
    assert heard.wait_for(ReaderState).remedy is ReaderReason.NOT_A_PICTURE
    reader.stop()


def test_a_missing_opencv_is_told_and_harms_nothing_else(heard, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    reader = CameraReader("0")
    reader.start(heard)
    state = heard.wait_for(ReaderState)
    reader.stop()
    assert (state.state, state.remedy) == (Readiness.ABSENT, ReaderReason.NO_LIBRARY)


def test_missing_decoders_are_told(heard, monkeypatch):
    monkeypatch.setattr(decode, "has_zxing", lambda: False)
    monkeypatch.setattr(decode, "has_zbar", lambda: False)
    camera = ScriptedCamera(EMPTY)
    with watching(camera, heard):
        state = heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.LOST)
        assert state.remedy is ReaderReason.NO_LIBRARY


def test_without_zbar_the_camera_reads_on(heard, monkeypatch):
    monkeypatch.setattr(decode, "has_zbar", lambda: False)
    camera = ScriptedCamera(WITH_A)
    with watching(camera, heard):
        assert heard.wait_for(object, where=lambda r: hasattr(r, "scan")).code == CODES[0]


def test_looking_for_cameras_prints_nothing():
    program = (
        "import time\n"
        "from ketuk.scanning.camera import CameraReader\n"
        "reader = CameraReader('0')\n"
        "reader.start(lambda reading: None)\n"
        "time.sleep(1.0)\n"
        "reader.stop()\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_picture_with_any_name(tmp_path):
    path = tmp_path / "kartu ünïcode 卡.png"
    ok, data = cv2.imencode(".png", symbol(A))
    assert ok
    path.write_bytes(data.tobytes())
    assert decode.Chain().read(sources.grey_picture(path)) == (A,)


def test_a_wider_frame_with_transparency_is_read():
    colour = cv2.cvtColor(symbol(A), cv2.COLOR_GRAY2BGRA)
    assert decode.Chain().read(sources.grey_of(colour)) == (A,)
    assert decode.Chain().read(sources.grey_of(symbol(A))) == (A,)


def test_readings_of_a_camera_that_starts_empty_begin_with_nothing_there(heard):
    camera = ScriptedCamera(EMPTY)
    reader = CameraReader("0", open_with=camera.open)
    reader.start(heard)
    heard.wait_for(Removed)
    camera.show(WITH_A)
    heard.wait_for(Scan)
    reader.stop()
    assert np.array_equal(reader.frame.shape, WITH_A.shape)
    assert os.environ["OPENCV_LOG_LEVEL"] == "SILENT"


# -- what is in view and cannot be read -------------------------------------------------------


def test_a_damaged_sticker_held_before_the_camera_is_told(heard):
    (symbol,) = zxingcpp.read_barcodes(sources.grey_of(WITH_A))
    corner, other = symbol.position.top_left, symbol.position.bottom_right
    damaged, quarter = WITH_A.copy(), (other.x - corner.x) // 4
    x, y = (corner.x + other.x) // 2, (corner.y + other.y) // 2
    damaged[y - quarter : y + quarter, x - quarter : x + quarter] = 255
    camera = ScriptedCamera(EMPTY)
    with watching(camera, heard):
        heard.wait_for(ReaderState, where=lambda s: s.state is Readiness.READY)
        time.sleep(1.3)
        camera.show(damaged)
        assert heard.wait_for(ReaderError).reason is ReaderReason.UNREADABLE
        camera.show(WITH_A)
        assert heard.wait_for(New).code == CODES[0]
    assert len(heard.of(ReaderError)) == 1
