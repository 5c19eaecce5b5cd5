"""Killed at random moments, hundreds of times: always before or after, never between.

Children are forked from this warm process (about 2 ms each) and killed with SIGKILL. What a child
has been told is done (a byte down a pipe) must be there afterwards.
"""

import os
import random
import shutil
import signal
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from boxes_at_hand import NOON, WHOLE_BOX, make_box

from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported
from ketuk.codes.code import holds
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.importing import imported
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Why
from ketuk.codes.verdict import StickerState

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork and SIGKILL")

Report = Callable[[int], None]
SMALL = WHOLE_BOX[:8]


def killed_child(work: Callable[[Report], None], *, rng: random.Random) -> list[int]:
    """Fork a child that works, kill it somewhere after none to three reports; all that it said.

    The moment is counted in reports, then in up to 8 ms: a slow machine will do.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(lambda number: (os.write(writing, struct.pack("<I", number)), None)[1])
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read(4 * rng.randrange(4))
        time.sleep(rng.uniform(0, 0.008))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said += pipe.read()
    return [number for (number,) in struct.iter_unpack("<I", said[: len(said) // 4 * 4])]


def assert_whole(registry: Registry, items: int) -> None:
    """Every item has exactly one active code, all codes hold, and the file is sound."""
    active = registry.stickers()
    assert [sticker.item for sticker in active] == list(range(items))
    everything = registry.stickers(None)
    assert all(holds(sticker.code) for sticker in everything)
    assert len({sticker.code for sticker in everything}) == len(everything)
    for sticker in random.sample(active, 3):
        story = registry.history(sticker.item or 0)
        assert [c.state for c in story[::2]] == [StickerState.ACTIVE] * len(story[::2])
        assert (story[-1].code, story[-1].serial) == (sticker.code, sticker.serial)
        assert len(story) == 2 * (sticker.serial or 0) - 1
    with registry.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []


def test_killed_while_reissuing(tmp_path: Path) -> None:
    path = tmp_path / "N5NG.sqlite"
    make_box(tmp_path, items=SMALL).close()
    rng, done = random.Random(463), 0

    def work(report: Report) -> None:
        with Registry.open(path) as registry:
            while True:
                item = rng.randrange(len(SMALL))
                new = registry.reissue(registry.active(item).code, reason=Why.LOST, now=NOON).new
                report(item << 16 | (new.serial or 0))

    for _ in range(90):
        rng.random()  # so that each child goes its own way
        reported = killed_child(work, rng=rng)
        with Registry.open(path) as registry:
            assert_whole(registry, len(SMALL))
            for said in reported:
                item, serial = said >> 16, said & 0xFFFF
                assert (registry.active(item).serial or 0) >= serial, "acknowledged, so on disk"
        done += len(reported)
    assert done > 80, "the children got somewhere before they were killed"


def test_killed_while_spares_are_assigned(tmp_path: Path) -> None:
    path = tmp_path / "N5NG.sqlite"
    make_box(tmp_path, items=SMALL).close()
    rng = random.Random(464)

    def work(report: Report) -> None:
        with Registry.open(path) as registry:
            while True:
                (spare,) = registry.add_spares(1, now=NOON)
                registry.reissue(
                    registry.active(3).code, reason=Why.DAMAGED, now=NOON, spare=spare.code
                )
                report(1)

    done = 0
    for _ in range(35):
        done += len(killed_child(work, rng=rng))
        with Registry.open(path) as registry:
            assert_whole(registry, len(SMALL))
            assert (registry.active(3).serial or 0) >= done + 1
    assert done > 20


def test_killed_while_importing(tmp_path: Path) -> None:
    with make_box(tmp_path / "source", items=SMALL) as box:
        files = [exported(box)]
        for _ in range(60):
            box.reissue(box.active(5).code, reason=Why.LOST, now=NOON)
            files.append(exported(box))
    rng = random.Random(465)

    for turn in range(60):
        folder = tmp_path / f"to{turn % 2}"
        fresh = turn % 4 == 0

        def work(report: Report, folder: Path = folder) -> None:
            for number, file in enumerate(files):
                with suppress(CodesFault):  # what is there already is older
                    imported(Boxes(folder), file, path=Path("f"), now=NOON)
                    report(number)

        if fresh:
            shutil.rmtree(folder, ignore_errors=True)
        reported = killed_child(work, rng=rng)
        boxes = Boxes(folder)
        assert reported == [] or boxes.ids() == ("N5NG",)
        for box_id in boxes.ids():
            with boxes.open(box_id) as registry:
                assert_whole(registry, len(SMALL))
                at = files.index(exported(registry))
            assert at >= max(reported, default=0), "acknowledged, so on disk"
            # What a kill left is in no way.
            imported(boxes, files[min(at + 1, 60)], path=Path("f"), now=NOON)


def test_killed_while_making_boxes(tmp_path: Path) -> None:
    rng, acknowledged = random.Random(466), 0

    def work(report: Report) -> None:
        names = [""] * 1_000
        for new in Boxes(tmp_path).new(SMALL, names=names, ruleset="nusantara", now=NOON):
            report(int.from_bytes(new.box.id.encode(), "little"))

    seen: set[str] = set()
    for _ in range(50):
        reported = killed_child(work, rng=rng)
        names = {number.to_bytes(4, "little").decode() for number in reported}
        acknowledged += len(names)
        assert not names & seen, "no name twice"
        ids = set(Boxes(tmp_path).ids())
        assert seen | names <= ids
        assert len(ids - seen - names) <= 1, "at most the one that it had no time to report"
        for box in ids - seen:
            with Boxes(tmp_path).open(box) as registry:
                assert_whole(registry, len(SMALL))
        seen = ids
    assert acknowledged > 40


def test_two_processes_reissue_the_same_sticker_one_wins_the_other_is_told(tmp_path: Path) -> None:
    with make_box(tmp_path, items=SMALL) as registry:
        path = registry.path
        for turn in range(25):
            code = registry.active(7).code
            outcomes = race(lambda code=code: reissue_in_child(path, code), count=2)
            assert sorted(outcomes) == [0, 3], "one wins, the other is told NOT_ACTIVE"
            assert registry.active(7).serial == turn + 2
        assert_whole(registry, len(SMALL))


def reissue_in_child(path: Path, code: str) -> int:
    with Registry.open(path) as registry:
        try:
            registry.reissue(code, reason=Why.LOST, now=NOON)
        except CodesFault as error:
            return 3 if error.fault is Fault.NOT_ACTIVE else 4
        return 0


def race(work: Callable[[], int], *, count: int) -> list[int]:
    """Let ``count`` children start the work at one moment; their exit codes."""
    gate, starter = os.pipe()
    children = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            code = 9
            try:
                os.close(starter)
                os.read(gate, 1)
                code = work()
            finally:
                os._exit(code)
        children.append(child)
    os.close(gate)
    os.close(starter)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
