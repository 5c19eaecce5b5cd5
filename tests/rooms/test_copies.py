"""A second laptop has a copy: it asks the one that decides, takes over, and loses nothing."""

import shutil
from pathlib import Path

import pytest
from copies import SINCE, copied, copy_of, declared, fed
from tables import ALL, Ticking, begun, bot_move, journal_in, play_on

from ketuk import engine
from ketuk.engine.commands import Correct
from ketuk.engine.corrections import CashOf
from ketuk.engine.refusal import Refused
from ketuk.rooms import gamefile
from ketuk.rooms.answers import Changed, Fenced, Late, NeedsConsent, NoMove, Stale, Unheard
from ketuk.rooms.copied import CopiedRoom
from ketuk.rooms.journal import Journal
from ketuk.rooms.reign import Reign
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.room import MoveDone, Room
from ketuk.rooms.tails import Astray


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folders of laptop A with a game of some moves, and of laptop B with its copy."""
    root = tmp_path_factory.mktemp("laptops")
    (root / "a").mkdir()
    with journal_in(root / "a") as journal:
        room = declared(begun(journal), "A")
        play_on(room, 12)
        copied(root / "b", room).journal.close()
    return root


@pytest.fixture
def host(tmp_path: Path, folders: Path) -> Room:
    """The game at laptop A."""
    shutil.copytree(folders / "a", tmp_path / "a")
    return Room.resume(journal_in(tmp_path / "a"), "malam", clock=Ticking())


@pytest.fixture
def copy(tmp_path: Path, folders: Path, host: Room) -> CopiedRoom:
    """Its copy at laptop B."""
    shutil.copytree(folders / "b", tmp_path / "b")
    return copied(tmp_path / "b", host)


def took_over(room: Room, laptop: str, *heard: Reign) -> Room:
    room.lead(room.next_reign(heard, name=laptop, address=f"{laptop}:8765", since=SINCE))
    return room


def again(room: Room) -> Room:
    """The game opened anew from the same file."""
    return Room.resume(room.journal, room.name, clock=Ticking())


def move(room: Room) -> None:
    done = room.do(bot_move(room.rules, room.table))
    assert isinstance(done, MoveDone), done


def held_by(journal: Journal, rows: tuple[object, ...]) -> bool:
    """Whether a saved game that can be opened has all these rows."""
    rooms = (Room.resume(journal, saved.name, clock=Ticking()) for saved in journal.games())
    return any(room.rows[: len(rows)] == rows and not room.damage for room in rooms)


# ---- asking


def test_a_copy_stands_where_the_game_stands_and_does_not_decide(
    host: Room, copy: CopiedRoom
) -> None:
    assert (copy.rows, copy.table, copy.question) == (host.rows, host.table, host.question)
    assert (host.leads, copy.leads) == (True, False)
    assert copy.reign == host.reign == Reign(0, host.journal.device)


def test_what_is_asked_at_a_copy_is_done_at_the_host_and_told_at_both(
    host: Room, copy: CopiedRoom
) -> None:
    heard: list[Changed] = []
    copy.watch(heard.append)
    for _ in range(6):
        move(copy)
    assert isinstance(copy.undo(consents=ALL), MoveDone)
    assert isinstance(copy.redo(), MoveDone)
    assert host.rows == copy.rows
    assert again(copy).rows == host.rows
    assert [changed.seq for changed in heard] == list(range(13, 21))
    assert not any(changed.caught_up for changed in heard)
    assert heard[-1].table == host.table


def test_what_cannot_be_is_refused_at_the_copy_without_asking(copy: CopiedRoom) -> None:
    asked = copy.upstream.asked  # type: ignore[union-attr]
    wrong = engine.commands.Roll(seat=3 if copy.table.active != 3 else 2)
    assert isinstance(copy.do(wrong), Refused)
    assert isinstance(copy.do(bot_move(copy.rules, copy.table), ask="9.9."), Late)
    assert isinstance(copy.do(Correct(seat=1, what=CashOf(1, 5))), NeedsConsent)
    assert isinstance(copy.undo(seq=3), Stale)
    assert isinstance(copy.redo(), NoMove)
    assert asked == []


def test_a_repeated_request_gets_the_first_answer(host: Room, copy: CopiedRoom) -> None:
    command = bot_move(copy.rules, copy.table)
    first = copy.do(command, ident="x")
    assert copy.do(command, ident="x") == host.do(command, ident="x") == first


def test_a_copy_whose_host_is_silent_says_so_and_changes_nothing(
    host: Room, copy: CopiedRoom
) -> None:
    copy.upstream.up = False  # type: ignore[union-attr]
    before = copy.rows
    assert isinstance(copy.do(bot_move(copy.rules, copy.table)), Unheard)
    assert isinstance(copy.undo(consents=ALL), Unheard)
    assert copy.rows == host.rows == before


def test_a_question_that_was_answered_at_the_host_is_late_at_the_copy(
    host: Room, copy: CopiedRoom
) -> None:
    """The copy has not heard yet that the question is another one."""
    command = bot_move(copy.rules, copy.table)
    move(host)
    assert isinstance(copy.do(command), Late)
    assert copy.rows == host.rows


# ---- rows


def test_many_rows_at_once_are_caught_up_and_one_is_live(host: Room, copy: CopiedRoom) -> None:
    heard: list[Changed] = []
    copy.watch(heard.append)
    play_on(host, 3)
    fed(host, copy)
    play_on(host, 1)
    fed(host, copy)
    assert [changed.caught_up for changed in heard] == [True, True, True, False]


def test_rows_that_do_not_follow_are_not_taken(host: Room, copy: CopiedRoom) -> None:
    play_on(host, 3)
    with pytest.raises(Astray):
        copy.take_rows(host.rows[-1:])
    other = took_over(copied(copy.journal.path.parent / "c", host), "C")
    play_on(other, 2)
    fed(host, copy)
    play_on(host, 2)
    play_on(copy, 0)
    with pytest.raises(Astray):
        copy.take_rows(other.rows[-1:])
    with pytest.raises(Astray):
        copy.take_rows(other.rows[-2:], since=other.marks()[-1])
    assert len(copy.rows) == len(host.rows) - 2
    assert again(copy).rows == copy.rows


def test_a_laptop_that_comes_again_goes_on_with_its_copy(
    tmp_path: Path, host: Room, copy: CopiedRoom
) -> None:
    copy.journal.close()
    play_on(host, 5)
    back = copied(tmp_path / "b", host)
    assert back.rows == host.rows
    assert [saved.name for saved in back.journal.games()] == ["malam"]


def test_a_copy_takes_no_name_of_another_game(tmp_path: Path, host: Room) -> None:
    (tmp_path / "b").mkdir()
    with journal_in(tmp_path / "b") as journal:
        begun(journal, seed=9)
    copy = copied(tmp_path / "b", host)
    assert (copy.name, copy.rows) == ("malam-2", host.rows)


def test_lists_show_a_copy_as_a_copy(host: Room, copy: CopiedRoom) -> None:
    assert [saved.decided_at for saved in copy.journal.games()] == ["A"]
    assert [saved.decided_at for saved in host.journal.games()] == [""]
    took_over(copy, "B")
    assert [saved.decided_at for saved in copy.journal.games()] == [""]


def test_a_copy_that_is_opened_by_itself_says_where_the_game_goes_on(copy: CopiedRoom) -> None:
    alone = again(copy)
    here = alone.do(bot_move(alone.rules, alone.table))
    assert here == Fenced(0, "A", "A:8765")
    took_over(alone, "B")
    move(alone)


# ---- taking over


def test_whoever_takes_over_decides_under_a_higher_number(host: Room, copy: CopiedRoom) -> None:
    took_over(copy, "B")
    assert copy.leads
    move(copy)
    assert copy.rows[-1].host == copy.reign.number == 1
    assert again(copy).leads
    assert copy.question != host.question


def test_a_question_keeps_its_name_when_another_takes_over(host: Room, copy: CopiedRoom) -> None:
    """So an answer that was on its way still counts, once."""
    asked, command = host.question, bot_move(host.rules, host.table)
    took_over(copy, "B")
    assert copy.question == asked
    assert isinstance(copy.do(command, ask=asked, ident="p"), MoveDone)
    assert isinstance(copy.do(command, ask=asked, ident="p"), MoveDone)
    assert len(copy.rows) == len(host.rows) + 1


def test_two_that_take_over_at_once_give_their_questions_two_names(
    tmp_path: Path, host: Room, copy: CopiedRoom
) -> None:
    later = Ticking()
    later()
    other = took_over(copied(tmp_path / "c", host, clock=later), "C")
    took_over(copy, "B")
    move(copy)
    move(other)
    assert copy.reign.number == other.reign.number
    assert copy.question != other.question
    low, high = sorted((copy, other), key=lambda room: room.reign)
    assert low.fence(high.reign)
    with pytest.raises(Outreigned):
        high.follow(low.reign)


def test_a_fenced_host_writes_nothing_any_more(host: Room, copy: CopiedRoom) -> None:
    told: list[Fenced] = []
    host.when_fenced.append(told.append)
    took_over(copy, "B")
    before = host.rows
    assert host.fence(copy.reign)
    there = Fenced(1, "B", "B:8765")
    assert told == [there]
    assert host.do(bot_move(host.rules, host.table)) == there
    assert (host.undo(consents=ALL), host.redo()) == (there, there)
    assert host.wait(1) == there
    host.keep_time()
    assert again(host).rows == host.rows == before
    assert again(host).fenced == there
    assert not host.fence(Reign(0, "z"))


def test_another_program_at_the_same_file_is_fenced_too(host: Room, copy: CopiedRoom) -> None:
    beside = again(host)
    took_over(copy, "B")
    host.fence(copy.reign)
    assert beside.do(bot_move(beside.rules, beside.table)) == Fenced(1, "B", "B:8765")
    assert not beside.leads
    assert beside.rows == host.rows


def test_a_program_beside_the_host_plays_on_after_it_has_declared_itself(tmp_path: Path) -> None:
    room = begun(journal_in(tmp_path))
    beside = again(room)
    declared(room, "A")
    assert isinstance(beside.do(bot_move(beside.rules, beside.table)), Stale)
    move(beside)


def test_a_program_beside_one_that_has_taken_another_tail_goes_on_with_that(
    host: Room, copy: CopiedRoom
) -> None:
    fork = host.marks()[-1]
    took_over(copy, "B")
    play_on(copy, 3)
    beside = again(copy)
    play_on(host, 3)
    copy.take_rows(host.rows[fork.seq + 1 :], since=fork)
    assert beside.rows != copy.rows
    assert isinstance(beside.do(bot_move(beside.rules, beside.table)), Stale)
    assert (beside.rows, beside.table) == (copy.rows, copy.table)
    move(beside)
    move(host)
    with pytest.raises(Astray):
        copy.take_rows(host.rows[-1:])
    assert copy.rows == beside.rows


def test_no_lower_reign_is_followed_or_begun(host: Room, copy: CopiedRoom) -> None:
    took_over(copy, "B")
    with pytest.raises(Outreigned) as outreigned:
        CopiedRoom.begin(copy.journal, copy_of(host))
    assert outreigned.value.by == copy.reign
    host.fence(copy.reign)
    with pytest.raises(Outreigned):
        host.lead(Reign(0, host.journal.device))
    assert not host.leads


# ---- coming back


def test_a_host_that_comes_back_with_nothing_of_its_own_follows(
    host: Room, copy: CopiedRoom
) -> None:
    took_over(copy, "B")
    play_on(copy, 4)
    host.fence(copy.reign)
    back = CopiedRoom.begin(host.journal, copy_of(copy), clock=Ticking())
    assert (back.name, back.rows, back.leads) == (host.name, copy.rows, False)
    assert len(host.journal.games()) == 1


def test_moves_that_only_the_old_host_has_are_taken_if_the_table_wants(
    host: Room, copy: CopiedRoom
) -> None:
    play_on(host, 3)
    took_over(copy, "B")
    copy.take_rows(host.rows[copy.seq + 1 :])
    assert copy.rows == host.rows
    assert copy.leads
    move(copy)
    assert copy.rows[-1].host == 1


@pytest.mark.parametrize("chosen", ["here", "there"])
def test_of_two_tails_one_goes_on_and_the_other_can_be_read_for_ever(
    host: Room, copy: CopiedRoom, chosen: str
) -> None:
    fork = host.marks()[-1]
    took_over(copy, "B")
    play_on(copy, 4)
    play_on(host, 6)
    theirs, mine = host.rows, copy.rows
    if chosen == "here":
        called = copy.keep_rows(theirs[fork.seq + 1 :])
    else:
        called = copy.take_rows(theirs[fork.seq + 1 :], since=fork)
    move(copy)
    assert called == ("malam (A)" if chosen == "here" else "malam (B)")
    assert copy.rows[:-1] == (mine if chosen == "here" else theirs)
    branch = Room.resume(copy.journal, called, clock=Ticking())
    assert branch.rows == (theirs if chosen == "here" else mine)
    play_on(branch, 2)
    assert again(copy).rows == copy.rows
    assert held_by(copy.journal, mine)
    assert held_by(copy.journal, theirs)


def test_a_tail_that_comes_too_late_is_kept_where_it_is(host: Room, copy: CopiedRoom) -> None:
    took_over(copy, "B")
    play_on(copy, 4)
    play_on(host, 6)
    mine = host.rows
    host.fence(copy.reign)
    back = CopiedRoom.begin(host.journal, copy_of(copy), clock=Ticking())
    assert back.rows == copy.rows
    assert held_by(host.journal, mine)
    assert sorted(saved.name for saved in host.journal.games()) == ["malam", "malam (A)"]
    assert [s.decided_at for s in sorted(host.journal.games(), key=lambda s: s.name)] == ["B", ""]


def test_a_game_with_reigns_is_renamed_exported_and_removed_as_any_other(
    tmp_path: Path, copy: CopiedRoom
) -> None:
    took_over(copy, "B")
    move(copy)
    copy.journal.rename("malam", "siang")
    room = Room.resume(copy.journal, "siang", clock=Ticking())
    assert room.reign == copy.reign
    content, _ = gamefile.exported(copy.journal, "siang")
    (tmp_path / "siang.jsonl").write_bytes(content)
    copy.journal.remove("siang")
    assert copy.journal.reigns("siang") == ()
    gamefile.load(copy.journal, tmp_path / "siang.jsonl")
    loaded = Room.resume(copy.journal, "siang", clock=Ticking())
    assert loaded.rows == room.rows
    move(loaded)
    assert loaded.rows[-1].host == 1
