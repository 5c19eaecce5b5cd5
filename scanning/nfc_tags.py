"""One sticker under the reader: what it says, and writing it.

Everything here runs in the thread that owns the reader. Errors of the reader itself pass through;
errors of the sticker become values.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ketuk.scanning import ndef
from ketuk.scanning.scan import Flaw

if TYPE_CHECKING:
    from ketuk.scanning.nfc_link import AnyLink

log = logging.getLogger(__name__)
_RANDOM_UID = 0x08


class WriteOutcome(StrEnum):
    """How writing a sticker ended."""

    WRITTEN = "written"
    """It holds the text, as reading it back has shown; locked too if that was asked for."""
    ALREADY = "already"
    """It held that very text before."""
    LIFTED = "lifted"
    """It was taken away too early, and holds nothing now: hold it there and write again."""
    NOT_THERE = "not_there"
    """No sticker, or another one than asked for, lies on the reader."""
    SEVERAL = "several"
    """More than one card lies on the reader."""
    OTHER_KIND = "other_kind"
    UNPREPARED = "unprepared"
    """A sticker of the right family without the mark that it may hold messages; left as it is."""
    READ_ONLY = "read_only"
    """The sticker is locked."""
    TOO_SMALL = "too_small"
    NOT_STORED = "not_stored"
    """It said yes to everything and holds something else."""
    NOT_LOCKED = "not_locked"
    """It holds the text, but locking it did not work."""
    READER_GONE = "reader_gone"


@dataclass(frozen=True, slots=True)
class Written:
    """The end of one writing, and the sticker it was about (hex)."""

    outcome: WriteOutcome
    uid: str | None = None


@dataclass(frozen=True, slots=True)
class TagLook:
    """What a sticker says. ``lifted``: it left during the reading, and nothing is known."""

    texts: tuple[str, ...] = ()
    flaw: Flaw | None = None
    lifted: bool = False


def identity(target: Any) -> str:
    """Tells cards apart from one look to the next; phones that change their number are all one."""
    uid = bytes(target.sdd_res or b"")
    return "random" if _is_random(uid) else uid.hex() or "type 1"


def lasting_uid(target: Any) -> str | None:
    """The tag's own number in hex, None if it has none or makes one up at each look."""
    uid = bytes(target.sdd_res or b"")
    return None if not uid or _is_random(uid) else uid.hex()


def _is_random(uid: bytes) -> bool:
    return len(uid) == 4 and uid[0] == _RANDOM_UID


def is_sticker(target: Any) -> bool:
    """Whether it is a Type 2 tag with a seven-byte number, as every NTAG21x is."""
    return target.sel_res == b"\x00" and len(target.sdd_res or b"") == 7


def look(link: AnyLink, target: Any) -> TagLook:
    """Read a card that has just been sensed."""
    if not is_sticker(target):
        return TagLook(flaw=Flaw.OTHER_KIND)
    tag = _as_type_2(link, target)
    message = _message(tag)
    if message is None:
        # None may be an unreadable sticker, or one lifted half-way: only asking it tells.
        if not _is_there(tag):
            return TagLook(lifted=True)
        return TagLook(flaw=Flaw.BLANK if _is_prepared(tag) else Flaw.UNPREPARED)
    octets = bytes(message.octets)
    if not octets:
        return TagLook(flaw=Flaw.BLANK)
    reading = ndef.read(octets)
    if reading.texts:
        return TagLook(texts=reading.texts)
    return TagLook(flaw=Flaw.BROKEN if reading.broken else Flaw.NO_TEXT)


def write(link: AnyLink, target: Any, text: str, *, lock: bool) -> Written:
    """Write ``text`` as the only message of a sensed sticker and read it back from the sticker.

    A sticker that leaves in between holds an empty message: nfcpy sets the length to zero first
    and to its value last, so it never holds a mixture.
    """
    uid = lasting_uid(target)
    if not is_sticker(target):
        return Written(WriteOutcome.OTHER_KIND, uid)
    tag = _activated(link, target)
    if tag is None:
        return Written(WriteOutcome.LIFTED, uid)
    outcome = _stored(tag, ndef.text_message(text))
    if outcome in (WriteOutcome.WRITTEN, WriteOutcome.ALREADY) and lock:
        outcome = _locked(tag, outcome)
    return Written(outcome, uid)


def _stored(tag: Any, octets: bytes) -> WriteOutcome:
    message = _message(tag)
    if message is None:
        return WriteOutcome.UNPREPARED if _is_there(tag) else WriteOutcome.LIFTED
    if bytes(message.octets) == octets:
        return WriteOutcome.ALREADY
    if not message.is_writeable:
        return WriteOutcome.READ_ONLY
    if len(octets) > message.capacity:
        return WriteOutcome.TOO_SMALL
    if not _put(message, octets):
        # A refused page and a sticker that has gone end in the same exception.
        return WriteOutcome.READ_ONLY if _is_still_there(tag) else WriteOutcome.LIFTED
    again = _message_afresh(tag)
    if again is None:
        return WriteOutcome.NOT_STORED if _is_there(tag) else WriteOutcome.LIFTED
    return WriteOutcome.WRITTEN if bytes(again.octets) == octets else WriteOutcome.NOT_STORED


def _put(message: Any, octets: bytes) -> bool:
    import nfc.tag

    try:
        message.octets = octets
    except nfc.tag.TagCommandError as error:
        log.debug("writing: %s", error)
        return False
    return True


def _locked(tag: Any, outcome: WriteOutcome) -> WriteOutcome:
    """Set the lock bits for good. Only on the one family whose layout is known for certain."""
    from nfc.tag.tt2_nxp import NTAG21x

    if not isinstance(tag, NTAG21x):
        return WriteOutcome.NOT_LOCKED
    return outcome if tag.protect() is True else WriteOutcome.NOT_LOCKED


def _as_type_2(link: AnyLink, target: Any) -> Any:
    """nfcpy's tag for reading only. Asking for its make first would take half of the time."""
    from nfc.tag.tt2 import Type2Tag

    target.sel_req = target.sdd_res[:]  # if it must be called again, this one and no other
    return Type2Tag(link.frontend, target)


def _activated(link: AnyLink, target: Any) -> Any:
    """nfcpy's tag; it sends the sticker some questions to learn its make. None if it has left."""
    import nfc.clf
    import nfc.tag

    try:
        return nfc.tag.activate(link.frontend, target)
    except nfc.clf.CommunicationError as error:
        log.debug("activating: %r", error)
        return None


def _message(tag: Any) -> Any:
    """The sticker's message, None if there is none. Each call after a None reads it all again."""
    import nfc.tag

    try:
        return tag.ndef
    except nfc.tag.TagCommandError as error:
        log.debug("reading: %s", error)
        return None


def _message_afresh(tag: Any) -> Any:
    tag._ndef = None  # has_changed would compare with what it believes to have written
    return _message(tag)


def _is_prepared(tag: Any) -> bool:
    """Whether the sticker says that it may hold messages (NFC Forum Type 2, capability magic)."""
    import nfc.tag

    try:
        return bool(tag.read(3)[0] == 0xE1)
    except nfc.tag.TagCommandError:
        return True


def _is_there(tag: Any) -> bool:
    return tag.target is not None and bool(tag.is_present)


def _is_still_there(tag: Any) -> bool:
    """As above, after an error: a sticker that refused a command has to be called again first."""
    tag._target = tag.clf.sense(tag.target)
    return _is_there(tag)
