"""Sealed copies of several phones: what opens, what of it is taken, and what is left out."""

from pathlib import Path

import pytest
from copies import SINCE, copied
from sealed_copies import Sealing
from tables import begun, journal_in, play_on

from ketuk.rooms.gathered import GatheredGame, NotYet, gathered
from ketuk.rooms.journal import Journal
from ketuk.rooms.proof import new_key
from ketuk.rooms.records import row_from
from ketuk.rooms.reign import Reign, mark
from ketuk.rooms.room import Room
from ketuk.rooms.seal import Plain, keyed, seal
from ketuk.rooms.seal_wire import SealedMessage, SealedPart

MOVES = 30


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = hosting(journal_in(tmp_path))
    play_on(room, MOVES)
    return room


def hosting(journal: Journal, **more: int) -> Room:
    """A game whose laptop has opened its room to phones."""
    room = begun(journal, **more)
    room.lead(Reign(0, journal.device, "Laptop Ayu", "10.0.0.1:8765", SINCE))
    return room


def opened(*copies: object) -> GatheredGame:
    found = gathered(copies)  # type: ignore[arg-type]
    assert isinstance(found, GatheredGame), found
    return found


def test_two_seats_open_the_whole_game_and_one_opens_nothing(room: Room) -> None:
    sealing = Sealing(room)
    assert gathered([]) == NotYet("few")
    assert gathered([sealing.copy(1)]) == NotYet("few")
    game = opened(sealing.copy(3), sealing.copy(1))
    assert game.rows == room.rows
    assert (game.header, game.missing) == (room.header, 0)
    assert (game.key, game.secret, game.passes) == (sealing.key, sealing.secret, sealing.passes)
    assert game.reigns == room.journal.reigns(room.name)
    assert gathered([sealing.copy(1), sealing.copy(1)]) == NotYet("keys"), "one seat twice"


def test_a_phone_that_is_behind_or_lacks_the_beginning_takes_nothing_away(room: Room) -> None:
    sealing = Sealing(room)
    behind, bare = sealing.copy(1, last=4), sealing.copy(2)
    del bare.others["header"]
    assert opened(behind, bare).rows == room.rows
    late = sealing.copy(2, last=9)
    late.last = room.seq
    game = opened(behind, late)
    assert (game.rows, game.missing) == (room.rows[:10], room.seq - 9)
    bare.rows.clear()
    behind.rows.clear()
    assert gathered([behind, bare]) == NotYet("incomplete")


def test_phones_of_two_games_open_nothing_and_the_one_played_last_is_taken(
    room: Room, tmp_path: Path
) -> None:
    (tmp_path / "lain").mkdir()
    other = hosting(journal_in(tmp_path / "lain"), seed=8)
    one, two = Sealing(room), Sealing(other)
    assert gathered([one.copy(1), two.copy(2)]) == NotYet("games")
    assert opened(one.copy(1), two.copy(2), two.copy(1), one.copy(2)).rows == room.rows
    assert opened(one.copy(1), two.copy(2), two.copy(1)).rows == other.rows


def forged(part: SealedPart, sealing: Sealing, how: str) -> SealedPart:
    """A row as somebody has changed it who has no key, or that of another game."""
    plain = Plain("row", part.host, part.seq, b"{}")
    match how:
        case "sealed under another key":
            return part.model_copy(update={"data": seal(new_key(), plain)})
        case "another row in its place":
            return sealing.row(part.seq + 1).model_copy(update={"seq": part.seq})
        case "the mark of another row":
            return part.model_copy(update={"mark": sealing.row(part.seq + 1).mark})
        case _:
            return part.model_copy(update={"data": "A" * len(part.data)})


@pytest.mark.parametrize(
    "how",
    ["sealed under another key", "another row in its place", "the mark of another row", "nothing"],
)
def test_parts_that_do_not_open_or_fit_are_left_out(room: Room, how: str) -> None:
    sealing = Sealing(room)
    one, two = sealing.copy(1), sealing.copy(2)
    one.rows[7] = forged(one.rows[7], sealing, how)
    assert opened(one, two).rows == room.rows, "the other phone has it"
    two.rows[20] = forged(two.rows[20], sealing, how)
    assert opened(one, two).rows == room.rows, "what either lacks the other one gives"
    two.rows[7] = forged(two.rows[7], sealing, how)
    game = opened(one, two)
    assert (game.rows, game.missing) == (room.rows[:7], room.seq - 6)


def test_a_row_that_opens_and_follows_from_nothing_ends_the_game_before_it(room: Room) -> None:
    """Not even who has the key makes rows be taken that make no game."""
    sealing = Sealing(room)
    one, two = sealing.copy(1), sealing.copy(2)
    text = b'{"seq":5,"kind":"redo","at":"x"}'
    there = mark(row_from(text), room.marks()[4])
    for copy in (one, two):
        copy.rows[5:] = [
            SealedPart(kind="row", host=0, seq=5, data=seal(sealing.key, Plain("row", 0, 5, text)),
                       mark=keyed(sealing.key, there.digest))
        ]  # fmt: skip
    assert opened(one, two).rows == room.rows[:5]
    for copy in (one, two):
        first = b'{"seq":0,"kind":"move","at":"x"}'
        copy.rows[:] = [
            SealedPart(kind="row", host=0, seq=0, data=seal(sealing.key, Plain("row", 0, 0, first)),
                       mark=keyed(sealing.key, mark(row_from(first), None).digest))
        ]  # fmt: skip
    assert gathered([one, two]) == NotYet("incomplete")


def test_after_a_fork_the_tail_of_the_higher_reign_is_taken_though_it_is_shorter(
    room: Room, tmp_path: Path
) -> None:
    sealing = Sealing(room)
    second = copied(tmp_path / "dua", room)
    play_on(room, 5)
    old = sealing.copy(1)
    second.lead(second.next_reign(name="Laptop Budi", address="10.0.0.2:8765", since="2026"))
    play_on(second, 1)
    sealing.room = second
    game = opened(old, sealing.copy(2))
    assert game.rows == second.rows
    assert len(game.rows) < len(old.rows)
    assert [reign.number for reign in game.reigns] == [0, 1]
    assert game.missing == 4


def test_the_newest_room_holds_and_a_phone_that_was_let_go_of_still_helps(room: Room) -> None:
    sealing = Sealing(room)
    old, citra = sealing.copy(2), sealing.copy(3)
    sealing.tokens[2] = "another phone"
    budi = sealing.copy(2)
    budi.others["room"] = sealing.others(seq=2)[1]
    assert gathered([old, budi]) == NotYet("keys"), "two phones of one seat"
    game = opened(old, citra, budi)
    assert game.passes == sealing.passes
    assert opened(old, citra).rows == room.rows


def test_reigns_that_phones_have_heard_of_count_too(room: Room) -> None:
    sealing = Sealing(room)
    heard = Reign(7, "f" * 16, "Laptop Dewi", "10.0.0.9:8765", "2026")
    game = gathered([sealing.copy(1), sealing.copy(2)], [heard])
    assert isinstance(game, GatheredGame)
    assert game.reigns[-1] == heard


def test_frames_replace_what_they_say_they_do(room: Room) -> None:
    sealing = Sealing(room)
    copy = sealing.copy(1, last=10)
    copy.take(sealing.frame(after=4, last=8))
    assert [part.seq for part in copy.rows] == list(range(9)), "rows beyond are others now"
    copy.take(sealing.frame(after=12))
    assert len(copy.rows) == 9, "nothing follows from a gap"
    copy.take(SealedMessage(game="0" * 16, after=-1, last=0, parts=()))
    assert len(copy.rows) == 9
    copy.take(sealing.frame(after=8))
    assert opened(copy, sealing.copy(2, last=0)).rows == room.rows
