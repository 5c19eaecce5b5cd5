"""Section 3 of the book around the rulings 4.1: Gaji, doubles, Macet."""

import pytest
from situations import Situation, only

from ketuk.engine.commands import (
    EndTurn,
    GoOn,
    LeaveJail,
    Mortgage,
    Pay,
    Play,
    RevealCard,
    Roll,
    Stop,
)
from ketuk.engine.events import (
    AnyEvent,
    Freed,
    Jailed,
    Moved,
    Owed,
    Paid,
    RentOpened,
    Rolled,
    TryFailed,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.table import NOWHERE, POT, Debt, Due, OpenTurns, Reveal

JALAN_TIKUS, OJEK, RAZIA, JALUR = 50, 52, 64, 66
BANJIR = 80
ZONE_2 = (6, 8, 10, 11)


def moves(events: list[AnyEvent]) -> list[tuple[int, int, str]]:
    return [(e.start, e.to, e.how) for e in events if isinstance(e, Moved)]


def salary(events: list[AnyEvent]) -> int:
    return sum(e.amount for e in events if isinstance(e, Paid) and e.why == "salary")


# --- Gaji --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "to", "pay"), [((1, 2), 35, 0), ((1, 3), 0, 2000), ((2, 3), 1, 2000)]
)
def test_gaji_for_reaching_or_passing_mulai(dice: tuple[int, int], to: int, pay: int) -> None:
    game = Situation().stands(1, 32).owns(1, 35, 1)
    assert salary(game.do(Roll(1), dice=[dice])) == pay
    assert (game.at(1), game.cash(1)) == (to, 17000 + pay)


def test_gaji_again_in_the_next_turn() -> None:
    game = Situation().stands(1, 34).owns(1, 1)
    assert salary(game.do(Roll(1), dice=[(1, 2)])) == 2000
    game.turn(1).stands(1, 34)
    assert salary(game.do(Roll(1), dice=[(1, 2)])) == 2000


def test_gaji_for_jalan_tikus_and_ojek_as_for_dice() -> None:
    for card, steps, dice in ((JALAN_TIKUS, 3, []), (OJEK, 0, [(1, 4, 2)])):
        game = Situation().stands(1, 34).owns(1, 1, 5).holds(1, card)
        assert salary(game.do(Play(1, card, steps=steps), dice=dice)) == 2000


def test_no_gaji_for_pawns_that_are_put_somewhere() -> None:
    game = Situation().stands(1, 30).turn(1, rolls=2, doubles=2)
    events = game.do(Roll(1), dice=[(4, 4)])
    assert (moves(events), salary(events)) == ([(30, 9, "put")], 0)
    game = Situation().stands(1, 30).has(2, 100).holds(2, RAZIA)
    assert salary(game.do(Play(2, RAZIA, target=1), GoOn(1))) == 0


@pytest.mark.parametrize("paid_before", [False, True])
def test_a_slide_at_a_banjir_pays_and_does_not_count_for_any_turn(paid_before: bool) -> None:
    game = Situation().owns(2, 29, 31, 33).stands(1, 35).turn(1, salary=paid_before)
    game.set(phase="event").ask(OpenTurns(), Reveal(1))
    events = game.do(RevealCard(1), cards=[BANJIR])
    assert (moves(events), salary(events)) == ([(35, 0, "slide")], 2000)
    assert (game.table.turn.seat, game.table.turn.salary) == (1, False)
    game.stands(1, 34)
    assert salary(game.do(Roll(1), dice=[(3, 3)])) == 2000


def test_gaji_of_a_debtor_goes_to_the_creditor() -> None:
    game = Situation().stands(1, 34).owns(1, 1).has(1, 0).owes(1, 2, 1500)
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.cash(1), game.cash(2), game.table.debts) == (500, 19000, ())


# --- doubles -----------------------------------------------------------------------------------


def test_a_double_rolls_again_and_the_turn_cannot_end_before() -> None:
    game = Situation().owns(1, 2, 6)
    rolled = only(game.do(Roll(1), dice=[(1, 1)]), Rolled)
    assert (rolled.double, rolled.again, rolled.ruling) == (True, True, "")
    assert game.refused(EndTurn(1)).reason is Reason.ROLL_FIRST
    game.do(Roll(1), dice=[(1, 3)])
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    game.do(EndTurn(1))
    assert game.table.turn.seat == 2


@pytest.mark.parametrize("cash", [290, 17000])
def test_a_double_rolls_again_also_when_the_pawn_did_not_move(cash: int) -> None:
    game = Situation().stands(1, 8).barricade(8).has(1, cash)
    game.do(Roll(1), dice=[(2, 2)])
    if cash > 300:
        game.do(Stop(1))
    assert game.at(1) == 8
    assert Roll(1) in game.offered()


def test_the_third_double_puts_into_macet_and_resolves_nothing() -> None:
    game = Situation().owns(1, 2, 6).owns(2, 12)
    events = game.do(Roll(1), Roll(1), Roll(1), dice=[(1, 1), (2, 2), (3, 3)])
    assert moves(events)[-1] == (6, 9, "put")
    assert only(events, Jailed).why == "third_double"
    assert [e.again for e in events if isinstance(e, Rolled)] == [True, True, False]
    assert game.table.player(1).jail == 0
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    assert game.refused(LeaveJail(1)).reason is Reason.AFTER_ROLL


def test_doubles_of_the_turn_before_do_not_count() -> None:
    game = Situation().stuck(2).stuck(3).owns(1, 2, 6, 8)
    game.do(Roll(1), Roll(1), Roll(1), dice=[(1, 1), (2, 2), (1, 2)])
    assert game.table.turn.doubles == 2
    game.turn(1).stands(1, 2)
    game.do(Roll(1), dice=[(2, 2)])
    assert (game.at(1), game.table.turn.doubles) == (6, 1)


# --- Macet -------------------------------------------------------------------------------------


def test_landing_on_macet_holds_the_pawn() -> None:
    game = Situation().stands(1, 6)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Jailed).why == "landed"
    assert game.table.player(1).jail == 0
    assert game.refused(LeaveJail(1)).reason is Reason.AFTER_ROLL


@pytest.mark.parametrize(("cash", "leaves"), [(490, False), (500, True), (510, True)])
def test_500_to_kas_warga_before_rolling(cash: int, leaves: bool) -> None:
    game = Situation().stuck(1).has(1, cash).owns(1, 14)
    assert (LeaveJail(1) in game.offered()) is leaves
    if not leaves:
        refused = game.refused(LeaveJail(1))
        assert (refused.reason, refused.about["short"]) == (Reason.SHORT_OF_CASH, 10)
        return
    events = game.do(LeaveJail(1))
    assert only(events, Paid) == Paid(1, POT, 500, "jail")
    assert only(events, Freed).how == "paid"
    assert (game.at(1), game.cash(1), game.table.pot) == (9, cash - 500, 1500)
    game.do(Roll(1), dice=[(1, 4)])
    assert game.at(1) == 14


def test_who_paid_goes_on_as_in_any_turn_doubles_included() -> None:
    game = Situation().stuck(1).owns(1, 11, 15)
    game.do(LeaveJail(1), Roll(1), dice=[(1, 1)])
    assert Roll(1) in game.offered()
    game.do(Roll(1), dice=[(2, 2)])
    assert (game.at(1), game.table.turn.doubles) == (15, 2)


def test_a_double_frees_moves_and_gives_no_extra_roll() -> None:
    game = Situation().stuck(1, tries=1).owns(1, 15)
    events = game.do(Roll(1), dice=[(3, 3)])
    assert only(events, Freed).how == "double"
    assert (game.at(1), game.cash(1), game.table.player(1).jail) == (15, 17000, NOWHERE)
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT


def test_the_first_two_failed_tries_only_count() -> None:
    for tries in (0, 1):
        game = Situation().stuck(1, tries=tries)
        events = game.do(Roll(1), dice=[(1, 2)])
        assert only(events, TryFailed) == TryFailed(1, tries + 1)
        assert (game.at(1), game.cash(1)) == (9, 17000)
        assert EndTurn(1) in game.offered()


@pytest.mark.parametrize(("cash", "debt"), [(490, 10), (500, 0), (510, 0)])
def test_the_third_failed_try_pays_or_owes_and_moves(cash: int, debt: int) -> None:
    game = Situation().stuck(1, tries=2).has(1, cash).owns(2, 15)
    events = game.do(Roll(1), dice=[(2, 4)])
    assert only(events, TryFailed).tries == 3
    assert only(events, Freed).how == "tries"
    assert (game.at(1), game.cash(1)) == (15, max(cash - 500, 0))
    assert game.table.debts == ((Debt(1, POT, debt),) if debt else ())
    assert only(events, RentOpened).bill.tile == 15
    assert game.table.pot == 1000 + 500 - debt


def test_after_the_third_try_what_can_be_raised_is_raised_before_the_move() -> None:
    game = Situation().stuck(1, tries=2).has(1, 100).owns(1, 1, 15)
    game.do(Roll(1), dice=[(2, 4)])
    assert isinstance(game.table.top, Due)
    assert (game.at(1), game.refused(Pay(1)).reason) == (9, Reason.MUST_RAISE)
    game.do(Mortgage(1, 15), Pay(1))
    assert (game.at(1), game.cash(1), game.table.debts) == (15, 500, ())


def test_tries_start_anew_each_time() -> None:
    game = Situation().stuck(1, tries=2)
    game.do(LeaveJail(1))
    game.turn(1).stands(1, 6).do(Roll(1), dice=[(1, 2)])
    assert game.table.player(1).jail == 0


def test_who_reached_macet_on_a_double_has_the_extra_roll_with_every_way_out() -> None:
    for way_out in (LeaveJail(1), Play(1, JALUR), None):
        game = Situation().stands(1, 5).holds(1, JALUR).owns(1, 11, 14)
        game.do(Roll(1), dice=[(2, 2)])
        assert {Roll(1), LeaveJail(1), Play(1, JALUR)} <= set(game.offered())
        if way_out is None:
            game.do(Roll(1), dice=[(1, 1)])
            assert (game.at(1), game.table.turn.may_roll) == (11, False)
        else:
            game.do(way_out, Roll(1), dice=[(1, 4)])
            assert game.at(1) == 14


def test_failing_that_extra_roll_is_try_one() -> None:
    game = Situation().stands(1, 5)
    events = game.do(Roll(1), Roll(1), dice=[(2, 2), (1, 2)])
    assert only(events, TryFailed) == TryFailed(1, 1)


def test_a_slide_into_macet_holds_the_pawn() -> None:
    game = Situation().stands(1, 3).flooded(*ZONE_2)
    events = game.do(Roll(1), dice=[(2, 3)])
    assert moves(events) == [(3, 8, "dice"), (8, 9, "slide")]
    assert only(events, Jailed).why == "landed"


def test_a_banjir_slides_onto_macet_without_holding() -> None:
    game = Situation().owns(2, *ZONE_2).stands(1, 8).set(phase="event")
    events = game.ask(OpenTurns(), Reveal(1)).do(RevealCard(1), cards=[BANJIR])
    assert moves(events) == [(8, 9, "slide")]
    assert game.table.player(1).jail == NOWHERE


def test_a_freed_pawn_still_on_the_tile_is_not_caught_again() -> None:
    game = Situation().stuck(1).barricade(9).owns(1, 10)
    game.do(LeaveJail(1), Roll(1), dice=[(1, 2)])
    game.do(Stop(1))
    assert (game.at(1), game.table.player(1).jail) == (9, NOWHERE)


def test_a_debtor_cannot_pay_the_way_out_but_may_roll_and_fail_into_more_debt() -> None:
    game = Situation().stuck(1, tries=2).owes(1, 2, 100).has(1, 0)
    refused = game.refused(LeaveJail(1))
    assert (refused.reason, refused.ruling) == (Reason.IN_DEBT, "4.8.9")
    events = game.do(Roll(1), dice=[(1, 2)], cards=[60])
    assert only(events, Owed).creditor == POT
    assert game.table.debts == (Debt(1, 2, 100), Debt(1, POT, 500))


def test_stuck_and_no_roll_left_only_the_card_helps() -> None:
    game = Situation().stuck(1).holds(1, JALUR).turn(1, rolls=1, may_roll=False)
    assert LeaveJail(1) not in game.offered()
    game.do(Play(1, JALUR))
    assert game.table.player(1).jail == NOWHERE
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT


def test_before_the_turns_nobody_is_told_to_wait_for_a_turn() -> None:
    game = Situation().set(phase="event").ask(Reveal(1))
    for seat in (1, 2):
        refused = game.refused(EndTurn(seat))
        assert refused.reason is Reason.QUESTION_OPEN
        assert refused.about == {"question": "reveal"}
