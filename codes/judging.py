"""The verdict on a reading, in a fixed order: form, check symbols, box, code's state, tag's UID.

What the game makes of an accepted card is not asked here. Reading only: what a scan leaves behind
is written by :mod:`ketuk.codes.scanlog`.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, select

from ketuk.codes.code import Misfit, Slip, box_of, corrected, holds, mended, slips, typed
from ketuk.codes.fault import CodesFault
from ketuk.codes.moment import moment
from ketuk.codes.payload import find_code
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import wrong_tries
from ketuk.codes.sticker import known
from ketuk.codes.throttle import Tries, waiting
from ketuk.codes.verdict import (
    Accepted,
    Answer,
    Copied,
    Copies,
    Foreign,
    Held,
    Malformed,
    Mistyped,
    OtherBox,
    Revoked,
    Spare,
    StickerState,
    Unknown,
)

T = TypeVar("T")

TYPED, NFC, SEEN = "typed", "nfc", "seen"
"""Ways in. A camera, a film, a picture, and whatever else a source is called, is seen."""
_SEPARATORS = re.compile(r"[\s:.-]")
_UID = re.compile(r"([0-9A-F]{2}){1,10}")
SHOWN = 200
"""Characters of a foreign text that are kept."""


# Made once: building a statement costs as much as running it.
_BY_CODE = select(codes).where(
    codes.c.code == bindparam("code"),
    codes.c.box == bindparam("box"),
)
_BY_WAY_IN = select(wrong_tries).where(
    wrong_tries.c.box == bindparam("box"),
    wrong_tries.c.source == bindparam("source"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader handed over. ``source`` is ``typed`` (or ``typed:...``), or names a reader.

    ``uid`` is the tag's, in hex, or None if no tag was read.
    """

    text: str
    source: str
    uid: str | None
    now: datetime

    @property
    def by_hand(self) -> bool:
        """Whether people typed it, so that it can be malformed or mistyped."""
        return self.way_in == TYPED

    @property
    def way_in(self) -> str:
        """Typed, by NFC, or seen: guesses are counted by it, since sources have any names."""
        kind = self.source.partition(":")[0]
        return kind if kind in (TYPED, NFC) else SEEN


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer and what it should leave behind."""

    answer: Answer
    guesses: int = 0
    """As how many wrong tries by its way in it counts: one for each code that was looked up."""
    uid: str | None = None
    """A UID to bind to the accepted code, which had none."""
    seen: datetime | None = None
    """When the accepted code was last seen."""
    waved_through: bool = False
    """A copy that the box accepts."""


def escaped(text: str) -> str:
    """``text`` in printable ASCII, cut to :data:`SHOWN` characters."""
    return text[:SHOWN].encode("unicode_escape").decode("ascii")[:SHOWN]


def plain_uid(uid: str) -> str | None:
    """A UID in upper-case hex without separators; None for what no tag has.

    Tags have whole bytes, ten at most; an exported box holds no others.
    """
    plain = _SEPARATORS.sub("", uid).upper()
    return plain if _UID.fullmatch(plain) else None


def lasting(uid: str) -> bool:
    """Whether a UID stays: four bytes that begin with 08 are drawn anew by a phone each time."""
    return not (len(uid) == 8 and uid.startswith("08"))


def code_in(reading: Reading) -> str | Misfit | Foreign:
    """The twelve signs in a reading; the check of typed ones may still fail."""
    if reading.by_hand:
        return typed(reading.text)
    return find_code(reading.text) or Foreign(text=escaped(reading.text))


def homes(reading: Reading) -> tuple[str, ...]:
    """The boxes that a reading belongs to, or would with one slip set right."""
    code = code_in(reading)
    if isinstance(code, Foreign):
        return ()
    if isinstance(code, Misfit):
        return tuple(dict.fromkeys(map(box_of, mended(code.signs))))
    if holds(code):
        return (box_of(code),)
    meant = (corrected(code, wrong) for wrong in slips(code))
    return tuple(dict.fromkeys(map(box_of, (*meant, code))))


def judge_without_box(reading: Reading) -> Malformed | Foreign | Mistyped | OtherBox:
    """The verdict if no registry is at hand: a sound code is of another box."""
    code = code_in(reading)
    if isinstance(code, Misfit):
        return _malformed(code)
    if isinstance(code, Foreign):
        return code
    if not holds(code):
        return Mistyped(code=code, suggestion=None)
    return OtherBox(box=box_of(code), code=code)


def judge(connection: Connection, reading: Reading, *, box: str, copies: Copies) -> Judged:
    """The verdict on ``reading`` at a table that plays with ``box``."""
    code = code_in(reading)
    if isinstance(code, Foreign):
        return Judged(code)
    if isinstance(code, Misfit) and not (meant := _at_home(mended(code.signs), box)):
        return Judged(_malformed(code))
    if isinstance(code, str) and holds(code) and box_of(code) != box:
        return Judged(OtherBox(box=box_of(code), code=code))
    if wait := waiting(tries_of(connection, box, reading.way_in), reading.now):
        return Judged(Held(wait=wait))
    if isinstance(code, Misfit):
        place, guesses = _only_active(connection, meant, box)
        return Judged(_malformed(code, place), guesses)
    if not holds(code):
        slip, guesses = _only_active(connection, _corrections(code, box), box)
        return Judged(Mistyped(code=code, suggestion=slip), guesses)
    row = _row(connection, code, box)
    if row is None:
        return Judged(Unknown(box=box, code=code, wait=0), guesses=1)
    return _by_state(connection, row, reading, copies)


def _malformed(misfit: Misfit, place: int | None = None) -> Malformed:
    return Malformed(length=misfit.length, at=misfit.at, read=misfit.read, place=place)


def _at_home(meant: dict[str, T], box: str) -> dict[str, T]:
    return {code: how for code, how in meant.items() if box_of(code) == box}


def _corrections(code: str, box: str) -> dict[str, Slip]:
    return _at_home({corrected(code, wrong): wrong for wrong in slips(code)}, box)


def _only_active(connection: Connection, meant: Mapping[str, T], box: str) -> tuple[T | None, int]:
    """How the one active code among ``meant`` was reached; and as how many guesses that counts.

    A correction that is no active code is as good as a guess, so each one counts.
    """
    rows = [_row(connection, code, box) for code in meant]
    active = [row.code for row in rows if row is not None and row.state == StickerState.ACTIVE]
    if len(active) != 1:
        return None, len(meant)
    return meant[active[0]], 0


def _by_state(connection: Connection, row: Any, reading: Reading, copies: Copies) -> Judged:
    match known(StickerState, row.state):
        case StickerState.ACTIVE:
            return _by_uid(row, reading, copies)
        case StickerState.SPARE:
            return Judged(Spare(box=row.box, code=row.code))
        case (
            StickerState.REPLACED
            | StickerState.LOST
            | StickerState.BLOCKED
            | StickerState.VOID as state
        ):
            now = _active_now(connection, row)
            return Judged(
                Revoked(
                    box=row.box,
                    code=row.code,
                    item=row.item,
                    serial=row.serial,
                    state=state,
                    since=moment(row.since),
                    replaced_by=now.serial if now else None,
                    spare=now.spare if now else None,
                )
            )


def _by_uid(row: Any, reading: Reading, copies: Copies) -> Judged:
    uid = plain_uid(reading.uid) if reading.uid else None
    elsewhere = uid is not None and row.uid is not None and uid != row.uid
    if elsewhere and copies is not Copies.ACCEPT:
        return Judged(Copied(row.box, row.code, row.item, row.serial, str(uid), copies))
    return Judged(
        Accepted(box=row.box, code=row.code, item=row.item, serial=row.serial),
        uid=uid if uid and row.uid is None and lasting(uid) else None,
        seen=moment(row.seen) if row.seen else None,
        waved_through=elsewhere,
    )


def _row(connection: Connection, code: str, box: str) -> Any:
    return connection.execute(_BY_CODE, {"code": code, "box": box}).one_or_none()


def _active_now(connection: Connection, row: Any) -> Any:
    """The row of the sticker that counts now on the card of ``row``; None for a spare."""
    if row.item is None:
        return None
    active = codes.c.state == StickerState.ACTIVE.value
    wanted = select(codes).where(codes.c.box == row.box, codes.c.item == row.item, active)
    return connection.execute(wanted).one_or_none()


def tries_of(connection: Connection, box: str, way_in: str) -> Tries:
    """The wrong tries by a way in so far; none if damage left nothing to read of them."""
    with suppress(CodesFault):
        row = connection.execute(_BY_WAY_IN, {"box": box, "source": way_in}).one_or_none()
        if row is not None:
            return Tries(
                recent=tuple(moment(text) for text in row.recent.split()),
                hold=row.hold,
                until=moment(row.until) if row.until else None,
            )
    return Tries()
