"""Who has a device file open, as far as this user may see."""

import os
from pathlib import Path

from ketuk.scanning.findings import System


def holders(node: Path, system: System) -> list[str]:
    """The other programs that hold a device file open."""
    programs: list[str] = []
    for process in sorted(system.proc.glob("[0-9]*")):
        try:
            if int(process.name) != os.getpid() and _holds(process, node):
                programs.append((process / "comm").read_text("utf-8").strip())
        except OSError:
            continue  # not ours to look at, or just gone
    return list(dict.fromkeys(programs))


def held_here(node: Path, system: System) -> bool:
    """Whether this very program uses the device: it works then, and must not be disturbed."""
    try:
        return _holds(system.proc / "self", node)
    except OSError:
        return False


def _holds(process: Path, node: Path) -> bool:
    wanted = os.path.realpath(node)
    return any(os.path.realpath(handle) == wanted for handle in (process / "fd").iterdir())
