"""A QR symbol on the screen, black on white with its quiet edge.

In half blocks, or in the background colours of spaces where a terminal shows no more than ASCII.
"""

from rich.style import Style
from rich.text import Text

from ketuk.codes.symbol import QUIET, Form, runs, side
from ketuk.tui.signs import PLAIN, signs

FORM: Form = "1-Q"
_STYLE = Style(color="#000000", bgcolor="#ffffff")
_DARK = Style(color="#ffffff", bgcolor="#000000")
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr(code: str, *, width: int, height: int) -> Text | None:
    """The symbol of a code as large as fits: two columns a module, or half a row.

    None where it does not fit: without half blocks it takes two columns and a row a module.
    """
    rows = _modules(code)
    modules = len(rows)
    roomy = width >= 2 * modules and height >= modules
    if signs() is PLAIN:
        return _in_spaces(rows) if roomy else None
    if roomy:
        lines = ["".join("██" if dark else "  " for dark in row) for row in rows]
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
