"""What a scan leaves in the registry: failures with source and reason, tries, times, UIDs."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select, update

from ketuk.codes.carriers import bind_unbound
from ketuk.codes.judging import Judged, Reading, escaped, plain_uid, tries_of
from ketuk.codes.moment import moment, stamp
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import scan, wrong_tries
from ketuk.codes.sticker import FailedScan
from ketuk.codes.throttle import Tries, after_wrong, waiting
from ketuk.codes.verdict import (
    Accepted,
    Answer,
    Copied,
    Held,
    Malformed,
    Mistyped,
    Revoked,
    Unknown,
)

SEEN_ANEW = timedelta(minutes=1)
"""A card seen again within this time writes nothing, so a tap costs a look-up only."""
TAKEN, TURNED_AWAY = "taken", "turned away"
"""Details of a copied sticker that people were asked about: it counted this once, or not."""
UNCOUNTED = "not counted"
"""Detail of a card that would have counted, read while something else was open."""
KEPT = 10_000
"""Failed scans that are kept; at each thousandth more, the oldest go."""


def leaves_mark(judged: Judged, reading: Reading) -> bool:
    """Whether anything is to be written for this scan."""
    match judged.answer:
        case Held():
            return False
        case Accepted():
            stale = judged.seen is None or abs(reading.now - judged.seen) >= SEEN_ANEW
            return stale or judged.uid is not None or judged.waved_through
        case _:
            return True


def note(connection: Connection, judged: Judged, reading: Reading, *, box: str) -> Answer:
    """Write what ``judged`` leaves behind; the answer, with the wait that a guess has earned."""
    answer = judged.answer
    if isinstance(answer, Held):
        return answer
    if isinstance(answer, Accepted):
        _note_accepted(connection, answer, judged, reading, box)
        return answer
    _note_failed(connection, answer.kind, _detail(answer), reading, box)
    if not judged.guesses:
        return answer
    tries = tries_of(connection, box, reading.way_in)
    for _ in range(judged.guesses):
        tries = after_wrong(tries, reading.now)
    _keep_tries(connection, tries, box, reading.way_in)
    wait = waiting(tries, reading.now)
    return replace(answer, wait=wait) if isinstance(answer, Unknown) else answer


def note_answer(
    connection: Connection, copied: Copied, *, taken: bool, source: str, now: datetime, box: str
) -> None:
    """Write what people said of a sticker that may be a copy; one they took has been seen."""
    reading = Reading(text=copied.code, source=source, uid=copied.uid, now=now)
    _note_failed(connection, copied.kind, TAKEN if taken else TURNED_AWAY, reading, box)
    if taken:
        mine = codes.c.code == copied.code
        connection.execute(update(codes).where(mine).values(seen=stamp(now)))


def note_uncounted(connection: Connection, card: Accepted, reading: Reading, *, box: str) -> None:
    """Write that an active card was read while something was open that had to be settled first."""
    _note_failed(connection, card.kind, UNCOUNTED, reading, box)


def failed_scans(connection: Connection, *, box: str, last: int) -> tuple[FailedScan, ...]:
    """The latest failures, newest first."""
    newest = select(scan).where(scan.c.box == box).order_by(scan.c.id.desc()).limit(last)
    return tuple(
        FailedScan(moment(row.at), row.source, row.verdict, row.text, row.uid, row.detail)
        for row in connection.execute(newest)
    )


def _note_accepted(
    connection: Connection, answer: Accepted, judged: Judged, reading: Reading, box: str
) -> None:
    connection.execute(
        update(codes).where(codes.c.code == answer.code).values(seen=stamp(reading.now))
    )
    if judged.waved_through:
        _note_failed(connection, "copied", "accepted", reading, box)
    if judged.uid is not None:
        bind_unbound(connection, answer.code, judged.uid, box=box, now=reading.now)


def _note_failed(
    connection: Connection, verdict: str, detail: str | None, reading: Reading, box: str
) -> None:
    row = {
        "box": box,
        "at": stamp(reading.now),
        "source": escaped(reading.source),
        "verdict": verdict,
        "text": escaped(reading.text),
        "uid": plain_uid(reading.uid) if reading.uid else None,
        "detail": detail,
    }
    added = connection.execute(insert(scan).values(row)).inserted_primary_key
    if added and added[0] % 1_000 == 0:
        connection.execute(delete(scan).where(scan.c.id <= added[0] - KEPT))


def _detail(answer: Answer) -> str | None:
    match answer:
        case Malformed(length=length, at=None):
            return f"length {length}"
        case Malformed(at=at, read=read):
            return escaped(f"sign {at}: {read}")
        case Mistyped(suggestion=None):
            return "check"
        case Mistyped(suggestion=wrong) if wrong:
            return f"check, sign {wrong.at}"
        case Revoked(state=state):
            return state.value
        case _:
            return None


def _keep_tries(connection: Connection, tries: Tries, box: str, way_in: str) -> None:
    values = {
        "recent": " ".join(stamp(time) for time in tries.recent),
        "hold": tries.hold,
        "until": stamp(tries.until) if tries.until else None,
    }
    t = wrong_tries
    mine = (t.c.box == box) & (t.c.source == way_in)
    if not connection.execute(update(t).where(mine).values(values)).rowcount:
        connection.execute(insert(t).values(box=box, source=way_in, **values))
