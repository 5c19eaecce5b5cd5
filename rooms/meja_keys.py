"""What a laptop needs to come back to a game that lies on several: its secrets, and its own token.

A small file beside the saved games. It can be lost: then the host's table is asked once more.
"""

from dataclasses import dataclass, field

from ketuk.rooms.by_game import ByGame


@dataclass(frozen=True, slots=True)
class GameKeys:
    """Those of one game."""

    secret: str = field(default="", repr=False)
    """With which laptops prove a reign to each other (``ketuk.rooms.proof``)."""
    token: str = field(default="", repr=False)
    """With which this laptop is let in where another one decides; empty: it is asked for."""
    key: str = field(default="", repr=False)
    """Under which copies are sealed that phones keep; empty: there is none yet."""


class MejaKeys(ByGame[GameKeys]):
    """The keys of all games of a data folder."""

    file, kind = "laptops.json", GameKeys
