"""Sheets of stickers as PDF: drawn as vectors, black on white, at their true size.

A viewer is told not to scale the page. Words are set in the standard faces, which know Western
European signs; a font file of one's own knows more.
"""

import unicodedata
from pathlib import Path

from fontTools.ttLib import TTLibError
from fpdf import FPDF, ViewerPreferences
from fpdf.errors import FPDFException

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.label import LEAST_PT, MM_A_POINT, Label, Slot, code_lines, plan
from ketuk.codes.papers import Page, Paper
from ketuk.codes.symbol import Form, runs

NOTE_PT = 9.0
NOTE_ROOM_MM = 8.0
"""White below the last label that a note needs; else it gets a page of its own."""
_CAP = 0.72
"""Height of capitals, as a part of a face's size."""


class Canvas(FPDF):
    """A page in mm on which a symbol is one filled path, so that no seams show between modules."""

    def __init__(self, page: Page, font: Path | None) -> None:
        super().__init__(unit="mm", format=(page.width, page.height))
        self.set_margin(0)
        self.set_auto_page_break(False)
        self.viewer_preferences = ViewerPreferences(print_scaling="None")
        self.words = "Helvetica"
        if font is not None:
            self._own_font(font)

    def _own_font(self, font: Path) -> None:
        try:
            for style in ("", "B"):
                self.add_font("own", style, font)
        except FileNotFoundError:
            raise CodesFault(Fault.NOT_THERE, path=font) from None
        except (OSError, FPDFException, TTLibError, ValueError) as error:
            raise CodesFault(Fault.FONT, path=font, detail=str(error)) from None
        self.words = "own"

    def symbol(self, code: str, form: Form, x: float, y: float, module: float) -> None:
        """The symbol of ``code``, its upper left module at (``x``, ``y``)."""
        k, top = self.k, self.h
        path = [
            f"{(x + run.x * module) * k:.4f} {(top - y - (run.y + 1) * module) * k:.4f} "
            f"{run.length * module * k:.4f} {module * k:.4f} re"
            for run in runs(code, form)
        ]
        self._out("0 g\n" + "\n".join(path) + "\nf")

    def words_at(
        self,
        lines: tuple[tuple[str, Slot], ...],
        *,
        face: str,
        style: str,
        corner: tuple[float, float],
    ) -> None:
        """Lines of text, each centred in its slot, all smaller if one must be, cut at the least."""
        self.set_font(face, style, lines[0][1].pt)
        while self.font_size_pt > LEAST_PT and any(self._too_wide(*line) for line in lines):
            self.set_font_size(max(LEAST_PT, self.font_size_pt - 0.25))
        for text, slot in lines:
            while self._too_wide(text, slot) and len(text) > 1:
                text = text.rstrip(".")[:-1] + "."
            left = slot.x - self.get_string_width(text) / 2
            baseline = slot.top + (slot.pt * MM_A_POINT * (1 + _CAP)) / 2
            self.text(corner[0] + left, corner[1] + baseline, text)

    def _too_wide(self, text: str, slot: Slot) -> bool:
        return self.get_string_width(text) > slot.width

    def split(self, text: str, slots: tuple[Slot, ...]) -> tuple[str, ...]:
        """A name on as many lines as it needs and has, broken between words."""
        text = self.sayable(text)
        self.set_font(self.words, "B", slots[0].pt)
        if len(slots) == 1 or not self._too_wide(text, slots[0]):
            return (text,)
        words = text.split(" ")
        breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        return min(breaks, key=lambda two: max(map(len, two)), default=(text,))

    def sayable(self, text: str) -> str:
        """``text`` in signs that the face in use has; others lose their marks or become ``?``."""
        if self.words == "own":
            return text
        plain = "".join(
            sign if ord(sign) < 256 else unicodedata.normalize("NFKD", sign) for sign in text
        )
        stripped = "".join(sign for sign in plain if not unicodedata.combining(sign))
        return stripped.encode("latin-1", "replace").decode("latin-1")


class Sheets:
    """Stickers on one paper, sheet after sheet; :meth:`add` them, then :meth:`save`."""

    def __init__(
        self,
        paper: Paper,
        *,
        start: int = 1,
        shift: tuple[float, float] = (0.0, 0.0),
        outline: bool = False,
        font: Path | None = None,
    ) -> None:
        """Begin at label ``start`` (from 1) of a used sheet; ``shift`` all by mm right and down.

        ``outline`` draws the labels' edges, for plain paper and scissors.

        Raises:
            CodesFault: START, NO_FIT; NOT_THERE or FONT, of the font file.
        """
        if not 1 <= start <= paper.places:
            raise CodesFault(Fault.START, start=start, places=paper.places, paper=paper.name)
        self.paper, self.plan = paper, plan(paper)
        self.count = 0
        self._next = start - 1
        self._shift = shift
        self._outline = outline
        self._canvas = Canvas(paper.page, font)

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
        canvas.set_font(canvas.words, "", NOTE_PT)
        canvas.set_xy((paper.page.width - width) / 2, top)
        canvas.multi_cell(width, height, canvas.sayable(text), align="C")

    def content(self) -> bytes:
        """The PDF."""
        return bytes(self._canvas.output())

    def _draw(self, label: Label, x: float, y: float) -> None:
        plan, canvas = self.plan, self._canvas
        if self._outline:
            self._edge(x, y)
        canvas.symbol(label.code, plan.form, x + plan.x, y + plan.y, plan.module)
        signs = tuple(zip(code_lines(label.code, len(plan.code)), plan.code, strict=True))
        canvas.words_at(signs, face="Courier", style="B", corner=(x, y))
        names = canvas.split(label.title, plan.title)
        titles = tuple(zip(names, plan.title[-len(names) :], strict=True))
        canvas.words_at(titles, face=canvas.words, style="B", corner=(x, y))
        canvas.words_at(((label.foot, plan.foot),), face=canvas.words, style="", corner=(x, y))

    def _edge(self, x: float, y: float) -> None:
        canvas, label = self._canvas, self.paper.label
        canvas.set_draw_color(170)
        canvas.set_line_width(0.1)
        if label.shape == "round":
            canvas.ellipse(x, y, label.width, label.height)
        else:
            canvas.rect(x, y, label.width, label.height)
