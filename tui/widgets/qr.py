"""A QR symbol on the screen, black on white with its quiet edge.

In half blocks, or in the background colours of spaces if a terminal shows no more than ASCII.
"""

import segno
from rich.style import Style
from rich.text import Text

from ketuk.codes.symbol import QUIET, Form, runs, side
from ketuk.tui.signs import PLAIN, signs

FORM: Form = "1-Q"
_STYLE = Style(color="#000000", bgcolor="#ffffff")
_DARK = Style(color="#ffffff", bgcolor="#000000")
_AROUND = 2
"""Modules of white around the symbol of an address: phones need no more on a screen."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr(code: str, *, width: int, height: int) -> Text | None:
    """The symbol of a code as large as fits: two columns a module, or half a row.

    None where it does not fit: without half blocks it takes two columns and a row a module.
    """
    return _painted(_modules(code), width=width, height=height)


def qr_of_address(address: str, *, width: int, height: int) -> Text | None:
    """The symbol of an address, to be read by a phone's camera across a table, as large as fits.

    None if it does not fit, as with :func:`qr`.
    """
    symbol = segno.make(address, error="l", micro=False)
    rows = [[bool(dark) for dark in row] for row in symbol.matrix_iter(border=_AROUND)]
    return _painted(rows, width=width, height=height)


def _painted(rows: list[list[bool]], *, width: int, height: int) -> Text | None:
    modules = len(rows)
    roomy = width >= 2 * modules and height >= modules
    if signs() is PLAIN:
        return _in_spaces(rows) if roomy else None
    if roomy:
        lines = ["".join("██" if dark else "  " for dark in row) for row in rows]
    elif width < modules or height < (modules + 1) // 2:
        return None
    else:
        rows.append([False] * modules)
        lines = [
            "".join(_HALVES[pair] for pair in zip(rows[y], rows[y + 1], strict=True))
            for y in range(0, modules, 2)
        ]
    return Text("\n".join(lines), _STYLE, no_wrap=True)


def _in_spaces(rows: list[list[bool]]) -> Text:
    text = Text(style=_STYLE, no_wrap=True)
    for row in rows:
        for dark in row:
            text.append("  ", _DARK if dark else _STYLE)
        text.append("\n")
    return text


def _modules(code: str) -> list[list[bool]]:
    size = side(FORM, quiet=QUIET)
    rows = [[False] * size for _ in range(size)]
    for run in runs(code, FORM):
        for x in range(run.x, run.x + run.length):
            rows[run.y + QUIET][x + QUIET] = True
    return rows
