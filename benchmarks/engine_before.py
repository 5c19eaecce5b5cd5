"""How fast the engine is beside an earlier commit, in the same run: nothing a set costs is lost.

    uv run python benchmarks/engine_before.py COMMIT nusantara klasik

Processes of both trees take turns, each plays the same six games of four players to their end (or
2,000 commands) and gives commands a second of its own CPU time; told are the medians.
"""

import io
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
SEEDS, MOST, TURNS = range(6), 2_000, 5
KINDS = ("random", "cautious")


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
    """Commands a second of CPU time, by the engine of the tree that this process imports."""
    from ketuk import engine
    from ketuk.engine.bots import cautious_policy

    def chosen(table: Any, rng: random.Random) -> Any:
        if kind == "random":
            return rng.choice(engine.offers(table, rules).commands)
        return next(c for s in table.seats if (c := policy(rules, table, s)) is not None)

    rules, policy, commands, began = engine.ruleset(ruleset), cautious_policy(), 0, 0.0
    decide: Callable[..., Any] = engine.decide
    for seed in (SEEDS[0], *SEEDS):  # the first one warms up
        luck, rng = SeededLuck(seed), random.Random(seed)
        table, count = engine.replay(engine.new_game(rules, NAMES, luck)), 0
        while table.top is not None and count < MOST:
            command, count = chosen(table, rng), count + 1
            for event in decide(table, command, rules, luck):
                table = engine.evolve(table, event)
        commands += count
        if not began:
            commands, began = 0, time.process_time()
    return commands / (time.process_time() - began)


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
                print(f"{ruleset}, {kind}: {before:,.0f} > {now:,.0f} commands/s", flush=True)


if __name__ == "__main__":
    main()
