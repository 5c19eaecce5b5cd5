"""Every slot of a rule set used in a third way, by the invented set; and whole games of it."""

import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from any_game import AnyGame, SeededLuck
from as_json import event_from, to_json
from invented import CHEAP, FLEA_MARKET, as_agreed, pasar
from situations import Situation, only

from ketuk import engine
from ketuk.engine import offers
from ketuk.engine.commands import (
    Build,
    Buy,
    Conclude,
    Correct,
    EndTurn,
    Mortgage,
    Propose,
    Redeem,
    Reject,
    Roll,
    SellBuilding,
)
from ketuk.engine.corrections import CashOf
from ketuk.engine.events import LevelChanged, Paid, RoundBegan, RoundEnded, StateChanged
from ketuk.engine.offers import TradeForm
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import AnyState, Laps, News, Tally
from ketuk.engine.table import BuyChoice, Due, Free, Goods, Options, Trade, Turn
from ketuk.rooms.answers import NeedsConsent
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.rooms.trouble import JournalFault

KLANG, TWIN = 1, 3
"""Two streets of one group, 60 each, buildings 50."""


class Pasar(Situation):
    def ruleset(self) -> RuleSet:
        return pasar()


@pytest.mark.parametrize("seed", range(12))
def test_any_game_goes_soundly_to_its_end(seed: int) -> None:
    choose = random.Random(seed)
    options = Options(
        ("hp", "kertas")[seed % 2], ("app", "real")[seed // 2 % 2], ("app", "real")[seed // 4 % 2]
    )
    game = AnyGame(2 + seed % 3, options, seed, ruleset=pasar(), corrections=0.02 * (seed % 3))
    game.play(choose.randrange, every=20)
    assert game.over or game.steps == 9_000


def test_buildings_never_run_out_and_need_no_set() -> None:
    game = Pasar().owns(1, KLANG)
    assert {c.levels for c in game.offered() if isinstance(c, Build)} == {1, 2, 3, 4}
    events = game.do(Build(1, KLANG, 4))
    assert only(events, Paid).amount == 4 * 2 * 50, "no whole set: twice the price"
    assert only(events, LevelChanged).stock == ()
    game.do(Build(1, KLANG))
    assert game.table.holdings[KLANG].level == 5
    assert game.refused(Build(1, KLANG)).reason is Reason.TOP_LEVEL


def test_the_price_sees_the_table() -> None:
    game = Pasar().owns(1, KLANG, TWIN)
    assert only(game.do(Build(1, KLANG, 2)), Paid).amount == 2 * 50


@pytest.mark.parametrize("levels", [-1, 0, 5, 6])
def test_only_so_many_levels_at_once(levels: int) -> None:
    game = Pasar().owns(1, KLANG)
    assert game.refused(Build(1, KLANG, levels)).reason is Reason.NOT_AT_ONCE


def test_the_bank_pays_the_share_of_the_set() -> None:
    game = Pasar().owns(1, KLANG, level=5)
    assert only(game.do(SellBuilding(1, KLANG)), Paid).amount == 50 * 3 // 4


def test_a_mortgage_takes_the_buildings_with_it() -> None:
    game = Pasar().owns(1, KLANG, level=4)
    most = raisable(game.rules, game.table, 1)
    assert only(game.do(Mortgage(1, KLANG)), Paid).amount == 30 + 150 == most
    assert game.refused(SellBuilding(1, KLANG)).reason is Reason.MORTGAGED
    assert only(game.do(Redeem(1, KLANG)), Paid).amount == 216
    assert game.table.holdings[KLANG].level == 4


@pytest.mark.parametrize(("dice", "paid"), [((1, 3), []), ((2, 3), [200]), ((1, 2), [])])
def test_the_start_pays_as_the_set_says(dice: tuple[int, int], paid: list[int]) -> None:
    game = Pasar().stands(1, 36).owns(1, 1, 39)
    events = game.do(Roll(1), dice=[dice])
    assert [e.amount for e in events if isinstance(e, Paid) and e.why == "salary"] == paid


def test_a_turn_that_may_not_end_is_not_offered_to() -> None:
    game = Pasar().owns(1, KLANG, mortgaged=True).turn(1, rolls=1, may_roll=False)
    assert game.refused(EndTurn(1)).reason is Reason.MORTGAGED
    game.do(Redeem(1, KLANG))
    assert EndTurn(1) in game.offered()


@pytest.mark.parametrize("task", [BuyChoice(1, KLANG), Due(1, 0, 2000, "tax")])
def test_trades_are_offered_wherever_they_may_be_proposed(task: BuyChoice | Due) -> None:
    game = Pasar().turn(1, rolls=1)
    game.ask(*game.table.agenda, task)
    forms = offers(game.table, game.rules).forms
    assert [f.seat for f in forms if isinstance(f, TradeForm)] == [1]
    game.do(Propose(1, Trade(1, 2, Goods(10), Goods(20))), Reject(2))
    assert game.table.top == task
    if isinstance(task, BuyChoice):
        game.do(Buy(1))


def test_numbers_and_modes_make_the_rules_that_are_played() -> None:
    options = Options(settings=(("cash", 2000),), house=(FLEA_MARKET,))
    played = engine.under(pasar(), options)
    assert played.seating.cash[2] == (2000, 2000)
    assert played.building.at_once == 1
    laid = engine.replay(engine.new_game(pasar(), ("Ayu", "Budi"), SeededLuck(1), options))
    assert [p.cash for p in laid.players] == [2000, 2000]
    assert msgspec.json.decode(msgspec.json.encode(options), type=Options) == options
    assert Options().number("cash", 7) == 7


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (Options(settings=(("cash", 400),)), "from 500 to 3000"),
        (Options(settings=(("cash", 3500),)), "from 500 to 3000"),
        (Options(settings=(("cash", 750),)), "steps of 500"),
        (Options(settings=(("rounds", 9),)), "no number rounds"),
        (Options(settings=(("cash", 500), ("cash", 1000))), "once"),
        (Options(house=("pott",)), "no house rule pott"),
    ],
)
def test_options_that_the_set_does_not_have_are_refused(options: Options, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        engine.under(pasar(), options)


def test_a_room_plays_by_the_rules_under_its_options(tmp_path: Path) -> None:
    own = engine.ruleset("klasik")
    rules = replace(own, settings=pasar().settings, agreed=as_agreed)
    with Journal.open(tmp_path / FILE) as journal:
        options = Options("kertas", settings=(("cash", 500),))
        room = Room.start(journal, rules=rules, names=("Ayu", "Budi"), options=options)
        assert room.rules.seating.cash[2] == (500, 500)
        assert journal.header(room.name).options == options
        with pytest.raises(JournalFault, match="no number cash"):
            Room.resume(journal, room.name)


def test_what_only_all_give_together_is_the_sets_to_say(tmp_path: Path) -> None:
    with Journal.open(tmp_path / FILE) as journal:
        room = Room.start(journal, rules=pasar(), names=("Ayu", "Budi"), options=Options())
        while not isinstance(room.table.top, Free):
            room.do(engine.offers(room.table, room.rules).commands[0])
        missing = room.do(Correct(1, CashOf(1, 100)))
        assert isinstance(missing, NeedsConsent)
        room.do(Conclude(1))
        assert room.table.phase == "over"


def test_what_laps_bring_outlasts_rounds() -> None:
    game = Pasar(2).stands(1, 37).stands(2, 37)
    game.do(Roll(1), dice=[(1, 3)])
    assert game.table.state(Laps) == Laps((1,))
    assert game.table.state(News) == News()
    game.set(agenda=(Free(2),), turn=Turn(seat=2))
    game.do(Roll(2), dice=[(1, 3)])
    assert game.table.state(Laps) == Laps((1, 1))
    assert game.table.state(News) == News(card=2, since=1)
    for event in (RoundEnded(1), RoundBegan(2, 1)):
        game.table = engine.evolve(game.table, event)
    assert game.table.state(News) == News(card=2, since=1)
    game.table = engine.evolve(game.table, StateChanged(News(CHEAP, 2)))
    assert game.table.state(Laps) == Laps((1, 1)), "each state by itself"
    game.set(agenda=(Free(1),), turn=Turn(seat=1)).owns(1, KLANG)
    assert only(game.do(Build(1, KLANG)), Paid).amount == 50


@pytest.mark.parametrize(
    "state", [Laps(), Laps((0, 2)), News(80, 3), Tally((("built", 1, 2), ("rent", 2, 300)))]
)
def test_states_survive_json(state: AnyState) -> None:
    event = StateChanged(state, "x", 1, "K-1")
    assert event_from(to_json(event)) == event
    table = engine.evolve(Pasar().table, event)
    assert msgspec.json.decode(msgspec.json.encode(table), type=engine.Table) == table


def test_a_tally_counts_by_name_and_forgets_by_name() -> None:
    tally = Tally().plus("built", 3).plus("built", 3).plus("rent", 1, 40).plus("rent", 1, -40)
    assert tally.of("built", 3) == 2
    assert tally.of("rent", 1) == 0
    assert tally == Tally((("built", 3, 2),))
    assert tally.without("built") == Tally()
    assert Laps().after(2) == Laps((0, 1))
    assert Laps((2, 1)).least((1, 2)) == 1
