"""How fast the engine plays and replays, next to a rival in the same run.

    uv run --group bench python benchmarks/engine_speed.py

Rival: random games of catanatron (PyPI), moves a second. Ours: random games of nusantara with four
players, commands a second with ``offers`` listed at every step, events decided and folded. Both run
in the same worker processes of pyperf, fixed seeds each. Replay: a journal of 5,000 events.
"""

import random
import sys
from collections.abc import Sequence

import pyperf

from ketuk import engine
from ketuk.engine.commands import EndTurn, GoOn
from ketuk.engine.events import AnyEvent
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Table

SEEDS = range(6)
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
JOURNAL = 5_000


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


def our_game(seed: int, *, slow: bool = False) -> tuple[int, list[AnyEvent]]:
    """One random game: commands carried out, and all its events; ``slow`` players dawdle."""
    rules, luck, rng = engine.ruleset("nusantara"), SeededLuck(seed), random.Random(seed)
    events = list(engine.new_game(rules, NAMES, luck))
    table: Table = engine.replay(events)
    commands = 0
    while table.top is not None:
        listed = engine.offers(table, rules).commands
        command = rng.choice(listed)
        if slow and isinstance(command, EndTurn | GoOn) and rng.random() < 0.9:
            command = rng.choice(listed)
        outcome = engine.decide(table, command, rules, luck)
        if isinstance(outcome, Refused):
            raise RuntimeError(f"offered and refused: {command}")
        for event in outcome:
            table = engine.evolve(table, event)
        events += outcome
        commands += 1
    return commands, events


def our_games() -> int:
    """Commands of all seeds."""
    return sum(our_game(seed)[0] for seed in SEEDS)


def their_games() -> int:
    """Moves of the rival's random games, four players, all seeds."""
    from catanatron import Color, Game, RandomPlayer

    moves = 0
    for seed in SEEDS:
        colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
        game = Game([RandomPlayer(color) for color in colors], seed=seed)
        game.play()
        moves += len(game.state.actions)
    return moves


def journal() -> list[AnyEvent]:
    """The first 5,000 events of a long game whose players mortgage, redeem and bid anew."""
    for seed in range(100, 200):
        _, events = our_game(seed, slow=True)
        if len(events) >= JOURNAL:
            return events[:JOURNAL]
    raise RuntimeError("no game was long enough")


def main() -> None:
    """Run, and print what it comes to."""
    runner = pyperf.Runner(processes=5)
    runner.metadata["description"] = "engine speed"
    events = journal()
    ours = runner.bench_func("nusantara, 6 random games", our_games)
    theirs = runner.bench_func("catanatron, 6 random games", their_games)
    replay = runner.bench_func("replay of 5,000 events", engine.replay, events)
    if runner.args.worker or not (ours and theirs and replay):
        return
    ours_rate = our_games() / ours.mean()
    their_rate = their_games() / theirs.mean()
    print(f"\nnusantara: {ours_rate:,.0f} commands/s, {len(SEEDS) / ours.mean():,.1f} games/s")
    print(f"catanatron: {their_rate:,.0f} moves/s, {len(SEEDS) / theirs.mean():,.1f} games/s")
    print(f"ratio of moves: {ours_rate / their_rate:.2f}")
    print(f"replay of {JOURNAL:,} events: {replay.mean() * 1000:.1f} ms")


if __name__ == "__main__":
    sys.exit(main())
