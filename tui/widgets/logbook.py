"""What has happened, the latest last: as many lines as there is room for."""

from dataclasses import dataclass

from rich.text import Text
from textual import events

from engine.events import AnyEvent
from tui.widgets.plain import Static


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence, and the event that it tells of, if it tells of one."""

    text: str
    event: AnyEvent | None = None


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
        """More or fewer lines."""
        self._draw()

    def _draw(self) -> None:
        width, room = self.size.width, self.size.height
        rows: list[Text] = []
        for back, line in enumerate(reversed(self._lines[-room:] if room else [])):
            style = "" if back < self._fresh else "dim"
            rows[:0] = Text(f"· {line.text}", style).wrap(self.app.console, max(width, 10))
            if len(rows) >= room:
                break
        self.update(Text("\n").join(rows[-room:] if room else []), layout=False)
