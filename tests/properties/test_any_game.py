"""Whatever players do, the game stays whole and comes to its end."""

import random

import pytest
from any_game import AnyGame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trials import trials

from ketuk.engine.table import Options

OPTIONS = [
    Options(edition=edition, dice=dice, decks=decks)
    for edition in ("hp", "kertas")
    for dice in ("app", "real")
    for decks in ("app", "real")
]
EXAMPLES = trials(60)
ROOM = 8 * 1024 // 4
"""Draws that surely fit into one example of Hypothesis: 8 KB, four bytes at most for ours."""
BATCHES = 8
GAMES = trials(130)
"""Seeded games of a batch."""


def test_any_legal_play_keeps_every_sum_and_ends() -> None:
    """An example is cut in silence at 8 KB of choices: hardly any game may come near that.

    (Hypothesis also cuts short what it varies from earlier examples; those make few draws.)
    """
    reached: list[bool] = []
    draws: list[int] = []

    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck),
        derandomize=True,
    )  # fmt: skip
    @given(
        players=st.integers(3, 6),
        options=st.sampled_from(OPTIONS),
        seed=st.integers(0, 2**32 - 1),
        data=st.data(),
    )
    def played(players: int, options: Options, seed: int, data: st.DataObject) -> None:
        reached.append(False)
        draws.append(0)

        def choose(count: int) -> int:
            draws[-1] += 1
            return data.draw(st.integers(0, count - 1))

        game = AnyGame(players, options, seed, leavers=seed % 4 == 0)
        reached[-1] = game.play(choose)

    played()
    assert sum(reached) >= EXAMPLES
    long = [there for there, drawn in zip(reached, draws, strict=True) if drawn > ROOM]
    assert len(long) <= 0.05 * len(reached)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_seeded_games_reach_their_end(batch: int) -> None:
    for at in range(GAMES):
        seed = batch * 1000 + at
        rng = random.Random(seed)
        game = AnyGame(3 + at % 4, OPTIONS[at % len(OPTIONS)], seed)
        assert game.play(rng.randrange, every=60), f"seed {seed} did not end"
