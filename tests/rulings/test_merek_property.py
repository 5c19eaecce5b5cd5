"""Merek, properties: rent and its tax, building, mortgages and their terms, auctions, trades."""

import pytest
from praca import (
    BID,
    CARS,
    CONFRONTO,
    EQUIPES,
    FASHION,
    INCOME_TAX,
    MARKET,
    RAPIDO,
    TECH,
    Praca,
)
from situations import only

from ketuk.engine.commands import (
    Accept,
    Bid,
    Build,
    Decline,
    Leave,
    Mortgage,
    Pass,
    Pay,
    Pick,
    Propose,
    PutUp,
    Redeem,
    Reject,
    Roll,
    SellBuilding,
)
from ketuk.engine.events import (
    Acquired,
    AuctionClosed,
    AuctionOpened,
    Excused,
    LevelChanged,
    Paid,
    Passed,
    TradeDone,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.trade import sides
from ketuk.engine.table import Answer, Bidding, BuyChoice, Due, Free, Goods, Trade

# --- rent --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "owner"),
    [("60:59", 1000), ("61:00", 500), ("65:59", 500), ("66:00", 400), ("71:00", 300),
     ("76:00", 200), ("81:00", 100), ("85:59", 100), ("86:00", 10), ("200:00", 10)],
)  # fmt: skip
def test_m_4_of_a_rent_of_1000_the_owner_gets(clock: str, owner: int) -> None:
    game = Praca().owns(2, 5, 15, 25).minutes(clock)
    game.lands(5)
    game.do(Pay(1))
    assert (game.cash(1), game.cash(2)) == (14000, 15000 + owner)


def test_m_4_of_a_rent_of_20_at_the_highest_tax_1_is_left() -> None:
    game = Praca().owns(2, 1).minutes("86:00")
    game.lands(1)
    game.do(Pay(1))
    assert game.cash(2) == 15001


@pytest.mark.parametrize(
    ("clock", "of_20", "of_20000"),
    [("61:00", 10, 10000), ("66:00", 8, 8000), ("71:00", 6, 6000), ("76:00", 4, 4000),
     ("81:00", 2, 2000), ("86:00", 1, 200)],
)  # fmt: skip
def test_m_4_the_banks_part_is_rounded_down(clock: str, of_20: int, of_20000: int) -> None:
    for tile, level, owner in ((1, 0, of_20), (39, 5, of_20000)):
        game = Praca().owns(2, tile, level=level).has(1, 20000).minutes(clock)
        game.lands(tile)
        game.do(Pay(1))
        assert game.cash(2) == 15000 + owner


def test_m_4_the_bill_is_fixed_at_the_landing() -> None:
    game = Praca().owns(2, 5, 15, 25).minutes("65:59")
    game.lands(5)
    game.later(2)
    game.do(Pay(1))
    assert game.cash(2) == 15500


@pytest.mark.parametrize(("clock", "owner"), [("39:59", 1000), ("40:00", 500)])
def test_m_4_fast_modes_begin_earlier(clock: str, owner: int) -> None:
    game = Praca(mode=RAPIDO).owns(2, 5, 15, 25).minutes(clock)
    game.lands(5)
    game.do(Pay(1))
    assert game.cash(2) == 17500 + owner


def test_m_6_mates_pay_each_other_nothing_and_share_no_group() -> None:
    game = Praca(4, mode=EQUIPES).owns(3, 1).owns(1, 3)
    events = game.lands(1)
    assert only(events, Excused).why == "mate"
    game.turn(2)
    game.lands(1, seat=2)
    assert isinstance(game.table.top, Due)
    assert game.table.top.amount == 20
    game = Praca(4, mode=EQUIPES).owns(3, 1).owns(1, 3)
    assert game.refused(Build(1, 3)).reason is Reason.SET_INCOMPLETE


def test_m_6_one_owner_of_all_doubles_bare_brands_mortgaged_siblings_or_not() -> None:
    game = Praca().owns(2, *FASHION).owns(2, 8, mortgaged=True)
    game.lands(6)
    assert isinstance(game.table.top, Due)
    assert game.table.top.amount == 120


def test_m_6_no_rent_comes_in_from_inside_the_prison() -> None:
    game = Praca().owns(2, 1).stuck(2)
    assert only(game.lands(1), Excused).why == "owner_jailed"


# --- auctions ----------------------------------------------------------------------------------


def declined(players: int = 3, tile: int = 5, **more: int) -> Praca:
    game = Praca(players, **more).asked_to_buy(tile)
    game.do(Decline(1))
    return game


def test_m_7_the_decliner_takes_no_part_but_the_mate_may() -> None:
    game = declined(4, mode=EQUIPES)
    assert game.table.auction is not None
    assert game.table.auction.seats == (2, 3, 4)
    assert game.table.auction.callers == (2,), "from the decliner's left"


def test_m_7_of_two_players_the_other_bids_or_passes_once() -> None:
    game = declined(2)
    game.do(Pass(2))
    assert (game.owner(5), game.table.auction) == (0, None)
    game = declined(2)
    game.do(Bid(2, 2000))
    assert (game.owner(5), game.cash(2)) == (2, 13000)


@pytest.mark.parametrize(("amount", "stands"), [(1999, False), (2000, True), (2001, True)])
def test_m_8_the_first_bid_is_the_price_at_least(amount: int, stands: bool) -> None:
    game = declined()
    if stands:
        game.do(Bid(2, amount))
    else:
        assert game.refused(Bid(2, amount)).ruling == "M-8"


@pytest.mark.parametrize(("more", "stands"), [(99, False), (100, True), (137, True)])
def test_m_8_each_raise_is_a_hundred_at_least(more: int, stands: bool) -> None:
    game = declined()
    game.do(Bid(2, 2000))
    if stands:
        game.do(Bid(3, 2000 + more))
    else:
        assert game.refused(Bid(3, 2000 + more)).ruling == "M-8"


def test_m_9_a_bid_at_19_seconds_stands_at_20_it_is_too_late() -> None:
    game = declined()
    game.later(1)
    game.later(BID - 2)
    game.do(Bid(2, 2000))
    assert game.left == BID, "the next has its own time"
    events = game.later(BID)
    assert only(events, Passed).seat == 3
    assert game.owner(5) == 2
    assert game.refused(Bid(3, 2100)).reason is Reason.NOT_ASKED
    assert not any(s.row for s in game.table.states if hasattr(s, "row")), "no missed turn"


@pytest.mark.parametrize(("bid", "stands"), [(2499, True), (2500, True), (2501, False)])
def test_m_10_a_bid_reaches_to_cash_and_all_that_can_be_raised(bid: int, stands: bool) -> None:
    """500 in hand, and Apple mortgages for 2,000."""
    game = declined()
    game.owns(2, 39).has(2, 500)
    if stands:
        game.do(Bid(2, bid), Pass(3))
        assert isinstance(game.table.top, Due)
        assert (game.owner(5), game.left) == (0, 60)
    else:
        assert game.refused(Bid(2, bid)).reason is Reason.BID_ABOVE_CASH


def test_m_10_a_winner_who_raises_the_money_has_the_deed_with_it() -> None:
    game = declined()
    game.owns(2, 39).has(2, 500)
    game.do(Bid(2, 2400), Pass(3), Mortgage(2, 39))
    assert (game.owner(5), game.cash(2)) == (2, 100)


def test_m_10_a_winner_who_surrenders_instead_leaves_it_unowned() -> None:
    game = declined()
    game.owns(2, 39).has(2, 500)
    game.do(Bid(2, 2000), Bid(3, 2100), Bid(2, 2200), Pass(3))
    events = game.do(Leave(2))
    assert only(events, AuctionClosed).how == "void"
    assert (game.owner(5), game.cash(3), game.table.auction) == (0, 15000, None)


def test_m_10_so_is_an_auction_void_whose_highest_bidder_leaves() -> None:
    game = declined(4)
    game.do(Bid(2, 2000), Bid(3, 2100))
    events = game.do(Leave(3))
    assert only(events, AuctionClosed).how == "void"
    assert game.owner(5) == 0


def test_who_cannot_reach_the_next_bid_is_passed_by_itself() -> None:
    game = Praca().has(3, 100).asked_to_buy(5)
    game.do(Decline(1))
    game.do(Bid(2, 2000))
    assert game.owner(5) == 2


# --- building ----------------------------------------------------------------------------------


def test_m_11_once_a_group_and_turn_the_extra_roll_included() -> None:
    game = Praca().owns(1, *MARKET, *TECH)
    game.do(Build(1, 1), Build(1, 37))
    assert game.refused(Build(1, 3)).ruling == "M-11"
    game.stands(1, 6)
    game.do(Roll(1), dice=[(2, 2)])
    assert game.table.top == Free(1), "a double, past the visit of the Prisão"
    assert game.refused(Build(1, 39)).reason is Reason.BUILT_IN_GROUP


def test_m_11_the_next_turn_builds_again() -> None:
    game = Praca(2).owns(1, *MARKET)
    game.do(Build(1, 1))
    game.lands(10)
    game.lands(10, seat=2)
    game.do(Build(1, 3))


def test_m_11_nothing_is_built_while_one_of_the_group_is_mortgaged() -> None:
    game = Praca().owns(1, *FASHION).owns(1, 8, mortgaged=True)
    assert game.refused(Build(1, 6)).ruling == "M-11"


@pytest.mark.parametrize(("mode", "tiles"), [(0, {9}), (RAPIDO, {6, 8, 9}), (CONFRONTO, {6, 8, 9})])
def test_m_12_with_1_1_0_classico_builds_the_lowest_only(mode: int, tiles: set[int]) -> None:
    game = Praca(mode=mode).owns(0, *Praca().rules.board.deeds)
    game.owns(1, 6, 8, level=1).owns(1, 9)
    assert {c.tile for c in game.offered() if isinstance(c, Build)} == tiles


@pytest.mark.parametrize(("mode", "tiles"), [(0, {6}), (RAPIDO, {6, 8})])
def test_m_12_sales_go_the_same_way(mode: int, tiles: set[int]) -> None:
    game = Praca(mode=mode).owns(1, 6, level=2).owns(1, 8, level=1).owns(1, 9)
    assert {c.tile for c in game.offered() if isinstance(c, SellBuilding)} == tiles


@pytest.mark.parametrize(("mode", "back"), [(0, 2000), (RAPIDO, 2000), (CONFRONTO, 1500)])
def test_m_12_a_level_is_sold_for_all_or_three_quarters_of_its_price(mode: int, back: int) -> None:
    game = Praca(mode=mode).owns(1, *TECH, level=1)
    before = game.cash(1)
    game.do(SellBuilding(1, 37))
    assert game.cash(1) == before + back


def test_m_12_confronto_builds_as_often_as_wanted() -> None:
    game = Praca(mode=CONFRONTO).owns(1, *TECH)
    game.do(*[Build(1, 39)] * 5)
    assert game.table.holdings[39].level == 5
    assert game.refused(Build(1, 39)).reason is Reason.TOP_LEVEL


def test_the_card_of_confronto_takes_a_level_off_an_opponent() -> None:
    game = Praca(mode=CONFRONTO).owns(0, *Praca().rules.board.deeds).owns(2, *TECH, level=1)
    game.owns(1, *MARKET, level=1)
    game.draws(70)
    assert {c.tile for c in game.offered() if isinstance(c, Pick)} == set(TECH)
    before = game.cash(2)
    assert only(game.do(Pick(1, 37)), LevelChanged).level == 0
    assert game.cash(2) == before, "without a refund"
    assert 70 not in Praca().table.deck("sorte").unseen


# --- mortgages ---------------------------------------------------------------------------------


def closing(round: int, since: int, **more: int) -> Praca:
    """Seat 1 mortgaged Toyota in a round; the last turn of another is about to end."""
    game = Praca(2, round=since, **more).owns(1, 31)
    game.do(Mortgage(1, 31))
    game.set(round=round)
    return game


def test_m_13_in_the_last_round_of_its_term_it_can_be_redeemed() -> None:
    game = closing(10, 3)
    game.do(Redeem(1, 31))
    assert game.cash(1) == 15000 + 1500 - 1800
    game.turn(2)
    game.lands(10, seat=2)
    assert game.owner(31) == 1
    assert game.table.auction is None


@pytest.mark.parametrize(("round", "lost"), [(9, False), (10, True)])
def test_m_13_at_the_end_of_that_round_it_is_lost_and_auctioned_to_all(
    round: int, lost: bool
) -> None:
    game = closing(round, 3).turn(2)
    events = game.lands(10, seat=2)
    assert (game.owner(31) == 0) is lost
    if lost:
        opened = only(events, AuctionOpened).auction
        assert (opened.seats, opened.minimum, opened.callers) == ((1, 2), 3000, (1,))
        assert game.refused(Bid(1, 2999)).ruling == "M-8"
        game.do(Bid(1, 3000), Pass(2))
        assert game.owner(31) == 1
        assert not game.table.holdings[31].mortgaged
        assert game.table.round == 11


def test_m_13_without_a_bid_it_is_unowned() -> None:
    game = closing(10, 3).turn(2)
    game.lands(10, seat=2)
    game.do(Pass(1), Pass(2))
    assert game.owner(31) == 0
    assert game.table.top == Free(1)


def test_m_13_the_oldest_is_lost_first() -> None:
    game = Praca(2, round=3).owns(1, 31, 1)
    game.do(Mortgage(1, 31))
    game.set(round=4)
    game.do(Mortgage(1, 1))
    game.set(round=11).turn(2)
    events = game.lands(10, seat=2)
    assert only(events, AuctionOpened).auction.tile == 31
    events = game.do(Pass(1), Pass(2))
    assert only(events, AuctionOpened).auction.tile == 1


def test_m_13_an_own_table_may_have_no_term() -> None:
    game = closing(30, 3, term=0).turn(2)
    game.lands(10, seat=2)
    assert game.owner(31) == 1


def test_one_may_auction_an_own_mortgaged_deed_in_confronto() -> None:
    game = Praca(mode=CONFRONTO).owns(1, 39, mortgaged=True)
    game.do(PutUp(1, 39))
    assert game.table.auction is not None
    assert game.table.auction.seats == (2, 3)
    before = game.cash(1), game.cash(2)
    events = game.do(Bid(2, 4100), Pass(3))
    assert only(events, Acquired).seat == 2
    assert not game.table.holdings[39].mortgaged
    assert (game.cash(1), game.cash(2)) == (before[0] + 4100 - 2400, before[1] - 4100)
    assert not [c for c in game.offered() if isinstance(c, PutUp)]


def test_an_own_auction_without_a_bid_changes_nothing_and_comes_once_a_turn() -> None:
    game = Praca(mode=CONFRONTO).owns(1, 39, mortgaged=True)
    game.do(PutUp(1, 39), Pass(2), Pass(3))
    assert game.owner(39) == 1
    assert game.table.holdings[39].mortgaged
    assert game.refused(PutUp(1, 39)).reason is Reason.PUT_UP_ALREADY
    assert Praca().owns(1, 39, mortgaged=True).refused(PutUp(1, 39)).reason is Reason.NOT_ASKED


# --- trades ------------------------------------------------------------------------------------


def deal(give: Goods, take: Goods, partner: int = 2) -> Propose:
    return Propose(1, Trade(1, partner, give, take))


@pytest.mark.parametrize(("low", "fair"), [(999, False), (1000, True), (1001, True)])
def test_m_14_twice_the_lower_side_reaches_the_higher(low: int, fair: bool) -> None:
    game = Praca().owns(2, 5)
    proposal = deal(Goods(cash=low), Goods(tiles=(5,)))
    if fair:
        game.do(proposal, Accept(2))
        assert game.owner(5) == 1
        assert game.table.top == Free(1)
    else:
        assert game.refused(proposal).ruling == "M-14"
    assert sides(game.rules, game.table, proposal.trade)[0] == low


def test_m_14_a_gift_fails_and_among_mates_all_passes() -> None:
    assert Praca().owns(1, 5).refused(deal(Goods(tiles=(5,)), Goods())).ruling == "M-14"
    game = Praca(4, mode=EQUIPES).owns(1, 5).owns(1, 15, mortgaged=True)
    game.do(deal(Goods(tiles=(5, 15)), Goods(), 3), Accept(3))
    assert (game.owner(5), game.owner(15)) == (3, 3)
    assert game.table.holdings[15].mortgaged


def test_m_14_mortgaged_deeds_cards_and_built_groups_stay_out() -> None:
    game = Praca().owns(1, 5, mortgaged=True).owns(1, *MARKET, level=1).holds(1, 58)
    for goods in (Goods(tiles=(5,)), Goods(tiles=(1,)), Goods(cash=2000, cards=(58,))):
        assert game.refused(deal(goods, Goods(cash=1000))).ruling == "M-14"


def test_m_15_a_fourth_offer_in_a_turn_is_refused_whatever_became_of_three() -> None:
    game = Praca().owns(2, 5, 15)
    first = deal(Goods(cash=2000), Goods(tiles=(5,)))
    game.do(first, Accept(2))
    again = deal(Goods(cash=2000), Goods(tiles=(15,)))
    game.do(again, Reject(2), again, Reject(2))
    assert game.refused(again).ruling == "M-15"


def test_m_16_a_trade_for_that_very_deed_leaves_the_rent_due() -> None:
    game = Praca().owns(2, 5)
    game.lands(5)
    events = game.do(deal(Goods(cash=2000), Goods(tiles=(5,))), Accept(2))
    assert only(events, TradeDone)
    assert game.owner(5) == 1
    assert isinstance(game.table.top, Due)
    assert game.table.top.to == 2


@pytest.mark.parametrize(("due", "may"), [(999, True), (1000, True), (1001, False)])
def test_m_16_what_can_be_raised_stays_at_the_sum_due(due: int, may: bool) -> None:
    """Apple would raise 2,000; Visa, which comes for it, raises 1,000."""
    game = Praca().owns(1, 39).owns(2, 5).has(1, 0).ask(Free(1), Due(1, 0, due, "tax"))
    game.later(1)
    proposal = deal(Goods(tiles=(39,)), Goods(tiles=(5,)))
    if may:
        game.do(proposal)
    else:
        assert game.refused(proposal).ruling == "M-16"


def test_trades_are_made_at_a_purchase_and_with_a_tax_pending_too() -> None:
    game = Praca().owns(2, 5).asked_to_buy(6)
    game.do(deal(Goods(cash=2000), Goods(tiles=(5,))))
    assert isinstance(game.table.top, Answer)
    game.do(Accept(2))
    assert game.table.top == BuyChoice(1, 6)
    game = Praca().owns(2, 5)
    game.lands(INCOME_TAX)
    game.do(deal(Goods(cash=2000), Goods(tiles=(5,))), Accept(2), Pay(1))
    assert game.cash(1) == 15000 - 2000 - 2000


def test_every_price_of_building_is_paid_a_level() -> None:
    game = Praca(mode=CONFRONTO).owns(1, *CARS)
    events = game.do(Build(1, 31))
    assert only(events, Paid).amount == 2000


def test_an_auction_waits_for_bids_in_rotation() -> None:
    game = declined(4)
    assert isinstance(game.table.top, Bidding)
    assert game.refused(Bid(3, 2000)).reason is Reason.NOT_YOUR_TURN
