"""A window that is too small for any screen says so, and goes when it is large enough again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen

from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home

LEAST = Size(60, 20)
"""Columns and rows with which every screen shows what it asks, and every way to answer."""


def fits(size: Size) -> bool:
    """Whether the screens can be read in a window of this size."""
    return size.width >= LEAST.width and size.height >= LEAST.height


class TooSmall(Screen[None]):
    """Lies over the others, which stay as they are."""

    app: Home
    waits: ClassVar[str] = "terminal.set_aside"
    """A card means nothing if nobody can see what it did."""

    def compose(self) -> ComposeResult:
        yield Static(id="too-small")

    def on_mount(self) -> None:
        self.reword()

    def on_resize(self) -> None:
        self.reword()

    def on_screen_resume(self) -> None:
        """What lay over it is gone."""
        if fits(self.app.size):
            self.dismiss()

    def reword(self) -> None:
        size = self.app.size
        facts = {"width": size.width, "height": size.height}
        least = {"least_width": LEAST.width, "least_height": LEAST.height}
        self.query_one("#too-small", Static).update(
            self.app.words("terminal.too_small", **facts, **least)
        )
