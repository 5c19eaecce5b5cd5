"""Klasik, on the way: who begins, doubles, salary, jail and its ways out."""

import pytest
from scripts import Script
from situations import kinds, only
from town import CHANCE_FREE, GO_TO_JAIL, JAIL, PARKING, Town

from ketuk import engine
from ketuk.engine.acts.turning import back
from ketuk.engine.commands import Build, EndTurn, LeaveJail, Mortgage, Play, Propose, Roll, Throw
from ketuk.engine.draft import Draft
from ketuk.engine.events import Freed, Jailed, Moved, Paid, Rolled, RollSpent, Thrown, TryFailed
from ketuk.engine.luck import ScriptedLuck
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.rulesets.streets import DrawnData
from ketuk.engine.table import NOWHERE, Due, Free, Goods, Options, Trade

RULES = engine.ruleset("klasik")


def begun(dice: list[int], players: int = 3) -> engine.Table:
    luck = Script([(d,) for d in dice])
    table = engine.replay(engine.new_game(RULES, ["A", "B", "C", "D"][:players], luck))
    assert luck.used_up
    return table


# --- who begins --------------------------------------------------------------------------------


def test_k_1_the_highest_sum_of_two_dice_begins() -> None:
    table = begun([6, 1, 4, 4, 2, 5])
    assert table.top == Free(2)
    assert (table.opener, table.round, table.phase) == (2, 1, "turn")


def test_k_1_equal_sums_throw_again_and_only_they() -> None:
    table = begun([6, 1, 1, 2, 3, 4, 1, 1, 1, 2])
    assert table.top == Free(3)


def test_k_1_play_goes_to_the_left_and_the_same_seat_opens_each_round() -> None:
    game = Town(players=3).set(opener=2).turn(2, may_roll=False)
    seen = []
    for _ in range(4):
        seat = game.table.turn.seat
        seen.append(seat)
        game.do(EndTurn(seat))
        game.turn(game.table.turn.seat, may_roll=False)
    assert seen == [2, 3, 1, 2]
    assert (game.table.round, game.table.opener) == (2, 2)


def test_k_1_an_opener_who_is_gone_is_followed_by_the_left() -> None:
    game = Town(players=3).set(opener=2).turn(1, may_roll=False)
    players = list(game.table.players)
    players[1] = engine.table.replace(players[1], left=True)
    game.set(players=tuple(players))
    game.do(EndTurn(1))
    assert game.table.opener == 3
    assert game.table.top == Free(3)


def test_k_1_real_dice_are_typed_one_by_one() -> None:
    table = engine.replay(engine.new_game(RULES, ["A", "B"], ScriptedLuck(), Options(dice="real")))
    for command in (Throw(1, 2), Throw(1, 2), Throw(2, 3), Throw(2, 4)):
        events = engine.decide(table, command, RULES, ScriptedLuck())
        assert not isinstance(events, Refused)
        assert only(events, Thrown).why == "begin"
        for event in events:
            table = engine.evolve(table, event)
    assert table.top == Free(2)


@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        engine.new_game(RULES, [f"P{n}" for n in range(players)], ScriptedLuck())
    assert sorted(RULES.seating.cash) == list(range(2, 9))


# --- doubles -----------------------------------------------------------------------------------


def test_k_2_two_doubles_only_roll_again() -> None:
    game = Town().stands(1, PARKING - 4)
    game.do(Roll(1), dice=[(2, 2)])
    assert game.table.turn.may_roll
    game.stands(1, JAIL - 2).do(Roll(1), dice=[(1, 1)])
    assert game.at(1) == JAIL
    assert game.table.player(1).jail == NOWHERE
    assert game.table.turn.may_roll


def test_k_2_the_third_double_in_a_row_goes_to_jail_without_moving() -> None:
    game = Town().turn(1, rolls=2, doubles=2).stands(1, 0)
    events = game.do(Roll(1), dice=[(3, 3)])
    assert only(events, Jailed).why == "third_double"
    assert game.at(1) == JAIL
    assert not game.table.turn.may_roll
    assert game.cash(1) == 1500


# --- salary ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "cash"), [(36, 1500), (37, 1700), (38, 1700)])
def test_k_3_salary_on_passing_or_reaching_the_start(start: int, cash: int) -> None:
    game = Town().owns(1, 1).stands(1, start)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.at(1) == (start + 3) % 40
    assert game.cash(1) == cash


def test_k_3_a_card_brings_it_a_second_time_in_one_turn() -> None:
    game = Town().stands(1, 36)
    events = game.do(Roll(1), dice=[(2, 4)], cards=[66])
    assert [e.amount for e in events if isinstance(e, Paid)] == [200, 200]
    assert (game.at(1), game.cash(1)) == (0, 1900)


def test_k_3_none_backwards_nor_to_jail() -> None:
    game = Town().stands(1, 2)
    text = {"id": "x", "en": "x"}
    card = DrawnData(id="b", name="b", deck="chance", items=[61], text=text, does="back", amount=3)
    draft = Draft(game.table, game.rules, ScriptedLuck())
    back(draft, 1, card)
    assert draft.table.player(1).at == 39
    assert kinds(draft.events) == ["Moved", "Planned"]
    jailed = Town().lands(GO_TO_JAIL)
    assert not [e for e in jailed if isinstance(e, Paid)]


# --- jail --------------------------------------------------------------------------------------


def test_k_11_the_tile_sends_to_jail_and_the_extra_throw_is_lost() -> None:
    game = Town().stands(1, GO_TO_JAIL - 4)
    events = game.do(Roll(1), dice=[(2, 2)])
    assert only(events, Rolled).again
    assert only(events, RollSpent).why == "jailed"
    assert only(events, Jailed).why == "sent"
    assert (game.at(1), game.table.player(1).jail) == (JAIL, 0)
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    game.do(EndTurn(1))


def test_k_11_just_visiting_is_safe() -> None:
    game = Town()
    game.lands(JAIL)
    assert game.table.player(1).jail == NOWHERE


@pytest.mark.parametrize("card", [62, 80])
def test_k_11_by_card_too(card: int) -> None:
    game = Town().stands(1, 7 - 2 if card == 62 else 17 - 2)
    events = game.do(Roll(1), dice=[(1, 1)], cards=[card])
    assert only(events, Jailed).why == "card"
    assert only(events, RollSpent).why == "jailed"
    assert game.at(1) == JAIL


@pytest.mark.parametrize(("cash", "may"), [(49, False), (50, True), (51, True)])
def test_k_12_paying_before_the_roll(cash: int, may: bool) -> None:
    game = Town().stuck(1).has(1, cash)
    if not may:
        assert game.refused(LeaveJail(1)).about == {"short": 1, "amount": 50}
        return
    game.do(LeaveJail(1))
    assert game.cash(1) == cash - 50
    events = game.do(Roll(1), dice=[(5, 5)])
    assert only(events, Moved).to == PARKING
    assert game.table.turn.may_roll, "a normal turn: the double rolls again"


def test_k_12_by_card_before_the_roll_and_the_card_goes_under_its_deck() -> None:
    game = Town().stuck(1).holds(1, CHANCE_FREE)
    game.do(Play(1, CHANCE_FREE))
    assert game.table.player(1).jail == NOWHERE
    assert game.table.deck("chance").bottom == (CHANCE_FREE,)
    game.do(Roll(1), dice=[(5, 5)])
    assert game.table.turn.may_roll


def test_k_12_the_card_is_for_jail_and_before_the_roll_only() -> None:
    game = Town().holds(1, CHANCE_FREE)
    assert game.refused(Play(1, CHANCE_FREE)).reason is Reason.NOT_STUCK
    game.stuck(1).turn(1, may_roll=False, rolls=1)
    assert game.refused(Play(1, CHANCE_FREE)).reason is Reason.CARD_NOT_NOW
    other = Town().stuck(2).holds(2, CHANCE_FREE)
    assert other.refused(Play(2, CHANCE_FREE)).reason is Reason.CARD_NOT_NOW


def test_k_12_a_double_frees_moves_and_does_not_roll_again() -> None:
    game = Town().stuck(1, tries=1)
    events = game.do(Roll(1), dice=[(5, 5)])
    assert only(events, Freed).how == "double"
    assert game.at(1) == PARKING
    assert not game.table.turn.may_roll
    assert game.cash(1) == 1500


@pytest.mark.parametrize(("tries", "out"), [(0, False), (1, False), (2, True)])
def test_k_12_the_third_failure_pays_and_moves(tries: int, out: bool) -> None:
    game = Town().stuck(1, tries=tries)
    events = game.do(Roll(1), dice=[(4, 6)])
    assert only(events, TryFailed).tries == tries + 1
    assert game.at(1) == (PARKING if out else JAIL)
    assert game.cash(1) == (1450 if out else 1500)
    assert (game.table.player(1).jail == NOWHERE) is out


@pytest.mark.parametrize(("cash", "asked"), [(49, True), (50, False), (51, False)])
def test_k_12_the_fine_of_the_third_failure_may_have_to_be_raised(cash: int, asked: bool) -> None:
    game = Town().stuck(1, tries=2).has(1, cash).owns(1, 1)
    game.do(Roll(1), dice=[(4, 6)])
    assert isinstance(game.table.top, Due) is asked
    if asked:
        game.do(Mortgage(1, 1), engine.commands.Pay(1))
    assert game.at(1) == PARKING


def test_k_13_from_jail_a_player_collects_builds_mortgages_and_trades() -> None:
    game = Town().stuck(2).owns(2, 1, 3, 5)
    game.lands(1)
    assert game.rents()[0].owner == 2
    game = Town().stuck(2).owns(2, 1, 3, 5).owns(1, 6)
    game.do(Build(2, 1), Mortgage(2, 5))
    game.do(Propose(2, Trade(2, 1, Goods(cash=10), Goods(tiles=(6,)))))
    game.do(engine.commands.Accept(1))
    assert game.owner(6) == 2
