"""The box card as a page of its own: name, symbol and code of the box, and how to begin."""

from collections.abc import Sequence
from pathlib import Path

from ketuk.codes.canvas import SIGNS, Canvas
from ketuk.codes.code import grouped
from ketuk.codes.papers import Page
from ketuk.codes.symbol import side

WIDTH, HEIGHT = 105.0, 148.0
"""A6, in mm: fits into the lid of most boxes."""
MODULE = 1.2
MARGIN = 9.0


def box_card(*, code: str, title: str, steps: Sequence[str], font: Path | None = None) -> bytes:
    """The card, as PDF, of the box whose box card has ``code``, with ``steps`` to begin a game.

    Raises:
        CodesFault: NOT_THERE or FONT, of the font file.
    """
    page = Canvas(Page(width=WIDTH, height=HEIGHT), font)
    page.add_page()
    page.set_xy(MARGIN, MARGIN)
    page.set_font(page.words, "B", 18)
    page.multi_cell(WIDTH - 2 * MARGIN, 8, page.sayable(title), align="C")
    symbol_top = page.get_y() + 6
    size = side("2-H") * MODULE
    page.symbol(code, "2-H", (WIDTH - size) / 2, symbol_top, MODULE)
    page.set_xy(MARGIN, symbol_top + size + 4)
    page.set_font(SIGNS, "B", 15)
    page.cell(WIDTH - 2 * MARGIN, 8, grouped(code), align="C")
    page.set_xy(MARGIN, symbol_top + size + 15)
    page.set_font(page.words, "", 9.5)
    for number, step in enumerate(steps, start=1):
        page.set_x(MARGIN)
        page.multi_cell(WIDTH - 2 * MARGIN, 4.6, page.sayable(f"{number}. {step}"), align="L")
        page.ln(1.2)
    return bytes(page.output())
