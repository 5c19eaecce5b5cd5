"""The box at hand: the demo box of a first start, and opening the box of a game."""

from datetime import UTC, datetime
from pathlib import Path

from codes.boxes import Boxes
from codes.registry import Registry
from codes.sticker import Box, BoxItem

DEMO = "Kotak demo"
"""Its name in every language, so that it is found again."""


def boxes(data: Path) -> Boxes:
    """The folder of boxes of a data folder."""
    return Boxes(data / "boxes")


def demo_box(data: Path, ruleset: str = "nusantara") -> Box | None:
    """Make the demo box where there is no box yet; the box made.

    Raises:
        CodesFault: FULL, FORBIDDEN.
    """
    folder = boxes(data)
    if folder.ids():
        return None
    import engine

    items = [BoxItem(item.number, item.kind) for item in engine.ruleset(ruleset).items]
    made = folder.new(items, names=[DEMO], ruleset=ruleset, now=datetime.now(UTC))
    return next(iter(made)).box


def is_demo(box: Box) -> bool:
    """Whether it is the box whose codes are shown on the screen."""
    return box.name == DEMO


def registry_of(data: Path, box: str | None) -> Registry | None:
    """The registry of a box, None where there is no such box here.

    Raises:
        CodesFault: it is there and cannot be read.
    """
    if box is None or not boxes(data).path(box).is_file():
        return None
    return boxes(data).open(box)
