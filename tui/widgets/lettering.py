"""Large letters of blocks, three or five rows high, to be read from across the table."""

import unicodedata
from typing import Literal

Size = Literal["huge", "large"]
SIZES: tuple[Size, ...] = ("huge", "large")
"""The best first: a block a dot in two columns, or half a block."""
HIGH = 5
"""Dots from top to bottom; two dots make one row of the screen."""

_DOTS = {
    "A": "### #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": "### #.. #.. #.. ###",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": "### #.. #.# #.# ###",
    "H": "#.# #.# ### #.# #.#",
    "I": "# # # # #",
    "J": "..# ..# ..# #.# ###",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "Q": "### #.# #.# ### ..#",
    "R": "##. #.# ##. #.# #.#",
    "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    " ": ".. .. .. .. ..",
    "?": "### ..# .## ... .#.",
    "!": "# # # . #",
    ".": ". . . . #",
    ":": ". # . # .",
    "-": "... ... ### ... ...",
    "+": "... .#. ### .#. ...",
    "/": "..# ..# .#. #.. #..",
}
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def letters_of(text: str) -> str:
    """The text in signs that have large letters; accents are dropped, others become spaces."""
    plain = unicodedata.normalize("NFKD", text.upper())
    return "".join(c if c in _DOTS else " " for c in plain if not unicodedata.combining(c))


def width_of(text: str) -> int:
    """Columns that :func:`large` takes."""
    return sum(len(_DOTS[c].split()[0]) + 1 for c in letters_of(text)) - 1 if text else 0


def large(text: str) -> list[str]:
    """Three rows of half blocks."""
    signs = [_DOTS[c].split() for c in letters_of(text)]
    dots = [".".join(sign[row] for sign in signs) for row in range(HIGH)]
    dots.append("." * len(dots[0]))
    return [
        "".join(_HALVES[(a == "#", b == "#")] for a, b in zip(dots[y], dots[y + 1], strict=True))
        for y in (0, 2, 4)
    ]


def huge(text: str) -> list[str]:
    """Five rows, every dot two columns wide."""
    signs = [_DOTS[c].split() for c in letters_of(text)]
    dots = [".".join(sign[row] for sign in signs) for row in range(HIGH)]
    return ["".join("██" if dot == "#" else "  " for dot in row).rstrip() for row in dots]


def fitted(text: str, width: int, best: Size) -> list[str] | None:
    """The text in the largest letters up to ``best`` that fit into so many columns, if any do."""
    wide = width_of(text)
    if best == "huge" and 2 * wide <= width:
        return huge(text)
    return large(text) if wide <= width else None
