"""Rulings 4.10: figures and the wealth track."""

import pytest
from auctions import declined, hammered
from situations import Situation, only

from ketuk.engine.commands import (
    BidCard,
    Build,
    Buy,
    Mortgage,
    Pay,
    Ready,
    Redeem,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.events import AuctionWon, MortgageSet, Paid
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.victory import shown_worth, track
from ketuk.engine.table import BANK, BuyChoice, Free
from ketuk.tui.signs import FINE
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.widgets.players import Rows, players
from ketuk.tui.words import Words

DISKON = 56


# --- 4.10.1: rounding ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "mortgage", "redeem", "sale"),
    [
        (1, 300, 330, 450),
        (2, 400, 440, 600),
        (22, 1200, 1320, 1800),
        (33, 1750, 1930, 2620),
        (35, 2000, 2200, 3000),
    ],
)
def test_4_10_1_mortgage_down_redeem_up_sale_down(
    tile: int, mortgage: int, redeem: int, sale: int
) -> None:
    game = Situation().owns(1, tile)
    events = game.do(Mortgage(1, tile))
    assert only(events, Paid) == Paid(BANK, 1, mortgage, "mortgage", tile, ruling="4.10.1")
    assert game.cash(1) == 17000 + mortgage
    events = game.do(Redeem(1, tile))
    assert only(events, Paid) == Paid(1, BANK, redeem, "redeem", tile, ruling="4.10.1")
    assert game.cash(1) == 17000 + mortgage - redeem
    before = game.cash(1)
    events = game.do(SellProperty(1, tile))
    assert only(events, Paid) == Paid(BANK, 1, sale, "property_sold", tile, ruling="4.10.1")
    assert (game.cash(1), game.owner(tile)) == (before + sale, BANK)


@pytest.mark.parametrize(
    ("tile", "half"), [(1, 250), (10, 500), (19, 620), (24, 750), (28, 870), (33, 1000)]
)
def test_4_10_1_half_a_ruko_price_down(tile: int, half: int) -> None:
    game = Situation().owns(1, tile, level=1)
    events = game.do(SellBuilding(1, tile))
    assert only(events, Paid) == Paid(BANK, 1, half, "building_sold", tile, ruling="4.10.1")
    assert game.cash(1) == 17000 + half


@pytest.mark.parametrize(("tile", "price"), [(19, 1870), (28, 2620), (33, 3000)])
def test_4_10_1_a_menara_sold_whole_down(tile: int, price: int) -> None:
    game = Situation().owns(1, tile, level=3).stock(1, 5)
    game.do(SellBuilding(1, tile))
    assert game.cash(1) == 17000 + price


@pytest.mark.parametrize(
    ("tile", "values"),
    [
        (33, [0, 880, 1750, 2630, 3500, 4380]),
        (35, [0, 1000, 2000, 3000, 4000, 5000]),
        (5, [0, 250, 500, 750, 1000, 1250]),
        (4, [0, 450, 900, 1350, 1800, 2250]),
        (27, [0, 700, 1400, 2100, 2800, 3500]),
    ],
)
def test_4_10_1_bid_cards_to_the_nearest_halves_up(tile: int, values: list[int]) -> None:
    rules = Situation().rules
    assert [bid_value(rules, tile, card) for card in range(6)] == values


def test_4_10_1_what_is_paid_for_a_bid() -> None:
    game = Situation()
    declined(game, 33)
    hammered(game, {2: 3})
    game.do(Pay(2))
    assert game.cash(2) == 17500 - 2630


@pytest.mark.parametrize(("tile", "price"), [(1, 480), (33, 2800), (5, 800)])
def test_4_10_1_diskon(tile: int, price: int) -> None:
    game = Situation().holds(1, DISKON).ask(Free(1), BuyChoice(1, tile))
    game.do(Buy(1, DISKON))
    assert game.cash(1) == 17000 - price


def test_4_10_1_diskon_on_a_rounded_bid_goes_down() -> None:
    game = Situation().holds(2, DISKON)
    declined(game, 33)
    hammered(game, {2: 5})
    game.do(Pay(2, DISKON))
    assert game.cash(2) == 17500 - 3500  # 4,380 less a fifth is 3,504


@pytest.mark.parametrize(("cash", "redeemed"), [(1920, False), (1930, True), (1940, True)])
def test_4_10_1_the_exact_price_is_enough(cash: int, redeemed: bool) -> None:
    game = Situation().owns(1, 33, mortgaged=True).has(1, cash)
    if redeemed:
        game.do(Redeem(1, 33))
        assert game.cash(1) == cash - 1930
        return
    refused = game.refused(Redeem(1, 33))
    assert (refused.reason, refused.about["short"]) == (Reason.SHORT_OF_CASH, 10)


# --- 4.10.2: mortgage window ---------------------------------------------------------------------


def test_4_10_2_built_cities_no_but_proyek_and_nusantara_yes() -> None:
    game = Situation().effects(capital=True).owns(2, 33, 35, level=1).owns(2, 4, 27).has(2, 0)
    declined(game, 5)
    for tile in (33, 35):
        refused = game.refused(Mortgage(2, tile))
        assert (refused.reason, refused.ruling) == (Reason.HAS_BUILDINGS, "4.10.2")
    assert game.refused(SellBuilding(2, 33)).reason is Reason.NOT_YOUR_TURN
    events = game.do(Mortgage(2, 4), Mortgage(2, 27))
    assert [e.tile for e in events if isinstance(e, MortgageSet)] == [4, 27]
    assert game.cash(2) == 900 + 1400


def test_4_10_2_one_built_city_bars_its_group_only() -> None:
    game = Situation().owns(2, 33, level=1).owns(2, 35, 28)
    declined(game, 5)
    assert game.refused(Mortgage(2, 35)).ruling == "4.10.2"
    game.do(Mortgage(2, 28))


def test_4_10_2_a_ruko_of_another_owner_in_the_group_bars_nothing() -> None:
    game = Situation().owns(3, 33, level=1).owns(2, 35)
    declined(game, 5)
    game.do(Mortgage(2, 35))


def test_4_10_2_with_nothing_to_mortgage_a_bidder_still_goes_on() -> None:
    game = Situation().owns(2, 33, 35, level=1).has(2, 0)
    declined(game, 5)
    game.do(Ready(1), Ready(2), Ready(3))
    assert [c.card for c in game.offered() if isinstance(c, BidCard) and c.seat == 2] == [0]
    refused = game.refused(BidCard(2, 1))
    assert (refused.reason, refused.ruling) == (Reason.BID_ABOVE_CASH, "4.2.4")


def test_4_10_2_only_the_window_is_open_to_all() -> None:
    game = Situation().owns(2, 4)
    assert game.refused(Mortgage(2, 4)).reason is Reason.NOT_YOUR_TURN
    declined(game, 5)
    game.do(Ready(1), Ready(2), Ready(3))
    assert game.refused(Mortgage(2, 4)).reason is Reason.NOT_YOUR_TURN
    assert not [c for c in game.offered() if isinstance(c, Mortgage | Build)]


# --- 4.10.3 to 4.10.5: the wealth track ----------------------------------------------------------


@pytest.mark.parametrize(
    ("worth", "box", "rounds"),
    [
        (0, 0, 0),
        (990, 0, 0),
        (1000, 1, 0),
        (39990, 39, 0),
        (40000, 0, 1),
        (40990, 0, 1),
        (41000, 1, 1),
        (79990, 39, 1),
        (80000, 0, 2),
    ],
)
def test_4_10_3_the_track_goes_round_at_40000(worth: int, box: int, rounds: int) -> None:
    assert track(worth) == (box, rounds)


@pytest.mark.parametrize(("owed", "worth"), [(490, 10), (500, 0), (510, -10), (5000, -4500)])
def test_4_10_4_below_zero_the_marker_stands_at_zero_and_the_figure_is_told(
    owed: int, worth: int
) -> None:
    game = Situation().has(1, 500).owes(1, 2, owed)
    assert game.rules.net_worth(game.rules, game.table, 1) == worth
    assert track(worth) == (0, 0)
    assert shown_worth(game.rules, game.table, 1) == worth
    paper = Situation(edition="kertas").has(1, 500).owes(1, 2, owed)
    assert shown_worth(paper.rules, paper.table, 1) == max(worth, 0)


@pytest.mark.parametrize(("edition", "shown"), [("hp", "−4.500"), ("kertas", "0")])
def test_4_10_4_the_rows_of_the_table_show_it_so(edition: str, shown: str) -> None:
    game = Situation(edition=edition).has(1, 500).owes(1, 2, 5000)
    names = Names(Telling(Words("id"), game.rules), game.table)
    grid = players(Rows(names, 0, FINE, head=True), 80)
    worths = list(grid.columns[2].cells)
    assert worths[0] == shown
    assert worths[1:] == ["22.500", "18.000"]


def tie(worth_2: int, cash_2: int, worth_3: int, cash_3: int, *, edition: str) -> Situation:
    """Seats 2 and 3 bid the price of Padang; net worth comes from cash and what others owe."""
    game = Situation(edition=edition).has(2, cash_2).has(3, cash_3)
    game.owes(1, 2, worth_2 - cash_2).owes(1, 3, worth_3 - cash_3)
    return declined(game, 5)


@pytest.mark.parametrize(
    ("edition", "worth_2", "cash_2", "worth_3", "cash_3", "winner", "ruling"),
    [
        ("kertas", 12990, 4000, 12000, 4010, 2, "4.10.5"),  # one box: cash
        ("kertas", 12000, 4010, 12990, 4000, 3, "4.10.5"),
        ("kertas", 13000, 4000, 12990, 9000, 3, "4.2.3"),  # two boxes: the lower
        ("hp", 12990, 4000, 12000, 4010, 3, "4.2.3"),  # the exact figure
        ("hp", 12000, 4010, 12000, 4000, 3, "4.2.3"),
        ("kertas", 40500, 4000, 500, 400, 3, "4.2.3"),  # once round is not the same box
    ],
)
def test_4_10_5_same_box_on_paper_goes_by_cash(
    edition: str, worth_2: int, cash_2: int, worth_3: int, cash_3: int, winner: int, ruling: str
) -> None:
    game = tie(worth_2, cash_2, worth_3, cash_3, edition=edition)
    events = hammered(game, {2: 4, 3: 4})
    won = only(events, AuctionWon)
    assert (won.seat, won.price, won.ruling) == (winner, 1000, ruling)


def test_4_10_5_then_dice() -> None:
    game = tie(12990, 4000, 12000, 4000, edition="kertas")
    events = hammered(game, {2: 4, 3: 4}, dice=[(2,), (6,)])
    won = only(events, AuctionWon)
    assert (won.seat, won.tied, won.ruling) == (3, (2, 3), "4.10.5")
    game.do(Pay(3))
    assert (game.owner(5), game.cash(3)) == (3, 3000)
