"""Klasik, what a tile costs: rents, taxes, parking; figures one below, at and one above."""

import pytest
from situations import only
from town import GROUPS, INCOME_TAX, LUXURY_TAX, PARKING, STATIONS, Town

from ketuk import engine
from ketuk.engine.commands import (
    Choose,
    ClaimRent,
    EndTurn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    PayRent,
    Roll,
    Throw,
)
from ketuk.engine.events import Excused, Paid, RentClosed, RentOpened
from ketuk.engine.refusal import Reason
from ketuk.engine.table import POT, BuyChoice, Due, Free, TaxChoice, replace

DEEDS = {
    1: (2, 10, 30, 90, 160, 250), 3: (4, 20, 60, 180, 320, 450), 6: (6, 30, 90, 270, 400, 550),
    9: (8, 40, 100, 300, 450, 600), 11: (10, 50, 150, 450, 625, 750),
    14: (12, 60, 180, 500, 700, 900), 16: (14, 70, 200, 550, 750, 950),
    19: (16, 80, 220, 600, 800, 1000), 21: (18, 90, 250, 700, 875, 1050),
    24: (20, 100, 300, 750, 925, 1100), 26: (22, 110, 330, 800, 975, 1150),
    29: (24, 120, 360, 850, 1025, 1200), 31: (26, 130, 390, 900, 1100, 1275),
    34: (28, 150, 450, 1000, 1200, 1400), 37: (35, 175, 500, 1100, 1300, 1500),
    39: (50, 200, 600, 1400, 1700, 2000),
}  # fmt: skip


def rent_at(game: Town, tile: int) -> int:
    return only(game.lands(tile), RentOpened).bill.total


# --- streets, stations, utilities --------------------------------------------------------------


@pytest.mark.parametrize("tile", DEEDS)
def test_the_printed_rent_at_every_level(tile: int) -> None:
    assert rent_at(Town().owns(2, tile), tile) == DEEDS[tile][0]
    group = next(g for g in GROUPS.values() if tile in g)
    for level in range(1, 6):
        assert rent_at(Town().owns(2, *group, level=level), tile) == DEEDS[tile][level]


def test_k_6_a_full_set_doubles_the_bare_rent() -> None:
    assert rent_at(Town().owns(2, 37, 39), 39) == 100
    assert rent_at(Town().owns(2, 39).owns(3, 37), 39) == 50


def test_k_6_also_while_another_of_the_set_is_mortgaged() -> None:
    game = Town().owns(2, 39).owns(2, 37, mortgaged=True)
    assert rent_at(game, 39) == 100
    game = Town().owns(2, 39).owns(2, 37, mortgaged=True)
    assert only(game.lands(37), Excused).why == "mortgaged"


@pytest.mark.parametrize(("count", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_k_6_stations_by_number_owned_mortgaged_ones_count(count: int, rent: int) -> None:
    assert rent_at(Town().owns(2, *STATIONS[:count]), 5) == rent
    game = Town().owns(2, *STATIONS[:count]).owns(2, *STATIONS[1:count], mortgaged=True)
    assert rent_at(game, 5) == rent


def test_k_7_a_utility_costs_four_times_the_dice_both_ten_times() -> None:
    assert rent_at(Town().owns(2, 12), 12) == 12
    bill = only(Town().owns(2, 12, 28).lands(12), RentOpened).bill
    assert (bill.total, bill.base, bill.base_why) == (30, 3, "dice")
    assert [(f.name, f.times) for f in bill.factors] == [("utilities", 10)]


def test_k_7_by_card_ten_times_a_fresh_throw_which_leaves_the_double_alone() -> None:
    game = Town().owns(2, 12).stands(1, 3)
    events = game.do(Roll(1), dice=[(2, 2), (5,), (6,)], cards=[55])
    bill = only(events, RentOpened).bill
    assert (bill.total, bill.base) == (110, 11)
    assert (game.at(1), game.table.turn.dice) == (12, (2, 2))
    assert game.table.turn.doubles == 1
    assert game.table.turn.may_roll


def test_k_7_real_dice_are_waited_for() -> None:
    game = Town(dice="real").owns(2, 28).stands(1, 19)
    game.do(Roll(1, (1, 2)), cards=[55])
    game.do(Throw(1, 2), Throw(1, 1))
    assert game.rents()[0].bill.total == 30


def test_k_7_an_owner_who_leaves_before_the_dice_are_down_gets_no_rent() -> None:
    game = Town(dice="real").owns(2, 12).stands(1, 4)
    game.do(Roll(1, (1, 2)), cards=[55])
    game.do(Throw(1, 2), Leave(2), Pass(1), Pass(3), Throw(1, 2))
    assert game.rents() == ()
    assert game.table.top == BuyChoice(1, 12)


def test_k_7_the_own_or_a_mortgaged_utility_needs_no_throw() -> None:
    game = Town().owns(1, 12)
    assert only(game.draws(55), Excused).why == "own"
    game = Town().owns(2, 12, mortgaged=True)
    assert only(game.draws(55), Excused).why == "mortgaged"


@pytest.mark.parametrize("card", [56, 57])
def test_k_8_the_nearest_station_by_card_costs_twice(card: int) -> None:
    game = Town().owns(2, 15, 25)
    bill = only(game.draws(card), RentOpened).bill
    assert game.at(1) == 15
    assert (bill.base, bill.total, bill.rulings) == (50, 100, ("K-8",))


def test_k_8_unowned_it_may_be_bought() -> None:
    game = Town()
    game.draws(56)
    assert engine.commands.Buy(1) in game.offered()
    assert game.at(1) == 15


def test_k_9_the_next_players_roll_loses_the_rent() -> None:
    game = Town().owns(2, 39)
    game.lands(39)
    game.do(EndTurn(1))
    assert ClaimRent(2, 1) in game.offered()
    events = game.stands(2, PARKING - 3).do(Roll(2), dice=[(1, 2)])
    assert only(events, RentClosed).how == "lapsed"
    assert game.rents() == ()


def test_k_9_the_own_extra_roll_does_not() -> None:
    game = Town().owns(2, 39).stands(1, 35)
    game.do(Roll(1), dice=[(2, 2)])
    game.stands(1, PARKING - 3).do(Roll(1), dice=[(1, 2)])
    game.do(ClaimRent(2, 1))
    assert game.cash(2) == 1550


def two_rents() -> Town:
    """Ayu has landed twice at Budi's, by a double, and nobody has asked for anything."""
    game = Town().owns(2, 39, 37).stands(1, 35)
    game.do(Roll(1), dice=[(2, 2)])
    game.stands(1, 34).do(Roll(1), dice=[(1, 2)])
    assert [rent.bill.tile for rent in game.rents()] == [39, 37]
    return game


def test_k_9_two_rents_of_one_owner_are_asked_for_each_by_its_tile() -> None:
    game = two_rents()
    oldest, later = ClaimRent(2, 1), ClaimRent(2, 1, 37)
    assert [c for c in game.offered() if isinstance(c, ClaimRent)] == [oldest, later]
    closed = only(game.do(later), RentClosed)
    assert (closed.tile, closed.how) == (37, "claimed")
    assert [c for c in game.offered() if isinstance(c, ClaimRent)] == [oldest]
    assert game.refused(later).reason is Reason.NO_OPEN_RENT
    assert only(game.do(oldest), RentClosed).tile == 39


def test_k_9_two_landings_on_one_tile_are_asked_for_one_after_the_other() -> None:
    game = two_rents().stands(1, 36)
    twice = tuple(replace(rent, bill=game.rents()[0].bill) for rent in game.rents())
    game.set(rents=twice)
    for _ in twice:
        assert [c for c in game.offered() if isinstance(c, ClaimRent)] == [ClaimRent(2, 1)]
        assert only(game.do(ClaimRent(2, 1)), RentClosed).tile == 39
    assert game.rents() == ()


def test_k_9_a_table_that_agrees_on_nothing_plays_it_so() -> None:
    luck = engine.ScriptedLuck([(6,), (6,), (1,), (1,)])
    laid = engine.new_game(engine.ruleset("klasik"), ["Ayu", "Budi"], luck)
    assert engine.replay(laid).options.edition == "kertas"


def test_k_9_with_the_hp_edition_it_stays_open_until_the_landers_next_turn() -> None:
    game = Town(players=2, edition="hp").owns(2, 39)
    game.lands(39)
    game.do(EndTurn(1))
    game.stands(2, PARKING - 3).do(Roll(2), dice=[(1, 2)])
    assert len(game.rents()) == 1
    events = game.do(EndTurn(2))
    assert only(events, RentClosed).how == "lapsed"


@pytest.mark.parametrize(("cash", "paid"), [(49, False), (50, True), (51, True)])
def test_a_rent_that_cash_covers_is_paid_at_once(cash: int, paid: bool) -> None:
    game = Town().owns(2, 39).owns(1, 1).has(1, cash)
    game.lands(39)
    game.do(PayRent(1, 39))
    assert isinstance(game.table.top, Free) is paid
    if not paid:
        assert game.refused(Pay(1)).reason is Reason.MUST_RAISE
        game.do(Mortgage(1, 1), Pay(1))
    assert game.cash(2) == 1550


# --- taxes and parking -------------------------------------------------------------------------


def test_k_10_the_choice_comes_before_the_count() -> None:
    game = Town()
    game.lands(INCOME_TAX)
    assert game.table.top == TaxChoice(1, INCOME_TAX)
    assert set(game.offered()) == {Choose(1, "fixed"), Choose(1, "part")}
    assert game.refused(Choose(1, "least")).reason is Reason.MISSING
    assert game.refused(Choose(2, "part")).reason is Reason.NOT_YOUR_TURN
    game.do(Choose(1, "fixed"))
    assert game.cash(1) == 1300


@pytest.mark.parametrize(("cash", "tax"), [(1529, 180), (1530, 180), (1531, 181)])
def test_k_10_a_tenth_of_cash_prices_and_buildings_up(cash: int, tax: int) -> None:
    """120 for the two streets, one mortgaged or not, and 150 for three houses."""
    game = Town().owns(1, 1, level=2).owns(1, 3, level=1).has(1, cash)
    game.lands(INCOME_TAX)
    game.do(Choose(1, "part"))
    assert game.cash(1) == cash - tax


def test_k_10_mortgaged_property_counts_in_full() -> None:
    game = Town().owns(1, 5, mortgaged=True).has(1, 800)
    game.lands(INCOME_TAX)
    events = game.do(Choose(1, "part"))
    paid = only(events, Paid)
    assert paid.amount == 100
    assert paid.bill is not None
    assert paid.bill.count == 1000


def test_the_luxury_tax() -> None:
    game = Town()
    game.lands(LUXURY_TAX)
    assert game.cash(1) == 1400


def test_k_25_parking_gives_nothing() -> None:
    game = Town()
    game.lands(LUXURY_TAX)
    assert game.table.pot == 0
    assert not [e for e in Town().lands(PARKING) if isinstance(e, Paid)]


def test_k_25_with_the_house_rule_taxes_fines_and_repairs_gather_there() -> None:
    game = Town(house=("pot",))
    game.lands(LUXURY_TAX)
    assert game.table.pot == 100
    game.turn(1).draws(64)
    assert game.table.pot == 115
    game.turn(1).owns(1, 37, 39, level=1).draws(63)
    assert game.table.pot == 165
    game.turn(1).stuck(1).do(engine.commands.LeaveJail(1))
    assert game.table.pot == 215
    game.turn(1).draws(75)
    assert game.table.pot == 215, "the clinic is no fine"
    before = game.cash(1)
    events = game.turn(1).lands(PARKING)
    paid = only(events, Paid)
    assert (paid.payer, paid.amount, paid.why) == (POT, 215, "pot")
    assert game.cash(1) == before + 215
    assert game.table.pot == 0


def test_k_25_income_tax_too() -> None:
    game = Town(house=("pot",))
    game.lands(INCOME_TAX)
    game.do(Choose(1, "fixed"))
    assert game.table.pot == 200


def test_a_house_rule_that_the_set_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="house rule"):
        Town(house=("loans",))


def test_k_29_everybody_begins_with_1500() -> None:
    notes = 2 * 500 + 2 * 100 + 2 * 50 + 6 * 20 + 5 * 10 + 5 * 5 + 5 * 1
    assert notes == 1500
    assert {p.cash for p in Town(players=8).table.players} == {notes}


def test_a_tax_that_cash_does_not_cover_is_raised_for() -> None:
    game = Town().has(1, 99).owns(1, 5)
    game.lands(LUXURY_TAX)
    assert isinstance(game.table.top, Due)
    assert Mortgage(1, 5) in game.offered()
    game.do(Mortgage(1, 5), Pay(1))
    assert game.cash(1) == 99
