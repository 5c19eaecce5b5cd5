"""Which readers a table uses: those that were named, else what is plugged in."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scanning.reader import Reader


def readers(nfc: Sequence[str], cameras: Sequence[str]) -> "list[Reader]":
    """Readers for these paths and sources; none named: all NFC readers on USB, the first camera."""
    from scanning.camera import CameraReader
    from scanning.nfc import NfcReader
    from scanning.nfc_everywhere import EveryNfcReader

    if not nfc and not cameras:
        found = ("0",) if camera_there() else ()
        return [EveryNfcReader(), *map(CameraReader, found)]
    return [*map(NfcReader, nfc), *map(CameraReader, cameras)]


def camera_there() -> bool:
    """Whether it is worth asking for a camera; only Linux says so without opening it."""
    return not sys.platform.startswith("linux") or any(Path("/dev").glob("video*"))
