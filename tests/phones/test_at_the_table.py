"""A room with phones from the side of the laptop: who moves under other screens, and leaving."""

from pathlib import Path

from screens_at_hand import AtTable, lobby

from ketuk.engine.table import Options
from ketuk.rooms.poll import opened
from ketuk.tui.pages.opening import open_room
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.table import TableScreen


async def sit(at: AtTable, *bots: int) -> TableScreen:
    names = ("Ayu", "Budi", "Citra")
    assert begin(at.app, names=names, options=Options(), box=None, ruleset="klasik", bots=bots)
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    (screen,) = [s for s in at.app.screen_stack if isinstance(s, TableScreen)]
    screen.robots.pace = "quick"
    return screen


async def test_computers_move_with_the_room_under_whatever_is_open(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        screen = await sit(at, 1, 2, 3)
        session = screen.session
        await open_room(session, "127.0.0.1")
        at.app.open("history", session)
        await at.settle(lambda: at.on == "History")
        before = session.room.seq
        screen.show_game()
        await at.settle(lambda: session.room.seq >= before + 4)
        assert at.on == "History"


async def test_computers_wait_for_what_is_put_to_all(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        screen = await sit(at, 1, 2, 3)
        session = screen.session
        host = await open_room(session, "127.0.0.1")
        seq = session.room.seq
        host.desk.poll = opened(
            "p",
            None,
            seq=seq,
            asked=frozenset({1}),
            opener=0,
            computers=frozenset(),
            now=host._now(),
        )
        screen.robot_turns.move()
        assert session.room.seq == seq
        host.desk.poll = None
        await at.settle(lambda: session.room.seq > seq)


async def test_leaving_the_table_says_that_the_room_closes(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=4) as at:
        screen = await sit(at)
        await open_room(screen.session, "127.0.0.1")
        await at.press("escape")
        await at.settle(lambda: at.on == "Ask")
        assert "ponsel" in at.text()
        await at.press("1")
        await at.settle(lambda: at.on == "Lobby")
        assert screen.session.host is None
