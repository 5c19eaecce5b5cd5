"""Signs for seats, groups and what lies on the ring: shape and letter first, colour beside them.

Every sign takes one column. ``PLAIN`` is for terminals that cannot show more than ASCII.
"""

import locale
import os
import sys
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
    bars: str
    """Between pawns that pass by a jail and those that are held there."""
    strip: str
    """Left edge of a tile of a group."""
    edge: str
    """Left edge of any other tile."""
    arrow: str
    hidden: str
    dot: str

    def built(self, level: int, top: int, room: int = 9) -> str:
        """The buildings of a city, one sign each; if there is less room, a sign and how many."""
        if level == top:
            return self.top
        return self.house * level if level < 2 or level <= room else f"{self.house}{level}"


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
    bars="‖",
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
    bars="[",
    strip="|",
    edge="|",
    arrow=">",
    hidden="*",
    dot="-",
)

SEATS = (
    "#57f357",
    "#d971f3",
    "#e6f3bf",
    "#57b2bf",
    "#bfb230",
    "#d98b8b",
    "#d9ccf3",
    "#30a54a",
)
"""Colours of the seats, on dark: none is near one of a group, and colour-blind people tell them
apart (found by search over distances in OKLab; tests measure them)."""
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


POOR = frozenset({"linux", "vt100", "vt102", "vt220", "vt320", "ansi", "cons25", "sun"})
"""Values of TERM whose fonts lack most of the signs."""


def signs() -> Signs:
    """What this terminal can show; ``KETUK_ASCII=1`` says ASCII only, ``KETUK_ASCII=0`` all."""
    asked = os.environ.get("KETUK_ASCII", "")
    if asked:
        return FINE if asked == "0" else PLAIN
    poor = os.environ.get("TERM", "") in POOR or _locale() in ("C", "POSIX")
    return PLAIN if poor or not _writes_unicode() else FINE


def _writes_unicode() -> bool:
    """Whether what is drawn leaves this program as Unicode: the screen is drawn on stderr."""
    encoding = getattr(sys.__stderr__, "encoding", None) or locale.getpreferredencoding(False)
    return encoding.lower().replace("-", "").startswith("utf")


def _locale() -> str:
    """The locale that was asked for; empty if none was.

    (Python itself puts a UTF-8 locale into LC_CTYPE where LANG says C.)
    """
    variable = os.environ.get
    kind = variable("LC_CTYPE", "")
    if kind in ("C.UTF-8", "C.utf8", "UTF-8") and variable("LANG") in ("C", "POSIX"):
        kind = ""
    return variable("LC_ALL") or kind or variable("LANG", "")


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """One letter a seat, all different: of the name if it has a free one, else a digit."""
    taken: list[str] = []
    for seat, name in enumerate(names, 1):
        free = [c for c in name.upper() if c.isalnum() and c.isascii() and c not in taken]
        taken.append(free[0] if free else str(seat))
    return tuple(taken)
