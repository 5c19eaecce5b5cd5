"""Rulings 4.8: Proyek."""

import pytest
from auctions import all_ready, declined, hammered
from rounds import reveal
from situations import Situation, only

from ketuk.engine.commands import (
    Accept,
    BidCard,
    Build,
    Buy,
    Choose,
    ClaimRent,
    Decline,
    EndTurn,
    GoOn,
    Mortgage,
    Pay,
    PayRent,
    Play,
    Propose,
    Redeem,
    Roll,
    SellProperty,
    Stop,
)
from ketuk.engine.events import (
    AuctionClosed,
    AuctionOpened,
    CardUsed,
    Excused,
    Landed,
    Nothing,
    Paid,
    RentOpened,
    TradeDone,
    TradeVoid,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.movement import edges
from ketuk.engine.table import (
    BANK,
    POT,
    Bidding,
    BuyChoice,
    Detour,
    Free,
    Goods,
    Handover,
    Trade,
)

DISKON, IZIN_BANGUN, ASURANSI, WARGA_RAMAI, DEMO = 56, 58, 60, 62, 70
LELANG_ASET = 88
TOL, BENDUNGAN, KABEL, KERETA = 4, 14, 23, 32
CONNECTED = {
    TOL: (1, 2, 5, 6, 8),
    BENDUNGAN: (10, 11, 13, 15, 17),
    KABEL: (19, 20, 22, 24, 26),
    KERETA: (28, 29, 31, 33, 35),
}


def landing(game: Situation, tile: int, seat: int = 1) -> Situation:
    """The seat's next throw of 1 and 2 ends on ``tile``."""
    return game.turn(seat).stands(seat, tile - 3)


def rent(game: Situation, tile: int, seat: int = 1) -> RentOpened:
    return only(landing(game, tile, seat).do(Roll(seat), dice=[(1, 2)]), RentOpened)


def until_free(game: Situation) -> None:
    while isinstance(game.table.top, Handover):
        game.do(GoOn(game.table.active))


# --- 4.8.1 to 4.8.3: the limit of two ------------------------------------------------------------


@pytest.mark.parametrize("owned", [(), (TOL,)])
def test_4_8_1_below_the_limit_it_may_be_bought(owned: tuple[int, ...]) -> None:
    game = landing(Situation().owns(1, *owned), KABEL)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.table.top == BuyChoice(1, KABEL)
    game.do(Buy(1))
    assert (game.owner(KABEL), game.cash(1)) == (1, 17000 - 1800)


def test_4_8_1_a_third_one_comes_to_auction_without_that_player() -> None:
    game = landing(Situation().owns(1, TOL, BENDUNGAN), KABEL)
    events = game.do(Roll(1), dice=[(1, 2)])
    landed = only(events, Landed)
    assert (landed.effect, landed.ruling) == ("auction_limit", "4.8.1")
    auction = only(events, AuctionOpened).auction
    assert (auction.tile, auction.seats, auction.leader) == (KABEL, (2, 3), 1)
    all_ready(game)
    refused = game.refused(BidCard(1, 4))
    assert (refused.reason, refused.ruling) == (Reason.TOO_MANY_PROJECTS, "4.8.1")
    game.do(BidCard(2, 0), BidCard(3, 1), GoOn(1), GoOn(1), Pay(3))
    assert (game.owner(KABEL), game.cash(3)) == (3, 18000 - 450)


def test_4_8_1_nusantara_is_outside_the_limit() -> None:
    game = Situation().owns(1, TOL, 27).effects(capital=True)
    landing(game, KABEL).do(Roll(1), dice=[(1, 2)])
    assert game.table.top == BuyChoice(1, KABEL)


def test_4_8_1_a_decliner_of_one_may_not_bid_either_with_two() -> None:
    game = Situation().owns(2, TOL, BENDUNGAN)
    declined(game, KABEL)
    assert game.table.auction is not None
    assert game.table.auction.seats == (1, 3)


def everybody_barred() -> Situation:
    game = Situation().owns(1, TOL, BENDUNGAN).owes(2, BANK, 10).owes(3, POT, 10)
    return landing(game, KABEL)


def test_4_8_2_nobody_may_bid_and_it_stays_with_the_bank() -> None:
    game = everybody_barred()
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, AuctionClosed) == AuctionClosed(KABEL, "nobody", "4.8.2")
    assert game.owner(KABEL) == BANK
    assert game.table.auction is None
    assert game.table.top == Free(1)


def test_4_8_2_the_next_landing_is_an_auction_again() -> None:
    game = everybody_barred()
    game.do(Roll(1), dice=[(1, 2)])
    landing(game, KABEL, 2)
    events = game.do(Roll(2), dice=[(1, 2)])
    landed = [e for e in events if isinstance(e, Landed)]
    assert [e.effect for e in landed] == ["auction_in_debt"]
    assert only(events, AuctionClosed).ruling == "4.8.2"
    landing(game.set(debts=()), KABEL)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, AuctionOpened).auction.seats == (2, 3)


def test_4_8_2_a_debtor_may_not_bid() -> None:
    game = Situation().owes(2, BANK, 10)
    declined(game, KABEL)
    all_ready(game)
    refused = game.refused(BidCard(2, 0))
    assert (refused.reason, refused.ruling) == (Reason.IN_DEBT, "4.8.2")


def test_4_8_2_who_paid_its_debt_in_the_window_is_told_why_it_does_not_bid() -> None:
    game = declined(Situation().owns(2, 35).has(2, 0).owes(2, BANK, 2000), KABEL)
    game.do(Mortgage(2, 35))
    assert not game.table.in_debt(2)
    all_ready(game)
    refused = game.refused(BidCard(2, 0))
    assert (refused.reason, refused.ruling) == (Reason.NOT_BIDDING, "4.8.2")


def test_4_8_2_a_city_that_nobody_may_bid_for_stays_with_its_owner_at_lelang_aset() -> None:
    game = Situation().owns(3, 35, 1, 5).has(3, 0)
    for seat in (1, 2, 3):
        game.owes(seat, BANK, 10)
    events = reveal(game, LELANG_ASET)
    assert only(events, AuctionClosed) == AuctionClosed(35, "kept", "")
    assert (game.owner(35), game.table.top) == (3, Free(1))


def trade(give: Goods, take: Goods, partner: int = 2) -> Propose:
    return Propose(1, Trade(1, partner, give, take))


@pytest.mark.parametrize(
    ("give", "take"),
    [
        (Goods(cash=1800), Goods(tiles=(KABEL,))),
        (Goods(tiles=(35,)), Goods(tiles=(KABEL,), cash=2000)),
        (Goods(tiles=(TOL,)), Goods(tiles=(KABEL, KERETA))),
    ],
)
def test_4_8_3_no_trade_gives_a_third_one(give: Goods, take: Goods) -> None:
    game = Situation().owns(1, TOL, BENDUNGAN, 35).owns(2, KABEL, KERETA)
    refused = game.refused(trade(give, take))
    assert (refused.reason, refused.ruling) == (Reason.TOO_MANY_PROJECTS, "4.8.3")
    assert refused.about["seat"] == 1


def test_4_8_3_the_partner_is_held_to_it_too() -> None:
    game = Situation().owns(1, TOL).owns(2, KABEL, KERETA)
    refused = game.refused(trade(Goods(tiles=(TOL,)), Goods(cash=1800)))
    assert (refused.ruling, refused.about["seat"]) == ("4.8.3", 2)


@pytest.mark.parametrize("own", [(TOL,), (TOL, BENDUNGAN)])
def test_4_8_3_up_to_two_is_fine(own: tuple[int, ...]) -> None:
    game = Situation().owns(1, *own).owns(2, KABEL)
    give = Goods(cash=1800) if len(own) == 1 else Goods(tiles=(TOL,))
    game.do(trade(give, Goods(tiles=(KABEL,))), Accept(2))
    game.turn(1, may_roll=False).do(EndTurn(1))
    assert len([t for t in CONNECTED if game.owner(t) == 1]) == 2


def test_4_8_3_two_trades_of_one_turn_do_not_get_around_it() -> None:
    game = Situation().owns(1, TOL).owns(2, KABEL).owns(3, KERETA)
    for partner, tile in ((2, KABEL), (3, KERETA)):
        game.do(trade(Goods(cash=1800), Goods(tiles=(tile,)), partner), Accept(partner))
    events = game.turn(1, may_roll=False).do(EndTurn(1))
    assert only(events, TradeDone).trade.partner == 2
    void = only(game.do(GoOn(1)), TradeVoid)
    assert (void.reason, void.ruling) == ("too_many_projects", "4.8.3")
    assert game.owner(KERETA) == 3


# --- 4.8.4 to 4.8.7: what a landing costs --------------------------------------------------------


def test_4_8_4_the_own_proyek_costs_nothing() -> None:
    game = landing(Situation().owns(1, TOL, 1, 2), TOL)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Excused) == Excused(1, TOL, "own", "4.8.4")
    assert game.cash(1) == 17000
    assert (game.table.rents, game.table.top) == ((), Free(1))


@pytest.mark.parametrize("tile", [TOL, BENDUNGAN, KABEL, KERETA])
@pytest.mark.parametrize("count", range(6))
def test_4_8_5_rent_by_connected_cities_of_the_owner(tile: int, count: int) -> None:
    game = Situation().owns(2, tile, *CONNECTED[tile][:count])
    bill = rent(game, tile).bill
    assert (bill.base, bill.base_why, bill.count) == (200 + 200 * count, "connected", count)
    assert (bill.total, bill.rulings) == (200 + 200 * count, ("4.8.8",))
    game.do(PayRent(1, tile))
    assert game.cash(1) == 17000 - bill.total
    assert game.cash(2) == 17500 + bill.total


def test_4_8_5_cities_of_others_do_not_count() -> None:
    game = Situation().owns(2, TOL, 1).owns(3, 2, 5, 6).owns(1, 8)
    bill = rent(game, TOL).bill
    assert (bill.total, bill.count) == (400, 1)
    assert bill.rulings == ("4.8.5", "4.8.8")


def test_4_8_6_mortgaged_or_flooded_cities_do_not_count() -> None:
    game = Situation().owns(2, TOL, 1, 2).owns(2, 5, mortgaged=True).flooded(1)
    bill = rent(game, TOL).bill
    assert (bill.total, bill.count) == (400, 1)
    assert bill.rulings == ("4.8.6", "4.8.8")


def test_4_8_6_the_base_of_200_stays() -> None:
    game = Situation().owns(2, TOL).owns(2, *CONNECTED[TOL], mortgaged=True)
    assert rent(game, TOL).bill.total == 200


def test_4_8_7_a_mortgaged_proyek_brings_no_rent() -> None:
    game = Situation().owns(2, TOL, mortgaged=True).owns(2, 1, 2)
    events = landing(game, TOL).do(Roll(1), dice=[(1, 2)])
    assert only(events, Excused) == Excused(1, TOL, "mortgaged", "4.8.7")
    assert not game.table.rents


# --- 4.8.8: as at landing ------------------------------------------------------------------------


def test_4_8_8_a_connected_city_traded_in_that_turn_changes_nothing() -> None:
    game = Situation().owns(2, TOL, 1, 2).owns(1, 5)
    assert rent(game, TOL).bill.total == 600
    game.do(trade(Goods(cash=600), Goods(tiles=(1,))), Accept(2))
    assert game.owner(1) == 2  # carried out at the end of the turn only
    game.do(EndTurn(1))
    assert game.owner(1) == 1
    until_free(game)
    cash = game.cash(2)
    events = game.do(ClaimRent(2, 1))
    bill = only(events, Paid).bill
    assert bill is not None
    assert (bill.count, game.cash(2) - cash) == (2, 600)


def test_4_8_8_the_creditor_is_the_owner_at_landing() -> None:
    game = Situation().owns(2, TOL)
    rent(game, TOL)
    game.do(trade(Goods(cash=1800), Goods(tiles=(TOL,))), Accept(2), EndTurn(1))
    until_free(game)
    assert game.owner(TOL) == 1
    events = game.do(PayRent(1, TOL))
    paid = only(events, Paid)
    assert (paid.payer, paid.payee, paid.amount) == (1, 2, 200)


def test_4_8_8_a_mortgage_after_the_landing_changes_nothing() -> None:
    game = Situation().owns(2, TOL, 1).owns(1, 35)
    rent(game, TOL)
    game.turn(2).do(Mortgage(2, 1), Mortgage(2, TOL), ClaimRent(2, 1))
    assert game.cash(1) == 17000 - 400


# --- 4.8.9: an owner in debt ---------------------------------------------------------------------


@pytest.mark.parametrize(("owed", "kept", "left"), [(390, 10, 0), (400, 0, 0), (410, 0, 10)])
def test_4_8_9_rent_goes_to_the_creditor_first(owed: int, kept: int, left: int) -> None:
    game = Situation().owns(2, TOL, 1).has(2, 0).owes(2, 3, owed)
    rent(game, TOL)
    events = game.do(PayRent(1, TOL))
    passed = [e for e in events if isinstance(e, Paid) and e.why == "debt"]
    assert passed == [Paid(2, 3, min(owed, 400), "debt", ruling="4.8.9")]
    assert (game.cash(1), game.cash(2), game.cash(3)) == (16600, kept, 18000 + min(owed, 400))
    assert [d.amount for d in game.table.debts] == ([left] if left else [])
    assert game.table.in_debt(2) is bool(left)


def test_4_8_9_the_oldest_debt_first() -> None:
    game = Situation().owns(2, TOL, 1).has(2, 0).owes(2, POT, 300).owes(2, 3, 300)
    rent(game, TOL)
    game.do(PayRent(1, TOL))
    assert game.table.pot == 1300
    assert [(d.creditor, d.amount) for d in game.table.debts] == [(3, 200)]


def test_4_8_9_a_debtor_does_not_buy_build_or_redeem() -> None:
    game = Situation().owns(1, 33, 35).owns(1, 1, mortgaged=True).owes(1, BANK, 10)
    for command in (Build(1, 33), Redeem(1, 1)):
        refused = game.refused(command)
        assert (refused.reason, refused.ruling) == (Reason.IN_DEBT, "4.8.9")


# --- 4.8.10: Diskon ------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "bought"), [(1430, False), (1440, True), (1450, True)])
def test_4_8_10_diskon_on_a_proyek(cash: int, bought: bool) -> None:
    game = landing(Situation().has(1, cash).holds(1, DISKON), TOL)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.refused(Buy(1)).reason is Reason.SHORT_OF_CASH
    if not bought:
        assert game.refused(Buy(1, DISKON)).about["short"] == 10
        return
    events = game.do(Buy(1, DISKON))
    assert only(events, CardUsed) == CardUsed(1, DISKON, "siasat", "played", "4.8.10")
    assert only(events, Paid).amount == 1440
    assert (game.owner(TOL), game.cash(1)) == (1, cash - 1440)


def test_4_8_10_and_on_one_won_at_auction() -> None:
    game = Situation().holds(2, DISKON)
    declined(game, TOL)
    hammered(game, {2: 5})
    events = game.do(Pay(2, DISKON))
    assert only(events, CardUsed).ruling == "4.8.10"
    assert (game.owner(TOL), game.cash(2)) == (2, 17500 - 1800)  # 2,250 less a fifth


# --- 4.8.11: for cities only ---------------------------------------------------------------------


@pytest.mark.parametrize("card", [IZIN_BANGUN, ASURANSI, WARGA_RAMAI])
@pytest.mark.parametrize("tile", [TOL, 27])
def test_4_8_11_cards_for_cities_are_not_for_a_proyek(card: int, tile: int) -> None:
    game = Situation().effects(capital=True).owns(1, TOL, 27, 35).holds(1, card)
    refused = game.refused(Play(1, card, tile=tile))
    assert (refused.reason, refused.ruling) == (Reason.ONLY_CITY, "4.8.11")
    assert {c.tile for c in game.offered() if isinstance(c, Play)} == {35}


def test_4_8_11_nothing_is_built_there() -> None:
    game = Situation().owns(1, *CONNECTED)
    assert game.refused(Build(1, TOL)).reason is Reason.ONLY_CITY
    assert not [c for c in game.offered() if isinstance(c, Build)]


def test_4_8_11_pasar_malam_goes_to_a_city() -> None:
    game = Situation().stands(1, 4)
    game.do(Roll(1), dice=[(1, 2)])
    refused = game.refused(Choose(1, "pasar_malam", TOL))
    assert (refused.reason, refused.ruling) == (Reason.ONLY_CITY, "4.8.11")
    targets = {c.target for c in game.offered() if isinstance(c, Choose) and c.target}
    assert len(targets) == 20
    assert not targets & {*CONNECTED, 27}


# --- 4.8.12 and 4.8.13 ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owned", "city"),
    [
        ((35,), 0),
        ((35, TOL), 0),
        ((TOL, BENDUNGAN, 27), 0),
        ((1, TOL, BENDUNGAN), 1),
        ((1, TOL, 27), 1),
        ((1, 2, 35), 35),
        ((1, 2, TOL, BENDUNGAN), 2),
    ],
)
def test_4_8_12_lelang_aset_counts_proyek_and_takes_cities(
    owned: tuple[int, ...], city: int
) -> None:
    game = Situation().effects(capital=True).owns(2, *owned)
    events = reveal(game, LELANG_ASET)
    if not city:
        assert only(events, Nothing) == Nothing("lelang_aset", "nobody", "4.8.12")
        assert game.table.top == Free(1)
        return
    assert only(events, AuctionOpened).auction.tile == city
    assert isinstance(game.table.top, Bidding)


def test_4_8_12_the_richest_of_those_that_qualify() -> None:
    game = Situation().has(3, 90000).owns(3, 35, 33).owns(2, 1, 2, 5).owns(1, 6, 8, 10)
    assert only(reveal(game, LELANG_ASET), AuctionOpened).auction.seller == 1


@pytest.mark.parametrize("tile", [TOL, BENDUNGAN, KABEL, KERETA, 27])
def test_4_8_13_a_proyek_is_mortgaged_never_sold(tile: int) -> None:
    game = Situation().effects(capital=True).owns(1, tile)
    refused = game.refused(SellProperty(1, tile))
    assert (refused.reason, refused.ruling) == (Reason.ONLY_CITY, "4.8.13")
    value = 1400 if tile == 27 else 900
    game.do(Mortgage(1, tile))
    assert (game.cash(1), game.table.holdings[tile].mortgaged) == (17000 + value, True)
    game.do(Redeem(1, tile))
    assert game.cash(1) == 17000 + value - value * 11 // 10


# --- 4.8.14: Proyek and barricade ----------------------------------------------------------------


def test_4_8_14_a_barricade_lies_before_or_after_a_group() -> None:
    game = Situation().holds(1, DEMO)
    places = {c.edge for c in game.offered() if isinstance(c, Play)}
    assert places == {0, 2, 4, 8, 9, 13, 14, 17, 18, 22, 23, 26, 27, 31, 32, 35}
    assert tuple(sorted(places)) == edges(game.rules)
    for edge in set(range(-1, 37)) - places:
        refused = game.refused(Play(1, DEMO, edge=edge))
        assert (refused.reason, refused.ruling) == (Reason.BAD_TARGET, "4.8.14")


def test_4_8_14_a_proyek_before_it_is_passed_or_stopped_on_as_any_tile() -> None:
    game = Situation().owns(2, TOL).barricade(4).stands(1, 1)  # before Padang, after the Tol
    game.do(Roll(1), dice=[(3, 3)])
    assert game.table.top == Detour(1, 6, "dice", 4, 300)
    events = game.do(Stop(1))
    assert game.at(1) == 4
    assert only(events, RentOpened).bill.tile == TOL


def test_4_8_14_a_barricade_after_a_group_is_met_before_the_proyek() -> None:
    game = Situation().owns(2, TOL).barricade(2).stands(1, 1)  # after Medan
    game.do(Roll(1), dice=[(1, 2)])
    assert game.table.top == Detour(1, 3, "dice", 2, 300)
    game.do(Stop(1), Decline(1))
    assert game.at(1) == 2


def test_4_8_14_a_proyek_between_is_walked_over() -> None:
    game = Situation().owns(2, TOL).stands(1, 2)
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.at(1), game.table.rents) == (5, ())
