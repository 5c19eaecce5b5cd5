"""What names this laptop for good among those that keep copies of a game."""

import platform
import secrets
import uuid
from dataclasses import dataclass
from pathlib import Path

from ketuk.codes.disk import replace_file

FILE = "laptop"
"""Name of the file in a data folder."""
DIGITS = 16
_HEXADECIMAL = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the file says: the name, and where it was given."""

    device: str
    folder: str
    """Number that the file system gives the data folder."""
    host: str
    """Network name of the laptop, with the number of its network hardware: names repeat."""


def device_of(folder: Path) -> str:
    """The name of the laptop with this data folder: hexadecimal digits, made when first asked for.

    A data folder that was copied to another laptop gets a name of its own: neither the folder nor
    the network is the one of before. Either of them may change by itself.

    Raises:
        CodesFault: FULL, FORBIDDEN, NOT_THERE (the folder).
    """
    path, kept = folder / FILE, _read(folder / FILE)
    here, host = _number(folder), _host()
    if kept is not None and (kept.folder == here or kept.host == host):
        return kept.device
    device = secrets.token_hex(DIGITS // 2)
    replace_file(path, f"{device} {here} {host}\n".encode())
    return device


def _host() -> str:
    name = platform.node().partition(".")[0] or "-"
    return f"{name}-{uuid.getnode():012x}"


def _number(folder: Path) -> str:
    try:
        return str(folder.stat().st_ino)
    except OSError:
        return "-"


def _read(path: Path) -> _Kept | None:
    try:
        device, here, host = path.read_text("utf-8").split()
    except (OSError, ValueError):
        return None
    whole = len(device) == DIGITS and set(device) <= _HEXADECIMAL
    return _Kept(device, here, host) if whole else None
