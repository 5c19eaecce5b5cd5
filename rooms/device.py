"""What names this laptop for good among those that keep copies of a game."""

import secrets
from contextlib import suppress
from pathlib import Path

from ketuk.codes.disk import new_file
from ketuk.codes.fault import CodesFault, Fault

FILE = "laptop"
"""Name of the file in a data folder."""
DIGITS = 16


def device_of(folder: Path) -> str:
    """The name of the laptop with this data folder: hexadecimal digits, made when first asked for.

    Raises:
        CodesFault: FULL, FORBIDDEN, NOT_THERE (the folder).
    """
    path = folder / FILE
    known = _read(path)
    if not known:
        with suppress(FileNotFoundError):  # what is no name is of no use
            if path.is_file() and path.stat().st_size:
                path.unlink()
        try:
            new_file(path, secrets.token_hex(DIGITS // 2).encode())
        except CodesFault as fault:
            if fault.fault is not Fault.EXISTS:  # another program has just made it
                raise
        known = _read(path)
    return known


def _read(path: Path) -> str:
    try:
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    whole = len(text) == DIGITS and set(text) <= set("0123456789abcdef")
    return text if whole else ""
