"""What lies on a side of a trade, and the lines that keys reach there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from ketuk.tui.dealing import Deal, Side


@dataclass(frozen=True, slots=True)
class GoodsRow:
    """A line that the arrows reach: where it stands, its text, and what keys do on it."""

    column: str
    text: str
    short: str = ""
    """What stands there instead where the text has no room."""
    right: str = ""
    """What stands at the right edge."""
    turn: Callable[[Deal, int], Deal] | None = None
    """What space or an arrow to the side makes of the deal."""
    number: Callable[[Deal, int], Deal] | None = None
    """What a typed number makes of it."""
    value: int = 0
    marked: bool | None = None
    """Whether it lies on the table; None for what is not put down."""
    opens: Side | None = None
    """The side whose cards are chosen in secret."""


class GoodsList(Widget):
    """A head and rows; as many as there is room for, around the one that is marked."""

    class Pressed(Message):
        """A row was pressed with the mouse."""

        def __init__(self, column: str, at: int) -> None:
            super().__init__()
            self.column, self.at = column, at

    def __init__(self, column: str, *, classes: str = "") -> None:
        super().__init__(id=f"trade-{column}", classes=classes)
        self.column = column
        self._heads: tuple[str, ...] = ("",)
        self._rows: tuple[GoodsRow, ...] = ()
        self._at: int | None = None
        self._rest: Callable[[int], str] = str
        self._shown: tuple[int, ...] = ()

    def show(
        self,
        heads: Sequence[str],
        rows: Sequence[GoodsRow],
        at: int | None,
        rest: Callable[[int], str],
    ) -> None:
        """Draw these; ``at`` is the marked row of this side, ``rest`` says how many are hidden.

        Of the heads, each shorter than the one before, the first is shown that has room.
        """
        resized = len(rows) != len(self._rows)
        self._heads, self._rows, self._at, self._rest = tuple(heads), tuple(rows), at, rest
        self.refresh(layout=resized)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return 1 + len(self._rows)

    def render(self) -> Text:
        width = max(self.size.width, 10)
        text = Text(_fitting(self._heads, width), "bold underline")
        text.truncate(width, overflow="ellipsis")
        text.append("\n")
        self._shown = self._window(self.size.height - 1)
        for at in self._shown:
            text.append_text(self._line(self._rows[at], width, marked=at == self._at))
        left = len(self._rows) - len(self._shown)
        if left > 0:
            text.append(f"    {self._rest(left)}", "not bold not underline dim")
        return text

    def _window(self, room: int) -> tuple[int, ...]:
        """Which rows are seen: all, or those put down and those around the mark."""
        count = len(self._rows)
        if count <= room:
            return tuple(range(count))
        wanted = [at for at, row in enumerate(self._rows) if row.marked]
        middle = self._at if self._at is not None else 0
        near = sorted(range(count), key=lambda at: abs(at - middle))
        ordered = dict.fromkeys([0, middle, *(wanted if self._at is None else []), *near])
        return tuple(sorted(list(ordered)[: max(room - 1, 1)]))

    def _line(self, row: GoodsRow, width: int, *, marked: bool) -> Text:
        mark = {None: "   ", True: "[x]", False: "[ ]"}[row.marked]
        style = f"not underline {'bold' if row.marked else 'not bold'}"
        room = width - 4 - len(row.right) - bool(row.right)
        name = Text(_fitting((row.text, row.short or row.text), room))
        name.truncate(max(room, 4), overflow="ellipsis", pad=bool(row.right))
        right = f" {row.right}" if row.right else ""
        line = Text(f"{mark} ", style)
        line.append(f"{name.plain}{right}", f"{style} reverse" if marked else style)
        return line.append("\n")

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is not None and 1 <= at.y <= len(self._shown):
            self.post_message(self.Pressed(self.column, self._shown[at.y - 1]))


def _fitting(texts: Sequence[str], room: int) -> str:
    """The first that has room, else the last."""
    return next((text for text in texts if cell_len(text) <= room), texts[-1])
