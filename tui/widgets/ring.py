"""The ring of tiles around the middle of the table."""

from collections.abc import Iterable
from typing import Literal

from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ketuk.tui.widgets.look import Glyphs, TileLook, paint

Side = Literal["top", "left", "right", "bottom"]
LEAST_WIDTH, LEAST_HEIGHT = 7, 1
"""Columns and rows of the smallest tile."""


def cuts(room: int, parts: int) -> tuple[int, ...]:
    """Where ``parts`` equal parts of ``room`` begin and end, rounded."""
    return tuple(room * at // parts for at in range(parts + 1))


def tiles_of(side: Side, size: int) -> tuple[int, ...]:
    """The tiles of a side, left to right or top to bottom; start is at the bottom right."""
    long = size // 4
    match side:
        case "bottom":
            return tuple(range(long, -1, -1))
        case "left":
            return tuple(range(2 * long - 1, long, -1))
        case "top":
            return tuple(range(2 * long, 3 * long + 1))
        case "right":
            return tuple(range(3 * long + 1, size))


class RingSide(Widget):
    """One side of the ring."""

    def __init__(self, side: Side) -> None:
        super().__init__(id=f"ring-{side}", classes="ring-side")
        self.side: Side = side
        self._looks: tuple[TileLook, ...] = ()
        self._box: Glyphs | None = None
        self._cuts: tuple[int, ...] = ()
        self._strips: list[Strip] = []

    def show(self, looks: tuple[TileLook, ...], box: Glyphs) -> None:
        """Draw these tiles."""
        mine = tiles_of(self.side, len(looks))
        same = box == self._box and bool(self._looks)
        same = same and all(looks[t] == self._looks[t] for t in mine)
        self._looks, self._box = looks, box
        if not same:
            self._draw()

    def cut(self, at: tuple[int, ...]) -> None:
        """Say where the tiles of this side begin and end."""
        self._cuts = at
        self._draw()

    def render_line(self, y: int) -> Strip:
        """One row of the side, as wide as it is now: drawn anew it will be in a moment."""
        # Left to itself Textual fills up without a style, which its filter for no colours refuses.
        width, bare = self.size.width, Style.null()
        if y >= len(self._strips):
            return Strip.blank(width, bare)
        return self._strips[y].adjust_cell_length(width, bare)

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        place = event.x if self.side in ("top", "bottom") else event.y
        for at, tile in enumerate(tiles_of(self.side, len(self._looks))):
            if self._cuts[at] <= place < self._cuts[at + 1]:
                self.post_message(Ring.Pressed(tile))

    def _draw(self) -> None:
        size, box = self.size, self._box
        mine = tiles_of(self.side, len(self._looks)) if self._looks else ()
        if box is None or not size.width or len(self._cuts) != len(mine) + 1:
            return
        blocks = list(self._blocks(mine, size, box))
        flat = self.side in ("top", "bottom")
        self._strips = (
            [Strip.join(rows) for rows in zip(*blocks, strict=True)]
            if flat
            else [row for block in blocks for row in block]
        )
        self.refresh()

    def _blocks(self, mine: tuple[int, ...], size: Size, box: Glyphs) -> Iterable[list[Strip]]:
        flat = self.side in ("top", "bottom")
        for at, tile in enumerate(mine):
            length = self._cuts[at + 1] - self._cuts[at]
            width, height = (length, size.height) if flat else (size.width, length)
            yield paint(self._looks[tile], width, height, box)


class Ring(Container):
    """Four sides around whatever is put in the middle."""

    class Pressed(Message):
        """A tile was pressed with the mouse."""

        def __init__(self, tile: int) -> None:
            super().__init__()
            self.tile = tile

    def __init__(self, middle: Widget, *, tiles: int) -> None:
        super().__init__(id="ring")
        self._middle, self._tiles = middle, tiles
        self._sides: dict[Side, RingSide] = {
            side: RingSide(side) for side in ("top", "left", "right", "bottom")
        }

    def compose(self) -> ComposeResult:
        yield self._sides["top"]
        with Horizontal(id="ring-between"):
            yield self._sides["left"]
            yield self._middle
            yield self._sides["right"]
        yield self._sides["bottom"]

    def show(self, looks: tuple[TileLook, ...], box: Glyphs) -> None:
        """Draw the tiles."""
        for side in self._sides.values():
            side.show(looks, box)

    def on_resize(self, event: events.Resize) -> None:
        """Share the room among the tiles; if there is too little, the middle takes it all."""
        parts = self._tiles // 4 + 1
        fits = event.size.width >= parts * LEAST_WIDTH and event.size.height >= parts * LEAST_HEIGHT
        for side in self._sides.values():
            side.display = fits
        if fits:
            self._share(cuts(event.size.width, parts), cuts(event.size.height, parts))

    def _share(self, across: tuple[int, ...], down: tuple[int, ...]) -> None:
        sides = self._sides
        between = tuple(d - down[1] for d in down[1:-1])
        for side, part in sides.items():
            part.cut(across if side in ("top", "bottom") else between)
        sides["top"].styles.height = down[1]
        sides["bottom"].styles.height = down[-1] - down[-2]
        sides["left"].styles.width = across[1]
        sides["right"].styles.width = across[-1] - across[-2]
