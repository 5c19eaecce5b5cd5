"""A game that one of several laptops decides: whether this one does, and when it stops."""

from collections.abc import Callable, Iterable

from ketuk.rooms.answers import Fenced
from ketuk.rooms.game import Game
from ketuk.rooms.journal import Journal
from ketuk.rooms.past import Past
from ketuk.rooms.recalling import Damage
from ketuk.rooms.records import Header
from ketuk.rooms.reign import Reign, after


class Reigned(Game):
    """A game with the reign under which it goes on, here or elsewhere."""

    def __init__(
        self, journal: Journal, header: Header, past: Past, damage: Damage | None = None
    ) -> None:
        super().__init__(journal, header, past, damage)
        self.reign = _latest(journal, header.game, past)
        """The highest that is known here."""
        self.fenced = None if _is_own(journal, self.reign) else fenced_by(self.reign)
        """Where the game goes on, if that is not here."""
        self.when_fenced: list[Callable[[Fenced], None]] = []
        """Who is told when this laptop, that has decided so far, is to stop."""

    @property
    def leads(self) -> bool:
        """Whether this program decides the game."""
        return self.fenced is None

    def fence(self, by: Reign) -> bool:
        """Stop deciding, if this reign is higher than the one that is known here.

        Returns:
            Whether it is; a lower one changes nothing.

        Raises:
            JournalFault: it stops, and that could not be kept.
        """
        if by <= self.reign:
            return False
        led, self.reign, self.fenced = self.leads, by, fenced_by(by)
        for tell in tuple(self.when_fenced) if led else ():
            tell(self.fenced)
        self.journal.note_reign(self.name, by)
        return True

    def next_reign(
        self, heard: Iterable[Reign] = (), *, name: str, address: str, since: str
    ) -> Reign:
        """The reign that this laptop would begin, above all that it knows or ``heard`` just now."""
        known = (*self.journal.reigns(self.name), self.reign, *heard)
        return after(known, self.journal.device, name=name, address=address, since=since)

    def lead(self, reign: Reign) -> None:
        """Decide the game from now on, under a reign that is on disk before anyone is told.

        The own one again, with another address, is no new one.

        Raises:
            Outreigned: a higher one is known here; nothing has changed.
            JournalFault: it could not be kept; nothing has changed.
        """
        self.journal.note_reign(self.name, reign, alone=True)
        self.reign, self.fenced = reign, None


def fenced_by(by: Reign) -> Fenced:
    """What is answered to those who ask anything of a game that goes on under this reign."""
    return Fenced(by.number, by.name, by.address)


def _latest(journal: Journal, name: str, past: Past) -> Reign:
    written = Reign(max(row.host for row in past.rows), "")
    return max((*journal.reigns(name), written))


def _is_own(journal: Journal, reign: Reign) -> bool:
    return not reign.device or reign.device == journal.device
