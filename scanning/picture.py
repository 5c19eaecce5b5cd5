"""What a camera sees as rows of half blocks, for a view of it in the terminal. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""
HALF_BLOCK = "▀"
"""Its upper half takes the ink, its lower half the paper: two pixels a cell, nearly square."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One character of the terminal: the colours of its upper and its lower half."""

    upper: Colour
    lower: Colour


def cells(frame: Any, *, columns: int, rows: int, mirrored: bool = False) -> list[list[Cell]]:
    """The frame, grey or BGR as OpenCV delivers it, as large as fits with its shape kept.

    Args:
        frame: height x width, or height x width x 3.
        columns: characters a row at most.
        rows: rows at most.
        mirrored: as in a mirror, which makes aiming a card by hand easier.
    """
    height, width = frame.shape[:2]
    if min(height, width, columns, rows) < 1:
        return []
    scale = min(columns / width, 2 * rows / height)
    wide, tall = max(1, round(width * scale)), max(2, round(height * scale) // 2 * 2)
    small = _shrunk(frame, min(wide, columns), min(tall, 2 * rows))
    if mirrored:
        small = small[:, ::-1]
    return [
        [Cell(_rgb(above), _rgb(below)) for above, below in zip(upper, lower, strict=True)]
        for upper, lower in zip(small[::2], small[1::2], strict=True)
    ]


def _shrunk(frame: Any, width: int, height: int) -> Any:
    import cv2

    return cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)


def _rgb(pixel: Any) -> Colour:
    if getattr(pixel, "shape", ()) == ():
        return int(pixel), int(pixel), int(pixel)
    blue, green, red = (int(part) for part in pixel[:3])
    return red, green, blue
