"""Back from a pause."""

from ketuk.engine.events.event import Event


class CameBack(Event, frozen=True):
    """A player is back from the pause."""

    seat: int


class WentOn(Event, frozen=True):
    """The pause is over: the game goes on where it stood."""

    seat: int
