"""Dice to be seen across the table: boxes with eyes, in two sizes."""

from typing import Literal

from ketuk.tui.signs import FINE, Signs

Size = Literal["small", "large"]
EYES: dict[int, tuple[str, str, str]] = {
    1: ("...", ".o.", "..."),
    2: ("o..", "...", "..o"),
    3: ("o..", ".o.", "..o"),
    4: ("o.o", "...", "o.o"),
    5: ("o.o", ".o.", "o.o"),
    6: ("o.o", "o.o", "o.o"),
}
"""Three rows of three places."""
FRAMES = {True: ("╭", "─", "╮", "│", "╰", "╯"), False: ("+", "-", "+", "|", "+", "+")}
"""Corners and edges: top left, across, top right, down, bottom left, bottom right."""
WIDTHS: dict[Size, int] = {"small": 9, "large": 15}
HEIGHTS: dict[Size, int] = {"small": 5, "large": 7}
"""Columns and rows of one die."""
GAP = 1
"""Columns between two dice."""


def width_of(count: int, size: Size) -> int:
    """Columns of so many dice beside each other."""
    return count * (WIDTHS[size] + GAP) - GAP


def dice(faces: tuple[int, ...], size: Size, signs: Signs) -> list[str]:
    """The rows of dice that lie beside each other."""
    drawn = [_die(face, size, signs) for face in faces]
    return [(" " * GAP).join(rows) for rows in zip(*drawn, strict=True)]


def _die(face: int, size: Size, signs: Signs) -> list[str]:
    fine = signs is FINE
    left, across, right, down, low, end = FRAMES[fine]
    inner = WIDTHS[size] - 2
    rows = [_eyes(row, size, fine) for row in EYES[face]]
    if size == "large":
        blank = " " * inner
        rows = [rows[0], blank, rows[1], blank, rows[2]]
    return [
        f"{left}{across * inner}{right}",
        *(f"{down}{row}{down}" for row in rows),
        f"{low}{across * inner}{end}",
    ]


def _eyes(row: str, size: Size, fine: bool) -> str:
    eye, gap = {
        ("small", True): ("●", " "),
        ("small", False): ("o", " "),
        ("large", True): ("██", "  "),
        ("large", False): ("OO", "  "),
    }[size, fine]
    places = gap.join(eye if place == "o" else " " * len(eye) for place in row)
    return places.center(WIDTHS[size] - 2)
