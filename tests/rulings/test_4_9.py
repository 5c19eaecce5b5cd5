"""Rulings 4.9: what multipliers come to."""

import pytest
from situations import Situation, only

from ketuk.engine.commands import PayRent, Roll
from ketuk.engine.events import RentOpened
from ketuk.engine.states import Marker
from ketuk.engine.table import Bill

TOL, BENDUNGAN = 4, 14
LAST = 11
"""The last round of three players."""


def bill(game: Situation, tile: int) -> Bill:
    """Seat 1 lands on ``tile``."""
    game.stands(1, tile - 3)
    rent = only(game.do(Roll(1), dice=[(1, 2)]), RentOpened)
    assert (rent.lander, rent.owner, rent.bill.tile) == (1, 2, tile)
    return rent.bill


def names(found: Bill) -> list[tuple[str, int]]:
    return [(f.name, f.times) for f in found.factors]


@pytest.mark.parametrize(
    ("boom", "festival", "round", "times"),
    [(0, False, 1, 2), (6, False, 1, 4), (0, True, 1, 4), (6, True, 1, 4), (6, True, LAST, 4)],
)
def test_4_9_1_set_boom_festival_last_round(
    boom: int, festival: bool, round: int, times: int
) -> None:
    game = Situation(round=round).owns(2, 33, 35).effects(boom=boom)
    game.effects(festival=Marker(33, 99) if festival else None)
    found = bill(game, 33)
    product = 2 ** len(found.factors)
    assert product == 2 * (2 if boom else 1) * (2 if festival else 1) * (2 if round == LAST else 1)
    assert (found.base, found.total) == (350, 350 * times)
    capped = product > 4
    assert found.cap == (4 if capped else 0)
    assert found.rulings == (("4.2.8", "4.9.1") if capped else ())


def test_4_9_1_sixteen_is_held_at_four() -> None:
    game = Situation(round=LAST).owns(2, 33, 35).effects(boom=6).festival(33)
    found = bill(game, 33)
    assert names(found) == [("set", 2), ("boom", 2), ("festival", 2), ("last_round", 2)]
    game.do(PayRent(1, 33))
    assert (game.cash(1), game.cash(2)) == (17000 - 1400, 17500 + 1400)


@pytest.mark.parametrize(
    ("effects", "times"),
    [
        ({}, 1),
        ({"boom": 6}, 2),
        ({"invested": 8}, 2),
        ({"boom": 6, "invested": 8}, 4),
        ({"boom": 6, "invested": 8, "festival": Marker(33, 99)}, 4),
        ({"boom": 5, "invested": 7, "festival": Marker(35, 99)}, 1),
    ],
)
def test_4_9_2_a_built_city_has_no_set_bonus(effects: dict[str, object], times: int) -> None:
    game = Situation().owns(2, 33, 35, level=1).effects(**effects)
    found = bill(game, 33)
    assert (found.base, found.base_why, found.count) == (2100, "level", 1)
    assert "set" not in dict(names(found))
    assert found.total == 2100 * times
    assert found.rulings[0] == "4.9.2"
    assert ("4.2.8" in found.rulings) is (len(found.factors) > 2)


@pytest.mark.parametrize(("level", "base"), [(0, 350), (1, 2100), (2, 4950), (3, 8400)])
def test_4_9_2_its_building_rent_by_level(level: int, base: int) -> None:
    game = Situation().owns(2, 33, level=level)
    assert bill(game, 33).total == base


def test_4_9_2_its_unbuilt_neighbour_in_the_set_keeps_the_bonus() -> None:
    game = Situation().owns(2, 33).owns(2, 35, level=1)
    found = bill(game, 33)
    assert (found.total, names(found)) == (700, [("set", 2)])


@pytest.mark.parametrize(
    ("homecoming", "round", "times"),
    [(False, 1, 1), (True, 1, 2), (False, LAST, 2), (True, LAST, 4)],
)
def test_4_9_3_toll_in_mudik_and_in_the_last_round(
    homecoming: bool, round: int, times: int
) -> None:
    game = Situation(round=round).owns(2, TOL, 1).effects(homecoming=homecoming)
    found = bill(game, TOL)
    assert (found.base, found.total, found.cap) == (400, 400 * times, 0)
    assert ("4.9.3" in found.rulings) is homecoming
    assert "4.2.8" not in found.rulings


def test_4_9_3_mudik_is_for_the_toll_road_only() -> None:
    game = Situation().owns(2, BENDUNGAN, 10).effects(homecoming=True)
    assert bill(game, BENDUNGAN).total == 400


def test_4_9_3_boom_and_investasi_asing_do_not_reach_a_proyek() -> None:
    game = Situation().owns(2, TOL, 1).effects(boom=1, invested=1)
    found = bill(game, TOL)
    assert (found.total, found.factors) == (400, ())


@pytest.mark.parametrize(("round", "total"), [(LAST - 1, 800), (LAST, 1600)])
def test_4_9_4_nusantara_has_multipliers_and_cap_as_all(round: int, total: int) -> None:
    game = Situation(round=round).owns(2, 27).effects(capital=True, boom=5, invested=6)
    found = bill(game, 27)
    assert (found.base, found.total) == (800, total)
    assert "4.9.4" in found.rulings
    game.do(PayRent(1, 27))
    assert game.cash(2) == 17500 + total
