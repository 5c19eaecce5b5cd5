"""Kompleks, property: buying, skipping, auctions, building at a landing, mortgage, trade."""

import pytest
from districts import PARKING, Districts
from situations import kinds, only

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    Bid,
    Build,
    Buy,
    Decline,
    EndTurn,
    Leave,
    Mortgage,
    Pass,
    Pick,
    Propose,
    Redeem,
    Roll,
    SellBuilding,
    Skip,
)
from ketuk.engine.events import AuctionClosed, Landed, Paid
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Bidding, BuyChoice, Free, Goods, Trade

RULES = engine.ruleset("kompleks")
BONUS = 2_000_000
STREETS = [t.index for t in RULES.board.tiles if t.kind == "street"]


# --- buying, skipping --------------------------------------------------------------------------


def test_kp_5_skipped_after_a_double_and_bought_at_the_next_landing() -> None:
    game = Districts().stands(1, 7)
    game.do(Roll(1), dice=[(2, 2)])
    events = game.do(Skip(1))
    assert only(events, Landed).ruling == "KP-5"
    assert game.owner(11) == 0
    assert Roll(1) in game.offered()
    game.stands(1, 8).do(Roll(1), dice=[(1, 2)])
    assert game.table.top == BuyChoice(1, 11)
    game.do(Buy(1))
    assert (game.owner(11), game.cash(1)) == (1, BONUS - 1_400_000)


def test_kp_5_nothing_is_skipped_where_nothing_is_asked() -> None:
    assert Districts().refused(Skip(1)).reason is Reason.NOT_ASKED


# --- auctions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laps", "cash", "offered"),
    [((1, 0, 0), BONUS, False), ((1, 1, 0), 99_999, False), ((1, 1, 0), 100_000, True)],
)
def test_kp_6_an_auction_needs_another_who_can_bid(
    laps: tuple[int, ...], cash: int, offered: bool
) -> None:
    game = Districts().laps(*laps).has(2, cash)
    game.lands(13)
    assert (Decline(1) in game.offered()) is offered
    if not offered:
        refused = game.refused(Decline(1))
        assert (refused.reason, refused.ruling) == (Reason.NO_BIDDERS, "KP-6")
    assert Skip(1) in game.offered()


def test_kp_6_bids_go_round_from_the_left_in_steps_within_cash() -> None:
    game = Districts(4).has(3, 250_000)
    game.lands(13)
    game.do(Decline(1))
    assert game.refused(Bid(1, 100_000)).reason is Reason.NOT_YOUR_TURN
    assert game.refused(Bid(2, 99_999)).ruling == "KP-6"
    game.do(Bid(2, 100_000))
    assert game.refused(Bid(3, 199_999)).reason is Reason.BID_BELOW_MINIMUM
    assert game.refused(Bid(3, 250_001)).reason is Reason.BID_ABOVE_CASH
    game.do(Bid(3, 200_000), Pass(4))
    assert game.refused(Mortgage(1, 13)).reason is Reason.QUESTION_OPEN
    game.do(Bid(1, 300_000))  # 250,000 do not reach 400,000: seat 3 is out by itself
    assert game.table.auction is not None
    game.do(Pass(2))
    assert (game.owner(13), game.cash(1)) == (1, BONUS - 300_000)


def test_kp_6_without_a_bid_it_stays_unowned() -> None:
    game = Districts(2)
    game.lands(13)
    events = game.do(Decline(1), Pass(2), Pass(1))
    assert only(events, AuctionClosed).how == "unsold"
    assert (game.owner(13), game.table.top) == (0, Free(1))


def test_kp_17_an_auction_that_a_leaver_leads_is_void() -> None:
    game = Districts(3)
    game.lands(13)
    game.do(Decline(1), Bid(2, 500_000))
    events = game.do(Leave(2))
    assert only(events, AuctionClosed).how == "void"
    assert game.owner(13) == 0
    game = Districts(3)
    game.lands(13)
    game.do(Decline(1), Bid(2, 500_000), Leave(3))
    assert isinstance(game.table.top, Bidding)
    game.do(Pass(1))
    assert game.owner(13) == 2


def test_one_who_is_left_alone_in_an_auction_has_won_the_game() -> None:
    game = Districts(3)
    game.lands(13)
    game.do(Decline(1), Bid(2, 500_000), Leave(3))
    events = game.do(Leave(1))
    assert game.table.phase == "over"
    assert game.table.ranking[0].seat == 2
    assert "AuctionWon" not in kinds(events)


# --- building ----------------------------------------------------------------------------------


def builds(game: Districts, tile: int) -> list[int]:
    return [c.levels for c in game.offered() if isinstance(c, Build) and c.tile == tile]


def test_kp_8_two_and_two_more_then_the_hotel_at_the_next_landing() -> None:
    game = Districts(2).has(1, 20_000_000).owns(1, 14, level=2)
    game.lands(14)
    assert builds(game, 14) == [1, 2]
    refused = game.refused(Build(1, 14, 3))
    assert (refused.reason, refused.ruling) == (Reason.TOP_LATER, "KP-8")
    game.do(Build(1, 14, 2))
    assert game.table.holdings[14].level == 4
    assert game.refused(Build(1, 14)).reason is Reason.NOT_LANDED
    game.turn(1).lands(14)
    game.do(Build(1, 14))
    assert game.table.holdings[14].level == 5


def test_kp_8_one_to_four_at_once_without_a_set_and_a_hotel_where_four_stood() -> None:
    game = Districts(2).has(1, 20_000_000).owns(1, 34)
    game.lands(34)
    assert builds(game, 34) == [1, 2, 3, 4]
    game.do(Build(1, 34, 4))
    assert game.cash(1) == 20_000_000 - 8_000_000
    assert builds(game, 34) == []
    game = Districts(2).has(1, 20_000_000).owns(1, 34, level=4)
    game.lands(34)
    assert builds(game, 34) == [1]


def test_kp_8_a_house_sold_meanwhile_does_not_come_back_with_the_hotel() -> None:
    game = Districts(2).has(1, 20_000_000).owns(1, 34, level=4)
    game.lands(34)
    game.do(SellBuilding(1, 34))
    assert builds(game, 34) == [1]
    assert game.refused(Build(1, 34, 2)).ruling == "KP-8"


def test_kp_15_bought_on_a_double_and_reached_again_in_the_same_turn() -> None:
    game = Districts(2).has(1, 9_000_000).stands(1, 10)
    game.do(Roll(1), dice=[(2, 2)])
    game.do(Buy(1))
    assert builds(game, 14) == []
    refused = game.refused(Build(1, 14))
    assert (refused.reason, refused.ruling) == (Reason.NOT_LANDED, "KP-15")
    game.do(Roll(1), dice=[(2, 4)])
    assert game.at(1) == PARKING
    game.do(Pick(1, 14))
    assert builds(game, 14) == [1, 2, 3, 4]


def test_kp_15_until_the_next_roll_or_the_end_of_the_turn() -> None:
    game = Districts(2).has(1, 9_000_000).owns(1, 14).stands(1, 10)
    game.do(Roll(1), dice=[(2, 2)])
    assert builds(game, 14) == [1, 2, 3, 4]
    game.do(Roll(1), dice=[(1, 1)])
    assert builds(game, 14) == []
    game = Districts(2).has(1, 9_000_000).owns(1, 14)
    game.lands(14)
    game.do(EndTurn(1))
    assert game.refused(Build(1, 14)).ruling == "KP-15"
    game.do(Roll(2), dice=[(1, 2)])
    game.do(Skip(2), EndTurn(2))
    assert builds(game, 14) == []


def test_kp_15_not_on_mortgaged_land_before_it_is_redeemed() -> None:
    game = Districts(2).has(1, 9_000_000).owns(1, 14, mortgaged=True)
    game.lands(14)
    assert game.refused(Build(1, 14)).reason is Reason.MORTGAGED
    game.do(Redeem(1, 14))
    assert builds(game, 14) == [1, 2, 3, 4]


# --- rent --------------------------------------------------------------------------------------


def test_kp_7_a_whole_city_doubles_at_every_level_with_one_of_it_mortgaged() -> None:
    game = Districts().has(1, 30_000_000).owns(2, 31).owns(2, 32, mortgaged=True)
    game.owns(2, 34, level=3)
    events = game.lands(34)
    paid = only(events, Paid)
    assert (paid.amount, paid.payee) == (20_000_000, 2)
    assert paid.bill is not None
    assert "KP-7" in paid.bill.rulings
    game.turn(1)
    assert not [e for e in game.lands(32) if isinstance(e, Paid)]


@pytest.mark.parametrize("tile", STREETS)
def test_kp_7_all_streets_at_all_levels(tile: int) -> None:
    deed = RULES.board.deed(tile)
    for level in range(6):
        for whole in (False, True):
            game = Districts().has(1, 90_000_000).owns(2, tile, level=level)
            if whole:
                game.owns(2, *[t for t in RULES.board.siblings(tile) if t != tile])
            events = game.lands(tile) if tile >= 3 else rolled_from_39(game, tile)
            paid = [e for e in events if isinstance(e, Paid) and e.why == "rent"]
            assert [e.amount for e in paid] == [deed.rents[level] * (2 if whole else 1)]


def rolled_from_39(game: Districts, tile: int) -> list[engine.events.AnyEvent]:
    game.stands(1, tile + 37)
    return game.do(Roll(1), dice=[(1, 2)])


@pytest.mark.parametrize(("owned", "rent"), [(1, 250), (2, 500), (3, 1000), (4, 2000)])
def test_stations_by_their_number(owned: int, rent: int) -> None:
    game = Districts().owns(2, *(5, 15, 25, 35)[:owned])
    game.lands(5)
    assert game.cash(2) - BONUS == rent * 1000


@pytest.mark.parametrize(("owned", "rent"), [((12,), 120_000), ((12, 28), 300_000)])
def test_utilities_by_the_last_throw(owned: tuple[int, ...], rent: int) -> None:
    game = Districts().owns(2, *owned)
    game.lands(12)
    assert game.cash(2) - BONUS == rent


def test_an_owner_in_jail_collects() -> None:
    game = Districts().owns(2, 5).stuck(2)
    game.lands(5)
    assert game.cash(2) == BONUS + 250_000


# --- mortgage ----------------------------------------------------------------------------------


def test_kp_9_coblong_with_a_hotel() -> None:
    game = Districts().has(1, 1_000_000).owns(1, 34, level=5)
    game.do(Mortgage(1, 34))
    assert game.cash(1) == 7_600_000
    assert game.table.holdings[34].level == 5
    assert game.refused(SellBuilding(1, 34)).ruling == "KP-9"
    game.do(Redeem(1, 34))
    assert game.cash(1) == 340_000
    assert game.table.holdings[34].level == 5


def test_kp_9_every_figure_comes_out_whole_with_every_number_of_buildings() -> None:
    mortgaging, building = RULES.mortgaging, RULES.building
    for tile in RULES.board.deeds:
        deed = RULES.board.deed(tile)
        for level in range(6 if deed.build_price else 1):
            table = Districts().owns(1, tile, level=level).table
            value = mortgaging.value(RULES, table, tile)
            assert 2 * value == deed.price + level * deed.build_price
            assert 10 * mortgaging.redeeming(RULES, table, tile) == 11 * value
            assert 2 * building.refund(RULES, table, tile, 1) == deed.build_price


def test_kp_9_buildings_are_sold_at_half_a_level_at_a_time_in_any_order() -> None:
    game = Districts().owns(1, 31, 32, level=1).owns(1, 34, level=5)
    game.do(SellBuilding(1, 34), SellBuilding(1, 31))
    assert game.cash(1) == BONUS + 2_000_000
    assert [game.table.holdings[t].level for t in (31, 32, 34)] == [0, 1, 4]


# --- trade -------------------------------------------------------------------------------------


def test_kp_12_a_house_blocks_its_own_land_alone() -> None:
    game = Districts().owns(1, 27, level=1).owns(1, 29, 26)
    refused = game.refused(Propose(1, Trade(1, 2, Goods(tiles=(27,)), Goods(cash=100))))
    assert (refused.reason, refused.ruling) == (Reason.HAS_BUILDINGS, "KP-12")
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(29,)), Goods(cash=100))), Accept(2))
    assert (game.owner(29), game.cash(1)) == (2, BONUS + 100)


def test_kp_12_bare_mortgaged_land_passes_on_as_it_is_without_a_charge() -> None:
    game = Districts().owns(1, 29, mortgaged=True).owns(1, 26, mortgaged=True, level=2)
    game.refused(Propose(1, Trade(1, 2, Goods(tiles=(26,)), Goods(cash=100))))
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(29,)), Goods(cash=100))), Accept(2))
    assert game.table.holdings[29].mortgaged
    assert game.cash(2) == BONUS - 100
