"""The same for klasik: whatever players do, the game stays whole, and one is left at its end."""

import random

import pytest
from any_game import AnyGame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trials import trials

from ketuk import engine
from ketuk.engine.acts.ending import may_conclude
from ketuk.engine.commands import Conclude
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Options

OPTIONS = [
    Options(edition=edition, dice=dice, decks=decks, house=house)
    for edition in ("hp", "kertas")
    for dice, decks in (("app", "app"), ("real", "app"), ("app", "real"), ("real", "real"))
    for house in ((), ("pot",), ("dealt",), ("pot", "dealt"))
]
EXAMPLES = trials(12)
ROOM = 8 * 1024 // 4
"""Draws that surely fit into one example of Hypothesis: 8 KB, four bytes at most for ours."""


def test_any_legal_play_keeps_every_sum_and_ends() -> None:
    """An example is cut in silence at 8 KB of choices: hardly any game may come near that."""
    reached: list[bool] = []
    draws: list[int] = []

    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck),
        derandomize=True,
    )  # fmt: skip
    @given(
        players=st.integers(2, 5),
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

        game = AnyGame(players, options, seed, leavers=seed % 4 == 0, ruleset="klasik")
        reached[-1] = game.play(choose, every=60)

    played()
    assert sum(reached) >= 0.8 * EXAMPLES
    long = [there for there, drawn in zip(reached, draws, strict=True) if drawn > ROOM]
    assert len(long) <= 0.05 * len(reached)


def test_seeded_games_of_two_to_eight_end_in_95_of_100() -> None:
    ended: list[bool] = []
    for batch in range(4):
        for at in range(trials(8)):
            seed = batch * 1000 + at
            options = OPTIONS[(batch * 8 + at) % len(OPTIONS)]
            game = AnyGame(2 + at % 7, options, seed, leavers=at % 5 == 0, ruleset="klasik")
            ended.append(game.play(random.Random(seed).randrange, every=90))
    assert sum(ended) >= 0.95 * len(ended)


@pytest.mark.parametrize("seed", range(16))
def test_all_together_may_stop_in_any_free_moment_and_in_no_other(seed: int) -> None:
    game = AnyGame(2 + seed % 7, OPTIONS[seed], seed, leavers=seed % 2 == 0, ruleset="klasik")
    rng = random.Random(seed)
    wanted = rng.randint(1, 400)
    while not game.over:
        stop = Conclude(rng.choice(game.table.seats))
        refused = isinstance(game.decided(stop), Refused)
        assert refused == (not may_conclude(game.rules, game.table))
        if game.steps >= wanted and not refused:
            game.step(stop)
            break
        game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
    game.check_end()
