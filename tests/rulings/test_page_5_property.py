"""Section 5 of the book around the rulings 4.3: rent, building evenly, mortgage, insurance."""

import pytest
from situations import Situation, only

from ketuk.engine.commands import (
    Build,
    EndTurn,
    Mortgage,
    PayRent,
    Play,
    Redeem,
    RevealCard,
    Roll,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.events import (
    CardLaid,
    CardReturned,
    Excused,
    InsuranceSpent,
    LevelChanged,
    Paid,
    RentOpened,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, Due, OpenTurns, Reveal

IZIN, ASURANSI = 58, 60
BANJIR = 80
GROUP_8, GROUP_1, GROUP_2 = (33, 35), (1, 2), (5, 6, 8)


def levels(game: Situation, *tiles: int) -> list[int]:
    return [game.table.holdings[t].level for t in tiles]


def rent(game: Situation, tile: int) -> int:
    """What seat 1 owes for landing there now."""
    game.turn(1).stands(1, (tile - 3) % 36)
    return only(game.do(Roll(1), dice=[(1, 2)]), RentOpened).bill.total


# --- building ----------------------------------------------------------------------------------


def test_a_set_is_built_evenly_up_to_menara() -> None:
    game = Situation().owns(1, *GROUP_8).has(1, 12000)
    for tile, stock in ((33, (11, 6)), (35, (10, 6)), (35, (9, 6)), (33, (8, 6))):
        game.do(Build(1, tile))
        assert game.table.stock == stock
    game.do(Build(1, 33))
    assert (levels(game, *GROUP_8), game.table.stock) == ([3, 2], (10, 5))
    game.do(Build(1, 35))
    assert (game.cash(1), game.table.stock) == (0, (12, 4))
    assert game.refused(Build(1, 35)).reason is Reason.TOP_LEVEL


def test_never_on_one_that_is_not_lowest() -> None:
    game = Situation().owns(1, *GROUP_2)
    game.do(Build(1, 6))
    refused = game.refused(Build(1, 6))
    assert (refused.reason, refused.ruling) == (Reason.UNEVEN, "4.3.8")
    assert {c.tile for c in game.offered() if isinstance(c, Build)} == {5, 8}


@pytest.mark.parametrize(("cash", "builds"), [(490, False), (500, True), (510, True)])
def test_a_ruko_costs_its_price(cash: int, builds: bool) -> None:
    game = Situation().owns(1, *GROUP_1).has(1, cash)
    assert (Build(1, 1) in game.offered()) is builds
    if builds:
        assert only(game.do(Build(1, 1)), Paid) == Paid(1, BANK, 500, "build", 1)
    else:
        assert game.refused(Build(1, 1)).about == {"short": 10, "amount": 500}


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        (lambda g: g.owns(1, 35), Reason.SET_INCOMPLETE),
        (lambda g: g.owns(1, 35).owns(2, 33), Reason.SET_INCOMPLETE),
        (lambda g: g.owns(1, 35).owns(1, 33, mortgaged=True), Reason.SET_MORTGAGED),
        (lambda g: g.owns(1, 33).owns(1, 35, mortgaged=True), Reason.MORTGAGED),
        (lambda g: g.owns(1, 33, 35).flooded(35), Reason.FLOODED),
        (lambda g: g.owns(1, 33, 35, level=2).stock(5, 0), Reason.NO_STOCK),
        (lambda g: g.owns(1, 33, 35).owes(1, 2, 10), Reason.IN_DEBT),
        (lambda g: g.owns(2, 33, 35), Reason.NOT_OWNER),
    ],
)
def test_where_nothing_is_built(laid: object, reason: Reason) -> None:
    game = Situation()
    laid(game)  # type: ignore[operator]
    assert game.refused(Build(1, 35)).reason is reason


@pytest.mark.parametrize(
    ("tile", "reason"),
    [
        (4, Reason.ONLY_CITY),
        (27, Reason.ONLY_CITY),
        (0, Reason.NOT_A_PROPERTY),
        (-1, Reason.NOT_A_PROPERTY),
        (36, Reason.NOT_A_PROPERTY),
    ],
)
def test_only_on_cities(tile: int, reason: Reason) -> None:
    game = Situation().owns(1, 4, 14, 27).effects(capital=True)
    assert game.refused(Build(1, tile)).reason is reason


@pytest.mark.parametrize("tile", [-1, 0, 9, 36, 99])
def test_what_is_no_property_is_neither_sold_nor_mortgaged(tile: int) -> None:
    game = Situation().owns(1, 35)
    for act in (Build, SellBuilding, SellProperty, Mortgage, Redeem):
        assert game.refused(act(1, tile)).reason is Reason.NOT_A_PROPERTY


def test_a_flooded_sister_does_not_stop_building_but_evenness_does() -> None:
    game = Situation().owns(1, *GROUP_2).flooded(6, 8)
    game.do(Build(1, 5))
    assert game.refused(Build(1, 5)).reason is Reason.UNEVEN


def test_buildings_of_a_broken_set_stay_without_further_ones() -> None:
    game = Situation().owns(1, 35, level=2).owns(2, 33)
    assert game.refused(Build(1, 35)).reason is Reason.SET_INCOMPLETE
    game.owns(2, 35, level=2).owns(1, 33)
    assert rent(game, 35) == 5700


# --- selling buildings and cities --------------------------------------------------------------


def test_sales_begin_with_the_highest() -> None:
    game = Situation().owns(1, 5, 6, level=1).owns(1, 8, level=2)
    refused = game.refused(SellBuilding(1, 5))
    assert refused.reason is Reason.UNEVEN
    game.do(SellBuilding(1, 8), SellBuilding(1, 5), SellBuilding(1, 8), SellBuilding(1, 6))
    assert (levels(game, *GROUP_2), game.cash(1)) == ([0, 0, 0], 18000)
    assert game.table.stock == (12, 6)
    assert game.refused(SellBuilding(1, 8)).reason is Reason.NO_BUILDING


def test_after_a_loss_one_sells_and_builds_from_where_it_is() -> None:
    game = Situation().owns(1, 33, level=2).owns(1, 35)
    assert [c for c in game.offered() if isinstance(c, SellBuilding)] == [SellBuilding(1, 33)]
    assert [c for c in game.offered() if isinstance(c, Build)] == [Build(1, 35)]


def test_only_in_the_own_turn_or_for_an_own_payment() -> None:
    game = Situation().owns(2, *GROUP_1, level=1)
    assert game.refused(SellBuilding(2, 1)).reason is Reason.NOT_YOUR_TURN
    game.ask(*game.table.agenda, Due(2, 1, 9_990_000, "rent"))
    game.do(SellBuilding(2, 1))
    assert game.cash(2) == 17750


@pytest.mark.parametrize(("tile", "price"), [(35, 3000), (33, 2620), (1, 450), (5, 750)])
def test_the_bank_pays_three_quarters_for_a_city(tile: int, price: int) -> None:
    game = Situation().owns(1, tile)
    events = game.do(SellProperty(1, tile))
    assert only(events, Paid).amount == price
    assert (game.owner(tile), game.cash(1)) == (BANK, 17000 + price)


def test_not_for_a_mortgaged_or_built_one() -> None:
    game = Situation().owns(1, 35, mortgaged=True).owns(1, *GROUP_1, level=1)
    assert game.refused(SellProperty(1, 35)).reason is Reason.MORTGAGED
    assert game.refused(SellProperty(1, 1)).reason is Reason.HAS_BUILDINGS
    assert game.refused(SellProperty(1, 33)).reason is Reason.NOT_OWNER


def test_the_insurance_of_a_sold_city_goes_under_the_deck() -> None:
    game = Situation().owns(1, 35).insured(35)
    assert only(game.do(SellProperty(1, 35)), CardReturned).card == 60
    assert game.table.deck("siasat").bottom == (60,)
    assert game.table.holdings[35].insurance == 0


# --- mortgage ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "value", "back"), [(35, 2000, 2200), (33, 1750, 1930), (1, 300, 330), (4, 900, 990)]
)
def test_half_the_price_and_a_tenth_more_to_redeem(tile: int, value: int, back: int) -> None:
    game = Situation().owns(1, tile)
    game.do(Mortgage(1, tile))
    assert game.cash(1) == 17000 + value
    game.do(Redeem(1, tile))
    assert game.cash(1) == 17000 + value - back
    assert game.refused(Redeem(1, tile)).reason is Reason.NOT_MORTGAGED


@pytest.mark.parametrize(("cash", "redeems"), [(1920, False), (1930, True), (1940, True)])
def test_redeeming_takes_the_whole_price(cash: int, redeems: bool) -> None:
    game = Situation().owns(1, 33, mortgaged=True).has(1, cash)
    assert (Redeem(1, 33) in game.offered()) is redeems
    if not redeems:
        assert game.refused(Redeem(1, 33)).about == {"short": 10, "amount": 1930}


def test_a_debtor_mortgages_but_does_not_redeem() -> None:
    game = Situation().owns(1, 35).owns(1, 33, mortgaged=True).owes(1, 2, 3000)
    assert game.refused(Redeem(1, 33)).reason is Reason.IN_DEBT
    game.do(Mortgage(1, 35))
    assert (game.cash(1), game.cash(2)) == (17000, 19500)


def test_a_mortgaged_property_brings_no_rent() -> None:
    game = Situation().owns(2, 35, mortgaged=True).stands(1, 32)
    assert only(game.do(Roll(1), dice=[(1, 2)]), Excused).why == "mortgaged"


def test_redeeming_the_last_one_makes_the_set_active() -> None:
    game = Situation().owns(2, 35).owns(2, 33, mortgaged=True)
    assert rent(game, 35) == 400
    game.turn(2).do(Redeem(2, 33))
    assert rent(game, 35) == 800


# --- rent --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "total"), [(0, 800), (1, 2400), (2, 5700), (3, 9600)])
def test_rent_by_what_stands_there(level: int, total: int) -> None:
    game = Situation().owns(2, 33).owns(2, 35, level=level)
    assert rent(game, 35) == total


def test_an_empty_city_of_an_active_set_pays_double_also_beside_a_built_one() -> None:
    game = Situation().owns(2, 33).owns(2, 35, level=1)
    assert rent(game, 33) == 700


def test_creditor_and_amount_are_as_at_landing() -> None:
    game = Situation().owns(2, 35).stands(1, 32)
    game.do(Roll(1), dice=[(1, 2)])
    game.owns(3, 35).festival(35)
    game.do(PayRent(1, 35))
    assert (game.cash(1), game.cash(2), game.cash(3)) == (16600, 17900, 18000)


# --- Izin Bangun and Asuransi ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "tile", "reason"),
    [
        (lambda g: g.owns(1, 35, level=2), 35, Reason.TOP_LEVEL),
        (lambda g: g.owns(1, 35).flooded(35), 35, Reason.FLOODED),
        (lambda g: g.owns(1, 35, mortgaged=True), 35, Reason.MORTGAGED),
        (lambda g: g.owns(2, 35), 35, Reason.NOT_OWNER),
        (lambda g: g.owns(1, 4), 4, Reason.ONLY_CITY),
        (lambda g: g.owns(1, 35).owes(1, 2, 10), 35, Reason.IN_DEBT),
        (lambda g: g.owns(1, 35), -1, Reason.NO_TARGET),
    ],
)
def test_where_izin_bangun_does_not_help(laid: object, tile: int, reason: Reason) -> None:
    game = Situation().holds(1, IZIN)
    laid(game)  # type: ignore[operator]
    assert game.refused(Play(1, IZIN, tile=tile)).reason is reason


@pytest.mark.parametrize("level", [0, 1])
def test_izin_bangun_needs_neither_set_nor_evenness(level: int) -> None:
    game = Situation().owns(1, 35, level=level).owns(1, 33).holds(1, IZIN)
    game.do(Play(1, IZIN, tile=35))
    assert levels(game, 33, 35) == [0, level + 1]


def test_a_ruko_by_permit_brings_its_rent_without_a_set() -> None:
    game = Situation().owns(2, 35, level=1)
    assert rent(game, 35) == 2400


def test_asuransi_is_laid_on_an_own_city_once() -> None:
    game = Situation().owns(1, 35).owns(2, 33).holds(1, ASURANSI, ASURANSI + 1)
    events = game.do(Play(1, ASURANSI, tile=35))
    assert only(events, CardLaid) == CardLaid(1, ASURANSI, 35)
    assert (game.table.player(1).hand, game.table.deck("siasat").bottom) == ((ASURANSI + 1,), ())
    assert game.refused(Play(1, ASURANSI + 1, tile=35)).reason is Reason.ALREADY_INSURED
    assert game.refused(Play(1, ASURANSI + 1, tile=33)).reason is Reason.NOT_OWNER
    assert game.refused(Play(1, ASURANSI + 1, tile=0)).ruling == "4.8.11"


def test_asuransi_spares_from_one_banjir_only() -> None:
    game = Situation().owns(2, 33).owns(2, 35, level=2).insured(35)
    game.set(phase="event").ask(OpenTurns(), Reveal(1))
    events = game.do(RevealCard(1), cards=[BANJIR])
    assert only(events, InsuranceSpent).tile == 35
    assert (
        levels(game, 35),
        game.table.state(Effects).flooded(35),
        game.table.state(Effects).flooded(33),
    ) == ([2], False, True)
    again = Situation(players=4).owns(2, 33).owns(2, 35, level=2)
    again.set(phase="event").ask(OpenTurns(), Reveal(1))
    assert only(again.do(RevealCard(1), cards=[BANJIR]), LevelChanged).level == 1


def test_flood_tiles_recede_at_the_end_of_the_next_round() -> None:
    game = Situation(round=3).owns(2, *GROUP_8).set(phase="event")
    game.ask(OpenTurns(), Reveal(1)).do(RevealCard(1), cards=[BANJIR])
    for round, wet in ((3, True), (4, False)):
        game.set(round=round, opener=2).turn(1, may_roll=False).do(EndTurn(1))
        assert game.table.state(Effects).flooded(35) is wet
