"""When a card that is not seen any more counts as gone. Pure: time comes in."""


class Misses:
    """An NFC reader looks now and then; one look may miss a weak sticker, two in a row do not."""

    def __init__(self, needed: int = 2) -> None:
        self._needed = needed
        self._count = 0

    def seen(self) -> None:
        """A look that found a card."""
        self._count = 0

    def missed(self) -> bool:
        """A clean look that found nothing. True once, when the card counts as gone."""
        self._count += 1
        return self._count == self._needed


class Unseen:
    """A camera looks all the time and misses many a frame; what counts is how long."""

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
