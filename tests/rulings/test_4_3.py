"""Rulings 4.3: building."""

import pytest
from situations import Situation, kinds, only

from ketuk.engine.commands import (
    Accept,
    Build,
    EndTurn,
    Mortgage,
    Play,
    Propose,
    RevealCard,
    Roll,
    SellBuilding,
)
from ketuk.engine.events import InsuranceSpent, LevelChanged, Nothing, Paid, Targeted
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, BuyChoice, Free, Goods, OpenTurns, Reveal, Trade

IZIN, ASURANSI = 58, 60
BANJIR, PENERTIBAN = 80, 85
RUKO, MENARA = 12, 6


def levels(game: Situation, *tiles: int) -> list[int]:
    return [game.table.holdings[t].level for t in tiles]


def at_reveal(game: Situation) -> Situation:
    """The opener is about to reveal the event of the round."""
    return game.set(phase="event").ask(OpenTurns(), Reveal(1))


# --- 4.3.1: whose turn -------------------------------------------------------------------------


def test_4_3_1_nobody_builds_in_the_turn_of_another() -> None:
    game = Situation().owns(2, 1, 2)
    refused = game.refused(Build(2, 1))
    assert (refused.reason, refused.ruling) == (Reason.NOT_YOUR_TURN, "4.3.1")
    game.turn(2)
    events = game.do(Build(2, 1))
    assert kinds(events) == ["Paid", "LevelChanged"]
    assert (levels(game, 1), game.cash(2), game.table.stock) == ([1], 17000, (11, 6))


@pytest.mark.parametrize("phase", ["queue", "event"])
def test_4_3_1_nor_between_the_turns(phase: str) -> None:
    game = at_reveal(Situation().owns(1, 1, 2)).set(phase=phase)
    refused = game.refused(Build(1, 1))
    assert (refused.reason, refused.ruling) == (Reason.QUESTION_OPEN, "4.3.1")
    assert refused.about == {"question": "reveal"}


@pytest.mark.parametrize("when", ["before the roll", "between rolls", "after the last"])
def test_4_3_1_every_free_moment_of_the_own_turn_will_do(when: str) -> None:
    game = Situation().owns(1, 1, 2, 6).stands(1, 2)
    if when == "between rolls":
        game.do(Roll(1), dice=[(2, 2)])
    elif when == "after the last":
        game.do(Roll(1), dice=[(1, 3)])
    assert Build(1, 1) in game.offered()


def test_4_3_1_not_while_a_question_is_open() -> None:
    game = Situation().owns(1, 1, 2).ask(Free(1), BuyChoice(1, 5))
    assert game.refused(Build(1, 1)).reason is Reason.QUESTION_OPEN


# --- 4.3.2: a menara falls ---------------------------------------------------------------------


@pytest.mark.parametrize(("ruko", "left"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_4_3_2_a_flooded_menara_leaves_what_ruko_there_are(ruko: int, left: int) -> None:
    game = at_reveal(Situation().owns(2, 33, 35).owns(2, 35, level=3).stock(ruko, 5))
    events = game.do(RevealCard(1), cards=[BANJIR])
    changed = only(events, LevelChanged)
    assert (changed.tile, changed.level, changed.why, changed.ruling) == (
        35,
        left,
        "banjir",
        "4.3.2",
    )
    assert game.table.stock == (ruko - left, 6)
    assert levels(game, 33, 35) == [0, left]
    assert game.table.state(Effects).flooded(35)


def test_4_3_2_ruko_come_down_first_then_menara_in_tile_order() -> None:
    game = Situation().owns(2, 29, level=3).owns(2, 33, level=1).owns(2, 35, level=3).owns(2, 31)
    events = at_reveal(game.stock(0, 4)).do(RevealCard(1), cards=[BANJIR])
    fell = [(e.tile, e.level) for e in events if isinstance(e, LevelChanged)]
    assert fell == [(33, 0), (29, 1), (35, 0)]  # the ruko of Bandung goes to Surabaya
    assert game.table.stock == (0, 6)


def test_4_3_2_a_ruko_goes_back_to_the_stock() -> None:
    game = at_reveal(Situation().owns(2, 33, level=2).owns(2, 35, level=1))
    events = game.do(RevealCard(1), cards=[BANJIR])
    fell = [(e.tile, e.level, e.ruling) for e in events if isinstance(e, LevelChanged)]
    assert fell == [(33, 1, ""), (35, 0, "")]
    assert game.table.stock == (11, 6)


# --- 4.3.3 and 4.3.4: Penertiban ---------------------------------------------------------------


def test_4_3_3_penertiban_goes_on_past_an_insured_city() -> None:
    game = Situation().owns(2, 35, level=3).owns(2, 33, level=2).owns(3, 1, level=1)
    game.insured(35, ASURANSI)
    events = at_reveal(game).do(RevealCard(1), cards=[PENERTIBAN])
    spent = only(events, InsuranceSpent)
    assert (spent.tile, spent.card, spent.ruling) == (35, ASURANSI, "4.3.3")
    assert only(events, Targeted).target == 33
    changed = only(events, LevelChanged)
    assert (changed.tile, changed.level, changed.why) == (33, 1, "penertiban")
    assert levels(game, 1, 33, 35) == [1, 1, 3]
    assert game.table.deck("siasat").bottom == (ASURANSI,)
    assert game.table.holdings[35].insurance == 0


def test_4_3_3_each_insurance_on_the_way_is_used() -> None:
    game = Situation().owns(2, 35, level=3).owns(2, 33, level=2).owns(3, 1, level=1)
    game.insured(35, ASURANSI).insured(33, ASURANSI + 1)
    events = at_reveal(game).do(RevealCard(1), cards=[PENERTIBAN])
    assert [e.tile for e in events if isinstance(e, InsuranceSpent)] == [35, 33]
    assert levels(game, 1, 33, 35) == [0, 2, 3]


def test_4_3_3_with_all_insured_nothing_falls() -> None:
    game = Situation().owns(2, 35, level=1).insured(35)
    events = at_reveal(game).do(RevealCard(1), cards=[PENERTIBAN])
    assert only(events, Nothing).ruling == "4.3.3"
    assert levels(game, 35) == [1]


def test_4_3_3_an_insured_city_that_is_not_tallest_keeps_its_card() -> None:
    game = Situation().owns(2, 35, level=3).owns(2, 33, level=2).insured(33)
    events = at_reveal(game).do(RevealCard(1), cards=[PENERTIBAN])
    assert "InsuranceSpent" not in kinds(events)
    assert (levels(game, 33, 35), game.table.holdings[33].insurance) == ([2, 2], 60)


def test_4_3_3_an_insured_city_without_buildings_is_not_looked_at() -> None:
    game = Situation().owns(2, 35).insured(35).owns(2, 1, level=1)
    events = at_reveal(game).do(RevealCard(1), cards=[PENERTIBAN])
    assert "InsuranceSpent" not in kinds(events)
    assert levels(game, 1) == [0]


def test_4_3_4_penertiban_without_a_building_does_nothing() -> None:
    game = at_reveal(Situation().owns(2, 35).insured(35))
    events = game.do(RevealCard(1), cards=[PENERTIBAN])
    assert only(events, Nothing) == Nothing("penertiban", "no_building", "4.3.4")
    assert "LevelChanged" not in kinds(events)
    assert game.table.holdings[35].insurance == 60


# --- 4.3.5: selling a menara -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruko", "level", "money", "stock"),
    [(0, 0, 3000, (0, 6)), (1, 0, 3000, (1, 6)), (2, 2, 1000, (0, 6)), (3, 2, 1000, (1, 6))],
)
def test_4_3_5_a_menara_is_sold_down_or_whole(
    ruko: int, level: int, money: int, stock: tuple[int, int]
) -> None:
    game = Situation().owns(1, 33, 35, level=3).stock(ruko, 5)
    events = game.do(SellBuilding(1, 35))
    changed, paid = only(events, LevelChanged), only(events, Paid)
    assert (changed.level, changed.why, changed.ruling) == (level, "sold", "4.3.5")
    assert (paid.amount, paid.ruling) == (money, "4.3.5")
    assert (levels(game, 33, 35), game.table.stock) == ([3, level], stock)
    assert game.cash(1) == 17000 + money


@pytest.mark.parametrize(
    ("group", "tile", "step_down", "whole"),
    [((19, 20, 22), 22, 620, 1870), ((28, 29, 31), 31, 870, 2620), ((1, 2), 1, 250, 750)],
)
def test_4_3_5_half_a_price_is_rounded_down(
    group: tuple[int, ...], tile: int, step_down: int, whole: int
) -> None:
    for ruko, money in ((2, step_down), (1, whole)):
        game = Situation().owns(1, *group, level=3).stock(ruko, 3)
        assert only(game.do(SellBuilding(1, tile)), Paid).amount == money


def test_4_3_5_the_choice_is_not_the_players() -> None:
    game = Situation().owns(1, 33, 35, level=3).stock(2, 4)
    assert [c for c in game.offered() if isinstance(c, SellBuilding)] == [
        SellBuilding(1, 33),
        SellBuilding(1, 35),
    ]
    for at_once in (0, 2, 3, 4):
        assert game.refused(SellBuilding(1, 35, at_once)).reason is Reason.NOT_AT_ONCE
    assert levels(game, 33, 35) == [3, 3]


# --- 4.3.6 and 4.3.7: a built group ------------------------------------------------------------


@pytest.mark.parametrize("tile", [5, 6, 8])
def test_4_3_6_no_city_of_a_built_group_is_mortgaged(tile: int) -> None:
    game = Situation().owns(1, 5, 6, level=1).owns(1, 8)
    refused = game.refused(Mortgage(1, tile))
    assert (refused.reason, refused.ruling) == (Reason.HAS_BUILDINGS, "4.3.6")


def test_4_3_6_after_the_last_sale_it_can_be() -> None:
    game = Situation().owns(1, 5, level=1).owns(1, 6, 8)
    game.do(SellBuilding(1, 5), Mortgage(1, 5), Mortgage(1, 8))
    assert game.cash(1) == 17000 + 250 + 500 + 600


def test_4_3_6_a_ruko_of_another_owner_does_not_count() -> None:
    game = Situation().owns(2, 5, level=1).owns(1, 6)
    game.do(Mortgage(1, 6))
    assert game.cash(1) == 17500


@pytest.mark.parametrize("tile", [5, 8])
def test_4_3_7_no_city_of_a_built_group_is_traded(tile: int) -> None:
    game = Situation().owns(1, 5, level=1).owns(1, 6, 8)
    trade = Trade(1, 2, Goods(tiles=(tile,)), Goods(cash=1000))
    refused = game.refused(Propose(1, trade))
    assert (refused.reason, refused.ruling) == (Reason.HAS_BUILDINGS, "4.3.7")
    asked_for = Trade(1, 2, Goods(cash=1000), Goods(tiles=(33,)))
    game.owns(2, 33, level=1)
    assert game.refused(Propose(1, asked_for)).ruling == "4.3.7"


def test_4_3_7_sell_the_building_then_trade() -> None:
    game = Situation().owns(1, 5, level=1).owns(1, 6, 8).turn(1, may_roll=False)
    trade = Trade(1, 2, Goods(tiles=(5,)), Goods(cash=1000))
    game.do(SellBuilding(1, 5), Propose(1, trade), Accept(2), EndTurn(1))
    assert (game.owner(5), game.cash(1), game.cash(2)) == (2, 17000 + 250 + 1000, 16500)


def test_4_3_7_a_building_put_up_after_the_agreement_voids_it() -> None:
    game = Situation().owns(1, 1, 2).turn(1, may_roll=False)
    trade = Trade(1, 2, Goods(tiles=(1,)), Goods(cash=600))
    game.do(Propose(1, trade), Accept(2), Build(1, 2))
    events = game.do(EndTurn(1))
    void = next(e for e in events if type(e).__name__ == "TradeVoid")
    assert (void.reason, void.ruling) == ("has_buildings", "4.3.7")
    assert (game.owner(1), game.cash(2)) == (1, 17500)


# --- 4.3.8 and 4.3.9: Izin Bangun --------------------------------------------------------------


def test_4_3_8_a_ruko_by_permit_stays_and_evenness_begins_with_the_next() -> None:
    game = Situation().owns(1, 1).holds(1, IZIN, IZIN + 1)
    game.do(Play(1, IZIN, tile=1), Play(1, IZIN + 1, tile=1))
    assert levels(game, 1) == [2]
    game.ask(Free(1), BuyChoice(1, 2)).do(*[c for c in game.offered() if type(c).__name__ == "Buy"])
    assert levels(game, 1, 2) == [2, 0]
    refused = game.refused(Build(1, 1))
    assert (refused.reason, refused.ruling) == (Reason.UNEVEN, "4.3.8")
    game.do(Build(1, 2))
    assert game.refused(Build(1, 1)).ruling == "4.3.8"
    game.do(Build(1, 2), Build(1, 1))
    assert (levels(game, 1, 2), game.table.stock) == ([3, 2], (RUKO - 2, MENARA - 1))


@pytest.mark.parametrize(("ruko", "playable"), [(0, False), (1, True), (2, True)])
def test_4_3_9_no_permit_without_a_ruko_in_stock(ruko: int, playable: bool) -> None:
    game = Situation().owns(1, 35).holds(1, IZIN).stock(ruko, 6)
    play = Play(1, IZIN, tile=35)
    if playable:
        game.do(play)
        assert (levels(game, 35), game.table.stock) == ([1], (ruko - 1, 6))
        return
    refused = game.refused(play)
    assert (refused.reason, refused.ruling) == (Reason.NO_STOCK, "4.3.9")
    assert game.table.player(1).hand == (IZIN,)


@pytest.mark.parametrize(("cash", "playable"), [(1990, False), (2000, True), (2010, True)])
def test_4_3_9_a_permit_costs_the_price_of_a_ruko(cash: int, playable: bool) -> None:
    game = Situation().owns(1, 35).holds(1, IZIN).has(1, cash)
    play = Play(1, IZIN, tile=35)
    assert (play in game.offered()) is playable
    if playable:
        events = game.do(play)
        assert only(events, Paid) == Paid(1, BANK, 2000, "build", 35)
        assert game.table.deck("siasat").bottom == (IZIN,)
    else:
        assert game.refused(play).about["short"] == 10


def test_4_3_9_the_same_stock_stops_building() -> None:
    game = Situation().owns(1, 33, 35).stock(0, 6)
    assert game.refused(Build(1, 35)).reason is Reason.NO_STOCK
    game = Situation().owns(1, 33, 35, level=2).stock(8, 0)
    assert game.refused(Build(1, 35)).reason is Reason.NO_STOCK
