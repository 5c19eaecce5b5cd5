"""How long a game has been played, and about how long it still takes: by the times of its rows."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tables import begun, bot_move, journal_in

from ketuk import engine
from ketuk.codes.moment import moment
from ketuk.engine.table import FOREVER
from ketuk.rooms.minutes import BREAK_S, Minutes
from ketuk.rooms.room import Room

BEGAN = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Held:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> datetime:
        return self.now

    def after(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


def game(folder: Path) -> tuple[Room, Held]:
    clock = Held()
    room = begun(journal_in(folder))
    room._clock = clock
    clock.now = moment(room.rows[0].at)
    return room, clock


def move(room: Room) -> None:
    room.do(bot_move(room.rules, room.table))


def test_time_between_moves_counts_and_breaks_do_not(tmp_path: Path) -> None:
    room, clock = game(tmp_path)
    minutes = Minutes(room)
    for seconds in (30, BREAK_S, BREAK_S + 1, 7 * 86_400, -3_600, 90):
        clock.after(seconds)
        move(room)
    assert minutes.played() == 30 + BREAK_S + 90  # neither breaks nor a clock that was set back
    room.undo(consents=frozenset(room.table.seats))  # it was played all the same
    assert minutes.played() == 30 + BREAK_S + 90
    assert minutes.played(clock.after(60)) == 30 + BREAK_S + 150
    assert minutes.played(clock.after(BREAK_S)) == 30 + BREAK_S + 90
    assert Minutes(room).played() == minutes.played()


def test_what_is_left_goes_by_whole_rounds(tmp_path: Path) -> None:
    room, clock = game(tmp_path)
    minutes, begun_at = Minutes(room), clock.now
    while room.table.round < 3:
        assert room.table.round > 1 or minutes.left(clock.now) is None
        clock.after(20)
        move(room)
    a_round = (clock.now - begun_at).total_seconds() / 2
    rest = room.table.rounds - 2
    assert minutes.left(clock.now) == pytest.approx(a_round * rest)
    assert minutes.left(clock.now + timedelta(seconds=20)) == pytest.approx(a_round * rest - 20)
    late = clock.now + timedelta(seconds=a_round + 1)
    if a_round + 1 < BREAK_S:  # a round that takes longer does not make the others shorter
        assert minutes.left(late) == pytest.approx(a_round * (rest - 1))


@pytest.mark.parametrize("name", engine.NAMES)
def test_every_set_has_minutes_and_an_estimate_where_rounds_end_it(
    tmp_path: Path, name: str
) -> None:
    rules = engine.ruleset(name)
    room = begun(journal_in(tmp_path), rules=rules, options=engine.table.Options(rules.edition))
    minutes = Minutes(room)
    for _ in range(400):
        if room.table.round > 1 or room.table.top is None:
            break
        move(room)
    now = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)
    assert minutes.played() > 0
    assert room.table.round > 1
    assert (minutes.left(now) is None) is (room.table.rounds >= FOREVER)
