"""Sealed copies as phones have them, made of a game without any host."""

import zlib
from collections.abc import Sequence

from ketuk.codes.boxfile import exported
from ketuk.rooms.door import DoorPass, hashed
from ketuk.rooms.gathered import PhoneCopy
from ketuk.rooms.meja_wire import PassPart
from ketuk.rooms.proof import new_key, new_secret, proved
from ketuk.rooms.records import to_text
from ketuk.rooms.room import Room
from ketuk.rooms.seal import Plain, copy_id, keyed, seal, seat_secret, wrap
from ketuk.rooms.seal_wire import SealedMessage, SealedPart, SealedRoom


class Sealing:
    """A game's key, and the copies of its seats."""

    def __init__(self, room: Room, seats: Sequence[int] = (1, 2, 3)) -> None:
        self.room, self.seats = room, seats
        self.key, self.secret = new_key(), new_secret()
        self.tokens = {seat: f"token {seat}" for seat in seats}

    @property
    def passes(self) -> tuple[DoorPass, ...]:
        return tuple(DoorPass(hashed(t), seat, f"{seat}") for seat, t in self.tokens.items())

    def seat_secret(self, seat: int) -> str:
        return seat_secret(self.key, seat, hashed(self.tokens[seat]))

    def wraps(self, seat: int) -> tuple[str, ...]:
        """Of all pairs that this seat is in."""
        mine = self.seat_secret(seat)
        others = (self.seat_secret(other) for other in self.seats if other != seat)
        return tuple(wrap(self.key, mine, other) for other in others)

    def row(self, seq: int) -> SealedPart:
        row = self.room.rows[seq]
        return self._part(
            Plain("row", row.host, seq, to_text(row).encode()),
            keyed(self.key, self.room.marks()[seq].digest),
        )

    def others(self, seq: int = 1) -> list[SealedPart]:
        """Header, room, and the box where there is one."""
        room, host = self.room, self.room.reign.number
        sealed = SealedRoom(
            secret=self.secret,
            passes=tuple(
                PassPart(hash=p.hash, seat=p.seat, name=p.name, language=p.language, meja=p.meja)
                for p in self.passes
            ),
            reigns=tuple(proved(self.secret, reign) for reign in room.journal.reigns(room.name)),
        )
        parts = [
            self._part(Plain("header", 0, 0, to_text(room.header).encode())),
            self._part(Plain("room", host, seq, sealed.model_dump_json().encode())),
        ]
        registry = room.registry
        if registry is not None:
            box = Plain("box", host, registry.box.revision, zlib.compress(exported(registry)))
            parts.append(self._part(box))
        return parts

    def _part(self, plain: Plain, mark: str = "") -> SealedPart:
        data = seal(self.key, plain)
        return SealedPart(kind=plain.kind, host=plain.host, seq=plain.seq, data=data, mark=mark)

    def frame(self, after: int = -1, last: int | None = None) -> SealedMessage:
        """All after a row, in one message."""
        last = self.room.seq if last is None else last
        rows = [self.row(seq) for seq in range(after + 1, last + 1)]
        return SealedMessage(
            game=copy_id(self.key), after=after, last=last, parts=(*self.others(), *rows)
        )

    def copy(self, seat: int, *, last: int | None = None) -> PhoneCopy:
        """What the phone of a seat hands over, up to a row."""
        copy = PhoneCopy(copy_id(self.key), self.seat_secret(seat), self.wraps(seat))
        copy.take(self.frame(last=last))
        return copy
