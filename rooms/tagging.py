"""Writing the stickers of a box, one after the other: a reader that writes, and the registry.

The registry is the memory: a sticker whose tag's number is bound to its code has been written, so
the work can be stopped at any time and goes on where it was. No code is minted here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Protocol

from ketuk.codes.code import box_of
from ketuk.codes.judging import plain_uid
from ketuk.codes.payload import found, payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Sticker
from ketuk.codes.verdict import State
from ketuk.scanning.nfc_tags import Outcome, Written
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
    NOT_OURS = "not_ours"
    """It holds something else already; written over only when told to."""


@dataclass(frozen=True, slots=True)
class Order:
    """The code of ``sticker`` belongs on the tag ``uid`` that lies there."""

    sticker: Sticker
    uid: str
    lock: bool

    @property
    def text(self) -> str:
        """What is to be written."""
        return payload(self.sticker.code)


@dataclass(frozen=True, slots=True)
class Done:
    """The sticker holds the code, as reading it back has shown, and is bound to it."""

    sticker: Sticker
    uid: str


@dataclass(frozen=True, slots=True)
class Again:
    """Not written; the same card is still next. ``uid`` is the sticker to hold there."""

    sticker: Sticker
    uid: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Refused:
    """Left as it was; ``other`` is the card or box that it belongs to, where that is known."""

    sticker: Sticker
    why: Unfit
    other: str | int | None = None


Step = Done | Again | Refused


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
        self._torn: dict[str, str] = {}
        """Tags that were lifted half-written, by the code that they may hold."""

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
        if isinstance(asked, Refused):
            return asked
        return self.ended(asked, writer.write(asked.text, uid=asked.uid, lock=asked.lock))

    def wanted(self, scan: Scan, *, overwrite: bool = False) -> Order | Refused:
        """What to write on the sticker that was laid down, for whoever writes it elsewhere.

        ``overwrite`` takes this one whatever else it holds. :meth:`ended` is to be told the end.

        Raises:
            IndexError: nothing is left to write.
        """
        sticker = self._waiting[0]
        if scan.uid is None or scan.flaw is Flaw.OTHER_KIND:
            return Refused(sticker, Unfit.NO_STICKER)
        if self._torn.get(sticker.code, scan.uid) != scan.uid:
            return Refused(sticker, Unfit.TORN_ELSEWHERE)
        if refused := self._taken(sticker, scan, overwrite=overwrite or self._overwrite):
            return refused
        return Order(sticker, scan.uid, self.lock)

    def ended(self, order: Order, written: Written) -> Done | Again:
        """How the writing of an order ended.

        Raises:
            CodesFault: the registry cannot be written.
        """
        match written.outcome:
            case Outcome.WRITTEN | Outcome.ALREADY:
                bound = self._registry.bind(order.sticker.code, order.uid, now=self._clock())
                self._waiting.remove(order.sticker)
                self.written += 1
                self._torn = {c: uid for c, uid in self._torn.items() if uid != order.uid}
                return Done(bound, order.uid)
            case Outcome.LIFTED | Outcome.READER_GONE | Outcome.NOT_LOCKED:
                # It may hold the code: no second sticker may get it.
                self._torn[order.sticker.code] = order.uid
            case _:
                pass
        return Again(order.sticker, order.uid, written.outcome)

    def _taken(self, sticker: Sticker, scan: Scan, *, overwrite: bool) -> Refused | None:
        """Whether what lies there is somebody's already."""
        code = found(scan.text)
        owner = self._owner(code, scan.uid or "")
        if owner is not None and owner.code != sticker.code:
            return Refused(sticker, Unfit.OTHER_CARD, owner.item)
        if overwrite or owner is not None or scan.uid in self._torn.values():
            return None
        if code is not None and box_of(code) != self._registry.box.id:
            return Refused(sticker, Unfit.OTHER_BOX, box_of(code))
        if code is None and scan.flaw is None and scan.text:
            return Refused(sticker, Unfit.NOT_OURS)
        return None

    def _owner(self, code: str | None, uid: str) -> Sticker | None:
        """The active sticker of this box that this tag is, by its code or by its number."""
        for mine in self._registry.stickers(State.ACTIVE):
            if mine.code == code or (mine.uid is not None and mine.uid == plain_uid(uid)):
                return mine
        return None
