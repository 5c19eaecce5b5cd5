"""How fast the engine is beside its rival by CPU time, by turns: for a machine with other work.

    uv run --group bench python benchmarks/engine_beside.py nusantara klasik

Rival and random games of each set take turns in one process (``engine_speed`` has the games); told
are the medians of nine rounds.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from engine_speed import SEEDS, SETS, our_game, steady, their_game

ROUNDS = 9
RIVAL = "catanatron"


def rate(play: Callable[[int], int]) -> float:
    """Moves a second of CPU time."""
    random.seed(0)  # the rival's players draw from it
    began = time.process_time()
    moves = sum(play(seed) for seed in SEEDS)
    return moves / (time.process_time() - began)


def commands(seed: int, ruleset: str) -> int:
    """Commands of one random game."""
    return our_game(seed, ruleset)[0]


def main() -> None:
    """Let all take turns."""
    steady()
    sets = sys.argv[1:] or SETS
    players: dict[str, Callable[[int], int]] = {RIVAL: their_game}
    players |= {name: partial(commands, ruleset=name) for name in sets}
    for play in players.values():
        play(SEEDS[0])
    rounds = [{name: rate(play) for name, play in players.items()} for _ in range(ROUNDS)]
    theirs = median([each[RIVAL] for each in rounds])
    for name in players:
        found = sorted([each[name] for each in rounds])
        middle = median(found)
        print(f"{name}: {middle:,.0f} ({found[0]:,.0f} to {found[-1]:,.0f}), {middle / theirs:.2f}")


if __name__ == "__main__":
    sys.exit(main())
