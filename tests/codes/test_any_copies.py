"""Two and three copies of one box, used and handed to and fro in any order: no code is lost."""

import shutil
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from boxes_at_hand import ITEMS, NOON, make_box
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported, read
from ketuk.codes.boxform import BoxFile
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.importing import Imported, imported, taken_back
from ketuk.codes.merging import Preference, Relation, Side, relation
from ketuk.codes.payload import payload
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import Accepted, StickerState

T = TypeVar("T")
FILE = Path("n5ng.json")
NUMBERS = st.sampled_from([item.number for item in ITEMS])
PICK = st.integers(0, 10_000)
UIDS = st.sampled_from(["04AA", "04BB", "04CC"])
CHOICES = st.builds(Preference, st.sampled_from(Side), st.frozensets(NUMBERS, max_size=2))
BOTH = st.booleans()
REVOKED = (StickerState.REPLACED, StickerState.LOST, StickerState.BLOCKED, StickerState.VOID)


def revoked(file: BoxFile) -> set[str]:
    return {row.code for row in file.codes if row.state in REVOKED}


def known(file: BoxFile) -> set[str]:
    return {row.code for row in file.codes}


def active(file: BoxFile) -> dict[int, str]:
    return {row.item or 0: row.code for row in file.codes if row.state == "active"}


def lines(file: BoxFile) -> set[tuple[object, ...]]:
    return {(r.at, r.code, r.state, r.reason, r.what, r.uid) for r in file.changes}


def attempt(what: Callable[[], T]) -> tuple[T, None] | tuple[None, CodesFault]:
    try:
        return what(), None
    except CodesFault as error:
        return None, error


class Copies(RuleBasedStateMachine):
    """Copies of a box in two or three data folders, and files of them from any time."""

    @initialize(count=st.sampled_from([2, 3]))
    def begin(self, count: int) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.now = NOON
        make_box(self.root / "0", spares=2).close()
        self.copies = [Boxes(self.root / str(n)) for n in range(count)]
        content = self.content(0)
        for copy in self.copies[1:]:
            imported(copy, content, path=FILE, now=self.now)
        self.files = [content]
        self.gone: list[set[str]] = [set() for _ in self.copies]
        self.before: list[list[tuple[bytes, set[str]]]] = [[] for _ in self.copies]

    def teardown(self) -> None:
        if hasattr(self, "root"):
            shutil.rmtree(self.root)

    def content(self, at: int) -> bytes:
        with self.copies[at].open("N5NG") as registry:
            return exported(registry)

    def file(self, at: int) -> BoxFile:
        return read(self.content(at), path=FILE)

    def at(self, pick: int) -> int:
        return pick % len(self.copies)

    # ---- what one does with stickers, on one of the machines

    @rule(at=PICK, item=NUMBERS, why=st.sampled_from(Why), pick=PICK, with_spare=st.booleans())
    def reissue(self, at: int, item: int, why: Why, pick: int, *, with_spare: bool) -> None:
        self.now += timedelta(minutes=2)
        with self.copies[self.at(at)].open("N5NG") as registry:
            spares = [s.code for s in registry.stickers(StickerState.SPARE)]
            spare = spares[pick % len(spares)] if with_spare and spares else None
            old = registry.active(item).code
            registry.reissue(old, reason=why, now=self.now, spare=spare)

    @rule(items=st.tuples(NUMBERS, NUMBERS), pick=PICK, spares=st.tuples(BOTH, BOTH))
    def each_loses_a_card(
        self, items: tuple[int, int], pick: int, spares: tuple[bool, bool]
    ) -> None:
        """On two machines, often the same card, and often the same spare takes its place."""
        for at, item, with_spare in zip((0, 1), items, spares, strict=True):
            self.reissue(at, item, Why.LOST, pick, with_spare=with_spare)

    @rule(at=PICK, pick=PICK, count=st.integers(1, 2), throw=st.booleans())
    def spares(self, at: int, pick: int, count: int, *, throw: bool) -> None:
        self.now += timedelta(minutes=2)
        with self.copies[self.at(at)].open("N5NG") as registry:
            found = registry.stickers(StickerState.SPARE)
            if throw and found:
                code = found[pick % len(found)].code
                registry.discard(code, reason=Why.MISPRINT, now=self.now)
            else:
                registry.add_spares(count, now=self.now)

    @rule(at=PICK, pick=PICK)
    def print(self, at: int, pick: int) -> None:
        self.now += timedelta(minutes=2)
        with self.copies[self.at(at)].open("N5NG") as registry:
            stickers = registry.stickers(None)
            registry.carriers.note_printed([stickers[pick % len(stickers)].code], now=self.now)

    @rule(at=PICK, item=NUMBERS, uid=UIDS, written=st.booleans())
    def tag(self, at: int, item: int, uid: str, *, written: bool) -> None:
        self.now += timedelta(minutes=2)
        with self.copies[self.at(at)].open("N5NG") as registry:
            code = registry.active(item).code
            if written:
                registry.carriers.bind(code, uid, now=self.now)
            else:
                registry.check(payload(code), source="nfc", uid=uid, now=self.now)

    @rule(at=PICK)
    def keep_a_file(self, at: int) -> None:
        self.files.append(self.content(self.at(at)))

    # ---- handing it to and fro

    @rule(source=PICK, to=PICK, choice=st.none() | CHOICES)
    def hand_over(self, source: int, to: int, choice: Preference | None) -> None:
        assume(self.at(source) != self.at(to))
        self.take_in(self.at(to), self.content(self.at(source)), choice)

    @rule(pick=PICK, to=PICK, choice=st.none() | CHOICES)
    def bring_an_old_file(self, pick: int, to: int, choice: Preference | None) -> None:
        self.take_in(self.at(to), self.files[pick % len(self.files)], choice)

    def take_in(self, at: int, content: bytes, choice: Preference | None) -> None:
        self.now += timedelta(minutes=2)
        content_here = self.content(at)
        here, file = read(content_here, path=FILE), read(content, path=FILE)
        stands = relation(here, file)
        came, told = attempt(
            lambda: imported(self.copies[at], content, path=FILE, now=self.now, choice=choice)
        )
        if told is not None:
            expected = {Relation.OLDER: Fault.OLDER, Relation.FORK: Fault.FORK}
            assert told.fault is expected[stands]
            assert stands is Relation.OLDER or choice is None
            assert self.content(at) == content_here
            if stands is Relation.FORK:
                self.all_is_named(here, file, told.facts["parted"])
            return
        if stands is Relation.SAME:
            assert not came.changed
            assert self.content(at) == content_here
            return
        self.before[at].append((content_here, set(self.gone[at])))
        self.nothing_is_lost(here, file, self.file(at), came)

    def all_is_named(self, here: BoxFile, file: BoxFile, parted: object) -> None:
        """Whatever one copy alone knows stands in what people are told."""
        assert isinstance(parted, tuple)
        told = {row.code for card in parted for row in (*card.here, *card.file)}
        assert known(here) ^ known(file) <= told
        assert revoked(here) ^ revoked(file) <= told
        assert {line[1] for line in lines(here) ^ lines(file)} <= told
        cards = {row.code: (row.item, row.serial) for row in (*file.codes, *here.codes)}
        assert all(cards[row.code] for card in parted for row in (*card.here, *card.file))

    def nothing_is_lost(self, here: BoxFile, file: BoxFile, after: BoxFile, came: Imported) -> None:
        assert revoked(after) >= revoked(here) | revoked(file)
        assert known(after) >= known(here) | known(file)
        assert lines(after) >= lines(here) | lines(file)
        assert relation(after, file) in (Relation.OLDER, Relation.SAME)
        assert relation(after, here) is Relation.OLDER
        dropped = {row.code for row in came.merged.dropped} if came.merged else set()
        counted = {*active(here).values(), *active(file).values()}
        assert counted - set(active(after).values()) <= dropped | revoked(here) | revoked(file)
        fresh = set(active(after).values()) - known(here) - known(file)
        bare = came.merged.bare if came.merged else ()
        assert {active(after)[item] for item in bare} == fresh
        assert after.box.revision > here.box.revision

    @rule(at=PICK)
    def take_it_back(self, at: int) -> None:
        at = self.at(at)
        here = self.file(at)
        back, told = attempt(lambda: taken_back(self.copies[at], "N5NG"))
        if told is not None:
            assert told.fault is (Fault.CHANGED_SINCE if self.before[at] else Fault.NO_IMPORT)
            assert self.file(at) == here
            return
        content, self.gone[at] = self.before[at].pop()
        was, now = read(content, path=FILE), self.file(at)
        assert active(now) == active(was)
        assert known(now) == known(was)
        assert revoked(now) == revoked(was)
        assert lines(now) >= lines(was)
        assert {row.code for row in back.gone} == known(here) - known(was)
        assert now.box.revision > here.box.revision

    @invariant()
    def no_code_is_lost_on_any_machine(self) -> None:
        for at in range(len(getattr(self, "copies", ()))):
            file = self.file(at)  # reading it looks for exactly one active code a card, no gaps
            assert self.gone[at] <= revoked(file)
            self.gone[at] = revoked(file)

    @rule(at=PICK, item=NUMBERS)
    def tap(self, at: int, item: int) -> None:
        with self.copies[self.at(at)].open("N5NG") as registry:
            sticker = registry.active(item)
            answer = registry.check(sticker.code, source="typed", now=self.now)
            assert answer == Accepted("N5NG", sticker.code, item, sticker.serial or 0)


TestAnyCopies = Copies.TestCase
TestAnyCopies.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
