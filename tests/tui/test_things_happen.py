"""Things happen on the real screen: shown, hurried by a key, switched off, and never in the way."""

import os
import sys
import termios
from pathlib import Path

import pytest
from pictures import compare
from screens_at_hand import LARGE, SMALL, AtTable, Clock, keys_to, landed, lobby, set_table, table
from tables import bot_move

from ketuk.engine.table import Auction, Bidding, Free, Options, SealedBid, SealedBids, replace
from ketuk.rooms.answers import Changed, MoveDone
from ketuk.rooms.room import Room
from ketuk.tui.home import can_move
from ketuk.tui.scenes.reel import STILL
from ketuk.tui.scenes.scene import ROLL_S, TURN_S, Bids, ReadAloud
from ketuk.tui.screens.opening import begin, resume
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.settings import Settings
from ketuk.tui.showing import Showing
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.logbook import LogBook
from ketuk.tui.widgets.players import Players
from ketuk.tui.widgets.stage import Stage

HUGE = (160, 45)
MEDAN = 2
PEOPLE = ("Ayu", "Budi", "Citra", "Dewi")


def showing(at: AtTable) -> Showing:
    screen = next(s for s in at.app.screen_stack if isinstance(s, TableScreen))
    return screen.showing


async def later(at: AtTable, clock: Clock, seconds: float) -> None:
    """So much later, when the screen has looked again."""
    clock.seconds += seconds
    showing(at)._look()
    await at.settle()


async def to_free(at: AtTable, seat: int = 1, *, may_roll: bool = True) -> None:
    turn = replace(at.table.turn, seat=seat, may_roll=may_roll, rolls=0 if may_roll else 1)
    set_table(at, phase="turn", turn=turn, agenda=(Free(seat),), opened=(at.table.count,))
    await at.settle()


async def thrown(at: AtTable) -> Clock:
    """Ayu has just thrown."""
    clock = Clock(at)
    await to_free(at)
    showing(at).end()
    clock.seconds += 10
    await at.press("enter")
    await at.settle(lambda: showing(at).frame.throw is not None)
    return clock


async def test_a_throw_is_dice_and_the_pawn_walks(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True) as at:
        clock = await thrown(at)
        stage = at.app.screen.query_one(Stage)
        assert stage.display
        assert showing(at).frame.rolls
        start = dict(showing(at).frame.pawns)[1]
        await later(at, clock, ROLL_S + 0.13)
        frame = showing(at).frame
        assert frame.throw is not None
        assert frame.faces == frame.throw.dice
        assert dict(frame.pawns)[1] == start + 1
        total = f"= {sum(frame.faces)}"
        assert total in at.text()
        await later(at, clock, 30)
        assert showing(at).frame == STILL
        assert not stage.display
        assert total not in at.text()


def player_rows(at: AtTable) -> list[str]:
    """What stands in the rows of the players."""
    region = at.app.screen.query_one(Players).region
    return at.text().splitlines()[region.y : region.bottom]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_nothing_tells_what_dice_lead_to_before_they_lie(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, motion=True, changeover_s=0.8, size=size, seed=7) as at:
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        await to_free(at)
        before = screen.question
        log = screen.query_one(LogBook)
        lines, rows = str(log.render()), player_rows(at)
        clock = await thrown(at)
        seq = at.session.room.seq
        for seconds in (0.0, ROLL_S / 2):
            await later(at, clock, seconds)
            assert screen.question == before
            assert str(log.render()) == lines
            assert player_rows(at) == rows
        choices = at.app.screen.query_one(Choices)
        await at.pilot.click(choices, offset=(4, 0))
        await at.settle()
        assert (at.session.room.seq, at.on) == (seq, "TableScreen")
        assert screen.question != before
        assert str(log.render()) != lines


@pytest.mark.parametrize("key", ["1", "0", "enter"])
async def test_a_key_answers_nothing_that_dice_are_still_to_fall_for(
    tmp_path: Path, key: str
) -> None:
    async with table(tmp_path, motion=True, changeover_s=0.8) as at:
        await thrown(at)
        seq = at.session.room.seq
        await at.press(key)
        await at.settle(lambda: not showing(at).frame.untold)
        assert (at.session.room.seq, at.on) == (seq, "TableScreen")


async def picture(at: AtTable, data: Path, *, enter: int) -> str:
    for _ in range(enter):
        await at.press(at.first_key)
        await at.settle()
        if at.app.moves:
            showing(at).end()
            await at.settle()
    return at.text().replace(at.session.room.name, "")


async def test_hurried_and_off_lead_to_the_same_picture(tmp_path: Path) -> None:
    pictures = []
    for name, motion in (("on", True), ("off", False)):
        async with table(tmp_path / name, motion=motion, seed=7) as at:
            pictures.append(await picture(at, tmp_path, enter=9))
    assert pictures[0] == pictures[1]


async def test_enter_hurries_and_answers_nothing_that_nobody_has_seen(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True, changeover_s=0.8) as at:
        clock = await thrown(at)
        seq = at.session.room.seq
        clock.seconds += 0.3
        await at.press("enter")
        await at.settle(lambda: showing(at).frame.throw is None)
        assert at.session.room.seq == seq
        clock.seconds += 0.9
        await at.press(at.first_key)
        await at.settle(lambda: at.session.room.seq > seq)


async def test_enter_after_the_question_was_seen_hurries_and_answers(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True, changeover_s=0.8) as at:
        clock = await thrown(at)
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        await later(at, clock, ROLL_S + 0.01)
        seq, question = at.session.room.seq, screen.question
        assert question is not None
        clock.seconds += 1.0
        digit = keys_to(screen.query_one(Choices), 0)[0]
        await at.press("enter" if question.marked is not None else digit)
        await at.settle(lambda: at.session.room.seq > seq)


async def test_every_other_key_hurries_and_means_what_it_means(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True, changeover_s=0.8) as at:
        await thrown(at)
        await at.press("l")
        await at.settle(lambda: at.on == "TileScreen")
        assert showing(at).frame.throw is None
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")


async def revealed(at: AtTable) -> Clock:
    """Three bid cards lie face down; Citra and Ayu have bid the same. Then they are turned over."""
    clock = Clock(at)
    await to_free(at, may_roll=False)
    laid = SealedBids(ready=(1, 2, 3), bids=(SealedBid(1, 4), SealedBid(2, 2), SealedBid(3, 4)))
    hammer = Auction(31, (1, 2, 3), 1, "declined", stage="bids", sealed=laid)
    set_table(at, auction=hammer, agenda=(Free(1), Bidding()), opened=(at.table.count,) * 2)
    showing(at).end()
    clock.seconds += 10
    await at.press(at.first_key)
    await at.settle(lambda: isinstance(showing(at).frame.read, Bids))
    return clock


async def test_bids_turn_over_one_by_one_over_the_question(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True, changeover_s=0.8) as at:
        clock = await revealed(at)
        assert at.text().count("▒▒▒▒▒▒") == 3
        await later(at, clock, TURN_S * 1.5)
        assert at.text().count("▒▒▒▒▒▒") == 2
        seq = at.session.room.seq
        for key in ("1", "enter"):  # the second one comes when the question has just been bared
            await at.press(key)
            await at.settle(lambda: showing(at).frame.read is None)
            assert at.session.room.seq == seq
            assert "▒▒▒▒▒▒" not in at.text()
            clock.seconds += 0.3
        clock.seconds += 0.6
        await at.press(at.first_key)
        await at.settle(lambda: at.session.room.seq > seq)


async def test_a_tie_says_how_it_was_broken(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True) as at:
        await revealed(at)
        showing(at).end()
        for _ in range(4):
            if isinstance(showing(at).frame.read, ReadAloud):
                break
            await at.press(at.first_key)
            await at.settle()
        assert "Tawaran teratas sama besar: yang kekayaan bersihnya lebih kecil menang" in at.text()


@pytest.mark.parametrize("key", [*"1/auxlmt", "space", "enter", "escape", "down"])
async def test_any_key_ends_a_card_and_does_no_more_where_many_press_it(
    tmp_path: Path, key: str
) -> None:
    async with table(tmp_path, motion=True) as at:
        await revealed(at)
        assert showing(at).frame.covers
        before = at.session.room.seq
        await at.press(key)
        await at.settle(lambda: not showing(at).frame.covers)
        assert (at.on, at.app.focused) == ("TableScreen", None)
        assert at.session.room.seq == before


async def test_who_types_a_code_beneath_what_happens_goes_on_typing(tmp_path: Path) -> None:
    """Somebody else throws meanwhile, on a phone."""
    async with table(tmp_path, motion=True, changeover_s=0.8) as at:
        Clock(at)
        await to_free(at)
        showing(at).end()
        await at.press("/")
        await at.settle(lambda: at.app.focused is not None)
        await at.press(*"abc")
        room = at.session.room
        assert isinstance(room.do(bot_move(room.rules, room.table)), MoveDone)
        await at.settle(lambda: showing(at).frame != STILL)
        await at.press("enter")
        await at.settle(lambda: at.app.focused is None)
        assert at.said()
        assert showing(at).frame == STILL


async def test_a_tap_waits_for_nothing(tmp_path: Path) -> None:
    """The clock of all that is shown stands still, and the card counts all the same."""
    async with table(tmp_path, motion=True) as at:
        clock = await revealed(at)
        await landed(at, MEDAN)
        assert showing(at).frame.covers
        before = clock.seconds
        await at.tap(MEDAN)
        await at.settle(lambda: at.table.holdings[MEDAN].owner == 1)
        assert clock.seconds == before
        assert showing(at).frame.covers, "and what is being read can be read to its end"


async def test_undo_redo_and_rows_of_others_move_nothing(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True) as at:
        await thrown(at)
        room = at.session.room
        consents = frozenset({1, 2, 3})
        assert isinstance(room.undo(consents=consents), MoveDone)
        assert showing(at).frame == STILL
        assert isinstance(room.redo(), MoveDone)
        assert showing(at).frame == STILL


async def test_what_another_program_wrote_is_caught_up_with_in_silence(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True) as at:
        room = at.session.room
        heard: list[Changed] = []
        room.watch(heard.append)
        showing(at).end()
        other = Room.resume(room.journal, room.name)
        assert isinstance(other.do(bot_move(other.rules, other.table)), MoveDone)
        room.catch_up()
        assert [changed.caught_up for changed in heard] == [True]
        assert showing(at).frame == STILL


async def test_a_new_game_shows_its_opening_throw_and_a_resumed_one_nothing(tmp_path: Path) -> None:
    async with lobby(tmp_path, motion=True) as at:
        clock = Clock(at)
        assert begin(at.app, names=PEOPLE, options=Options(), box=None, ruleset="klasik")
        await at.settle(lambda: at.on == "TableScreen" and showing(at).frame.throw is not None)
        throw = showing(at).frame.throw
        assert throw is not None
        assert throw.who == PEOPLE[0]
        assert len(throw.dice) == 2
        await later(at, clock, ROLL_S + 0.1)
        assert f"Ayu: {throw.dice[0]} + {throw.dice[1]} = " in at.text()
        assert showing(at).waits(read_only=False) > ROLL_S * len(PEOPLE)
        name = at.session.room.name
        await at.press("escape", "1")
        await at.settle(lambda: at.on == "Lobby")
        assert resume(at.app, name)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        assert showing(at).frame == STILL


async def test_computers_leave_people_the_time_to_look(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True) as at:
        clock = await revealed(at)
        assert showing(at).waits(read_only=True) > 3
        await later(at, clock, 60)
        assert showing(at).waits(read_only=False) == 0


async def test_switched_off_by_a_key_and_kept(tmp_path: Path) -> None:
    async with table(tmp_path, motion=True) as at:
        await at.press("ctrl+g")
        await at.settle()
        assert not Settings.load(tmp_path).motion
        assert "tidak ada yang bergerak" in at.said()
        await to_free(at)
        await at.press("enter")
        await at.settle()
        assert showing(at).frame == STILL
        await at.press("ctrl+g")
        await at.settle()
        assert Settings.load(tmp_path).motion


def test_where_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert can_move("full")
    assert not can_move("none")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not can_move("full")


def test_a_slow_line_is_left_still_and_no_line_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    ours, theirs = os.openpty()
    with os.fdopen(ours), os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "__stderr__", terminal)
        assert can_move("full")
        mode = termios.tcgetattr(theirs)
        mode[4] = mode[5] = termios.B9600
        termios.tcsetattr(theirs, termios.TCSANOW, mode)
        assert not can_move("full")
    monkeypatch.setattr(sys, "__stderr__", None)
    assert can_move("full")
    monkeypatch.setitem(sys.modules, "termios", None)  # as on Windows
    assert can_move("full")


@pytest.mark.parametrize("size", [SMALL, LARGE, HUGE], ids=["80x24", "120x36", "160x45"])
async def test_pictures(size: tuple[int, int], tmp_path: Path) -> None:
    async with table(tmp_path, names=PEOPLE, size=size, seed=5, motion=True) as at:
        clock = await thrown(at)
        await later(at, clock, ROLL_S + 0.5)
        compare("dadu-jatuh", at, size, tmp_path)
        await later(at, clock, 30)
        clock = await revealed(at)
        await later(at, clock, TURN_S * 2.5)
        compare("tawaran-dibuka", at, size, tmp_path)


async def test_however_quick_computers_are_what_dice_lead_to_is_told(tmp_path: Path) -> None:
    async with lobby(tmp_path, motion=True) as at:
        clock = Clock(at)
        assert begin(at.app, names=PEOPLE, options=Options(), box=None, ruleset="klasik",
                     bots=(1, 2, 3, 4))  # fmt: skip
        await at.settle(lambda: isinstance(at.app.screen, TableScreen))
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        screen.robots.pace, thrown = "quick", 0
        screen.showing.end()
        for _ in range(30):
            screen.robots.move()
            frame, wait = showing(at).frame, showing(at).waits(read_only=True)
            thrown += frame.untold
            assert not frame.untold or wait >= ROLL_S - 0.01
            await later(at, clock, max(wait, 0.2) + 0.01)
            assert not showing(at).frame.untold
        assert thrown > 5
