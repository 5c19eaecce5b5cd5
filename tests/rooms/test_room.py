"""A game among people: what was acknowledged is on disk, and continues at the very move."""

from pathlib import Path
from typing import Any

import pytest
from lucky import Lucky
from scripts import Script
from tables import ALL, NAMES, Ticking, begun, bot_move, journal_in, play_on

from ketuk import engine
from ketuk.engine.commands import Buy, Conclude, Correct, EndTurn, Leave, Play, RevealCard, Roll
from ketuk.engine.corrections import CardIn, CashOf, PawnOn
from ketuk.engine.events import Rolled
from ketuk.engine.luck import ScriptedLuck
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import BuyChoice, Options
from ketuk.rooms.journal import Journal
from ketuk.rooms.room import Changed, InputLine, Late, MoveDone, NeedsConsent, NoMove, Room, Stale
from ketuk.rooms.trouble import JournalFault, Trouble


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    with journal_in(tmp_path) as journal:
        yield journal


def on_purchase(room: Room) -> Room:
    """Go on until somebody may buy."""
    while not isinstance(room.table.top, BuyChoice):
        room.do(bot_move(room.rules, room.table))
    return room


# ---- kept and continued


def test_a_move_is_on_disk_before_anybody_is_told(journal: Journal, tmp_path: Path) -> None:
    room = begun(journal)
    seen: list[tuple[Changed, int]] = []

    def look(changed: Changed) -> None:
        with journal_in(tmp_path) as other:
            seen.append((changed, other.rows("malam")[-1].seq))

    room.watch(look)
    moved = room.do(RevealCard(1))
    assert isinstance(moved, MoveDone)
    ((changed, on_disk),) = seen
    assert (changed.seq, on_disk, changed.events) == (1, 1, moved.events)
    assert changed.table == room.table


def test_a_game_continues_at_the_very_move(journal: Journal) -> None:
    room = begun(journal)
    play_on(room, 60)
    again = Room.resume(journal, "malam", clock=Ticking())
    assert again.table == room.table
    assert again.seq == room.seq == 60
    assert [m.command for m in again.moves] == [m.command for m in room.moves]
    play_on(again)
    assert again.table.ranking


def test_a_continued_game_throws_the_same_as_one_that_never_stopped(journal: Journal) -> None:
    straight, broken = begun(journal, "satu"), begun(journal, "dua")
    play_on(straight)
    while broken.table.top is not None:
        play_on(broken, 23)
        broken = Room.resume(journal, "dua", clock=Ticking())
    assert broken.table == straight.table


def test_a_running_game_keeps_the_rules_it_began_with(journal: Journal) -> None:
    rules = engine.ruleset("nusantara")
    data = rules.data.replace('"salary":2000', '"salary":2500')
    own = engine.ruleset_from_data(data)
    room = Room.start(
        journal, rules=own, names=NAMES, options=Options(), name="sendiri", clock=Ticking()
    )
    room.close()
    assert Room.resume(journal, "sendiri").rules.salary == 2500
    assert rules.salary == 2000


def test_a_refused_command_leaves_no_trace(journal: Journal) -> None:
    room = begun(journal)
    before = room.table
    refused = room.do(Roll(1))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.QUESTION_OPEN
    assert room.table is before
    assert len(journal.rows("malam")) == 1


def test_games_are_listed_by_when_they_were_played_last(journal: Journal) -> None:
    clock = Ticking()
    rules = engine.ruleset("nusantara")
    rooms = [
        Room.start(journal, rules=rules, names=NAMES, options=Options(), name=name, clock=clock)
        for name in ("lama", "baru")
    ]
    assert [g.name for g in journal.games()] == ["baru", "lama"]
    rooms[0].do(RevealCard(1))
    first = journal.games()[0]
    assert (first.name, first.moves, first.round, first.over) == ("lama", 1, 1, False)
    assert first.names == NAMES


@pytest.mark.parametrize(
    "names", [('B & O <"quoted">', "Ayu\u202eRTL", "e\u0301 {x} [b]"), ("A", "B", "A\u0308b")]
)
def test_any_name_survives_the_disk(journal: Journal, names: tuple[str, ...]) -> None:
    rules = engine.ruleset("nusantara")
    Room.start(journal, rules=rules, names=names, options=Options(), name="x")
    assert Room.resume(journal, "x").header.names == names


def test_no_two_games_have_one_name(journal: Journal) -> None:
    begun(journal)
    with pytest.raises(JournalFault) as caught:
        begun(journal)
    assert caught.value.trouble is Trouble.NAME_TAKEN
    assert journal.free_name("malam") == "malam-2"


# ---- two at one game, and repeats


def test_of_two_programs_one_wins_and_the_other_reads_again(tmp_path: Path) -> None:
    with journal_in(tmp_path) as one, journal_in(tmp_path) as two:
        first = begun(one)
        second = Room.resume(two, "malam", clock=Ticking())
        heard: list[int] = []
        second.watch(lambda changed: heard.append(changed.seq))
        assert isinstance(first.do(RevealCard(1)), MoveDone)
        answer = second.do(RevealCard(1))
        assert answer == Stale(1)
        assert second.table == first.table
        assert heard == [1]
        assert isinstance(second.do(bot_move(second.rules, second.table)), MoveDone)
        assert len(one.rows("malam")) == 3


def test_two_programs_never_share_a_place(tmp_path: Path) -> None:
    with journal_in(tmp_path) as one, journal_in(tmp_path) as two:
        rooms = [begun(one), Room.resume(two, "malam", clock=Ticking())]
        turn = 0
        while rooms[0].table.top is not None and turn < 120:
            room = rooms[(turn * turn + turn // 3) % 2]
            room.do(bot_move(room.rules, room.table))
            turn += 1
        for room in rooms:
            room.catch_up()
        assert rooms[0].table == rooms[1].table
        assert [r.seq for r in one.rows("malam")] == list(range(rooms[0].seq + 1))
        assert Room.resume(one, "malam").table == rooms[0].table


def test_a_second_click_on_the_same_question_comes_late(journal: Journal) -> None:
    room = on_purchase(begun(journal))
    ask, seat = room.question, room.table.turn.seat
    cash = room.table.player(seat).cash
    assert isinstance(room.do(Buy(seat), ask=ask), MoveDone)
    spent = cash - room.table.player(seat).cash
    late = room.do(Buy(seat), ask=ask)
    assert isinstance(late, Late)
    assert late.asked == ask
    assert cash - room.table.player(seat).cash == spent


def test_a_repeated_request_gets_its_first_answer(journal: Journal) -> None:
    room = begun(journal)
    first = room.do(RevealCard(1), ident="hp-1:7")
    assert room.do(RevealCard(1), ident="hp-1:7") == first
    again = Room.resume(journal, "malam", clock=Ticking())
    assert again.do(RevealCard(1), ident="hp-1:7") == first
    assert len(journal.rows("malam")) == 2


# ---- undo


def test_undo_of_a_plain_move_asks_nobody_and_is_an_entry(journal: Journal) -> None:
    room = on_purchase(begun(journal))
    before, seat = room.table, room.table.turn.seat
    room.do(Buy(seat))
    bought = room.table
    undone = room.undo()
    assert isinstance(undone, MoveDone)
    assert (undone.kind, undone.command, undone.events) == ("undo", Buy(seat), ())
    assert room.table == before
    redone = room.redo()
    assert isinstance(redone, MoveDone)
    assert room.table == bought
    kinds = [row.kind for row in journal.rows("malam")]
    assert kinds[-3:] == ["move", "undo", "redo"]
    assert Room.resume(journal, "malam").table == bought


def test_undo_past_dice_needs_everybody_still_playing(journal: Journal) -> None:
    room = begun(journal)
    room.do(RevealCard(1))
    room.do(Roll(1))
    assert room.undo() == NeedsConsent((1, 2, 3))
    assert room.undo(consents=frozenset({2, 3})) == NeedsConsent((1,))
    undone = room.undo(consents=ALL)
    assert isinstance(undone, MoveDone)
    assert journal.rows("malam")[-1].consents == (1, 2, 3)


def test_a_player_who_left_is_not_asked(journal: Journal) -> None:
    room = begun(journal)
    room.do(RevealCard(1))
    from ketuk.engine.commands import Leave

    room.do(Leave(3))
    room.do(Roll(1))
    assert room.undo() == NeedsConsent((1, 2))


def test_dice_and_cards_that_were_undone_come_again_in_order(journal: Journal) -> None:
    room = begun(journal, luck=Lucky(3))
    play_on(room, 40)
    table, rolled = room.table, [e for m in room.moves for e in m.events]
    commands = [m.command for m in room.moves]
    for _ in range(25):
        room.undo(consents=ALL)
    room = Room.resume(journal, "malam", luck=Lucky(99), clock=Ticking())
    for command in commands[-25:]:
        assert command is not None
        room.do(command)
    assert [e for m in room.moves for e in m.events] == rolled
    assert room.table == table


def test_after_the_undone_dice_are_used_up_chance_is_new(journal: Journal) -> None:
    luck = Script(dice=[(1, 2), (2, 4)], cards=[50, 51, 52, 82])
    room = begun(journal, luck=luck)
    room.do(RevealCard(1))
    room.do(Roll(1))
    for _ in range(3):
        room.undo(consents=ALL)
        room.do(Roll(1))
        assert room.table.turn.dice == (1, 2)
    assert not luck.used_up


def test_another_command_takes_the_same_dice(journal: Journal) -> None:
    """Nobody fishes: three dice instead of two begin with the two that were seen."""
    luck = ScriptedLuck(dice=[(3, 4), (6,)], cards=[52, 51, 50, 82])
    room = begun(journal, luck=luck)
    room.do(RevealCard(1))
    room.do(Roll(1))
    room.undo(consents=ALL)
    room.do(Play(1, 52))
    assert room.table.turn.dice == (3, 4, 6)


def test_a_new_command_ends_redo(journal: Journal) -> None:
    room = on_purchase(begun(journal))
    seat = room.table.turn.seat
    room.do(Buy(seat))
    room.undo()
    assert room.redoable is not None
    room.do(Buy(seat))
    assert room.redo() == NoMove("redo")
    assert isinstance(room.do(EndTurn(seat)), MoveDone | Refused)


def test_nothing_to_undo(journal: Journal) -> None:
    assert begun(journal).undo() == NoMove("undo")


def test_a_last_move_that_is_undone_leaves_the_game_open_in_lists(journal: Journal) -> None:
    room = begun(journal)
    play_on(room)
    last = room.table.round
    assert [(g.over, g.round) for g in journal.games()] == [(True, last)]
    while room.table.round == last:
        assert isinstance(room.undo(consents=ALL), MoveDone)
        assert [(g.over, g.round) for g in journal.games()] == [(False, room.table.round)]
    while room.redoable is not None:
        assert isinstance(room.redo(), MoveDone)
    assert [(g.over, g.round) for g in journal.games()] == [(True, last)]


def test_undo_and_redo_all_the_way_and_back(journal: Journal) -> None:
    room = begun(journal)
    play_on(room, 40)
    end, tables = room.table, [m.table for m in room.moves]
    while isinstance(room.undo(consents=ALL), MoveDone):
        pass
    assert room.table == room.opening.table
    back = []
    while isinstance(room.redo(), MoveDone):
        back.append(room.table)
    assert back == tables
    assert Room.resume(journal, "malam").table == end


# ---- input lines


def test_a_move_keeps_its_line(journal: Journal) -> None:
    room = begun(journal)
    room.do(RevealCard(1), line=InputLine(4, '{"do": 1}'))
    assert journal.rows("malam")[1].line == InputLine(4, '{"do": 1}')


# ---- corrections


def test_a_correction_needs_everybody_still_playing(journal: Journal) -> None:
    room = begun(journal)
    command = Correct(2, CashOf(1, 500), "salah kembali")
    assert room.do(command) == NeedsConsent((1, 2, 3), "correct")
    assert room.do(command, consents=frozenset({1, 3})) == NeedsConsent((2,), "correct")
    assert len(journal.rows("malam")) == 1
    done = room.do(command, consents=ALL)
    assert isinstance(done, MoveDone)
    row = journal.rows("malam")[-1]
    assert (row.kind, row.command, row.consents) == ("move", command, (1, 2, 3))
    assert room.table.player(1).cash == 500
    assert Room.resume(journal, "malam", clock=Ticking()).table == room.table


def test_who_has_left_is_not_asked_about_a_correction(journal: Journal) -> None:
    room = begun(journal)
    room.do(Leave(2))
    command = Correct(1, CashOf(1, 500))
    assert room.do(command, consents=frozenset({2})) == NeedsConsent((1, 3), "correct")
    assert isinstance(room.do(command, consents=frozenset({1, 3})), MoveDone)


def test_nothing_of_a_hand_is_told_before_all_have_agreed(journal: Journal) -> None:
    """Whether the card is there already would tell what is in the hand."""
    room = begun(journal)
    (card,) = room.table.player(1).hand
    there = Correct(2, CardIn(card, 1))
    assert room.do(there) == NeedsConsent((1, 2, 3), "correct")
    refused = room.do(there, consents=ALL)
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NOTHING_TO_CORRECT
    assert len(journal.rows("malam")) == 1


def test_undo_takes_a_correction_back_like_any_move(journal: Journal) -> None:
    room = begun(journal)
    before = room.table
    room.do(Correct(1, CashOf(1, 500)), consents=ALL)
    after = room.table
    assert isinstance(room.undo(), MoveDone)
    assert room.table == before
    assert isinstance(room.redo(), MoveDone)
    assert room.table == after


def test_a_correction_before_dice_that_were_undone_leaves_them_as_they_were(
    journal: Journal,
) -> None:
    """Undo the throw, put the pawn right, throw again: the same dice come."""
    room = begun(journal)
    room.do(RevealCard(1))
    thrown = room.do(Roll(1))
    assert isinstance(thrown, MoveDone)
    room.undo(consents=ALL)
    room.do(Correct(1, PawnOn(1, 12, stuck=False)), consents=ALL)
    again = room.do(Roll(1))
    assert isinstance(again, MoveDone)
    dice = [[e.dice for e in m.events if isinstance(e, Rolled)] for m in (thrown, again)]
    assert dice[0] == dice[1]


def test_an_early_end_needs_everybody_still_playing(journal: Journal) -> None:
    room = begun(journal, rules=engine.ruleset("klasik"))
    room.do(Leave(2))
    assert room.do(Conclude(1)) == NeedsConsent((1, 3), "conclude")
    assert room.do(Conclude(1), consents=frozenset({3})) == NeedsConsent((1,), "conclude")
    ended = room.do(Conclude(1), consents=frozenset({3, 1}))
    assert isinstance(ended, MoveDone)
    assert room.table.phase == "over"
    assert journal.rows("malam")[-1].consents == (1, 3)


def test_a_request_that_comes_twice_corrects_once(journal: Journal) -> None:
    room = begun(journal)
    command = Correct(1, CashOf(1, 500))
    first = room.do(command, consents=ALL, ident="x")
    assert room.do(command, consents=ALL, ident="x") == first
    assert len(room.moves) == 1
