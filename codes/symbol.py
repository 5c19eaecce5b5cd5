"""The QR symbol of a code: a fixed version and level, as rows of dark runs."""

from dataclasses import dataclass
from typing import Literal

import segno

from ketuk.codes.payload import payload

QUIET = 3
"""Modules of white around a symbol, inside the sticker: with none, a dark card is not read."""
GOOD_MODULE_MM = 0.68
"""A module of this size reads across a view of about 350 mm with 1280 camera pixels."""
LEAST_MODULE_MM = 0.5
PIXELS_A_MODULE = 2.5
"""Camera pixels that a module needs."""
CAMERA_PIXELS = 1280

Form = Literal["1-Q", "2-H"]
_SIDE = {"1-Q": 21, "2-H": 25}


@dataclass(frozen=True, slots=True)
class DarkRun:
    """Dark modules next to each other in one row: from (``x``, ``y``), ``length`` of them."""

    x: int
    y: int
    length: int


def side(form: Form, *, quiet: int = 0) -> int:
    """Modules along one side of the symbol, with ``quiet`` modules of white on both ends."""
    return _SIDE[form] + 2 * quiet


def form_for(room_mm: float) -> Form:
    """2-H where its modules are large enough in ``room_mm``, else 1-Q, which has fewer."""
    return "2-H" if room_mm >= side("2-H", quiet=QUIET) * GOOD_MODULE_MM else "1-Q"


def view_mm(module_mm: float) -> float:
    """How wide the camera's view may be, in mm at 1280 pixels, for such a symbol to be read."""
    return CAMERA_PIXELS * module_mm / PIXELS_A_MODULE


def runs(code: str, form: Form) -> tuple[DarkRun, ...]:
    """The dark modules of the symbol of ``code``, the corner of the symbol being (0, 0).

    Neither a Micro QR symbol, which webcam readers do not know, nor a higher level than asked for.
    """
    version, level = form.split("-")
    symbol = segno.make(
        payload(code),
        version=int(version),
        error=level,
        mode="alphanumeric",
        micro=False,
        boost_error=False,
    )
    strokes = []
    for y, row in enumerate(symbol.matrix):
        start = None
        for x, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                strokes.append(DarkRun(start, y, x - start))
                start = None
    return tuple(strokes)
