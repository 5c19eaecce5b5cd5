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
LARGEST_PT, LEAST_PT = 9.5, 5.0
LINE, SPACE = 0.484, 1.2
"""Height of a line of steps in mm for each point of its letters; mm between two steps."""


def box_card(*, code: str, title: str, steps: Sequence[str], font: Path | None = None) -> bytes:
    """The card, as PDF, of the box whose box card has ``code``, with ``steps`` to begin a game.

    Raises:
        CodesFault: NOT_THERE or FONT, of the font file.
    """
    page = Canvas(Page(width=WIDTH, height=HEIGHT), font)
    page.set_title(f"Ketuk {title}")
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
    _steps(page, symbol_top + size + 15, [page.sayable(step) for step in steps])
    return bytes(page.output())


def _steps(page: Canvas, top: float, steps: Sequence[str]) -> None:
    """The numbered steps from ``top`` on, in letters small enough to end above the lower margin."""
    numbered = [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    pt = LARGEST_PT
    while pt > LEAST_PT and top + _height(page, numbered, pt) > HEIGHT - MARGIN / 2:
        pt -= 0.25
    page.set_font(page.words, "", pt)
    page.set_y(top)
    for step in numbered:
        page.set_x(MARGIN)
        page.multi_cell(WIDTH - 2 * MARGIN, LINE * pt, step, align="L")
        page.ln(SPACE)


def _height(page: Canvas, steps: Sequence[str], pt: float) -> float:
    page.set_font(page.words, "", pt)
    heights = [
        page.multi_cell(WIDTH - 2 * MARGIN, LINE * pt, step, dry_run=True, output="HEIGHT")
        for step in steps
    ]
    return sum(h for h in heights if isinstance(h, float)) + len(steps) * SPACE
