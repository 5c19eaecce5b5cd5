"""Rel: auctions, rents, buildings, what the news does to them, and trades."""

import pytest
from rails import HUBS, LINES, Rails
from situations import only

from ketuk.engine.commands import (
    Accept,
    Bid,
    Build,
    Buy,
    Concede,
    Decline,
    GoOn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    Propose,
    Redeem,
    Roll,
    SellBuilding,
)
from ketuk.engine.events import AuctionClosed, Excused, Paid
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Bidding, BuyChoice, Free, Goods, Trade

# --- auctions ----------------------------------------------------------------------------------


def test_r_9_no_bid_leaves_it_unowned_and_the_next_to_land_may_buy() -> None:
    game = Rails().asked_to_buy(6)
    events = game.do(Decline(1), Pass(1), Pass(2), Pass(3))
    assert only(events, AuctionClosed).how == "unsold"
    assert game.owner(6) == 0
    game.turn(2)
    game.lands(6, seat=2)
    assert game.table.top == BuyChoice(2, 6)


def test_r_9_nobody_able_to_raise_ten() -> None:
    game = Rails().has(1, 9).has(2, 9).has(3, 0).asked_to_buy(6)
    assert only(game.do(Decline(1)), AuctionClosed).how == "unsold"
    game = Rails().has(1, 9).has(2, 9).has(3, 0).owns(3, 8).asked_to_buy(6)
    game.do(Decline(1))
    assert game.table.auction is not None
    assert game.table.auction.callers == (3,)
    game.do(Mortgage(3, 8), Bid(3, 10))
    assert game.owner(6) == 3


def test_r_10_bids_begin_at_ten_and_rise_by_ten_within_cash() -> None:
    game = Rails().has(2, 25).asked_to_buy(6)
    game.do(Decline(1))
    assert game.refused(Bid(1, 9)).about["minimum"] == 10
    game.do(Bid(1, 10))
    assert game.refused(Bid(2, 19)).about["minimum"] == 20
    assert game.refused(Bid(2, 26)).reason is Reason.BID_ABOVE_CASH
    game.do(Bid(2, 25))
    game.do(Bid(3, 37), Pass(1))
    assert game.owner(6) == 3


def test_r_10_the_releaser_may_win_below_the_price() -> None:
    game = Rails().asked_to_buy(39)
    game.do(Decline(1), Bid(1, 10), Pass(2), Pass(3))
    assert (game.owner(39), game.cash(1)) == (1, 1490)


def test_r_10_the_high_bidder_leaves_and_the_auction_begins_anew() -> None:
    game = Rails(4).asked_to_buy(6)
    game.do(Decline(1), Bid(2, 300), Pass(3), Leave(2))
    assert isinstance(game.table.top, Bidding)
    game.do(Bid(3, 10), Pass(1), Pass(4))
    assert game.owner(6) == 3


# --- buildings ---------------------------------------------------------------------------------


def test_r_11_two_dear_houses_then_on_at_the_house_price_once_the_line_is_full() -> None:
    game = Rails().owns(1, 1)
    game.do(Build(1, 1), Build(1, 1))
    assert game.cash(1) == 1500 - 200
    assert game.refused(Build(1, 1)).reason is Reason.SET_INCOMPLETE
    game.owns(1, 3)
    game.do(Build(1, 1), Build(1, 1), Build(1, 1))
    assert (game.cash(1), game.table.holdings[1].level) == (1300 - 150, 5)
    assert game.refused(Build(1, 1)).reason is Reason.TOP_LEVEL


def test_building_waits_for_the_own_first_lap_and_in_fast_mode_for_nothing() -> None:
    game = Rails().laps(0, 1, 1).owns(1, 1)
    assert game.refused(Build(1, 1)).reason is Reason.FIRST_LAP
    fast = Rails(house=("fast",)).laps(0, 0, 0).owns(1, 1)
    fast.do(Build(1, 1))
    assert fast.table.holdings[1].level == 1


def test_r_12_a_broken_line_keeps_its_buildings_which_earn() -> None:
    game = Rails().owns(2, 1, level=4).owns(3, 3)
    game.lands(1)
    assert game.cash(2) == 1660
    game.turn(2)
    assert game.refused(Build(2, 1)).ruling == "R-12"
    game.owns(2, 1, level=2)
    assert game.refused(Build(2, 1)).ruling == "R-12"
    game.owns(2, 3)
    game.do(Build(2, 1))


def test_r_13_one_of_a_full_line_mortgaged_leaves_the_others_double() -> None:
    game = Rails().owns(2, 39).owns(2, 37, mortgaged=True)
    game.lands(39)
    assert game.cash(2) == 1600
    game = Rails().owns(2, 39).owns(2, 37, mortgaged=True)
    assert only(game.lands(37), Excused).why == "mortgaged"
    game.turn(2)
    assert game.refused(Build(2, 39)).ruling == "R-13"


def test_r_13_a_mortgage_on_the_line_bars_building_also_while_it_is_not_full() -> None:
    game = Rails().owns(1, 6).owns(1, 8, mortgaged=True).owns(2, 9, mortgaged=True)
    assert game.refused(Build(1, 6)).ruling == "R-13"
    game.owns(1, 8)
    game.do(Build(1, 6))  # somebody else's mortgage does not matter


def test_sales_in_any_order_for_half_the_house_price() -> None:
    game = Rails().owns(1, 1, level=5).owns(1, 3, level=1).has(1, 0)
    game.do(SellBuilding(1, 3), SellBuilding(1, 1))
    assert (game.cash(1), game.table.holdings[1].level) == (50, 4)
    assert SellBuilding(1, 1, 4) not in game.offered()
    assert game.refused(Mortgage(1, 1)).reason is Reason.HAS_BUILDINGS
    game.do(Mortgage(1, 3))  # bare itself


# --- news --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bare", "whole", "rent"), [(18, 0, 21), (0, 18, 42)])
def test_r_14_half_more_after_the_line_has_doubled_or_with_buildings_down(
    bare: int, whole: int, rent: int
) -> None:
    game = Rails().news(80).owns(2, *(LINES[4] if whole else (bare,)))
    game.lands(18)
    assert game.cash(2) == 1500 + rent


def test_r_14_35_70_105_and_what_is_mortgaged_stays_at_nothing() -> None:
    rents = {}
    for name, owned, level in (("bare", (37,), 0), ("whole", (37, 39), 0), ("built", (37,), 1)):
        game = Rails().news(82).owns(2, *owned)
        game.owns(2, 37, level=level)
        game.lands(37)
        rents[name] = game.cash(2) - 1500
    assert rents == {"bare": 52, "whole": 105, "built": 262}
    game = Rails().news(82).owns(2, 37, mortgaged=True)
    assert only(game.lands(37), Excused).why == "mortgaged"


@pytest.mark.parametrize("line", LINES)
def test_news_is_about_its_own_line_alone(line: int) -> None:
    up, closed = {80: 4, 81: 6, 82: 8}, {83: 2, 84: 5, 85: 7}
    for item in range(80, 92):
        tile = LINES[line][0]
        game = Rails().news(item).owns(2, tile)
        game.lands(tile)
        base = game.rules.board.deed(tile).rents[0]
        told = 0 if closed.get(item) == line else base * 3 // 2 if up.get(item) == line else base
        assert game.cash(2) == 1500 + told, item


def test_r_15_a_closed_line_brings_no_rent_and_all_else_goes_on() -> None:
    game = Rails().news(83).owns(2, 6, level=2)
    assert only(game.lands(6), Excused).why == "line_closed"
    game.turn(2)
    game.do(Build(2, 6)) if Build(2, 6) in game.offered() else game.do(SellBuilding(2, 6))
    game.asked_to_buy(8, 2)
    game.do(Buy(2))
    assert game.owner(8) == 2


def test_r_16_half_price_and_the_sale_unchanged() -> None:
    game = Rails().news(88).owns(1, 1)
    game.do(Build(1, 1))
    assert game.cash(1) == 1450
    game.owns(1, 3)
    game.do(Build(1, 3), SellBuilding(1, 3))
    assert game.cash(1) == 1450 - 25 + 25
    game.news(80)
    game.do(Build(1, 3))
    assert game.cash(1) == 1400


# --- hubs, utilities, cards --------------------------------------------------------------------


@pytest.mark.parametrize(("count", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_hubs_by_number_owned_mortgaged_ones_too(count: int, rent: int) -> None:
    game = Rails().owns(2, *HUBS[:count], mortgaged=True).owns(2, 5)
    game.lands(5)
    assert game.cash(2) == 1500 + rent
    game = Rails().owns(2, *HUBS[:count], mortgaged=True).owns(2, 15)
    game.draws(54)
    assert (game.at(1), game.cash(2)) == (15, 1500 + 2 * 25 * 2 ** (max(count, 2) - 1))


def test_utilities_times_the_last_throw_and_ten_times_by_card() -> None:
    game = Rails().owns(2, 12)
    game.lands(12)
    assert game.cash(2) == 1512
    game = Rails().owns(2, 12, 28)
    game.lands(12)
    assert game.cash(2) == 1530
    game = Rails().owns(2, 12)
    game.draws(56)
    assert (game.at(1), game.cash(2)) == (12, 1530)


# --- trades ------------------------------------------------------------------------------------


def deal(give: Goods, take: Goods, by: int = 1, to: int = 2) -> Trade:
    return Trade(by, to, give, take)


def test_a_trade_only_in_the_own_turn_without_cards_or_buildings_on_the_deed() -> None:
    game = Rails().owns(1, 1, 3).owns(1, 3, level=1).holds(1, 59)
    assert game.refused(Propose(2, deal(Goods(5), Goods(tiles=(1,)), 2, 1))).reason is (
        Reason.NOT_YOUR_TURN
    )
    assert game.refused(Propose(1, deal(Goods(cards=(59,)), Goods(5)))).reason is Reason.CARDS_STAY
    assert game.refused(Propose(1, deal(Goods(tiles=(3,)), Goods(5)))).reason is (
        Reason.HAS_BUILDINGS
    )
    game.do(Propose(1, deal(Goods(tiles=(1,)), Goods(5))), Accept(2), GoOn(1))
    assert (game.owner(1), game.cash(1)) == (2, 1505)


def test_a_mortgaged_deed_costs_its_new_owner_a_tenth_or_the_redemption_at_once() -> None:
    swap = deal(Goods(tiles=(39,)), Goods(50))
    game = Rails().owns(1, 39, mortgaged=True).has(2, 69)
    assert game.refused(Propose(1, swap)).reason is Reason.INTEREST_UNPAID
    game.has(2, 70)
    game.do(Propose(1, swap), Accept(2))
    assert game.refused(Redeem(2, 39)).reason is Reason.SHORT_OF_CASH
    game.do(Pay(2))
    assert (game.cash(2), game.table.holdings[39].mortgaged) == (0, True)
    game = Rails().owns(1, 39, mortgaged=True)
    game.do(Propose(1, swap), Accept(2), Redeem(2, 39))
    assert (game.cash(2), game.table.holdings[39].mortgaged) == (1500 - 50 - 220, False)


def test_of_two_mortgaged_deeds_the_first_is_redeemed_only_if_interest_is_left() -> None:
    swap = deal(Goods(tiles=(1, 39)), Goods(5))
    game = Rails().owns(1, 1, 39, mortgaged=True).has(2, 5 + 33 + 19)
    game.do(Propose(1, swap), Accept(2))
    assert game.refused(Redeem(2, 1)).reason is Reason.SHORT_OF_CASH
    game.do(Pay(2), Pay(2))
    game = Rails().owns(1, 1, 39, mortgaged=True).has(2, 5 + 33 + 20)
    game.do(Propose(1, swap), Accept(2), Redeem(2, 1), Pay(2), GoOn(1))
    assert game.cash(2) == 0


def test_r_26_a_payers_trade_may_not_lower_what_covers_the_sum() -> None:
    game = Rails().owns(2, 39, level=1).owns(1, 31, 34).has(1, 0)
    game.lands(39)  # 200 due; 150 + 160 can be raised
    gift = deal(Goods(tiles=(31,)), Goods(), to=3)
    assert game.refused(Propose(1, gift)).ruling == "R-26"
    paid = deal(Goods(tiles=(31,)), Goods(50), to=3)
    game.do(Propose(1, paid), Accept(3), GoOn(1))
    assert game.refused(Concede(1)).ruling == "R-20"


def test_r_26_what_never_covered_the_sum_binds_to_what_it_did() -> None:
    game = Rails().owns(2, 39, level=5).owns(1, 1).has(1, 0)
    game.lands(39)
    assert game.refused(Propose(1, deal(Goods(tiles=(1,)), Goods(), to=3))).ruling == "R-26"
    game.do(Propose(1, deal(Goods(tiles=(1,)), Goods(30), to=3)), Accept(3), GoOn(1))
    assert game.cash(1) == 30


def test_lokap_is_left_by_fee_card_or_double_and_the_third_failure_pays_and_moves() -> None:
    game = Rails().stuck(1, tries=2).has(1, 40).owns(1, 11)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert not [e for e in events if isinstance(e, Paid)]
    game.do(Mortgage(1, 11))
    assert (game.at(1), game.cash(1)) == (13, 40 + 70 - 50)
    assert game.table.top == BuyChoice(1, 13)
    game = Rails().stuck(1).owns(1, 14)
    game.do(Roll(1), dice=[(2, 2)])
    assert (game.at(1), game.table.top, game.table.turn.may_roll) == (14, Free(1), False)
