"""What a laptop that follows knows of its game: rows, reigns, and where a host may be found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ketuk.rooms import meja_wire, wire
from ketuk.rooms.door import DoorPass
from ketuk.rooms.proof import proved, reign_of
from ketuk.rooms.records import Header, Row
from ketuk.rooms.reign import Mark, Reign, mark, spaced


@dataclass(frozen=True, slots=True)
class Me:
    """What a laptop says of itself."""

    name: str
    device: str
    language: str
    build: str


class MarkList:
    """The marks of all rows of a game, made once a row."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []

    def of(self, rows: Iterable[Row]) -> list[Mark]:
        """Marks of these rows, which are those of the last time and more."""
        for row in tuple(rows)[len(self._marks) :]:
            self._marks.append(mark(row, self._marks[-1] if self._marks else None))
        return self._marks


def mark_parts(marks: Sequence[Mark]) -> tuple[meja_wire.MarkPart, ...]:
    """Some of them, the latest first."""
    some = reversed(spaced(marks))
    return tuple(meja_wire.MarkPart(seq=m.seq, host=m.host, digest=m.digest) for m in some)


class Bearings:
    """Of one laptop at one game."""

    def __init__(
        self, me: Me, home: str, code: str, *, token: str, secret: str, rows: Sequence[Row]
    ) -> None:
        self.me, self.home, self.token, self.secret = me, home, token, secret
        self.key = ""
        """Under which copies are sealed; empty until it has come."""
        self._code = code
        self.header: Header | None = None
        self.rows = list(rows)
        self.last = self.rows[-1].seq if self.rows else -1
        """The last row that there is at the host."""
        self.reigns: tuple[Reign, ...] = ()
        self.reign: Reign | None = None
        """The highest that was heard of."""
        self.guests: tuple[str, ...] = ()
        self.passes: tuple[DoorPass, ...] = ()
        self.listens = ""
        """The own place."""
        self._marks = MarkList()

    @property
    def places(self) -> list[str]:
        """Where a host may be, the likeliest first."""
        now = [self.reign.address] if self.reign is not None else [self.home]
        others = [*self.guests, *(r.address for r in reversed(self.reigns)), self.home]
        likeliest = dict.fromkeys(p for p in (*now, *others) if p and p != self.listens)
        return list(likeliest)

    def note(self, part: meja_wire.ReignPart | None) -> bool:
        """News of a reign, from anybody who has it; whether it is a higher one."""
        heard = reign_of(self.secret, part) if self.secret else None
        if heard is None or (self.reign is not None and heard <= self.reign):
            return False
        self.reign = heard
        return True

    @property
    def marks(self) -> tuple[meja_wire.MarkPart, ...]:
        """Some of the rows that are here, the latest first."""
        return mark_parts(self._marks.of(self.rows))

    @property
    def all_marks(self) -> list[Mark]:
        """Of every row that is here."""
        return self._marks.of(self.rows)

    def hello(self, *, asks: bool = False) -> wire.Hello:
        """What it greets with."""
        known = proved(self.secret, self.reign) if self.secret and self.reign else None
        return wire.Hello(
            build=self.me.build,
            device=self.me.device,
            language=self.me.language,
            code=self._code,
            token=self.token,
            reign=known,
            meja=self.me.name,
            listens=self.listens,
            have=self.marks[: meja_wire.MOST_MARKS],
            asks=asks,
        )
