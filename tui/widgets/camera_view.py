"""What a camera sees, drawn with half blocks in colour, or with ASCII signs by brightness."""

from __future__ import annotations

from typing import Any

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from ketuk.tui.signs import PLAIN, signs

RAMP = " .:-=+*#%@"
"""Signs from dark to light."""


class CameraView(Widget):
    """One picture, as large as fits; :meth:`show` puts another one in its place."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._picture: Any = None
        self._rows: list[Strip] = []

    def show(self, picture: Any) -> None:
        """Draw this picture as OpenCV delivers it; None takes it away."""
        if picture is self._picture:
            return
        self._picture = picture
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns, rows = self.size
        self._rows = [] if self._picture is None else strips(self._picture, columns, rows)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        return self._rows[y] if y < len(self._rows) else Strip.blank(self.size.width)


def strips(picture: Any, columns: int, rows: int) -> list[Strip]:
    """The picture in so many columns and rows at most; mirrored, which makes aiming easier."""
    from ketuk.scanning.picture import HALF_BLOCK, cells

    drawn = cells(picture, columns=columns, rows=rows, mirrored=True)
    if signs() is PLAIN:
        return [Strip([Segment("".join(_sign(c.upper, c.lower) for c in row))]) for row in drawn]
    return [Strip([Segment(HALF_BLOCK, _style(c.upper, c.lower)) for c in row]) for row in drawn]


def _style(upper: tuple[int, int, int], lower: tuple[int, int, int]) -> Style:
    return Style.from_color(Color.from_rgb(*upper), Color.from_rgb(*lower))


def _sign(upper: tuple[int, int, int], lower: tuple[int, int, int]) -> str:
    return RAMP[(sum(upper) + sum(lower)) * (len(RAMP) - 1) // (6 * 255)]
