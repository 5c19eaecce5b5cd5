"""A chart in signs: one line a player, the letter of each where a round ends.

Lines are drawn in braille dots, eight to a sign, if the terminal has them, else in points.
"""

from collections.abc import Sequence

Sign = tuple[str, int]
"""What stands in a cell, and the seat whose line it is; 0 for none."""
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of the dots of a braille sign, by row and column."""
BRAILLE = 0x2800
"""The braille sign without any dot."""


def chart(
    rows: Sequence[Sequence[int]],
    letters: Sequence[str],
    *,
    width: int,
    height: int,
    dots: bool = False,
) -> list[list[Sign]]:
    """Rows of signs, the top first; of lines that meet the first player's lies on top.

    Args:
        rows: one a round, with the value of every seat.
        dots: whether braille may be used.
    """
    field: list[list[Sign]] = [[(" ", 0)] * width for _ in range(height)]
    fine, deep = (2, 4) if dots else (1, 1)
    for seat in range(len(letters), 0, -1):
        values = [row[seat - 1] for row in rows]
        line = _line(values, _bounds(rows), width=width * fine, height=height * deep)
        if dots:
            _dotted(field, line, seat)
        else:
            for x, y in enumerate(line):
                field[y][x] = ("·", seat)
    for seat in range(len(letters), 0, -1):
        values = [row[seat - 1] for row in rows]
        for number in range(len(rows)):
            x = _at(number, len(rows), width)
            y = _depth(values[number], _bounds(rows), height)
            field[y][x] = (letters[seat - 1], seat)
    return field


def axis(count: int, *, width: int) -> str:
    """Numbers of rounds under a chart of ``count`` rows, as many as have room."""
    line = ""
    for number in range(count):
        at = _at(number, count, width)
        digits = str(number)
        if len(line) <= max(at - 1, 0) and at + len(digits) <= width + 1:
            line += " " * (at - len(line)) + digits
    return line


def _bounds(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    values = [v for row in rows for v in row] or [0]
    return min(values), max(values)


def _at(number: int, count: int, width: int) -> int:
    """The column of a round."""
    return round(number * (width - 1) / max(count - 1, 1))


def _depth(value: float, bounds: tuple[int, int], height: int) -> int:
    """The row of a value, counted from the top."""
    low, high = bounds
    return round((high - value) / max(high - low, 1) * (height - 1))


def _line(values: Sequence[int], bounds: tuple[int, int], *, width: int, height: int) -> list[int]:
    """The row of a line in each column, straight from round to round."""
    depths, last = [], len(values) - 1
    for x in range(width):
        at = x * last / max(width - 1, 1)
        left = min(int(at), last)
        right = min(left + 1, last)
        value = values[left] + (values[right] - values[left]) * (at - left)
        depths.append(_depth(value, bounds, height))
    return depths


def _dotted(field: list[list[Sign]], line: Sequence[int], seat: int) -> None:
    """Put a line of dots into the field, steep parts without gaps."""
    before = line[0]
    for x, y in enumerate(line):
        for dot in range(min(y, before + 1), max(y, before - 1) + 1):
            _dot(field, x, dot, seat)
        before = y


def _dot(field: list[list[Sign]], x: int, y: int, seat: int) -> None:
    row, column = field[y // 4], x // 2
    sign = row[column][0]
    lit = ord(sign) - BRAILLE if sign != " " else 0
    row[column] = (chr(BRAILLE + (lit | DOTS[y % 4][x % 2])), seat)
