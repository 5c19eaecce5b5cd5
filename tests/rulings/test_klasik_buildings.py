"""Klasik, houses and hotels: where, how evenly, what they cost and bring, when they are short."""

import pytest
from situations import only
from town import GROUPS, STATIONS, UTILITIES, Town

from ketuk.engine.commands import Bid, Build, EndTurn, Leave, Mortgage, Pass, Pick, SellBuilding
from ketuk.engine.events import AuctionClosed, AuctionOpened, AuctionWon, LevelChanged, Paid
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Free, PickCity

BROWN, BLUE = GROUPS[1], GROUPS[8]


def levels(game: Town, *tiles: int) -> list[int]:
    return [game.table.holdings[t].level for t in tiles]


# --- building ----------------------------------------------------------------------------------


def test_k_14_evenly_over_a_full_set_to_a_hotel() -> None:
    game = Town().owns(1, *BLUE).has(1, 2000)
    for level in range(5):
        assert game.refused(Build(2, 37)).reason is Reason.NOT_OWNER
        game.do(Build(1, 37))
        assert levels(game, *BLUE) == [level + 1, level]
        assert game.refused(Build(1, 37)).reason is (
            Reason.UNEVEN if level < 4 else Reason.TOP_LEVEL
        )
        game.do(Build(1, 39))
    assert game.cash(1) == 0
    assert game.refused(Build(1, 39)).reason is Reason.TOP_LEVEL


def test_k_14_the_hotel_returns_four_houses() -> None:
    game = Town().owns(1, *BROWN, level=4)
    assert game.table.stock == (24, 12)
    game.do(Build(1, 1))
    assert game.table.stock == (28, 11)


def test_k_14_a_part_of_a_set_is_not_enough() -> None:
    game = Town().owns(1, 6, 8).owns(2, 9)
    assert game.refused(Build(1, 6)).reason is Reason.SET_INCOMPLETE


def test_k_14_nor_a_set_of_which_one_is_mortgaged() -> None:
    game = Town().owns(1, 6, 8).owns(1, 9, mortgaged=True)
    assert game.refused(Build(1, 6)).reason is Reason.SET_MORTGAGED
    assert game.refused(Build(1, 9)).reason is Reason.MORTGAGED


@pytest.mark.parametrize("tile", [*STATIONS, *UTILITIES])
def test_k_14_nothing_is_built_on_stations_and_utilities(tile: int) -> None:
    game = Town().owns(1, *STATIONS, *UTILITIES)
    assert game.refused(Build(1, tile)).reason is Reason.ONLY_CITY


@pytest.mark.parametrize("tile", [-1, 0, 4, 40, 99])
def test_k_14_a_tile_that_is_no_property_is_refused(tile: int) -> None:
    assert Town().refused(Build(1, tile)).reason is Reason.NOT_A_PROPERTY


@pytest.mark.parametrize(("cash", "may"), [(199, False), (200, True), (201, True)])
def test_k_14_the_price_in_cash(cash: int, may: bool) -> None:
    game = Town().owns(1, *BLUE).has(1, cash)
    if may:
        game.do(Build(1, 39))
    else:
        assert game.refused(Build(1, 39)).reason is Reason.SHORT_OF_CASH


def test_k_14_in_any_free_moment_of_anybody_but_not_while_a_question_is_open() -> None:
    game = Town().owns(2, *BLUE)
    game.do(Build(2, 39))
    game.lands(5)
    refused = game.refused(Build(2, 37))
    assert (refused.reason, refused.about) == (Reason.QUESTION_OPEN, {"question": "buy_choice"})


# --- selling -----------------------------------------------------------------------------------


def test_k_16_half_the_price_evenly_backwards() -> None:
    game = Town().owns(1, 37, level=2).owns(1, 39, level=1)
    assert game.refused(SellBuilding(1, 39)).reason is Reason.UNEVEN
    events = game.do(SellBuilding(1, 37))
    assert only(events, Paid).amount == 100
    game.do(SellBuilding(1, 39))
    assert levels(game, *BLUE) == [1, 0]


def test_k_16_a_hotel_by_one_level_takes_four_houses_from_the_box() -> None:
    game = Town().owns(1, *BLUE, level=5)
    game.do(SellBuilding(1, 37))
    assert levels(game, *BLUE) == [4, 5]
    assert (game.table.stock, game.cash(1)) == ((28, 11), 1600)


def test_k_16_or_at_once_as_five_houses() -> None:
    game = Town().owns(1, *BLUE, level=5)
    assert SellBuilding(1, 37, 5) in game.offered()
    game.do(SellBuilding(1, 37, 5))
    assert levels(game, *BLUE) == [0, 5]
    assert (game.table.stock, game.cash(1)) == ((32, 11), 2000)


@pytest.mark.parametrize(("houses", "level", "cash"), [(3, 0, 2000), (4, 4, 1600), (5, 4, 1600)])
def test_k_16_without_four_houses_only_at_once(houses: int, level: int, cash: int) -> None:
    game = Town().owns(1, *BLUE, level=5)
    game.stock(houses, 10)
    game.do(SellBuilding(1, 37))
    assert levels(game, 37) == [level]
    assert game.cash(1) == cash


@pytest.mark.parametrize("count", [0, 2, 4, 6])
def test_k_16_no_other_number_at_once(count: int) -> None:
    game = Town().owns(1, *BLUE, level=5)
    assert game.refused(SellBuilding(1, 37, count)).reason is Reason.NOT_AT_ONCE
    game.owns(1, *BLUE, level=4)
    assert game.refused(SellBuilding(1, 37, 5)).reason is Reason.NOT_AT_ONCE


# --- short supply ------------------------------------------------------------------------------


def short(houses: int, hotels: int = 12) -> Town:
    """Seats 1 and 2 could both build; the box has so many houses."""
    return Town().owns(1, *BROWN).owns(2, *BLUE).stock(houses, hotels)


@pytest.mark.parametrize(("houses", "auctioned"), [(1, True), (2, False), (3, False)])
def test_k_15_more_players_than_houses(houses: int, auctioned: bool) -> None:
    game = short(houses)
    events = game.do(Build(1, 1))
    assert bool([e for e in events if isinstance(e, AuctionOpened)]) is auctioned


def test_k_15_none_left_is_no_auction() -> None:
    assert short(0).refused(Build(1, 1)).reason is Reason.NO_STOCK


def test_k_15_whoever_asks_has_bid_the_printed_price() -> None:
    game = short(1)
    game.do(Build(1, 1))
    events = game.do(Pass(2))
    assert only(events, AuctionWon).price == 50
    assert (levels(game, 1), game.cash(1), game.table.stock) == ([1], 1450, (0, 12))
    assert game.table.top == Free(1)


@pytest.mark.parametrize(("bid", "may"), [(199, False), (200, True), (201, True)])
def test_k_15_others_bid_at_least_their_own_printed_price(bid: int, may: bool) -> None:
    game = short(1)
    game.do(Build(1, 1))
    if not may:
        assert game.refused(Bid(2, bid)).about == {"minimum": 200}
        return
    game.do(Bid(2, bid))
    game.do(Pass(1))
    assert game.table.top == PickCity(2, "building", BLUE)
    assert game.refused(Pick(2, 1)).reason is Reason.BAD_TARGET
    game.do(Pick(2, 39))
    assert (levels(game, 39), game.cash(2)) == ([1], 1500 - bid)


def test_k_15_places_that_cost_more_than_the_bid_are_not_among_them() -> None:
    game = Town().owns(1, *BROWN).owns(2, *BLUE, *GROUPS[2]).stock(1, 12)
    game.do(Build(1, 1), Bid(2, 60), Pass(1))
    assert game.table.top == PickCity(2, "building", GROUPS[2])


def test_k_15_who_cannot_place_or_pay_is_not_asked() -> None:
    game = Town(players=4).owns(1, *BROWN).owns(2, *BLUE).owns(3, *GROUPS[2])
    game.has(2, 199).owns(4, *GROUPS[3], level=4).stock(1, 12)
    events = game.do(Build(1, 1))
    assert only(events, AuctionOpened).auction.seats == (1, 3)
    game = Town().owns(1, *BROWN).owns(2, *BLUE).stock(1, 12).has(2, 199)
    game.do(Build(1, 1))
    assert levels(game, 1) == [1]


def test_k_15_hotels_are_short_on_their_own() -> None:
    game = Town().owns(1, *BROWN, level=4).owns(2, *BLUE, level=4).stock(20, 1)
    events = game.do(Build(1, 3))
    assert only(events, AuctionOpened).auction.seats == (1, 2)
    game.do(Bid(2, 500), Pass(1), Pick(2, 39))
    assert levels(game, 39) == [5]
    assert game.table.stock == (24, 0)


def test_k_15_nobody_mortgages_or_sells_meanwhile() -> None:
    game = short(1).owns(2, 5)
    game.do(Build(1, 1))
    assert game.refused(Mortgage(2, 5)).reason is Reason.QUESTION_OPEN
    assert not [c for c in game.offered() if isinstance(c, Mortgage)]


def test_k_15_the_asker_leaves_and_the_rest_begin_anew() -> None:
    game = Town(players=4).owns(1, *BROWN).owns(2, *BLUE).owns(3, *GROUPS[2]).stock(1, 12)
    game.do(Build(1, 1), Leave(1))
    auction = game.table.auction
    assert auction is not None
    assert (auction.seats, auction.high) == ((2, 3), 0)
    events = game.do(Pass(2), Pass(3))
    assert only(events, AuctionClosed).how == "unsold_building"
    assert not [e for e in events if isinstance(e, LevelChanged)]


def test_k_15_a_hotel_stays_a_hotel_when_who_asked_for_it_has_left() -> None:
    """Its tile is nobody's by then, and says no longer which kind of building was asked for."""
    game = Town(players=4).owns(1, *BROWN, level=4).owns(2, *BLUE, level=4)
    game.owns(3, *GROUPS[2], level=4).stock(4, 1)
    game.do(Build(1, 1), Leave(1), Bid(2, 200), Pass(3), Pick(2, 39))
    assert levels(game, *BLUE) == [4, 5]
    assert (game.cash(2), game.table.stock) == (1300, (16, 0))


def test_k_15_the_price_of_who_asked_and_left_binds_nobody() -> None:
    game = Town(players=4).owns(1, *BLUE).owns(2, *BROWN).owns(3, *GROUPS[2]).stock(1, 12)
    game.do(Build(1, 39))
    assert game.refused(Bid(2, 200)).about == {"minimum": 201}
    game.do(Leave(1))
    assert game.refused(Bid(2, 49)).about == {"minimum": 50}
    game.do(Bid(2, 50), Pass(3), Pick(2, 3))
    assert (levels(game, *BROWN), game.cash(2)) == ([0, 1], 1450)


def test_k_15_a_turn_goes_on_after_it() -> None:
    game = short(1).turn(1, may_roll=False)
    game.do(Build(1, 1), Pass(2), EndTurn(1))
    assert game.table.turn.seat == 2
