"""Whatever players do, the game stays whole and comes to its end."""

import random

import pytest
from any_game import AnyGame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ketuk.engine.table import Options

OPTIONS = [
    Options(edition=edition, dice=dice, decks=decks)
    for edition in ("hp", "kertas")
    for dice in ("app", "real")
    for decks in ("app", "real")
]
EXAMPLES = 250
ROOM = 8 * 1024 // 4
"""Draws that surely fit into one example of Hypothesis: 8 KB, four bytes at most for ours."""
REACHED: list[bool] = []
DRAWS: list[int] = []


@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    players=st.integers(3, 6),
    options=st.sampled_from(OPTIONS),
    seed=st.integers(0, 2**32 - 1),
    data=st.data(),
)
def test_any_legal_play_keeps_every_sum_and_ends(
    players: int, options: Options, seed: int, data: st.DataObject
) -> None:
    REACHED.append(False)
    DRAWS.append(0)

    def choose(count: int) -> int:
        DRAWS[-1] += 1
        return data.draw(st.integers(0, count - 1))

    game = AnyGame(players, options, seed, leavers=seed % 4 == 0)
    REACHED[-1] = game.play(choose)


def test_nearly_all_drawn_games_reached_their_end() -> None:
    """An example is cut in silence at 8 KB of choices: hardly any game may come near that.

    (Hypothesis also cuts short what it varies from earlier examples; those make few draws.)
    """
    if not REACHED:
        pytest.skip("runs after the games")
    assert sum(REACHED) >= EXAMPLES
    long = [reached for reached, draws in zip(REACHED, DRAWS, strict=True) if draws > ROOM]
    assert len(long) <= 0.05 * len(REACHED)


@pytest.mark.parametrize("batch", range(8))
def test_seeded_games_reach_their_end(batch: int) -> None:
    for at in range(260):
        seed = batch * 1000 + at
        rng = random.Random(seed)
        game = AnyGame(3 + at % 4, OPTIONS[at % len(OPTIONS)], seed)
        assert game.play(rng.randrange, every=60), f"seed {seed} did not end"
