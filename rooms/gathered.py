"""What sealed copies of several phones come to: the key of the game, and the best of its rows.

Pure. Parts that do not open under the key of their game, or that follow from none of its rows, are
left out, so what comes of it is what a host has sealed, whoever has handed it over.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import ValidationError

from ketuk.rooms.door import DoorPass
from ketuk.rooms.past import Past
from ketuk.rooms.proof import reign_of
from ketuk.rooms.recalling import UNFOLDABLE
from ketuk.rooms.records import Header, Newer, Row, Unsound, header_from, row_from
from ketuk.rooms.reign import Mark, Reign, mark
from ketuk.rooms.seal import copy_id, keyed, open_sealed, unwrap
from ketuk.rooms.seal_wire import Kind, SealedMessage, SealedPart, SealedRoom
from ketuk.rooms.tails import Astray, followed

Why: TypeAlias = Literal["few", "games", "keys", "incomplete", "newer"]
Got = TypeVar("Got")


@dataclass(slots=True)
class PhoneCopy:
    """What one phone has handed over so far."""

    game: str = ""
    """Names its copy; empty: it has none."""
    secret: str = field(default="", repr=False)
    wraps: tuple[str, ...] = field(default=(), repr=False)
    last: int = -1
    """The last row that it has said there is."""
    rows: list[SealedPart] = field(default_factory=list)
    """From the first one on, without a gap."""
    others: dict[Kind, SealedPart] = field(default_factory=dict)
    """Its header, box and room."""

    def take(self, message: SealedMessage) -> None:
        """More of it; what follows from nothing that is here is left out."""
        if message.game != self.game:
            return
        del self.rows[message.after + 1 :]
        for part in message.parts:
            if part.kind == "row" and part.seq == len(self.rows):
                self.rows.append(part)
        self.others |= {part.kind: part for part in message.parts if part.kind != "row"}
        self.last = max(self.last, message.last)

    def copied(self) -> "PhoneCopy":
        """The same, as it stands now."""
        return PhoneCopy(
            self.game, self.secret, self.wraps, self.last, [*self.rows], {**self.others}
        )


@dataclass(frozen=True, slots=True)
class GatheredGame:
    """A game that several phones have opened together."""

    header: Header
    rows: tuple[Row, ...]
    """All that open and follow, from the start on, of whoever has most."""
    missing: int
    """Rows after these that a phone has said there are."""
    key: str = field(repr=False)
    secret: str = field(repr=False)
    """With which laptops prove who decides; empty where no room part opens."""
    passes: tuple[DoorPass, ...]
    reigns: tuple[Reign, ...]
    """All that are known, in their order."""
    box: tuple[int, bytes] | None
    """Its revision, and its export packed by zlib."""


@dataclass(frozen=True, slots=True)
class NotYet:
    """There is no game yet."""

    why: Why
    """few: fewer than two copies; games: each is of another game; keys: of one game, but no two
    of them open it; incomplete: they open, and the beginning is not here; newer: a newer version
    of this program has written it."""


def gathered(copies: Sequence[PhoneCopy], heard: Iterable[Reign] = ()) -> GatheredGame | NotYet:
    """The game that these open; of several games the one that was played last.

    Args:
        heard: reigns that are known to be of this game.
    """
    able = [copy for copy in copies if copy.game and copy.secret]
    if len(able) < 2:
        return NotYet("few")
    keys = {key for one, other in combinations(able, 2) for key in _keys(one, other)}
    if not keys:
        return NotYet("keys" if len({copy.game for copy in able}) < len(able) else "games")
    games: list[GatheredGame] = []
    newer = False
    for key in keys:
        opening = _Opening(key, [copy for copy in copies if copy.game == copy_id(key)])
        games += opening.game(heard)
        newer = newer or opening.newer
    if not games:
        return NotYet("newer" if newer else "incomplete")
    return max(games, key=lambda game: game.rows[-1].at)


def gathered_or_less(
    copies: Sequence[PhoneCopy],
) -> tuple[GatheredGame | NotYet, Exception | None]:
    """As :func:`gathered`; where that fails because of one copy, what comes of the others, and the
    fault.

    Raises:
        Exception: whatever it is, where it is not because of one alone.
    """
    try:
        return gathered(copies), None
    except Exception as error:
        found: GatheredGame | NotYet | None = None
        for at in range(len(copies)):
            with suppress(Exception):
                found = gathered([*copies[:at], *copies[at + 1 :]])
            if isinstance(found, GatheredGame):
                break
        if found is None:
            raise
        return found, error


def _keys(one: PhoneCopy, other: PhoneCopy) -> Iterator[str]:
    """The key of the game of both, by what either was given for the two of them."""
    if one.game == other.game:
        for wrapped in {*one.wraps, *other.wraps}:
            if (key := unwrap(one.secret, other.secret, one.game, wrapped)) is not None:
                yield key
                return


class _Node(NamedTuple):
    """A row in its place, and what comes before it."""

    row: Row
    mark: Mark
    before: "_Node | None"


class _Opening:
    """All copies of one game, under its key."""

    def __init__(self, key: str, copies: list[PhoneCopy]) -> None:
        self._key, self._copies = key, copies
        self.newer = False
        """Whether something opens that only a newer version can read."""

    def game(self, heard: Iterable[Reign]) -> Iterator[GatheredGame]:
        """The game, if its beginning is here."""
        header, rows = self._header(), self._rows()
        if header is None or not rows:
            return
        room = self._room()
        secret = room.secret if room is not None else ""
        proved = [reign_of(secret, part) for part in room.reigns] if room is not None else []
        known = {reign for reign in (*proved, *heard) if reign is not None}
        passes = room.passes if room is not None else ()
        box = next(self._latest("box"), None)
        yield GatheredGame(
            header,
            rows,
            missing=max(0, *(copy.last - rows[-1].seq for copy in self._copies)),
            key=self._key,
            secret=secret,
            passes=tuple(
                DoorPass(p.hash, p.seat, p.name, p.language, p.meja, p.out) for p in passes
            ),
            reigns=tuple(sorted(known)),
            box=(box[0].seq, box[1]) if box is not None else None,
        )

    # ---- header, room, box

    def _latest(self, kind: Kind) -> Iterator[tuple[SealedPart, bytes]]:
        """Those of a kind that open, the newest first."""
        parts = [copy.others[kind] for copy in self._copies if kind in copy.others]
        for part in sorted(parts, key=lambda part: (part.host, part.seq), reverse=True):
            if (plain := self._plain(part)) is not None:
                yield part, plain

    def _header(self) -> Header | None:
        read = (self._read(header_from, plain) for _, plain in self._latest("header"))
        return next(filter(None, read), None)

    def _room(self) -> SealedRoom | None:
        for _, plain in self._latest("room"):
            with suppress(ValidationError):
                return SealedRoom.model_validate_json(plain)
        return None

    def _plain(self, part: SealedPart) -> bytes | None:
        return open_sealed(self._key, part.kind, part.host, part.seq, part.data)

    def _read(self, reading: Callable[[bytes], Got], plain: bytes | None) -> Got | None:
        """What was sealed, if it can be read here."""
        try:
            return reading(plain) if plain is not None else None
        except Unsound as error:
            self.newer = self.newer or isinstance(error, Newer)
            return None

    # ---- rows

    def _rows(self) -> tuple[Row, ...]:
        """The chain of the highest worth: its last row's reign counts before its length."""
        best = max(self._ends(), key=lambda node: (node.mark.host, node.mark.seq), default=None)
        chain: list[Row] = []
        while best is not None:
            chain.append(best.row)
            best = best.before
        return _sound(chain[::-1])

    def _ends(self) -> Iterator[_Node]:
        """The last row of each chain there is. A mark names a row and all before it, so rows of
        several phones are put together only where they are the same game.
        """
        tips: list[_Node | None] = [None]
        for seq in range(max((len(copy.rows) for copy in self._copies), default=0)):
            parts: dict[str, list[SealedPart]] = {}
            for copy in self._copies:
                for part in copy.rows[seq : seq + 1]:
                    parts.setdefault(part.mark, []).append(part)
            following: list[_Node | None] = []
            for tip in tips:
                more = [node for some in parts.values() if (node := self._next(tip, some))]
                following += more
                if tip is not None and not more:
                    yield tip
            tips = following
        yield from (tip for tip in tips if tip is not None)

    def _next(self, tip: _Node | None, parts: list[SealedPart]) -> _Node | None:
        """The row after one, if it is one of these, which all say that they are the same."""
        for part in parts:
            if (row := self._read(row_from, self._plain(part))) is not None:
                there = mark(row, tip.mark if tip is not None else None)
                if row.seq == part.seq and keyed(self._key, there.digest) == part.mark:
                    return _Node(row, there, tip)
        return None


def _sound(rows: list[Row]) -> tuple[Row, ...]:
    """As far as they make a game."""
    sound: Past | None = None
    with suppress(Astray, *UNFOLDABLE):
        for row in rows:
            past = Past(row) if sound is None else followed(sound, (row,))
            _ = past.table
            sound = past
    return tuple(sound.rows) if sound is not None else ()
