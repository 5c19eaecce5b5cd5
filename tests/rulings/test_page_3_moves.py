"""Section 3 of the book around the rulings 4.1: tiles, and what stops a move."""

import pytest
from situations import Situation, kinds, only

from ketuk.engine.commands import (
    AnyCommand,
    Decline,
    Draw,
    EndTurn,
    Fly,
    LeaveJail,
    Pay,
    PayDetour,
    Play,
    RevealCard,
    Roll,
    Stop,
)
from ketuk.engine.events import (
    AnyEvent,
    EffectsChanged,
    Landed,
    Moved,
    Paid,
    RentOpened,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.movement import edges
from ketuk.engine.states import Effects, Marker
from ketuk.engine.table import BANK, NOWHERE, POT, Debt, Detour, Free, OpenTurns, Reveal

JALAN_TIKUS, OJEK, DEMO, CROWD = 50, 52, 70, 62
ARUS_BALIK = 82
ZONE_1, ZONE_2 = (1, 2, 5), (6, 8, 10, 11)


def moves(events: list[AnyEvent]) -> list[tuple[int, int, str]]:
    return [(e.start, e.to, e.how) for e in events if isinstance(e, Moved)]


def salary(events: list[AnyEvent]) -> int:
    return sum(e.amount for e in events if isinstance(e, Paid) and e.why == "salary")


# --- Bandara, Pelabuhan, Pajak -----------------------------------------------------------------


@pytest.mark.parametrize("route_open", [False, True])
def test_landing_on_bandara_does_nothing(route_open: bool) -> None:
    game = Situation().stands(1, 15).effects(route_open=route_open)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Landed).effect == ("airport" if route_open else "nothing")
    assert (game.cash(1), Fly(1) in game.offered()) == (17000, False)


def test_mulai_itself_holds_nothing_more_than_gaji() -> None:
    game = Situation().stands(1, 33)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Landed) == Landed(1, 0, "nothing")
    assert game.cash(1) == 19000


def test_pelabuhan_pays_500_until_nusantara_covers_it() -> None:
    game = Situation().stands(1, 24)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, Landed) == Landed(1, 27, "harbour")
    assert only(events, Paid) == Paid(BANK, 1, 500, "harbour", 27)
    assert game.cash(1) == 17500
    game = Situation().stands(1, 24).effects(capital=True).owns(2, 27)
    assert only(game.do(Roll(1), dice=[(1, 2)]), RentOpened).bill.total == 800
    assert game.cash(1) == 17000


@pytest.mark.parametrize(("cash", "debt"), [(990, 10), (1000, 0), (1010, 0)])
def test_pajak_takes_1000_to_kas_warga(cash: int, debt: int) -> None:
    game = Situation().stands(1, 13).has(1, cash)
    game.do(Roll(1), Pay(1), dice=[(1, 2)])
    assert (game.cash(1), game.table.pot) == (max(cash - 1000, 0), 2000 - debt)
    assert game.table.debts == ((Debt(1, POT, debt),) if debt else ())


@pytest.mark.parametrize("tile", [35, 4, 27])
def test_nothing_happens_on_an_own_property(tile: int) -> None:
    game = Situation().stands(1, tile - 3).owns(1, tile).effects(capital=True)
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.at(1), game.table.rents) == (tile, ())
    assert isinstance(game.table.top, Free)


# --- barricade ---------------------------------------------------------------------------------


def test_there_are_sixteen_edges_beside_the_groups() -> None:
    assert edges(Situation().rules) == (0, 2, 4, 8, 9, 13, 14, 17, 18, 22, 23, 26, 27, 31, 32, 35)


def test_unpaid_the_pawn_stops_on_the_last_tile_before_it_and_that_tile_counts() -> None:
    game = Situation().stands(1, 3).barricade(8).owns(2, 8)
    game.do(Roll(1), dice=[(4, 6)])
    assert game.table.top == Detour(1, 10, "dice", 8, 300)
    events = game.do(Stop(1))
    assert only(events, Moved).stopped == "barricade"
    assert only(events, RentOpened).bill.tile == 8
    assert (game.cash(1), game.table.pot) == (17000, 1000)


def test_paid_it_goes_on_by_the_whole_throw() -> None:
    game = Situation().stands(1, 3).barricade(8).owns(2, 13)
    game.do(Roll(1), dice=[(4, 6)])
    events = game.do(PayDetour(1))
    assert only(events, Paid) == Paid(1, POT, 300, "detour")
    assert (game.at(1), game.cash(1), game.table.pot) == (13, 16700, 1300)


@pytest.mark.parametrize(("steps", "asked"), [(4, False), (5, False), (6, True)])
def test_only_a_move_that_crosses_it_is_asked(steps: int, asked: bool) -> None:
    game = Situation().stands(1, 3).barricade(8).owns(1, 7, 8, 10)
    game.do(Roll(1), dice=[(steps - 2, 2) if steps > 4 else (1, 3)])
    assert isinstance(game.table.top, Detour) is asked


def test_it_blocks_both_directions() -> None:
    game = Situation().stands(1, 12).barricade(8).effects(backward=True)
    game.do(Roll(1), dice=[(1, 4)])
    assert game.table.top == Detour(1, 5, "dice", 9, 300)
    game.do(Stop(1))
    assert (game.at(1), game.table.player(1).jail) == (9, 0)


def test_it_stands_around_the_corner_too() -> None:
    game = Situation().stands(1, 34).barricade(35).owns(1, 35)
    events = game.do(Roll(1), Stop(1), dice=[(1, 2)])
    assert (game.at(1), salary(events)) == (35, 0)
    game = Situation().stands(1, 2).barricade(0).effects(backward=True).owns(1, 1)
    game.do(Roll(1), Stop(1), dice=[(1, 2)])
    assert game.at(1) == 1


def test_a_debtor_may_not_pay_it_and_is_stopped() -> None:
    game = Situation().stands(1, 3).barricade(8).owns(1, 8).owes(1, 2, 10)
    game.do(Roll(1), dice=[(4, 6)])
    assert (game.at(1), type(game.table.top)) == (8, Free)


def test_an_ojek_meets_it_like_dice() -> None:
    game = Situation().stands(1, 3).barricade(8).holds(1, OJEK).owns(1, 13)
    game.do(Play(1, OJEK), dice=[(3, 5, 2)])
    assert game.table.top == Detour(1, 10, "ojek", 8, 300)
    assert only(game.do(PayDetour(1)), Moved).how == "ojek"


def test_a_festival_before_it_comes_first_and_one_behind_it_still_stops() -> None:
    game = Situation().stands(1, 3).barricade(8).festival(6).owns(1, 6)
    game.do(Roll(1), dice=[(4, 6)])
    assert game.at(1) == 6
    game = Situation().stands(1, 3).barricade(8).festival(10).owns(1, 10)
    game.do(Roll(1), dice=[(4, 6)])
    game.do(PayDetour(1))
    assert game.at(1) == 10


def test_the_way_out_of_macet_meets_it_too() -> None:
    game = Situation().stuck(1).barricade(9)
    game.do(Roll(1), dice=[(2, 2)])
    assert game.table.top == Detour(1, 4, "dice", 9, 300)
    game.do(Stop(1))
    assert (game.at(1), game.table.player(1).jail) == (9, NOWHERE)


# --- festival marker ---------------------------------------------------------------------------


def test_the_marker_stops_a_move_but_not_from_its_own_tile() -> None:
    game = Situation().stands(1, 5).festival(5).owns(1, 10)
    game.do(Roll(1), dice=[(2, 3)])
    assert game.at(1) == 10
    game = Situation().stands(1, 5).festival(8).owns(1, 8)
    assert only(game.do(Roll(1), dice=[(2, 3)]), Moved).stopped == "festival"
    assert game.at(1) == 8


def test_it_stops_jalan_tikus() -> None:
    game = Situation().stands(1, 5).festival(8).owns(1, 8).holds(1, JALAN_TIKUS)
    game.do(Play(1, JALAN_TIKUS, steps=6))
    assert game.at(1) == 8


def test_a_slide_ignores_it() -> None:
    game = Situation().stands(1, 34).flooded(1, 2, 5).festival(2)
    events = game.do(Roll(1), dice=[(1, 2)], cards=[60])
    assert moves(events) == [(34, 1, "dice"), (1, 3, "slide")]
    game = Situation().stands(1, 34).flooded(1).festival(2).owns(1, 2)
    assert moves(game.do(Roll(1), dice=[(1, 2)]))[-1] == (1, 2, "slide")


def test_stopped_by_it_in_a_flood_the_pawn_slides_on() -> None:
    game = Situation().stands(1, 7).flooded(*ZONE_2).festival(10).owns(2, 10)
    events = game.do(Roll(1), dice=[(2, 4)], cards=[60])
    assert moves(events) == [(7, 10, "dice"), (10, 12, "slide")]
    assert game.table.rents == ()


@pytest.mark.parametrize("what", ["festival", "barricade"])
def test_marker_and_barricade_leave_at_the_end_of_the_next_round(what: str) -> None:
    card, target = (CROWD, {"tile": 35}) if what == "festival" else (DEMO, {"edge": 8})
    game = Situation(round=3).owns(1, 35).holds(1, card)
    game.do(Play(1, card, **target))
    assert getattr(game.table.state(Effects), what) == Marker(next(iter(target.values())), 4)
    for round, there in ((3, True), (4, False)):
        game.set(round=round, opener=2).turn(1, may_roll=False)
        events = game.do(EndTurn(1))
        assert (getattr(game.table.state(Effects), what) is not None) is there
    assert any(isinstance(e, EffectsChanged) and e.what == f"{what}_leaves" for e in events)


@pytest.mark.parametrize("what", ["festival", "barricade"])
def test_moving_them_starts_their_time_anew(what: str) -> None:
    card, target = (CROWD, {"tile": 35}) if what == "festival" else (DEMO, {"edge": 8})
    game = Situation(round=3).owns(1, 35).holds(1, card)
    game.effects(**{what: Marker(1 if what == "festival" else 2, 3)})
    game.do(Play(1, card, **target))
    assert getattr(game.table.state(Effects), what) == Marker(next(iter(target.values())), 4)


# --- Arus Balik --------------------------------------------------------------------------------


def test_arus_balik_turns_everybody_for_one_round() -> None:
    game = Situation(round=3).stands(1, 20).owns(1, 15).set(phase="event")
    game.ask(OpenTurns(), Reveal(1)).do(RevealCard(1), cards=[ARUS_BALIK])
    game.do(Roll(1), dice=[(1, 4)])
    assert game.at(1) == 15
    game.set(opener=2).do(EndTurn(1))
    assert game.table.state(Effects).backward is False


def test_under_arus_balik_slides_and_jalan_tikus_go_backward() -> None:
    game = Situation().stands(1, 12).effects(backward=True).flooded(*ZONE_2)
    game.holds(1, JALAN_TIKUS)
    events = game.do(Play(1, JALAN_TIKUS, steps=1))
    assert moves(events) == [(12, 11, "jalan_tikus"), (11, 9, "slide")]
    assert game.table.player(1).jail == 0


def test_under_arus_balik_a_slide_onto_mulai_pays_nothing() -> None:
    game = Situation().stands(1, 5).effects(backward=True).flooded(*ZONE_1)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert moves(events) == [(5, 2, "dice"), (2, 0, "slide")]
    assert ([e for e in events if isinstance(e, Moved)][-1].rulings, salary(events)) == (
        ("4.1.1", "4.1.6"),
        0,
    )


# --- cards instead of a roll -------------------------------------------------------------------


@pytest.mark.parametrize("play", [Play(1, JALAN_TIKUS, steps=2), Play(1, OJEK)])
def test_they_replace_any_roll_of_the_turn_the_extra_one_too(play: AnyCommand) -> None:
    game = Situation().stands(1, 29).holds(1, JALAN_TIKUS, OJEK).owns(1, 31, 33, 2)
    game.do(Roll(1), dice=[(1, 1)])
    assert play in game.offered()
    game.do(play, dice=[(1, 2, 4)] if isinstance(play, Play) and play.card == OJEK else [])
    assert game.refused(Roll(1)).reason is Reason.NO_ROLL_LEFT
    assert EndTurn(1) in game.offered()


def test_they_are_not_played_without_a_roll_left() -> None:
    game = Situation().holds(1, JALAN_TIKUS, OJEK).turn(1, rolls=1, may_roll=False)
    for play in (Play(1, JALAN_TIKUS, steps=1), Play(1, OJEK)):
        assert game.refused(play).reason is Reason.NO_ROLL_LEFT
    game.turn(2)
    assert game.refused(Play(1, OJEK)).reason is Reason.NOT_YOUR_TURN


# --- dice and decks of the table itself --------------------------------------------------------


def test_real_dice_are_typed_and_must_be_dice() -> None:
    game = Situation(dice="real").owns(1, 5).stands(1, 34)
    assert game.refused(Roll(1)).reason is Reason.DICE_MISSING
    for dice in ((1,), (0, 3), (3, 7), (1, 2, 3)):
        assert game.refused(Roll(1, dice)).reason is Reason.BAD_DICE
    game.do(Roll(1, (1, 6)))
    assert game.at(1) == 5
    assert Situation().refused(Roll(1, (2, 3))).reason is Reason.DICE_BY_APP


def test_a_real_deck_is_asked_for_its_card() -> None:
    game = Situation(decks="real").holds(2, 60)
    game.do(Roll(1), dice=[(1, 2)])
    assert {c.card for c in game.offered() if isinstance(c, Draw)} == {*range(50, 74)} - {60}
    assert game.refused(Draw(1)).reason is Reason.CARD_MISSING
    assert game.refused(Draw(1, 60)).reason is Reason.CARD_NOT_IN_DECK
    game.do(Draw(1, 61))
    assert game.table.player(1).hand == (61,)


# --- whose move it is --------------------------------------------------------------------------


def test_nobody_else_rolls_or_ends_the_turn() -> None:
    game = Situation()
    for command in (Roll(2), EndTurn(2), LeaveJail(2), Decline(2)):
        assert game.refused(command).reason in (Reason.NOT_YOUR_TURN, Reason.NOT_ASKED)
    assert game.refused(Roll(0)).reason is Reason.NO_SUCH_SEAT
    assert game.refused(Roll(4)).reason is Reason.NO_SUCH_SEAT
    assert game.refused(LeaveJail(1)).reason is Reason.NOT_STUCK
    assert kinds(game.do(Roll(1), dice=[(1, 2)], cards=[60]))[0] == "Rolled"
