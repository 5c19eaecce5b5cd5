"""When a card that is not seen any more counts as gone, and one that is seen as unreadable.

Pure: time comes in.
"""


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


class UnreadableCode:
    """A code that stays in view without being read. What was there before it came is no code:
    a patterned cloth looks like a damaged one all evening.
    """

    def __init__(self, *, lasts: float = 1.0, clear: float = 1.0) -> None:
        self._lasts, self._clear = lasts, clear
        self._clear_since: float | None = None
        self._since: float | None = None
        self._told = False

    def looked(self, at: float, *, damaged: bool) -> bool:
        """A look that read nothing, and whether it saw a code. True once, when to say so."""
        if not damaged:
            self._since, self._told = None, False
            self._clear_since = at if self._clear_since is None else self._clear_since
            return False
        if self._since is None and self._clear_since is not None:
            came_new = at - self._clear_since >= self._clear
            self._since = at if came_new else None
        self._clear_since = None
        due = self._since is not None and not self._told and at - self._since >= self._lasts
        self._told = self._told or due
        return due

    def read(self, at: float) -> None:
        """A code was read: what is in view after it has been lifted is judged anew."""
        self._since, self._told, self._clear_since = None, False, at
