"""A first game on pages: what a question is, the first time that a seat is asked it."""

from ketuk.engine.table import snake
from ketuk.rooms.room import Room
from ketuk.tui.learning.first_times import FirstTimes
from ketuk.tui.learning.sentences import hint
from ketuk.tui.telling.names import Names


class PageHints:
    """The sentences for the questions of one room, in whatever language a page has."""

    def __init__(self, room: Room, times: FirstTimes | None) -> None:
        self._room, self._times = room, times
        self._open: dict[int, tuple[str, bool]] = {}
        """By seat: the question that it was asked last, and whether that is explained."""

    def text(self, names: Names, seat: int) -> str:
        """What explains the open question to this seat, as long as it is open; else empty."""
        times, top = self._times, names.table.top
        if times is None or not times.on or top is None:
            return ""
        asked, kind = self._room.question, f"task_{snake(type(top).__name__)}"
        if self._open.get(seat, ("", False))[0] != asked:
            self._open[seat] = asked, bool(times.new([f"{seat} {kind}"], 1))
        shown = hint(names, kind) if self._open[seat][1] else None
        return shown.text if shown is not None else ""
