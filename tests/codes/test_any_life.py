"""Whatever happens to a box, in whatever order: the registry agrees with a list kept beside it."""

import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from boxes_at_hand import ITEMS, NOON, make_box
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported
from ketuk.codes.fault import CodesFault
from ketuk.codes.importing import imported
from ketuk.codes.payload import payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BECOMES, Why
from ketuk.codes.verdict import Accepted, Copied, Revoked, Spare, StickerState

NUMBERS = st.sampled_from([item.number for item in ITEMS])
PICK = st.integers(0, 10_000)
UIDS = st.sampled_from(["04AA", "04BB", "04CC"])


class Life(RuleBasedStateMachine):
    """A box, and what it should know: every code's state, every card's serial, every tag."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.now = NOON
        self.registry = make_box(self.folder, spares=1)
        everything = self.registry.stickers(None)
        self.states = {sticker.code: sticker.state for sticker in everything}
        self.cards = {s.item: (s.code, 1) for s in everything if s.item is not None}
        self.tags: dict[str, str] = {}
        self.revision = 1

    def teardown(self) -> None:
        if hasattr(self, "registry"):
            self.registry.close()
            shutil.rmtree(self.folder)

    def spares(self) -> list[str]:
        return sorted(code for code, state in self.states.items() if state is StickerState.SPARE)

    @rule(item=NUMBERS, why=st.sampled_from(Why), pick=PICK, with_spare=st.booleans())
    def reissue(self, item: int, why: Why, pick: int, *, with_spare: bool) -> None:
        spares = self.spares()
        spare = spares[pick % len(spares)] if with_spare and spares else None
        old, serial = self.cards[item]
        done = self.registry.reissue(old, reason=why, now=self.now, spare=spare)
        assert done.new.code == spare or spare is None
        assert done.new.code == spare or done.new.code not in self.states
        self.states[old] = BECOMES[why]
        self.states[done.new.code] = StickerState.ACTIVE
        self.cards[item] = (done.new.code, serial + 1)
        self.revision += 1

    @rule(pick=PICK, why=st.sampled_from(Why))
    def reissue_what_is_out_of_use(self, pick: int, why: Why) -> None:
        gone = sorted(
            code for code, state in self.states.items() if state is not StickerState.ACTIVE
        )
        if gone:
            with pytest.raises(CodesFault, match="not_active"):
                self.registry.reissue(gone[pick % len(gone)], reason=why, now=self.now)

    @rule(count=st.integers(1, 3))
    def more_spares(self, count: int) -> None:
        for sticker in self.registry.add_spares(count, now=self.now):
            assert sticker.code not in self.states
            self.states[sticker.code] = StickerState.SPARE
        self.revision += 1

    @rule(pick=PICK)
    def throw_a_spare_away(self, pick: int) -> None:
        if spares := self.spares():
            code = spares[pick % len(spares)]
            self.states[code] = self.registry.discard(code, reason=Why.LOST, now=self.now).state
            self.revision += 1

    @rule(pick=PICK, uid=UIDS)
    def tap(self, pick: int, uid: str) -> None:
        codes = sorted(self.states)
        code = codes[pick % len(codes)]
        answer = self.registry.check(payload(code), source="nfc", uid=uid, now=self.now)
        match self.states[code]:
            case StickerState.ACTIVE if self.tags.get(code, uid) == uid:
                assert isinstance(answer, Accepted)
                self.revision += code not in self.tags
                self.tags[code] = uid
            case StickerState.ACTIVE:
                assert isinstance(answer, Copied)
            case StickerState.SPARE:
                assert isinstance(answer, Spare)
            case _:
                assert isinstance(answer, Revoked)
                assert answer.item is None or answer.replaced_by == self.cards[answer.item][1]

    @rule(minutes=st.integers(0, 600))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule()
    def the_program_starts_anew(self) -> None:
        self.registry.close()
        self.registry = Registry.open(self.folder / "N5NG.sqlite")

    @rule()
    def it_goes_through_a_file(self) -> None:
        content = exported(self.registry)
        self.registry.close()
        (self.folder / "N5NG.sqlite").unlink()
        imported(Boxes(self.folder), content, path=Path("f"), now=self.now)
        self.registry = Boxes(self.folder).open("N5NG")
        assert exported(self.registry) == content

    @invariant()
    def it_agrees(self) -> None:
        if not hasattr(self, "registry"):
            return
        everything = self.registry.stickers(None)
        assert {sticker.code: sticker.state for sticker in everything} == self.states
        assert {s.code: s.uid for s in everything if s.uid} == self.tags
        active = {s.item: (s.code, s.serial) for s in self.registry.stickers()}
        assert active == self.cards
        assert self.registry.box.revision == self.revision


TestAnyLife = Life.TestCase
TestAnyLife.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
