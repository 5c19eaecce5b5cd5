"""Changing what a sticker is worth: each function runs within one transaction of its caller.

Nothing is deleted. An item's old sticker leaves use and its new one comes into use in the same
transaction (ruling 4.6.7), so an item always has exactly one active sticker.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy import func as sql

from ketuk.codes.code import LENGTH
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.minting import codes as minted
from ketuk.codes.moment import stamp
from ketuk.codes.schema import box as boxes
from ketuk.codes.schema import change
from ketuk.codes.schema import code as codes
from ketuk.codes.sticker import BECOMES, Reissued, Sticker, What, Why, sticker_of
from ketuk.codes.verdict import StickerState


def bump(connection: Connection, box: str) -> int:
    """Count one change of the box; the new revision."""
    mine = boxes.c.id == box
    connection.execute(update(boxes).where(mine).values(revision=boxes.c.revision + 1))
    return int(connection.execute(select(boxes.c.revision).where(mine)).scalar_one())


def fetch(connection: Connection, code: str, *, box: str) -> Sticker:
    """The sticker with that code.

    Raises:
        CodesFault: NO_CODE.
    """
    wanted = select(codes).where(codes.c.code == code, codes.c.box == box)
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise CodesFault(Fault.NO_CODE, code=code[:LENGTH], box=box)
    return sticker_of(row)


def reissue(
    connection: Connection,
    code: str,
    *,
    box: str,
    reason: Why,
    now: datetime,
    spare: str | None,
) -> Reissued:
    """Take the active ``code`` out of use and put a new one, or ``spare``, in its place.

    Raises:
        CodesFault: NO_CODE; NOT_ACTIVE if somebody was faster; NOT_SPARE.
    """
    old = fetch(connection, code, box=box)
    if old.state is not StickerState.ACTIVE or old.item is None:
        raise CodesFault(Fault.NOT_ACTIVE, state=old.state, since=old.since, item=old.item)
    revision = bump(connection, box)
    new = _spare(connection, spare, box) if spare else _fresh(connection, box, now)
    serial = _last_serial(connection, box, old.item) + 1
    _set(connection, old.code, state=BECOMES[reason], reason=reason, replaced_by=new, now=now)
    _set(connection, new, state=StickerState.ACTIVE, item=old.item, serial=serial, now=now)
    result = Reissued(fetch(connection, code, box=box), fetch(connection, new, box=box))
    record(connection, box, revision, now, result.old, result.new)
    return result


def discard(connection: Connection, code: str, *, box: str, reason: Why, now: datetime) -> Sticker:
    """Take a spare out of use (an active sticker leaves use only by :func:`reissue`).

    Raises:
        CodesFault: NO_CODE, NOT_SPARE.
    """
    _spare(connection, code, box)
    state = StickerState.VOID if reason is Why.DAMAGED else BECOMES[reason]
    _set(connection, code, state=state, reason=reason, now=now)
    gone = fetch(connection, code, box=box)
    record(connection, box, bump(connection, box), now, gone)
    return gone


def add_spares(
    connection: Connection, count: int, *, box: str, now: datetime
) -> tuple[Sticker, ...]:
    """``count`` new codes that are no card's yet, numbered on from those that the box has had."""
    bump(connection, box)
    last = connection.execute(select(sql.max(codes.c.spare)).where(codes.c.box == box)).scalar()
    numbers = range((last or 0) + 1, (last or 0) + count + 1)
    new = [_fresh(connection, box, now, spare=number) for number in numbers]
    return tuple(fetch(connection, code, box=box) for code in new)


def code_row(
    code: str,
    *,
    box: str,
    state: StickerState,
    now: str,
    item: int | None = None,
    spare: int | None = None,
) -> Any:
    """The row of a code that was just minted, for an ``item`` or as that ``spare``."""
    serial = None if item is None else 1
    return {
        "code": code,
        "box": box,
        "item": item,
        "serial": serial,
        "state": state.value,
        "made": now,
        "since": now,
        "spare": spare,
    }


def _fresh(connection: Connection, box: str, now: datetime, *, spare: int | None = None) -> str:
    code = next(minted(box, 1, taken=_Taken(connection)))
    row = code_row(code, box=box, state=StickerState.SPARE, now=stamp(now), spare=spare)
    connection.execute(insert(codes).values(row))
    return code


class _Taken:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __contains__(self, code: object) -> bool:
        wanted = select(codes.c.code).where(codes.c.code == code)
        return self._connection.execute(wanted).one_or_none() is not None


def _spare(connection: Connection, code: str, box: str) -> str:
    sticker = fetch(connection, code, box=box)
    if sticker.state is not StickerState.SPARE:
        raise CodesFault(
            Fault.NOT_SPARE, state=sticker.state, since=sticker.since, item=sticker.item
        )
    return code


def _last_serial(connection: Connection, box: str, item: int) -> int:
    wanted = select(sql.max(codes.c.serial)).where(codes.c.box == box, codes.c.item == item)
    return int(connection.execute(wanted).scalar_one())


def _set(connection: Connection, code: str, *, now: datetime, **values: Any) -> None:
    values = {
        name: str(v) if isinstance(v, StickerState | Why) else v for name, v in values.items()
    }
    connection.execute(update(codes).where(codes.c.code == code).values(since=stamp(now), **values))


def record(
    connection: Connection,
    box: str,
    revision: int,
    now: datetime,
    *stickers: Sticker,
    what: What = What.STATE,
) -> None:
    """Note in the box's history ``what`` befell these stickers, which are as it has left them."""
    rows = [
        {
            "box": box,
            "revision": revision,
            "place": place,
            "at": stamp(now),
            "code": sticker.code,
            "item": sticker.item,
            "serial": sticker.serial,
            "state": sticker.state.value,
            "reason": sticker.reason.value if sticker.reason else None,
            "what": what.value,
            "uid": sticker.uid if what is What.BOUND else None,
        }
        for place, sticker in enumerate(stickers, start=1)
    ]
    connection.execute(insert(change), rows)
