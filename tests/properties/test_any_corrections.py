"""Players set things by hand at any moment, and the game stays whole and comes to its end.

Money with the account of corrections, buildings and cards add up after every step; what is offered
is accepted; the facts alone give the same table. ``AnyGame`` checks all of it.
"""

import random
from collections import Counter

import pytest
from any_game import AnyGame

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.corrections import BuildingsOn, CardIn, CashOf, DeedOf, PawnOn
from ketuk.engine.table import Options

SEEN: Counter[type] = Counter()
ENDED: list[bool] = []


@pytest.mark.parametrize("batch", range(6))
def test_games_of_nusantara_with_corrections(batch: int) -> None:
    for at in range(30):
        seed = 70_000 + batch * 1000 + at
        options = Options(
            edition=("hp", "kertas")[at % 2],
            dice=("app", "real")[at // 2 % 2],
            decks=("app", "real")[at // 4 % 2],
        )
        game = AnyGame(3 + at % 4, options, seed, leavers=at % 4 == 0, corrections=0.2)
        assert game.play(random.Random(seed).randrange, every=20), f"seed {seed} did not end"
        SEEN.update(type(what) for what in game.corrected)


@pytest.mark.parametrize("batch", range(4))
def test_games_of_klasik_with_corrections(batch: int) -> None:
    for at in range(3):
        seed = 80_000 + batch * 1000 + at
        options = Options(decks=("app", "real")[at % 2], house=((), ("pot", "dealt"))[batch % 2])
        game = AnyGame(
            2 + (batch + at) % 5, options, seed, leavers=at == 0, ruleset="klasik", corrections=0.05
        )
        ENDED.append(game.play(random.Random(seed).randrange, every=60))
        SEEN.update(type(what) for what in game.corrected)


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_the_cautious_player_goes_on_from_whatever_was_set(ruleset: str) -> None:
    policy, corrected = cautious_policy(), 0
    for seed in range(12):
        game = AnyGame(3, Options(), 90_000 + seed, ruleset=ruleset)
        for _ in range(400):
            if game.over:
                break
            if game.random.random() < 0.3:
                game.try_to_correct()
            moves = (policy(game.rules, game.table, seat) for seat in game.table.seats)
            game.step(next(move for move in moves if move is not None))
        corrected += len(game.corrected)
    assert corrected > 100


def test_every_kind_was_corrected_often() -> None:
    if not ENDED:
        pytest.skip("runs after the games")
    assert all(SEEN[kind] > 100 for kind in (PawnOn, CashOf, DeedOf, BuildingsOn, CardIn)), SEEN
    assert sum(ENDED) >= 0.5 * len(ENDED)
