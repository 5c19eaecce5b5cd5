"""Rulings 4.2: buying, rent, auctions."""

import pytest
from auctions import all_ready, declined, hammered, revealed
from situations import Situation, kinds, only

from ketuk.engine.commands import (
    BidCard,
    Build,
    Buy,
    ClaimRent,
    Concede,
    Decline,
    EndTurn,
    GoOn,
    Mortgage,
    Pay,
    PayRent,
    Play,
    Ready,
    RevealCard,
    Roll,
    SellBuilding,
    SellProperty,
    Throw,
)
from ketuk.engine.events import (
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    BidsRevealed,
    BidSwapped,
    BidVoid,
    CardUsed,
    Excused,
    Landed,
    Owed,
    Paid,
    RentClosed,
    RentOpened,
    Thrown,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.states import Marker
from ketuk.engine.table import (
    BANK,
    POT,
    Bidding,
    BuyChoice,
    Contract,
    Debt,
    Due,
    Free,
    OpenTurns,
    PayPrice,
    Reveal,
)

TAWAR, DISKON, JALAN_TIKUS = 54, 56, 50
LELANG_ASET = 88
NOTHING, QUARTER, HALF, THREE_QUARTERS, PRICE, FIVE_QUARTERS = range(6)
TOL, NUSANTARA = 4, 27


# --- 4.2.1 and 4.2.2: declining, and nobody bids -----------------------------------------------


def test_4_2_1_who_declines_may_win_the_auction_for_less() -> None:
    game = Situation().stands(1, 34)
    game.do(Roll(1), dice=[(1, 2)])
    assert set(game.offered()) == {Buy(1), Decline(1)}
    game.do(Decline(1))
    won = only(hammered(game, {1: QUARTER}), AuctionWon)
    assert (won.seat, won.tile, won.price) == (1, 1, 150)
    events = game.do(Pay(1))
    assert only(events, Paid) == Paid(1, BANK, 150, "price", 1)
    assert only(events, AuctionClosed).how == "sold"
    assert (game.owner(1), game.cash(1)) == (1, 17000 + 2000 - 150)
    assert (game.table.agenda, game.table.auction) == ((Free(1),), None)


@pytest.mark.parametrize(
    ("tile", "bid", "price"),
    [(1, QUARTER, 120), (33, THREE_QUARTERS, 2100), (5, FIVE_QUARTERS, 1000), (TOL, QUARTER, 360)],
)
def test_4_2_1_diskon_takes_a_fifth_off_the_bid(tile: int, bid: int, price: int) -> None:
    game = declined(Situation().holds(1, DISKON), tile)
    hammered(game, {1: bid})
    assert set(game.offered()) == {Pay(1), Pay(1, DISKON)}
    events = game.do(Pay(1, DISKON))
    assert only(events, CardUsed).card == DISKON
    assert (game.cash(1), game.owner(tile)) == (17000 - price, 1)
    assert game.table.deck("siasat").bottom == (DISKON,)


def test_4_2_1_diskon_helps_when_buying_too() -> None:
    game = Situation().holds(1, DISKON).ask(Free(1), BuyChoice(1, 33))
    game.do(Buy(1, DISKON))
    assert (game.cash(1), game.owner(33)) == (17000 - 2800, 1)


@pytest.mark.parametrize(("cash", "buys"), [(590, False), (600, True), (610, True)])
def test_4_2_1_the_printed_price_is_needed_to_buy(cash: int, buys: bool) -> None:
    game = Situation().has(1, cash).ask(Free(1), BuyChoice(1, 1))
    if buys:
        game.do(Buy(1))
        assert (game.cash(1), game.owner(1)) == (cash - 600, 1)
    else:
        assert game.refused(Buy(1)).about == {"short": 10, "amount": 600}
        assert game.offered() == (Decline(1),)


@pytest.mark.parametrize(("cash", "buys"), [(470, False), (480, True), (490, True)])
def test_4_2_1_with_diskon_four_fifths_of_it(cash: int, buys: bool) -> None:
    game = Situation().has(1, cash).holds(1, DISKON).ask(Free(1), BuyChoice(1, 1))
    assert (Buy(1, DISKON) in game.offered()) is buys
    assert Buy(1) not in game.offered()


def test_4_2_2_all_bids_nothing_it_stays_with_the_bank() -> None:
    game = declined(Situation(), 1)
    closed = only(hammered(game, {}), AuctionClosed)
    assert closed == AuctionClosed(1, "unsold", "4.2.2")
    assert (game.owner(1), game.table.auction) == (BANK, None)
    assert isinstance(game.table.top, Free)


@pytest.mark.parametrize("answer", [Buy(2), Decline(2)])
def test_4_2_2_the_next_to_land_buys_or_brings_it_up_again(answer: Buy | Decline) -> None:
    game = Situation().stands(2, 34)
    hammered(declined(game.turn(1, may_roll=False), 1), {})
    game.do(EndTurn(1), Roll(2), dice=[(1, 2)])
    assert set(game.offered()) == {Buy(2), Decline(2)}
    events = game.do(answer)
    if isinstance(answer, Buy):
        assert (game.owner(1), game.cash(2)) == (2, 17500 + 2000 - 600)
    else:
        assert only(events, AuctionOpened).auction.seats == (1, 2, 3)


# --- 4.2.3: ties -------------------------------------------------------------------------------


@pytest.mark.parametrize(("third", "winner"), [(4990, 3), (5010, 2)])
def test_4_2_3_a_tie_goes_to_the_lowest_net_worth(third: int, winner: int) -> None:
    game = Situation().has(1, 5010).has(2, 5000).has(3, third)
    won = only(hammered(declined(game, 1), {2: PRICE, 3: PRICE}), AuctionWon)
    assert (won.seat, won.price, won.ruling) == (winner, 600, "4.2.3")


def test_4_2_3_then_to_the_lowest_cash() -> None:
    game = Situation().has(2, 4400).owns(2, 1).has(3, 5000)  # both worth 5,000
    won = only(hammered(declined(game, 2), {2: HALF, 3: HALF}), AuctionWon)
    assert (won.seat, won.ruling) == (2, "4.2.3")


def test_4_2_3_then_to_the_dice_and_equal_dice_again() -> None:
    game = Situation().has(1, 5000).has(2, 5000).has(3, 5000)
    events = hammered(
        declined(game, 1),
        {1: HALF, 2: HALF, 3: HALF},
        dice=[(4,), (4,), (2,), (3,), (5,)],
    )
    thrown = [(e.seat, e.die) for e in events if isinstance(e, Thrown)]
    assert thrown == [(1, 4), (2, 4), (3, 2), (1, 3), (2, 5)]
    won = only(events, AuctionWon)
    assert (won.seat, won.tied, won.ruling) == (2, (1, 2, 3), "4.2.3")


def test_4_2_3_real_dice_are_asked_of_each() -> None:
    game = Situation(dice="real").has(2, 5000).has(3, 5000)
    hammered(declined(game, 1), {2: HALF, 3: HALF})
    assert set(game.offered()) == {Throw(2, n) for n in range(1, 7)}
    assert game.refused(Throw(3, 6)).reason is Reason.NOT_YOUR_TURN
    won = only(game.do(Throw(2, 1), Throw(3, 6)), AuctionWon)
    assert (won.seat, won.tied, won.price) == (3, (2, 3), 300)
    assert game.table.top == PayPrice(3, 1, 300)


def test_4_2_3_only_the_highest_bid_can_tie() -> None:
    game = Situation().has(1, 100)
    won = only(hammered(declined(game, 1), {2: PRICE, 3: HALF}), AuctionWon)
    assert (won.seat, won.tied, won.ruling) == (2, (), "")


def test_4_2_3_figures_are_those_at_the_reveal() -> None:
    game = Situation().has(2, 5000).owns(2, 35).has(3, 8990)
    declined(game, 1)
    game.do(Mortgage(2, 35))  # 7,000 cash and 2,000 of Jakarta: worth 9,000 as before
    events = revealed(game, {2: PRICE, 3: PRICE})
    standings = only(events, BidsRevealed).standings
    assert [(s.seat, s.worth, s.cash) for s in standings[1:]] == [(2, 9000, 7000), (3, 8990, 8990)]
    assert only(game.do(GoOn(1)), AuctionWon).seat == 3


# --- 4.2.4: the window, and bids above cash ----------------------------------------------------


def test_4_2_4_everybody_may_mortgage_before_the_bids() -> None:
    game = declined(Situation().owns(2, 35).owns(3, 33).has(3, 0), 1)
    assert game.refused(BidCard(3, QUARTER)).reason is Reason.WINDOW_OPEN
    game.do(Mortgage(2, 35), Ready(1), Ready(2), Mortgage(3, 33), Ready(3))
    assert (game.cash(2), game.cash(3)) == (17500 + 2000, 1750)
    assert game.table.auction is not None
    assert game.table.auction.stage == "bids"
    game.do(BidCard(3, PRICE))


def test_4_2_4_the_window_is_for_mortgages_and_closes_with_the_last_ready() -> None:
    game = Situation().owns(1, 1, 2, level=1).owns(1, 35)
    declined(game, 33)
    for other in (Build(1, 1), SellBuilding(1, 1), SellProperty(1, 35)):
        assert game.refused(other).reason is Reason.QUESTION_OPEN
    all_ready(game)
    assert game.refused(Mortgage(1, 35)).reason is Reason.QUESTION_OPEN


def test_4_2_4_the_property_under_the_hammer_cannot_be_mortgaged() -> None:
    game = Situation().owns(2, 35, 31, 1).set(phase="event").ask(OpenTurns(), Reveal(1))
    game.do(RevealCard(1), cards=[LELANG_ASET])
    assert game.refused(Mortgage(2, 35)).reason is Reason.UNDER_HAMMER
    game.do(Mortgage(2, 31))


@pytest.mark.parametrize(("cash", "bids"), [(3990, False), (4000, True), (4010, True)])
def test_4_2_4_hp_refuses_a_bid_above_cash_and_shows_no_figure(cash: int, bids: bool) -> None:
    game = all_ready(declined(Situation().has(2, cash).holds(2, DISKON), 35))
    if bids:
        game.do(BidCard(2, PRICE))
        return
    refused = game.refused(BidCard(2, PRICE))
    assert (refused.reason, refused.ruling) == (Reason.BID_ABOVE_CASH, "4.2.4")
    assert refused.about == {}
    assert BidCard(2, THREE_QUARTERS) in game.offered()


def test_4_2_4_kertas_an_unpaid_bid_is_void_and_the_next_bidder_wins() -> None:
    game = Situation(edition="kertas").has(2, 3990)
    events = hammered(declined(game, 35), {1: HALF, 2: PRICE, 3: QUARTER})
    assert (only(events, AuctionWon).seat, game.offered()) == (2, (Concede(2),))
    refused = game.refused(Pay(2))
    assert (refused.reason, refused.ruling) == (Reason.SHORT_OF_CASH, "4.2.4")
    assert refused.about == {"short": 10}
    events = game.do(Concede(2))
    assert only(events, BidVoid) == BidVoid(2, "unpaid", "4.2.4")
    assert only(events, Paid) == Paid(2, POT, 200, "bid_fine", ruling="4.2.4")
    won = only(events, AuctionWon)
    assert (won.seat, won.price) == (1, 2000)
    game.do(Pay(1))
    assert (game.cash(2), game.table.pot, game.owner(35)) == (3790, 1200, 1)


@pytest.mark.parametrize("cash", [4000, 4010])
def test_4_2_4_kertas_who_can_pay_must(cash: int) -> None:
    game = Situation(edition="kertas").has(2, cash)
    hammered(declined(game, 35), {2: PRICE})
    assert game.refused(Concede(2)).reason is Reason.MUST_PAY_BID
    assert game.offered() == (Pay(2),)


@pytest.mark.parametrize(("cash", "debt"), [(190, 10), (200, 0), (210, 0)])
def test_4_2_4_kertas_the_fine_can_become_a_debt(cash: int, debt: int) -> None:
    game = Situation(edition="kertas").has(2, cash)
    hammered(declined(game, 35), {2: QUARTER})
    events = game.do(Concede(2))
    assert only(events, AuctionClosed).how == "unsold"
    assert game.table.debts == ((Debt(2, POT, debt),) if debt else ())
    assert game.cash(2) == max(cash - 200, 0)


def test_4_2_4_kertas_the_fine_is_raised_first_where_it_can_be() -> None:
    game = Situation(edition="kertas").has(2, 190).owns(2, 1)
    hammered(declined(game, 35), {2: QUARTER, 3: QUARTER}, dice=[])
    game.do(Concede(2))
    assert isinstance(game.table.top, Due)
    game.do(Mortgage(2, 1), Pay(2))
    assert game.table.top == PayPrice(3, 35, 1000)
    assert (game.cash(2), game.table.debts) == (190 + 300 - 200, ())


def test_4_2_4_kertas_diskon_can_make_a_bid_payable() -> None:
    game = Situation(edition="kertas").has(2, 3200).holds(2, DISKON)
    hammered(declined(game, 35), {2: PRICE})
    assert set(game.offered()) == {Pay(2, DISKON), Concede(2)}
    game.do(Pay(2, DISKON))
    assert (game.cash(2), game.owner(35)) == (0, 2)


def test_4_2_4_kertas_the_last_city_under_the_hammer_raises_no_fine() -> None:
    game = Situation(edition="kertas").owns(2, 35).owns(2, 31, 1, mortgaged=True).has(2, 100)
    game.has(1, 90).has(3, 90)
    game.set(phase="event").ask(OpenTurns(), Reveal(1)).do(RevealCard(1), cards=[LELANG_ASET])
    hammered(game, {2: PRICE})
    game.do(Concede(2))
    assert game.table.debts == (Debt(2, POT, 100),)
    assert (game.owner(35), game.cash(2)) == (2, 0)


# --- 4.2.5: Tawar ------------------------------------------------------------------------------


def test_4_2_5_of_two_tawar_the_first_in_seat_order_counts() -> None:
    game = Situation(seat=2).holds(1, TAWAR).holds(3, TAWAR + 1)
    revealed(declined(game, 1, seat=2), {1: HALF, 2: PRICE, 3: QUARTER})
    game.do(Play(1, TAWAR), Play(3, TAWAR + 1))
    events = game.do(GoOn(2))  # seat 2 is on turn: 2, 3, 1
    assert only(events, CardUsed).card == TAWAR + 1
    assert game.table.player(1).hand == (TAWAR,)
    assert set(game.offered()) == {BidCard(3, n) for n in range(6)}
    other = game.refused(BidCard(1, PRICE))
    assert (other.reason, other.ruling) == (Reason.NOT_YOUR_TURN, "4.2.5")
    assert other.about == {"seat": 3}
    late = game.refused(Play(1, TAWAR))
    assert (late.reason, late.ruling) == (Reason.CARD_NOT_NOW, "4.2.5")
    events = game.do(BidCard(3, FIVE_QUARTERS))
    assert only(events, BidSwapped) == BidSwapped(3, FIVE_QUARTERS, "4.2.5")
    assert game.table.top == PayPrice(3, 1, 750)
    game.do(Pay(3))
    assert (game.table.agenda, game.table.auction) == ((Free(2),), None)


def test_4_2_5_only_after_the_reveal_and_only_once_each() -> None:
    game = declined(Situation().holds(2, TAWAR, TAWAR + 1), 1)
    early = game.refused(Play(2, TAWAR))
    assert (early.reason, early.ruling) == (Reason.CARD_NOT_NOW, "4.2.5")
    revealed(game, {1: HALF, 2: QUARTER})
    game.do(Play(2, TAWAR))
    assert game.refused(Play(2, TAWAR + 1)).reason is Reason.ALREADY_DECLARED


def test_4_2_5_a_new_tie_is_settled_as_any() -> None:
    game = Situation().holds(2, TAWAR).has(2, 3000)
    revealed(declined(game, 1), {1: PRICE, 2: NOTHING})
    game.do(Play(2, TAWAR), GoOn(1))
    won = only(game.do(BidCard(2, PRICE)), AuctionWon)
    assert (won.seat, won.ruling) == (2, "4.2.3")


def test_4_2_5_a_winner_may_step_back() -> None:
    game = Situation().holds(2, TAWAR)
    revealed(declined(game, 1), {1: QUARTER, 2: FIVE_QUARTERS})
    game.do(Play(2, TAWAR), GoOn(1), BidCard(2, NOTHING))
    assert game.table.top == PayPrice(1, 1, 150)


@pytest.mark.parametrize("edition", ["hp", "kertas"])
@pytest.mark.parametrize(("cash", "within"), [(590, False), (600, True), (610, True)])
def test_4_2_5_the_other_card_must_be_within_cash(edition: str, cash: int, within: bool) -> None:
    game = Situation(edition=edition).holds(2, TAWAR).has(2, cash)
    revealed(declined(game, 1), {1: HALF})
    game.do(Play(2, TAWAR), GoOn(1))
    assert (BidCard(2, PRICE) in game.offered()) is within
    assert BidCard(2, NOTHING) in game.offered()
    if not within:
        assert game.refused(BidCard(2, PRICE)).reason is Reason.BID_ABOVE_CASH


# --- 4.2.6 to 4.2.10: rent ---------------------------------------------------------------------


def test_4_2_6_an_owner_in_macet_collects() -> None:
    game = Situation().stands(1, 31).owns(2, 35).stuck(2)
    bill = only(game.do(Roll(1), dice=[(1, 3)]), RentOpened).bill
    assert (bill.total, bill.rulings) == (400, ("4.2.6",))
    game.do(ClaimRent(2, 1))
    assert (game.cash(1), game.cash(2)) == (16600, 17900)


def rent_open(edition: str) -> Situation:
    """Ayu has landed on Jakarta of Citra, nobody said anything, and Budi is on turn."""
    game = Situation(edition=edition).stands(1, 32).owns(3, 35).stands(2, 27)
    game.do(Roll(1), EndTurn(1), dice=[(1, 2)])
    return game


def test_4_2_7_kertas_lost_once_the_next_player_has_rolled() -> None:
    game = rent_open("kertas")
    assert ClaimRent(3, 1) in game.offered()
    closed = only(game.do(Roll(2), dice=[(1, 2)], cards=[60]), RentClosed)
    assert (closed.how, closed.ruling) == ("lapsed", "4.2.7")
    refused = game.refused(ClaimRent(3, 1))
    assert (refused.reason, refused.ruling) == (Reason.NO_OPEN_RENT, "4.2.7")
    assert game.cash(1) == 17000


def test_4_2_7_kertas_a_roll_of_the_lander_loses_nothing() -> None:
    game = Situation(edition="kertas").stands(1, 31).owns(3, 35)
    game.do(Roll(1), Roll(1), dice=[(2, 2), (1, 2)])
    game.do(Decline(1))
    hammered(game, {})
    game.do(ClaimRent(3, 1))
    assert game.cash(3) == 18400


@pytest.mark.parametrize("instead", ["jalan_tikus", "flight"])
def test_4_2_7_kertas_what_replaces_the_roll_counts_as_one(instead: str) -> None:
    game = rent_open("kertas")
    if instead == "flight":
        game.stands(2, 18).effects(route_open=True)
        command = next(c for c in game.offered() if type(c).__name__ == "Fly")
    else:
        game.holds(2, JALAN_TIKUS).owns(2, 28)
        command = Play(2, JALAN_TIKUS, steps=1)
    assert only(game.do(command), RentClosed).how == "lapsed"


def test_4_2_7_hp_the_tap_of_the_lander_pays() -> None:
    game = Situation().stands(1, 32).owns(3, 35)
    game.do(Roll(1), dice=[(1, 2)])
    events = game.do(PayRent(1, 35))
    paid = only(events, Paid)
    assert (paid.payer, paid.payee, paid.amount, paid.why) == (1, 3, 400, "rent")
    assert paid.bill is not None
    assert only(events, RentClosed).how == "paid"


def test_4_2_7_hp_the_owner_may_still_claim_after_the_next_roll() -> None:
    game = rent_open("hp")
    game.do(Roll(2), dice=[(1, 2)], cards=[60])
    events = game.do(ClaimRent(3, 1))
    assert only(events, RentClosed).how == "claimed"
    assert (game.cash(1), game.cash(3)) == (16600, 18400)


def test_4_2_7_hp_lost_when_the_landers_next_turn_starts() -> None:
    game = rent_open("hp").turn(3, may_roll=False).set(opener=2)
    closed = only(game.do(EndTurn(3)), RentClosed)
    assert (closed.lander, closed.how, closed.ruling) == (1, "lapsed", "4.2.7")
    assert game.table.turn.seat == 1


LAST = 11  # the last round with three players


@pytest.mark.parametrize(
    ("whole_set", "boom", "feast", "last", "level", "total"),
    [
        (False, False, False, False, 0, 400),
        (True, False, False, False, 0, 800),
        (True, True, False, False, 0, 1600),
        (True, True, True, False, 0, 1600),
        (True, True, True, True, 0, 1600),
        (False, True, True, False, 0, 1600),
        (False, False, True, False, 0, 800),
        (False, False, False, True, 0, 800),
        (True, False, False, False, 1, 2400),
        (True, False, False, True, 1, 4800),
        (True, True, True, False, 1, 9600),
        (True, True, True, True, 1, 9600),
        (True, True, True, True, 3, 38400),
    ],
)
def test_4_2_8_multipliers_multiply_up_to_four(
    whole_set: bool, boom: bool, feast: bool, last: bool, level: int, total: int
) -> None:
    game = Situation(round=LAST if last else 1).stands(1, 32).owns(2, 35, level=level)
    if whole_set:
        game.owns(2, 33)
    game.effects(boom=6 if boom else 0, festival=Marker(35, 99) if feast else None)
    bill = only(game.do(Roll(1), dice=[(1, 2)]), RentOpened).bill
    names = [f.name for f in bill.factors]
    wanted = [
        *(["set"] if whole_set and not level else []),
        *(["boom"] if boom else []),
        *(["festival"] if feast else []),
        *(["last_round"] if last else []),
    ]
    assert (bill.total, sorted(names)) == (total, sorted(wanted))
    assert ("4.2.8" in bill.rulings) is (len(wanted) > 2)
    assert bill.cap == (4 if len(wanted) > 2 else 0)


@pytest.mark.parametrize(("cash", "debt"), [(390, 10), (400, 0), (410, 0)])
def test_4_2_9_what_cannot_be_paid_is_owed_to_the_owner(cash: int, debt: int) -> None:
    game = Situation().stands(1, 32).owns(2, 35).has(1, cash)
    events = game.do(Roll(1), PayRent(1, 35), dice=[(1, 2)])
    assert game.cash(2) == 17500 + 400 - debt
    if debt:
        assert only(events, Owed) == Owed(1, 2, 10, "rent", "4.2.9")
        assert game.table.debts == (Debt(1, 2, 10),)
    else:
        assert game.table.debts == ()


def test_4_2_9_buildings_and_mortgages_come_first() -> None:
    game = Situation().stands(1, 32).owns(2, 35, 33).owns(1, 1, level=1).owns(1, 2)
    game.owns(2, 35, level=2).has(1, 100)
    game.do(Roll(1), PayRent(1, 35), dice=[(1, 2)])
    assert isinstance(game.table.top, Due)
    refused = game.refused(Pay(1))
    assert (refused.reason, refused.ruling) == (Reason.MUST_RAISE, "4.2.9")
    assert refused.about == {"short": 5600}
    assert game.refused(Mortgage(1, 2)).reason is Reason.HAS_BUILDINGS
    game.do(SellBuilding(1, 1))
    assert game.refused(Pay(1)).reason is Reason.MUST_RAISE
    game.do(Mortgage(1, 1), Mortgage(1, 2))
    events = game.do(Pay(1))
    raised = 100 + 250 + 300 + 400
    assert only(events, Owed).amount == 5700 - raised
    assert (game.cash(1), game.cash(2)) == (0, 17500 + raised)


def test_4_2_9_enough_raised_ends_it_and_selling_a_city_is_a_choice() -> None:
    game = Situation().stands(1, 32).owns(2, 35).owns(1, 1, 2).has(1, 100)
    game.do(Roll(1), PayRent(1, 35), dice=[(1, 2)])
    assert {Mortgage(1, 1), SellProperty(1, 1)} <= set(game.offered())
    game.do(Mortgage(1, 1), Pay(1))
    assert (game.cash(1), game.table.debts) == (0, ())
    assert game.table.holdings[2].mortgaged is False


@pytest.mark.parametrize(("tile", "start"), [(35, 32), (TOL, 1), (NUSANTARA, 24)])
def test_4_2_10_no_rent_from_who_gave_a_bebas_sewa(tile: int, start: int) -> None:
    game = Situation().stands(1, start).owns(2, tile).effects(capital=True)
    game.set(contracts=(Contract("rent_free", giver=2, taker=1, until=5),))
    excused = only(game.do(Roll(1), dice=[(1, 2)]), Excused)
    assert (excused.tile, excused.why, excused.ruling) == (tile, "rent_free", "4.2.10")
    assert game.table.rents == ()


@pytest.mark.parametrize(
    "contract",
    [
        Contract("rent_free", giver=1, taker=2, until=5),  # the other way round
        Contract("rent_free", giver=3, taker=1, until=5),  # from somebody else
        Contract("rent_free", giver=2, taker=3, until=5),  # to somebody else
        Contract("loan", giver=2, taker=1, until=5, repayment=500),
    ],
)
def test_4_2_10_no_other_contract_spares_the_rent(contract: Contract) -> None:
    game = Situation().stands(1, 32).owns(2, 35).set(contracts=(contract,))
    assert only(game.do(Roll(1), dice=[(1, 2)]), RentOpened).bill.total == 400


# --- 4.2.11 and 4.2.12: Nusantara and Proyek ---------------------------------------------------


def test_4_2_11_landing_on_nusantara_of_the_bank_opens_its_auction() -> None:
    game = Situation().stands(1, 24).effects(capital=True)
    events = game.do(Roll(1), dice=[(1, 2)])
    landed = only(events, Landed)
    assert (landed.effect, landed.ruling) == ("auction_capital", "4.2.11")
    assert only(events, AuctionOpened).auction.minimum == 2000
    assert game.refused(Buy(1)).reason is Reason.NOT_ASKED
    all_ready(game)
    for card in (QUARTER, HALF):
        refused = game.refused(BidCard(1, card))
        assert (refused.reason, refused.ruling) == (Reason.BID_BELOW_MINIMUM, "4.2.11")
    assert {c.card for c in game.offered() if isinstance(c, BidCard) and c.seat == 1} == {
        NOTHING, THREE_QUARTERS, PRICE, FIVE_QUARTERS,
    }  # fmt: skip
    game.do(BidCard(1, THREE_QUARTERS), BidCard(2, NOTHING), BidCard(3, NOTHING))
    game.do(GoOn(1), GoOn(1), Pay(1))
    assert (game.owner(NUSANTARA), game.cash(1)) == (1, 17000 - 2100)


def test_4_2_11_kertas_counts_a_lower_card_as_nothing() -> None:
    game = Situation(edition="kertas").stands(1, 24).effects(capital=True)
    game.do(Roll(1), dice=[(1, 2)])
    closed = only(hammered(game, {1: HALF, 2: QUARTER}), AuctionClosed)
    assert closed == AuctionClosed(NUSANTARA, "unsold", "4.2.11")
    assert (game.owner(NUSANTARA), game.cash(1), game.table.pot) == (BANK, 17000, 1000)


@pytest.mark.parametrize(
    ("tile", "values"),
    [
        (TOL, [0, 450, 900, 1350, 1800, 2250]),
        (14, [0, 450, 900, 1350, 1800, 2250]),
        (NUSANTARA, [0, 700, 1400, 2100, 2800, 3500]),
        (33, [0, 880, 1750, 2630, 3500, 4380]),
        (1, [0, 150, 300, 450, 600, 750]),
    ],
)
def test_4_2_12_bid_cards_are_quarters_of_the_price(tile: int, values: list[int]) -> None:
    rules = Situation().rules
    assert [bid_value(rules, tile, card) for card in range(6)] == values


@pytest.mark.parametrize(("card", "price"), [(1, 450), (2, 900), (3, 1350), (4, 1800), (5, 2250)])
def test_4_2_12_a_proyek_is_won_at_these_prices(card: int, price: int) -> None:
    game = declined(Situation(), TOL)
    assert only(hammered(game, {2: card}), AuctionWon).price == price
    game.do(Pay(2))
    assert (game.cash(2), game.owner(TOL)) == (17500 - price, 2)


def test_4_2_12_there_is_no_seventh_card() -> None:
    game = all_ready(declined(Situation(), TOL))
    for card in (-1, 6):
        assert game.refused(BidCard(1, card)).reason is Reason.NO_SUCH_BID
    assert isinstance(game.table.top, Bidding)
    assert kinds(game.do(BidCard(1, 5))) == ["BidLaid"]
