"""Klasik, mortgages and trades: at any time, with interest for new owners."""

import pytest
from situations import only
from town import GROUPS, Town

from ketuk.engine.commands import (
    Accept,
    Confirm,
    GoOn,
    Mortgage,
    Pay,
    Propose,
    Redeem,
    Reject,
    SellProperty,
)
from ketuk.engine.events import CardPassed, Paid, TradeDone, TradeRejected
from ketuk.engine.offers import TradeForm, offers
from ketuk.engine.refusal import Reason
from ketuk.engine.table import (
    Bill,
    Burdened,
    Charge,
    Due,
    Free,
    Goods,
    Handover,
    OpenRent,
    Terms,
    Trade,
)


def trade(give: Goods, take: Goods, proposer: int = 1, partner: int = 2) -> Trade:
    return Trade(proposer, partner, give, take)


# --- mortgages ---------------------------------------------------------------------------------


def test_k_17_half_the_price_and_back_with_a_tenth() -> None:
    game = Town().owns(1, 26)
    game.do(Mortgage(1, 26))
    assert game.cash(1) == 1630
    game.do(Redeem(1, 26))
    assert game.cash(1) == 1487, "130 and 13"


@pytest.mark.parametrize(("cash", "may"), [(142, False), (143, True), (144, True)])
def test_k_17_redeeming_takes_a_tenth_of_the_mortgage(cash: int, may: bool) -> None:
    game = Town().owns(1, 26, mortgaged=True).has(1, cash)
    if may:
        game.do(Redeem(1, 26))
    else:
        assert game.refused(Redeem(1, 26)).about == {"short": 1, "amount": 143}


def test_k_17_the_tenth_is_rounded_up() -> None:
    game = Town().owns(1, 12, mortgaged=True)
    game.do(Redeem(1, 12))
    assert game.cash(1) == 1500 - 75 - 8


def test_k_17_by_anybody_in_any_free_moment() -> None:
    game = Town().owns(2, 5).owns(3, 15, mortgaged=True)
    game.do(Mortgage(2, 5), Redeem(3, 15))
    assert (game.cash(2), game.cash(3)) == (1600, 1390)


@pytest.mark.parametrize("built", [(1, 1, 0), (1, 0, 0), (5, 5, 5)])
def test_k_17_not_while_any_of_the_set_is_built_on(built: tuple[int, int, int]) -> None:
    game = Town()
    for tile, level in zip(GROUPS[2], built, strict=True):
        game.owns(1, tile, level=level)
    for tile in GROUPS[2]:
        assert game.refused(Mortgage(1, tile)).reason is Reason.HAS_BUILDINGS


def test_the_bank_takes_no_property_back() -> None:
    assert Town().owns(1, 39).refused(SellProperty(1, 39)).reason is Reason.NOT_ASKED


# --- trades ------------------------------------------------------------------------------------


def test_k_19_any_two_players_at_any_free_moment_and_at_once() -> None:
    game = Town().owns(2, 39).owns(3, 1)
    deal = trade(Goods(cash=5, tiles=(39,)), Goods(tiles=(1,)), 2, 3)
    game.do(Propose(2, deal))
    events = game.do(Accept(3))
    assert only(events, TradeDone).trade == deal
    assert (game.owner(39), game.owner(1)) == (3, 2)
    assert (game.cash(2), game.cash(3)) == (1495, 1505)
    assert game.table.top == Handover((39, 1))
    game.do(Confirm(2, 39), GoOn(1))
    assert game.table.top == Free(1)
    forms = [f for f in offers(game.table, game.rules).forms if isinstance(f, TradeForm)]
    assert [f.seat for f in forms] == [1, 2, 3]


def test_k_19_not_while_a_question_is_open() -> None:
    game = Town().asked_to_buy(39)
    refused = game.refused(Propose(2, trade(Goods(cash=1), Goods(cash=2), 2, 3)))
    assert refused.reason is Reason.QUESTION_OPEN


def test_k_19_a_no_changes_nothing() -> None:
    game = Town().owns(2, 39)
    game.do(Propose(1, trade(Goods(cash=1), Goods(tiles=(39,)))))
    assert only(game.do(Reject(2)), TradeRejected)
    assert game.owner(39) == 2


def test_k_19_unbuilt_groups_only() -> None:
    game = Town().owns(1, *GROUPS[8]).owns(1, 37, level=1)
    refused = game.refused(Propose(1, trade(Goods(tiles=(39,)), Goods(cash=100))))
    assert (refused.reason, refused.ruling) == (Reason.HAS_BUILDINGS, "K-19")


def test_k_19_cards_out_of_jail_change_hands() -> None:
    game = Town().holds(2, 79)
    game.do(Propose(1, trade(Goods(cash=30), Goods(cards=(79,)))))
    assert only(game.do(Accept(2)), CardPassed).to == 1
    assert game.table.player(1).hand == (79,)
    game.do(GoOn(1))
    assert game.refused(Propose(1, trade(Goods(cards=(79, 79)), Goods()))).reason is (
        Reason.TRADE_GOODS
    )
    assert game.refused(Propose(1, trade(Goods(cards=(60,)), Goods()))).reason is Reason.TRADE_GOODS


@pytest.mark.parametrize(("cash", "may"), [(-1, False), (1500, True), (1501, False)])
def test_k_19_cash_that_is_there(cash: int, may: bool) -> None:
    game = Town().owns(2, 39)
    command = Propose(1, trade(Goods(cash=cash), Goods(tiles=(39,))))
    if may:
        game.do(command, Accept(2))
        assert game.cash(1) == 0
    else:
        assert game.refused(command).reason in (Reason.SHORT_OF_CASH, Reason.TRADE_GOODS)


def test_k_19_at_any_value_but_without_contracts() -> None:
    game = Town().owns(1, 37, 39)
    terms = Terms("loan", 1, 2, 100, 100)
    deal = Trade(1, 2, Goods(tiles=(39,)), Goods(cash=1), terms)
    assert game.refused(Propose(1, deal)).reason is Reason.NO_CONTRACTS
    game.do(Propose(1, trade(Goods(tiles=(37, 39)), Goods(cash=1))), Accept(2))
    assert game.owner(39) == 2


# --- a mortgaged property changes hands --------------------------------------------------------


def sold_mortgaged(cash: int = 1500) -> Town:
    """Seat 2 gets a mortgaged tile worth 130 in mortgage for nothing."""
    game = Town().owns(1, 26, mortgaged=True).has(2, cash)
    game.do(Propose(1, trade(Goods(tiles=(26,)), Goods())), Accept(2))
    assert game.table.top == Burdened(2, 26)
    return game


def test_k_18_redeemed_at_once_with_a_tenth() -> None:
    game = sold_mortgaged()
    game.do(Redeem(2, 26))
    assert game.cash(2) == 1357
    assert not game.table.holdings[26].mortgaged


def test_k_18_or_a_tenth_now_and_again_later() -> None:
    game = sold_mortgaged()
    paid = only(game.do(Pay(2)), Paid)
    assert (paid.amount, paid.why, paid.tile) == (13, "interest", 26)
    assert game.table.holdings[26].mortgaged
    game.do(GoOn(1), Redeem(2, 26))
    assert game.cash(2) == 1500 - 13 - 143


@pytest.mark.parametrize(("cash", "may"), [(142, False), (143, True), (144, True)])
def test_k_18_redeeming_at_once_wants_the_cash(cash: int, may: bool) -> None:
    game = sold_mortgaged(cash)
    assert (Redeem(2, 26) in game.offered()) is may
    if not may:
        assert game.refused(Redeem(2, 26)).reason is Reason.SHORT_OF_CASH
    assert game.refused(Redeem(2, 1)).reason is Reason.BAD_TARGET


@pytest.mark.parametrize(("cash", "may"), [(12, False), (13, True), (14, True)])
def test_k_18_the_interest_has_to_be_there_for_the_trade(cash: int, may: bool) -> None:
    game = Town().owns(1, 26, mortgaged=True).has(2, cash)
    command = Propose(1, trade(Goods(tiles=(26,)), Goods()))
    if may:
        game.do(command, Accept(2), Pay(2))
        assert game.cash(2) == cash - 13
    else:
        refused = game.refused(command)
        assert (refused.reason, refused.ruling) == (Reason.INTEREST_UNPAID, "K-18")
        assert refused.about == {"seat": 2, "amount": 13}


def test_k_18_cash_that_comes_with_it_counts() -> None:
    game = Town().owns(1, 26, mortgaged=True).has(2, 0)
    game.do(Propose(1, trade(Goods(cash=13, tiles=(26,)), Goods())), Accept(2), Pay(2))
    assert game.cash(2) == 0


def test_k_18_of_two_the_second_interest_may_have_to_be_raised() -> None:
    game = Town().owns(1, 26, 27, mortgaged=True).owns(2, 5).has(2, 143)
    game.do(Propose(1, trade(Goods(tiles=(26, 27)), Goods())), Accept(2))
    game.do(Redeem(2, 26), Pay(2))
    assert game.table.top is not None
    assert isinstance(game.table.top, Due)
    game.do(Mortgage(2, 5), Pay(2))
    assert game.cash(2) == 100 - 13


# --- the house rule ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "shares"), [(2, [14, 14]), (3, [10, 9, 9]), (8, [4] * 4 + [3] * 4)]
)
def test_k_26_all_properties_dealt_free_of_charge(players: int, shares: list[int]) -> None:
    game = Town(players=players, house=("dealt",))
    assert [len(game.table.owned(s)) for s in range(1, players + 1)] == shares
    assert {p.cash for p in game.table.players} == {1500}


def test_k_26_only_where_players_agreed_on_it() -> None:
    assert not any(h.owner for h in Town().table.holdings)


# --- K-30: what is to be paid stays covered ------------------------------------------------------


def owing_rent(cash: int, rent: int = 100) -> Town:
    """Seat 1 has tile 26 (130 when mortgaged) and so much cash, and an open rent to seat 3."""
    bill = Bill(31, rent, "level", total=rent)
    town = Town().owns(1, 26).has(1, cash)
    town.set(rents=(OpenRent(1, 3, bill),))
    return town


@pytest.mark.parametrize(("paid", "may"), [(0, False), (99, False), (100, True), (260, True)])
def test_k_30_an_open_rent_stays_covered(paid: int, may: bool) -> None:
    game = owing_rent(cash=0)
    command = Propose(1, trade(Goods(tiles=(26,)), Goods(cash=paid)))
    if may:
        assert game.do(command, Accept(2))
        return
    refused = game.refused(command)
    assert (refused.reason, refused.ruling) == (Reason.TRADE_UNCOVERED, "K-30")
    assert refused.about == {"seat": 1, "amount": 100, "short": 100 - paid}


@pytest.mark.parametrize("proposer", [1, 2])
def test_k_30_whoever_proposes(proposer: int) -> None:
    game = owing_rent(cash=100).owns(0, 26)
    mine, theirs = Goods(cash=1), Goods()
    sides = (mine, theirs) if proposer == 1 else (theirs, mine)
    refused = game.refused(Propose(proposer, trade(*sides, proposer, 3 - proposer)))
    assert refused.reason is Reason.TRADE_UNCOVERED


def test_k_30_what_a_deed_taken_brings_counts_and_its_interest_is_taken_off() -> None:
    game = owing_rent(cash=100).owns(2, 28).owns(2, 12, mortgaged=True)
    game.do(Propose(1, trade(Goods(cash=75), Goods(tiles=(28,)))), Reject(2))
    game.has(1, 8)
    short = game.refused(Propose(1, trade(Goods(cash=0, tiles=(26,)), Goods(tiles=(12,), cash=99))))
    assert short.about["short"] == 1, "107 in cash and 8 of interest"
    game.do(Propose(1, trade(Goods(tiles=(26,)), Goods(tiles=(12,), cash=100))), Reject(2))


def test_k_30_who_is_short_already_may_trade_as_long_as_it_gets_no_worse() -> None:
    game = owing_rent(cash=0, rent=500)
    game.refused(Propose(1, trade(Goods(tiles=(26,)), Goods(cash=129))))
    game.do(Propose(1, trade(Goods(tiles=(26,)), Goods(cash=130))), Accept(2))
    assert game.cash(1) == 130


def test_k_30_it_is_asked_again_at_the_yes() -> None:
    game = owing_rent(cash=100)
    rents = game.table.rents
    game.set(rents=())
    game.do(Propose(1, trade(Goods(cash=100, tiles=(26,)), Goods())))
    game.set(rents=rents)
    assert game.refused(Accept(2)).reason is Reason.TRADE_UNCOVERED


@pytest.mark.parametrize("kind", [Due, Charge])
def test_k_30_a_payment_that_waits_counts_as_an_open_rent_does(kind: type[Due | Charge]) -> None:
    game = owing_rent(cash=60, rent=30)
    game.ask(kind(1, 0, 100, "tax"), Free(1))
    refused = game.refused(Propose(1, trade(Goods(tiles=(26,)), Goods(cash=60))))
    assert refused.about == {"seat": 1, "amount": 130, "short": 10}


def test_k_30_nobody_else_is_held() -> None:
    game = owing_rent(cash=0).owns(2, 5)
    assert game.do(Propose(2, trade(Goods(tiles=(5,)), Goods(), 2, 3)), Accept(3))
