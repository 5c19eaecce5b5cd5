"""What an answer answers: a question has a name, and no other question ever has the same."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ketuk import engine
from ketuk.engine.bots import random_policy
from ketuk.engine.commands import Accept, GoOn, Propose
from ketuk.engine.table import Bidding, Free, Goods, Options, Trade
from ketuk.engine.waiting import in_turn
from ketuk.rooms.answers import Late, MoveDone, NoMove, Stale
from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.journal import Journal
from ketuk.rooms.room import Room

SETS = ("nusantara", "klasik")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "games.db") as journal:
        yield journal


def begun(journal: Journal, rules: str = "nusantara", name: str = "malam") -> Room:
    return Room.start(
        journal,
        rules=engine.ruleset(rules),
        names=("Ayu", "Budi", "Citra"),
        options=Options(),
        name=name,
        seed=5,
    )


def until_free(room: Room) -> int:
    """Play on until somebody is on turn, and may trade."""
    luck = SeededLuck(7, 0)
    policy = random_policy(lambda limit: luck.draw(range(limit)))
    for _ in range(400):
        top = room.table.top
        if isinstance(top, Free) and room.rules.moments.trade(room.table, top.seat) is None:
            return top.seat
        step(room, policy)
    raise AssertionError("nobody may trade")


def step(room: Room, policy: engine.bots.Policy) -> MoveDone:
    for seat in in_turn(room.table):
        command = policy(room.rules, room.table, seat)
        if command is not None:
            done = room.do(command, ask=room.question)
            assert isinstance(done, MoveDone), done
            return done
    raise AssertionError("nobody moves")


def test_a_late_yes_accepts_no_worse_proposal(journal: Journal) -> None:
    room = begun(journal)
    seat = until_free(room)
    other = next(s for s in room.table.seats if s != seat)
    good = Trade(seat, other, give=Goods(cash=400), take=Goods(cash=210))
    worse = Trade(seat, other, give=Goods(cash=210), take=Goods(cash=400))
    assert isinstance(room.do(Propose(seat, good)), MoveDone)
    asked, counted = room.question, room.table.ask
    assert isinstance(room.undo(), MoveDone)
    assert isinstance(room.do(Propose(seat, worse)), MoveDone)
    assert room.table.ask == counted, "by counting events the two are the same question"
    assert room.do(Accept(other), ask=asked) == Late(asked, room.question)
    assert isinstance(room.do(Accept(other), ask=room.question), MoveDone)


def test_what_is_undone_and_done_again_is_the_same_question(journal: Journal) -> None:
    room = begun(journal)
    seat = until_free(room)
    other = next(s for s in room.table.seats if s != seat)
    before = room.question
    trade = Trade(seat, other, give=Goods(cash=210), take=Goods(cash=210))
    assert isinstance(room.do(Propose(seat, trade)), MoveDone)
    asked = room.question
    room.undo()
    assert room.question == before
    room.redo()
    assert room.question == asked != before


@pytest.mark.parametrize("rules", SETS)
def test_a_name_stands_for_one_question_over_a_whole_game(journal: Journal, rules: str) -> None:
    """Undone and redone moves among them; a game that is continued says the same names."""
    room = begun(journal, rules)
    luck = SeededLuck(11, 0)
    policy = random_policy(lambda limit: luck.draw(range(limit)))
    seen: dict[str, object] = {}
    for turn in count():
        table = room.table
        if table.top is None or turn > 300:
            break
        stage = table.auction.stage if table.auction is not None else ""
        what = (type(table.top), table.ask, stage)
        assert seen.setdefault(room.question, what) == what
        if turn % 7 == 6:
            room.undo(consents=frozenset(table.seats))
        elif turn % 31 == 30:
            room.redo()
        else:
            step(room, policy)
    assert len(seen) > 60
    again = Room.resume(journal, room.name)
    assert again.question == room.question


def test_bids_stay_fresh_and_a_late_go_on_skips_no_reveal(journal: Journal) -> None:
    room = begun(journal)
    luck = SeededLuck(3, 0)
    policy = random_policy(lambda limit: luck.draw(range(limit)))
    stages: dict[int, dict[str, str]] = {}
    for _ in range(600):
        table = room.table
        if isinstance(table.top, Bidding) and table.auction is not None:
            stages.setdefault(table.ask, {}).setdefault(table.auction.stage, room.question)
            assert stages[table.ask][table.auction.stage] == room.question
            if table.auction.stage == "revealed" and (bids := stages[table.ask].get("bids")):
                late = room.do(GoOn(table.auction.leader), ask=bids)
                assert isinstance(late, Late)
        if table.top is None or len(stages) > 3:
            break
        step(room, policy)
    assert any({"window", "bids", "revealed"} <= set(found) for found in stages.values())


def test_undo_and_redo_say_what_they_mean_and_count_once(journal: Journal) -> None:
    room = begun(journal)
    until_free(room)
    all_of = frozenset(room.table.seats)
    seq = room.seq
    assert room.undo(seq=seq - 1, consents=all_of) == Stale(seq)
    first = room.undo(seq=seq, consents=all_of, ident="u")
    assert isinstance(first, MoveDone)
    assert room.undo(seq=seq, consents=all_of, ident="u") == MoveDone(
        first.seq, room.rows[-1].command, (), "undo"
    )
    assert room.seq == seq + 1
    assert room.redo(seq=seq) == Stale(seq + 1)
    assert isinstance(room.redo(seq=seq + 1, ident="r"), MoveDone)
    assert isinstance(room.redo(seq=seq + 1, ident="r"), MoveDone)
    assert room.seq == seq + 2
    assert room.redo() == NoMove("redo")
    again = Room.resume(journal, room.name)
    assert isinstance(again.undo(seq=seq, ident="u"), MoveDone)
    assert again.seq == seq + 2, "what was done before a restart is known after it"
