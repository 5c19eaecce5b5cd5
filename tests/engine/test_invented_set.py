"""Every slot of a rule set used in a third way, by the invented set; and whole games of it."""

import random

import pytest
from any_game import AnyGame
from invented import pasar
from situations import Situation, only

from ketuk.engine.commands import Build, Mortgage, Redeem, SellBuilding
from ketuk.engine.events import LevelChanged, Paid
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options

KLANG, TWIN = 1, 3
"""Two streets of one group, 60 each, buildings 50."""


class Pasar(Situation):
    def ruleset(self) -> RuleSet:
        return pasar()


@pytest.mark.parametrize("seed", range(12))
def test_any_game_goes_soundly_to_its_end(seed: int) -> None:
    choose = random.Random(seed)
    options = Options(
        ("hp", "kertas")[seed % 2], ("app", "real")[seed // 2 % 2], ("app", "real")[seed // 4 % 2]
    )
    game = AnyGame(2 + seed % 3, options, seed, ruleset=pasar(), corrections=0.02 * (seed % 3))
    game.play(choose.randrange, every=40)
    assert game.over or game.steps == 9_000


def test_buildings_never_run_out_and_need_no_set() -> None:
    game = Pasar().owns(1, KLANG)
    assert {c.levels for c in game.offered() if isinstance(c, Build)} == {1, 2, 3, 4}
    events = game.do(Build(1, KLANG, 4))
    assert only(events, Paid).amount == 4 * 2 * 50, "no whole set: twice the price"
    assert only(events, LevelChanged).stock == ()
    game.do(Build(1, KLANG))
    assert game.table.holdings[KLANG].level == 5
    assert game.refused(Build(1, KLANG)).reason is Reason.TOP_LEVEL


def test_the_price_sees_the_table() -> None:
    game = Pasar().owns(1, KLANG, TWIN)
    assert only(game.do(Build(1, KLANG, 2)), Paid).amount == 2 * 50


@pytest.mark.parametrize("levels", [-1, 0, 5, 6])
def test_only_so_many_levels_at_once(levels: int) -> None:
    game = Pasar().owns(1, KLANG)
    assert game.refused(Build(1, KLANG, levels)).reason is Reason.NOT_AT_ONCE


def test_the_bank_pays_the_share_of_the_set() -> None:
    game = Pasar().owns(1, KLANG, level=5)
    assert only(game.do(SellBuilding(1, KLANG)), Paid).amount == 50 * 3 // 4


def test_a_mortgage_takes_the_buildings_with_it() -> None:
    game = Pasar().owns(1, KLANG, level=4)
    most = raisable(game.rules, game.table, 1)
    assert only(game.do(Mortgage(1, KLANG)), Paid).amount == 30 + 150 == most
    assert game.refused(SellBuilding(1, KLANG)).reason is Reason.MORTGAGED
    assert only(game.do(Redeem(1, KLANG)), Paid).amount == 216
    assert game.table.holdings[KLANG].level == 4
