"""Section 4 of the book around the rulings 4.2: who bids, in which order, and what is secret."""

import pytest
from auctions import all_ready, declined, hammered, revealed
from situations import Situation, only

from ketuk.engine.commands import (
    BidCard,
    Buy,
    Concede,
    Decline,
    GoOn,
    Mortgage,
    Pay,
    Play,
    Ready,
    RevealCard,
    Roll,
    SellProperty,
)
from ketuk.engine.events import (
    Acquired,
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    BidsRevealed,
    BidVoid,
    Landed,
    Paid,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.table import BANK, POT, Due, Free, OpenTurns, PayPrice, Reveal

TAWAR, DISKON = 54, 56
LELANG_ASET, NEW_CAPITAL = 88, 90
NUSANTARA = 27


def at_reveal(game: Situation, opener: int = 1) -> Situation:
    game.set(phase="event", opener=opener)
    return game.ask(OpenTurns(), Reveal(opener))


# --- who bids ----------------------------------------------------------------------------------


def test_all_who_may_bid_do_the_decliner_too() -> None:
    game = declined(Situation(players=4), 1, seat=3)
    assert game.table.auction is not None
    assert game.table.auction.seats == (1, 2, 3, 4)
    assert game.table.auction.leader == 3


def test_a_debtor_who_lands_may_not_buy_and_not_bid() -> None:
    game = Situation().stands(1, 32).owes(1, 2, 100)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Landed).effect == "auction_in_debt"
    assert only(events, AuctionOpened).auction.seats == (2, 3)
    assert game.refused(Buy(1)).reason is Reason.NOT_ASKED
    all_ready(game)
    refused = game.refused(BidCard(1, 0))
    assert (refused.reason, refused.ruling) == (Reason.IN_DEBT, "4.8.2")
    game.do(BidCard(2, 1), BidCard(3, 0), GoOn(1), GoOn(1), Pay(2))
    assert game.owner(35) == 2


def test_a_debtor_may_still_mortgage_in_the_window() -> None:
    game = declined(Situation().owns(2, 35).owes(2, 3, 5000).has(2, 0), 1)
    game.do(Mortgage(2, 35))
    assert (game.cash(2), game.cash(3)) == (0, 18000 + 2000)


def test_who_cannot_pay_can_only_bring_it_to_auction() -> None:
    game = Situation().stands(1, 32).has(1, 3990)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.offered() == (Decline(1),)


# --- laying bids -------------------------------------------------------------------------------


def test_another_card_of_the_same_seat_replaces_its_bid() -> None:
    game = all_ready(declined(Situation(), 1))
    game.do(BidCard(1, 5), BidCard(2, 2), BidCard(1, 1), BidCard(3, 0))
    events = game.do(GoOn(1), GoOn(1))
    assert [(b.seat, b.card) for b in only(events, BidsRevealed).bids] == [(1, 1), (2, 2), (3, 0)]
    assert only(events, AuctionWon).seat == 2


def test_after_the_reveal_no_card_is_laid() -> None:
    game = declined(Situation(), 1)
    revealed(game, {1: 1})
    assert game.refused(BidCard(2, 5)).reason is Reason.NOT_ASKED
    assert game.offered() == (GoOn(1),)


def test_the_leader_turns_them_over_once_all_lie() -> None:
    game = all_ready(declined(Situation(), 1))
    game.do(BidCard(1, 1), BidCard(3, 1))
    refused = game.refused(GoOn(1))
    assert (refused.reason, refused.about) == (Reason.BIDS_MISSING, {"seat": 2, "count": 1})
    game.do(BidCard(2, 0))
    assert game.refused(GoOn(2)).reason is Reason.NOT_YOUR_TURN
    game.do(GoOn(1))


def test_ready_is_said_once_and_only_by_bidders() -> None:
    game = declined(Situation().owes(3, 2, 10), 1)
    game.do(Ready(2))
    assert game.refused(Ready(2)).reason is Reason.NOT_ASKED
    assert game.refused(Ready(3)).reason is Reason.NOT_BIDDING
    assert game.offered() == (Ready(1),)


# --- settling ----------------------------------------------------------------------------------


def test_the_price_goes_to_the_bank() -> None:
    game = declined(Situation(), 35)
    hammered(game, {2: 3})
    before = game.table.bank
    game.do(Pay(2))
    assert (game.table.bank - before, game.table.pot) == (3000, 1000)


def test_kertas_one_unpaid_bid_after_the_other() -> None:
    game = Situation(edition="kertas", players=4).has(1, 500).has(2, 3000).has(3, 1000)
    hammered(declined(game, 35), {1: 5, 2: 4, 3: 1, 4: 0})
    voided = game.do(Concede(1), Concede(2))
    assert [e.seat for e in voided if isinstance(e, BidVoid)] == [1, 2]
    assert game.table.top == PayPrice(3, 35, 1000)
    game.do(Pay(3))
    assert (game.table.pot, game.owner(35), game.cash(3)) == (1400, 3, 0)


def test_kertas_with_no_bid_left_it_stays_with_the_bank() -> None:
    game = Situation(edition="kertas").has(1, 500)
    hammered(declined(game, 35), {1: 5})
    closed = only(game.do(Concede(1)), AuctionClosed)
    assert (closed.how, closed.ruling, game.owner(35)) == ("unsold", "4.2.2", BANK)
    assert isinstance(game.table.top, Free)


def test_kertas_a_tie_after_a_void_bid_is_settled_by_the_standings_at_the_reveal() -> None:
    game = Situation(edition="kertas", players=4).has(1, 500).has(2, 9000).has(3, 8000)
    hammered(declined(game, 35), {1: 5, 2: 2, 3: 2})
    won = only(game.do(Concede(1)), AuctionWon)
    assert (won.seat, won.ruling) == (3, "4.2.3")


def test_kertas_nobody_pays_for_a_city_in_a_forced_sale_it_cannot_be_sold_either() -> None:
    game = Situation(edition="kertas").owns(2, 35, 1).owns(2, 31, mortgaged=True).has(2, 0)
    game.has(1, 0).has(3, 0)
    at_reveal(game).do(RevealCard(1), cards=[LELANG_ASET])
    hammered(game, {2: 4})
    game.do(Concede(2))
    assert isinstance(game.table.top, Due)
    assert game.refused(SellProperty(2, 35)).reason is Reason.UNDER_HAMMER
    game.do(SellProperty(2, 1), Pay(2))
    assert (game.cash(2), game.owner(35), game.table.debts) == (250, 2, ())


def test_a_forced_sale_is_paid_to_kas_warga_and_diskon_helps_there_too() -> None:
    game = Situation().owns(2, 35, 31, 1).holds(3, DISKON)
    at_reveal(game).do(RevealCard(1), cards=[LELANG_ASET])
    hammered(game, {3: 4})
    events = game.do(Pay(3, DISKON))
    assert Paid(3, POT, 3200, "price", 35) in events
    assert only(events, Acquired).former == 2
    assert (game.table.pot, game.cash(2), game.owner(35)) == (4200, 17500 + 2000, 3)


# --- before the turns the opener leads ---------------------------------------------------------


def test_before_the_turns_the_opener_goes_on_and_seat_order_begins_there() -> None:
    game = Situation(players=4).holds(1, TAWAR).holds(3, TAWAR + 1)
    events = at_reveal(game, opener=2).do(RevealCard(2), cards=[NEW_CAPITAL])
    auction = only(events, AuctionOpened).auction
    assert (auction.tile, auction.leader, auction.minimum) == (NUSANTARA, 2, 2000)
    revealed(game, {4: 3})
    game.do(Play(1, TAWAR), Play(3, TAWAR + 1), GoOn(2))
    assert {c.seat for c in game.offered()} == {3}
    game.do(BidCard(3, 4), Pay(3))
    assert (game.owner(NUSANTARA), game.cash(3)) == (3, 16500 - 2800)


def test_tawar_keeps_to_the_lowest_bid_for_nusantara() -> None:
    game = Situation().holds(2, TAWAR)
    at_reveal(game).do(RevealCard(1), cards=[NEW_CAPITAL])
    revealed(game, {1: 3})
    game.do(Play(2, TAWAR), GoOn(1))
    assert {c.card for c in game.offered() if isinstance(c, BidCard)} == {0, 3, 4, 5}


def test_who_did_not_bid_has_no_tawar() -> None:
    game = declined(Situation().holds(2, TAWAR).owes(2, 3, 10), 1)
    revealed(game, {1: 1})
    assert game.refused(Play(2, TAWAR)).reason is Reason.NOT_BIDDING


@pytest.mark.parametrize("card", [0, 57, 60])
def test_only_a_diskon_in_hand_lowers_a_price(card: int) -> None:
    game = declined(Situation().holds(1, 60), 1)
    hammered(game, {1: 1})
    if card == 0:
        game.do(Pay(1))
        return
    wanted = Reason.CARD_NOT_HELD if card == 57 else Reason.CARD_NOT_NOW
    assert game.refused(Pay(1, card)).reason is wanted
