"""What a running clock costs: the share of a core, and what is written while nobody does anything.

The command runs in a pseudo-terminal with a game open at its first question, once with a clock and
once, as the rival, a set that has none. Then a game that nobody answers is played to its end by its
clock alone, and its rows are counted. Linux only: it reads ``/proc``.

    python benchmarks/clock_idle.py [--seconds 60] [--rounds 3]
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from saved_games import NAMES, saved_game
from terminals import Terminal

SETS = ("merek", "klasik")
"""With a clock, and without."""
SETTLING_S = 8.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    shares: dict[str, list[float]] = {}
    for _ in range(asked.rounds):
        for ruleset in SETS:
            with tempfile.TemporaryDirectory() as folder:
                found = idle(Path(folder), ruleset, asked.seconds)
            shares.setdefault(ruleset, []).append(found["core_percent"])
            tell("idle", ruleset=ruleset, **found)
    middle = {ruleset: statistics.median(found) for ruleset, found in shares.items()}
    tell("clock", core_percent=middle[SETS[0]] - middle[SETS[1]], **middle)
    for players in (2, 4, 6):
        with tempfile.TemporaryDirectory() as folder:
            tell("nobody answers", players=players, **unanswered(Path(folder), players))


def idle(data: Path, ruleset: str, seconds: float) -> dict[str, float]:
    """A game that is open and waits, for so many seconds."""
    saved_game(data, ruleset=ruleset)
    screen = Terminal("--data", data, "--lang", "id")
    screen.wait_for("Lanjutkan: ")
    screen.send("\r")
    screen.wait_for("Lempar")
    pump(screen, SETTLING_S)
    before, rows, painted = usage(screen.pid), rows_in(data), len(screen.raw)
    files = stamps(data)
    began = time.monotonic()
    pump(screen, seconds)
    after, taken = usage(screen.pid), time.monotonic() - began
    found = {
        "seconds": taken,
        "core_percent": 100 * (after[0] - before[0]) / taken,
        "written_bytes": after[1] - before[1],
        "rows": rows_in(data) - rows,
        "files_changed": sum(stamps(data)[f] != s for f, s in files.items()),
        "painted_bytes_a_minute": 60 * (len(screen.raw) - painted) / taken,
    }
    screen.kill()
    return found


def pump(screen: Terminal, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        screen.pump(left)


def usage(pid: int) -> tuple[float, int]:
    """Seconds of processor and bytes given to the disk, of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    lines = dict(line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines())
    return ticks / os.sysconf("SC_CLK_TCK"), int(lines["write_bytes"])


def stamps(data: Path) -> dict[Path, tuple[int, int]]:
    return {f: (f.stat().st_size, f.stat().st_mtime_ns) for f in data.rglob("*") if f.is_file()}


def rows_in(data: Path) -> int:
    with Journal.open(data / FILE) as journal:
        return sum(1 for game in journal.games() for _ in journal.rows(game.name))


def unanswered(data: Path, players: int) -> dict[str, float]:
    """A game that ends by its clock alone: rows, and their bytes, a minute of play."""
    second = 0.0
    with Journal.open(data / FILE) as journal:
        room = Room.start(
            journal, rules=engine.ruleset(SETS[0]), names=NAMES[:players], name="mesa",
            options=Options("kertas"), luck=SeededLuck(5), ticks=lambda: second,
        )  # fmt: skip
        while room.table.top is not None:
            second += 1
            room.keep_time()
        minutes = room.table.clock.now / 60
        sizes = [len(str(row.events)) for row in journal.rows("mesa")]
    return {
        "minutes": minutes,
        "rows": len(sizes),
        "rows_a_minute": len(sizes) / minutes,
        "bytes_a_minute": (data / FILE).stat().st_size / minutes,
    }


def tell(what: str, **figures: object) -> None:
    rounded = {k: round(v, 3) if isinstance(v, float) else v for k, v in figures.items()}
    print(json.dumps({"what": what, **rounded}), flush=True)


if __name__ == "__main__":
    main()
