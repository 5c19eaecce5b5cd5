"""Seats that the program plays: chosen in the form, one move at a time, held when wanted."""

from pathlib import Path

import pytest
from screens_at_hand import AtTable, lobby, set_table

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import BidCard, GoOn
from ketuk.engine.table import Answer, Auction, Bidding, Free, Options, SealedBids, replace
from ketuk.rooms.journal import FILE, Journal
from ketuk.tui.menu import Open
from ketuk.tui.robots import Robots
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.widgets.asking import Choices

NAMES = ("Ayu", "Budi", "Citra")


def robots(at: AtTable) -> Robots:
    (screen,) = [s for s in at.app.screen_stack if isinstance(s, TableScreen)]
    return screen.robots


async def sit(at: AtTable, ruleset: str, *bots: int, pace: str = "step") -> None:
    assert begin(at.app, names=NAMES, options=Options(), box=None, ruleset=ruleset, bots=bots)
    robots(at).pace = pace  # type: ignore[assignment]
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


async def test_a_seat_of_the_form_becomes_a_bots_and_a_persons_again(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        await at.press(*"Ayu", "enter", *"Budi", "enter")
        await at.press("f4")
        assert "Harimau" in at.text()
        await at.press("f4")
        (row,) = [line for line in at.text().splitlines() if "Harimau" in line]
        assert "penilai (kuat)" in row
        await at.press("f4")
        assert "Harimau" not in at.text()
        await at.press("f4", "f4", "up", "f4")
        row = next(line for line in at.text().splitlines() if "Budi" in line)
        assert "komputer" in row
        await at.press("f4", "f4", "f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.bots == {3}
        assert at.session.robots == {3: "penilai"}
        assert at.table.player(3).name == "Harimau"


@pytest.mark.parametrize("ruleset", engine.NAMES)
async def test_bots_move_by_themselves_until_a_person_is_asked(
    tmp_path: Path, ruleset: str
) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, ruleset, 2, 3, pace="quick")
        moves = at.session.room.moves
        for _ in range(200):
            if at.on == "HandScreen":
                await at.press("escape")
            elif at.on == "BidScreen":
                await at.press("1", "enter")
            elif at.on == "EndScreen":
                break
            elif robots(at).next() is None:
                marked = at.app.screen.question.marked  # type: ignore[attr-defined]
                await at.press("1" if marked is None else "enter")
            else:
                before = len(at.session.room.moves)
                await at.settle(lambda b=before: len(at.session.room.moves) > b)
            moves = at.session.room.moves
            if {m.command.seat for m in moves[1:] if m.command} == {1, 2, 3} and at.table.round > 1:
                break
        assert {m.command.seat for m in moves if m.command} == {1, 2, 3}


async def test_enter_is_the_bots_next_move_where_it_is_on_turn(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "klasik", 1, 2, 3)
        assert "(komputer) bermain…" in at.text()
        for number in range(1, 30):
            await at.press("enter")
            await at.settle(lambda n=number: len(at.session.room.moves) >= n)
        assert len(at.session.room.moves) == 29


async def test_its_pace_is_changed_by_a_key_and_said(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "klasik", 1, 2, 3)
        await at.press("b")
        assert robots(at).pace == "calm"
        assert "tenang. B mengganti lajunya" in at.said()
        await at.press("b")
        await at.settle(lambda: len(at.session.room.moves) > 3)
        assert "cepat. B mengganti lajunya" in at.said()
        await at.press("b")
        await at.settle()
        stood = len(at.session.room.moves)
        assert robots(at).seconds is None
        await at.press("enter")
        await at.settle(lambda: len(at.session.room.moves) == stood + 1)


async def test_after_an_undo_it_waits_until_somebody_lets_it_go_on(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "klasik", 2, 3)
        turn = replace(at.table.turn, seat=2, may_roll=True)
        now = at.table
        set_table(at, phase="turn", turn=turn, agenda=(Free(2),), opened=(now.count,))
        robots(at)._thought = (-1, None)
        at.app.screen.show_game()  # type: ignore[attr-defined]
        await at.press("enter")
        await at.settle(lambda: len(at.session.room.moves) == 1)
        robots(at).pace = "quick"
        await at.press("u")
        await at.settle(lambda: at.on == "Consent")
        assert "Budi setuju" not in at.text()
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen")
        assert not at.session.room.moves
        assert robots(at).held
        assert robots(at).seconds is None


async def test_going_on_past_a_moment_of_cards_is_for_people_to_say(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "nusantara", 2, 3)
        now = at.table
        hammer = Auction(tile=31, seats=(1, 2, 3), leader=2, why="declined", stage="bids")
        set_table(at, phase="turn", auction=hammer, turn=replace(now.turn, seat=2),
                  agenda=(Free(2), Bidding()), opened=(now.count,) * 2)  # fmt: skip
        for seat in (1, 2, 3):
            assert at.session.do(BidCard(seat, seat))
        ask = cautious_policy()
        assert ask(at.session.rules, at.table, 2) == GoOn(2)
        assert robots(at).next() is None


async def test_hurrying_the_bots_agrees_to_no_trade(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "klasik", 2, 3)
        holdings = list(at.table.holdings)
        for tile, seat in ((6, 1), (8, 2), (9, 2)):
            holdings[tile] = replace(holdings[tile], owner=seat)
        turn = replace(at.table.turn, seat=2, may_roll=True)
        set_table(at, phase="turn", turn=turn, agenda=(Free(2),), opened=(at.table.count,),
                  holdings=tuple(holdings), round=3)  # fmt: skip
        robots(at)._thought = (-1, None)
        at.app.screen.show_game()  # type: ignore[attr-defined]
        await at.press("enter")
        await at.settle(lambda: isinstance(at.table.top, Answer))
        assert "(Budi melengkapi grup 2)" in at.app.screen.question.text  # type: ignore[attr-defined]
        await at.press("enter")
        await at.settle(lambda: not isinstance(at.table.top, Answer))
        assert at.table.holdings[6].owner == 1


async def test_a_saved_game_knows_its_bots(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "klasik", 3)
    with Journal.open(tmp_path / FILE) as journal:
        (saved,) = journal.games()
        assert journal.header(saved.name).bots == (3,)


async def test_an_open_menu_keeps_the_bots_waiting(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        await sit(at, "klasik", 2, 3)
        holdings = list(at.table.holdings)
        for tile in (1, 6):
            holdings[tile] = replace(holdings[tile], owner=1)
        turn = replace(at.table.turn, seat=2, may_roll=True)
        set_table(at, phase="turn", turn=turn, agenda=(Free(2),), opened=(at.table.count,),
                  holdings=tuple(holdings))  # fmt: skip
        robots(at)._thought = (-1, None)
        at.app.screen.show_game()  # type: ignore[attr-defined]
        assert "Gadaikan" not in at.text()
        await at.press("7", "1")
        assert "Ayu: gadaikan" in at.text()
        robots(at).pace = "quick"
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        screen.robot_turns.move()
        assert not at.session.room.moves
        await at.press("0", "0")
        await at.settle(lambda: bool(at.session.room.moves))


@pytest.mark.parametrize("people", [3, 4, 5])
@pytest.mark.parametrize("stage", ["window", "bids"])
async def test_beside_people_a_bot_goes_on_however_the_window_changes(
    tmp_path: Path, people: int, stage: str
) -> None:
    """The line of the bot is the last one then: nobody has left it because there is less room."""
    async with lobby(tmp_path, size=(120, 40)) as at:
        names, bot = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fitri")[: people + 1], people + 1
        assert begin(at.app, names=names, options=Options(), box=None, bots=(bot,))
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        seats = tuple(range(1, people + 2))
        sealed = SealedBids(ready=seats if stage == "bids" else ())
        hammer = Auction(31, seats, 1, "declined", stage=stage, sealed=sealed)
        robots(at).pace = "step"
        set_table(at, phase="turn", turn=replace(at.table.turn, seat=1), auction=hammer,
                  agenda=(Free(1), Bidding()), opened=(at.table.count,) * 2)  # fmt: skip
        choices = at.app.screen.query_one(Choices)
        for size in ((120, 40), (80, 22), (80, 24), (80, 25), (120, 36)):
            await at.pilot.resize_terminal(*size)
            await at.settle()
            assert choices.marked is not None, size
            assert choices.marked.action == Open("robot", bot), size
            assert not choices.busy, size
        seq = at.session.room.seq
        await at.press("enter")
        await at.settle(lambda: at.session.room.seq == seq + 1)
        assert at.session.room.moves[-1].command.seat == bot
