"""Klasik, who cannot pay: what has to be raised, who gets what, who is left."""

import pytest
from situations import kinds, only
from town import GROUPS, LUXURY_TAX, Town

from ketuk.engine.commands import (
    Buy,
    Conclude,
    Decline,
    EndTurn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    PayRent,
    Redeem,
    Roll,
    SellBuilding,
)
from ketuk.engine.events import (
    Acquired,
    AuctionOpened,
    Bankrupted,
    CardReturned,
    GameEnded,
    LevelChanged,
    Paid,
    TurnBegan,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Bidding, Burdened, Due, Free

BROWN, BLUE = GROUPS[1], GROUPS[8]


def owing(cash: int, players: int = 3) -> Town:
    """Seat 1 has landed on a station of seat 2: 200 due."""
    game = Town(players=players).owns(2, 5, 15, 25, 35).has(1, cash)
    game.lands(5)
    return game


# --- when --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "broke"), [(139, True), (140, False), (141, False)])
def test_k_23_as_long_as_selling_everything_could_cover_it_it_must(cash: int, broke: bool) -> None:
    """One mortgage of 30 and a mortgage of 30: 60."""
    game = Town().owns(2, 5, 15, 25, 35).owns(1, 1, 3).has(1, cash)
    game.lands(5)
    events = game.do(PayRent(1, 5))
    assert bool([e for e in events if isinstance(e, Bankrupted)]) is broke
    if not broke:
        assert isinstance(game.table.top, Due)
        assert game.refused(Pay(1)).reason is Reason.MUST_RAISE
        game.do(Mortgage(1, 1), Mortgage(1, 3), Pay(1))
        assert game.cash(1) == cash - 140


def test_k_23_buildings_count_by_half_and_are_sold_before_the_mortgage() -> None:
    game = Town().owns(2, 5, 15, 25, 35).owns(1, *BROWN, level=1).has(1, 90)
    game.lands(5)
    game.do(PayRent(1, 5))
    assert game.refused(Mortgage(1, 1)).reason is Reason.HAS_BUILDINGS
    game.do(SellBuilding(1, 1), SellBuilding(1, 3), Mortgage(1, 1), Mortgage(1, 3), Pay(1))
    assert game.cash(1) == 0


def test_k_23_a_hotel_may_go_at_once_for_it() -> None:
    game = Town().owns(2, 5, 15, 25, 35).owns(1, *BLUE, level=5).has(1, 0)
    game.lands(5)
    game.do(PayRent(1, 5))
    assert {SellBuilding(1, 37), SellBuilding(1, 37, 5)} <= set(game.offered())
    game.do(SellBuilding(1, 37, 5), Pay(1))
    assert game.cash(1) == 300


# --- to a player -------------------------------------------------------------------------------


def test_k_21_buildings_at_half_and_all_else_to_the_creditor() -> None:
    game = Town().owns(2, *BLUE, level=5).owns(1, *BROWN, level=2).owns(1, 12, mortgaged=True)
    game.has(1, 40).holds(1, 60)
    game.lands(39)
    events = game.do(PayRent(1, 39))
    broke = only(events, Bankrupted)
    assert (broke.seat, broke.creditor, broke.short) == (1, 2, 1960)
    assert [e.level for e in events if isinstance(e, LevelChanged)] == [0, 0]
    paid = {e.why: e.amount for e in events if isinstance(e, Paid)}
    assert paid == {"rent": 40, "building_sold": 50, "estate": 100}
    assert [e.how for e in events if isinstance(e, Acquired)] == ["estate"] * 3
    assert game.table.player(2).hand == (60,)
    assert (game.table.player(1).left, game.cash(1), game.table.owned(1)) == (True, 0, ())
    assert game.cash(2) == 1640
    assert game.table.top == Burdened(2, 12)
    game.do(Redeem(2, 12))
    assert game.table.turn.seat == 2, "the bankrupt's turn is over"


def test_k_21_the_creditor_who_cannot_pay_the_interest_raises_it() -> None:
    game = Town().owns(2, 5, 15, 25, 35).owns(1, 12, mortgaged=True).has(1, 0).has(2, 0)
    game.lands(5)
    game.do(PayRent(1, 5), Pay(2))
    assert isinstance(game.table.top, Due)
    game.do(Mortgage(2, 5), Pay(2))
    assert game.cash(2) == 92


def test_k_21_or_is_bankrupt_in_turn_and_the_game_goes_on() -> None:
    """Nothing is left open: a creditor with nothing, who inherits only mortgages."""
    game = Town(players=4).owns(2, 39, level=0).owns(1, 12, 28, mortgaged=True).has(1, 0).has(2, 0)
    game.lands(39)
    game.owns(2, 39, mortgaged=True)
    game.do(PayRent(1, 39))
    assert game.table.top == Burdened(2, 12)
    events = game.do(Pay(2))
    assert only(events, Bankrupted).creditor == 0
    assert [e.auction.tile for e in events if isinstance(e, AuctionOpened)] == [12]
    for tile in (12, 28, 39):
        assert game.table.auction is not None
        assert game.table.auction.tile == tile
        game.do(Pass(3), Pass(4))
    assert game.table.top == Free(3)


# --- to the bank -------------------------------------------------------------------------------


def taxed(players: int, **options: object) -> Town:
    """Seat 1 cannot pay the luxury tax: two bare mortgaged streets, a card, 10 in cash."""
    game = Town(players=players, **options).owns(1, *BROWN, mortgaged=True).has(1, 10).holds(1, 79)
    return game


def test_k_22_all_goes_back_and_is_auctioned_one_by_one_free_of_mortgage() -> None:
    game = taxed(3)
    events = game.lands(LUXURY_TAX)
    assert only(events, Bankrupted).creditor == 0
    assert only(events, CardReturned).card == 79
    assert game.table.deck("chest").bottom == (79,)
    assert isinstance(game.table.top, Bidding)
    assert game.table.auction is not None
    assert (game.table.auction.tile, game.table.auction.seats) == (1, (2, 3))
    game.do(Pass(2), Pass(3))
    assert game.table.auction is not None
    assert game.table.auction.tile == 3
    after = game.do(Pass(2), Pass(3))
    assert [h.mortgaged for h in game.table.holdings] == [False] * 40
    assert only(after, TurnBegan).seat == 2


def test_k_22_with_two_players_the_game_is_over_first() -> None:
    game = taxed(2)
    events = game.lands(LUXURY_TAX)
    assert kinds(events)[-1] == "GameEnded"
    assert not [e for e in events if isinstance(e, AuctionOpened)]
    assert game.table.top is None
    assert game.table.auction is None
    assert [p.seat for p in game.table.ranking] == [2, 1]


def test_k_22_the_pot_is_the_bank_here() -> None:
    game = taxed(3, house=("pot",))
    assert only(game.lands(LUXURY_TAX), Bankrupted).creditor == 0
    assert game.table.pot == 10


def test_k_22_on_an_extra_roll_too_and_the_turn_does_not_go_on() -> None:
    game = taxed(3).stands(1, LUXURY_TAX - 2)
    game.do(Roll(1), dice=[(1, 1)])
    game.do(Pass(2), Pass(3), Pass(2), Pass(3))
    assert game.table.turn.seat == 2
    assert game.table.top == Free(2)


def test_k_22_after_the_third_failure_in_jail_the_bankrupt_does_not_move() -> None:
    game = Town().stuck(1, tries=2).has(1, 49)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Bankrupted).short == 1
    assert "Moved" not in kinds(events)


def test_the_bankrupt_has_no_cash_no_turn_no_offers() -> None:
    game = taxed(3)
    game.lands(LUXURY_TAX)
    assert not [c for c in game.offered() if c.seat == 1]
    assert game.refused(EndTurn(1)).reason is Reason.SEAT_LEFT
    assert 1 not in game.table.seats


# --- several creditors -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "got", "bankrupt_to"),
    [(149, [50, 50, 49], [4]), (150, [50, 50, 50], []), (49, [49, 0, 0], [2])],
)
def test_k_20_in_seat_order_from_the_payer_as_far_as_it_goes(
    cash: int, got: list[int], bankrupt_to: list[int]
) -> None:
    game = Town(players=4).has(1, cash)
    events = game.draws(65)
    assert [game.cash(s) - 1500 for s in (2, 3, 4)] == got
    assert [e.creditor for e in events if isinstance(e, Bankrupted)] == bankrupt_to


def test_k_20_what_is_left_to_raise_is_raised_for_each() -> None:
    game = Town(players=4).has(1, 60).owns(1, 5)
    game.draws(65)
    assert isinstance(game.table.top, Due)
    assert game.table.top.to == 3
    game.do(Mortgage(1, 5), Pay(1))
    assert [game.cash(s) for s in (1, 2, 3, 4)] == [10, 1550, 1550, 1550]


def test_k_20_everybody_else_may_be_the_one_who_cannot_pay() -> None:
    game = Town(players=4).has(3, 4)
    events = game.draws(78)
    assert only(events, Bankrupted).seat == 3
    assert game.cash(1) == 1500 + 10 + 4 + 10
    assert game.table.top == Free(1)


def test_k_21_interest_waits_until_the_others_have_paid_for_the_same_card() -> None:
    """8 of interest on the estate: not the bankrupt's 4 cover it, but what the others pay does."""
    game = Town(players=4).has(1, 0).has(2, 4).owns(2, 12, mortgaged=True)
    game.draws(78)
    assert (game.cash(1), game.table.top) == (24, Burdened(1, 12))
    game.do(Pay(1))
    assert (game.cash(1), game.owner(12), game.table.top) == (16, 1, Free(1))


def test_a_turn_does_not_end_while_somebody_else_owes() -> None:
    game = Town().has(2, 4).owns(2, 5)
    game.draws(78)
    assert game.table.top == Due(2, 1, 10, "card")
    assert game.refused(EndTurn(1)).reason is Reason.QUESTION_OPEN
    game.do(Mortgage(2, 5), Pay(2), EndTurn(1))


# --- leaving and winning -----------------------------------------------------------------------


def test_k_24_leaving_is_like_bankrupt_to_the_bank() -> None:
    game = Town(players=4).owns(3, *BROWN, mortgaged=True).owns(3, *BLUE, level=1).holds(3, 60)
    game.do(Leave(3))
    assert game.table.stock == (32, 12)
    assert game.cash(3) == 0
    assert game.table.deck("chance").bottom == (60,)
    for tile in (1, 3, 37, 39):
        assert game.table.auction is not None
        assert game.table.auction.tile == tile
        game.do(Pass(1), Pass(2), Pass(4))
    assert game.table.top == Free(1)


@pytest.mark.parametrize("asked", [True, False])
def test_k_24_who_leaves_while_owing_a_player_is_bankrupt_to_that_one(asked: bool) -> None:
    """1,800 and 400 in mortgages would do for 2,000: nobody cheats the owner by going."""
    game = Town().owns(2, *BLUE, level=5).owns(1, 5, 15, 25, 35).has(1, 1800)
    game.lands(39)
    if asked:
        game.do(PayRent(1, 39))
    events = game.do(Leave(1))
    broke = only(events, Bankrupted)
    assert (broke.creditor, broke.short) == (2, 200)
    assert game.table.owned(2) == (5, 15, 25, 35, 37, 39)
    assert (game.cash(2), game.table.turn.seat) == (3300, 2)


def test_k_24_a_rent_that_cash_covers_is_paid_on_leaving_and_the_rest_is_the_banks() -> None:
    game = Town().owns(2, *BLUE).owns(1, 5)
    game.lands(39)
    game.do(Leave(1))
    assert (game.cash(2), game.owner(5)) == (1600, 0)
    assert game.table.auction is not None
    assert game.table.auction.tile == 5


def test_k_24_who_owes_the_bank_leaves_it_everything() -> None:
    game = Town().owns(1, 5).has(1, 99)
    game.lands(LUXURY_TAX)
    assert not [e for e in game.do(Leave(1)) if isinstance(e, Bankrupted)]
    assert game.owner(5) == 0


def test_k_24_in_the_middle_of_an_auction_that_one_is_finished_first() -> None:
    game = Town(players=4).owns(3, 1).asked_to_buy(39)
    game.do(Decline(1), Leave(3))
    assert game.table.auction is not None
    assert game.table.auction.tile == 39
    game.do(Pass(1), Pass(2), Pass(4))
    assert game.table.auction is not None
    assert game.table.auction.tile == 1


def test_k_28_the_last_one_left_wins_rich_or_poor_and_the_others_follow_as_they_went() -> None:
    game = Town(players=3).has(2, 1).has(1, 9000)
    game.do(Leave(1))
    events = game.do(Leave(3))
    ended = only(events, GameEnded)
    assert ended.why == "last"
    assert [(p.place, p.seat) for p in ended.ranking] == [(1, 2), (2, 3), (3, 1)]
    assert game.refused(EndTurn(2)).reason is Reason.GAME_OVER


def test_k_28_a_table_that_agrees_to_stop_is_won_by_the_richest() -> None:
    game = Town(players=4).owns(2, 39, level=5).has(1, 1400).has(2, 100).has(3, 1490)
    game.do(Leave(4))
    before = [p.cash for p in game.table.players]
    ended = only(game.do(Conclude(1)), GameEnded)
    assert ended.why == "agreed"
    ranked = [(p.place, p.seat, p.worth) for p in ended.ranking]
    street = 400 + 5 * 200
    assert ranked == [(1, 2, 100 + street), (2, 3, 1490), (3, 1, 1400), (4, 4, 0)]
    assert [p.cash for p in game.table.players] == before
    assert game.refused(EndTurn(2)).reason is Reason.GAME_OVER


def test_k_31_whoever_mortgages_before_the_end_gains_no_place() -> None:
    game = Town(players=3).owns(2, 39).owns(2, 37).has(1, 1901).has(2, 1150).has(3, 100)
    for tile in (37, 39):
        game.do(Mortgage(2, tile))
    ended = only(game.do(Conclude(1)), GameEnded)
    ranked = [(p.seat, p.worth) for p in ended.ranking]
    assert ranked == [(1, 1901), (2, 1150 + 350 + 400), (3, 100)]


def test_k_28_nobody_stops_while_a_question_is_open() -> None:
    game = Town(players=3).asked_to_buy(39)
    assert game.refused(Conclude(2)).reason is Reason.QUESTION_OPEN
    game.do(Buy(1))
    assert only(game.do(Conclude(2)), GameEnded).why == "agreed"
