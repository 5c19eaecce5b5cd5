"""What has happened, the latest last: as many lines as there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events

from ketuk.engine.events import AnyEvent
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.telling.why_amounts import Moment


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence, and the event that it tells of and when that was, if it tells of one."""

    text: str
    event: AnyEvent | None = None
    at: Moment | None = None


class LogBook(Static):
    """The lines themselves."""

    def __init__(self) -> None:
        super().__init__(id="logbook")
        self._lines: list[LogLine] = []
        self._fresh = 0

    def show(self, lines: list[LogLine], fresh: int) -> None:
        """Draw the end of ``lines``; the last ``fresh`` of them are new."""
        self._lines, self._fresh = lines, fresh
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        width, room = self.size.width, self.size.height
        rows: list[Text] = []
        for back, line in enumerate(reversed(self._lines[-room:] if room else [])):
            style = "" if back < self._fresh else "dim"
            wrapped = Text(f"· {line.text}", style).wrap(self.app.console, max(width, 10))
            if rows and len(rows) + len(wrapped) > room:
                break  # half a sentence says nothing, and looks like part of what stands above
            rows[:0] = wrapped
        self.update(Text("\n").join(rows[:room]), layout=False)
