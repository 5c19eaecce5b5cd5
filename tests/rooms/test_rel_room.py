"""Rel kept on disk: news, loans and missions through a crash, undo and redo, and a file.

Whole games of its own players. Wherever news changes, a mission is reached or Ah Long collects,
moves are taken back and made again, the room is opened anew as after a crash, and the game is taken
in elsewhere from a file: the table is the same.
"""

from collections import Counter
from pathlib import Path

import pytest
from tables import Ticking, export, journal_in

from ketuk import engine
from ketuk.engine.bots import Policy
from ketuk.engine.events import AnyEvent, GoalReached, Paid, StateChanged
from ketuk.engine.players import makers
from ketuk.engine.states import Laps, News, Tally
from ketuk.engine.table import Options
from ketuk.engine.waiting import in_turn
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.gamefile import load
from ketuk.rooms.journal import Journal
from ketuk.rooms.room import Room

NAMES = ("Aina", "Badrul", "Chong")
PLAYERS = ("sederhana", "mudah", "mudah")
ALL = frozenset({1, 2, 3})
AGREED = Options(settings=(("laps", 12),))
LINE_CLOSED, BONUS, CHEAP = "news 84", "news 86", "news 88"
"""B05, B07 and B09."""


def weighs(event: AnyEvent) -> str:
    """What in an event has to outlast everything; empty for nothing."""
    match event:
        case StateChanged(state=News(card=card)):
            return f"news {card}"
        case GoalReached(goal=goal):
            return f"goal {goal}"
        case Paid(why="loan_collected"):
            return "loan"
        case _:
            return ""


def one_move(room: Room, bots: list[Policy]) -> MoveDone:
    said = (bots[seat - 1](room.rules, room.table, seat) for seat in in_turn(room.table))
    done = room.do(next(command for command in said if command is not None))
    assert isinstance(done, MoveDone)
    return done


def taken_back_and_made_again(room: Room, moves: int) -> None:
    """Undo and redo of so many moves leave nothing behind."""
    after = room.table
    for _ in range(moves):
        assert isinstance(room.undo(consents=ALL), MoveDone)
    assert room.table != after
    for _ in range(moves):
        assert isinstance(room.redo(), MoveDone)
    assert room.table == after


@pytest.mark.parametrize(("edition", "seed"), [("rel", 24), ("rel-borneo", 23)])
def test_news_loans_and_missions_outlast_crashes_undo_and_files(
    tmp_path: Path, edition: str, seed: int
) -> None:
    rules = engine.under(engine.ruleset(edition), AGREED)
    bots = [makers(rules)[name](lambda limit: 0) for name in PLAYERS]
    journal, seen = journal_in(tmp_path), set[str]()
    room = Room.start(
        journal, rules=rules, names=NAMES, options=AGREED, name="meja", clock=Ticking(), seed=seed
    )
    while room.table.top is not None:
        done = one_move(room, bots)
        kinds = {kind for event in done.events if (kind := weighs(event))}
        if kinds <= seen:
            continue
        seen |= kinds
        taken_back_and_made_again(room, min(2, len(room.moves)))
        room = reopened(journal, room)
        at_another_table(journal, room, tmp_path / f"lain-{room.seq}")
    assert {LINE_CLOSED, BONUS, CHEAP, "loan"} < seen
    assert sum(kind.startswith("goal") for kind in seen) >= 4
    paid_once(room)


def reopened(journal: Journal, room: Room) -> Room:
    """The same game as the next program finds it on disk."""
    again = Room.resume(journal, room.name, clock=Ticking())
    assert again.table == room.table
    offers = engine.offers(again.table, again.rules)
    assert offers == engine.offers(room.table, room.rules)
    return again


def at_another_table(journal: Journal, room: Room, folder: Path) -> None:
    """The game as a file, taken in by another computer, has the same news and laps."""
    folder.mkdir()
    export(journal, room.name, folder / "meja.ketuk")
    with journal_in(folder) as other:
        name = load(other, folder / "meja.ketuk").game
        there = Room.resume(other, name, clock=Ticking()).table
    for kept in (News, Laps, Tally):
        assert there.state(kept) == room.table.state(kept)
    assert there == room.table


def paid_once(room: Room) -> None:
    """No mission was paid twice to anybody, whatever was taken back and made again."""
    events = [event for move in room.moves for event in move.events]
    reached = Counter((e.seat, e.goal) for e in events if isinstance(e, GoalReached))
    assert set(reached.values()) == {1}
    for seat, goal in reached:
        assert room.table.state(Tally).of(goal, seat) == 1
