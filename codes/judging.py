"""The verdict on a reading, in a fixed order: form, check symbols, box, code's state, tag's UID.

What the game makes of an accepted card is not asked here. Reading only: what a scan leaves behind
is written by :mod:`ketuk.codes.scanlog`.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select

from ketuk.codes.code import Misfit, box_of, corrected, holds, slip, typed
from ketuk.codes.moment import moment
from ketuk.codes.payload import found
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
    State,
    Unknown,
)

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

    ``uid`` is the tag's, in hex, or None where no tag was read.
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
    guess: bool = False
    """Whether it counts as a wrong try by its way in."""
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


def code_in(reading: Reading) -> str | Malformed | Foreign:
    """The twelve signs in a reading; the check of typed ones may still fail."""
    if reading.by_hand:
        code = typed(reading.text)
        if isinstance(code, Misfit):
            return Malformed(length=code.length, at=code.at, read=code.read)
        return code
    return found(reading.text) or Foreign(text=escaped(reading.text))


def home(reading: Reading) -> str | None:
    """The box that a reading belongs to, or would with one sign corrected; None: to no box."""
    code = code_in(reading)
    if not isinstance(code, str):
        return None
    wrong = slip(code)
    return box_of(corrected(code, wrong) if wrong else code)


def judge_without_box(reading: Reading) -> Malformed | Foreign | Mistyped | OtherBox:
    """The verdict where no registry is at hand: a sound code is of another box."""
    code = code_in(reading)
    if not isinstance(code, str):
        return code
    if not holds(code):
        return Mistyped(code=code, suggestion=None)
    return OtherBox(box=box_of(code), code=code)


def judge(connection: Connection, reading: Reading, *, box: str, copies: Copies) -> Judged:
    """The verdict on ``reading`` at a table that plays with ``box``."""
    code = code_in(reading)
    if not isinstance(code, str):
        return Judged(code)
    if holds(code) and box_of(code) != box:
        return Judged(OtherBox(box=box_of(code), code=code))
    if wait := waiting(tries_of(connection, box, reading.way_in), reading.now):
        return Judged(Held(wait=wait))
    if not holds(code):
        return _mistyped(connection, code, box)
    row = _row(connection, code, box)
    if row is None:
        return Judged(Unknown(box=box, code=code, wait=0), guess=True)
    return _by_state(connection, row, reading, copies)


def _mistyped(connection: Connection, code: str, box: str) -> Judged:
    """A correction that is no active code is as good as a guess, so it counts as one."""
    wrong = slip(code)
    if wrong is None or box_of(corrected(code, wrong)) != box:
        return Judged(Mistyped(code=code, suggestion=None))
    row = _row(connection, corrected(code, wrong), box)
    if row is None or row.state != State.ACTIVE:
        return Judged(Mistyped(code=code, suggestion=None), guess=True)
    return Judged(Mistyped(code=code, suggestion=wrong))


def _by_state(connection: Connection, row: Any, reading: Reading, copies: Copies) -> Judged:
    match known(State, row.state):
        case State.ACTIVE:
            return _by_uid(row, reading, copies)
        case State.SPARE:
            return Judged(Spare(box=row.box, code=row.code))
        case State.REPLACED | State.LOST | State.BLOCKED | State.VOID as state:
            return Judged(
                Revoked(
                    box=row.box,
                    code=row.code,
                    item=row.item,
                    serial=row.serial,
                    state=state,
                    since=moment(row.since),
                    replaced_by=_serial_now(connection, row),
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


def _serial_now(connection: Connection, row: Any) -> int | None:
    if row.item is None:
        return None
    active = codes.c.state == State.ACTIVE.value
    wanted = select(codes.c.serial).where(codes.c.box == row.box, codes.c.item == row.item, active)
    return connection.execute(wanted).scalar_one_or_none()


def tries_of(connection: Connection, box: str, way_in: str) -> Tries:
    """The wrong tries by a way in so far."""
    row = connection.execute(_BY_WAY_IN, {"box": box, "source": way_in}).one_or_none()
    if row is None:
        return Tries()
    return Tries(
        recent=tuple(moment(text) for text in row.recent.split()),
        hold=row.hold,
        until=moment(row.until) if row.until else None,
    )
