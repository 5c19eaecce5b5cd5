"""A typed code is never a hot key: on every screen of the real app, by typings from a seed.

Time is moved, not slept. ``KETUK_TYPINGS`` says how many codes are typed on each screen.
"""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path

import pytest
from every_screen import screens
from screens_at_hand import AtTable, landed, lobby, screen_text, set_table, table
from textual.widgets import Input, OptionList
from typists import MovedApp, Typing, typings

from ketuk.codes.code import typed as spelled
from ketuk.engine.table import Auction, Bidding, Free, Options, replace
from ketuk.tui.screens.asking import Ask
from ketuk.tui.screens.help import Help
from ketuk.tui.screens.palette import Palette
from ketuk.tui.screens.rule_book import RuleBook
from ketuk.tui.widgets import state_line

EACH = int(os.environ.get("KETUK_TYPINGS", "2"))


@pytest.fixture(autouse=True)
def no_minute_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The minutes played stand above the table: what is painted would depend on the machine."""
    monkeypatch.setattr(state_line, "clock", lambda words, minutes, now: "")


def app_of(at: AtTable) -> MovedApp:
    assert isinstance(at.app, MovedApp)
    return at.app


async def type_code(at: AtTable, typing: Typing) -> None:
    app = app_of(at)
    for sign, gap in zip(typing.keys, typing.gaps, strict=True):
        app.clock.pass_by(gap)
        app.key(sign)
        await at.pilot.pause(0)  # some keys are handled before the next comes, some are not
    await at.settle()
    app.clock.pass_by(0.5)
    await at.settle(lambda: app.codes)
    await at.settle()


def stands(at: AtTable) -> object:
    """All that a key could have changed: screens, what is painted, fields, moves, focus."""
    app, screen = at.app, at.app.screen
    games = [s.session.room.seq for s in app.screen_stack if hasattr(s, "session")]
    fields = [(field.id, field.value) for field in screen.query(Input)]
    lists = [(one.option_count, one.highlighted) for one in screen.query(OptionList)]
    # A list that was searched and is whole again may break its lines at other places.
    painted = "" if isinstance(screen, RuleBook) else screen_text(app)
    return list(app.screen_stack), games, fields, lists, app.focused, painted


def working(at: AtTable) -> bool:
    """Whether the screen looks for something and will tell what it found."""
    return any(one.is_running and one.node is at.app.screen for one in at.app.workers)


async def all_taken(at: AtTable, seed: int) -> int:
    """Codes typed on the screen that is open: each is taken once, and nothing else has happened."""
    app = app_of(at)
    await at.settle(lambda: not working(at), seconds=120.0)  # the doctor looks into much
    for typing in islice(typings(seed), EACH):
        app.codes.clear()
        before = stands(at)
        await type_code(at, typing)
        assert [spelled(text) for text in app.codes] == [typing.code], (at.on, typing)
        await at.settle(lambda before=before: stands(at) == before, seconds=5.0)
    return EACH


async def every_screen(at: AtTable) -> AsyncIterator[str]:
    """Those that keys lead to, and those that lie over any."""
    async for name in screens(at, deep=True):
        yield name
    for over in (Ask("screens.leave_table"), Help(at.app.screen), Palette(at.app.words)):
        await at.app.push_screen(over)
        await at.settle()
        yield type(over).__name__
        at.app.pop_screen()
        await at.settle()


@pytest.mark.parametrize("language", ["id", "en"])
@pytest.mark.parametrize("place", ["lobby", "table"])
async def test_on_every_screen(tmp_path: Path, place: str, language: str) -> None:
    async with AsyncExitStack() as stack:
        opening = {"language": language, "told_apart": True, "kind": MovedApp}
        opened = (table if place == "table" else lobby)(tmp_path, **opening)  # type: ignore[operator]
        at = await stack.enter_async_context(opened)
        if place == "table":
            await landed(at)
        seen, count = set(), 0
        async for name in every_screen(at):
            seen.add(name)
            count += await all_taken(at, seed=count + 1_000 * (language == "en"))
        assert len(seen) > (14 if place == "table" else 8), seen


async def test_where_dice_bids_and_sums_are_typed(tmp_path: Path) -> None:
    async with table(tmp_path, told_apart=True, kind=MovedApp, options=Options(dice="real")) as at:
        now = at.table
        turn = replace(now.turn, seat=1, rolls=0, may_roll=True)
        set_table(at, phase="turn", turn=turn, agenda=(Free(1),), opened=(now.count,))
        await at.app.run_action("enter", at.app.screen)
        await at.settle(lambda: at.on == "DiceScreen")
        await all_taken(at, seed=1)
        at.app.pop_screen()
        await at.settle()
        auction = Auction(tile=24, seats=(1, 2, 3), leader=1, why="declined", stage="bids")
        count = (at.table.count,) * 2
        set_table(at, phase="turn", auction=auction, agenda=(Free(1), Bidding()), opened=count)
        await at.app.run_action("enter", at.app.screen)
        await at.settle(lambda: at.on == "BidScreen")
        await all_taken(at, seed=2)


async def test_a_list_in_which_digits_look_shows_the_same_lines_afterwards(tmp_path: Path) -> None:
    async with table(tmp_path, told_apart=True, kind=MovedApp) as at:
        await landed(at)
        await at.app.run_action("cards", at.app.screen)
        await at.settle(lambda: at.on == "Cards")
        await at.settle(lambda: not working(at))
        await at.press("down")
        await at.settle()
        before = stands(at)
        code = "71SG6WD1F3ER"
        await type_code(at, Typing(code, tuple(code), (0.1,) * len(code)))
        assert [spelled(text) for text in app_of(at).codes] == [code]
        await at.settle(lambda: stands(at) == before)
