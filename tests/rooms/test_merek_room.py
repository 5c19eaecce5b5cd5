"""Merek kept on disk: a room that was down, undo past an expired turn, an idle table, a crash."""

import random
from pathlib import Path

import pytest
from any_game import AnyGame
from brands import MODES, options
from tables import journal_in

from ketuk import engine
from ketuk.engine.commands import AnyCommand, Buy, Decline, Mortgage, PassTime, Roll
from ketuk.engine.events import Expired
from ketuk.engine.luck import ScriptedLuck
from ketuk.engine.states import Missed, Tally
from ketuk.engine.table import Bidding, Free, Jump, Options, StepChoice
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.journal import Journal
from ketuk.rooms.room import Room

NAMES = ("Ana", "Bia", "Caio")
VISA = 5


class Hand:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def begun(journal: Journal, hand: Hand, dice: list[tuple[int, ...]], **own: int) -> Room:
    return Room.start(
        journal, rules=engine.ruleset("merek"), names=NAMES, name="mesa", ticks=hand,
        options=Options("kertas", settings=tuple(sorted(own.items()))),
        luck=ScriptedLuck(dice, [1, *[60] * 9]),
    )  # fmt: skip


def test_nobody_misses_a_turn_while_the_room_was_down(tmp_path: Path) -> None:
    hand = Hand()
    journal = journal_in(tmp_path)
    begun(journal, hand, []).close()
    hand.at = 8 * 3600
    again = Room.resume(journal, "mesa", ticks=hand)
    again.keep_time()
    assert again.table.top == Free(1)
    assert not again.moves
    assert again.time_left == 75


def test_an_idle_table_writes_a_row_a_turn_and_nothing_between(tmp_path: Path) -> None:
    hand = Hand()
    room = begun(journal_in(tmp_path), hand, [(1, 2), (4, 6)])
    rows = []
    for second in range(75):
        hand.at = second
        room.keep_time()
        rows.append(room.seq)
    assert set(rows) == {0}, "a minute of waiting writes nothing"
    hand.at = 75
    room.keep_time()
    assert isinstance(room.moves[-1].command, PassTime)
    assert room.seq == 1


def test_an_undo_past_an_expired_turn_gives_its_question_the_full_time(tmp_path: Path) -> None:
    hand = Hand()
    room = begun(journal_in(tmp_path), hand, [(1, 4), (1, 4)])
    hand.at = 75
    room.keep_time()
    assert isinstance(room.table.top, Bidding)
    assert room.table.state(Missed).of(1) == 1
    hand.at = 80
    assert isinstance(room.undo(consents=frozenset({1, 2, 3})), MoveDone)
    assert room.table.top == Free(1)
    assert (room.table.clock.now, room.time_left) == (80, 75)
    assert room.table.state(Missed).of(1) == 0
    hand.at = 155
    room.keep_time()
    assert any(isinstance(e, Expired) for e in room.moves[-1].events)


def test_an_undo_past_a_lost_mortgage_gives_the_deed_back_and_it_is_lost_again(
    tmp_path: Path,
) -> None:
    hand, visit, casino, prison = Hand(), (4, 6), (6, 4), (4, 6)
    dice = [(1, 4), visit, visit, (1, 4), casino, casino, casino, prison, prison, prison]
    room = begun(journal_in(tmp_path), hand, dice, term=1)

    def does(*commands: AnyCommand) -> None:
        for command in commands:
            assert isinstance(room.do(command), MoveDone), command

    does(Roll(1), Buy(1), Roll(2), Roll(3), Mortgage(1, VISA), Roll(1))
    does(Roll(2), Decline(2), Roll(3), Decline(3), Roll(1), Decline(1), Roll(2))
    before = room.table
    assert (before.round, before.top) == (3, Free(3))
    hand.at = 75
    room.keep_time()
    assert isinstance(room.table.top, Bidding)
    assert not room.table.holdings[VISA].owner
    hand.at = 80
    assert isinstance(room.undo(consents=frozenset({1, 2, 3})), MoveDone)
    assert (room.table.holdings, room.table.top) == (before.holdings, before.top)
    assert room.table.state(Tally) == before.state(Tally), "its term is what it was"
    assert (room.table.clock.now, room.time_left) == (80, 75)
    hand.at = 155
    room.keep_time()
    assert isinstance(room.table.top, Bidding)
    assert not room.table.holdings[VISA].owner
    assert Room.resume(room.journal, "mesa", ticks=hand).table == room.table


@pytest.mark.parametrize(
    ("dice", "asked"), [((5, 3, 4), StepChoice(1, (3, 5, 8))), ((2, 2, 2), Jump(1))]
)
def test_the_choice_after_the_third_die_is_there_after_a_crash(
    tmp_path: Path, dice: tuple[int, ...], asked: object
) -> None:
    hand = Hand()
    journal = journal_in(tmp_path)
    room = begun(journal, hand, [dice], third_die=1)
    hand.at = 5
    assert isinstance(room.do(Roll(1)), MoveDone)
    again = Room.resume(journal, "mesa", ticks=hand)
    assert again.table == room.table
    assert again.table.top == asked
    assert engine.offers(again.table, again.rules) == engine.offers(room.table, room.rules)
    assert again.time_left == 70


@pytest.mark.parametrize("mode", MODES)
def test_a_crash_at_any_question_leaves_it_with_the_time_it_had(tmp_path: Path, mode: int) -> None:
    """Also inside a vote, a pause, and a turn whose time is up; the third die from round 1."""
    hand, rng, seen = Hand(), random.Random(mode), set[tuple[str, bool]]()
    own = {"third_die": 1} if not mode else {}
    players = MODES[mode][-1]
    game = AnyGame(players, options(mode, mode, **own), mode, ruleset="merek", votes=0.02)
    journal = journal_in(tmp_path)
    room = Room.start(
        journal, rules=engine.ruleset("merek"), names=game.names, name="mesa", ticks=hand,
        options=game.options, luck=SeededLuck(mode),
    )  # fmt: skip
    while room.table.top is not None and room.seq < 160:
        question = type(room.table.top).__name__, room.table.state(Missed).now
        if question not in seen:
            seen.add(question)
            again = Room.resume(journal, "mesa", ticks=hand)
            assert again.table == room.table
            left, was = again.time_left, room.time_left
            assert left == was or (left is not None and 0 <= left - (was or 0) < 1), question
            now, then = (engine.offers(r.table, r.rules) for r in (again, room))
            assert now == then
        game.table = room.table
        hand.at += rng.choice((0.5, 3, 11, 40))
        room.keep_time()
        game.table = room.table
        if room.table.top is not None:
            room.do(game.pick(engine.offers(room.table, room.rules), rng.randrange))
    assert len(seen) >= 8, seen
