"""When a card that is not seen any more counts as gone. Pure: time comes in."""


class Unseen:
    """A camera misses many a frame, a reader a weak sticker now and then: how long counts."""

    def __init__(self, seconds: float = 0.7) -> None:
        self._seconds = seconds
        self._since: float | None = None
        self._told = False

    def seen(self) -> None:
        """A frame in which a code was read."""
        self._since, self._told = None, False

    def missed(self, at: float) -> bool:
        """A frame, or the end of a pause, without a code. True once, when it counts as gone."""
        if self._since is None:
            self._since = at
        gone = not self._told and at - self._since >= self._seconds
        self._told = self._told or gone
        return gone
