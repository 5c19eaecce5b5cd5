"""Rulings 4.7: how many play, and who opens a round. Leaving in every phase: test_leaving.py."""

import pytest
from auctions import hammered
from situations import Situation, only

from ketuk import engine
from ketuk.engine.commands import Buy, EndTurn, Leave, Pay, RevealCard, Roll
from ketuk.engine.events import (
    AuctionClosed,
    AuctionOpened,
    CardReturned,
    Paid,
    QueueChanged,
    Released,
    RoundBegan,
    SeatLeft,
    TurnBegan,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Effects, Marker
from ketuk.engine.table import (
    BANK,
    Bidding,
    BuyChoice,
    Contract,
    Deck,
    Free,
    OpenRound,
    OpenTurns,
    Options,
    Reveal,
    Table,
)

NUSANTARA = engine.ruleset("nusantara")
ALL = tuple(range(80, 92))
NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita")


def new_table(players: int) -> Table:
    luck = engine.ScriptedLuck(cards=range(50, 50 + players))
    return engine.replay(engine.new_game(NUSANTARA, NAMES[:players], luck, Options()))


def laid(players: int, *, cash: tuple[int, ...], rounds: int, without: tuple[int, ...]) -> None:
    """The table as it is laid for so many players, up to the first reveal."""
    table = new_table(players)
    assert tuple(p.cash for p in table.players) == cash
    assert table.rounds == rounds
    deck: Deck = table.deck("kejadian")
    assert deck.unseen == tuple(c for c in ALL if c not in without)
    assert len(deck.unseen) == rounds
    assert [p.hand for p in table.players] == [(50 + at,) for at in range(players)]
    assert {(p.at, p.jail) for p in table.players} == {(0, -1)}
    assert (table.pot, table.stock) == (1000, (12, 6))
    assert table.bank + table.pot + sum(cash) == 0
    assert (table.round, table.opener, table.top) == (1, 1, Reveal(1))


def test_4_7_1_three_players() -> None:
    laid(3, cash=(17000, 17500, 18000), rounds=11, without=(81,))


def test_4_7_2_four_players() -> None:
    laid(4, cash=(15000, 16500, 16500, 16500), rounds=12, without=())


def test_4_7_3_five_players() -> None:
    laid(5, cash=(15000, 17000, 17000, 17000, 17000), rounds=10, without=(81, 84))


def test_4_7_4_six_players() -> None:
    cash = (13000, 15000, 15500, 15500, 16000, 16500)
    laid(6, cash=cash, rounds=10, without=(81, 84))


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_4_7_1_and_4_7_4_no_fewer_and_no_more(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        engine.new_game(NUSANTARA, NAMES[:players], engine.NoLuck())


@pytest.mark.parametrize(
    ("players", "card", "ruling"),
    [(3, 81, "4.7.1"), (5, 81, "4.7.3"), (5, 84, "4.7.3"), (6, 81, "4.7.4"), (6, 84, "4.7.4")],
)
def test_4_7_1_to_4_7_4_a_real_deck_refuses_cards_that_stay_in_the_box(
    players: int, card: int, ruling: str
) -> None:
    game = Situation(players=players, decks="real").set(phase="queue").ask(OpenTurns(), Reveal(1))
    refused = game.refused(RevealCard(1, card))
    assert (refused.reason, refused.ruling) == (Reason.CARD_NOT_IN_DECK, ruling)
    game.do(RevealCard(1, 82))
    game.set(phase="queue").ask(OpenTurns(), Reveal(1))
    seen = game.refused(RevealCard(1, 82))
    assert (seen.reason, seen.ruling) == (Reason.CARD_NOT_IN_DECK, "")


# --- 4.7.5: a player leaves ----------------------------------------------------------------------


def leaver() -> Situation:
    """Seat 2 of four has a bit of everything."""
    game = Situation(players=4, round=3)
    game.owns(2, 35, mortgaged=True).owns(2, 4).owns(2, 10, 11, 13, level=1).insured(13, 61)
    game.holds(2, 50, 64).owes(2, 3, 700).owes(4, 2, 300)
    game.set(contracts=(Contract("loan", 2, 1, 5, 900), Contract("rent_free", 3, 4, 5)))
    return game.effects(festival=Marker(10, 9), barricade=Marker(13, 9)).flooded(11)


def test_4_7_5_everything_goes_back_and_claims_are_void() -> None:
    game = leaver()
    cash = game.cash(2)
    events = game.do(Leave(2))
    assert only(events, SeatLeft) == SeatLeft(2, 3, "4.7.5")
    tiles = (4, 10, 11, 13, 35)
    assert [e.tile for e in events if isinstance(e, Released)] == list(tiles)
    assert [game.table.holdings[t] for t in tiles] == [game.table.holdings[1]] * 5
    assert game.table.stock == (12, 6)
    assert (game.cash(2), game.table.player(2).hand) == (0, ())
    assert [e.card for e in events if isinstance(e, CardReturned)] == [61, 50, 64]
    assert game.table.deck("siasat").bottom == (61, 50, 64)
    assert only(events, Paid) == Paid(2, BANK, cash, "left")
    assert not game.table.debts
    assert game.table.contracts == (Contract("rent_free", 3, 4, 5),)
    assert [game.cash(s) for s in (1, 3, 4)] == [15000, 16500, 16500]
    assert only(events, QueueChanged).queue == game.table.queue == tiles
    assert (game.table.rounds, game.table.seats) == (12, (1, 3, 4))


def test_4_7_5_marker_barricade_and_floods_stay() -> None:
    game = leaver()
    effects = game.table.state(Effects)
    game.do(Leave(2))
    assert game.table.state(Effects) == effects


def next_round(game: Situation, *, round: int) -> None:
    """Round ``round`` begins."""
    game.set(round=round - 1, phase="turn").ask(OpenRound()).turn(4, may_roll=False)
    game.set(opener=1).do(EndTurn(4))
    assert game.table.round == round


def test_4_7_5_one_property_a_round_before_the_event() -> None:
    game = Situation(players=4, round=3).owns(2, 4, 35)
    game.do(Leave(2))
    next_round(game, round=5)
    auction = game.table.auction
    assert auction is not None
    assert (auction.tile, auction.why, auction.leader) == (4, "left", 1)
    assert auction.seats == (1, 3, 4)
    hammered(game, {3: 4})
    game.do(Pay(3))
    assert (game.owner(4), game.cash(3)) == (3, 16500 - 1800)
    assert (game.table.queue, game.table.top) == ((35,), Reveal(1))
    next_round(game, round=5)
    assert game.table.auction is not None
    assert game.table.auction.tile == 35


def test_4_7_5_all_zero_leaves_the_queue_with_the_bank() -> None:
    game = Situation(players=4, round=3).owns(2, 4, 35)
    game.do(Leave(2))
    next_round(game, round=5)
    events = hammered(game, {})
    assert only(events, AuctionClosed).how == "unsold"
    assert (game.owner(4), game.table.queue) == (BANK, (35,))


def test_4_7_5_earlier_leavers_come_first_then_tile_order() -> None:
    game = Situation(players=4, round=3).owns(3, 2, 30 + 1).owns(2, 1, 35)
    game.do(Leave(3), Leave(2))
    assert game.table.queue == (2, 31, 1, 35)


def test_4_7_5_whoever_lands_first_may_buy() -> None:
    game = Situation(players=4, round=3).owns(2, 5, 35)
    game.do(Leave(2))
    game.stands(1, 2).do(Roll(1), dice=[(1, 2)])
    assert game.table.top == BuyChoice(1, 5)
    game.do(Buy(1))
    assert (game.owner(5), game.cash(1), game.table.queue) == (1, 14000, (35,))


@pytest.mark.parametrize(("card", "price"), [(2, 0), (3, 2100), (5, 3500)])
def test_4_7_5_nusantara_keeps_its_lowest_bid(card: int, price: int) -> None:
    game = Situation(players=4, round=3, edition="kertas").effects(capital=True).owns(2, 27)
    game.do(Leave(2))
    next_round(game, round=5)
    assert game.table.auction is not None
    assert game.table.auction.minimum == 2000
    events = hammered(game, {3: card})
    if price:
        game.do(Pay(3))
    else:
        assert only(events, AuctionClosed).how == "unsold"
    assert game.cash(3) == 16500 - price


def test_4_7_5_after_the_end_there_is_nothing_to_leave() -> None:
    game = Situation()
    game.do(Leave(1), Leave(2))
    assert game.refused(Leave(3)).reason is Reason.GAME_OVER
    assert game.offered() == ()


def test_4_7_5_a_seat_that_has_left_asks_for_nothing() -> None:
    game = Situation()
    game.do(Leave(2))
    for command in (Roll(2), Leave(2)):
        assert game.refused(command).reason is Reason.SEAT_LEFT


# --- 4.7.6: who opens ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "round", "opener"),
    [
        ((), 5, 1),
        ((), 6, 2),
        ((), 9, 1),
        ((2,), 6, 3),
        ((2, 3), 6, 4),
        ((4,), 8, 1),
        ((4,), 7, 3),
        ((4, 1), 8, 2),
    ],
)
def test_4_7_6_the_next_to_the_left_opens(left: tuple[int, ...], round: int, opener: int) -> None:
    game = Situation(players=4, round=round - 1)
    game.do(*(Leave(s) for s in left))
    last = game.table.seats[-1]
    game.set(phase="turn", opener=game.table.seats[0]).turn(last, may_roll=False)
    events = game.do(EndTurn(last))
    replaced = (round - 1) % 4 + 1 in left
    assert only(events, RoundBegan) == RoundBegan(round, opener, "4.7.6" if replaced else "")
    assert game.table.top == Reveal(opener)


def test_4_7_6_turns_go_clockwise_from_there_past_empty_seats() -> None:
    game = Situation(players=4, round=5)
    game.do(Leave(2))
    game.set(phase="turn", opener=1).turn(4, may_roll=False).do(EndTurn(4))
    order = []
    events = game.do(RevealCard(3), cards=[82])
    while len(order) < 3:
        began = only(events, TurnBegan).seat
        order.append(began)
        game.turn(began, may_roll=False)
        events = game.do(EndTurn(began))
    assert order == [3, 4, 1]
    assert only(events, RoundBegan) == RoundBegan(7, 3)


def test_4_7_6_the_opener_of_this_round_leaves_before_the_reveal() -> None:
    game = Situation(players=4, round=2).set(phase="queue", opener=2)
    game.ask(OpenTurns(), Reveal(2)).do(Leave(2))
    assert game.table.top == Reveal(3)
    game.do(RevealCard(3), cards=[82])
    assert game.table.top == Free(3)


def test_4_7_6_and_during_the_auction_before_it() -> None:
    game = Situation(players=4, round=3).owns(3, 4)
    game.do(Leave(3))
    next_round(game, round=5)
    assert isinstance(game.table.top, Bidding)
    game.do(Leave(1))
    assert game.table.auction is not None
    assert game.table.auction.leader == 2
    events = hammered(game, {})
    assert not [e for e in events if isinstance(e, AuctionOpened)]
    assert game.table.top == Reveal(2)
