"""A page that is drawn on: symbols as vectors, words in faces that go into the file.

The faces come along (``faces/``), so that a printing house needs none; a font file of one's own
knows more signs.
"""

import unicodedata
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError
from fpdf import FPDF, ViewerPreferences
from fpdf.errors import FPDFException

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.label import LEAST_PT, MM_A_POINT, NARROWEST, Slot
from ketuk.codes.papers import Page
from ketuk.codes.symbol import Form, runs

WORDS, SIGNS = "sans", "mono"
"""Families for words and for codes."""
FACES = ((WORDS, "", "sans.ttf"), (WORDS, "B", "sans-bold.ttf"), (SIGNS, "B", "mono-bold.ttf"))
_CAP = 0.73
"""Height of capitals, as a part of a face's size."""


class Canvas(FPDF):
    """A page in mm on which a symbol is one filled path, so that no seams show between modules."""

    def __init__(self, page: Page, font: Path | None) -> None:
        super().__init__(unit="mm", format=(page.width, page.height))
        self.set_margin(0)
        self.set_auto_page_break(False)
        self.viewer_preferences = ViewerPreferences(print_scaling="None")
        self.set_creator("Ketuk")
        for family, style, face in FACES:
            with as_file(_shelf().joinpath(face)) as path:
                self.add_font(family, style, path)
        self.words = WORDS
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
        """Lines of text, each centred in its slot: all smaller if one must be, then narrower; cut
        if that is not enough.
        """
        self.set_font(face, style, lines[0][1].pt)
        while self.font_size_pt > LEAST_PT and any(self._too_wide(*line) for line in lines):
            self.set_font_size(max(LEAST_PT, self.font_size_pt - 0.25))
        over = self._tightest(*map(tuple, zip(*lines, strict=True)))
        self.set_stretching(100 * max(NARROWEST, min(1, 0.999 / over)) if over > 1 else 100)
        for text, slot in lines:
            while self._too_wide(text, slot) and len(text) > 1:
                text = text.rstrip(".")[:-1] + "."
            left = slot.x - self.get_string_width(text) / 2
            baseline = slot.top + (slot.pt * MM_A_POINT * (1 + _CAP)) / 2
            self.text(corner[0] + left, corner[1] + baseline, text)
        self.set_stretching(100)

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
        return min(breaks, key=lambda two: self._tightest(two, slots), default=(text,))

    def _tightest(self, lines: tuple[str, ...], slots: tuple[Slot, ...]) -> float:
        """How much wider than its room the widest line is."""
        return max(self.get_string_width(t) / s.width for t, s in zip(lines, slots, strict=True))

    def sayable(self, text: str) -> str:
        """``text`` in signs that the face in use has; others lose their marks or become ``?``."""
        if self.words != WORDS:
            return text
        return "".join(_sayable(sign) for sign in text)


@cache
def _known() -> frozenset[int]:
    with _shelf().joinpath("sans.ttf").open("rb") as file:
        return frozenset(TTFont(file).getBestCmap())


@cache
def _sayable(sign: str) -> str:
    if ord(sign) in _known():
        return sign
    bare = unicodedata.normalize("NFKD", sign)
    return "".join(part for part in bare if ord(part) in _known()) or "?"


def _shelf() -> Traversable:
    return files("ketuk.codes").joinpath("faces")
