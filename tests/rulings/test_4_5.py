"""Rulings 4.5: trades and contracts."""

import pytest
from situations import Situation, only

from ketuk.engine.commands import (
    Accept,
    BidCard,
    Build,
    Decline,
    Discard,
    EndTurn,
    GoOn,
    LeaveJail,
    Mortgage,
    Pay,
    PayRent,
    Propose,
    Ready,
    Redeem,
    Reject,
    Roll,
)
from ketuk.engine.events import (
    Acquired,
    AnyEvent,
    CardPassed,
    ContractEnded,
    ContractMade,
    Excused,
    Owed,
    RentOpened,
    RoundBegan,
    TradeDone,
    TradeVoid,
)
from ketuk.engine.offers import TradeForm, forms
from ketuk.engine.refusal import Reason
from ketuk.engine.table import (
    Answer,
    BuyChoice,
    Contract,
    Due,
    Free,
    Goods,
    Handover,
    OverLimit,
    Terms,
    Trade,
)

TAWAR, RAZIA, SPONSOR = 54, 64, 68


def bought(tile: int, price: int, *, terms: Terms | None = None) -> Propose:
    """Seat 1 buys a property of seat 2."""
    return Propose(1, Trade(1, 2, Goods(cash=price), Goods(tiles=(tile,)), terms))


def loan(principal: int, repayment: int, *, rounds: int = 2) -> Propose:
    """Seat 1 lends to seat 2."""
    return Propose(1, Trade(1, 2, terms=Terms("loan", 1, rounds, principal, repayment)))


def rent_free(partner: int, *, rounds: int = 2, cash: int = 0) -> Propose:
    """Seat 1 lets seat ``partner`` off rent, for cash (worth 300 a round)."""
    terms = Terms("rent_free", 1, rounds)
    return Propose(1, Trade(1, partner, take=Goods(cash=cash or 300 * rounds), terms=terms))


def carried_out(game: Situation, *commands: Propose) -> list[AnyEvent]:
    """Seat 1 proposes, all agree, and its turn ends: the trades are carried out."""
    for command in commands:
        game.do(command, Accept(command.trade.partner))
    return game.turn(1, may_roll=False).do(EndTurn(1))


def until_free(game: Situation) -> list[AnyEvent]:
    """Say yes to whatever a trade leaves to confirm."""
    events: list[AnyEvent] = []
    while isinstance(game.table.top, Handover):
        events += game.do(GoOn(game.table.active))
    return events


def last_turn_of_round(game: Situation, *, round: int) -> list[AnyEvent]:
    """The last seat ends its turn."""
    seat = len(game.table.players)
    game.set(round=round, phase="turn", opener=1).turn(seat, may_roll=False)
    return game.do(EndTurn(seat))


# --- 4.5.1: how long a contract may run ----------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "round", "rounds", "made"),
    [
        (4, 10, 1, True),
        (4, 10, 2, True),
        (4, 10, 3, False),
        (4, 11, 1, False),
        (4, 9, 3, True),
        (4, 9, 0, False),
        (5, 8, 2, True),
        (5, 8, 3, False),
        (5, 9, 1, False),
        (3, 9, 2, True),
        (3, 10, 1, False),
    ],
)
def test_4_5_1_a_contract_ends_in_time(players: int, round: int, rounds: int, made: bool) -> None:
    game = Situation(players=players, round=round)
    command = rent_free(2, rounds=rounds)
    if not made:
        refused = game.refused(command)
        assert (refused.reason, refused.ruling) == (Reason.CONTRACT_TERM, "4.5.1")
        return
    events = carried_out(game, command)
    contract = Contract("rent_free", 1, 2, round + rounds)
    assert only(events, ContractMade) == ContractMade(contract, "4.5.1")
    assert game.table.contracts == (contract,)


@pytest.mark.parametrize(("round", "over"), [(11, False), (12, True)])
def test_4_5_1_it_runs_to_the_end_of_its_last_round(round: int, over: bool) -> None:
    game = Situation(players=4)
    game.set(contracts=(Contract("rent_free", 1, 2, 12),))
    events = last_turn_of_round(game, round=round)
    ended = [e for e in events if isinstance(e, ContractEnded)]
    assert [(e.why, e.ruling) for e in ended] == ([("over", "4.5.1")] if over else [])
    assert bool(game.table.contracts) is not over


def test_4_5_1_in_its_last_round_it_still_lets_off_rent() -> None:
    game = Situation(players=4, round=12).owns(1, 5).turn(2).stands(2, 2)
    game.set(contracts=(Contract("rent_free", 1, 2, 12),))
    events = game.do(Roll(2), dice=[(1, 2)])
    assert only(events, Excused) == Excused(2, 5, "rent_free", "4.2.10")


# --- 4.5.2 and 4.5.8: loans ----------------------------------------------------------------------


def test_4_5_2_a_loan_is_lent_and_repaid_at_the_end_of_its_round() -> None:
    game = Situation(players=3, round=3)
    carried_out(game, loan(1000, 1500))
    assert (game.cash(1), game.cash(2)) == (16000, 18500)
    assert game.table.contracts == (Contract("loan", 1, 2, 5, 1500),)
    last_turn_of_round(game, round=4)
    assert (game.cash(1), game.cash(2)) == (16000, 18500)
    events = last_turn_of_round(game, round=5)
    assert only(events, ContractEnded).ruling == "4.5.2"
    assert (game.cash(1), game.cash(2)) == (17500, 17000)
    assert not game.table.contracts


@pytest.mark.parametrize(("cash", "short"), [(1490, 10), (1500, 0), (1510, 0), (0, 1500)])
def test_4_5_2_the_shortfall_becomes_a_debt_to_the_lender(cash: int, short: int) -> None:
    game = Situation().has(2, cash)
    game.set(contracts=(Contract("loan", 1, 2, 3, 1500),))
    events = last_turn_of_round(game, round=3)
    assert game.cash(1) == 17000 + 1500 - short
    assert game.cash(2) == max(0, cash - 1500)
    owed = [e for e in events if isinstance(e, Owed)]
    assert owed == ([Owed(2, 1, short, "loan", "4.5.2")] if short else [])
    assert [(d.debtor, d.creditor, d.amount) for d in game.table.debts] == (
        [(2, 1, short)] if short else []
    )
    assert only(events, RoundBegan).round == 4


def test_4_5_2_buildings_and_mortgages_come_before_the_debt() -> None:
    game = Situation().has(2, 100).owns(2, 1)
    game.set(contracts=(Contract("loan", 1, 2, 3, 1500),))
    last_turn_of_round(game, round=3)
    assert isinstance(game.table.top, Due)
    refused = game.refused(Pay(2))
    assert (refused.reason, refused.ruling) == (Reason.MUST_RAISE, "4.2.9")
    events = game.do(Mortgage(2, 1), Pay(2))
    assert only(events, Owed) == Owed(2, 1, 1100, "loan", "4.5.2")


def test_4_5_2_older_loans_come_first() -> None:
    game = Situation().has(3, 1000)
    game.set(contracts=(Contract("loan", 1, 3, 3, 800), Contract("loan", 2, 3, 3, 800)))
    last_turn_of_round(game, round=3)
    assert (game.cash(1), game.cash(2), game.cash(3)) == (17800, 17700, 0)
    assert [(d.creditor, d.amount) for d in game.table.debts] == [(2, 600)]


def test_4_5_8_a_loan_is_due_while_the_borrower_is_stuck() -> None:
    game = Situation().stuck(2, tries=1)
    game.set(contracts=(Contract("loan", 1, 2, 3, 1500),))
    events = last_turn_of_round(game, round=3)
    assert only(events, ContractEnded).ruling == "4.5.8"
    assert (game.cash(1), game.cash(2)) == (18500, 16000)
    assert game.table.player(2).jail == 1


def test_4_5_8_and_what_is_short_is_a_debt_there_as_well() -> None:
    game = Situation().stuck(2).has(2, 1000)
    game.set(contracts=(Contract("loan", 1, 2, 3, 1500),))
    events = last_turn_of_round(game, round=3)
    assert only(events, Owed) == Owed(2, 1, 500, "loan", "4.5.2")
    game.turn(2)
    refused = game.refused(LeaveJail(2))
    assert (refused.reason, refused.ruling) == (Reason.IN_DEBT, "4.8.9")


# --- 4.5.3: one contract a pair ------------------------------------------------------------------


def test_4_5_3_three_players_may_have_one_with_the_same_player() -> None:
    game = Situation(players=4, round=3)
    carried_out(game, rent_free(2), rent_free(3), rent_free(4))
    assert [(c.giver, c.taker) for c in game.table.contracts] == [(1, 2), (1, 3), (1, 4)]
    assert [game.cash(s) for s in (1, 2, 3, 4)] == [16800, 15900, 15900, 15900]


@pytest.mark.parametrize("running", [Contract("rent_free", 1, 2, 9), Contract("loan", 2, 1, 9, 50)])
def test_4_5_3_no_second_one_for_a_pair_in_either_direction(running: Contract) -> None:
    game = Situation(players=4, round=3).set(contracts=(running,))
    for command in (rent_free(2), loan(500, 500)):
        refused = game.refused(command)
        assert (refused.reason, refused.ruling) == (Reason.CONTRACT_PAIR, "4.5.3")
    assert game.do(rent_free(3))


def test_4_5_3_the_second_of_two_agreed_in_one_turn_is_void() -> None:
    game = Situation(players=4, round=3)
    events = carried_out(game, rent_free(2), loan(500, 500))
    void = only(events, TradeVoid)
    assert (void.reason, void.ruling) == ("contract_pair", "4.5.3")
    assert [c.kind for c in game.table.contracts] == ["rent_free"]
    assert game.cash(2) == 16500 - 600


def test_4_5_3_the_next_one_may_follow_when_the_first_is_over() -> None:
    game = Situation(players=4).set(contracts=(Contract("rent_free", 1, 2, 3),))
    last_turn_of_round(game, round=3)
    game.set(phase="turn").turn(1)
    assert game.do(rent_free(2))


# --- 4.5.4: no trade in Putaran Terakhir ---------------------------------------------------------


@pytest.mark.parametrize(("round", "traded"), [(10, True), (11, True), (12, False)])
def test_4_5_4_no_trade_in_the_last_round(round: int, traded: bool) -> None:
    game = Situation(players=4, round=round).owns(2, 5)
    form = TradeForm(1, (2, 3, 4))
    assert (form in forms(game.table, game.rules)) is traded
    if traded:
        game.do(bought(5, 1000), Accept(2))
        return
    refused = game.refused(bought(5, 1000))
    assert (refused.reason, refused.ruling) == (Reason.LAST_ROUND, "4.5.4")


# --- 4.5.5: Siasat in trades ---------------------------------------------------------------------


@pytest.mark.parametrize(("held", "over"), [(2, False), (3, False), (4, True)])
def test_4_5_5_the_hand_limit_holds_for_the_receiver(held: int, over: bool) -> None:
    game = Situation().holds(1, RAZIA).holds(2, *(50, 52, 56, 58)[:held])
    trade = Trade(1, 2, Goods(cards=(RAZIA,)), Goods(cash=500))
    events = carried_out(game, Propose(1, trade))
    assert only(events, CardPassed) == CardPassed(1, 2, RAZIA)
    assert (game.cash(1), game.cash(2)) == (17500, 17000)
    until_free(game)
    if not over:
        assert game.table.top == Free(2)
        assert RAZIA in game.table.player(2).hand
        return
    assert game.table.top == OverLimit(2)
    game.do(Discard(2, RAZIA))
    assert len(game.table.player(2).hand) == 4
    assert game.table.top == Free(2)


def test_4_5_5_both_sides_may_end_over_the_limit() -> None:
    game = Situation().holds(1, 50, 52, 56, RAZIA).holds(2, 51, 53, 57, SPONSOR)
    trade = Trade(1, 2, Goods(cards=(RAZIA,)), Goods(cards=(SPONSOR, 51)))
    carried_out(game, Propose(1, trade))
    until_free(game)
    assert game.table.top == OverLimit(1)
    game.do(Discard(1, 50))
    assert game.table.top == Free(2)
    assert sorted(game.table.player(1).hand) == [51, 52, 56, SPONSOR]
    assert sorted(game.table.player(2).hand) == [53, 57, RAZIA]


@pytest.mark.parametrize(
    ("price", "fair"), [(240, False), (250, True), (1000, True), (1010, False)]
)
def test_4_5_5_a_card_counts_500(price: int, fair: bool) -> None:
    game = Situation().holds(1, RAZIA)
    command = Propose(1, Trade(1, 2, Goods(cards=(RAZIA,)), Goods(cash=price)))
    if fair:
        game.do(command)
    else:
        assert game.refused(command).ruling == "4.5.6"


def test_4_5_5_a_card_that_is_not_held_cannot_be_traded() -> None:
    game = Situation().holds(2, RAZIA)
    for cards in ((RAZIA,), (SPONSOR,)):
        trade = Trade(1, 2, Goods(cards=cards), Goods(cash=500))
        assert game.refused(Propose(1, trade)).reason is Reason.TRADE_GOODS
    twice = Trade(1, 2, Goods(cash=1000), Goods(cards=(RAZIA, RAZIA)))
    assert game.refused(Propose(1, twice)).reason is Reason.TRADE_GOODS


# --- 4.5.6: fairness -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "fair"),
    [
        (0, False),
        (490, False),
        (500, True),
        (510, True),
        (1990, True),
        (2000, True),
        (2010, False),
    ],
)
def test_4_5_6_each_side_receives_half_of_what_it_gives(price: int, fair: bool) -> None:
    game = Situation().owns(2, 5)
    command = bought(5, price)
    if not fair:
        refused = game.refused(command)
        assert (refused.reason, refused.ruling) == (Reason.TRADE_UNFAIR, "4.5.6")
        assert refused.about["seat"] == (2 if price < 1000 else 1)
        return
    events = carried_out(game, command)
    assert only(events, Acquired) == Acquired(1, 5, 2, "trade")
    assert (game.owner(5), game.cash(1), game.cash(2)) == (1, 17000 - price, 17500 + price)


@pytest.mark.parametrize(
    ("repayment", "fair"), [(0, False), (490, False), (500, True), (2000, True), (2010, False)]
)
def test_4_5_6_a_loan_counts_its_repayment(repayment: int, fair: bool) -> None:
    game = Situation(round=3)
    if fair:
        game.do(loan(1000, repayment))
    else:
        assert game.refused(loan(1000, repayment)).ruling == "4.5.6"


@pytest.mark.parametrize(("cash", "fair"), [(290, False), (300, True), (1200, True), (1210, False)])
def test_4_5_6_rent_free_counts_300_a_round(cash: int, fair: bool) -> None:
    game = Situation(round=3)
    if fair:
        game.do(rent_free(2, rounds=2, cash=cash))
    else:
        assert game.refused(rent_free(2, rounds=2, cash=cash)).ruling == "4.5.6"


def test_4_5_6_nothing_against_nothing_is_no_trade() -> None:
    assert Situation().refused(Propose(1, Trade(1, 2))).reason is Reason.TRADE_EMPTY


def test_4_5_6_checked_again_when_it_is_carried_out() -> None:
    game = Situation().owns(2, 5).has(1, 500)
    game.do(bought(5, 500), Accept(2))
    game.do(bought(5, 500), Accept(2))
    events = game.turn(1, may_roll=False).do(EndTurn(1))
    assert only(events, TradeDone).trade.take == Goods(tiles=(5,))
    events = until_free(game)
    assert only(events, TradeVoid).reason == "short_of_cash"
    assert (game.cash(1), game.cash(2), game.owner(5)) == (0, 18000, 1)


def test_4_5_6_no_longer_fair_is_void() -> None:
    game = Situation().owns(1, 5)
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(5,)), Goods(cash=1900))), Accept(2))
    game.do(Mortgage(1, 5))  # worth 500 now: 1,900 is too much for it
    events = game.turn(1, may_roll=False).do(EndTurn(1))
    void = only(events, TradeVoid)
    assert (void.reason, void.ruling) == ("trade_unfair", "4.5.6")
    assert game.owner(5) == 1


WORTH_1_PROPERTY = Propose(1, Trade(1, 2, Goods(tiles=(5,)), Goods(cash=900)))
"""Tile 5 at its price of 1,000, or at 500 when it is mortgaged: fair either way."""


@pytest.mark.parametrize(("mortgaged", "change"), [(False, Mortgage(1, 5)), (True, Redeem(1, 5))])
def test_what_is_no_longer_what_was_agreed_is_void(
    mortgaged: bool, change: Mortgage | Redeem
) -> None:
    game = Situation().owns(1, 5, mortgaged=mortgaged)
    game.do(WORTH_1_PROPERTY, Accept(2), change)
    events = game.turn(1, may_roll=False).do(EndTurn(1))
    assert only(events, TradeVoid).reason == Reason.DEED_CHANGED.value
    assert (game.owner(5), game.table.agreed) == (1, ())


def test_what_stands_again_as_it_was_agreed_is_carried_out() -> None:
    game = Situation().owns(1, 5)
    game.do(WORTH_1_PROPERTY, Accept(2), Mortgage(1, 5), Redeem(1, 5))
    events = game.turn(1, may_roll=False).do(EndTurn(1))
    assert only(events, TradeDone)
    assert game.owner(5) == 2


def test_a_seller_who_mortgages_in_the_window_of_an_auction_has_no_deal() -> None:
    game = Situation().owns(2, 5).stands(1, 6)
    game.do(bought(5, 900), Accept(2))
    game.ask(Free(1), BuyChoice(1, 6))
    game.do(Decline(1), Mortgage(2, 5))
    game.do(*(Ready(s) for s in (1, 2, 3)), *(BidCard(s, 0) for s in (1, 2, 3)), GoOn(1), GoOn(1))
    events = game.turn(1, may_roll=False).do(EndTurn(1))
    assert only(events, TradeVoid).reason == Reason.DEED_CHANGED.value
    assert game.owner(5) == 2


def test_4_5_6_the_partner_decides() -> None:
    game = Situation().owns(2, 5)
    command = bought(5, 1000)
    game.do(command)
    assert game.table.top == Answer(command.trade)
    assert game.offered() == (Accept(2), Reject(2))
    assert game.refused(Accept(1)).reason is Reason.NOT_YOUR_TURN
    game.do(Reject(2))
    assert not game.table.agreed
    assert (game.table.top, game.owner(5)) == (Free(1), 2)


def test_4_5_6_only_in_the_own_turn_and_with_somebody_at_the_table() -> None:
    game = Situation().owns(2, 5)
    trade = Trade(2, 1, Goods(tiles=(5,)), Goods(cash=1000))
    assert game.refused(Propose(2, trade)).reason is Reason.NOT_YOUR_TURN
    for partner in (1, 4):
        trade = Trade(1, partner, Goods(cash=1000), Goods(cash=1000))
        assert game.refused(Propose(1, trade)).reason is Reason.TRADE_PARTNER


def test_4_5_6_a_player_who_is_stuck_trades_as_any() -> None:
    game = Situation().stuck(1).stuck(2).owns(2, 5)
    game.do(bought(5, 1000), Accept(2))


def test_4_5_6_insurance_goes_with_its_city() -> None:
    game = Situation().owns(2, 5).insured(5, 60)
    carried_out(game, bought(5, 1000))
    assert (game.owner(5), game.table.holdings[5].insurance) == (1, 60)


@pytest.mark.parametrize("cash", [-10, 2005])
def test_4_5_6_only_whole_sums_of_money(cash: int) -> None:
    game = Situation().owns(2, 35)
    assert game.refused(bought(35, cash)).reason is Reason.TRADE_GOODS


def test_4_5_6_only_money_that_there_is() -> None:
    game = Situation().owns(2, 35).has(1, 5000)
    assert game.refused(bought(35, 5010)).reason is Reason.SHORT_OF_CASH
    game.do(bought(35, 5000))


def test_4_5_6_a_repayment_never_flows_backwards() -> None:
    """Other goods may level the values, but a loan is paid back by its borrower."""
    terms = Terms("loan", giver=2, rounds=3, principal=10, repayment=-1000)
    trade = Trade(1, 2, give=Goods(cash=1500), take=Goods(cash=500), terms=terms)
    assert Situation().refused(Propose(1, trade)).reason is Reason.TRADE_GOODS


# --- 4.5.7 and 4.5.9: mortgages ------------------------------------------------------------------


def test_4_5_7_a_mortgaged_city_stays_mortgaged_and_may_be_redeemed() -> None:
    game = Situation().owns(2, 33, mortgaged=True)
    carried_out(game, bought(33, 1750))
    assert game.owner(33) == 1
    assert game.table.holdings[33].mortgaged
    until_free(game)
    assert game.refused(Redeem(2, 33)).reason is Reason.NOT_OWNER
    game.turn(1)
    cash = game.cash(1)
    game.do(Redeem(1, 33))
    assert (cash - game.cash(1), game.table.holdings[33].mortgaged) == (1930, False)


@pytest.mark.parametrize(
    ("price", "fair"), [(870, False), (880, True), (3500, True), (3510, False)]
)
def test_4_5_7_it_counts_its_price_less_the_mortgage(price: int, fair: bool) -> None:
    game = Situation().owns(2, 33, mortgaged=True)  # 3,500 - 1,750
    if fair:
        game.do(bought(33, price))
    else:
        assert game.refused(bought(33, price)).ruling == "4.5.6"


def test_4_5_9_a_set_with_a_mortgaged_city_is_not_active() -> None:
    game = Situation().owns(1, 33).owns(2, 35, mortgaged=True)
    carried_out(game, bought(35, 2000))
    until_free(game)
    game.turn(1)
    for tile, reason in ((33, Reason.SET_MORTGAGED), (35, Reason.MORTGAGED)):
        assert game.refused(Build(1, tile)).reason is reason
    assert game.refused(Build(1, 33)).ruling == "4.5.9"
    game.turn(2).stands(2, 30)
    bill = only(game.do(Roll(2), dice=[(1, 2)]), RentOpened).bill
    assert (bill.total, bill.factors, bill.rulings) == (350, (), ("4.5.9",))


def test_4_5_9_redeemed_it_is_active() -> None:
    game = Situation().owns(1, 33).owns(1, 35, mortgaged=True)
    game.do(Redeem(1, 35), Build(1, 33))
    assert game.table.holdings[33].level == 1
    game.turn(2).stands(2, 30)
    game.owns(1, 33, level=0)
    bill = only(game.do(Roll(2), dice=[(1, 2)]), RentOpened).bill
    assert (bill.total, bill.rulings) == (700, ())
    assert [f.name for f in bill.factors] == ["set"]


def test_4_5_9_the_bonus_ends_with_a_mortgage() -> None:
    game = Situation().owns(1, 33, 35)
    game.do(Mortgage(1, 35))
    game.turn(2).stands(2, 30)
    assert only(game.do(Roll(2), dice=[(1, 2)]), RentOpened).bill.total == 350
    game.do(PayRent(2, 33))
    assert game.cash(2) == 17500 - 350
