"""The registry of one box: which code stands on which card, since when, and what a scan means.

One SQLite file a box. What a method has returned is on disk; a process killed at any moment leaves
the state before or after, never between. Use a registry from one thread at a time. Times are handed
in, aware; a time is never asked of the machine here.
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Self

from sqlalchemy import select, update

from ketuk.codes import reissuing, scanlog
from ketuk.codes.carriers import Carriers
from ketuk.codes.database import Database, OnDatabase, is_there
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.foundry import Foundry
from ketuk.codes.history import history
from ketuk.codes.holds import Hold
from ketuk.codes.judging import Reading, judge
from ketuk.codes.moment import stamp
from ketuk.codes.opening import is_damage, opened, rescued
from ketuk.codes.rescue import to_be_printed
from ketuk.codes.schema import box as boxes
from ketuk.codes.schema import code as codes
from ketuk.codes.schema import item as items
from ketuk.codes.sticker import (
    Box,
    BoxItem,
    Change,
    FailedScan,
    Reissued,
    Sticker,
    Why,
    box_of,
    plain_name,
    sticker_of,
)
from ketuk.codes.verdict import Accepted, Answer, Copied, Copies, StickerState


class Registry(OnDatabase):
    """The face of one box's registry. Open it with :meth:`open`, make it with :meth:`create`."""

    def __init__(self, database: Database, box: str, hold: Hold) -> None:
        super().__init__(database)
        self._hold = hold
        self._id = box
        self._copies = self.box.copies
        self.carriers = Carriers(database, box)
        """What carries the codes of the box: paper and tags."""
        self.rescued: Path | None = None
        """Where the file lies that was found damaged when this was opened; None: it was sound."""

    @classmethod
    def open(cls, path: Path, *, box: str | None = None, alone: bool = False) -> Self:
        """Open a registry; ``box`` chooses if a file holds several (default: the first).

        An older file is led to the present schema, and a damaged index made anew. A file whose
        damage goes deeper is set aside, and what can be read of it goes on (``rescued``). As long
        as it is open nobody can have it ``alone``, as one does to replace what it knows.

        Raises:
            CodesFault: NOT_THERE, NEWER, NOT_A_REGISTRY, DAMAGED, LOCKED, FULL, FORBIDDEN, NO_BOX,
                and IN_USE, it is wanted alone and somebody has it open.
        """
        if not is_there(path):
            raise CodesFault(Fault.NOT_THERE, path=path)
        try:
            return cls._opened(path, box, alone=alone)
        except CodesFault as fault:
            if not is_damage(fault, path):
                raise
            kept = rescued(path, box, fault)
        registry = cls._opened(path, box, alone=alone)
        registry.rescued = kept
        return registry

    @classmethod
    def _opened(cls, path: Path, box: str | None, *, alone: bool) -> Self:
        hold = Hold.take(path, alone=alone)
        try:
            database = opened(path)
        except BaseException:
            hold.release()
            raise
        try:
            return cls(database, box or _first_box(database), hold)
        except BaseException:
            database.close()
            hold.release()
            raise

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        box: str,
        name: str,
        ruleset: str,
        items: Iterable[BoxItem],
        now: datetime,
        spares: int = 0,
        copies: Copies = Copies.ASK,
    ) -> Self:
        """Make the registry of a new box, with a code for every item, and open it.

        The file appears whole or not at all.

        Raises:
            CodesFault: EXISTS, FULL, FORBIDDEN.
        """
        Foundry().make(path, Box(box, name, ruleset, 1, now, copies), items, spares=spares)
        return cls.open(path, box=box)

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        self._hold.release()

    @property
    def box_id(self) -> str:
        """The four signs of the box."""
        return self._id

    @property
    def box(self) -> Box:
        """The box as it is on disk now.

        Raises:
            CodesFault: NO_BOX.
        """
        with self.reading() as connection:
            row = connection.execute(select(boxes).where(boxes.c.id == self._id)).one_or_none()
            if row is None:
                raise CodesFault(Fault.NO_BOX, box=self._id)
            return box_of(row)

    # ---- scans

    def check(self, text: str, *, source: str, uid: str | None = None, now: datetime) -> Answer:
        """The verdict on what a reader (``source``) read or somebody typed (``typed``).

        ``uid`` is the tag's, in hex, if a tag was read: the first one seen is bound to the code.
        Failures are logged, and guesses slowed: then the answer is a ``Held``.
        """
        reading = Reading(text=text, source=source, uid=uid or None, now=now)
        with self.reading() as connection:
            judged = judge(connection, reading, box=self._id, copies=self._copies)
        if not scanlog.leaves_mark(judged, reading):
            return judged.answer
        try:
            with self.writing() as connection:
                if judged.guesses:  # another program may have guessed since, and earned a wait
                    judged = judge(connection, reading, box=self._id, copies=self._copies)
                return scanlog.note(connection, judged, reading, box=self._id)
        except CodesFault:
            # A card in play must not fail because its time cannot be noted; a guess must.
            if isinstance(judged.answer, Accepted):
                return judged.answer
            raise

    def answered(self, copied: Copied, *, taken: bool, source: str, now: datetime) -> None:
        """Note whether people took a sticker that may be a copy, this once.

        The tag bound to the code stays the same: the next tap is asked about again.
        """
        with self.writing() as connection:
            scanlog.note_answer(
                connection, copied, taken=taken, source=source, now=now, box=self._id
            )

    def uncounted(self, card: Accepted, *, source: str, uid: str | None, now: datetime) -> None:
        """Note that a card was read and did not count, since something else was open then."""
        reading = Reading(text=card.code, source=source, uid=uid, now=now)
        with self.writing() as connection:
            scanlog.note_uncounted(connection, card, reading, box=self._id)

    def failed_scans(self, *, last: int = 100) -> tuple[FailedScan, ...]:
        """The latest scans that did not count, and answers about copies, newest first."""
        with self.reading() as connection:
            return scanlog.failed_scans(connection, box=self._id, last=last)

    # ---- looking

    def items(self) -> tuple[BoxItem, ...]:
        """The cards of the box, by number."""
        wanted = select(items).where(items.c.box == self._id).order_by(items.c.number)
        with self.reading() as connection:
            return tuple(BoxItem(row.number, row.kind) for row in connection.execute(wanted))

    def active(self, item: int) -> Sticker:
        """The sticker of a card that counts now.

        Raises:
            CodesFault: NO_ITEM.
        """
        mine = (codes.c.box == self._id) & (codes.c.item == item)
        wanted = select(codes).where(mine, codes.c.state == StickerState.ACTIVE.value)
        with self.reading() as connection:
            row = connection.execute(wanted).one_or_none()
            if row is None:
                raise CodesFault(Fault.NO_ITEM, item=item, box=self._id)
            return sticker_of(row)

    def stickers(self, state: StickerState | None = StickerState.ACTIVE) -> tuple[Sticker, ...]:
        """All stickers in ``state`` (None: every one ever made), by item and serial."""
        wanted = select(codes).where(codes.c.box == self._id)
        if state is not None:
            wanted = wanted.where(codes.c.state == state.value)
        order = (codes.c.item, codes.c.serial, codes.c.code)
        with self.reading() as connection:
            return tuple(sticker_of(row) for row in connection.execute(wanted.order_by(*order)))

    def to_be_printed(self) -> tuple[int, ...]:
        """The cards that got a new code when a damaged file was rescued, as theirs was lost: its
        sticker is neither printed nor on a tag yet.
        """
        with self.reading() as connection:
            return to_be_printed(connection, self._id)

    def find(self, code: str) -> Sticker:
        """The sticker with that code, in whatever state.

        Raises:
            CodesFault: NO_CODE.
        """
        with self.reading() as connection:
            return reissuing.fetch(connection, code, box=self._id)

    def history(self, item: int) -> tuple[Change, ...]:
        """All that befell the stickers of a card, oldest first.

        Raises:
            CodesFault: NO_ITEM.
        """
        with self.reading() as connection:
            return history(connection, item, box=self._id)

    # ---- changing

    def reissue(
        self, code: str, *, reason: Why, now: datetime, spare: str | None = None
    ) -> Reissued:
        """Replace the active sticker ``code`` by a new one, or by the spare given (ruling 4.6.7).

        Raises:
            CodesFault: NO_CODE, NOT_ACTIVE (it was replaced meanwhile), NOT_SPARE.
        """
        with self.writing() as connection:
            return reissuing.reissue(
                connection, code, box=self._id, reason=reason, now=now, spare=spare
            )

    def add_spares(self, count: int, *, now: datetime) -> tuple[Sticker, ...]:
        """Mint ``count`` codes to be printed now and assigned when a sticker is lost."""
        with self.writing() as connection:
            return reissuing.add_spares(connection, count, box=self._id, now=now)

    def discard(self, code: str, *, reason: Why, now: datetime) -> Sticker:
        """Take a spare out of use.

        Raises:
            CodesFault: NO_CODE, NOT_SPARE.
        """
        with self.writing() as connection:
            return reissuing.discard(connection, code, box=self._id, reason=reason, now=now)

    def set_copies(self, copies: Copies, *, now: datetime) -> None:
        """Choose what happens to copied stickers from now on."""
        with self.writing() as connection:
            mine = boxes.c.id == self._id
            chosen = {"copies": copies.value, "copies_since": stamp(now)}
            connection.execute(update(boxes).where(mine).values(chosen))
            reissuing.bump(connection, self._id)
        self._copies = copies

    def rename(self, name: str) -> str:
        """Call the box otherwise; the name as it is kept, the id if nothing of it can be seen."""
        kept = plain_name(name) or self._id
        with self.writing() as connection:
            connection.execute(update(boxes).where(boxes.c.id == self._id).values(name=kept))
            reissuing.bump(connection, self._id)
        return kept


def _first_box(database: Database) -> str:
    with database.reading() as connection:
        first = connection.execute(select(boxes.c.id).order_by(boxes.c.id).limit(1))
        box = first.scalar_one_or_none()
    if box is None:
        raise CodesFault(Fault.NOT_A_REGISTRY, path=database.path)
    return str(box)
