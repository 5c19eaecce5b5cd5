"""Kompleks, on the way: the first lap, MULAI, doubles, jail, Parkir Bebas, cards that move."""

import pytest
from districts import EACH_PAYS, GO_TO_JAIL, PARKING, PAY_EACH, REFUND, TAX, Districts
from situations import kinds, only

from ketuk import engine
from ketuk.engine.commands import (
    Build,
    Buy,
    CallVote,
    Decline,
    EndTurn,
    LeaveJail,
    Pick,
    Play,
    Propose,
    Roll,
    Skip,
    Vote,
)
from ketuk.engine.events import CardShown, Jailed, Landed, Moved, Paid, StateChanged
from ketuk.engine.luck import ScriptedLuck
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Laps
from ketuk.engine.table import NOWHERE, Bidding, BuyChoice, Due, Free, Goods, Jump, Trade, Voting

RULES = engine.ruleset("kompleks")
BONUS = 2_000_000


def beginner(players: int = 3) -> Districts:
    """Seat 1 is in the first lap, the others are not."""
    return Districts(players).laps(0, *[1] * (players - 1))


def test_it_is_drawn_who_opens_and_pawns_start_unpaid() -> None:
    laid = engine.new_game(RULES, ["A", "B", "C"], ScriptedLuck(cards=[2]))
    table = engine.replay(laid)
    assert (table.top, table.opener, table.round) == (Free(2), 2, 1)
    assert [(p.at, p.cash) for p in table.players] == [(0, 2_000_000)] * 3
    assert table.state(Laps).done == ()


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        engine.new_game(RULES, [f"P{n}" for n in range(players)], ScriptedLuck(cards=[1]))
    assert sorted(RULES.seating.cash) == list(range(2, 7))


# --- MULAI -------------------------------------------------------------------------------------


def test_kp_1_passing_ends_the_first_lap_and_the_landing_counts() -> None:
    game = beginner().stands(1, 36)
    events = game.do(Roll(1), dice=[(2, 4)], cards=[67])
    assert game.at(1) == 2
    assert [e.amount for e in events if isinstance(e, Paid)] == [BONUS, 2_000_000]
    lap = only([e for e in events if isinstance(e, StateChanged) and e.what], StateChanged)
    assert (lap.what, lap.ruling) == ("first_lap", "KP-1")
    assert only(events, CardShown).card == 67
    assert game.table.state(Laps).of(1) == 1


def test_kp_1_each_later_passing_pays_too() -> None:
    game = Districts().stands(1, 36)
    game.do(Roll(1), dice=[(1, 6)])
    assert (game.at(1), game.cash(1)) == (3, 2 * BONUS)
    assert game.table.state(Laps).of(1) == 2


def test_kp_2_stopping_on_mulai_pays_nothing_nor_does_leaving_it() -> None:
    game = beginner().stands(1, 38)
    events = game.do(Roll(1), dice=[(1, 1)])
    assert not [e for e in events if isinstance(e, Paid)]
    assert game.table.state(Laps).of(1) == 1
    assert "KP-2" in [e.ruling for e in events if isinstance(e, StateChanged)]
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.cash(1), game.table.top) == (BONUS, BuyChoice(1, 3))


def test_kp_2_later_too() -> None:
    game = Districts().stands(1, 37)
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.at(1), game.cash(1)) == (0, BONUS)


# --- the first lap -----------------------------------------------------------------------------


def test_kp_3_a_third_double_of_the_first_lap_moves_the_pawn() -> None:
    game = beginner().stands(1, 5).turn(1, doubles=2, rolls=2)
    events = game.do(Roll(1), dice=[(2, 2)])
    assert (game.at(1), game.table.player(1).jail) == (9, NOWHERE)
    assert only(events, Landed).effect == "first_lap"
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    game.do(EndTurn(1))
    assert game.table.turn.seat == 2


def test_kp_3_and_where_it_passes_mulai_the_landing_counts_and_nothing_is_rolled() -> None:
    game = beginner().stands(1, 35).turn(1, doubles=2, rolls=2)
    game.do(Roll(1), dice=[(4, 4)])
    assert (game.at(1), game.table.top) == (3, BuyChoice(1, 3))
    game.do(Buy(1))
    assert Roll(1) not in game.offered()


def test_kp_3_past_the_first_lap_it_is_jail_unmoved() -> None:
    game = Districts().stands(1, 5).turn(1, doubles=2, rolls=2)
    events = game.do(Roll(1), dice=[(2, 2)])
    assert (game.at(1), game.table.player(1).jail) == (10, 0)
    assert only(events, Moved).how == "put"
    assert Roll(1) not in game.offered()


@pytest.mark.parametrize("tile", range(3, 40))
def test_kp_4_in_the_first_lap_no_tile_does_anything(tile: int) -> None:
    game = beginner().owns(2, 11, level=5).owns(3, 12, 15)
    game.stands(1, tile - 3).do(Roll(1), dice=[(1, 2)])
    assert game.cash(1) == BONUS
    assert isinstance(game.table.top, Free)
    assert game.table.player(1).jail == NOWHERE


def test_kp_4_who_is_in_it_neither_bids_nor_trades_but_votes() -> None:
    game = Districts().laps(1, 0, 1)
    game.lands(3)
    game.do(Decline(1))
    assert isinstance(game.table.top, Bidding)
    assert game.table.auction is not None
    assert game.table.auction.seats == (1, 3)
    game = Districts().laps(1, 0, 1).owns(1, 1)
    refused = game.refused(Propose(1, Trade(1, 2, Goods(tiles=(1,)), Goods(cash=10))))
    assert refused.ruling == "KP-4"
    game.laps(0, 1, 1)
    refused = game.refused(Propose(1, Trade(1, 2, Goods(cash=10), Goods(cash=20))))
    assert (refused.reason, refused.ruling) == (Reason.FIRST_LAP, "KP-4")
    game.do(CallVote(1, "end"), Vote(2, yes=False))
    assert isinstance(game.table.top, Voting)


def test_kp_4_cards_of_others_pass_by() -> None:
    game = Districts(4).laps(1, 0, 1, 0)
    game.draws(EACH_PAYS)
    assert [game.cash(s) - BONUS for s in (1, 2, 3, 4)] == [100_000, 0, -100_000, 0]
    game = Districts(4).laps(1, 0, 1, 0)
    game.draws(PAY_EACH)
    assert [game.cash(s) - BONUS for s in (1, 2, 3, 4)] == [-500_000, 0, 500_000, 0]


def test_kp_4_a_trade_is_with_whoever_is_on_turn() -> None:
    game = Districts()
    refused = game.refused(Propose(2, Trade(2, 3, Goods(cash=1), Goods(cash=2))))
    assert refused.reason is Reason.NOT_YOUR_TURN


# --- Parkir Bebas ------------------------------------------------------------------------------


def parked(game: Districts, dice: tuple[int, int] = (1, 2)) -> Districts:
    game.stands(1, PARKING - sum(dice))
    game.do(Roll(1), dice=[dice])
    assert game.table.top == Jump(1)
    return game


def test_kp_10_nothing_is_passed_so_nothing_is_paid() -> None:
    for to in (0, 3, 10):
        game = parked(Districts())
        game.do(Pick(1, to))
        assert (game.at(1), game.cash(1)) == (to, BONUS)
    assert game.table.player(1).jail == NOWHERE


def test_kp_10_every_other_tile_can_be_named_and_takes_full_effect() -> None:
    game = parked(Districts())
    assert {c.tile for c in game.offered() if isinstance(c, Pick)} == set(range(40)) - {PARKING}
    game.do(Pick(1, REFUND))
    assert game.cash(1) == BONUS + 1_000_000
    game = parked(Districts())
    game.do(Pick(1, TAX))
    assert game.cash(1) == 0
    game = parked(Districts().owns(2, 39))
    game.do(Pick(1, 39))
    assert (game.cash(1), game.cash(2)) == (BONUS - 500_000, BONUS + 500_000)


def test_kp_10_own_land_may_be_built_on_jail_is_jail_and_itself_is_refused() -> None:
    game = parked(Districts().owns(1, 14))
    game.do(Pick(1, 14))
    assert Build(1, 14) in game.offered()
    game = parked(Districts())
    assert "Jailed" in kinds(game.do(Pick(1, GO_TO_JAIL)))
    for tile in (PARKING, -1, 40):
        game = parked(Districts())
        refused = game.refused(Pick(1, tile))
        assert (refused.reason, refused.ruling) == (Reason.BAD_TARGET, "KP-10")


def test_kp_10_a_double_still_rolls_again_but_not_out_of_jail() -> None:
    game = parked(Districts(), (2, 2))
    game.do(Pick(1, 0))
    assert Roll(1) in game.offered()
    game = parked(Districts(), (2, 2))
    game.do(Pick(1, GO_TO_JAIL))
    assert Roll(1) not in game.offered()


# --- cards that move ---------------------------------------------------------------------------


def test_kp_11_the_card_to_mulai_pays_nothing_and_others_pay_for_passing() -> None:
    game = Districts()
    game.draws(50)
    assert (game.at(1), game.cash(1)) == (0, BONUS)
    game = Districts().stands(1, 33)
    game.do(Roll(1), dice=[(1, 2)], cards=[54])
    assert (game.at(1), game.cash(1)) == (5, 2 * BONUS)


def test_kp_11_three_back_from_each_kesempatan() -> None:
    game = Districts()
    game.draws(58)
    assert (game.at(1), game.cash(1)) == (TAX, 0)
    game = Districts().stands(1, 33)
    game.do(Roll(1), dice=[(1, 2)], cards=[58, 68])
    assert (game.at(1), game.cash(1)) == (33, BONUS + 1_000_000)
    game = Districts().stands(1, 19)
    game.do(Roll(1), dice=[(1, 2)], cards=[58])
    assert (game.at(1), game.table.top) == (19, BuyChoice(1, 19))


@pytest.mark.parametrize(("card", "tile"), [(51, 39), (52, 24), (53, 11), (54, 5), (66, 38)])
def test_cards_that_name_a_tile(card: int, tile: int) -> None:
    game = Districts()
    game.draws(card)
    assert game.at(1) == tile


@pytest.mark.parametrize(
    ("owned", "throw", "rent"), [((12,), (3, 4), 700_000), ((12, 28), (1, 1), 200_000)]
)
def test_the_nearest_utility_is_a_hundred_thousand_times_a_fresh_throw(
    owned: tuple[int, ...], throw: tuple[int, int], rent: int
) -> None:
    game = Districts().owns(2, *owned)
    game.stands(1, 4)
    game.do(Roll(1), dice=[(1, 2), (throw[0],), (throw[1],)], cards=[55])
    assert (game.at(1), game.cash(2)) == (12, BONUS + rent)
    assert game.table.turn.doubles == 0


def test_the_nearest_station_at_twice_its_rent() -> None:
    game = Districts().owns(2, 15, 25)
    game.draws(56)
    assert (game.at(1), game.cash(2)) == (15, BONUS + 1_000_000)


# --- jail --------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["fine", "card"])
def test_out_of_jail_before_the_throw_is_a_normal_turn(way: str) -> None:
    game = Districts().stuck(1)
    if way == "card":
        game.holds(1, 60).do(Play(1, 60))
    else:
        game.do(LeaveJail(1))
    assert game.cash(1) == BONUS - (500_000 if way == "fine" else 0)
    game.do(Roll(1), dice=[(2, 2)])
    game.do(Skip(1))
    assert (game.at(1), game.table.turn.doubles) == (14, 1)
    game.do(Roll(1), dice=[(1, 3)])
    assert game.at(1) == 18


@pytest.mark.parametrize(("cash", "may"), [(499_999, False), (500_000, True), (500_001, True)])
def test_the_fine_before_the_throw_is_paid_in_cash(cash: int, may: bool) -> None:
    game = Districts().stuck(1).has(1, cash).owns(1, 1)
    assert (LeaveJail(1) in game.offered()) == may
    if may:
        game.do(LeaveJail(1))
        assert game.cash(1) == cash - 500_000
    else:
        assert game.refused(LeaveJail(1)).reason is Reason.SHORT_OF_CASH


def test_a_double_leaves_jail_and_rolls_no_more() -> None:
    game = Districts().stuck(1)
    game.do(Roll(1), dice=[(5, 5)])
    assert game.table.top == Jump(1)
    game.do(Pick(1, 0))
    assert Roll(1) not in game.offered()


def test_kp_13_the_third_failure_waits_for_the_fine_and_then_moves() -> None:
    game = Districts().stuck(1, tries=2).has(1, 300_000).owns(1, 1)
    game.do(Roll(1), dice=[(1, 2)])
    assert isinstance(game.table.top, Due)
    assert game.at(1) == 10
    assert game.cash(1) == 300_000
    game.do(engine.commands.Mortgage(1, 1))
    assert (game.at(1), game.cash(1), game.table.top) == (13, 100_000, BuyChoice(1, 13))
    assert game.refused(Buy(1)).reason is Reason.SHORT_OF_CASH
    game.do(Skip(1))


def test_masuk_penjara_by_a_double_ends_the_rolls() -> None:
    game = Districts().stands(1, 26)
    events = game.do(Roll(1), dice=[(2, 2)])
    assert only(events, Jailed).why == "sent"
    assert Roll(1) not in game.offered()
