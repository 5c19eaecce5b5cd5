"""Players set things by hand at any moment, and the game stays whole and comes to its end.

Money with the account of corrections, buildings and cards add up after every step; what is offered
is accepted; the facts alone give the same table. ``AnyGame`` checks all of it.
"""

import random
from collections import Counter

import pytest
from any_game import AnyGame
from trials import trials

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.corrections import BuildingsOn, CardIn, CashOf, DeedOf, PawnOn
from ketuk.engine.table import Options

KINDS = (PawnOn, CashOf, DeedOf, BuildingsOn, CardIn)


def test_every_kind_is_corrected_often_and_games_come_to_their_end() -> None:
    seen = corrected_in_nusantara() + corrected_in_klasik()
    assert all(seen[kind] > 100 for kind in KINDS), seen


def corrected_in_nusantara() -> Counter[type]:
    seen: Counter[type] = Counter()
    for batch in range(6):
        for at in range(trials(30)):
            seed = 70_000 + batch * 1000 + at
            options = Options(
                edition=("hp", "kertas")[at % 2],
                dice=("app", "real")[at // 2 % 2],
                decks=("app", "real")[at // 4 % 2],
            )
            game = AnyGame(3 + at % 4, options, seed, leavers=at % 4 == 0, corrections=0.2)
            assert game.play(random.Random(seed).randrange, every=20), f"seed {seed} did not end"
            seen.update(type(what) for what in game.corrected)
    return seen


def corrected_in_klasik() -> Counter[type]:
    seen: Counter[type] = Counter()
    ended: list[bool] = []
    for batch in range(4):
        for at in range(trials(3)):
            seed = 80_000 + batch * 1000 + at
            house = ((), ("pot", "dealt"))[batch % 2]
            game = AnyGame(
                2 + (batch + at) % 5, Options(decks=("app", "real")[at % 2], house=house), seed,
                leavers=at == 0, ruleset="klasik", corrections=0.05,
            )  # fmt: skip
            ended.append(game.play(random.Random(seed).randrange, every=60))
            seen.update(type(what) for what in game.corrected)
    assert sum(ended) >= 0.5 * len(ended)
    return seen


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
