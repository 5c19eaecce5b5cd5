"""Which readers a table uses: those that were named, else what is plugged in."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ketuk.scanning.nfc import NfcReader
    from ketuk.scanning.reader import Reader
    from ketuk.tui.scans import Scans


NONE = "none"
"""Instead of a path or a source: no reader of that kind."""


def readers(nfc: Sequence[str], cameras: Sequence[str], camera: str = "") -> "list[Reader]":
    """The readers of a table. To name those of one kind says nothing about the other kind.

    Args:
        nfc: paths of NFC readers; none named: all that are plugged in, now or later.
        cameras: sources of pictures; none named: the one chosen on the screen, else the first.
        camera: the source that was chosen on the screen.
    """
    from ketuk.scanning.camera import CameraReader
    from ketuk.scanning.nfc import NfcReader
    from ketuk.scanning.nfc_everywhere import EveryNfcReader

    chosen = camera or ("0" if camera_there() else NONE)
    sources = cameras or (chosen,)
    paths: list[Reader] = [NfcReader(p) for p in nfc if p != NONE] if nfc else [EveryNfcReader()]
    return [*paths, *(CameraReader(source) for source in sources if source != NONE)]


def camera_there() -> bool:
    """Whether it is worth asking for a camera; only Linux says so without opening it."""
    return not sys.platform.startswith("linux") or any(Path("/dev").glob("video*"))


def nfc_readers(readers: "Iterable[Reader]") -> "dict[str, NfcReader]":
    """Those among the readers in use that can write tags, by name."""
    from ketuk.scanning.nfc import NfcReader
    from ketuk.scanning.nfc_everywhere import EveryNfcReader

    nfc: list[NfcReader] = []
    for reader in readers:
        if isinstance(reader, NfcReader):
            nfc.append(reader)
        elif isinstance(reader, EveryNfcReader):
            nfc += reader.readers
    return {reader.name: reader for reader in nfc}


def nfc_trouble(readers: "Iterable[Reader]", scans: "Scans") -> str:
    """What is wrong with the NFC readers and what helps; nothing if one of them works."""
    from ketuk.scanning.scan import ReaderReason, ReaderState, Readiness

    states = scans.states
    if any(
        name in states and states[name].state is Readiness.READY for name in nfc_readers(readers)
    ):
        return ""
    bad = [
        s for name, s in states.items() if name.startswith(("nfc", "pcsc")) and s.remedy is not None
    ]
    none = ReaderState(source="nfc", at=0.0, state=Readiness.ABSENT, remedy=ReaderReason.ABSENT)
    return scans.state(bad[-1] if bad else none)
