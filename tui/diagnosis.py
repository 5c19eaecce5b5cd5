"""What the doctor finds, in words; and what it finds that only this house knows: boxes, readers
that are at work.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ketuk.tui.version import ketuk_version

if TYPE_CHECKING:
    from ketuk.scanning.camera import CameraReader
    from ketuk.scanning.findings import Finding
    from ketuk.scanning.reader import Reader
    from ketuk.tui.sound.speaker import Speaker
    from ketuk.tui.words import Words

COUNTED = ("active", "spare", "replaced", "lost", "blocked", "void")
"""States of stickers, in the order in which they are told."""
SOUND_S = 3.0
"""Seconds that a sound server has to answer."""


def sentence(words: Words, finding: Finding) -> str:
    """What the doctor found."""
    facts, reason = finding.facts, finding.facts.get("reason")
    if finding.id == "box":
        return _box(words, finding)
    kind = "camera" if "source" in facts else "nfc"
    if words.has(key := f"scanning.{kind}_{reason}"):
        name = facts.get("source") or facts.get("name") or facts.get("path")
        return words(f"doctor.{finding.id}", why=words(key, source=name), **facts)
    return words(f"doctor.{finding.id}", why=reason, **facts)


def remedy(words: Words, finding: Finding) -> str:
    """What can be done about it, ready to be pasted; ``""`` if nothing need be done."""
    if finding.remedy is None:
        return ""
    return words(f"doctor.remedy_{finding.remedy}", **finding.facts)


def to_paste(cure: str) -> str:
    """The commands of a remedy, which stand indented in it; the whole of one without any."""
    commands = [line.strip() for line in cure.splitlines() if line.startswith(" ")]
    return "\n".join(commands) or cure


def itself() -> Finding:
    """Which Ketuk this is."""
    from ketuk.scanning.findings import good

    return good("ketuk", version=ketuk_version())


def boxes(data: Path) -> Iterator[Finding]:
    """Each box with the states of its stickers; opening a registry looks it through for damage."""
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.fault import CodesFault
    from ketuk.scanning.findings import bad, good, note

    folder = Boxes(data / "boxes")
    try:
        ids = folder.ids()
    except CodesFault as fault:  # that the folder is closed is another check's finding
        yield bad("boxes_closed", "data_folder", folder=str(data), problem=str(fault.fault))
        return
    if not ids:
        yield note("no_box")
    for box in ids:
        try:
            with folder.open(box) as registry:
                states = Counter(sticker.state.value for sticker in registry.stickers(None))
                counts = {state: states[state] for state in COUNTED}
                items, name = len(registry.items()), registry.box.name
            yield good("box", box=box, name=name, items=items, **counts)
        except CodesFault as fault:
            cure = "data_folder" if fault.fault == "forbidden" else "restore_box"
            yield bad("box_bad", cure, box=box, problem=str(fault.fault))


def set_aside(data: Path) -> Iterator[Finding]:
    """Files that could not be read, and are kept beside what was whole in them."""
    from ketuk.scanning.findings import note

    for folder in (data, data / "boxes"):
        for file in sorted(folder.glob("*.damaged*")):
            if not any(part in file.name for part in ("-wal", "-shm")):
                yield note("set_aside", file=str(file))


def sound(speaker: Speaker) -> Iterator[Finding]:
    """How it is heard what happens; where a speaker is off, another one like it is tried, which
    nobody can have switched on meanwhile.
    """
    from ketuk.scanning.findings import good, note

    if speaker.state == "off":
        with speaker.another() as tried:
            yield from sound(tried)
        return
    until = time.monotonic() + SOUND_S
    while speaker.state == "starting" and time.monotonic() < until:
        time.sleep(0.05)
    match speaker.state:
        case "ready":
            yield good("sound", backend=speaker.why)
        case "no_library":
            yield note("sound_no_library", "install_sound")
        case "far":
            yield note("sound_far")
        case "starting":
            yield note("sound_slow")
        case _:
            yield note("sound_none", problem=speaker.why)


def _box(words: Words, finding: Finding) -> str:
    facts = finding.facts
    counts = [words(f"doctor.box_{s}", count=facts[s]) for s in COUNTED if facts[s]]
    return words("doctor.box", **facts, stickers=", ".join(counts))


# ---- readers at work


def cameras_of(readers: Iterable[Reader]) -> tuple[CameraReader, ...]:
    """The cameras among the readers in use."""
    from ketuk.scanning.camera import CameraReader

    return tuple(reader for reader in readers if isinstance(reader, CameraReader))


def paths_of(readers: Iterable[Reader]) -> tuple[str, ...]:
    """Where the NFC readers in use are, so that the doctor looks at those too."""
    from ketuk.scanning.nfc import NfcReader

    return tuple(reader.path for reader in readers if isinstance(reader, NfcReader))


def at_work(camera: CameraReader) -> Iterator[Finding]:
    """What a camera in use shows: it is not opened a second time."""
    from ketuk.scanning.doctor_cameras import lighting
    from ketuk.scanning.findings import good, note

    picture: Any = camera.frame
    if picture is None:
        yield note("camera_waiting", "replug_camera", source=camera.name)
        return
    height, width = picture.shape[:2]
    brightness = round(float(picture.mean()))
    yield good("camera_at_work", source=camera.name, size=f"{width}x{height}")
    yield from lighting(camera.name, brightness)
