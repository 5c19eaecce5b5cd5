"""Sheets of stickers as PDF: drawn as vectors, black on white, at their true size.

A viewer is told not to scale the page, and a ruler in the margin shows whether the printer did.
"""

from pathlib import Path

from ketuk.codes.canvas import SIGNS, Canvas
from ketuk.codes.code import box_of
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.label import LEADING, MM_A_POINT, Label, code_lines, plan
from ketuk.codes.margins import SLUG_MM, Margins
from ketuk.codes.papers import Page, Paper

NOTE_PT = 9.0
NOTE_ROOM_MM = 8.0
"""White below the last label that a note needs; else it gets a page of its own."""


class Sheets:
    """Stickers on one paper, sheet after sheet; :meth:`add` them, then take the :meth:`content`."""

    def __init__(
        self,
        paper: Paper,
        *,
        start: int = 1,
        shift: tuple[float, float] = (0.0, 0.0),
        outline: bool = False,
        font: Path | None = None,
        crop: bool = False,
    ) -> None:
        """Begin at label ``start`` (from 1) of a used sheet; ``shift`` all by mm right and down.

        ``outline`` draws the labels' edges, for plain paper and scissors; ``crop`` prints on a
        larger page with marks outside the sheet, for a printing house.

        Raises:
            CodesFault: START, NO_FIT; NOT_THERE or FONT, of the font file.
        """
        if not 1 <= start <= paper.places:
            raise CodesFault(Fault.START, start=start, places=paper.places, paper=paper.name)
        self.paper, self.plan = paper, plan(paper)
        self.count = 0
        self._next = start - 1
        self._boxes: dict[str, None] = {}
        around = SLUG_MM if crop else 0.0
        self._shift = shift[0] + around, shift[1] + around
        self._around = around
        self._outline = outline
        page = paper.page
        whole = Page(width=page.width + 2 * around, height=page.height + 2 * around)
        self._canvas = Canvas(whole, font)

    @property
    def pages(self) -> int:
        """Sheets so far."""
        return self._canvas.pages_count

    def add(self, label: Label) -> None:
        """Put one sticker on the next free place."""
        if not self._canvas.pages_count or self._next == self.paper.places:
            self._canvas.add_page()
            self._next %= self.paper.places
        x, y = self.paper.corner(self._next)
        self._draw(label, x + self._shift[0], y + self._shift[1])
        self._boxes[box_of(label.code)] = None
        self._next += 1
        self.count += 1

    def note(self, text: str) -> None:
        """A line for the people, below the labels or on a page of its own."""
        paper, canvas = self.paper, self._canvas
        used = paper.corner(paper.places - 1)[1] + paper.label.height
        height = NOTE_PT * MM_A_POINT * 1.3
        if paper.page.height - used < NOTE_ROOM_MM:
            canvas.add_page()
            top, width = 2.0, paper.page.width - 4
        else:
            top, width = used + 1.5, paper.page.width - 20
        top += self._around
        canvas.set_font(canvas.words, "", NOTE_PT)
        canvas.set_xy(self._around + (paper.page.width - width) / 2, top)
        canvas.multi_cell(width, height, canvas.sayable(text), align="C")

    def content(self) -> bytes:
        """The PDF; no sticker can be added afterwards."""
        content = f"{' '.join(self._boxes)} {self.paper.name}"
        self._canvas.set_title(f"Ketuk {content}")
        Margins(self.paper, self._canvas, shift=self._shift, around=self._around).draw(content)
        return bytes(self._canvas.output())

    def _draw(self, label: Label, x: float, y: float) -> None:
        plan, canvas = self.plan, self._canvas
        if self._outline:
            self._edge(x, y)
        canvas.symbol(label.code, plan.form, x + plan.x, y + plan.y, plan.module)
        names = canvas.split(label.title, plan.title)
        slots = plan.title[: len(names)]
        if plan.title[0].top < plan.code[0].top:  # a name of one line stands right above the code
            y -= plan.title[0].pt * MM_A_POINT * LEADING / 2 * (len(plan.title) - len(names))
            slots = plan.title[-len(names) :]
        signs = tuple(zip(code_lines(label.code, len(plan.code)), plan.code, strict=True))
        canvas.words_at(signs, face=SIGNS, style="B", corner=(x, y))
        titles = tuple(zip(names, slots, strict=True))
        canvas.words_at(titles, face=canvas.words, style="B", corner=(x, y))
        feet = tuple(zip(label.foot(len(plan.foot)), plan.foot, strict=True))
        canvas.words_at(feet, face=canvas.words, style="", corner=(x, y))

    def _edge(self, x: float, y: float) -> None:
        canvas, label = self._canvas, self.paper.label
        canvas.set_draw_color(170)
        canvas.set_line_width(0.1)
        if label.shape == "round":
            canvas.ellipse(x, y, label.width, label.height)
        else:
            canvas.rect(x, y, label.width, label.height)
