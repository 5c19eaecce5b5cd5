"""What ``--camera SOURCE`` may be, and opening it.

A camera number, a device path (``/dev/video0``, ``/dev/v4l/by-id/...``), a film, a picture, a
folder of pictures, or the address of a camera in the network (a phone that serves MJPEG or RTSP).
"""

from __future__ import annotations

import os
import re
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ketuk.scanning.scan import ReaderReason

if TYPE_CHECKING:
    from ketuk.scanning.decode import Grey

WIDTH, HEIGHT = 1280, 720
"""Asked of every camera: reads 2.5 times as far as 640 x 480."""
FRAME_RATE = 30
"""Asked of every camera, with MJPG: one that is not asked sends raw frames, 5 to 10 a second."""
NET_PATIENCE_MS = 3_000
"""A camera in the network that says nothing for so long has stalled."""
V4L2_MAJOR = 81
"""By this number Linux tells video devices from all others."""
_BARE_ADDRESS = re.compile(r"(\d{1,3}(\.\d{1,3}){3}|[\w-]+(\.[\w-]+)*)(:\d{2,5})(/.*)?")
"""A phone's address as people read it off its screen: without http://, with a port."""
_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".pgm", ".ppm"}


class SourceFault(Exception):
    """A source cannot be used."""

    def __init__(self, reason: ReaderReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class CameraNumber:
    """The n-th camera of the system, from 0."""

    number: int


@dataclass(frozen=True, slots=True)
class CameraPath:
    """A camera by its device file."""

    path: str


@dataclass(frozen=True, slots=True)
class Address:
    """A camera in the network."""

    url: str


@dataclass(frozen=True, slots=True)
class Film:
    """A recorded film."""

    path: Path


@dataclass(frozen=True, slots=True)
class Pictures:
    """Single pictures, in the order of their names."""

    paths: tuple[Path, ...]


Source = CameraNumber | CameraPath | Address | Film | Pictures
Live = CameraNumber | CameraPath | Address


class Capture(Protocol):
    """What is used of ``cv2.VideoCapture``; its ``isOpened`` stays true after an unplug."""

    def read(self) -> tuple[bool, Any]:
        """The next frame; False when there is none."""
        ...

    def release(self) -> None:
        """Let the device go."""
        ...


def pictures_of(path: Path) -> tuple[Path, ...]:
    """The pictures that a path means: itself, or all those in the folder, by name.

    Raises:
        SourceFault: a folder without a picture in it, or one that cannot be read.
    """
    try:
        return _pictures_in(path).paths if path.is_dir() else (path,)
    except OSError as error:
        raise SourceFault(_why_unreadable(error), str(path)) from error


def source_of(text: str) -> Source:
    """What a source's text means.

    Raises:
        SourceFault: it is no number and no address, and there is nothing of that name.
    """
    if text.isdecimal():
        return CameraNumber(int(text))
    if "://" in text:
        return Address(text)
    if _BARE_ADDRESS.fullmatch(text) and not Path(text).exists():
        return Address("http://" + text)
    if not text:
        raise SourceFault(ReaderReason.NO_ADDRESS, text)
    path = Path(text)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _pictures_in(path)
    except (OSError, ValueError) as error:
        if text.startswith("/dev/") and isinstance(error, FileNotFoundError):
            return CameraPath(text)  # to be plugged in
        raise SourceFault(_why_unreadable(error), text) from error
    if stat.S_ISCHR(mode):
        return CameraPath(text)
    return Pictures((path,)) if path.suffix.lower() in _PICTURES else Film(path)


def _pictures_in(folder: Path) -> Pictures:
    pictures = tuple(sorted(p for p in folder.iterdir() if p.suffix.lower() in _PICTURES))
    if not pictures:
        raise SourceFault(ReaderReason.EMPTY, str(folder))
    return Pictures(pictures)


def _why_unreadable(error: Exception) -> ReaderReason:
    return ReaderReason.NO_ACCESS if isinstance(error, PermissionError) else ReaderReason.ABSENT


def load_cv2() -> Any:
    """Import OpenCV with its native messages switched off, which would tear the screen.

    Raises:
        SourceFault: it cannot be loaded (on bare systems it wants libGL).
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    try:
        import cv2
    except (ImportError, OSError) as error:
        raise SourceFault(ReaderReason.NO_LIBRARY, f"opencv-python: {error}") from error
    # The variables come too late where another module has imported it before.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2


def open_capture(source: Live | Film) -> Capture:
    """Open a camera or a film. May block for seconds: never on the screen's thread.

    Raises:
        SourceFault: it cannot be opened.
    """
    cv2 = load_cv2()
    match source:
        case CameraNumber(number):
            capture = cv2.VideoCapture(number, _camera_backend(cv2))
        case CameraPath(path):
            capture = cv2.VideoCapture(os.path.realpath(path), _camera_backend(cv2))
        case Film(path):
            capture = cv2.VideoCapture(str(path))
        case Address(url):
            limits = [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                NET_PATIENCE_MS,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                NET_PATIENCE_MS,
            ]
            capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        raise SourceFault(_why_closed(source), repr(source))
    if isinstance(source, CameraNumber | CameraPath):
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        capture.set(cv2.CAP_PROP_FPS, FRAME_RATE)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    opened: Capture = capture
    return opened


def frames_a_second(capture: Capture) -> float:
    """Of a film, as it says itself; 30 if it does not know."""
    get = getattr(capture, "get", None)
    rate = float(get(load_cv2().CAP_PROP_FPS)) if get else 0.0
    return rate if 1.0 <= rate <= 240.0 else 30.0


def grey_picture(path: Path) -> Grey:
    """A picture file in grey.

    Raises:
        SourceFault: the file is not there or is no picture.
    """
    import numpy as np

    cv2 = load_cv2()
    try:
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise SourceFault(_why_unreadable(error), str(path)) from error
    try:
        picture = cv2.imdecode(content, cv2.IMREAD_GRAYSCALE) if len(content) else None
    except cv2.error:
        picture = None
    if picture is None:
        raise SourceFault(ReaderReason.NOT_A_PICTURE, str(path))
    return np.asarray(picture, np.uint8)


def grey_of(frame: Any) -> Grey:
    """A camera's frame in grey: zbar would look at the blue of a colour frame only."""
    import numpy as np

    cv2 = load_cv2()
    if frame.ndim == 2:
        return np.asarray(frame, np.uint8)
    code = cv2.COLOR_BGRA2GRAY if frame.shape[2] == 4 else cv2.COLOR_BGR2GRAY
    return np.asarray(cv2.cvtColor(frame, code), np.uint8)


def _camera_backend(cv2: Any) -> int:
    """On Linux cameras are V4L2's; the other backends only try and print that they fail."""
    backend: int = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    return backend


def _why_closed(source: Source) -> ReaderReason:
    match source:
        case Film(path):
            return (
                ReaderReason.NOT_A_PICTURE if os.access(path, os.R_OK) else ReaderReason.NO_ACCESS
            )
        case CameraPath(path):
            return _why_device_closed(path)
        case CameraNumber(number):
            return _why_device_closed(f"/dev/video{number}")
        case _:
            return ReaderReason.ABSENT


def _why_device_closed(path: str) -> ReaderReason:
    try:
        device = os.stat(path).st_rdev
    except OSError:
        return ReaderReason.ABSENT
    if not os.access(path, os.R_OK | os.W_OK):
        return ReaderReason.NO_PERMISSION
    is_video = sys.platform != "linux" or os.major(device) == V4L2_MAJOR
    return ReaderReason.BUSY if is_video else ReaderReason.NO_ADDRESS
