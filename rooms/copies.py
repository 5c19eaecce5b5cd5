"""The sealed copies of one room: what goes to the device of each seat, and how far each one is.

A device keeps what it cannot read (``ketuk.rooms.seal``). So it is told all that a laptop that
follows is told, sealed, and after everything else that waits for it: a copy delays no page.
"""

import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ketuk.rooms.connection import Connection
from ketuk.rooms.door import Door, DoorPass
from ketuk.rooms.heard import BoxHeard
from ketuk.rooms.meja_wire import BATCH_ROWS
from ketuk.rooms.proof import Claim, proved
from ketuk.rooms.records import to_text
from ketuk.rooms.reign import Mark
from ketuk.rooms.room import Room
from ketuk.rooms.seal import Plain, copy_id, keyed, seal, seat_secret, wrap
from ketuk.rooms.seal_wire import (
    BATCH_SEALED,
    LONGEST_PART,
    KeysMessage,
    Kind,
    SealedHave,
    SealedMessage,
    SealedPart,
    SealedRoom,
)
from ketuk.rooms.wire import ToDevice

OTHERS: tuple[Kind, ...] = ("header", "room", "box")
"""What there is beside rows; nothing replays without a header, and a box is long."""
MOST_UNKEPT = 4
"""Frames with rows that wait for the device's ``kept``; before its first one, a single one: what is
on its way delays the next page where a link is bad, and a device may keep nothing."""
ENOUGH = 8
"""Rows that a copy may be behind, and still stand for the game."""


@dataclass(frozen=True, slots=True)
class CopyLine:
    """How far the copy is that the device of a seat keeps."""

    kept: int | None
    """The last row of it; None: nothing is kept there, as far as is known here."""
    behind: int
    """Rows that are not in it yet."""


@dataclass(slots=True)
class _Line:
    connection: Connection
    sent: int
    """The last row that went out, or was there before."""
    due: list[Kind]
    """What goes out beside rows: a box after them all, the others before the next ones."""
    kept: int = -1
    """The last row that is in its store."""
    most_unkept: int = 1
    unkept: deque[int] = field(default_factory=deque)
    """The last row of each frame that is not known to be kept."""
    keys: KeysMessage | None = None


class SealedCopies:
    """All copies that devices keep of one room."""

    def __init__(
        self,
        room: Room,
        door: Door,
        claim: Claim,
        *,
        box: Callable[[], BoxHeard | None] = lambda: None,
    ) -> None:
        """
        Args:
            claim: whose key it is, and who has decided the game.
            box: an export of the game's box as it is now.
        """
        self._room, self._door, self._claim, self._box = room, door, claim, box
        self.game = copy_id(claim.key)
        """What the copies are called."""
        self._lines: dict[int, _Line] = {}
        """By the number of the connection."""
        self._kept: dict[str, int] = {}
        """The last row that a device keeps, by the hash of its token."""
        self._rows: list[tuple[Mark, SealedPart]] = []
        self._sealed: dict[Kind, SealedPart] = {}
        """Header, box and room as they are now."""
        self._revision: tuple[str, int] | None = None
        self._wraps: dict[tuple[str, str], str] = {}
        self.tell: Callable[[Connection, ToDevice], None] = lambda connection, message: None
        """Sends what nobody has asked for."""
        self.seen: Callable[[], None] = lambda: None
        """Called when what is told of copies has changed."""
        self.wake: Callable[[], None] = lambda: None
        """Called when there is more to be fetched by :meth:`batch`."""

    # ---- what the screen shows

    @property
    def lines(self) -> dict[int, CopyLine]:
        """By seat, of every seat that has a device."""
        kept = {p.seat: self._kept.get(p.hash) for p in self._door.passes if p.seat}
        last = self._room.seq
        return {s: CopyLine(k, last - k if k is not None else last + 1) for s, k in kept.items()}

    @property
    def revivable(self) -> bool:
        """Whether the devices of two seats have copies that stand for the game."""
        return sum(n.kept is not None and n.behind <= ENOUGH for n in self.lines.values()) >= 2

    @property
    def here(self) -> bool:
        """Whether any device that keeps one has a line."""
        return bool(self._lines)

    # ---- who has one

    def begin(self, connection: Connection) -> None:
        """A device has come back to its seat, or has taken another one, or looks on from now on."""
        known = connection.known
        if known is None or known.meja or not known.seat:
            self._lines.pop(connection.number, None)
            connection.sealed = None  # who looks on keeps none
            return
        line = self._lines.get(connection.number)
        if line is None:
            if self._revision is None:
                self._look_at_box()
            line = self._lines[connection.number] = self._line(connection)
            line.kept = line.sent
        self._note(known, line)
        self._tell_keys()

    def _line(self, connection: Connection) -> _Line:
        """What the device has already is not sent again."""
        have: SealedHave | None = connection.sealed
        others = self._others()
        if have is None or have.game != self.game:
            return _Line(connection, -1, list(others))
        there = {(part.kind, part.host, part.seq) for part in have.parts}
        due = [k for k, part in others.items() if (k, part.host, part.seq) not in there]
        marks = self._room.marks()
        is_same = 0 <= have.seq < len(marks) and have.mark == self._keyed(marks[have.seq])
        return _Line(connection, have.seq if is_same else -1, due)

    def _note(self, known: DoorPass, line: _Line) -> None:
        """What is kept there is kept by whoever has this pass, whatever it had before."""
        if line.kept >= 0:
            self._kept[known.hash] = line.kept
        else:
            self._kept.pop(known.hash, None)

    def left(self, connection: Connection) -> None:
        """A connection is gone; what its device keeps stays there."""
        self._lines.pop(connection.number, None)

    def kept(self, connection: Connection, seq: int) -> None:
        """A device says that all rows up to this one are in its store; -1: that none is."""
        line = self._lines.get(connection.number)
        if line is None or connection.known is None:
            return
        line.kept, before = min(seq, line.sent), line.kept
        seq = line.kept
        while line.unkept and line.unkept[0] <= seq:
            line.unkept.popleft()
            line.most_unkept = MOST_UNKEPT
        self._note(connection.known, line)
        if seq != before and (before < 0 or seq < 0 or seq == self._room.seq):
            self.seen()

    def back_to(self, seq: int) -> None:
        """The game stands at this row: those who have had more are told other rows after it."""
        self._kept = {device: min(kept, seq) for device, kept in self._kept.items()}
        for line in self._lines.values():
            line.kept = min(line.kept, seq)
            if line.sent > seq:
                line.sent = seq
                line.unkept.clear()

    # ---- what has changed

    def claimed(self, claim: Claim) -> None:
        """The host is reached elsewhere, or under another reign."""
        self._claim = claim
        self._room_changed()

    def passes_changed(self) -> None:
        """Somebody has been let in, or is not any more."""
        here = {p.hash for p in self._door.passes}
        self._kept = {device: kept for device, kept in self._kept.items() if device in here}
        self._room_changed()
        self._tell_keys()

    def look_at_box(self, now: tuple[str, int]) -> None:
        """The box is at this revision: the copies have it too."""
        if now != self._revision:
            self._look_at_box()
            self.wake()

    def _look_at_box(self) -> None:
        box = self._box()
        if box is None:
            return
        self._revision = (box.box, box.revision)
        reign, packed = self._claim.reign.number, zlib.compress(box.content)
        if len(packed) < LONGEST_PART // 2:
            self._sealed["box"] = self._part(Plain("box", reign, box.revision, packed))
            self._due("box")

    def _room_changed(self) -> None:
        self._sealed.pop("room", None)
        self._due("room")
        self.wake()

    def _due(self, kind: Kind) -> None:
        for line in self._lines.values():
            line.due = [*(k for k in line.due if k != kind), kind]

    # ---- what goes out

    def batch(self, connection: Connection) -> SealedMessage | None:
        """The next parts that go out to a device; None: it has all, or may have none."""
        line = self._lines.get(connection.number)
        if line is None or not self._is_let_in(connection):
            return None
        parts, after = self._due_parts(line), line.sent
        if len(line.unkept) < line.most_unkept:
            parts += self._next_rows(line, sum(len(part.data) for part in parts))
        if not parts:
            return None
        return SealedMessage(game=self.game, after=after, last=self._room.seq, parts=tuple(parts))

    def _is_let_in(self, connection: Connection) -> bool:
        known = connection.known
        here = {p.hash for p in self._door.passes if p.seat}
        return known is not None and known.hash in here and not connection.over

    def _due_parts(self, line: _Line) -> list[SealedPart]:
        """Header and room; and the box, once all rows are kept."""
        is_whole = line.sent >= self._room.seq and not line.unkept
        kinds = [kind for kind in line.due if kind != "box" or is_whole]
        line.due = [kind for kind in line.due if kind not in kinds]
        others = self._others()
        return [others[kind] for kind in OTHERS if kind in kinds and kind in others]

    def _next_rows(self, line: _Line, size: int) -> list[SealedPart]:
        """Rows that have not gone out, as far as they go into a frame with so much in it."""
        rows = list[SealedPart]()
        while line.sent < self._room.seq and len(rows) < BATCH_ROWS - len(OTHERS):
            part = self._row(line.sent + 1)
            size += len(part.data)
            if rows and size > BATCH_SEALED:
                break
            rows.append(part)
            line.sent += 1
        if rows:
            line.unkept.append(line.sent)
        return rows

    # ---- sealing

    def _part(self, plain: Plain, mark: str = "") -> SealedPart:
        data = seal(self._claim.key, plain)
        return SealedPart(kind=plain.kind, host=plain.host, seq=plain.seq, data=data, mark=mark)

    def _keyed(self, mark: Mark) -> str:
        return keyed(self._claim.key, mark.digest)

    def _row(self, seq: int) -> SealedPart:
        """A row as all devices get it: sealed once."""
        mark = self._room.marks()[seq]
        if seq < len(self._rows) and self._rows[seq][0] != mark:
            del self._rows[seq:]
        while len(self._rows) <= seq:
            at = len(self._rows)
            row, its = self._room.rows[at], self._room.marks()[at]
            plain = Plain("row", row.host, at, to_text(row).encode())
            self._rows.append((its, self._part(plain, self._keyed(its))))
        return self._rows[seq][1]

    def _others(self) -> dict[Kind, SealedPart]:
        """Header, room and box as they are now, in this order; the box only where there is one."""
        if "header" not in self._sealed:
            text = to_text(self._room.header).encode()
            self._sealed["header"] = self._part(Plain("header", 0, 0, text))
        if "room" not in self._sealed:
            self._sealed["room"] = self._part(self._told_room())
        return {kind: self._sealed[kind] for kind in OTHERS if kind in self._sealed}

    _room_at = 0

    def _told_room(self) -> Plain:
        self._room_at = max(self._room_at + 1, time.time_ns() // 1_000_000)
        claim = self._claim
        room = SealedRoom(
            secret=claim.secret,
            passes=tuple(known.part for known in self._door.passes),
            reigns=tuple(proved(claim.secret, reign) for reign in claim.reigns),
        )
        text = room.model_dump_json().encode()
        return Plain("room", claim.reign.number, self._room_at, text)

    # ---- keys

    def _tell_keys(self) -> None:
        """Every device has a wrap for each seat that could open its copy with it."""
        key = self._claim.key
        secrets = {p.hash: seat_secret(key, p.seat, p.hash) for p in self._door.passes if p.seat}
        for line in self._lines.values():
            known = line.connection.known
            if known is None or known.hash not in secrets or line.connection.over:
                continue
            mine = secrets[known.hash]
            wraps = tuple(self._wrap(mine, other) for other in secrets.values() if other != mine)
            keys = KeysMessage(game=self.game, secret=mine, wraps=wraps)
            if keys != line.keys:
                line.keys = keys
                self.tell(line.connection, keys)

    def _wrap(self, mine: str, other: str) -> str:
        pair = (min(mine, other), max(mine, other))
        if pair not in self._wraps:
            self._wraps[pair] = wrap(self._claim.key, *pair)
        return self._wraps[pair]
