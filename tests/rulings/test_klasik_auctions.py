"""Klasik, buying and open auctions."""

import pytest
from situations import kinds, only
from town import STATIONS, Town

from ketuk.engine.commands import Bid, Buy, Decline, Leave, Mortgage, Pass, Ready, SellBuilding
from ketuk.engine.events import (
    Acquired,
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    BidCalled,
    Passed,
)
from ketuk.engine.offers import BidForm, offers
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Bidding, Free
from ketuk.engine.waiting import waiting


def auction(tile: int = 39, players: int = 3, **options: str) -> Town:
    game = Town(players=players, **options)
    game.asked_to_buy(tile).do(Decline(1))
    assert isinstance(game.table.top, Bidding)
    return game


@pytest.mark.parametrize(("cash", "may"), [(399, False), (400, True), (401, True)])
def test_buying_at_the_printed_price(cash: int, may: bool) -> None:
    game = Town().has(1, cash).asked_to_buy(39)
    if not may:
        assert game.refused(Buy(1)).reason is Reason.SHORT_OF_CASH
        return
    events = game.do(Buy(1))
    assert only(events, Acquired).price == 400
    assert (game.owner(39), game.cash(1)) == (1, cash - 400)


def test_who_lacks_the_price_may_mortgage_before_deciding() -> None:
    game = Town().has(1, 300).owns(1, 5).asked_to_buy(39)
    assert Mortgage(1, 5) in game.offered()
    game.do(Mortgage(1, 5), Buy(1))
    assert (game.owner(39), game.cash(1)) == (1, 0)


def test_k_4_all_may_bid_the_decliner_too_and_from_any_price() -> None:
    game = auction()
    assert waiting(game.table) == (1, 2, 3)
    game.do(Bid(1, 1), Bid(3, 2), Bid(1, 40))
    events = game.do(Pass(2), Pass(3))
    assert only(events, AuctionWon).price == 40
    assert (game.owner(39), game.cash(1)) == (1, 1460)
    assert game.table.top == Free(1)
    assert game.table.auction is None


@pytest.mark.parametrize(("amount", "may"), [(99, False), (100, False), (101, True)])
def test_k_4_each_bid_goes_higher(amount: int, may: bool) -> None:
    game = auction()
    game.do(Bid(2, 100))
    if may:
        assert only(game.do(Bid(3, amount)), BidCalled).amount == amount
        return
    refused = game.refused(Bid(3, amount))
    assert (refused.reason, refused.about) == (Reason.BID_BELOW_MINIMUM, {"minimum": 101})


def test_k_4_who_passes_does_not_come_back_and_the_highest_need_not_bid() -> None:
    game = auction()
    game.do(Bid(2, 100), Pass(3))
    assert game.refused(Bid(3, 200)).reason is Reason.NOT_BIDDING
    assert game.refused(Pass(3)).reason is Reason.NOT_BIDDING
    assert game.refused(Bid(2, 200)).reason is Reason.HIGHEST_ALREADY
    assert game.refused(Pass(2)).reason is Reason.HIGHEST_ALREADY
    assert waiting(game.table) == (1,)


def test_k_4_without_a_bid_the_bank_keeps_it() -> None:
    game = auction()
    events = game.do(Pass(2), Pass(1), Pass(3))
    closed = only(events, AuctionClosed)
    assert (closed.how, closed.ruling) == ("unsold", "K-4")
    assert game.owner(39) == 0
    assert game.table.top == Free(1)


def test_k_4_the_last_one_left_may_still_bid_or_pass() -> None:
    game = auction()
    game.do(Pass(1), Pass(2))
    assert isinstance(game.table.top, Bidding)
    events = game.do(Bid(3, 1))
    assert only(events, AuctionWon).price == 1


def test_k_4_a_highest_bidder_who_leaves_takes_the_bid_along() -> None:
    game = auction(players=4)
    game.do(Bid(1, 10), Pass(3), Bid(2, 90))
    game.do(Leave(2))
    auction_now = game.table.auction
    assert auction_now is not None
    assert (auction_now.high, auction_now.passed, auction_now.seats) == (0, (), (1, 3, 4))
    game.do(Pass(1), Pass(4), Bid(3, 5))
    assert game.owner(39) == 3


def test_k_4_another_who_leaves_ends_it_where_only_the_highest_is_left() -> None:
    game = auction()
    game.do(Bid(1, 10), Pass(3))
    events = game.do(Leave(2))
    assert only(events, AuctionWon).seat == 1


@pytest.mark.parametrize(("amount", "may"), [(1499, True), (1500, True), (1501, False)])
def test_k_5_a_bid_is_cash_in_hand(amount: int, may: bool) -> None:
    game = auction()
    if may:
        game.do(Bid(2, amount))
        return
    refused = game.refused(Bid(2, amount))
    assert (refused.reason, refused.ruling) == (Reason.BID_ABOVE_CASH, "K-5")


def test_k_5_bidders_may_mortgage_and_sell_meanwhile() -> None:
    game = Town().has(2, 40).owns(2, 5).owns(2, 1, 3, level=1).asked_to_buy(39)
    game.do(Decline(1), Bid(1, 50))
    assert {Mortgage(2, 5), SellBuilding(2, 1), Pass(2)} <= set(game.offered())
    assert not [c for c in game.offered() if isinstance(c, Bid) and c.seat == 2]
    assert game.refused(Mortgage(3, 39)).reason is Reason.NOT_OWNER
    game.do(Mortgage(2, 5), SellBuilding(2, 1), Bid(2, 60))
    game.do(Pass(3))
    assert game.refused(Mortgage(3, 39)).reason is Reason.NOT_BIDDING


def test_k_5_who_is_ahead_raises_nothing_until_outbid() -> None:
    game = Town().owns(1, 5).owns(1, 1, 3, level=1).asked_to_buy(39)
    game.do(Decline(1), Bid(1, 50))
    for command in (Mortgage(1, 5), SellBuilding(1, 1)):
        assert game.refused(command).reason is Reason.HIGHEST_ALREADY
    game.do(Bid(2, 60), Mortgage(1, 5), SellBuilding(1, 1))


@pytest.mark.parametrize(("high", "out"), [(139, False), (140, True), (141, True)])
def test_k_5_who_could_not_reach_the_next_bid_is_out_at_once(high: int, out: bool) -> None:
    """40 in cash and a station that brings 100."""
    game = Town().has(2, 40).owns(2, 5).asked_to_buy(39)
    game.do(Decline(1))
    events = game.do(Bid(1, high))
    passed = [e for e in events if isinstance(e, Passed)]
    assert [(e.seat, e.how) for e in passed] == ([(2, "unable")] if out else [])


def test_k_5_who_has_nothing_at_all_is_not_asked() -> None:
    game = Town().has(3, 0).asked_to_buy(39)
    events = game.do(Decline(1))
    assert kinds(events)[-1] == "Passed"
    assert waiting(game.table) == (1, 2)


def test_bids_are_listed_by_the_lowest_and_as_a_form_with_its_bounds() -> None:
    game = auction()
    game.do(Bid(2, 70))
    found = offers(game.table, game.rules)
    assert BidForm(1, 71, 1500) in found.forms
    assert Bid(1, 71) in found.commands
    assert not [f for f in found.forms if f.seat == 2]


def test_sealed_bids_have_no_place_here() -> None:
    game = auction()
    assert game.refused(Ready(1)).reason is Reason.NOT_ASKED


def test_nobody_is_asked_about_an_auction_twice() -> None:
    game = Town().asked_to_buy(STATIONS[0])
    opened = only(game.do(Decline(1)), AuctionOpened).auction
    assert (opened.stage, opened.seats, opened.minimum) == ("open", (1, 2, 3), 1)
