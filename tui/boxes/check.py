""" "Cek kotak": which cards of a box have been tapped since the check began."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class BoxCheck:
    """The check of one box; it can be stopped, and goes on with what it knows."""

    items: tuple[int, ...]
    """Every card of the box, by number."""
    going: bool = True
    """Whether taps count just now."""
    _seen: set[int] = field(default_factory=set)

    def tap(self, item: int) -> None:
        """A card is there; it counts while the check goes on, which ends with the last card."""
        if self.going:
            self._seen.add(item)
            self.going = not self.complete

    def has(self, item: int) -> bool:
        """Whether a card has been tapped."""
        return item in self._seen

    @property
    def missing(self) -> tuple[int, ...]:
        """The cards that have not been tapped."""
        return tuple(item for item in self.items if item not in self._seen)

    @property
    def done(self) -> int:
        """How many cards have been tapped."""
        return len(self.items) - len(self.missing)

    @property
    def complete(self) -> bool:
        """Whether no card is missing."""
        return not self.missing
