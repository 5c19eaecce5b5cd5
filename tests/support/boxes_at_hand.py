"""Registries of small boxes for tests, with times that stand still until they are moved."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ITEMS = (
    BoxItem(1, "property"),
    BoxItem(27, "property"),
    BoxItem(40, "player"),
    BoxItem(50, "siasat"),
    BoxItem(140, "box"),
)
WHOLE_BOX = tuple(BoxItem(number, "property") for number in range(104))


def after(seconds: float = 0, *, minutes: float = 0, hours: float = 0) -> datetime:
    """A time after :data:`NOON`."""
    return NOON + timedelta(seconds=seconds, minutes=minutes, hours=hours)


def make_box(
    folder: Path,
    box: str = "N5NG",
    *,
    items: tuple[BoxItem, ...] = ITEMS,
    spares: int = 0,
) -> Registry:
    """A fresh registry in ``folder``, open."""
    return Registry.create(
        folder / f"{box}.sqlite",
        box=box,
        name=f"Kotak {box}",
        ruleset="nusantara",
        items=items,
        now=NOON,
        spares=spares,
    )
