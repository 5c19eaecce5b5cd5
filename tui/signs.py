"""Signs for seats, groups and what lies on the ring: shape and letter first, colour beside them.

Every sign takes one column. ``PLAIN`` is for terminals that cannot show more than ASCII.
"""

import locale
import os
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signs:
    """One set of signs."""

    shapes: str
    """One for each seat, 1 first."""
    house: str
    top: str
    """The highest building: menara, hotel."""
    flood: str
    festival: str
    barricade: str
    insured: str
    mortgaged: str
    doubled: str
    strip: str
    """Left edge of a tile of a group."""
    edge: str
    """Left edge of any other tile."""
    arrow: str
    hidden: str
    dot: str

    def built(self, level: int, top: int) -> str:
        """The buildings of a city."""
        if level == top:
            return self.top
        return self.house * level if level < 3 else f"{self.house}{level}"


FINE = Signs(
    shapes="●■▲◆★✚♣♥",
    house="⌂",
    top="♜",
    flood="≈",
    festival="♫",
    barricade="╫",
    insured="☂",
    mortgaged="⊘",
    doubled="×2",
    strip="▌",
    edge="│",
    arrow="▶",
    hidden="•",
    dot="·",
)
PLAIN = Signs(
    shapes="o#^%*+=@",
    house="h",
    top="T",
    flood="~",
    festival="!",
    barricade="H",
    insured="u",
    mortgaged="-",
    doubled="x2",
    strip="|",
    edge="|",
    arrow=">",
    hidden="*",
    dot="-",
)

SEATS = (
    "#f0a030",
    "#5cb8f0",
    "#35c495",
    "#f2e35a",
    "#f0805a",
    "#df9ac6",
    "#c8c8c8",
    "#a99bff",
)
"""Colours of the seats, told apart by colour-blind people too (after Okabe and Ito), on dark."""
GROUPS = (
    "#606870",
    "#a87b4f",
    "#7cc7ff",
    "#ff8ad0",
    "#ff9f45",
    "#ff5d5d",
    "#ffe14d",
    "#55d17a",
    "#7a8cff",
)
"""Colours of the groups by number; 0 for tiles of none."""


def signs() -> Signs:
    """What this terminal can show: ``KETUK_ASCII=1`` or an encoding without Unicode gives ASCII."""
    if os.environ.get("KETUK_ASCII", "") not in ("", "0"):
        return PLAIN
    encoding = locale.getpreferredencoding(False).lower().replace("-", "")
    return FINE if encoding.startswith("utf") else PLAIN


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """One letter a seat, all different: of the name where it has a free one, else a digit."""
    taken: list[str] = []
    for seat, name in enumerate(names, 1):
        free = [c for c in name.upper() if c.isalnum() and c.isascii() and c not in taken]
        taken.append(free[0] if free else str(seat))
    return tuple(taken)
