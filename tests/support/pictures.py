"""What stands on a screen, in text, kept beside the tests. KETUK_SNAPSHOTS=write makes it anew.

Times, codes and names of boxes differ from run to run and are masked.
"""

import os
import re
from pathlib import Path

from screens_at_hand import AtTable

from ketuk.tui.boxes.box import boxes

KEPT = Path(__file__).parent.parent / "tui" / "pictures"


def masked(text: str, data: Path) -> str:
    """The text without what differs from run to run, lines of the same length."""
    for box in boxes(data).ids():
        text = text.replace(box, "KTAK")
    text = re.sub(r"\d{4}-\d\d-\d\d[- ]\d\d:?\d\d(-\d+)?", lambda m: "-" * len(m[0]), text)
    text = re.sub(r"\d{4}-\d\d-\d\d|\b\d\d:\d\d\b", lambda m: "-" * len(m[0]), text)
    text = re.sub(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", "KODE-KODE-KODE", text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def compare(name: str, at: AtTable, size: tuple[int, int], data: Path) -> None:
    """The screen is as it was kept."""
    text = masked(at.text(), data)
    file = KEPT / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("KETUK_SNAPSHOTS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
