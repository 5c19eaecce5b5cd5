"""The box of a game that another laptop has decided, taken into the folder of boxes here."""

from datetime import UTC, datetime
from pathlib import Path

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.importing import imported
from ketuk.codes.merging import Preference, Side
from ketuk.rooms.heard import BoxHeard
from ketuk.tui.boxes.box import boxes


def take_box(data: Path, heard: BoxHeard) -> CodesFault | None:
    """Have the box as it was there; stickers that either side has revoked stay so.

    Returns:
        Why it could not be taken; None where it is here now, or a newer one is.
    """
    folder = boxes(data)
    path, now = folder.path(heard.box).with_suffix(".json"), datetime.now(UTC)
    try:
        imported(folder, heard.content, path=path, now=now, choice=Preference(Side.FILE))
    except CodesFault as fault:
        return fault if fault.fault is not Fault.OLDER else None
    return None
