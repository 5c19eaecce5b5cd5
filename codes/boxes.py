"""The folder of boxes: one registry file each, named after its box."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from itertools import count
from pathlib import Path

from sqlalchemy import Connection

from ketuk.codes.code import BOX_LENGTH
from ketuk.codes.database import is_there
from ketuk.codes.disk import disk_faults
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.foundry import Foundry
from ketuk.codes.glance import Glance, Made, glances
from ketuk.codes.holds import Hold
from ketuk.codes.judging import Reading, homes, judge_without_box
from ketuk.codes.minting import NoBoxLeft, box_id
from ketuk.codes.registry import Registry
from ketuk.codes.rescue import DAMAGED
from ketuk.codes.sticker import Box, BoxItem, plain_name
from ketuk.codes.verdict import Accepted, Answer, Copied, Copies

SUFFIX = ".sqlite"
REMOVED = ".removed"
"""Stands in the name of a registry that somebody took out of the folder."""


@dataclass(frozen=True, slots=True)
class NewBox:
    """A box that is on disk, with its cards' codes and the spare ones."""

    box: Box
    path: Path
    codes: tuple[tuple[int, str], ...]
    spares: tuple[str, ...]


class Boxes:
    """All boxes of a data folder. The folder need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ids(self) -> tuple[str, ...]:
        """The names of all boxes, sorted.

        Raises:
            CodesFault: FORBIDDEN.
        """
        return tuple(sorted(path.stem for path in self._files(SUFFIX)))

    def path(self, box: str) -> Path:
        """Where the registry of ``box`` lies or would lie."""
        return self.folder / f"{box}{SUFFIX}"

    def open(self, box: str, *, alone: bool = False) -> Registry:
        """The registry of the box with that id, ``alone`` to replace what it knows.

        Raises:
            CodesFault: NO_BOX, and those of :meth:`Registry.open`.
        """
        if not is_there(self.path(box)):
            raise CodesFault(Fault.NO_BOX, box=box, path=self.folder)
        return Registry.open(self.path(box), box=box, alone=alone)

    def called(self, text: str) -> Registry:
        """The registry of the box with that id, in any case, or else with that name.

        Raises:
            CodesFault: NO_BOX if none or several are called so: ``same``, or ``near``.
        """
        if len(text) == BOX_LENGTH and is_there(self.path(text.upper())):
            return self.open(text.upper())
        wanted, every = text.strip().casefold(), tuple(self.all())
        same = [box.id for box in every if box.name.casefold() == wanted]
        if len(same) != 1:
            known = {name.casefold(): box.id for box in every for name in (box.id, box.name)}
            near = {known[name]: None for name in get_close_matches(wanted, known)}
            facts = {"same": tuple(same), "near": tuple(near)}
            raise CodesFault(Fault.NO_BOX, box=text, path=self.folder, **facts)
        return self.open(same[0])

    def all(self) -> Iterator[Box]:
        """What each box is, by id; one that cannot be read is left out: open it to hear why."""
        for _, glance in self.glances():
            if isinstance(glance, Glance):
                yield glance.box

    def glances(self) -> Iterator[tuple[str, Glance | CodesFault]]:
        """Each box by its id, with the number of its cards; or why it cannot be read.

        Raises:
            CodesFault: FORBIDDEN.
        """
        return glances(self.folder, self.ids())

    def check(self, text: str, *, source: str, uid: str | None = None, now: datetime) -> Answer:
        """The verdict on a reading by its own box, if that is in this folder (else other box).

        Raises:
            CodesFault: those of :meth:`Registry.open`.
        """
        reading = Reading(text=text, source=source, uid=uid, now=now)
        box = next((box for box in homes(reading) if is_there(self.path(box))), None)
        if box is None:
            return judge_without_box(reading)
        with self.open(box) as registry:
            return registry.check(text, source=source, uid=uid, now=now)

    def answered(self, copied: Copied, *, taken: bool, source: str, now: datetime) -> None:
        """As :meth:`Registry.answered`, in the registry of the sticker's own box.

        Raises:
            CodesFault: those of :meth:`open`.
        """
        with self.open(copied.box) as registry:
            registry.answered(copied, taken=taken, source=source, now=now)

    def uncounted(self, card: Accepted, *, source: str, uid: str | None, now: datetime) -> None:
        """As :meth:`Registry.uncounted`, in the registry of the card's own box.

        Raises:
            CodesFault: those of :meth:`open`.
        """
        with self.open(card.box) as registry:
            registry.uncounted(card, source=source, uid=uid, now=now)

    def new(
        self,
        contents: Iterable[BoxItem],
        *,
        names: Iterable[str],
        ruleset: str,
        now: datetime,
        spares: int = 0,
    ) -> Iterator[NewBox]:
        """Make one box a name, each with an id that no box of this folder has or has had.

        A box is on disk when it comes. A name keeps its visible signs; an empty one becomes the
        box's id.

        Raises:
            CodesFault: FULL, FORBIDDEN, NO_BOX_LEFT. Boxes that came before stay.
        """
        foundry, contents = Foundry(), tuple(contents)
        taken = {path.name[:BOX_LENGTH] for path in self._files(f"{SUFFIX}*")}
        made = Made(self.folder)
        try:
            for name in names:
                box, codes = self._one(foundry, contents, taken, name, ruleset, now, spares)
                made.add(box, len(contents))
                numbered = zip((item.number for item in contents), codes, strict=False)
                yield NewBox(box, self.path(box.id), tuple(numbered), codes[len(contents) :])
        finally:
            made.note()

    def restore(self, box: str, rows: Callable[[Connection], None]) -> None:
        """Make the registry of a box that was kept elsewhere, with the rows that it had.

        A write-ahead log without its registry is moved out of the way: SQLite would take it for
        the new one's.

        Raises:
            CodesFault: EXISTS, FULL, FORBIDDEN.
        """
        if not self.path(box).exists():
            self.set_aside(box)
        Foundry().pour(self.path(box), rows)

    def remove(self, box: str) -> Path:
        """Take a box out of the folder, readable or not; its file is kept under the name given.

        Stickers out there carry its codes, so nothing is deleted, and no box gets its id again.

        Raises:
            CodesFault: NO_BOX, IN_USE, FULL, FORBIDDEN.
        """
        if not is_there(self.path(box)):
            raise CodesFault(Fault.NO_BOX, box=box, path=self.folder)
        hold = Hold.take(self.path(box), alone=True)
        try:
            return self.set_aside(box, REMOVED)
        finally:
            hold.release()

    def set_aside(self, box: str, mark: str = DAMAGED) -> Path:
        """Rename what there is of a registry; nothing is deleted. How it is called then.

        The log goes first: killed in between, the registry is no better and no worse than before.

        Raises:
            CodesFault: FULL, FORBIDDEN.
        """
        free = next(n for n in count(1) if not any(self._files(f"{SUFFIX}*{mark}-{n}", box=box)))
        kept = self.path(box)
        for ending in ("-wal", "-shm", ""):
            file = self.path(box).with_name(f"{box}{SUFFIX}{ending}")
            kept = file.with_name(f"{file.name}{mark}-{free}")
            with disk_faults(file), suppress(FileNotFoundError):
                file.rename(kept)
        return kept

    def _one(
        self,
        foundry: Foundry,
        contents: tuple[BoxItem, ...],
        taken: set[str],
        name: str,
        ruleset: str,
        now: datetime,
        spares: int,
    ) -> tuple[Box, tuple[str, ...]]:
        while True:
            box = self._free(taken)
            box_made = Box(box, plain_name(name) or box, ruleset, 1, now, Copies.ASK)
            try:
                return box_made, foundry.make(self.path(box), box_made, contents, spares=spares)
            except CodesFault as error:  # another program took this very name just now
                if error.fault is not Fault.EXISTS or error.facts["path"] != self.path(box):
                    raise

    def _free(self, taken: set[str]) -> str:
        try:
            box = box_id(taken)
        except NoBoxLeft:
            raise CodesFault(Fault.NO_BOX_LEFT, path=self.folder) from None
        taken.add(box)
        return box

    def _files(self, ending: str, *, box: str = "?" * BOX_LENGTH) -> tuple[Path, ...]:
        with disk_faults(self.folder):
            return tuple(self.folder.glob(f"{box}{ending}"))
