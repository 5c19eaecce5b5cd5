"""The box at hand: the demo box of a first start, and opening the box of a game."""

from datetime import UTC, datetime
from pathlib import Path

from ketuk.codes.boxes import Boxes
from ketuk.codes.database import is_there
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Box, BoxItem

DEMO = "Kotak demo"
"""Its name in every language, so that it is found again; with the rule set's id after the first."""


def boxes(data: Path) -> Boxes:
    """The folder of boxes of a data folder."""
    return Boxes(data / "boxes")


def demo_box(data: Path) -> Box | None:
    """Make the demo box of the first rule set if there is no box yet; the box made.

    Raises:
        CodesFault: FULL, FORBIDDEN.
    """
    if boxes(data).ids():
        return None
    from ketuk import engine

    return _made(data, engine.FIRST, DEMO)


def demo_box_of(data: Path, ruleset: str) -> Box:
    """The demo box of a rule set, made when it is first needed.

    Raises:
        CodesFault: FULL, FORBIDDEN, and those of boxes that cannot be read.
    """
    mine = (box for box in boxes(data).all() if box.ruleset == ruleset and is_demo(box))
    return next(mine, None) or _made(data, ruleset, f"{DEMO} {ruleset}")


def _made(data: Path, ruleset: str, name: str) -> Box:
    from ketuk import engine

    items = [BoxItem(item.number, item.kind) for item in engine.ruleset(ruleset).items]
    boxes_made = boxes(data).new(items, names=[name], ruleset=ruleset, now=datetime.now(UTC))
    return next(iter(boxes_made)).box


def is_demo(box: Box) -> bool:
    """Whether it is a box whose codes are shown on the screen."""
    return box.name in (DEMO, f"{DEMO} {box.ruleset}")


def registry_of(data: Path, box: str | None) -> Registry | None:
    """The registry of a box, None if there is no such box here.

    Raises:
        CodesFault: it is there and cannot be read.
    """
    if box is None or not is_there(boxes(data).path(box)):
        return None
    return boxes(data).open(box)
