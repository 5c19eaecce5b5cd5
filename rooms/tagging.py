"""Writing the stickers of a box, one after the other: a reader that writes, and the registry.

The registry is the memory: a sticker whose tag's number is bound to its code has been written, and
what is being written is noted there before the reader begins; so the work can be stopped at any
time, by a crash too, and goes on where it was. What a tag gets is asked of the registry at the last
moment. No code is minted here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import chain
from typing import Protocol

from ketuk.codes.code import box_of
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.judging import plain_uid
from ketuk.codes.payload import find_code, payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Sticker
from ketuk.codes.verdict import StickerState
from ketuk.scanning.nfc_tags import WriteOutcome, Written
from ketuk.scanning.scan import Flaw, Scan


class Writer(Protocol):
    """A reader that can write the sticker lying on it."""

    def write(self, text: str, *, uid: str | None = None, lock: bool = False) -> Written:
        """Write ``text`` on the sticker ``uid`` and read it back."""
        ...


class Unfit(StrEnum):
    """Why a sticker was not written."""

    NO_STICKER = "no_sticker"
    """A bank card, a phone, or no card with a number of its own."""
    OTHER_BOX = "other_box"
    OTHER_CARD = "other_card"
    """It is the sticker of another card of this box, and in use."""
    TORN_ELSEWHERE = "torn_elsewhere"
    """Another sticker was lifted half-written and may hold the code: finish that one first."""
    SPARE = "spare"
    """It is a spare sticker of this box; written over only when told to."""
    REISSUED = "reissued"
    """The card got a new code while the old one was written: lay it down again."""
    WRITTEN_ELSEWHERE = "written_elsewhere"
    """Somebody else has written the last ones meanwhile."""
    NOT_OURS = "not_ours"
    """It holds something else already; written over only when told to."""


@dataclass(frozen=True, slots=True)
class TagOrder:
    """The code of ``sticker`` belongs on the tag ``uid`` that lies there."""

    sticker: Sticker
    uid: str
    lock: bool

    @property
    def text(self) -> str:
        """What is to be written."""
        return payload(self.sticker.code)


@dataclass(frozen=True, slots=True)
class TagWritten:
    """The sticker holds the code, as reading it back has shown, and is bound to it."""

    sticker: Sticker
    uid: str


@dataclass(frozen=True, slots=True)
class NotWritten:
    """Not written; the same card is still next. ``uid`` is the sticker to hold there."""

    sticker: Sticker
    uid: str
    outcome: WriteOutcome


@dataclass(frozen=True, slots=True)
class LeftAsItWas:
    """Left as it was; ``other`` is the card, box or number of a spare that it is, if known."""

    sticker: Sticker
    why: Unfit
    other: str | int | None = None


Step = TagWritten | NotWritten | LeftAsItWas


class Tagging:
    """The work on one box: what is next, and what became of the sticker that was laid down."""

    def __init__(
        self,
        registry: Registry,
        *,
        chosen: Iterable[Sticker] | None = None,
        lock: bool = False,
        overwrite: bool = False,
        again: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Begin, or go on, with the ``chosen`` stickers (None: all active ones).

        ``lock`` locks each for good, and may be changed on the way; ``overwrite`` takes tags that
        hold something else; ``again`` also writes the cards that are written already.
        """
        self._registry, self.lock, self._overwrite = registry, lock, overwrite
        self._clock = clock
        stickers = registry.stickers() if chosen is None else tuple(chosen)
        self._waiting = [sticker for sticker in stickers if sticker.uid is None or again]
        self.written = len(stickers) - len(self._waiting)
        """How many hold their codes already."""
        self.count = len(stickers)

    @property
    def next(self) -> Sticker | None:
        """The card whose sticker is to be laid down now; None when all are written."""
        return self._waiting[0] if self._waiting else None

    def skip(self) -> None:
        """This card later: it comes last, and the one after it is next.

        Raises:
            IndexError: nothing is left to write.
        """
        self._waiting.append(self._waiting.pop(0))

    def laid(self, scan: Scan, writer: Writer) -> Step:
        """A sticker has been laid down: write it for the next card, or say why not.

        Raises:
            IndexError: nothing is left to write.
            CodesFault: the registry cannot be written.
        """
        asked = self.wanted(scan)
        if isinstance(asked, LeftAsItWas):
            return asked
        return self.ended(asked, writer.write(asked.text, uid=asked.uid, lock=asked.lock))

    def wanted(self, scan: Scan, *, overwrite: bool = False) -> TagOrder | LeftAsItWas:
        """What to write on the sticker that was laid down, for whoever writes it elsewhere.

        ``overwrite`` takes this one whatever else it holds. :meth:`ended` is to be told the end.

        Raises:
            IndexError: nothing is left to write.
        """
        planned, sticker = self._waiting[0], self._due()
        if sticker is None:
            return LeftAsItWas(planned, Unfit.WRITTEN_ELSEWHERE)
        uid, torn = plain_uid(scan.uid or ""), self._registry.carriers.being_written()
        if scan.uid is None or uid is None or scan.flaw is Flaw.OTHER_KIND:
            return LeftAsItWas(sticker, Unfit.NO_STICKER)
        if torn.get(sticker.code, uid) != uid:
            return LeftAsItWas(sticker, Unfit.TORN_ELSEWHERE)
        may_overwrite = overwrite or self._overwrite or uid in torn.values()
        if refused := self._taken(sticker, scan, uid, overwrite=may_overwrite):
            return refused
        if self._registry.carriers.begin_writing(sticker.code, uid, now=self._clock()) != uid:
            return LeftAsItWas(sticker, Unfit.TORN_ELSEWHERE)
        return TagOrder(sticker, scan.uid, self.lock)

    def ended(self, order: TagOrder, written: Written) -> Step:
        """How the writing of an order ended.

        Raises:
            CodesFault: the registry cannot be written.
        """
        match written.outcome:
            case WriteOutcome.WRITTEN | WriteOutcome.ALREADY:
                return self._bound(order)
            case WriteOutcome.LIFTED | WriteOutcome.READER_GONE | WriteOutcome.NOT_LOCKED:
                pass  # It may hold the code: no second sticker may get it.
            case _:
                self._registry.carriers.end_writing(order.sticker.code)
        return NotWritten(order.sticker, order.uid, written.outcome)

    def _bound(self, order: TagOrder) -> TagWritten | LeftAsItWas:
        """Bind what was written, unless the card got a new code in those seconds."""
        try:
            bound = self._registry.carriers.bind(order.sticker.code, order.uid, now=self._clock())
        except CodesFault as error:
            if error.fault is not Fault.NOT_ACTIVE:
                raise
            self._registry.carriers.end_writing(order.sticker.code)
            return LeftAsItWas(self._due() or order.sticker, Unfit.REISSUED)
        self._waiting = [s for s in self._waiting if s.code != order.sticker.code]
        self.written += 1
        return TagWritten(bound, order.uid)

    def _due(self) -> Sticker | None:
        """What is next by the registry of this moment.

        A sticker that was replaced gives its place to the one that counts now; one that somebody
        else has written meanwhile, or a spare out of use, is done.
        """
        while self._waiting:
            planned = self._waiting[0]
            now = self._registry.find(planned.code)
            if now.state is not StickerState.ACTIVE and now.item is not None:
                now = self._registry.active(now.item)
            written = now.uid is not None and now.uid != planned.uid
            if now.state in (StickerState.ACTIVE, StickerState.SPARE) and not written:
                self._waiting[0] = now
                return now
            self._waiting.pop(0)
            self.written += 1
        return None

    def _taken(
        self, sticker: Sticker, scan: Scan, uid: str, *, overwrite: bool
    ) -> LeftAsItWas | None:
        """Whether what lies there is somebody's already."""
        code = find_code(scan.text)
        owner = self._owner(code, uid)
        mine = owner is not None and owner.code == sticker.code
        if owner is not None and not mine and owner.item is not None:
            return LeftAsItWas(sticker, Unfit.OTHER_CARD, owner.item)
        if overwrite or mine:
            return None
        if owner is not None:
            return LeftAsItWas(sticker, Unfit.SPARE, str(owner.spare or ""))
        if code is not None and box_of(code) != self._registry.box.id:
            return LeftAsItWas(sticker, Unfit.OTHER_BOX, box_of(code))
        if code is None and scan.flaw is None and scan.text:
            return LeftAsItWas(sticker, Unfit.NOT_OURS)
        return None

    def _owner(self, code: str | None, uid: str) -> Sticker | None:
        """The sticker of this box, active or spare, that this tag is, by its code or its number."""
        kept = (
            *self._registry.stickers(StickerState.ACTIVE),
            *self._registry.stickers(StickerState.SPARE),
        )
        held = (mine for mine in kept if mine.code == code)
        bound = (mine for mine in kept if mine.uid is not None and mine.uid == uid)
        return next(chain(held, bound), None)
