"""Net worth as section 5 of the book counts it, part by part, and the places that follow."""

import pytest
from situations import Situation, only

from ketuk.engine.commands import EndTurn
from ketuk.engine.events import GameEnded
from ketuk.engine.table import POT, Contract, Place


def worth(game: Situation, seat: int) -> int:
    return game.rules.net_worth(game.rules, game.table, seat)


def poor() -> Situation:
    return Situation().has(1, 1000).has(2, 1000).has(3, 1000)


def test_a_property_counts_its_printed_price_and_mortgaged_less_the_mortgage() -> None:
    assert worth(poor().owns(1, 33, 4), 1) == 1000 + 3500 + 1800
    assert worth(poor().owns(1, 33, mortgaged=True), 1) == 1000 + 3500 - 1750


@pytest.mark.parametrize(("level", "cost"), [(1, 2000), (2, 4000), (3, 6000)])
def test_a_building_counts_what_it_has_cost(level: int, cost: int) -> None:
    assert worth(poor().owns(1, 35, level=level), 1) == 1000 + 4000 + cost


def test_a_debt_counts_on_both_sides() -> None:
    game = poor().owes(1, 2, 300).owes(1, POT, 50)
    assert [worth(game, seat) for seat in (1, 2, 3)] == [650, 1300, 1000]


def test_a_loan_counts_its_repayment_on_both_sides_long_before_it_is_due() -> None:
    game = poor().set(contracts=(Contract("loan", 2, 1, 9, 700),))
    assert [worth(game, seat) for seat in (1, 2, 3)] == [300, 1700, 1000]


def test_a_bebas_sewa_cards_and_open_rents_count_nothing() -> None:
    game = poor().holds(1, 50, 60).set(contracts=(Contract("rent_free", 2, 1, 9),))
    assert [worth(game, seat) for seat in (1, 2)] == [1000, 1000]


# --- the ranking -------------------------------------------------------------------------------


def ended(game: Situation) -> tuple[Place, ...]:
    """The places once the last turn of all is over."""
    game.set(round=11, opener=1).turn(3, may_roll=False)
    return only(game.do(EndTurn(3)), GameEnded).ranking


def test_the_highest_net_worth_wins() -> None:
    places = ended(Situation().has(1, 5000).has(2, 5010).has(3, 4990))
    assert [(p.place, p.seat, p.worth) for p in places] == [
        (1, 2, 5010),
        (2, 1, 5000),
        (3, 3, 4990),
    ]


def test_equal_worth_goes_by_cash_before_the_number_of_properties() -> None:
    game = Situation().has(1, 1000).owns(1, 1, 2, 13).has(2, 2000).owns(2, 17).has(3, 0)
    places = ended(game)
    assert [(p.place, p.seat, p.cash, p.properties) for p in places] == [
        (1, 2, 2000, 1),
        (2, 1, 1000, 3),
        (3, 3, 0, 0),
    ]


def test_equal_cash_goes_by_the_number_of_properties() -> None:
    game = Situation().has(1, 500).owns(1, 15).has(2, 500).owns(2, 5, 2).has(3, 0)
    assert [(p.place, p.seat) for p in ended(game)] == [(1, 2), (2, 1), (3, 3)]


def test_what_is_equal_in_all_shares_a_place_and_the_next_is_not_moved_up() -> None:
    game = Situation().has(1, 500).owns(1, 5).has(2, 500).owns(2, 6).has(3, 0)
    assert [(p.place, p.seat) for p in ended(game)] == [(1, 1), (1, 2), (3, 3)]


def test_a_debt_that_is_left_lowers_the_place() -> None:
    game = Situation().has(1, 0).owns(1, 35).owes(1, 3, 600).has(2, 3500).has(3, 3000)
    assert [(p.seat, p.worth) for p in ended(game)] == [(3, 3600), (2, 3500), (1, 3400)]
