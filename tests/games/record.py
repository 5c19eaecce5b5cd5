"""Record the games of this folder anew (after a deliberate change of the rules): run by hand."""

import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))

from any_game import AnyGame  # noqa: E402

import engine  # noqa: E402
from engine.commands import Leave  # noqa: E402
from engine.table import Options  # noqa: E402

WANTED = (
    ("rounds-3-hp", 3, Options()),
    ("rounds-4-kertas-real", 4, Options("kertas", "real", "real")),
    ("rounds-5-hp-real-decks", 5, Options(decks="real")),
    ("rounds-6-kertas", 6, Options("kertas")),
    ("last-4-hp", 4, Options()),
)


def record() -> None:
    """Play each wanted game from its own seed and write it down."""
    for number, (name, players, options) in enumerate(WANTED, 7):
        rng = random.Random(number)
        game = AnyGame(players, options, number, leavers=False)
        if name.startswith("last"):
            _play_some(game, rng, 200)
            for seat in game.table.seats[1:]:
                game.step(Leave(seat))
        assert game.play(rng.randrange)
        game.write_down(HERE / "nusantara" / f"{name}.jsonl")


def _play_some(game: AnyGame, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        offered = engine.offers(game.table, game.rules)
        game.step(game.pick(offered, rng.randrange))


if __name__ == "__main__":
    record()
