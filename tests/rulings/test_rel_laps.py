"""Rel: MULA, laps, the first lap, qualifying laps, and the news that laps bring."""

import pytest
from rails import GO_TO_JAIL, INCOME_TAX, LINES, LUXURY_TAX, Rails
from situations import only

from ketuk.engine.commands import (
    Bid,
    Buy,
    Choose,
    Concede,
    Decline,
    EndTurn,
    Leave,
    Pass,
    Propose,
    Roll,
)
from ketuk.engine.events import (
    CardShown,
    Excused,
    GameEnded,
    Jailed,
    Landed,
    Moved,
    Nothing,
    Paid,
    StateChanged,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Laps, Loans, News
from ketuk.engine.table import BuyChoice, Due, Free, Goods, TaxChoice, Trade

# --- MULA --------------------------------------------------------------------------------------


def test_r_1_exactly_on_mula_is_passing_and_going_on_pays_nothing_more() -> None:
    game = Rails().laps(0, 0, 0).has(1, 500).lent(1)
    events = game.lands(0)
    assert [type(e.state) for e in events if isinstance(e, StateChanged)] == [Laps, Loans]
    assert [(e.why, e.amount) for e in events if isinstance(e, Paid)] == [
        ("salary", 200), ("loan_collected", 400),
    ]  # fmt: skip
    assert (game.lap(1), game.cash(1), game.owed(1)) == (1, 300, 0)
    game.turn(1)
    assert not [e for e in game.do(Roll(1), dice=[(4, 4)]) if isinstance(e, Paid)]


def test_r_2_under_the_bonus_exactly_on_mula_brings_300() -> None:
    game = Rails().news(86).has(1, 0)
    events = game.lands(0)
    assert only(events, Paid).amount == 300
    assert game.lap(1) == 2


def test_r_2_the_game_ends_with_the_turn_that_brings_the_last_player_there() -> None:
    game = Rails(2, settings=(("laps", 3),)).laps(2, 3).since(2).stands(1, 36).owns(2, 39)
    game.do(Roll(1), dice=[(2, 4)], cards=[64])
    assert game.table.top == Free(1)
    assert only(game.do(EndTurn(1)), GameEnded).why == "laps"


def test_r_2_others_play_on_until_then() -> None:
    game = Rails(2, settings=(("laps", 3),)).laps(3, 2).since(2).turn(1, may_roll=False)
    game.do(EndTurn(1))
    assert game.table.top == Free(2)


def test_r_3_a_card_to_mula_is_passing() -> None:
    game = Rails().has(1, 0)
    game.draws(50)
    assert (game.at(1), game.cash(1), game.lap(1)) == (0, 200, 2)


def test_r_3_back_over_mula_pays_nothing_loses_no_lap_and_counts_anew() -> None:
    game = Rails().owns(1, 39)
    game.stands(1, 37)
    game.do(Roll(1), dice=[(1, 4)], cards=[57])  # to Kad 2, back 3 to 39
    assert (game.at(1), game.lap(1), game.cash(1)) == (39, 2, 1700)
    game.turn(1)
    game.do(Roll(1), dice=[(1, 2)], cards=[64])
    assert game.lap(1) == 3


def test_r_3_to_lokap_passes_no_mula() -> None:
    game = Rails().has(1, 0)
    game.draws(58)
    assert (game.at(1), game.cash(1), game.lap(1)) == (10, 0, 1)


# --- the first lap -----------------------------------------------------------------------------


def test_r_4_mula_passed_in_a_move_its_landing_is_unprotected() -> None:
    game = Rails().laps(0, 1, 1).owns(2, 1, 3)
    game.lands(1)
    assert (game.cash(1), game.cash(2)) == (1500 + 200 - 4, 1504)


def test_r_4_before_it_rent_and_tax_cost_nothing() -> None:
    game = Rails().laps(0, 1, 1).owns(2, 6)
    assert only(game.lands(6), Excused).why == "first_lap"
    for tile in (INCOME_TAX, LUXURY_TAX):
        game = Rails().laps(0, 1, 1)
        assert only(game.lands(tile), Landed).effect == "first_lap"
        assert game.cash(1) == 1500


def test_r_4_in_fast_mode_nobody_is_protected() -> None:
    game = Rails(house=("fast",)).laps(0, 0, 0).owns(2, 6).has(1, 100).has(2, 0)
    game.owns(0, *LINES[2][1:])
    game.lands(6)
    assert (game.cash(1), game.cash(2)) == (94, 6)


def test_r_5_a_third_double_moves_takes_effect_and_no_fourth_throw_follows() -> None:
    game = Rails().laps(0, 1, 1).turn(1, doubles=2, rolls=2).owns(1, 8)
    game.stands(1, 4)
    events = game.do(Roll(1), dice=[(2, 2)])
    assert (game.at(1), game.table.turn.may_roll) == (8, False)
    assert not [e for e in events if isinstance(e, Jailed)]


def test_r_5_it_is_judged_at_the_throw() -> None:
    game = Rails().laps(0, 1, 1).turn(1, doubles=2, rolls=2).owns(1, 1)
    game.stands(1, 39)
    game.do(Roll(1), dice=[(1, 1)])
    assert (game.at(1), game.lap(1), game.table.turn.may_roll) == (1, 1, False)
    game = Rails().turn(1, doubles=2, rolls=2)
    game.stands(1, 39)
    assert only(game.do(Roll(1), dice=[(1, 1)]), Jailed).why == "third_double"


@pytest.mark.parametrize("by", ["tile", "card"])
def test_r_6_nobody_goes_to_lokap_in_the_first_lap_and_an_extra_roll_is_kept(by: str) -> None:
    game = Rails().laps(0, 1, 1)
    to = GO_TO_JAIL if by == "tile" else 7
    events = game.lands(to, dice=(2, 2), cards=() if by == "tile" else [58])
    assert (game.at(1), game.table.player(1).jail, game.table.turn.may_roll) == (to, -1, True)
    told = only(events, Landed if by == "tile" else Nothing)
    assert told.ruling == "R-6"
    game = Rails()
    game.lands(to, dice=(2, 2), cards=() if by == "tile" else [58])
    assert (game.at(1), game.table.turn.may_roll) == (10, False)


@pytest.mark.parametrize("card", [65, 66, 67, 68, 69])
def test_r_7_cards_that_cost_are_free_and_nobody_gets_anything(card: int) -> None:
    game = Rails().laps(0, 1, 1).owns(1, 1, 3, level=1)
    events = game.draws(card)
    assert only(events, Nothing).ruling == "R-7"
    assert [p.cash for p in game.table.players] == [1500] * 3


@pytest.mark.parametrize(("card", "amount"), [(61, 200), (62, 100), (63, 50), (64, 20)])
def test_r_7_cards_that_give_do(card: int, amount: int) -> None:
    game = Rails().laps(0, 1, 1)
    game.draws(card)
    assert game.cash(1) == 1500 + amount


def test_r_7_an_owner_in_the_first_lap_collects() -> None:
    game = Rails().laps(1, 0, 1).owns(2, 6)
    game.lands(6)
    assert game.cash(2) == 1506


# --- qualifying laps ---------------------------------------------------------------------------


def unqualified(players: int = 3) -> Rails:
    return Rails(players, settings=(("qualifying", 2),))


def test_r_8_an_unqualified_player_on_an_unowned_tile_nothing_no_auction() -> None:
    game = unqualified()
    assert only(game.lands(6), Landed).effect == "unqualified"
    assert game.table.top == Free(1)
    game.laps(2, 1, 1).turn(1)
    game.lands(8)
    assert game.table.top == BuyChoice(1, 8)


def test_r_8_who_is_not_qualified_neither_bids_nor_receives() -> None:
    game = unqualified().laps(2, 1, 2).asked_to_buy(6)
    game.do(Decline(1))
    assert game.table.auction is not None
    assert game.table.auction.seats == (1, 3)
    game = unqualified().laps(2, 1, 2).owns(1, 6)
    deal = Trade(1, 2, Goods(tiles=(6,)), Goods(cash=50))
    assert game.refused(Propose(1, deal)).reason is Reason.LAPS_MISSING
    other = Trade(1, 3, Goods(tiles=(6,)), Goods(cash=50))
    game.do(Propose(1, other))


def test_r_8_an_estate_goes_to_the_bank_where_the_creditor_is_not_qualified() -> None:
    game = unqualified().laps(2, 1, 2).owns(2, 39, level=5).owns(1, 6).has(1, 10)
    game.lands(39)
    game.do(Concede(1))
    assert game.cash(2) == 1510
    assert game.table.auction is not None
    assert game.table.auction.tile == 6
    assert game.table.auction.seats == (3,)


# --- news --------------------------------------------------------------------------------------


def test_r_17_the_passing_that_lifts_the_table_lap_pays_the_old_mula() -> None:
    game = Rails(2).laps(1, 2).news(86).stands(1, 39).owns(1, 1).has(1, 0)
    game.do(Roll(1), dice=[(1, 1)])
    assert game.cash(1) == 300
    game.turn(1, may_roll=False)
    events = game.do(EndTurn(1), cards=[87])
    assert only(events, CardShown).card == 87
    assert game.table.state(News) == News(87, 2)
    assert game.table.turn.seat == 2


def test_r_17_it_holds_until_the_next_and_changes_nothing_before() -> None:
    game = Rails().laps(2, 1, 1).news(80).turn(1, may_roll=False)
    game.do(EndTurn(1))
    assert game.table.state(News).card == 80


def test_r_17_lifted_by_two_at_once_one_card() -> None:
    game = Rails().laps(1, 3, 3).news(80)
    events = game.do(Leave(1), cards=[89])
    assert len([e for e in events if isinstance(e, CardShown)]) == 1
    assert game.table.state(News) == News(89, 3)


def test_news_of_a_tax_holiday_frees_both_tax_tiles() -> None:
    for tile in (INCOME_TAX, LUXURY_TAX):
        game = Rails().news(87)
        assert only(game.lands(tile), Landed).effect == "tax_free"
    game = Rails()
    game.lands(INCOME_TAX)
    assert game.table.top == TaxChoice(1, INCOME_TAX)
    game.do(Choose(1, "part"))
    assert game.cash(1) == 1350


def test_a_tenth_of_a_minus_is_nothing() -> None:
    game = Rails().has(1, -100)
    game.lands(INCOME_TAX)
    game.do(Choose(1, "part"))
    assert game.cash(1) == -100
    assert game.table.top == Free(1)
    game = Rails().has(1, 109)
    game.lands(INCOME_TAX)
    game.do(Choose(1, "part"))
    assert game.cash(1) == 99


def test_a_purchase_and_an_auction_in_the_first_lap_are_as_ever() -> None:
    game = Rails().laps(0, 0, 0).asked_to_buy(6)
    game.do(Buy(1))
    assert game.owner(6) == 1
    game = Rails().laps(0, 0, 0).asked_to_buy(8)
    game.do(Decline(1), Bid(2, 10), Pass(1), Pass(3))
    assert game.owner(8) == 2


def test_moves_by_card_pay_where_the_start_is_passed() -> None:
    game = Rails().owns(1, 11)
    game.stands(1, 30)
    events = game.do(Roll(1), dice=[(1, 2)], cards=[52])
    assert [e.to for e in events if isinstance(e, Moved)] == [33, 11]
    assert (game.lap(1), game.cash(1)) == (2, 1700)
    assert not any(isinstance(t, Due) for t in game.table.agenda)
