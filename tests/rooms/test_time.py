"""The room has the clock: it lets time pass before each command and on deadlines, and keeps it."""

from dataclasses import replace
from pathlib import Path

import pytest
from invented import pasar
from invented_time import TIMING, TURN
from tables import NAMES, Ticking, begun, bot_move, journal_in

from ketuk import engine
from ketuk.engine.commands import EndTurn, PassTime, Roll
from ketuk.engine.events import Expired, TimePassed
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import Free, Options
from ketuk.rooms.answers import Late, MoveDone
from ketuk.rooms.journal import Journal
from ketuk.rooms.recalling import folded, recall
from ketuk.rooms.room import Room


class Watch:
    """Seconds that go on when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return journal_in(tmp_path)


@pytest.fixture
def room(journal: Journal, watch: Watch) -> Room:
    room = Room.start(
        journal, rules=pasar(), names=NAMES, options=Options(), name="malam", seed=5,
        clock=Ticking(), ticks=watch,
    )  # fmt: skip
    assert isinstance(room.table.top, Free)
    return room


def again(journal: Journal, watch: Watch) -> Room:
    """The same game, opened anew; its data is klasik's, its rules are the invented set's."""
    past, damage = recall(journal, "malam", now=Ticking()())
    assert damage is None
    return Room(journal, journal.header("malam"), pasar(), past, clock=Ticking(), ticks=watch)


def test_time_that_has_passed_is_in_the_row_of_the_command(room: Room, watch: Watch) -> None:
    watch.seconds += 12.9
    seat = room.table.active
    done = room.do(Roll(seat))
    assert isinstance(done, MoveDone)
    assert done.events[0] == TimePassed(12)
    assert (room.seq, room.table.clock.now) == (1, 12)


def test_a_refused_command_leaves_no_row_and_no_time(room: Room, watch: Watch) -> None:
    watch.seconds += 12
    assert isinstance(room.do(EndTurn(room.table.active)), Refused)
    assert (room.seq, room.table.clock.now) == (0, 0)


def test_nobody_but_the_room_lets_time_pass(room: Room) -> None:
    refused = room.do(PassTime(5))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NOT_ASKED


def test_at_the_deadline_the_question_answers_itself_in_a_row_of_its_own(
    room: Room, watch: Watch
) -> None:
    told = list[int]()
    room.watch(lambda changed: told.append(changed.seq))
    watch.seconds += TURN - 0.5
    room.keep_time()
    assert (room.seq, room.time_left) == (0, 0.5)
    watch.seconds += 0.5
    room.keep_time()
    assert told == [1]
    assert any(isinstance(e, Expired) for e in room.moves[-1].events)
    assert room.moves[-1].command == PassTime(TURN)


def test_a_command_that_comes_after_the_deadline_answers_nothing(room: Room, watch: Watch) -> None:
    seat, ask = room.table.active, room.question
    watch.seconds += TURN
    assert isinstance(room.do(Roll(seat), ask=ask), Late)
    assert [type(m.command) for m in room.moves] == [PassTime]


def test_several_deadlines_pass_one_after_the_other(room: Room, watch: Watch) -> None:
    first = room.table.active
    watch.seconds += 5 * TURN
    room.keep_time()
    due = [m.command.to for m in room.moves if isinstance(m.command, PassTime)]
    assert due == sorted(due)
    assert len(due) == len(room.moves) > 2
    assert room.table.clock.now <= 5 * TURN < room.table.clock.now + TURN
    assert room.table.turn.seat != first or room.table.round > 1


def test_time_while_nobody_has_the_game_open_is_none(
    room: Room, journal: Journal, watch: Watch
) -> None:
    watch.seconds += 7
    room.do(Roll(room.table.active))
    table = room.table
    room.close()
    watch.seconds += 8 * 3600
    back = again(journal, watch)
    back.keep_time()
    assert back.table == table
    watch.seconds += 3
    assert back.time_left == (table.due or 0) - 10


def test_an_undo_gives_no_time_back_and_a_reopened_question_has_its_full_time(
    room: Room, journal: Journal, watch: Watch
) -> None:
    watch.seconds += 40
    seat = room.table.active
    room.do(Roll(seat))
    watch.seconds += 15
    assert isinstance(room.undo(consents=frozenset({1, 2, 3})), MoveDone)
    assert (room.table.top, room.table.clock.now) == (Free(seat), 55)
    assert room.time_left == TURN
    assert again(journal, watch).table == room.table
    watch.seconds += 5
    room.do(Roll(seat))
    assert room.table.clock.now == 60
    assert again(journal, watch).table == room.table
    assert room.moves[-1].row.chance == room.rows[1].chance, "the same dice"


def test_an_undone_expiry_opens_its_question_again(room: Room, watch: Watch) -> None:
    seat = room.table.active
    watch.seconds += TURN
    room.keep_time()
    room.undo(consents=frozenset({1, 2, 3}))
    assert (room.table.top, room.table.clock.now, room.time_left) == (Free(seat), TURN, TURN)


def test_a_redo_brings_the_move_back_and_no_time(
    room: Room, journal: Journal, watch: Watch
) -> None:
    watch.seconds += 10
    for _ in range(2):
        room.do(engine.offers(room.table, room.rules).commands[0])
    everybody = frozenset({1, 2, 3})
    wanted = room.table
    watch.seconds += 10
    room.undo(consents=everybody)
    room.undo(consents=everybody)
    watch.seconds += 10
    room.redo()
    room.redo()
    assert (room.table.players, room.table.agenda) == (wanted.players, wanted.agenda)
    assert room.table.clock.now == 20
    assert again(journal, watch).table == room.table
    past, fault = folded(room.rows)
    assert past is not None
    assert (past.table, fault) == (room.table, "")


def test_a_game_without_times_never_asks_what_time_it_is(tmp_path: Path) -> None:
    def never() -> float:
        asked.append(1)
        return 0.0

    asked = list[int]()
    room = begun(journal_in(tmp_path), ticks=never)
    asked.clear()
    room.do(engine.offers(room.table, room.rules).commands[0])
    room.keep_time()
    room.undo(consents=frozenset({1, 2, 3}))
    room.redo()
    assert (asked, room.time_left) == ([], None)
    assert not any(isinstance(e, TimePassed) for row in room.rows for e in row.events)


def test_time_that_stands_still_does_not_count(journal: Journal, watch: Watch) -> None:
    """As in a pause; here from the first roll to the end of the turn."""
    rules = replace(pasar(), timing=replace(TIMING, stands=lambda table: bool(table.turn.rolls)))
    room = Room.start(
        journal, rules=rules, names=NAMES, options=Options(), seed=5, clock=Ticking(), ticks=watch
    )
    watch.seconds += 10
    room.do(Roll(room.table.active))
    watch.seconds += 500
    room.keep_time()
    assert (room.seq, room.time_left) == (1, None)
    assert engine.offers(room.table, room.rules).deadline is None
    assert isinstance(engine.decide(room.table, PassTime(11), rules, engine.NoLuck()), Refused)
    while room.table.turn.rolls:
        watch.seconds += 100
        assert isinstance(room.do(bot_move(rules, room.table)), MoveDone)
    assert (room.table.clock.now, room.time_left) == (10, TURN)
