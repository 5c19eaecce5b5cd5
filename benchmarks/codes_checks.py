"""Checks of codes a second: in a folder of many boxes, and in one database of ten times as many.

The rival, in the same run and on the same codes: a plain dict look-up behind the same reading of
the text, which is the limit of any registry; and the same row fetched with bare sqlite3, without
log, waits, states and tags.

    python benchmarks/codes_checks.py [--boxes 1000] [--large 10000] [--checks 20000]
"""

import argparse
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from ketuk.codes.boxes import Boxes
from ketuk.codes.code import holds, typed
from ketuk.codes.foundry import Foundry, fill
from ketuk.codes.minting import signs
from ketuk.codes.payload import payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Box, BoxItem
from ketuk.codes.verdict import Accepted, Copies

ITEMS = tuple(BoxItem(number, "property") for number in range(104))
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=1_000)
    parser.add_argument("--large", type=int, default=10_000)
    parser.add_argument("--checks", type=int, default=20_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        in_folder(Path(folder), asked.boxes, asked.checks)
        in_one_database(Path(folder) / "club.sqlite", asked.large, asked.checks)


def in_folder(folder: Path, count: int, checks: int) -> None:
    boxes = Boxes(folder / "boxes")
    made = list(boxes.new(ITEMS, names=[""] * count, ruleset="nusantara", now=NOW))
    everything = {code: (new.box.id, item) for new in made for item, code in new.codes}
    draw = random.Random(1)
    print(f"{count:,} boxes in a folder, {len(everything):,} codes")
    new = draw.choice(made)
    with boxes.open(new.box.id) as registry:
        wanted = [draw.choice(new.codes)[1] for _ in range(checks)]
        tell("box in play, by camera", checks_a_second(registry, wanted, "camera"))
        ours = checks_a_second(registry, wanted, "typed")
        tell("box in play, typed", ours)
        rivals(registry.path, everything, wanted, ours)
    some = draw.sample(list(everything), 300)
    each = rate(len(some), lambda: [boxes.check(c, source="typed", now=NOW) for c in some])
    tell("any box of the folder, opened for one check", each)


def in_one_database(path: Path, count: int, checks: int) -> None:
    names: set[str] = set()
    while len(names) < count:
        names.add(signs(4))
    first, *rest = sorted(names)
    started = time.perf_counter()
    everything = {
        code: (first, n) for n, code in enumerate(Foundry().make(path, box(first), ITEMS))
    }
    with Registry.open(path, box=first) as registry:
        for at in range(0, len(rest), 500):
            with registry.writing() as connection:
                for name in rest[at : at + 500]:
                    fresh = fill(connection, box(name), ITEMS, spares=0)
                    everything |= {code: (name, n) for n, code in enumerate(fresh)}
    took = time.perf_counter() - started
    size = path.stat().st_size / 1e6
    print(
        f"{count:,} boxes in one database, {len(everything):,} codes, {size:.0f} MB, {took:.0f} s"
    )
    draw = random.Random(2)
    codes = sorted(everything)
    chosen = draw.choice(rest)
    with Registry.open(path, box=chosen) as registry:
        mine = [code for code in codes if code.startswith(chosen)]
        wanted = [draw.choice(mine) for _ in range(checks)]
        ours = checks_a_second(registry, wanted, "typed")
        tell("box in play, typed", ours)
        rivals(path, everything, wanted, ours)
    opened = rate(20, lambda: [Registry.open(path, box=chosen).close() for _ in range(20)])
    print(f"    {'opening it':44s} {1e3 / opened:10.1f} ms")


def box(name: str) -> Box:
    return Box(name, name, "nusantara", 1, NOW, Copies.ASK)


def checks_a_second(registry: Registry, wanted: list[str], source: str) -> float:
    texts = [code if source == "typed" else payload(code) for code in wanted]
    for text in set(texts):
        assert isinstance(registry.check(text, source=source, now=NOW), Accepted)

    def work() -> None:
        for text in texts:
            registry.check(text, source=source, now=NOW)

    return rate(len(texts), work)


def rivals(
    path: Path, everything: dict[str, tuple[str, int]], wanted: list[str], ours: float
) -> None:
    def by_dict() -> None:
        for text in wanted:
            code = typed(text)
            if isinstance(code, str) and holds(code):
                everything.get(code)

    raw = sqlite3.connect(path)

    def by_sqlite() -> None:
        for text in wanted:
            code = typed(text)
            if isinstance(code, str) and holds(code):
                raw.execute("SELECT * FROM code WHERE code = ?", (code,)).fetchone()

    for what, work in (("a dict", by_dict), ("bare sqlite3, one row", by_sqlite)):
        rival = rate(len(wanted), work)
        tell(f"rival: {what}", rival, f"   ours is 1/{rival / ours:.1f} of it")
        print(json.dumps({"rival": what, "rival_a_s": round(rival), "ours_a_s": round(ours)}))
    raw.close()


def rate(count: int, work: Callable[[], object]) -> float:
    """The best of three, by the second."""
    best = 0.0
    for _ in range(3):
        started = time.perf_counter()
        work()
        best = max(best, count / (time.perf_counter() - started))
    return best


def tell(what: str, a_second: float, more: str = "") -> None:
    print(f"    {what:44s} {a_second:10,.0f} /s{more}")


if __name__ == "__main__":
    main()
