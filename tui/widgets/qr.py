"""A QR symbol in half blocks, black on white with its quiet edge."""

from rich.style import Style
from rich.text import Text

from codes.symbol import QUIET, Form, runs, side

FORM: Form = "1-Q"
_STYLE = Style(color="#000000", bgcolor="#ffffff")
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def small_size() -> tuple[int, int]:
    """Columns and rows of the smaller picture: two modules make a sign."""
    modules = side(FORM, quiet=QUIET)
    return modules, -(-modules // 2)


def qr(code: str, *, width: int, height: int) -> Text:
    """The symbol of a code as large as fits: two columns a module, or half a row."""
    rows = _modules(code)
    modules = len(rows)
    if width >= 2 * modules and height >= modules:
        lines = ["".join("██" if dark else "  " for dark in row) for row in rows]
    else:
        rows.append([False] * modules)
        lines = [
            "".join(_HALVES[pair] for pair in zip(rows[y], rows[y + 1], strict=True))
            for y in range(0, modules, 2)
        ]
    return Text("\n".join(lines), _STYLE, no_wrap=True)


def _modules(code: str) -> list[list[bool]]:
    size = side(FORM, quiet=QUIET)
    rows = [[False] * size for _ in range(size)]
    for run in runs(code, FORM):
        for x in range(run.x, run.x + run.length):
            rows[run.y + QUIET][x + QUIET] = True
    return rows
