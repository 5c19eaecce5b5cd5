"""What stands around the labels of a sheet: its name and number, a ruler, and marks to cut at."""

from collections.abc import Iterable

from ketuk.codes.canvas import Canvas
from ketuk.codes.label import MM_A_POINT
from ketuk.codes.papers import Paper

SLUG_MM = 12.0
"""Paper around the sheet that holds the marks to cut at."""
GAP_MM, MARK_MM = 3.0, 6.0
"""From the sheet's edge to a mark, and its length."""
RULER_MM = 100.0
LINE_MM = 0.1
NOTE_PT = 6.0
ROOM_MM = 8.0
"""White above the first label that a line of notes needs."""


class Margins:
    """Draws on every page what no label needs."""

    def __init__(
        self, paper: Paper, canvas: Canvas, *, shift: tuple[float, float], around: float
    ) -> None:
        """``around`` is the width of the paper outside the sheet, 0 without marks to cut at."""
        self._paper, self._canvas, self._shift, self._around = paper, canvas, shift, around

    def draw(self, content: str) -> None:
        """Draw it all; ``content`` says what the sheets are."""
        canvas, last = self._canvas, self._canvas.pages_count
        for number in range(1, last + 1):
            canvas.page = number
            canvas.pages[number].trim_box = self._trim()  # type: ignore[attr-defined]
            with canvas.local_context():
                canvas.set_draw_color(0)
                canvas.set_line_width(LINE_MM)
                self._note(f"{content} · {number}/{last}")
                if self._around:
                    self._marks()

    def _trim(self) -> str:
        """The sheet itself, as PDF has it: points from the lower left."""
        page, around = self._paper.page, self._around
        sides = (around, around, around + page.width, around + page.height)
        return "[" + " ".join(f"{side / MM_A_POINT:.4f}" for side in sides) + "]"

    def _note(self, content: str) -> None:
        """Name, number and ruler, above the first label if there is room, else outside."""
        paper, canvas = self._paper, self._canvas
        if paper.top >= ROOM_MM:
            edge = max(paper.left, 5.0)
            left, y = self._shift[0] + edge, self._shift[1] + paper.top - 3.0
        elif self._around:
            edge = 0.0
            left, y = self._around, self._around - GAP_MM - MARK_MM
        else:
            return
        right = left + paper.page.width - 2 * edge
        canvas.set_font(canvas.words, "", NOTE_PT + 1)  # a page drawn on before has its own font
        canvas.set_font(canvas.words, "", NOTE_PT)
        canvas.text(left, y, canvas.sayable(content))
        if right - RULER_MM > left + canvas.get_string_width(content) + 15:
            self._ruler(right - RULER_MM, y)

    def _ruler(self, x: float, y: float) -> None:
        canvas = self._canvas
        canvas.line(x, y, x + RULER_MM, y)
        for step in range(11):
            tall = 1.8 if step % 5 == 0 else 1.0
            canvas.line(x + step * 10, y - tall, x + step * 10, y)
        named = f"{RULER_MM:g} mm"
        canvas.text(x - canvas.get_string_width(named) - 2, y, named)

    def _marks(self) -> None:
        """At the sheet's corners, and at the edges of its labels if they are cut straight."""
        paper, canvas, around = self._paper, self._canvas, self._around
        page, label = paper.page, paper.label
        across = [around, around + page.width]
        down = [around, around + page.height]
        if label.shape == "square":
            columns = (self._shift[0] + paper.left + n * paper.across for n in range(paper.columns))
            rows = (self._shift[1] + paper.top + n * paper.down for n in range(paper.rows))
            across += _edges(columns, label.width)
            down += _edges(rows, label.height)
        for x in across:
            for y in (around - GAP_MM - MARK_MM, around + page.height + GAP_MM):
                canvas.line(x, y, x, y + MARK_MM)
        for y in down:
            for x in (around - GAP_MM - MARK_MM, around + page.width + GAP_MM):
                canvas.line(x, y, x + MARK_MM, y)


def _edges(starts: Iterable[float], size: float) -> list[float]:
    return sorted({round(edge, 3) for start in starts for edge in (start, start + size)})
