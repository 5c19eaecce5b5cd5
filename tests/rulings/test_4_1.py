"""Rulings 4.1: moving."""

import pytest
from situations import Situation, kinds, only

from ketuk.engine.commands import (
    Build,
    EndTurn,
    Fly,
    GoOn,
    LeaveJail,
    PayDetour,
    Play,
    Propose,
    RevealCard,
    Roll,
    Stop,
)
from ketuk.engine.events import (
    AnyEvent,
    CardDrawn,
    Jailed,
    Landed,
    Moved,
    Nothing,
    Paid,
    RentOpened,
    Rolled,
    RollSpent,
    TryFailed,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, NOWHERE, POT, Detour, Free, Goods, OpenTurns, Reveal, Trade

JALAN_TIKUS, OJEK, RAZIA, JALUR = 50, 52, 64, 66
ROUTE_OPENS = 83
ZONE_1, ZONE_2, ZONE_6 = (1, 2, 5), (6, 8, 10, 11), (29, 31, 33, 35)


def moves(events: list[AnyEvent]) -> list[tuple[int, int, str]]:
    return [(e.start, e.to, e.how) for e in events if isinstance(e, Moved)]


def salaries(events: list[AnyEvent]) -> list[Paid]:
    return [e for e in events if isinstance(e, Paid) and e.why == "salary"]


# --- 4.1.1 to 4.1.3: slides --------------------------------------------------------------------


def test_4_1_1_salary_then_slide() -> None:
    game = Situation().stands(1, 34).flooded(*ZONE_1).owns(2, 5, 6)
    events = game.do(Roll(1), dice=[(3, 4)])
    assert moves(events) == [(34, 5, "dice"), (5, 6, "slide")]
    assert kinds(events).index("Paid") < kinds(events).index("RentOpened")
    assert [p.amount for p in salaries(events)] == [2000]
    assert next(e for e in events if isinstance(e, Moved) and e.how == "slide").rulings == (
        "4.1.1",
    )
    rent = only(events, RentOpened)
    assert (rent.owner, rent.bill.tile, rent.bill.total) == (2, 6, 100)
    assert (game.cash(1), game.at(1)) == (19000, 6)


def test_4_1_1_the_first_dry_tile_takes_effect_whatever_it_is() -> None:
    game = Situation().stands(1, 35).flooded(*ZONE_1)
    events = game.do(Roll(1), dice=[(1, 1)], cards=[60])
    assert moves(events) == [(35, 1, "dice"), (1, 3, "slide")]
    assert only(events, CardDrawn).card == 60
    assert game.cash(1) == 19000


def test_4_1_2_a_slide_stops_before_the_barricade_and_nothing_is_resolved() -> None:
    game = Situation().stands(1, 34).flooded(*ZONE_1).barricade(2).owns(2, 1, 2)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert moves(events) == [(34, 1, "dice"), (1, 2, "slide")]
    slide = [e for e in events if isinstance(e, Moved)][-1]
    assert (slide.stopped, slide.rulings) == ("barricade", ("4.1.2",))
    landed = only(events, Landed)
    assert (landed.tile, landed.effect, landed.ruling) == (2, "held_by_barricade", "4.1.2")
    assert "RentOpened" not in kinds(events)
    assert game.cash(1) == 19000  # the salary of passing Mulai and nothing else


def test_4_1_2_the_next_turn_meets_the_barricade_again() -> None:
    game = Situation().stands(1, 2).flooded(*ZONE_1).barricade(2).owns(1, 2)
    game.do(Roll(1), dice=[(1, 3)])
    assert isinstance(game.table.top, Detour)
    assert set(game.offered()) == {PayDetour(1), Stop(1)}
    game.do(Stop(1))
    assert (game.at(1), game.cash(1)) == (2, 17000)


def test_4_1_2_held_on_the_very_tile_it_landed_on() -> None:
    game = Situation().stands(1, 5).flooded(*ZONE_2).barricade(8).owns(2, 8)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert moves(events) == [(5, 8, "dice")]
    assert only(events, Landed).effect == "held_by_barricade"
    assert game.table.rents == ()


def test_4_1_3_a_slide_that_ends_on_mulai_pays() -> None:
    game = Situation().stands(1, 31).flooded(*ZONE_6)
    events = game.do(Roll(1), dice=[(1, 3)])
    assert moves(events) == [(31, 35, "dice"), (35, 0, "slide")]
    assert only(salaries(events), Paid) == Paid(BANK, 1, 2000, "salary", ruling="4.1.3")
    assert (game.cash(1), game.table.turn.salary) == (19000, True)


def test_4_1_3_but_not_twice_in_one_turn() -> None:
    game = Situation().stands(1, 34).flooded(*ZONE_6).owns(1, 10, 28).holds(1, OJEK)
    events = game.do(
        Roll(1), Play(1, OJEK), Roll(1), dice=[(6, 6), (6, 6, 6), (3, 4)]
    )  # 34 > 10 past Mulai, > 28, > 35 in the flood, > 0
    assert moves(events)[-1] == (35, 0, "slide")
    assert len(salaries(events)) == 1
    assert (game.at(1), game.cash(1)) == (0, 19000)


# --- 4.1.4 and 4.1.5: doubles and Macet --------------------------------------------------------


def test_4_1_4_the_third_double_in_macet_is_a_failed_try() -> None:
    game = Situation().stands(1, 3).owns(1, 5)
    events = game.do(Roll(1), Roll(1), Roll(1), dice=[(1, 1), (2, 2), (3, 3)])
    assert moves(events) == [(3, 5, "dice"), (5, 9, "dice")]
    assert only(events, Jailed).why == "landed"
    assert only(events, TryFailed) == TryFailed(1, 1, "4.1.4")
    assert (game.at(1), game.table.player(1).jail) == (9, 1)
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    assert EndTurn(1) in game.offered()


def test_4_1_4_it_counts_towards_the_three_tries() -> None:
    game = Situation().stuck(1, tries=2).turn(1, rolls=2, doubles=2)
    game.do(Roll(1), dice=[(2, 3)])
    assert (game.at(1), game.cash(1), game.table.pot) == (14, 16500, 1500)


def test_4_1_5_razia_takes_the_extra_roll_away() -> None:
    game = Situation().stands(1, 3).owns(1, 5).has(2, 1000).holds(2, RAZIA)
    game.do(Roll(1), dice=[(1, 1)])
    events = game.do(Play(2, RAZIA, target=1), GoOn(1))
    assert moves(events) == [(5, 9, "put")]
    assert only(events, RollSpent) == RollSpent(1, "raid", "4.1.5")
    assert game.table.player(1).jail == 0
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    assert EndTurn(1) in game.offered()


def test_4_1_5_before_the_first_roll_there_is_no_extra_roll_to_lose() -> None:
    game = Situation().has(2, 1000).holds(2, RAZIA)
    events = game.do(Play(2, RAZIA, target=1), GoOn(1))
    assert "RollSpent" not in kinds(events)
    assert only(events, Jailed).ruling == ""
    assert {Roll(1), LeaveJail(1)} <= set(game.offered())


# --- 4.1.6 to 4.1.8, 4.1.13: the air route -----------------------------------------------------


def test_4_1_6_the_route_stays_the_same_under_arus_balik() -> None:
    game = Situation().stands(1, 18).effects(backward=True, route_open=True)
    events = game.do(Fly(1))
    assert moves(events) == [(18, 0, "flight")]
    assert only(events, Moved).rulings == ("4.1.13", "4.1.6")
    assert (game.cash(1), game.table.pot) == (16500, 1500)


@pytest.mark.parametrize(("start", "dice", "to"), [(2, (2, 3), 33), (4, (1, 3), 0)])
def test_4_1_6_mulai_against_the_direction_pays_nothing(
    start: int, dice: tuple[int, int], to: int
) -> None:
    game = Situation().stands(1, start).effects(backward=True).owns(1, 33)
    events = game.do(Roll(1), dice=[dice])
    assert moves(events) == [(start, to, "dice")]
    assert only(events, Moved).rulings == ("4.1.6",)
    assert (salaries(events), game.cash(1)) == ([], 17000)


def test_4_1_7_who_stands_at_bandara_when_the_route_opens_may_fly_next_turn() -> None:
    game = Situation().stands(1, 18).set(phase="event").ask(OpenTurns(), Reveal(1))
    events = game.do(RevealCard(1), cards=[ROUTE_OPENS])
    assert "Moved" not in kinds(events)
    assert game.table.state(Effects).route_open
    assert Fly(1) in game.offered()


def test_4_1_7_only_at_the_start_of_a_turn() -> None:
    game = Situation().stands(1, 16).effects(route_open=True)
    game.do(Roll(1), dice=[(1, 1)])
    assert game.at(1) == 18
    refused = game.refused(Fly(1))
    assert (refused.reason, refused.ruling) == (Reason.AFTER_ROLL, "4.1.7")


def test_4_1_7_not_before_the_route_is_open_nor_from_elsewhere() -> None:
    closed = Situation().stands(1, 18).refused(Fly(1))
    assert (closed.reason, closed.ruling) == (Reason.ROUTE_CLOSED, "4.1.7")
    elsewhere = Situation().stands(1, 17).effects(route_open=True).refused(Fly(1))
    assert (elsewhere.reason, elsewhere.ruling) == (Reason.NOT_AT_AIRPORT, "4.1.7")


def test_4_1_8_a_flight_ignores_the_festival_in_jakarta() -> None:
    game = Situation().stands(1, 18).effects(route_open=True).festival(35).owns(2, 35)
    events = game.do(Fly(1))
    assert moves(events) == [(18, 0, "flight")]
    assert only(events, Moved).rulings == ("4.1.13", "4.1.8")
    assert (game.at(1), game.table.rents) == (0, ())


@pytest.mark.parametrize(("cash", "flies"), [(490, False), (500, True), (510, True)])
def test_4_1_13_a_flight_costs_500_to_kas_warga(cash: int, flies: bool) -> None:
    game = Situation().stands(1, 18).effects(route_open=True).has(1, cash)
    assert (Fly(1) in game.offered()) is flies
    if not flies:
        refused = game.refused(Fly(1))
        assert (refused.reason, refused.ruling) == (Reason.SHORT_OF_CASH, "4.1.13")
        assert refused.about == {"short": 10, "amount": 500}
        return
    events = game.do(Fly(1))
    assert only(events, Paid) == Paid(1, POT, 500, "flight", ruling="4.1.13")
    assert (game.at(1), game.cash(1), game.table.pot) == (0, cash - 500, 1500)


def test_4_1_13_no_salary_and_no_roll_but_building_and_trading() -> None:
    game = Situation().stands(1, 18).effects(route_open=True).owns(1, 1, 2)
    events = game.do(Fly(1))
    assert salaries(events) == []
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    game.do(Build(1, 1))
    game.do(Propose(1, Trade(1, 2, Goods(cash=1000), Goods(cash=1000))))


# --- 4.1.9 to 4.1.12, 4.1.14: cards, markers, barricade ----------------------------------------


def test_4_1_9_jalan_tikus_passes_the_barricade_for_nothing() -> None:
    game = Situation().stands(1, 7).barricade(8).owns(2, 10).holds(1, JALAN_TIKUS)
    events = game.do(Play(1, JALAN_TIKUS, steps=3))
    assert moves(events) == [(7, 10, "jalan_tikus")]
    assert only(events, RollSpent).ruling == "4.1.9"
    assert only(events, RentOpened).bill.tile == 10
    assert (game.cash(1), game.table.pot) == (17000, 1000)


def test_4_1_9_and_slides_when_it_ends_in_a_flood() -> None:
    game = Situation().stands(1, 7).barricade(8).flooded(*ZONE_2).holds(1, JALAN_TIKUS)
    events = game.do(Play(1, JALAN_TIKUS, steps=3), cards=[60])
    assert moves(events) == [(7, 10, "jalan_tikus"), (10, 12, "slide")]
    assert only(events, CardDrawn).card == 60


@pytest.mark.parametrize("steps", [0, 1, 6, 7])
def test_4_1_9_it_goes_one_to_six_tiles(steps: int) -> None:
    game = Situation().stands(1, 27).owns(1, 28, 33).holds(1, JALAN_TIKUS)
    play = Play(1, JALAN_TIKUS, steps=steps)
    if steps in (1, 6):
        game.do(play)
        assert game.at(1) == 27 + steps
    else:
        assert game.refused(play).reason is Reason.BAD_STEPS


@pytest.mark.parametrize("dice", [(4, 4, 1), (1, 4, 4), (2, 2, 2)])
def test_4_1_10_an_ojek_with_two_or_three_alike_is_one_double(dice: tuple[int, ...]) -> None:
    game = Situation().owns(1, *range(1, 3), 6).stands(1, 36 - sum(dice)).holds(1, OJEK)
    events = game.do(Play(1, OJEK), dice=[dice])
    rolled = only(events, Rolled)
    assert (rolled.double, rolled.again, rolled.ruling) == (True, True, "4.1.10")
    assert (game.table.turn.doubles, game.table.turn.may_roll) == (1, True)
    game.do(Roll(1), dice=[(1, 5)])  # the extra roll takes two dice
    assert game.at(1) == 6


def test_4_1_10_three_different_dice_are_no_double() -> None:
    game = Situation().stands(1, 27).holds(1, OJEK)
    events = game.do(Play(1, OJEK), dice=[(4, 2, 3)])
    assert (only(events, Rolled).again, only(events, Rolled).ruling) == (False, "")
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT


def test_4_1_10_it_counts_towards_the_third_double() -> None:
    game = Situation().stands(1, 20).turn(1, rolls=2, doubles=2).holds(1, OJEK)
    events = game.do(Play(1, OJEK), dice=[(6, 6, 5)])
    assert moves(events) == [(20, 9, "put")]
    assert only(events, Jailed).why == "third_double"
    assert game.table.turn.may_roll is False


def test_4_1_11_a_double_rolls_again_after_the_festival() -> None:
    game = Situation().stands(1, 3).festival(5).owns(2, 5)
    events = game.do(Roll(1), dice=[(4, 4)])
    moved = only(events, Moved)
    assert (moved.to, moved.stopped, moved.rulings) == (5, "festival", ("4.1.11",))
    assert only(events, RentOpened).bill.total == 200  # festival x2
    assert isinstance(game.table.top, Free)
    assert Roll(1) in game.offered()


def test_4_1_11_without_a_double_it_only_stops() -> None:
    game = Situation().stands(1, 3).festival(5).owns(1, 5)
    assert only(game.do(Roll(1), dice=[(4, 3)]), Moved).rulings == ()
    assert game.at(1) == 5
    assert Roll(1) not in game.offered()


def test_4_1_12_directly_before_the_barricade_and_unpaid() -> None:
    game = Situation().stands(1, 8).barricade(8).owns(2, 8)
    game.do(Roll(1), dice=[(1, 2)])
    events = game.do(Stop(1))
    assert kinds(events) == ["Done", "Nothing"]
    assert only(events, Nothing) == Nothing("move", "barricade", "4.1.12")
    assert (game.at(1), game.cash(1), game.table.rents) == (8, 17000, ())
    assert EndTurn(1) in game.offered()


@pytest.mark.parametrize(("cash", "asked"), [(290, False), (300, True), (310, True)])
def test_4_1_12_the_detour_is_asked_of_who_can_pay_it(cash: int, asked: bool) -> None:
    game = Situation().stands(1, 8).barricade(8).has(1, cash).owns(1, 11)
    events = game.do(Roll(1), dice=[(1, 2)])
    if not asked:
        assert only(events, Nothing).ruling == "4.1.12"
        assert game.at(1) == 8
        return
    game.do(PayDetour(1))
    assert (game.at(1), game.cash(1), game.table.pot) == (11, cash - 300, 1300)


def test_4_1_14_no_jalan_tikus_and_no_ojek_in_macet() -> None:
    game = Situation().stuck(1).holds(1, JALAN_TIKUS, OJEK)
    for play in (Play(1, JALAN_TIKUS, steps=3), Play(1, OJEK)):
        refused = game.refused(play)
        assert (refused.reason, refused.ruling) == (Reason.STUCK, "4.1.14")


@pytest.mark.parametrize("way_out", [LeaveJail(1), Play(1, JALUR)])
def test_4_1_14_once_out_both_can_be_played(way_out: LeaveJail | Play) -> None:
    game = Situation().stuck(1).holds(1, JALAN_TIKUS, OJEK, JALUR)
    game.do(way_out)
    assert game.table.player(1).jail == NOWHERE
    assert {Play(1, JALAN_TIKUS, steps=3), Play(1, OJEK)} <= set(game.offered())
