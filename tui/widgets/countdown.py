"""The time that the open question has left, in large figures; loud only at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from ketuk.tui.signs import FINE, signs
from ketuk.tui.widgets.lettering import large
from ketuk.tui.widgets.still import Still

if TYPE_CHECKING:
    from ketuk.tui.home import Home

LOUD_S = 10
"""So many seconds before the end the figures are no longer quiet."""
A_SECOND = 1.0


class Countdown(Still):
    """Hidden if nothing has a time. It looks once a second, and draws only another figure."""

    app: Home

    def __init__(
        self, left: Callable[[], float | None], *, up: Callable[[], None] = lambda: None
    ) -> None:
        """``up`` is called as long as nothing is left."""
        super().__init__(id="countdown")
        self._left, self._up = left, up
        self.large = True
        """Whether there is room for large figures."""

    def on_mount(self) -> None:
        self.display = False
        self.set_interval(A_SECOND, self.look)

    def look(self) -> None:
        """Show what is left now."""
        left = self._left()
        if self.display != (left is not None):
            self.display = left is not None
        if left is not None:
            self.show_text(figures(left, self.app.words("table.time_left"), big=self.large))
        if left == 0:
            self._up()


def figures(left: float, what: str, *, big: bool) -> Text:
    """``1:15``, ``9``: seconds rounded up, so that the last one is 1; then ``what`` it is."""
    seconds = int(-(-left // 1))
    text = f"{seconds // 60}:{seconds % 60:02}" if seconds >= 60 else str(seconds)
    rows = large(text) if big and signs() is FINE else [text]
    rows[-1] = f"{rows[-1]}  {what}"
    style = Style(color="red", bold=True) if seconds <= LOUD_S else Style(dim=True)
    return Text("\n".join(rows), style)
