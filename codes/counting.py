"""The count of a box: which of its cards were seen since it began. It outlives the program.

It stays with this registry: no export holds it, and no revision counts it.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from ketuk.codes import reissuing
from ketuk.codes.moment import moment, stamp
from ketuk.codes.registry import Registry
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import counted, counting
from ketuk.codes.schema import item as items
from ketuk.codes.sticker import Reissued, Why
from ketuk.codes.verdict import StickerState


@dataclass(frozen=True, slots=True)
class Count:
    """How far a count is; stopped, it keeps what it knows."""

    items: tuple[int, ...]
    """Every card of the box, by number."""
    seen: frozenset[int]
    going: bool
    """Whether cards are counted just now; the last card ends it."""
    begun: datetime

    def has(self, item: int) -> bool:
        """Whether a card was seen."""
        return item in self.seen

    @property
    def missing(self) -> tuple[int, ...]:
        """The cards that were not seen."""
        return tuple(item for item in self.items if item not in self.seen)

    @property
    def done(self) -> int:
        """How many cards were seen."""
        return len(self.items) - len(self.missing)

    @property
    def complete(self) -> bool:
        """Whether no card is missing."""
        return not self.missing


def count_of(registry: Registry) -> Count | None:
    """The count of a box, if one was begun and not forgotten."""
    with registry.reading() as connection:
        return _count(connection, registry.box_id)


def begin(registry: Registry, *, now: datetime) -> Count:
    """Begin to count; what an earlier count has seen is forgotten."""
    box = registry.box_id
    with registry.writing() as connection:
        _forget(connection, box)
        connection.execute(insert(counting).values(box=box, begun=stamp(now), going=1))
    return _there(registry)


def tick(registry: Registry, item: int, *, now: datetime) -> Count | None:
    """A card is there: it is counted while the count goes on. The count, if there is one."""
    with registry.writing() as connection:
        count = _count(connection, registry.box_id)
        if count is None or not count.going or item in count.seen or item not in count.items:
            return count
        row = {"box": registry.box_id, "item": item, "at": stamp(now)}
        connection.execute(insert(counted).values(row))
        if count.missing == (item,):
            _set_going(connection, registry.box_id, going=False)
    return _there(registry)


def go_on(registry: Registry, *, going: bool) -> None:
    """Count on, or stop for now; a count that is complete has nothing to go on with."""
    with registry.writing() as connection:
        count = _count(connection, registry.box_id)
        if count is not None and not (going and count.complete):
            _set_going(connection, registry.box_id, going=going)


def forget(registry: Registry) -> None:
    """Close the count."""
    with registry.writing() as connection:
        _forget(connection, registry.box_id)


def missing_lost(registry: Registry, *, now: datetime) -> tuple[Reissued, ...]:
    """Every card that is missing is lost: all of them get new stickers, or nothing has changed."""
    box = registry.box_id
    with registry.writing() as connection:
        count = _count(connection, box)
        return tuple(
            reissuing.reissue(
                connection, _active(connection, box, item), box=box, reason=Why.LOST, now=now,
                spare=None,
            )
            for item in (count.missing if count is not None else ())
        )  # fmt: skip


def _there(registry: Registry) -> Count:
    count = count_of(registry)
    assert count is not None, "it was begun"
    return count


def _count(connection: Connection, box: str) -> Count | None:
    row = connection.execute(select(counting).where(counting.c.box == box)).one_or_none()
    if row is None:
        return None
    every = select(items.c.number).where(items.c.box == box).order_by(items.c.number)
    seen = connection.execute(select(counted.c.item).where(counted.c.box == box)).scalars()
    numbers = tuple(connection.execute(every).scalars())
    return Count(numbers, frozenset(seen), bool(row.going), moment(row.begun))


def _set_going(connection: Connection, box: str, *, going: bool) -> None:
    mine = counting.c.box == box
    connection.execute(update(counting).where(mine).values(going=int(going)))


def _forget(connection: Connection, box: str) -> None:
    for table in (counted, counting):
        connection.execute(delete(table).where(table.c.box == box))


def _active(connection: Connection, box: str, item: int) -> str:
    mine = (
        (codes.c.box == box) & (codes.c.item == item) & (codes.c.state == StickerState.ACTIVE.value)
    )
    return str(connection.execute(select(codes.c.code).where(mine)).scalar_one())
