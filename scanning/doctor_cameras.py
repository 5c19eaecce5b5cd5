"""Cameras: opened, first picture timed, whether the picture moves, how bright it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ketuk.scanning.camera_list import ListedCamera, listed
from ketuk.scanning.doctor_holders import held_here
from ketuk.scanning.findings import Finding, System, bad, good, note
from ketuk.scanning.scan import ReaderReason
from ketuk.scanning.sources import (
    Capture,
    Live,
    Pictures,
    SourceFault,
    grey_picture,
    open_capture,
    source_of,
)
from ketuk.scanning.within import within

DEADLINE = 6.0
"""Seconds that a camera may take to be opened and to deliver a few pictures."""
FRAMES = 8
BLACK, DIM, BRIGHT = 8, 40, 225
"""Mean brightness. Below the first the cover is closed, beyond the others little is read."""
_REMEDIES = {
    ReaderReason.NO_PERMISSION: "video_group",
    ReaderReason.BUSY: "stop_program",
    ReaderReason.NO_LIBRARY: "install_opencv",
    ReaderReason.ABSENT: "plug_in_camera",
    ReaderReason.NO_ADDRESS: "plug_in_camera",
    ReaderReason.NOT_A_PICTURE: "plug_in_camera",
    ReaderReason.NO_ACCESS: "plug_in_camera",
    ReaderReason.EMPTY: "plug_in_camera",
}


@dataclass(frozen=True, slots=True)
class CameraLook:
    """What a camera showed within the deadline."""

    first_ms: int
    width: int
    height: int
    moves: bool
    brightness: int


def cameras(
    system: System,
    sources: tuple[str, ...],
    *,
    open_with: Callable[[Any], Capture] = open_capture,
    deadline: float = DEADLINE,
) -> Iterator[Finding]:
    """The cameras named, or else all that the system has."""
    there = [ListedCamera(source) for source in sources] if sources else listed(system)
    guessed = not sources and not system.platform.startswith("linux")
    cameras_named = 0
    for camera in there:
        findings = list(_listed_camera(camera, system, open_with, deadline))
        if guessed and findings[0].facts.get("reason") == ReaderReason.ABSENT:
            break  # numbers without a gap: there are no more
        cameras_named += 1
        yield from findings
    if not cameras_named:
        cure = {"darwin": "mac_privacy", "win32": "windows_privacy"}.get(system.platform)
        yield note("no_camera", cure or "plug_in_camera")


def _listed_camera(
    camera: ListedCamera, system: System, open_with: Callable[[Any], Capture], deadline: float
) -> Iterator[Finding]:
    source = camera.source
    node = system.dev / f"video{source}" if source.isdecimal() else Path(source)
    if camera.infrared:
        yield note("camera_infrared", source=source, title=camera.title)
    elif held_here(node, system):
        yield good("at_work", name=source)
    else:
        yield from _camera(camera, open_with, deadline)


def glimpse(
    source: str,
    *,
    open_with: Callable[[Any], Capture] = open_capture,
    deadline: float = DEADLINE,
) -> Any:
    """One picture of a source as it comes; None if there is none within the deadline."""

    def one() -> Any:
        live = source_of(source)
        if isinstance(live, Pictures):
            return grey_picture(live.paths[0])
        capture = open_with(live)
        try:
            frames = [capture.read()[1] for _ in range(FRAMES)]  # the first may still be black
        finally:
            capture.release()
        return next((frame for frame in reversed(frames) if frame is not None), None)

    try:
        return within(deadline, one)
    except SourceFault:
        return None


def _camera(
    camera: ListedCamera, open_with: Callable[[Any], Capture], deadline: float
) -> Iterator[Finding]:
    source = camera.source
    try:
        live = source_of(source)
        if isinstance(live, Pictures):
            grey_picture(live.paths[0])
            yield good("pictures", source=source, count=len(live.paths))
            return
        look = within(deadline, lambda: _look(open_with, live))
    except SourceFault as fault:
        remedy = _REMEDIES.get(fault.reason, "replug_camera")
        yield bad("camera_closed", remedy, source=source, reason=str(fault.reason))
        return
    if look is None:
        yield bad("camera_silent", "replug_camera", source=source, seconds=round(deadline))
        return
    size = f"{look.width}x{look.height}"
    named = f"{source} ({camera.title})" if camera.title else source
    yield good("camera", source=source, name=named, size=size, milliseconds=look.first_ms)
    if not look.moves:
        yield note("camera_still", "replug_camera", source=source)
    yield from lighting(source, look.brightness)


def lighting(source: str, brightness: int) -> Iterator[Finding]:
    """A picture in which stickers are hard to read, by its mean brightness (0 to 255)."""
    if brightness < BLACK:
        yield note("camera_black", "open_cover", source=source)
    elif not DIM <= brightness <= BRIGHT:
        dim = brightness < DIM
        name, remedy = ("camera_dim", "more_light") if dim else ("camera_bright", "less_light")
        yield note(name, remedy, source=source, brightness=brightness)


def _look(open_with: Callable[[Any], Capture], source: Live | Any) -> CameraLook | None:
    import numpy as np

    from ketuk.scanning.sources import grey_of

    began = time.perf_counter()
    capture = open_with(source)
    try:
        frames: list[Any] = []
        first_ms = 0
        while len(frames) < FRAMES:
            there, frame = capture.read()
            if not there or frame is None:
                break
            first_ms = first_ms or round(1000 * (time.perf_counter() - began))
            frames.append(grey_of(frame))
    finally:
        capture.release()
    if not frames:
        raise SourceFault(ReaderReason.NO_PICTURE, repr(source))
    moves = any(not np.array_equal(frames[0], frame) for frame in frames[1:])
    height, width = frames[-1].shape
    return CameraLook(first_ms, width, height, moves, round(float(frames[-1].mean())))
