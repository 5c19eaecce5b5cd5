"""Looks at everything that cards are read with, and changes nothing.

Each check yields findings; a check that fails in an unforeseen way is a finding itself, and the
next one runs.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ketuk.scanning.doctor_cameras import cameras
from ketuk.scanning.doctor_libraries import decoding, packages
from ketuk.scanning.doctor_nfc import readers
from ketuk.scanning.findings import Finding, System, bad, good

LITTLE_SPACE = 50_000_000
"""Bytes free below which games may soon not be saved any more."""
EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock before this is wrong: the program did not exist."""


def examine(
    *,
    data: Path,
    nfc: Iterable[str] = (),
    sources: Iterable[str] = (),
    system: System | None = None,
) -> Iterator[Finding]:
    """All findings, as they come; takes some seconds if there are cameras.

    Args:
        data: the folder of boxes and games.
        nfc: reader paths to look at besides the USB readers found.
        sources: cameras to look at instead of those found.
        system: this machine, unless a trial says otherwise.
    """
    here = system or System()
    checks: tuple[Callable[[], Iterable[Finding]], ...] = (
        packages,
        decoding,
        partial(readers, here, tuple(nfc)),
        partial(cameras, here, tuple(sources)),
        partial(place, data),
        clock,
    )
    for check in checks:
        try:
            yield from check()
        except Exception as error:  # a doctor that falls over helps nobody
            name = getattr(check, "__name__", None) or getattr(check, "func", check).__name__
            yield bad("check_failed", check=name, problem=f"{type(error).__name__}: {error}")


def plugged(system: System | None = None) -> frozenset[str]:
    """Names of what is plugged in, to tell whether anything came or went; opens nothing."""
    here = system or System()
    places = (here.dev.glob("video*"), here.dev.glob("tty[UA]*"), _usb(here))
    devices: set[str] = set()
    for paths in places:
        with suppress(OSError):
            devices.update(str(path) for path in paths)
    return frozenset(devices)


def _usb(system: System) -> Iterator[Path]:
    """USB devices; one that is plugged out and in again has another number."""
    for device in (system.sysfs / "bus/usb/devices").glob("*"):
        try:
            number = (device / "devnum").read_text("ascii").strip()
        except OSError:
            continue
        yield device / number


def place(data: Path) -> Iterator[Finding]:
    """Whether the data folder can be written and has room."""
    folder = data
    try:
        folder = next((p for p in (data, *data.parents) if p.is_dir()), Path.cwd())
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"ketuk")
    except OSError as error:
        yield bad("data_closed", "data_folder", folder=str(data), problem=str(error))
        return
    free = shutil.disk_usage(folder).free
    megabytes = free // 1_000_000
    if free < LITTLE_SPACE:
        yield bad("data_full", "free_space", folder=str(data), megabytes=megabytes)
    else:
        yield good("data", folder=str(data), megabytes=megabytes)


def clock(now: Callable[[], float] = time.time) -> Iterator[Finding]:
    """Whether the machine's clock can be right; stickers' histories carry its times."""
    moment = datetime.fromtimestamp(now(), UTC)
    if moment < EARLIEST:
        yield bad("clock_wrong", "clock", time=moment.isoformat(timespec="seconds"))
    else:
        version = ".".join(map(str, sys.version_info[:3]))
        yield good("clock", time=moment.isoformat(timespec="seconds"), python=version)
