"""Shares with their intervals as bars: in signs for a terminal, in SVG for a page."""

from collections.abc import Sequence
from html import escape

from ketuk.rooms.trials.statistics import Share
from ketuk.rooms.trials.tally import SeatFigures

ROW, LEFT, WIDE = 34, 150, 420
"""Sizes of the picture: height of a row, where bars begin, how long they can be."""


def scale(lines: Sequence[SeatFigures]) -> tuple[float, float]:
    """The bounds of the axis: a little more than all intervals need."""
    low = min(line.share.low for line in lines)
    high = max(line.share.high for line in lines)
    margin = max(0.01, (high - low) / 10)
    return max(0.0, low - margin), min(1.0, high + margin)


def whiskers(share: Share, bounds: tuple[float, float], usual: float, width: int) -> str:
    """One interval in a row of signs: its ends, its share, and a line where all equal ones lie."""
    signs = [" "] * width

    def at(value: float) -> int:
        low, high = bounds
        part = (value - low) / max(high - low, 1e-9)
        return max(0, min(width - 1, round(part * (width - 1))))

    if bounds[0] <= usual <= bounds[1]:
        signs[at(usual)] = "┊"
    for place in range(at(share.low), at(share.high) + 1):
        signs[place] = "─"
    signs[at(share.low)], signs[at(share.high)] = "├", "┤"
    signs[at(share.share)] = "●"
    return "".join(signs)


def svg(title: str, names: Sequence[str], lines: Sequence[SeatFigures], usual: float) -> str:
    """The same as a picture: one bar a line, its interval as a whisker, all equal as a line."""
    low, high = 0.0, scale(lines)[1]
    height = ROW * (len(lines) + 2)

    def at(value: float) -> float:
        return LEFT + (value - low) / max(high - low, 1e-9) * WIDE

    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 90} {height}" '
        'font-family="sans-serif" font-size="14">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="12" y="24">{escape(title)}</text>',
    ]
    for number, (name, line) in enumerate(zip(names, lines, strict=True), 1):
        y, share = ROW * number + 8, line.share
        middle = y + ROW / 2 - 3
        rows += [
            f'<text x="12" y="{middle + 5:.0f}">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{at(share.share) - LEFT:.1f}" height="{ROW - 8}" '
            'fill="#9db8d2"/>',
            f'<path d="M{at(share.low):.1f} {middle - 5:.0f}v10M{at(share.low):.1f} {middle:.0f}'
            f'H{at(share.high):.1f}M{at(share.high):.1f} {middle - 5:.0f}v10" stroke="#1b2733" '
            'fill="none"/>',
            f'<text x="{at(share.high) + 8:.1f}" y="{middle + 5:.0f}">{share.share:.1%}</text>',
        ]
    rows += [
        f'<path d="M{at(usual):.1f} {ROW}V{height - ROW + 6}" stroke="#b3541e" '
        'stroke-dasharray="4 3"/>',
        "</svg>",
    ]
    return "\n".join(rows) + "\n"
