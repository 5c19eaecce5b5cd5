"""The cameras of this machine, by name if the system tells it without opening them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ketuk.scanning.findings import System

_INFRARED = re.compile(r"\bIR\b|infra-?red", re.IGNORECASE)
UNLISTED = 4
"""Numbers that are tried if the system does not list its cameras (macOS, Windows)."""


@dataclass(frozen=True, slots=True)
class ListedCamera:
    """A camera: what ``--camera`` takes, and what its maker calls it (empty if nobody tells)."""

    source: str
    title: str = ""
    infrared: bool = False
    """It sees faces in the dark, and no ink."""


def listed(system: System) -> list[ListedCamera]:
    """Linux's cameras, those for faces last; elsewhere the first numbers, whether or not there.

    A webcam has a second node for its settings; that one delivers no pictures and is left out.
    """
    if not system.platform.startswith("linux"):
        return [ListedCamera(str(number)) for number in range(UNLISTED)]
    nodes = sorted(system.dev.glob("video[0-9]*"), key=lambda path: int(path.name[5:]))
    cameras = [_camera(node, system) for node in nodes if _told(node, "index", system) in ("", "0")]
    return sorted(cameras, key=lambda camera: camera.infrared)


def _camera(node: Path, system: System) -> ListedCamera:
    title = _told(node, "name", system)
    return ListedCamera(str(node), title, bool(_INFRARED.search(title)))


def _told(node: Path, what: str, system: System) -> str:
    try:
        path = system.sysfs / "class/video4linux" / node.name / what
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
