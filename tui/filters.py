"""What every painted line passes before it leaves: signs only, in ASCII if there is no more.

Apart from the functions that they use, since commands want those and load no screen.
"""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ketuk.tui.plain import plain
from ketuk.tui.visible import visible


class PlainFilter(LineFilter):
    """What Textual asks of something that changes painted lines."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same lines in ASCII."""
        return [
            segment if segment.text.isascii() else Segment(plain(segment.text), *segment[1:])
            for segment in segments
        ]


class VisibleFilter(LineFilter):
    """What Textual asks of something that changes painted lines."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same lines without anything but signs."""
        if all(segment.text.isprintable() or segment.control for segment in segments):
            return segments
        return [
            segment if segment.control else Segment(visible(segment.text), *segment[1:])
            for segment in segments
        ]
