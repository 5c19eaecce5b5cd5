"""Values that the registry hands out: stickers, items, what a box is, and its history."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import moment
from ketuk.codes.verdict import Copies, StickerState

E = TypeVar("E", bound=StrEnum)
HIDDEN = ("Cc", "Cf", "Cs")
"""Unicode categories of signs that a name does without: nobody sees them."""


class Why(StrEnum):
    """Why a sticker is taken out of use."""

    LOST = "lost"
    DAMAGED = "damaged"
    COPIED = "copied"
    """Somebody may have a picture or a copy of it."""
    MISPRINT = "misprint"


class What(StrEnum):
    """What a line of a box's history tells of a sticker."""

    STATE = "state"
    """It came into this state."""
    PRINTED = "printed"
    """It was printed; its state stayed."""
    BOUND = "bound"
    """Its code was bound to a tag (``uid``), or is on none any more (no ``uid``)."""


BECOMES = {
    Why.LOST: StickerState.LOST,
    Why.DAMAGED: StickerState.REPLACED,
    Why.COPIED: StickerState.BLOCKED,
    Why.MISPRINT: StickerState.VOID,
}
"""The state that a sticker taken out of use for that reason has ever after."""


@dataclass(frozen=True, slots=True)
class BoxItem:
    """One card of the box that carries a sticker: its number and its kind in the rule set."""

    number: int
    kind: str


@dataclass(frozen=True, slots=True)
class Box:
    """What a registry knows about its box; ``revision`` counts changes, not scans."""

    id: str
    name: str
    ruleset: str
    revision: int
    made: datetime
    copies: Copies


@dataclass(frozen=True, slots=True)
class Sticker:
    """One code and the sticker that carries it; ``serial`` counts an item's stickers from 1.

    ``item`` and ``serial`` are None while it is (or was) a spare; ``since`` is the time of its
    state, ``seen`` of its last accepted scan (to the minute), ``printed`` of its last printing;
    ``uid`` is the tag's, in hex. ``spare`` counts the spares of a box from 1 and stays when one
    becomes a card's; None: it was made for its card.
    """

    code: str
    item: int | None
    serial: int | None
    state: StickerState
    made: datetime
    since: datetime
    reason: Why | None
    replaced_by: str | None
    uid: str | None
    seen: datetime | None
    printed: datetime | None
    spare: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """One line of an item's history: ``what`` befell its sticker ``serial``.

    ``serial`` is None for what befell a spare before it became the item's; ``state`` and ``reason``
    are those of then; ``uid`` is the tag's, where it was bound to one.
    """

    at: datetime
    code: str
    serial: int | None
    state: StickerState
    reason: Why | None
    what: What = What.STATE
    uid: str | None = None


@dataclass(frozen=True, slots=True)
class Reissued:
    """A reissue that is on disk: ``old`` is out of use, ``new`` is the item's sticker now."""

    old: Sticker
    new: Sticker


@dataclass(frozen=True, slots=True)
class FailedScan:
    """A scan that was not accepted; ``text`` is escaped and cut."""

    at: datetime
    source: str
    verdict: str
    text: str
    uid: str | None
    detail: str | None


def known(kind: type[E], text: str) -> E:
    """One of a closed list, as a registry has it.

    Raises:
        CodesFault: DAMAGED, the list has no such word.
    """
    try:
        return kind(text)
    except ValueError as error:
        raise CodesFault(Fault.DAMAGED, detail=str(error)) from None


def box_of(row: Any) -> Box:
    """From a row of the table ``box``."""
    made, copies = moment(row.made), known(Copies, row.copies)
    return Box(row.id, row.name, row.ruleset, row.revision, made, copies)


def sticker_of(row: Any) -> Sticker:
    """From a row of the table ``code``."""
    return Sticker(
        code=row.code,
        item=row.item,
        serial=row.serial,
        state=known(StickerState, row.state),
        made=moment(row.made),
        since=moment(row.since),
        reason=known(Why, row.reason) if row.reason else None,
        replaced_by=row.replaced_by,
        uid=row.uid,
        seen=moment(row.seen) if row.seen else None,
        printed=moment(row.printed) if row.printed else None,
        spare=row.spare,
    )


def plain_name(name: str) -> str:
    """A name as it can be shown and printed: no controls, no broken signs, single spaces."""
    seen = (" " if sign.isspace() else sign for sign in name)
    return " ".join("".join(s for s in seen if unicodedata.category(s) not in HIDDEN).split())
