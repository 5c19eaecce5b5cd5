"""Leaving (ruling 4.7.5) in every phase and with every kind of question open."""

import random

import pytest
from any_game import AnyGame
from moments import MOMENTS, TRADE, forced
from situations import Situation, only, sums

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    BidCard,
    Confirm,
    Decline,
    Draw,
    EndTurn,
    GoOn,
    Leave,
    Pay,
    PayRent,
    Play,
    Ready,
    RevealCard,
    Throw,
)
from ketuk.engine.events import (
    Acquired,
    AnyEvent,
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    GameEnded,
    Jailed,
    Paid,
    QueueChanged,
    SeatLeft,
    Targeted,
    TurnBegan,
    TurnEnded,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.table import (
    BANK,
    NOWHERE,
    POT,
    Answer,
    Bidding,
    BuyChoice,
    Charge,
    Due,
    Free,
    Handover,
    OverLimit,
    PayPrice,
    PickCity,
    Raid,
    Reveal,
    Throwing,
)


def leave(name: str, seat: int) -> tuple[Situation, list[AnyEvent]]:
    """A seat leaves in a moment; what it had is gone."""
    game = MOMENTS[name]()
    events = game.do(Leave(seat))
    assert only(events, SeatLeft).ruling == "4.7.5"
    player = game.table.player(seat)
    assert (player.left, player.cash, player.hand) == (True, 0, ())
    assert not game.table.owned(seat)
    return game, events


def play_on(game: Situation, *, seed: int) -> AnyGame:
    """Random legal play to the end, every sum checked and no question without an answer."""
    rest = AnyGame(len(game.table.players), game.table.options, seed, leavers=False)
    rest.table = game.table
    rng = random.Random(seed)
    gone = {s for s, p in enumerate(game.table.players, 1) if p.left}
    while not rest.over:
        offered = engine.offers(rest.table, rest.rules)
        assert offered.commands or offered.forms, rest.table.top
        asked = {c.seat for c in (*offered.commands, *offered.forms, *offered.standing)}
        assert not asked & gone, rest.table.top
        if not rest.steps:
            rest.check_offers(offered)
        rest.step(rest.pick(offered, rng.randrange))
        assert rest.steps < 3000, rest.table.top
    return rest


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize("name", MOMENTS)
def test_4_7_5_whoever_leaves_whenever_the_game_goes_on(name: str, seat: int) -> None:
    game, _ = leave(name, seat)
    rest = play_on(game, seed=seat)
    assert sorted(p.seat for p in rest.table.ranking) == [s for s in (1, 2, 3, 4) if s != seat]
    assert rest.table.player(seat).cash == 0
    assert rest.table.phase == "over"


@pytest.mark.parametrize("first", [1, 2, 3, 4])
@pytest.mark.parametrize("name", sorted(MOMENTS.keys() - {"last_turns"}))
def test_4_7_5_the_last_one_standing_wins(name: str, first: int) -> None:
    game = MOMENTS[name]()
    before, rounds = sums(game.table), game.table.rounds
    order = [(first - 1 + n) % 4 + 1 for n in range(3)]
    game.do(*(Leave(s) for s in order[:-1]))
    assert game.table.phase != "over"
    assert game.table.rounds == rounds
    winner = next(s for s in game.table.seats if s != order[-1])
    cash = game.cash(winner)
    events = game.do(Leave(order[-1]))
    ended = only(events, GameEnded)
    assert ended.why == "last"
    assert [(p.place, p.seat) for p in ended.ranking] == [(1, winner)]
    assert (game.table.top, game.table.auction, game.table.rents) == (None, None, ())
    assert game.cash(winner) == cash
    assert sums(game.table) == before
    assert game.refused(Leave(winner)).reason is Reason.GAME_OVER


# --- own turn ------------------------------------------------------------------------------------

OWN_TURN = (
    *("free", "rolled", "buying", "rent_open", "rent_due", "tax_due", "community", "detour"),
    *("raid_on_turn", "answer", "agreed", "over_limit", "drawing"),
)


@pytest.mark.parametrize("name", OWN_TURN)
def test_4_7_5_in_the_own_turn_it_ends(name: str) -> None:
    game, events = leave(name, 1)
    assert only(events, TurnEnded).seat == 1
    assert only(events, TurnBegan).seat == 2
    assert game.table.top == Free(2)
    assert (game.table.rents, game.table.agreed, game.table.debts) == ((), (), ())
    moved = [e for e in events if isinstance(e, Paid)]
    assert [(e.payer, e.payee, e.why) for e in moved] in ([], [(1, BANK, "left")])


@pytest.mark.parametrize("name", OWN_TURN)
def test_4_7_5_the_last_of_the_round_ends_it(name: str) -> None:
    game = MOMENTS[name]()
    game.set(opener=2)
    game.do(Leave(1))
    assert (game.table.round, game.table.opener) == (11, 3)


def test_4_7_5_a_choice_to_buy_is_dropped_without_an_auction() -> None:
    game, events = leave("buying", 1)
    assert not [e for e in events if isinstance(e, AuctionOpened)]
    assert (game.owner(5), game.table.queue) == (BANK, ())


def test_4_7_5_somebody_else_leaving_leaves_the_choice_alone() -> None:
    game, _ = leave("buying", 3)
    assert game.table.top == BuyChoice(1, 5)
    assert game.table.queue == (20,)


# --- payments ------------------------------------------------------------------------------------


def test_4_7_5_a_payment_due_is_void_for_the_payer() -> None:
    game, _ = leave("rent_due", 1)
    assert game.cash(2) == 16500
    assert game.table.queue == (35,)


def test_4_7_5_and_for_the_creditor() -> None:
    game, _ = leave("rent_due", 2)
    assert game.table.top == Free(1)
    assert (game.cash(1), game.table.debts) == (0, ())
    assert not game.table.holdings[35].mortgaged


@pytest.mark.parametrize("seat", [1, 2])
def test_4_7_5_open_rents_are_void(seat: int) -> None:
    game, _ = leave("rent_open", seat)
    assert not game.table.rents
    other = 3 - seat
    assert game.cash(other) == (15000 if other == 1 else 16500)


def test_4_7_5_an_open_rent_between_others_stays() -> None:
    game, _ = leave("last_turns", 3)
    assert [(r.lander, r.owner) for r in game.table.rents] == [(4, 2)]
    game.do(PayRent(4, 10))
    assert game.cash(2) == 16500 + 280


def test_4_7_5_a_tax_that_was_due_to_the_leaver_is_void() -> None:
    game, _ = leave("wealth_tax", 1)
    assert isinstance(game.table.top, Due)
    assert (game.table.top.seat, game.table.pot) == (2, 1000)


def test_4_7_5_a_tax_that_was_coming_is_void() -> None:
    game, _ = leave("wealth_tax", 2)
    assert isinstance(game.table.top, Due)
    assert game.table.top.seat == 1
    game.do(Pay(1))
    assert isinstance(game.table.top, Due)
    assert game.table.top.seat == 3
    assert not [t for t in game.table.agenda if isinstance(t, Charge) and t.seat == 2]


def test_4_7_5_a_loan_that_is_due_is_void_with_its_borrower() -> None:
    game, _ = leave("loan_due", 2)
    assert (game.cash(3), game.cash(4), game.table.contracts) == (16500, 16500, ())
    assert game.table.round == 11


def test_4_7_5_a_loan_that_is_due_is_void_with_its_lender_and_the_next_follows() -> None:
    game, _ = leave("loan_due", 3)
    top = game.table.top
    assert isinstance(top, Due)
    assert (top.seat, top.to, top.amount) == (2, 4, 500)


# --- auctions ------------------------------------------------------------------------------------


def test_4_7_5_a_bidder_in_the_window() -> None:
    game, _ = leave("window_of_one", 3)
    assert game.table.auction is not None
    assert (game.table.auction.seats, game.table.auction.stage) == ((1, 2, 4), "bids")
    game.do(BidCard(1, 0), BidCard(2, 1), BidCard(4, 0), GoOn(1), GoOn(1), Pay(2))
    assert (game.owner(5), game.cash(2)) == (2, 16250)


@pytest.mark.parametrize("name", ["window", "bids", "turned_over", "queue"])
def test_4_7_5_the_next_to_the_left_leads_the_auction(name: str) -> None:
    game = MOMENTS[name]()
    auction = game.table.auction
    assert auction is not None
    leader = auction.leader
    game.do(Leave(leader))
    auction = game.table.auction
    assert auction is not None
    assert auction.leader == leader % 4 + 1
    assert leader not in auction.seats
    assert leader not in {b.seat for b in auction.sealed.bids}


def test_4_7_5_the_bid_that_was_missing_is_missed_no_more() -> None:
    game = MOMENTS["bids"]()
    assert GoOn(1) not in game.offered()
    game.do(Leave(3))
    assert GoOn(1) in game.offered()
    game.do(GoOn(1), GoOn(1), Pay(2))
    assert game.cash(2) == 15500


def test_4_7_5_the_bid_of_a_leaver_no_longer_counts() -> None:
    game, _ = leave("turned_over", 2)
    events = game.do(GoOn(1))
    assert game.table.auction is not None
    assert game.table.auction.stage == "swap"
    events = game.do(BidCard(3, 1))  # 250, as seat 1; seat 4 leads with 500
    assert only(events, AuctionWon).seat == 4


def test_4_7_5_the_next_who_declared_may_exchange() -> None:
    game, _ = leave("turned_over", 3)
    game.do(GoOn(1))
    assert game.table.auction is not None
    assert game.table.auction.sealed.declared == ((4, 55),)
    events = game.do(BidCard(4, 5))
    assert only(events, AuctionWon).seat == 4


def test_4_7_5_whoever_exchanges_leaves_and_the_bids_stand() -> None:
    game, events = leave("swapping", 3)
    assert only(events, AuctionWon).seat == 2
    assert game.table.top == PayPrice(2, 5, 1000)
    assert 54 in game.table.deck("siasat").bottom


def test_4_7_5_the_winner_leaves_and_the_next_bidder_wins() -> None:
    game, events = leave("price", 2)
    assert only(events, AuctionWon) == AuctionWon(4, 5, 500)
    game.do(Leave(4))
    assert game.table.top == PayPrice(1, 5, 250)
    game.do(Pay(1))
    assert (game.owner(5), game.cash(1)) == (1, 14750)


def test_4_7_5_no_other_bid_and_it_stays_with_the_bank() -> None:
    game, events = leave("only_bid", 2)
    assert only(events, AuctionClosed).how == "unsold"
    assert (game.owner(5), game.table.auction, game.table.top) == (BANK, None, Free(1))
    assert game.table.queue == (10,)


def test_4_7_5_the_only_bidder_leaves_in_the_window() -> None:
    game = Situation(players=4).has(2, 0).owes(2, BANK, 10).has(3, 0).owes(3, BANK, 10)
    game.has(4, 0).owes(4, BANK, 10).stands(1, 2)
    game.ask(Free(1), BuyChoice(1, 5))
    game.do(Decline(1))
    events = game.do(Leave(1))
    assert only(events, AuctionClosed) == AuctionClosed(5, "unsold", "4.7.5")
    assert (game.table.auction, game.table.top) == (None, Free(2))


def test_4_7_5_a_tie_goes_on_between_those_who_are_left() -> None:
    game = MOMENTS["tied"]()
    assert game.table.top == Throwing("auction", (2, 3, 4), (6,), (500, 2, 3, 4))
    game.do(Leave(2))
    assert game.table.top == Throwing("auction", (3, 4), (), (500, 2, 3, 4))
    events = game.do(Throw(3, 2), Throw(4, 5))
    assert only(events, AuctionWon).seat == 4


def test_4_7_5_one_left_of_a_tie_wins_without_dice() -> None:
    game = MOMENTS["tied"]()
    events = game.do(Leave(2), Leave(4))
    assert only(events, AuctionWon).seat == 3
    assert game.table.top == PayPrice(3, 5, 500)


FORCED = (
    *("forced", "forced_bids", "forced_revealed", "forced_swap", "forced_tie", "forced_price"),
    "forced_fine",
)


@pytest.mark.parametrize("name", FORCED)
def test_4_7_5_the_auction_of_an_own_city_is_void(name: str) -> None:
    game = MOMENTS[name]()
    cash = [game.cash(s) for s in (1, 2, 4)]
    events = game.do(Leave(3))
    assert only(events, AuctionClosed) == AuctionClosed(35, "void", "4.7.5")
    assert not [e for e in events if isinstance(e, Acquired | AuctionWon)]
    assert game.table.auction is None
    assert (game.owner(35), 35 in game.table.queue) == (BANK, True)
    assert [game.cash(s) for s in (1, 2, 4)] == cash
    if name != "forced_fine":
        assert game.table.top == Free(1)
    else:
        assert isinstance(game.table.top, Due)
        assert game.table.top.why == "bid_fine"
        assert {type(t) for t in game.table.agenda} == {type(t) for t in game.table.agenda[:1]} | {
            Due
        }


def test_4_7_5_the_opener_leaves_during_lelang_aset() -> None:
    game = forced()
    game.do(Leave(1), Ready(2), Ready(3), Ready(4))
    game.do(BidCard(2, 0), BidCard(3, 0), BidCard(4, 1), GoOn(2), GoOn(2), Pay(4))
    assert (game.owner(35), game.cash(3)) == (4, 16500 + 2000)
    assert game.table.top == Free(2)


def test_4_7_5_a_property_of_the_queue_stays_under_the_hammer() -> None:
    game, _ = leave("queue", 4)
    assert isinstance(game.table.top, Bidding)
    assert game.table.auction is not None
    assert game.table.auction.tile == 14
    assert game.table.queue == (14, 15, 28)


# --- events, dice, cards, trades -----------------------------------------------------------------


def test_4_7_5_the_opener_leaves_and_the_next_reveals() -> None:
    game, _ = leave("revealing", 1)
    assert game.table.top == Reveal(2)
    game.do(RevealCard(2), cards=[82])
    assert game.table.top == Free(2)


def test_4_7_5_the_next_throws_for_a_target() -> None:
    game, _ = leave("zone_thrown", 1)
    assert game.table.top == Throwing("zone", (2,), (), (84,))
    assert only(game.do(Throw(2, 5)), Targeted).target == 5


def test_4_7_5_a_die_for_a_target_that_was_thrown_counts() -> None:
    game = MOMENTS["city_thrown"]()
    thrown = game.table.top
    game.do(Leave(1))
    assert isinstance(thrown, Throwing)
    assert game.table.top == Throwing("city", (2, 2), thrown.thrown, (87,))


def test_4_7_5_the_other_of_two_richest_is_hit() -> None:
    _, events = leave("richest_tied", 2)
    assert only(events, Targeted).target == 3
    assert only(events, AuctionOpened).auction.seller == 3


def test_4_7_5_the_poorest_who_are_left_throw_for_the_subsidy() -> None:
    game, _ = leave("poorest_tied", 2)
    assert isinstance(game.table.top, Throwing)
    assert game.table.top.seats == (3, 4) or game.table.top.seats == (4, 3)
    game.do(Throw(game.table.top.seats[0], 6))
    assert isinstance(game.table.top, Throwing)
    game.do(Throw(game.table.top.seats[1], 1))
    assert game.table.pot == 500


def test_4_7_5_the_city_to_give_up_is_not_picked() -> None:
    game = MOMENTS["picking"]()
    assert isinstance(game.table.top, PickCity)
    seat = game.table.top.seat
    events = game.do(Leave(seat))
    assert not [e for e in events if isinstance(e, AuctionOpened)]
    assert game.table.top == Free(1)


def test_4_7_5_the_victim_of_a_razia_leaves() -> None:
    game, events = leave("raid", 3)
    assert game.table.top == Free(1)
    assert not [e for e in events if isinstance(e, Jailed)]


def test_4_7_5_a_razia_outlives_whoever_played_it() -> None:
    game, _ = leave("raid", 1)
    assert game.table.top == Raid(3, 1)
    assert game.offered() == (GoOn(2), Play(3, 66))
    game.do(GoOn(2))
    assert game.table.player(3).jail == 0
    assert game.table.top == Free(2)


def test_4_7_5_a_razia_on_the_turn_of_the_victim() -> None:
    game, _ = leave("raid_on_turn", 2)
    game.do(GoOn(1))
    assert (game.at(1), game.table.player(1).jail) == (9, 0)
    game, _ = leave("raid_on_turn", 1)
    assert game.table.player(1).jail == NOWHERE


@pytest.mark.parametrize("name", ["answer", "agreed"])
def test_4_7_5_trades_with_a_leaver_are_void(name: str) -> None:
    game, _ = leave(name, 2)
    assert (game.table.top, game.table.agreed) == (Free(1), ())
    assert (game.owner(10), game.cash(1)) == (BANK, 15000)


def test_4_7_5_a_trade_between_others_goes_on() -> None:
    game, _ = leave("answer", 3)
    assert game.table.top == Answer(TRADE)
    game.do(Accept(2))
    game.turn(1, may_roll=False).do(EndTurn(1))
    assert game.owner(10) == 1


def test_4_7_5_cards_of_a_leaver_are_not_handed_over() -> None:
    game = MOMENTS["handing_over"]()
    assert game.table.top == Handover((10, 50))
    game.do(Leave(1))
    assert game.table.top == Handover((50,))
    game.do(Confirm(3, 50))
    assert game.table.top == OverLimit(2)


def test_4_7_5_a_hand_over_its_limit_goes_with_its_player() -> None:
    game, _ = leave("over_after_trade", 2)
    assert game.table.top == Free(3)
    assert {50, 51, 52, 53, 56} <= set(game.table.deck("siasat").bottom)


def test_4_7_5_before_the_cards_are_dealt() -> None:
    game, _ = leave("dealing", 2)
    game.do(Draw(3, 57))
    assert (game.table.round, game.table.top) == (1, Reveal(1))
    game, _ = leave("dealing", 1)
    game.do(Draw(2, 56), Draw(3, 57))
    assert game.table.top == Reveal(2)


def test_4_7_5_the_queue_is_told_after_all_else_is_settled() -> None:
    _, events = leave("forced", 3)
    queued = only(events, QueueChanged)
    assert queued.queue == (20, 33, 35)
    assert POT not in {e.payee for e in events if isinstance(e, Paid)}


def test_4_7_5_in_the_last_turn_of_all_the_game_ends_as_any() -> None:
    game, events = leave("last_turns", 4)
    ended = only(events, GameEnded)
    assert (ended.why, [p.seat for p in ended.ranking]) == ("rounds", [3, 2, 1])
    assert game.table.phase == "over"
