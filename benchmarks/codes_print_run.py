"""Making the boxes of a print run, with the table for the printer.

The rival, in the same run: the same rows put into the same tables with bare sqlite3, one file a
box, committed to disk as safely (synchronous=FULL), with the same random codes.

    python benchmarks/codes_print_run.py [--boxes 1000]
"""

import argparse
import json
import sqlite3
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from ketuk.codes.boxes import Boxes
from ketuk.codes.minting import box_id
from ketuk.codes.minting import codes as minted
from ketuk.codes.moment import stamp
from ketuk.codes.payload import payload
from ketuk.codes.schema import STEPS
from ketuk.codes.sticker import BoxItem

ITEMS = tuple(BoxItem(number, "property") for number in range(104))
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=1_000)
    count = parser.parse_args().boxes
    with tempfile.TemporaryDirectory() as folder:
        ours = timed(lambda: print_run(Path(folder) / "ours", count))
        rival = timed(lambda: bare(Path(folder) / "rival", count))
    print(f"{count:,} boxes, {count * len(ITEMS):,} codes, with table: {ours:.2f} s")
    print(f"rival: bare sqlite3, one file a box, synchronous=FULL: {rival:.2f} s")
    print(f"ours takes {ours / rival:.2f} of the rival's time")
    print(json.dumps({"boxes": count, "ours_s": round(ours, 3), "rival_s": round(rival, 3)}))


def timed(work) -> float:  # type: ignore[no-untyped-def]
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def print_run(folder: Path, count: int) -> None:
    folder.mkdir()
    made = Boxes(folder).new(ITEMS, names=[""] * count, ruleset="nusantara", now=NOW)
    with (folder / "run.csv").open("w", newline="") as table:
        for new in made:
            for item, code in new.codes:
                table.write(f"{new.box.id},{item},,{code},{payload(code)}\r\n")
            table.flush()


def bare(folder: Path, count: int) -> None:
    folder.mkdir()
    taken: set[str] = set()
    now = stamp(NOW)
    with (folder / "run.csv").open("w", newline="") as table:
        for _ in range(count):
            box = box_id(taken)
            taken.add(box)
            raw = sqlite3.connect(folder / f"{box}.sqlite", isolation_level=None)
            raw.execute("PRAGMA synchronous = FULL")
            raw.execute("PRAGMA journal_mode = WAL")
            raw.execute("BEGIN")
            for statements in STEPS:
                for statement in statements:
                    raw.execute(statement)
            raw.execute("INSERT INTO box VALUES (?, ?, 'nusantara', 1, ?, 'ask')", (box, box, now))
            fresh = list(minted(box, len(ITEMS)))
            raw.executemany(
                "INSERT INTO item VALUES (?, ?, ?)", [(box, i.number, i.kind) for i in ITEMS]
            )
            raw.executemany(
                "INSERT INTO code VALUES (?, ?, ?, 1, 'active', ?, ?, NULL, NULL, NULL, NULL)",
                [(c, box, i.number, now, now) for c, i in zip(fresh, ITEMS, strict=True)],
            )
            raw.execute("COMMIT")
            raw.close()
            for code, item in zip(fresh, ITEMS, strict=True):
                table.write(f"{box},{item.number},,{code},{payload(code)}\r\n")
            table.flush()


if __name__ == "__main__":
    main()
