"""The count of a box is kept in its registry, outlives the program and gives up all or nothing."""

import itertools
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ketuk.codes import counting, reissuing
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem, Why
from ketuk.codes.verdict import StickerState

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CARDS = 104


@pytest.fixture
def path(tmp_path: Path) -> Path:
    items = [BoxItem(number, "property") for number in range(1, CARDS + 1)]
    path = tmp_path / "N5NG.sqlite"
    Registry.create(
        path, box="N5NG", name="Rumah", ruleset="nusantara", items=items, now=NOON
    ).close()
    return path


def test_stopped_at_90_it_goes_on_at_90_in_the_next_program(path: Path) -> None:
    with Registry.open(path) as registry:
        assert counting.count_of(registry) is None
        assert counting.tick(registry, 1, now=NOON) is None
        counting.begin(registry, now=NOON)
        for item in range(1, 91):
            counting.tick(registry, item, now=NOON)
    with Registry.open(path) as registry:
        count = counting.count_of(registry)
        assert count is not None
        assert (count.done, count.going, count.begun) == (90, True, NOON)
        assert count.missing == tuple(range(91, 105))


def test_any_life_of_a_count_is_what_a_set_says(path: Path) -> None:
    chance = random.Random(5)
    seen: set[int] = set()
    going = False
    there = False
    registry = Registry.open(path)
    for step in range(600):
        match chance.choice(("tick", "tick", "tick", "tick", "stop", "on", "open", "rare")):
            case "tick":
                item = chance.randrange(1, CARDS + 3)  # some are no cards of this box
                counting.tick(registry, item, now=NOON + timedelta(seconds=step))
                if there and going and item <= CARDS:
                    seen.add(item)
                    going = len(seen) < CARDS
            case "stop":
                counting.go_on(registry, going=False)
                going = False
            case "on":
                counting.go_on(registry, going=True)
                going = there and len(seen) < CARDS
            case "open":
                registry.close()
                registry = Registry.open(path)
            case _ if chance.random() < 0.1:
                counting.forget(registry)
                there, going, seen = False, False, set()
            case _:
                if not there:
                    counting.begin(registry, now=NOON)
                    there, going, seen = True, True, set()
        count = counting.count_of(registry)
        assert (count is not None) is there
        if count is not None:
            assert (count.seen, count.going) == (seen, going)
    registry.close()


def test_all_that_is_missing_is_lost_at_once_and_counted_cards_keep_their_code(path: Path) -> None:
    with Registry.open(path) as registry:
        before = {s.item: s.code for s in registry.stickers()}
        counting.begin(registry, now=NOON)
        for item in range(1, 101):
            counting.tick(registry, item, now=NOON)
        done = counting.missing_lost(registry, now=NOON)
        assert [each.new.item for each in done] == [101, 102, 103, 104]
        assert {(e.old.state, e.old.reason) for e in done} == {(StickerState.LOST, Why.LOST)}
        now = {s.item: s.code for s in registry.stickers()}
        changed = [item for item in before if before[item] != now[item]]
        assert changed == [101, 102, 103, 104]
        count = counting.count_of(registry)
        assert count is not None
        assert count.missing == (101, 102, 103, 104), "they are not there before they are tapped"


def test_where_one_cannot_be_given_up_none_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Registry.open(path) as registry:
        counting.begin(registry, now=NOON)
        before = registry.stickers(None)
        revision = registry.box.revision
        real, tries = reissuing.reissue, itertools.count()

        def full(*args: object, **facts: object) -> object:
            if next(tries) == 50:
                raise CodesFault(Fault.FULL, path=path)
            return real(*args, **facts)  # type: ignore[arg-type]

        monkeypatch.setattr(reissuing, "reissue", full)
        with pytest.raises(CodesFault):
            counting.missing_lost(registry, now=NOON)
        assert registry.stickers(None) == before
        assert registry.box.revision == revision


def test_a_count_is_no_change_of_the_box(path: Path) -> None:
    with Registry.open(path) as registry:
        revision = registry.box.revision
        counting.begin(registry, now=NOON)
        counting.tick(registry, 7, now=NOON)
        assert registry.box.revision == revision
