"""Merek, moving: salary and its end, cards that move, the Prisão, the third die."""

import pytest
from praca import BUS, CASINO, INDUSTRY, JAIL, M1, RAPIDO, SORTE, Praca
from situations import kinds, only

from ketuk.engine.commands import (
    AnyCommand,
    Build,
    Choose,
    Decline,
    LeaveJail,
    Mortgage,
    Pass,
    Pay,
    Pick,
    Play,
    Roll,
)
from ketuk.engine.events import AnyEvent, Freed, Jailed, Moved, Nothing, Paid, Rolled, TurnEnded
from ketuk.engine.refusal import Reason
from ketuk.engine.table import NOWHERE, BuyChoice, Due, Free, Jump, StepChoice, replace


def paid_by_bank(events: list[AnyEvent], why: str) -> int:
    return sum([e.amount for e in events if isinstance(e, Paid) and e.why == why])


@pytest.mark.parametrize(
    ("mode", "clock", "salary"),
    [(0, "45:58", 2000), (0, "45:59", 2000), (0, "46:00", 0), (0, "46:01", 0),
     (RAPIDO, "29:59", 2000), (RAPIDO, "30:00", 0)],
)  # fmt: skip
def test_m_1_the_salary_ends_with_the_clock(mode: int, clock: str, salary: int) -> None:
    game = Praca(mode=mode).minutes(clock).stands(1, 38)
    events = game.do(Roll(1), dice=[(1, 3)], cards=[64])
    assert paid_by_bank(events, "salary") == salary
    over = [e for e in events if isinstance(e, Nothing) and e.what == "salary_over"]
    assert bool(over) is (salary == 0)


@pytest.mark.parametrize(("clock", "got"), [("45:59", 3000), ("46:00", 0)])
def test_m_1_the_exact_bonus_ends_with_it(clock: str, got: int) -> None:
    game = Praca().minutes(clock).stands(1, 37)
    before = game.cash(1)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.cash(1) == before + got


def test_m_1_an_own_table_without_an_end_pays_for_ever() -> None:
    game = Praca(salary_ends=0).minutes("600:00").stands(1, 37)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.cash(1) == 18000


def test_m_2_the_card_to_the_start_pays_both_and_leaving_it_nothing_more() -> None:
    game = Praca()
    events = game.draws(50)
    assert (paid_by_bank(events, "salary"), paid_by_bank(events, "exact")) == (2000, 1000)
    game.turn(1).lands(3)
    assert game.cash(1) == 18000


def test_m_3_back_from_2_to_39_pays_no_salary() -> None:
    game = Praca().stands(1, 39)
    events = game.do(Roll(1), dice=[(1, 2)], cards=[57])
    assert game.at(1) == 39
    assert isinstance(game.table.top, BuyChoice)
    assert paid_by_bank(events, "salary") == 2000, "that of the roll past the start alone"


def test_m_3_back_from_33_leads_to_the_prison_and_from_36_to_another_card() -> None:
    game = Praca()
    events = game.lands(33, cards=[57])
    assert only(events, Jailed).why == "sent"
    assert game.at(1) == JAIL
    game = Praca()
    events = game.lands(36, cards=[57, 60])
    assert game.at(1) == 33
    assert game.cash(1) == 15500


def test_m_3_prison_ends_the_turn_and_pays_no_salary() -> None:
    game = Praca().stands(1, 26)
    events = game.do(Roll(1), dice=[(2, 2)])
    assert only(events, TurnEnded).seat == 1, "the double is lost"
    assert game.cash(1) == 15000


@pytest.mark.parametrize(("cash", "asked"), [(499, True), (500, False), (501, False)])
def test_m_5_the_third_failed_try_costs_the_fee_and_moves_by_that_throw(
    cash: int, asked: bool
) -> None:
    game = Praca().owns(1, 39).has(1, cash).stuck(1, tries=2)
    events = game.do(Roll(1), dice=[(1, 3)])
    if asked:
        assert isinstance(game.table.top, Due)
        assert game.left == 60
        events = game.do(Mortgage(1, 39))
    assert only(events, Freed).how == "tries"
    assert game.at(1) == 14


def test_m_5_out_by_money_or_card_the_turn_is_as_any_other() -> None:
    game = Praca().stuck(1)
    game.do(LeaveJail(1))
    assert game.cash(1) == 14500
    assert only(game.do(Roll(1), dice=[(2, 2)]), Rolled).again
    game = Praca().stuck(1).holds(1, 58)
    game.do(Play(1, 58))
    assert game.table.player(1).jail == NOWHERE
    game = Praca().holds(1, 58)
    assert game.refused(Play(1, 58)).reason is Reason.NOT_STUCK


def test_m_5_out_by_a_double_it_moves_and_rolls_no_more() -> None:
    game = Praca().stuck(1, tries=1)
    rolled = only(game.do(Roll(1), dice=[(3, 3)]), Rolled)
    assert not rolled.again
    assert game.at(1) == 16


# --- the third die -----------------------------------------------------------------------------


def third(round: int = 8, **more: int) -> Praca:
    return Praca(mode=RAPIDO, round=round, **more)


@pytest.mark.parametrize(("round", "dice"), [(7, (1, 2)), (8, (1, 2, 3)), (9, (1, 2, 3))])
def test_m_22_the_third_die_joins_in_round_8(round: int, dice: tuple[int, ...]) -> None:
    game = third(round)
    game.do(Roll(1), dice=[dice])
    assert game.at(1) == sum(dice)


def test_m_22_no_third_die_in_the_prison_nor_in_classico() -> None:
    game = third().stuck(1)
    game.do(Roll(1), dice=[(1, 2)])
    game = Praca(round=20)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.at(1) == 3


def test_m_22_three_equal_jump_anywhere_and_are_no_double() -> None:
    game = third().turn(1, rolls=2, doubles=2).stands(1, 35)
    rolled = only(game.do(Roll(1), dice=[(2, 2, 2)]), Rolled)
    assert not rolled.double
    assert game.table.top == Jump(1)
    assert len([c for c in game.offered() if isinstance(c, Pick)]) == 39
    assert game.refused(Pick(1, 35)).reason is Reason.BAD_TARGET
    assert game.refused(Roll(1)).reason is Reason.QUESTION_OPEN
    events = game.do(Pick(1, 10))
    assert paid_by_bank(events, "salary") == 2000, "ahead, past the start"
    assert only(events, TurnEnded).seat == 1
    assert game.table.player(1).jail == NOWHERE


def test_m_22_white_threes_of_a_letter_face_are_a_double() -> None:
    game = third().turn(1, rolls=2, doubles=2)
    events = game.do(Roll(1), dice=[(3, 3, M1)])
    assert only(events, Jailed).why == "third_double"
    assert not [e for e in events if isinstance(e, Moved) and e.how == "m1"]
    assert game.at(1) == JAIL


@pytest.mark.parametrize("steps", [4, 8])
def test_m_22_bus_walks_one_die_or_both_and_a_double_rolls_again(steps: int) -> None:
    game = third().stands(1, 0)
    game.do(Roll(1), dice=[(4, 4, BUS)])
    assert game.table.top == StepChoice(1, (4, 8))
    assert {c.target for c in game.offered() if isinstance(c, Choose)} == {4, 8}
    assert game.refused(Choose(1, "steps", 5)).reason is Reason.BAD_STEPS
    game.do(Choose(1, "steps", steps))
    assert game.at(1) == steps
    game.do(Pay(1)) if isinstance(game.table.top, Due) else game.do(*_no(game))
    assert game.table.top == Free(1)


def _no(game: Praca) -> list[AnyCommand]:
    seats = (2, 3)
    return [Decline(1), *[Pass(s) for s in seats]]


def test_m_22_bus_with_two_dice_gives_three_ways() -> None:
    game = third()
    game.do(Roll(1), dice=[(5, 3, BUS)])
    assert game.table.top == StepChoice(1, (3, 5, 8))
    assert game.refused(Build(1, 1)).reason is Reason.QUESTION_OPEN


def test_m_23_m1_resolves_and_goes_on_to_the_nearest_unowned() -> None:
    game = third().owns(2, 11, 12).stands(1, 4)
    events = game.do(Roll(1), dice=[(1, 5, M1)])
    assert [e.to for e in events if isinstance(e, Moved)] == [10, 13]
    assert game.table.top == BuyChoice(1, 13)


def test_m_23_with_none_unowned_to_an_opponents_and_never_where_it_stands() -> None:
    game = third().owns(1, *_deeds()).owns(2, 11, mortgaged=True).stands(1, 6)
    events = game.do(Roll(1), dice=[(1, 4, M1)])
    assert [e.to for e in events if isinstance(e, Moved)] == [11]
    nothing = only(events, Nothing)
    assert nothing.what == "onward_nowhere", "11 is where it stands"


def test_m_23_the_first_tile_jails_and_there_is_no_second_move() -> None:
    game = third().stands(1, 24)
    events = game.do(Roll(1), dice=[(1, 5, M1)])
    assert only(events, Nothing).why == "jailed"
    assert game.at(1) == JAIL


def test_m_23_the_first_tile_bankrupts_and_nobody_goes_on() -> None:
    game = third().owns(2, 39, level=5).stands(1, 33).has(1, 10)
    game.owns(2, 37, level=5)
    game.do(Roll(1), dice=[(1, 5, M1)])
    events = game.later(60)
    assert game.table.player(1).left
    assert not [e for e in events if isinstance(e, Moved)]


def _deeds() -> tuple[int, ...]:
    return tuple(t for t in Praca().rules.board.deeds)


@pytest.mark.parametrize(
    ("dice", "steps", "counted"),
    [((4, 3, 2), 0, 9), ((4, 3, BUS), 4, 7), ((4, 3, BUS), 7, 7)],
)
def test_m_28_industry_counts_white_dice_and_a_third_that_counts(
    dice: tuple[int, ...], steps: int, counted: int
) -> None:
    game = third().owns(2, INDUSTRY[0])
    walked = steps or 9
    game.stands(1, INDUSTRY[0] - walked)
    game.do(Roll(1), dice=[dice])
    if steps:
        game.do(Choose(1, "steps", steps))
    due = game.table.top
    assert isinstance(due, Due)
    assert due.amount == 40 * counted


def test_m_28_after_m1_the_throw_of_the_turn_and_both_companies_count_more() -> None:
    game = third().owns(1, *_deeds()).owns(2, *INDUSTRY).stands(1, 5)
    game.do(Roll(1), dice=[(2, 3, M1)])
    due = game.table.top
    assert isinstance(due, Due)
    assert (due.bill and due.bill.tile, due.amount) == (12, 100 * 5)


def test_the_card_to_the_casino_and_the_tile_ask_the_same() -> None:
    game = Praca()
    game.draws(52)
    assert game.at(1) == CASINO
    assert kinds([game.table.top]) == ["Bet"]


def test_a_used_up_deck_is_shuffled() -> None:
    game = Praca()
    deck = game.table.deck("sorte")
    everything = (*deck.unseen,)
    game.set(decks=(replace(deck, unseen=(), bottom=everything),))
    events = game.lands(SORTE, cards=[60])
    assert "DeckShuffled" in kinds(events)
    assert len(game.table.deck("sorte").unseen) == len(everything) - 1
