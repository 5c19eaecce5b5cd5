"""What a host remembers of the devices of a game, so that they come back after it was killed.

A small file beside the saved games, with hashes of tokens alone. It can be lost: then each device
chooses its seat again.
"""

from ketuk.rooms.by_game import ByGame
from ketuk.rooms.door import DoorPass


class Passes(ByGame[list[DoorPass]]):
    """The passes of all games of a data folder."""

    file, kind = "phones.json", list[DoorPass]
