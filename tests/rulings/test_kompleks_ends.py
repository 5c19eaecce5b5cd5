"""Kompleks, payments that wait, bankruptcy, the vote, the end."""

import pytest
from districts import EACH_PAYS, PAY_EACH, Districts
from situations import only

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    Bid,
    CallVote,
    Conclude,
    EndTurn,
    GoOn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    Propose,
    Reject,
    Roll,
    SellBuilding,
    Vote,
)
from ketuk.engine.events import AuctionClosed, Bankrupted, GameEnded, Paid, StateChanged
from ketuk.engine.refusal import Reason
from ketuk.engine.table import BANK, Answer, Bidding, Due, Free, Goods, Trade, Voting

BONUS = 2_000_000
END = "end"


def short(*tiles: int, level: int = 0, cash: int = 0) -> Districts:
    """Seat 1 owes seat 2 a rent of 2,000,000 for Nusa Dua Bali with a house."""
    game = Districts().owns(2, 39, level=1).owns(1, *tiles, level=level).has(1, cash)
    game.stands(1, 36)
    game.do(Roll(1), dice=[(1, 2)])
    assert isinstance(game.table.top, Due)
    return game


# --- payments that wait ------------------------------------------------------------------------


def test_kp_13_nothing_moves_until_the_whole_sum_is_there() -> None:
    game = short(34, level=1, cash=500_000)
    assert (game.cash(1), game.cash(2)) == (500_000, BONUS)
    assert game.refused(Pay(1)).ruling == "KP-13"
    game.do(SellBuilding(1, 34))
    assert game.cash(2) == BONUS
    game.do(Mortgage(1, 34))
    assert (game.cash(1), game.cash(2)) == (1_100_000, 2 * BONUS)
    assert isinstance(game.table.top, Free)


def test_kp_13_who_cannot_raise_it_is_asked_to_declare_bankrupt_and_may_trade() -> None:
    game = short(1, cash=500_000)
    assert Leave(1) in game.offered()
    assert Mortgage(1, 1) in game.offered()
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(1,)), Goods(cash=1_600_000))), Accept(3), GoOn(1))
    assert (game.cash(1), game.cash(2)) == (100_000, 2 * BONUS)


def test_kp_13_several_creditors_in_seat_order_from_the_payer() -> None:
    game = Districts(4).has(1, 1_200_000)
    game.draws(PAY_EACH)
    assert [game.cash(s) - BONUS for s in (2, 3, 4)] == [500_000, 500_000, 0]
    due = game.table.top
    assert isinstance(due, Due)
    assert due.to == 4
    events = game.do(Leave(1))
    assert only(events, Bankrupted).creditor == 4
    assert game.cash(4) == BONUS + 200_000


def test_kp_13_a_payer_who_is_not_on_turn_trades_with_whoever_is() -> None:
    game = Districts(4).has(3, 50_000).owns(3, 1)
    game.draws(EACH_PAYS)
    assert game.table.top == Due(3, 1, 100_000, "card")
    assert game.refused(Propose(3, Trade(3, 2, Goods(tiles=(1,)), Goods(cash=60_000)))).ruling
    game.do(Propose(3, Trade(3, 1, Goods(tiles=(1,)), Goods(cash=60_000))), Accept(1), GoOn(1))
    assert game.cash(3) == 10_000
    assert game.cash(4) == BONUS - 100_000


def test_kp_16_a_trade_may_not_lower_what_covers_the_sum() -> None:
    game = short(37, 34, cash=0)  # 1,750,000 and 1,600,000 cover it
    gift = Trade(1, 3, Goods(tiles=(34,)), Goods(cash=200_000))
    refused = game.refused(Propose(1, gift))
    assert (refused.reason, refused.ruling) == (Reason.TRADE_UNCOVERED, "KP-16")
    enough = Trade(1, 3, Goods(tiles=(34,)), Goods(cash=250_000))
    game.do(Propose(1, enough), Reject(3))
    everything = Trade(1, 3, Goods(tiles=(34, 37)), Goods())
    assert game.refused(Propose(1, everything)).ruling == "KP-16"


def test_kp_16_where_it_is_not_covered_anyway_no_trade_may_make_it_worse() -> None:
    game = short(1, cash=500_000)  # 800,000 of 2,000,000
    for give in (Goods(cash=1), Goods(tiles=(1,)), Goods(cash=500_000, tiles=(1,))):
        assert game.refused(Propose(1, Trade(1, 3, give, Goods()))).ruling == "KP-16"
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(1,)), Goods(cash=300_000))))
    assert isinstance(game.table.top, Answer)


def test_kp_16_who_leaves_while_a_trade_is_answered_is_bankrupt_to_the_creditor() -> None:
    game = short(1, cash=500_000)
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(1,)), Goods(cash=400_000))))
    events = game.do(Leave(1))
    assert only(events, Bankrupted).creditor == 2
    assert (game.owner(1), game.cash(2)) == (2, BONUS + 500_000)


# --- bankruptcy --------------------------------------------------------------------------------


def test_bankrupt_to_a_player() -> None:
    game = Districts().owns(2, 39, level=5).has(1, 100_000).holds(1, 60)
    game.owns(1, 34, level=2).owns(1, 32, mortgaged=True, level=1).owns(1, 1)
    game.stands(1, 36).do(Roll(1), dice=[(1, 2)])
    game.do(Leave(1))
    assert game.cash(2) == BONUS + 100_000 + 2_000_000
    held = game.table.holdings
    assert [(held[t].owner, held[t].mortgaged, held[t].level) for t in (1, 32, 34)] == [
        (2, False, 0), (2, True, 0), (2, False, 0),
    ]  # fmt: skip
    assert game.table.player(2).hand == (60,)
    assert game.rules.mortgaging.redeeming(game.rules, game.table, 32) == 1_650_000


def test_bankrupt_to_the_bank_auctions_the_land_in_tile_order() -> None:
    game = Districts().has(1, 0).owns(1, 34, level=2).owns(1, 3, mortgaged=True)
    game.lands(4)
    assert game.refused(EndTurn(1)).reason is not None
    events = game.do(Leave(1))
    ruined = only(events, Bankrupted)
    assert (ruined.creditor, ruined.short) == (BANK, 2_000_000)
    auction = game.table.auction
    assert isinstance(game.table.top, Bidding)
    assert auction is not None
    assert (auction.tile, game.table.holdings[3].mortgaged) == (3, False)
    game.do(Bid(3, 100_000), Pass(2))
    assert game.table.auction is not None
    assert game.table.auction.tile == 34
    game.do(Pass(3), Pass(2))
    assert (game.owner(3), game.owner(34)) == (3, 0)
    assert game.table.turn.seat == 2


def test_kp_13_bankrupt_to_the_bank_names_the_sum_even_while_a_trade_is_answered() -> None:
    game = Districts().stuck(1, tries=2).has(1, 300_000).owns(1, 1)
    game.do(Roll(1), dice=[(1, 2)])
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(1,)), Goods(cash=300_000))))
    events = game.do(Leave(1))
    ruined = only(events, Bankrupted)
    assert (ruined.creditor, ruined.short) == (BANK, 200_000)
    assert game.table.auction is not None
    assert game.table.auction.tile == 1
    assert [game.cash(s) for s in (1, 2, 3)] == [0, BONUS, BONUS]


def test_kp_4_land_left_behind_while_all_others_are_in_their_first_lap_stays_unowned() -> None:
    game = Districts(3).laps(1, 0, 0).owns(1, 34, 3)
    events = game.do(Leave(1))
    closed = [e for e in events if isinstance(e, AuctionClosed)]
    assert [(e.tile, e.how) for e in closed] == [(3, "unsold"), (34, "unsold")]
    assert (game.owner(3), game.owner(34), game.table.top) == (0, 0, Free(2))


def test_kp_6_land_left_behind_goes_to_who_is_alone_in_having_cash_for_it() -> None:
    game = Districts(3).has(2, 99_999).has(3, 100_000).owns(1, 34)
    game.do(Leave(1))
    assert game.table.auction is not None
    assert game.table.auction.callers == (3,)
    game.do(Bid(3, 100_000))
    assert (game.owner(34), game.cash(3)) == (3, 0)


def test_who_leaves_without_owing_anything_leaves_nothing_to_a_player() -> None:
    game = Districts(3).owns(2, 34, level=3).holds(2, 60)
    game.do(Leave(2))
    assert [game.cash(s) for s in (1, 2, 3)] == [BONUS, 0, BONUS]
    assert 60 not in game.table.player(1).hand + game.table.player(3).hand
    assert game.table.auction is not None
    assert (game.table.auction.tile, game.table.holdings[34].level) == (34, 0)


def test_the_last_one_standing_has_won_and_no_auction_follows() -> None:
    game = Districts(2).owns(1, 34)
    events = game.do(Leave(1))
    assert only(events, GameEnded).why == "last"
    assert [(p.seat, p.place) for p in game.table.ranking] == [(2, 1), (1, 2)]


# --- the vote ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "need"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_kp_14_more_than_half_of_those_still_in(players: int, need: int) -> None:
    game = Districts(players)
    game.do(CallVote(1, END))
    for seat in range(2, need):
        game.do(Vote(seat, yes=True))
        assert isinstance(game.table.top, Voting)
    events = game.do(Vote(need, yes=True))
    assert only(events, GameEnded).why == "vote"
    assert game.table.top is None


@pytest.mark.parametrize(("players", "against"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_kp_14_it_is_lost_as_soon_as_it_cannot_be_won(players: int, against: int) -> None:
    game = Districts(players)
    game.do(CallVote(1, END))
    for seat in range(2, against + 1):
        game.do(Vote(seat, yes=False))
        assert isinstance(game.table.top, Voting)
    game.do(Vote(against + 1, yes=False))
    assert isinstance(game.table.top, Free)


def test_kp_14_the_standing_is_cash_prices_and_building_costs_less_mortgages() -> None:
    game = Districts().owns(1, 34, level=2).owns(2, 39, mortgaged=True)
    game.do(CallVote(2, END), Vote(1, yes=True))
    places = [(p.seat, p.worth) for p in game.table.ranking]
    assert places == [(1, BONUS + 7_200_000), (2, BONUS + 2_000_000), (3, BONUS)]


def test_kp_14_equal_worth_goes_by_cash_then_by_lands_then_is_shared() -> None:
    game = Districts(4).owns(1, 1).has(1, BONUS - 600_000)
    game.do(CallVote(1, END), Vote(2, yes=True), Vote(3, yes=True))
    assert [(p.seat, p.place) for p in game.table.ranking] == [(2, 1), (3, 1), (4, 1), (1, 4)]


def test_kp_14_who_leaves_meanwhile_counts_no_more() -> None:
    game = Districts(5)
    game.do(CallVote(1, END), Vote(2, yes=True))
    game.do(Leave(5))  # 3 of 4 are needed
    assert isinstance(game.table.top, Voting)
    events = game.do(Leave(4))  # 2 of 3 are reached
    assert only(events, GameEnded).why == "vote"


def test_kp_17_the_yes_of_a_leaver_is_void() -> None:
    game = Districts(5)
    game.do(CallVote(1, END), Vote(2, yes=True), Leave(2))
    assert isinstance(game.table.top, Voting)
    assert game.ballot.yes == (1,)
    game.do(Vote(3, yes=True), Vote(4, yes=False))
    assert isinstance(game.table.top, Voting)
    game.do(Vote(5, yes=True))
    assert game.table.phase == "over"


def test_kp_17_the_caller_leaves_and_the_question_stays() -> None:
    game = Districts(4)
    game.do(CallVote(3, END), Leave(3))
    assert game.table.top == Voting(END)
    game.do(Vote(1, yes=False), Vote(2, yes=False))
    assert isinstance(game.table.top, Free)
    assert game.ballot.spent == ()


def test_kp_17_anybody_asks_in_a_free_moment_of_any_turn_and_answers_once() -> None:
    game = Districts(3)
    standing = engine.offers(game.table, game.rules).standing
    assert {c.seat for c in standing if isinstance(c, CallVote)} == {1, 2, 3}
    events = game.do(CallVote(3, END))
    assert only(events, StateChanged).ruling == "KP-14"
    assert game.refused(Vote(3, yes=True)).reason is Reason.VOTED_ALREADY
    assert game.refused(CallVote(1, END)).ruling == "KP-17"
    assert game.refused(Roll(1)).reason is Reason.QUESTION_OPEN


def test_kp_17_after_a_no_only_when_an_own_turn_has_gone_by() -> None:
    game = Districts(2)
    game.do(CallVote(1, END), Vote(2, yes=False))
    assert game.refused(CallVote(1, END)).reason is Reason.VOTE_SPENT
    game.do(Roll(1), dice=[(4, 6)])
    game.do(EndTurn(1))
    assert game.refused(CallVote(1, END)).ruling == "KP-17"  # the turn of the question itself
    game.do(CallVote(2, END), Vote(1, yes=False))
    assert game.refused(CallVote(2, END)).ruling == "KP-17"
    game.stuck(2).do(Roll(2), dice=[(1, 2)])
    game.do(EndTurn(2))
    game.stuck(1).do(Roll(1), dice=[(1, 2)])
    game.do(EndTurn(1))
    game.do(CallVote(1, END), Vote(2, yes=False))


def test_kp_17_a_question_that_was_not_opened_uses_up_nothing() -> None:
    game = short(1)
    for seat in (1, 2, 3):
        assert game.refused(CallVote(seat, END)).ruling == "KP-17"
    game = Districts(3)
    game.do(CallVote(1, END))
    game.refused(CallVote(2, END))
    game.do(Vote(2, yes=False), Vote(3, yes=False))
    assert game.ballot.spent == (1, 1)
    game.do(CallVote(2, END))
    assert isinstance(game.table.top, Voting)


def test_kp_17_who_is_out_neither_asks_nor_answers() -> None:
    game = Districts(4)
    game.do(Leave(3))
    assert game.refused(CallVote(3, END)).reason is Reason.SEAT_LEFT
    game.do(CallVote(1, END))
    assert game.refused(Vote(3, yes=True)).reason is Reason.SEAT_LEFT
    assert game.ballot.yes == (1,)


def test_kp_17_a_vote_is_the_only_way_to_end_it_together() -> None:
    refused = Districts(2).refused(Conclude(1))
    assert refused.reason is Reason.NOT_ASKED


def test_kp_17_no_money_moves_by_a_vote() -> None:
    game = Districts(2)
    events = game.do(CallVote(1, END), Vote(2, yes=True))
    assert not [e for e in events if isinstance(e, Paid)]
