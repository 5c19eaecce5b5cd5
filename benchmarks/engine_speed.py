"""How fast the engine plays and replays, next to a rival in the same run.

    uv run --group bench python benchmarks/engine_speed.py

Rival: random games of catanatron (PyPI), four players. Ours: random games of each set with four
players, ``offers`` listed at every step, events decided and folded once; and games of cautious
bots. Each timed call counts the moves that it makes itself and gives the time of one move; the
rival plays the same games in every process (``steady``). A rate is told with its spread: the
slowest and the fastest process. Replay: a journal of 5,000 events.
"""

import os
import random
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import pyperf

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import EndTurn, GoOn
from ketuk.engine.events import AnyEvent
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Table

SEEDS = range(6)
SETS = ("nusantara", "klasik", "kompleks", "merek", "rel", "rel-borneo")
"""Every set has its row."""
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
JOURNAL = 5_000
STEADY = "KETUK_STEADY"
MOST = 2_000
"""Commands of one game at most: random players of klasik go on for very long."""


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


def our_game(seed: int, ruleset: str, *, slow: bool = False) -> tuple[int, list[AnyEvent]]:
    """One random game: commands carried out, and all its events; ``slow`` players dawdle."""
    rules, luck, rng = engine.ruleset(ruleset), SeededLuck(seed), random.Random(seed)
    events = list(engine.new_game(rules, NAMES, luck))
    table: Table = engine.replay(events)
    commands = 0
    while table.top is not None and (slow or commands < MOST):
        listed = engine.offers(table, rules).commands
        command = rng.choice(listed)
        if slow and isinstance(command, EndTurn | GoOn) and rng.random() < 0.9:
            command = rng.choice(listed)
        outcome = engine.advance(table, command, rules, luck)
        if isinstance(outcome, Refused):
            raise RuntimeError(f"offered and refused: {command}")
        table = outcome.table
        events += outcome.events
        commands += 1
    return commands, events


def cautious_game(seed: int, ruleset: str) -> int:
    """One game of cautious bots; commands carried out."""
    rules, luck, policy = engine.ruleset(ruleset), SeededLuck(seed), cautious_policy()
    table: Table = engine.replay(engine.new_game(rules, NAMES, luck))
    commands = 0
    while table.top is not None and commands < MOST:
        moves = (policy(rules, table, seat) for seat in table.seats)
        outcome = engine.advance(table, next(m for m in moves if m is not None), rules, luck)
        if isinstance(outcome, Refused):
            raise RuntimeError("a bot was refused")
        table = outcome.table
        commands += 1
    return commands


def their_game(seed: int) -> int:
    """One of the rival's random games, four players; its moves."""
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(color) for color in colors], seed=seed)
    game.play()
    return len(game.state.actions)


def per_move(loops: int, play: Callable[[int], int]) -> float:
    """Seconds of one move, times ``loops``: moves are counted where they are timed."""
    moves, began = 0, time.perf_counter()
    for _ in range(loops):
        random.seed(0)  # the rival's players draw from it
        moves += sum(play(seed) for seed in SEEDS)
    return (time.perf_counter() - began) / moves * loops


def journal() -> list[AnyEvent]:
    """The first 5,000 events of a long game whose players mortgage, redeem and bid anew."""
    for seed in range(100, 200):
        _, events = our_game(seed, "nusantara", slow=True)
        if len(events) >= JOURNAL:
            return events[:JOURNAL]
    raise RuntimeError("no game was long enough")


def rate(bench: pyperf.Benchmark) -> str:
    """Moves a second, with the slowest and the fastest process."""
    rates = sorted(
        1 / (sum(run.values) / len(run.values)) for run in bench.get_runs() if run.values
    )
    return f"{1 / bench.mean():,.0f} moves/s ({rates[0]:,.0f} to {rates[-1]:,.0f})"


def steady() -> None:
    """Start again with the same hashes and addresses in every process, where Linux can do that.

    The rival walks through sets, whose order follows the hash of strings and the address of None.
    """
    if STEADY not in os.environ and shutil.which("setarch"):
        os.environ |= {STEADY: "1", "PYTHONHASHSEED": "0"}
        os.execvp("setarch", ["setarch", "-R", sys.executable, *sys.argv])


def main() -> None:
    """Run, and print what it comes to."""
    steady()
    runner = pyperf.Runner(processes=5)
    runner.parse_args()
    runner.args.loops = runner.args.loops or 1  # one is six whole games
    runner.args.inherit_environ = [*(runner.args.inherit_environ or ()), "PYTHONHASHSEED", STEADY]
    runner.metadata["description"] = "engine speed"
    events = journal()
    theirs = runner.bench_time_func("catanatron, random", per_move, their_game)
    found = {}
    for name in SETS:
        for kind, play in (("random", _random), ("cautious", cautious_game)):
            row = f"{name}, {kind}"
            found[row] = runner.bench_time_func(row, per_move, partial(play, ruleset=name))
    replay = runner.bench_func("replay of 5,000 events", engine.replay, events)
    if runner.args.worker or not (theirs and replay and all(found.values())):
        return
    print(f"\ncatanatron, random: {rate(theirs)}")
    for name, bench in found.items():
        print(f"{name}: {rate(bench)}, {theirs.mean() / bench.mean():.2f} x catanatron")
    print(f"replay of {JOURNAL:,} events: {replay.mean() * 1000:.1f} ms")


def _random(seed: int, ruleset: str) -> int:
    return our_game(seed, ruleset)[0]


if __name__ == "__main__":
    sys.exit(main())
