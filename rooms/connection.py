"""One socket of one device, whoever it is."""

from dataclasses import dataclass

from ketuk.rooms.door import DoorPass
from ketuk.rooms.seal_wire import SealedHave


@dataclass(slots=True, eq=False)
class Connection:
    """One socket of one device, by its number: what is late from another one is not heard."""

    number: int
    address: str
    device: str = ""
    language: str = "id"
    known: DoorPass | None = None
    """Once it has a seat or watches."""
    met: bool = False
    """Whether its ``hello`` was good."""
    asleep: bool = False
    name: str = ""
    chosen: bool = False
    """Whether its language and sound were chosen on this device."""
    sound: bool = True
    laptop: str = ""
    """What a laptop that wants to follow is called; empty: it is a phone."""
    sent: int | None = None
    """The last row that went out to a laptop that follows; None: none may."""
    sealed: SealedHave | None = None
    """What it has said that it keeps of a game."""
    over: bool = False
    """Nothing that comes from it counts any more."""

    @property
    def seat(self) -> int:
        """0: it watches, or has not chosen yet."""
        return self.known.seat if self.known is not None else 0
