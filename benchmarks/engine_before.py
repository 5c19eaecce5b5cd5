"""How fast the engine is beside an earlier commit, in the same run: nothing a set costs is lost.

    uv run python benchmarks/engine_before.py COMMIT nusantara klasik

Processes of both trees take turns, each plays the same six games of four players to their end (or
2,000 commands) and gives commands a second of its own CPU time; told are the medians. Each tree
plays as it does: one that gives the table with the events is not made to fold them once more.
``replay`` folds all events of the random games again.
"""

import io
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
SEEDS, MOST, TURNS = range(6), 2_000, 5
KINDS = ("random", "cautious", "replay")


class SeededLuck:
    """Dice and draws from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def dice(self, count: int) -> tuple[int, ...]:
        """``count`` dice."""
        return tuple(self._random.randint(1, 6) for _ in range(count))

    def draw(self, cards: Sequence[int]) -> int:
        """One of the cards."""
        return self._random.choice(cards)


def played(ruleset: str, kind: str) -> float:
    """Commands or events a second of CPU time, by the engine of the tree that this imports."""
    game(ruleset, kind, SEEDS[0])  # warms up
    counts, seconds = zip(*[game(ruleset, kind, seed) for seed in SEEDS], strict=True)
    return float(sum(counts) / sum(seconds))


def game(ruleset: str, kind: str, seed: int) -> tuple[int, float]:
    """One game: commands, or events that are folded again; and its seconds of CPU time."""
    from ketuk import engine
    from ketuk.engine.bots import cautious_policy

    def chosen(table: Any) -> Any:
        if kind != "cautious":
            return rng.choice(engine.offers(table, rules).commands)
        return next(c for s in table.seats if (c := policy(rules, table, s)) is not None)

    rules, policy, count = engine.ruleset(ruleset), cautious_policy(), 0
    luck, rng = SeededLuck(seed), random.Random(seed)
    events = list(engine.new_game(rules, NAMES, luck))
    table, began = engine.replay(events), time.process_time()
    while table.top is not None and count < MOST:
        table, added = stepped(engine, table, chosen(table), rules, luck)
        events += added
        count += 1
    if kind == "replay":
        count, began = len(events), time.process_time()
        engine.replay(events)
    return count, time.process_time() - began


def stepped(engine: Any, table: Any, command: Any, rules: Any, luck: SeededLuck) -> Any:
    """The table after a command and its events, as that tree gives them."""
    if hasattr(engine, "advance"):
        return engine.advance(table, command, rules, luck)
    events = engine.decide(table, command, rules, luck)
    for event in events:
        table = engine.evolve(table, event)
    return table, events


def of_tree(tree: Path, ruleset: str, kind: str) -> float:
    """The same, in a process that imports ``ketuk`` from that tree."""
    code = f"import engine_before as it; print(it.played({ruleset!r}, {kind!r}))"
    path = os.pathsep.join((str(tree), str(Path(__file__).parent)))
    options = ("-S", "-c", f"import sys; sys.path += {sys.path[1:]!r}; {code}")
    env = {**os.environ, "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, *options], cwd=tree, capture_output=True, check=True, env=env
    )
    return float(run.stdout)


def main() -> None:
    """Unpack the commit, and let both trees take turns."""
    commit, *rulesets = sys.argv[1:]
    archive = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(folder, filter="data")
        for ruleset in rulesets:
            for kind in KINDS:
                rates = [
                    [of_tree(tree, ruleset, kind) for tree in (Path(folder), ROOT)]
                    for _ in range(TURNS)
                ]
                before, now = (median(each) for each in zip(*rates, strict=True))
                print(f"{ruleset}, {kind}: {before:,.0f} > {now:,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
