"""While phones are served, nothing is looked through in the middle of something else."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from phones import game, hosted

from ketuk.rooms.garbage import EVERY_S, LONG_S, Garbage


class Node:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def wholes() -> Iterator[list[int]]:
    """One more for each time that everything is looked through."""
    seen: list[int] = []

    def told(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            seen.append(1)

    gc.callbacks.append(told)
    yield seen
    gc.callbacks.remove(told)


async def test_a_room_lets_python_look_through_everything_at_no_moment_but_its_own(
    tmp_path: Path, wholes: list[int]
) -> None:
    before = gc.get_threshold()
    async with hosted(game(tmp_path)):
        del wholes[:]
        kept = [[Node()] for _ in range(60_000)]
        assert not wholes
        async with hosted(game(tmp_path / "other")):
            pass
        assert gc.get_threshold() != before, "the first one is open still"
        del kept
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_what_nobody_needs_any_more_goes_all_the_same(wholes: list[int]) -> None:
    clock, spent = [0.0], iter((0.0, LONG_S / 2, 1.0, 1.0 + LONG_S * 2))
    one = Garbage(lambda: clock[0], lambda: next(spent))
    one.begin()
    try:
        gone = weakref.ref(Node())
        one.look()
        assert gone() is not None, "it is not time"
        frozen = gc.get_freeze_count()
        clock[0] += EVERY_S
        one.look()
        assert (gone(), len(wholes)) == (None, 1)
        assert gc.get_freeze_count() == frozen
        stays = [Node() for _ in range(10)]
        clock[0] += EVERY_S
        one.look()
        assert gc.get_freeze_count() > frozen, "that took long: what is there is left out"
        assert len(stays) == 10
    finally:
        one.end()
        one.end()
    assert gc.get_freeze_count() == 0
