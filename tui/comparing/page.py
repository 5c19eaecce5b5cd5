"""A comparison as a page of text."""

import textwrap
from itertools import zip_longest

from ketuk.tui.comparing.fields import ComparedRow

NARROWEST = 60
"""Columns that a page has at least; a narrower terminal wraps its lines."""


def side_by_side(rows: tuple[ComparedRow, ...], left: str, right: str, *, width: int) -> list[str]:
    """The page: each field's name, and under it what both say, next to each other."""
    column = (max(width, NARROWEST) - 5) // 2
    lines = [
        f"  {left:{column}} \u2502 {right}",
        f"{'':\u2500<{column + 3}}\u253c{'':\u2500<{column}}",
    ]
    for row in rows:
        lines.append(row.label)
        columns = (textwrap.wrap(row.left, column), textwrap.wrap(row.right, column))
        for one, other in zip_longest(*columns, fillvalue=""):
            lines.append(f"  {one:{column}} \u2502 {other}".rstrip())
    return lines
