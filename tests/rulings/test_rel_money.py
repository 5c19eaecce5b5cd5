"""Rel: Ah Long, minus, bankruptcy, and how a game is stopped."""

from pathlib import Path

import pytest
from rails import FREE, LOKAP, Rails
from situations import only

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    Bid,
    Borrow,
    Build,
    Buy,
    Concede,
    Conclude,
    Decline,
    EndTurn,
    GoOn,
    Leave,
    LeaveJail,
    Mortgage,
    Pass,
    Pay,
    Play,
    Propose,
    Redeem,
    Repay,
    Roll,
)
from ketuk.engine.events import Bankrupted, GameEnded, Paid, SeatLeft, StateChanged
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Bidding, BuyChoice, Charge, Due, Free, Goods, Options, Trade
from ketuk.rooms.answers import MoveDone, NeedsConsent
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room

# --- Ah Long -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "may"), [(299, True), (300, False), (-200, True)])
def test_r_18_below_300_and_not_at_it(cash: int, may: bool) -> None:
    game = Rails().has(1, cash)
    assert (Borrow(1) in game.offered()) == may
    if not may:
        assert game.refused(Borrow(1)).ruling == "R-18"
        return
    game.do(Borrow(1))
    assert (game.cash(1), game.owed(1)) == (cash + 300, 400)
    assert game.refused(Borrow(1)).reason is Reason.HAS_LOAN


def test_r_18_350_with_60_due() -> None:
    game = Rails().has(1, 350).ask(Free(1), Due(1, 2, 400, "rent"))
    game.do(Borrow(1))
    assert (game.cash(1), game.cash(2)) == (250, 1900)
    game = Rails().has(1, 350).ask(Free(1), Due(1, 0, 351, "tax"))
    assert Borrow(1) in game.offered()


def test_r_18_what_is_due_later_counts_too() -> None:
    game = Rails().has(1, 350).ask(Charge(1, 2, 60, "card"), BuyChoice(1, 6))
    assert Borrow(1) in game.offered()
    assert Borrow(1) not in Rails().has(1, 350).asked_to_buy(6).offered()


def test_r_18_not_in_anothers_turn_nor_in_an_auction_or_beside_an_offer() -> None:
    game = Rails().has(1, 0).has(2, 0).owns(1, 8)
    assert game.refused(Borrow(2)).ruling == "R-18"
    game.asked_to_buy(6)
    assert Borrow(1) in game.offered()
    game.do(Decline(1))
    assert Borrow(1) not in game.offered()
    game = Rails().has(1, 0).owns(1, 8)
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(8,)), Goods(5))))
    assert game.refused(Borrow(1)).reason is Reason.QUESTION_OPEN


def test_a_loan_is_paid_back_early_from_cash() -> None:
    game = Rails().has(1, 399).lent(1)
    assert game.refused(Repay(1)).reason is Reason.SHORT_OF_CASH
    game.has(1, 400)
    game.do(Repay(1))
    assert (game.cash(1), game.owed(1)) == (0, 0)
    assert game.refused(Repay(1)).reason is Reason.NO_LOAN


def collected(cash: int = 0) -> Rails:
    """Ah Long has just collected in the turn of seat 1."""
    game = Rails().has(1, cash).lent(1).owns(1, 6)
    game.stands(1, 39)
    game.do(Roll(1), dice=[(3, 4)])
    return game


def test_r_19_minus_200_may_stand_to_the_end_of_the_next_own_turn() -> None:
    game = collected()
    assert game.cash(1) == -200
    game.do(EndTurn(1))
    game.turn(1, may_roll=False)
    assert game.refused(EndTurn(1)).ruling == "R-19"
    game.has(1, 0)
    game.do(EndTurn(1))


def test_r_19_it_is_raised_or_the_player_is_bankrupt_to_the_bank() -> None:
    game = collected()
    game.do(EndTurn(1))
    game.owns(1, 39).turn(1, may_roll=False)
    assert game.refused(Concede(1)).ruling == "R-20"  # 50 and 200 can be raised
    game.owns(0, 6)
    game.do(Mortgage(1, 39))
    assert game.cash(1) == 0
    game.do(EndTurn(1))
    game = collected()
    game.do(EndTurn(1))
    game.turn(1, may_roll=False)
    events = game.do(Concede(1))
    assert only(events, Bankrupted).creditor == 0
    assert isinstance(game.table.top, Bidding)


def test_r_19_a_new_loan_at_once_is_allowed() -> None:
    game = collected()
    game.do(Borrow(1))
    assert (game.cash(1), game.owed(1)) == (100, 400)


def test_r_19_before_the_roll_nobody_is_asked_to_raise_it() -> None:
    game = collected()
    game.do(EndTurn(1))
    game.turn(1)
    assert game.refused(Concede(1)).reason is Reason.NOTHING_DUE
    assert Roll(1) in game.offered()


# --- muflis ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "may"), [(300, False), (301, True)])
def test_r_20_sales_and_mortgages_that_cover_it_exactly(amount: int, may: bool) -> None:
    game = Rails().has(1, 0).owns(1, 31, 5).owns(1, 1, level=1).holds(1, FREE)
    game.owns(1, 1, level=0).owns(1, 6)  # 150 + 100 + 50, and 30 of line 1
    game.owns(0, 1)
    game.ask(Free(1), Due(1, 2, amount, "rent"))
    assert (Concede(1) in game.offered()) == may
    if not may:
        assert game.refused(Concede(1)).ruling == "R-20"
        game.do(Mortgage(1, 31), Mortgage(1, 5), Mortgage(1, 6))
        assert (game.cash(1), game.table.top) == (0, Free(1))


def test_r_20_hotels_are_sold_level_by_level_and_count_all() -> None:
    game = Rails().has(1, 0).owns(1, 1, level=5)  # 5 x 25 and 30
    game.ask(Free(1), Due(1, 2, 155, "rent"))
    assert game.refused(Concede(1)).about["short"] == 155
    game.ask(Free(1), Due(1, 2, 156, "rent"))
    game.do(Concede(1))
    assert game.cash(2) == 1500 + 125
    assert game.owner(1) == 2


@pytest.mark.parametrize(("amount", "may"), [(330, False), (331, True)])
def test_r_20_every_kind_of_property_counts_and_a_card_does_not(amount: int, may: bool) -> None:
    game = Rails().has(1, 0).owns(1, 1, level=5).owns(1, 5, 12).owns(1, 6, mortgaged=True)
    game.holds(1, FREE).ask(Free(1), Due(1, 2, amount, "rent"))  # 125 + 30, 100, 75
    assert (Concede(1) in game.offered()) == may


def test_r_20_ah_long_and_a_trade_are_never_forced() -> None:
    game = Rails().has(1, 0).ask(Free(1), Due(1, 2, 250, "rent"))
    assert {Concede(1), Borrow(1)} <= set(game.offered())
    game.do(Borrow(1))
    assert (game.cash(1), game.cash(2), game.table.top) == (50, 1750, Free(1))


def test_a_payment_waits_whole_and_is_made_the_moment_cash_covers_it() -> None:
    game = Rails().owns(2, 39).has(1, 49).owns(1, 1)
    game.lands(39)
    assert isinstance(game.table.top, Due)
    assert game.cash(2) == 1500
    game.do(Mortgage(1, 1))
    assert (game.cash(1), game.cash(2)) == (29, 1550)


def test_r_21_ah_long_lapses_and_takes_nothing() -> None:
    game = Rails().lent(1).has(1, 10).owns(1, 6).ask(Free(1), Due(1, 2, 900, "rent"))
    events = game.do(Concede(1))
    assert game.owed(1) == 0
    assert next(e.ruling for e in events if isinstance(e, StateChanged)) == "R-21"
    assert (game.cash(2), game.owner(6)) == (1510, 2)


def test_r_21_buildings_at_half_cards_under_the_deck_mortgages_as_the_creditor_wants() -> None:
    game = Rails().has(1, 0).owns(1, 6, level=2).owns(1, 8, 9, mortgaged=True).holds(1, FREE)
    game.ask(Free(1), Due(1, 2, 5000, "rent"))
    game.do(Concede(1))
    assert game.cash(2) == 1550
    assert FREE in game.table.deck("kad").bottom
    game.do(Pay(2))
    assert (game.owner(8), game.table.holdings[8].mortgaged, game.cash(2)) == (2, True, 1545)
    game.do(Decline(2))
    assert game.table.auction is not None
    assert (game.table.auction.tile, game.owner(9)) == (9, 0)


def test_r_21_who_has_no_cash_for_interest_leaves_it_to_the_bank() -> None:
    game = Rails().has(1, 0).has(2, 4).owns(1, 8, 9, mortgaged=True)
    game.ask(Free(1), Due(1, 2, 5000, "rent"))
    game.do(Concede(1))
    assert set(game.offered()) == {Decline(2)}


def test_r_21_to_the_bank_deeds_are_auctioned_without_mortgage_in_tile_order() -> None:
    game = Rails().has(1, 0).owns(1, 31, 6, mortgaged=True).ask(Free(1), Due(1, 0, 500, "tax"))
    game.do(Concede(1))
    assert game.table.auction is not None
    assert game.table.auction.tile == 6
    game.do(Bid(2, 10), Pass(3))
    assert not game.table.holdings[6].mortgaged
    assert game.table.auction.tile == 31


def test_leaving_is_bankruptcy_to_whom_a_payment_is_due_else_to_the_bank() -> None:
    game = Rails().owns(1, 6).has(1, 7).lent(1).ask(Free(1), Due(1, 2, 900, "rent"))
    game.do(Leave(1))
    assert (game.owner(6), game.cash(2)) == (2, 1507)
    game = Rails().owns(1, 6).lent(1)
    game.do(Leave(1))
    assert game.table.auction is not None
    assert game.owed(1) == 0


def test_leaving_while_an_offer_lies_over_an_own_payment_still_owes_it() -> None:
    game = Rails().owns(2, 39, level=5).owns(1, 6, 8).has(1, 0)
    game.lands(39)
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(6,)), Goods(60))), Leave(1))
    assert game.owner(6) == game.owner(8) == 2


def test_r_22_each_is_paid_in_seat_order_and_the_first_unpaid_has_the_estate() -> None:
    game = Rails(4).has(1, 30).owns(1, 1)
    game.draws(68)
    assert [p.cash for p in game.table.players] == [10, 1520, 1500, 1500]
    game.owns(0, 1).owns(1, 1, mortgaged=True)
    events = game.do(Concede(1))
    assert only(events, Bankrupted).creditor == 3
    assert game.cash(3) == 1510
    game.do(Pay(3))
    assert (game.owner(1), game.cash(4)) == (3, 1500)


# --- below zero --------------------------------------------------------------------------------


def test_r_27_what_is_refused_in_minus() -> None:
    game = Rails().has(1, -200).owns(1, 6).owns(1, 8, mortgaged=True).owns(1, 1)
    for command in (Build(1, 1), Redeem(1, 8)):
        refused = game.refused(command)
        assert (refused.reason, refused.ruling) == (Reason.SHORT_OF_CASH, "R-27")
    assert game.refused(Repay(1)).reason is Reason.NO_LOAN
    game.asked_to_buy(9)
    assert game.refused(Buy(1)).reason is Reason.SHORT_OF_CASH
    assert game.refused(Buy(1)).ruling == "R-27"
    game.has(1, 0)
    assert game.refused(Buy(1)).ruling == "", "nothing is below zero"
    game.has(1, -200)
    game.do(Decline(1))
    assert game.table.auction is not None
    assert 1 not in game.table.auction.callers
    stuck = Rails().has(1, -200).stuck(1)
    assert stuck.refused(LeaveJail(1)).reason is Reason.SHORT_OF_CASH


def test_r_27_what_stays_open_in_minus() -> None:
    game = Rails().has(1, -200).owns(1, 6, 8).owns(1, 9, level=1)
    gift, swap = Goods(tiles=(6,)), Goods(tiles=(8,))
    assert game.refused(Propose(1, Trade(1, 2, gift, Goods()))).ruling == "R-27"
    game.do(Propose(1, Trade(1, 2, swap, Goods(20))), Accept(2), GoOn(1))
    assert game.cash(1) == -180
    game.do(Mortgage(1, 6), Borrow(1))
    assert game.cash(1) == -180 + 50 + 300


def test_r_27_a_partner_in_minus_needs_cash_by_it_too() -> None:
    game = Rails().has(2, -50).owns(1, 6).owns(2, 8)
    bare = Trade(1, 2, Goods(tiles=(6,)), Goods(tiles=(8,)))
    assert game.refused(Propose(1, bare)).about["seat"] == 2
    game.do(Propose(1, Trade(1, 2, Goods(10, (6,)), Goods(tiles=(8,)))))


def test_r_27_minus_counts_as_minus_in_worth_and_ranking() -> None:
    game = Rails().has(1, -200).lent(1).has(2, 0).has(3, 5)
    assert game.rules.net_worth(game.rules, game.table, 1) == -600
    game.owns(1, 39, mortgaged=True).owns(1, 1, level=5)
    assert game.rules.net_worth(game.rules, game.table, 1) == -600 + 200 + 60 + 250
    events = game.do(Conclude(1))
    places = [(p.seat, p.worth, p.cash) for p in only(events, GameEnded).ranking]
    assert places == [(3, 5, 5), (2, 0, 0), (1, -90, -200)]


def test_a_sum_of_nothing_never_waits_also_in_minus() -> None:
    game = Rails().has(1, -200)
    game.draws(69)
    assert game.table.top == Free(1)


def test_a_minus_goes_down_with_its_owner_and_the_bank_bears_it() -> None:
    game = Rails().has(1, -150).owns(1, 6, level=1).ask(Free(1), Due(1, 2, 500, "rent"))
    game.do(Concede(1))
    assert (game.cash(1), game.cash(2)) == (0, 1500)


def test_r_28_paying_back_leaves_a_payment_covered() -> None:
    game = Rails().lent(1).has(1, 500).owns(1, 39, 37).ask(Free(1), Due(1, 2, 501, "rent"))
    refused = game.refused(Repay(1))
    assert (refused.reason, refused.ruling) == (Reason.LOAN_UNCOVERED, "R-28")
    assert (refused.about["amount"], refused.about["short"]) == (501, 501 - (100 + 200 + 175))
    assert Repay(1) not in game.offered()
    game.owns(1, 1)  # 30 more to raise: 505 is enough
    game.do(Repay(1), Mortgage(1, 39))
    assert (game.owed(1), game.cash(1)) == (0, 300)
    game.do(Mortgage(1, 37), Mortgage(1, 1))
    assert (game.cash(1), game.cash(2), game.table.top) == (4, 2001, Free(1))


def test_r_28_what_is_not_covered_becomes_no_less() -> None:
    game = Rails().lent(1).has(1, 450).ask(Free(1), Due(1, 2, 900, "rent"))
    assert game.refused(Repay(1)).ruling == "R-28"
    beside = Rails().lent(1).has(1, 450).asked_to_buy(6)
    beside.do(Repay(1))
    assert beside.cash(1) == 50


# --- Tamatkan & kira ---------------------------------------------------------------------------


def test_r_25_a_due_payment_takes_what_there_is_and_all_else_lapses() -> None:
    game = Rails().has(1, 30).owns(1, 6).ask(Free(1), Due(1, 2, 900, "rent"))
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(6,)), Goods(60))))
    events = game.do(Conclude(3))
    assert (game.cash(1), game.cash(2), game.owner(6)) == (0, 1530, 1)
    assert only(events, GameEnded).why == "agreed"
    game = Rails().asked_to_buy(6)
    game.do(Decline(1), Bid(2, 500))
    game.do(Conclude(1))
    assert (game.cash(2), game.owner(6)) == (1500, 0)


def test_r_25_no_mission_and_no_news_after_it() -> None:
    game = Rails().missions().laps(2, 2, 2).owns(1, 37, 39).asked_to_buy(6)
    events = game.do(Conclude(1))
    assert [e for e in events if isinstance(e, Paid | StateChanged | SeatLeft)] == []


def _room(journal: Journal, name: str) -> Room:
    rules = engine.ruleset(name)
    return Room.start(
        journal, rules=rules, names=("A", "B"), options=Options(rules.edition), name=name
    )


def test_r_29_whoever_is_at_the_screen_decides_and_an_undo_brings_the_game_back(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / FILE) as journal:
        klasik, rel = (_room(journal, name) for name in ("klasik", "rel"))
        assert isinstance(klasik.do(Conclude(1)), NeedsConsent)
        before = rel.table
        assert isinstance(rel.do(Conclude(1)), MoveDone)
        assert rel.table.phase == "over"
        rel.undo()
        assert rel.table == before


def test_a_card_out_of_lokap_is_used_before_the_roll() -> None:
    game = Rails().stuck(1).holds(1, FREE)
    game.do(Play(1, FREE))
    assert (game.table.player(1).jail, game.at(1)) == (-1, LOKAP)
    assert FREE in game.table.deck("kad").bottom
