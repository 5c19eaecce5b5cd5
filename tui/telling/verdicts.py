"""Verdicts on codes, as sentences and as JSON."""

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, assert_never

from ketuk.codes.code import LENGTH, Slip, grouped
from ketuk.codes.moment import stamp
from ketuk.codes.sticker import What
from ketuk.codes.verdict import (
    Accepted,
    Answer,
    Copied,
    Foreign,
    Held,
    Malformed,
    Mistyped,
    OtherBox,
    Revoked,
    Spare,
    Unknown,
)
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.codes.sticker import Change
    from ketuk.rooms.lease import InUse


def verdict_sentence(words: Words, answer: Answer, *, name: str = "", ruling: str = "") -> str:
    """What was read, why it does not count and what to do; the name alone if it does.

    Args:
        name: the card's, if it is known.
        ruling: as it is cited, where the rule set in play has one on this.
    """
    sentence = _said(words, answer, name or words("questions.some_card"))
    key = f"codes.then_{_variant(answer)}"
    if not words.has(key):
        return sentence
    facts = {k: getattr(answer, k, None) for k in ("box", "replaced_by", "spare")}
    then = words(key, code=grouped(getattr(answer, "code", "")), **facts)
    return f"{sentence}{ruling and f' ({ruling})'}. {then}"


def _variant(answer: Answer) -> str:
    match answer:
        case Unknown(wait=wait) if wait:
            return "unknown_wait"
        case Revoked(replaced_by=None):
            return "revoked_spare"
        case Revoked(spare=spare) if spare is not None:
            return "revoked_by_spare"
        case _:
            return answer.kind


def _said(words: Words, answer: Answer, name: str) -> str:
    """What a card turned out to be; what to do is added to a text that has no full stop."""
    match answer:
        case Accepted(serial=serial):
            return words("codes.accepted", name=name, serial=serial)
        case Malformed(length=0):
            return words("codes.empty")
        case Malformed(length=length, at=None, place=place) if place is not None:
            return words("codes.sign_lost" if length < LENGTH else "codes.sign_extra", at=place)
        case Malformed(length=length, at=None):
            return words("codes.length", length=length)
        case Malformed(at=at, read=read):
            return words("codes.sign", at=at, read=read)
        case Mistyped(suggestion=Slip(at=at, read=read, maybe=maybe)) if len(read) > 1:
            return words("codes.mistyped_swap", at=at, next=at + 1, read=read, maybe=maybe)
        case Mistyped(suggestion=Slip(at=at, read=read, maybe=maybe)):
            return words("codes.mistyped_maybe", at=at, read=read, maybe=maybe)
        case Mistyped():
            return words("codes.mistyped")
        case OtherBox():
            return words("codes.other_box")
        case Unknown(wait=0):
            return words("codes.unknown")
        case Unknown(wait=wait):
            return words("codes.unknown_wait", wait=wait)
        case Revoked():
            return _revoked(words, answer, name)
        case Spare():
            return words("codes.spare")
        case Copied():
            return words("codes.copied", name=name)
        case Foreign():
            return words("codes.foreign")
        case Held(wait=wait):
            return words("codes.held", wait=wait)
        case _:
            assert_never(answer)


def record(answer: Answer, *, name: str | None = None) -> dict[str, Any]:
    """A verdict as JSON for programs: the same keys for every verdict, null if none applies."""
    box, code, item = (getattr(answer, key, None) for key in ("box", "code", "item"))
    slip = answer.suggestion if isinstance(answer, Mistyped) else None
    facts: dict[str, Any] = {
        "verdict": answer.kind,
        "code": code,
        "box": box,
        "item": item,
        "name": name if item is not None else None,
        "suggestion": {"at": slip.at, "read": slip.read, "maybe": slip.maybe} if slip else None,
        "since": stamp(answer.since) if isinstance(answer, Revoked) else None,
    }
    match answer:
        case Accepted(serial=serial):
            return {**facts, "serial": serial}
        case Revoked(state=state, serial=serial, replaced_by=replaced_by):
            return {**facts, "state": state, "serial": serial, "replaced_by": replaced_by}
        case Malformed(length=length, at=at, read=read, place=place):
            return {**facts, "length": length, "at": at, "read": read, "place": place}
        case Unknown(wait=wait) | Held(wait=wait):
            return {**facts, "wait": wait}
        case Foreign(text=text):
            return {**facts, "text": text}
        case _:
            return facts


def in_use(words: Words, present: "InUse") -> str:
    """Who has the box, until when at most, and what to do about it (ruling 4.6.9)."""
    facts = {"box": present.box, "game": present.game, "machine": present.machine}
    return words("screens.box_in_use", until=when(present.until), **facts)


def befell(words: Words, change: "Change") -> str:
    """What befell a sticker, in a few words: its new state and why, or printed, or on a tag."""
    match change.what:
        case What.PRINTED:
            return words("codes.what_printed")
        case What.BOUND if change.uid is None:
            return words("codes.what_unbound")
        case What.BOUND:
            return words("codes.what_bound", uid=change.uid)
        case What.STATE:
            state, why = words(f"codes.state_{change.state}"), change.reason
            if why is None or why.value == change.state.value:
                return state
            return f"{state} ({words(f'codes.why_{why}')})"
        case _:
            assert_never(change.what)


def when(time: object) -> str:
    """A time in the table's own zone, to the minute."""
    if not isinstance(time, datetime):
        return ""
    with suppress(OverflowError, OSError):  # years that no zone of this machine knows
        time = time.astimezone()
    return f"{time:%Y-%m-%d %H:%M}"


def _revoked(words: Words, answer: Revoked, name: str) -> str:
    since = when(answer.since)
    state = words(f"codes.state_{answer.state}")
    if answer.item is None or answer.replaced_by is None:
        return words("codes.revoked_spare", since=since, state=state)
    return words("codes.revoked", name=name, since=since, state=state)
