"""Two keys in one read answer one question once: pairs of all keys of a screen.

``KETUK_PAIRS`` says how many pairs are pressed on each screen, ``KETUK_KEYS`` how many keys by
themselves, and ``KETUK_CLICKS`` how many places are clicked on; the suite draws some from a seed.
"""

import os
import random
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from every_screen import opened, own_keys
from screens_at_hand import AtTable, bought, landed, lobby, table
from textual.events import MouseDown, MouseUp
from textual.screen import Screen
from typists import MovedApp

from ketuk.engine.commands import AnyCommand
from ketuk.tui.screen_keys import ScreenKeys
from ketuk.tui.screens.asking import Ask
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.stage import Stage

PAIRS = int(os.environ.get("KETUK_PAIRS", "1"))
KEYS = os.environ.get("KETUK_KEYS", "2")
"""How many keys by themselves; ``all`` tries every one on every screen."""
CLICKS = os.environ.get("KETUK_CLICKS", "2")
"""How many places are clicked on twice; ``all`` tries every one on every screen."""
NOT_TRIED = {"ctrl+q", "ctrl+z", "ctrl+p", "f2", "super+c", "ctrl+c"}
"""Keys that end or stop the program, copy, or change the language."""
EARLY = ("down", "enter", "1", "escape", "end")
"""Keys that are pressed while a screen is about to open."""
DOUBLES = (("enter", "enter"), ("escape", "escape"), ("1", "enter"), ("enter", "escape"))
"""Pairs that are always tried."""


def app_of(at: AtTable) -> MovedApp:
    assert isinstance(at.app, MovedApp)
    return at.app


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is asked of the game: one answer may be several commands ("all are ready")."""
    done: list[object] = []
    do = Session.do

    def counted(session: Session, *commands: AnyCommand) -> bool:
        done.append(commands)
        return do(session, *commands)

    monkeypatch.setattr(Session, "do", counted)
    return done


async def pressed(at: AtTable, *keys: str) -> None:
    """All of them in one read."""
    app = app_of(at)
    for key in keys:
        app.key(key)
    await at.settle()
    app.clock.pass_by(0.5)
    await at.settle()
    app.clock.pass_by(2)


async def back_at(at: AtTable, home: Screen[object]) -> None:
    """Whatever lies over it goes."""
    while at.app.screen is not home:
        at.app.pop_screen()
        await at.settle()


async def open_screens(
    at: AtTable, home: Screen[object], *, first: Any = None
) -> AsyncIterator[Any]:
    """A way to each screen that a key opens, and to a question over the first one."""
    if first is not None:
        yield first
    for key in own_keys(at):
        await opened(at, key)
        if at.app.screen is not home:
            yield lambda key=key: opened(at, key)
        await back_at(at, home)
    yield lambda: at.app.push_screen(Ask("screens.leave_table"))


async def once(at: AtTable, pair: tuple[str, str], answers: list[object]) -> None:
    """One answer at most, and one screen more or less."""
    where, depth = at.on, len(at.app.screen_stack)
    answers.clear()
    await pressed(at, *pair)
    assert at.app.is_running, (where, pair)
    assert len(answers) <= 1, (where, pair, answers)
    assert abs(len(at.app.screen_stack) - depth) <= 1, (where, pair, at.app.screen_stack)


@pytest.mark.parametrize("place", ["lobby", "table"])
async def test_on_every_screen(tmp_path: Path, place: str, answers: list[object]) -> None:
    chance, seen = random.Random(5), set()
    opening = table if place == "table" else lobby
    async with opening(tmp_path, told_apart=True, kind=MovedApp) as at:
        home = at.app.screen
        async for way in open_screens(at, home):
            await back_at(at, home)
            await way()
            await at.settle()
            seen.add(at.on)
            keys = sorted(set(at.app.screen.active_bindings) - NOT_TRIED)
            pairs = list(product(keys, keys))
            for pair in (*DOUBLES, *chance.sample(pairs, min(PAIRS, len(pairs)))):
                if at.app.screen is home:
                    await way()
                    await at.settle()
                await once(at, pair, answers)
                await back_at(at, home)
        assert len(seen) > 5, seen


def stands(at: AtTable) -> object:
    """What a key can answer: screens, and the menus of choices that are open."""
    menus = [choices.title for choices in at.app.screen.query(Choices)]
    return list(at.app.screen_stack), menus


@pytest.mark.parametrize("place", ["lobby", "table"])
async def test_a_key_that_answers_makes_it_another_question(
    tmp_path: Path, place: str, answers: list[object]
) -> None:
    """With what holds for any two keys of one read (B33), this is proof for all pairs of keys."""
    chance, opening = random.Random(7), table if place == "table" else lobby
    async with opening(tmp_path, told_apart=True, kind=MovedApp) as at:
        home, desk = at.app.screen, ScreenKeys(at.app)

        async def there() -> None:
            pass

        async for way in open_screens(at, home, first=there):
            await back_at(at, home)
            await way()
            await at.settle()
            keys = sorted({*at.app.screen.active_bindings, *"0123456789"} - NOT_TRIED)
            for key in keys if KEYS == "all" else chance.sample(keys, min(int(KEYS), len(keys))):
                if way is not there and at.app.screen is home:
                    await way()
                    await at.settle()
                answers.clear()
                asked, before, where = desk.asked(), stands(at), at.on
                await pressed(at, key)
                if answers or stands(at) != before:
                    assert desk.asked() != asked, (where, key)
                assert at.app.is_running, (where, key)
                await back_at(at, home)


async def test_at_the_table_itself(tmp_path: Path, answers: list[object]) -> None:
    chance = random.Random(11)
    async with table(tmp_path, told_apart=True, kind=MovedApp) as at:
        home = at.app.screen
        keys = sorted(set(home.active_bindings) - NOT_TRIED)
        for pair in (*DOUBLES * 3, *(chance.choices(keys, k=2) for _ in range(PAIRS * 3))):
            await once(at, tuple(pair), answers)
            await back_at(at, home)


@pytest.mark.parametrize("place", ["lobby", "table"])
async def test_a_key_that_comes_before_its_screen_is_put_together_does_nothing(
    tmp_path: Path, place: str, answers: list[object]
) -> None:
    opening = table if place == "table" else lobby
    async with opening(tmp_path, told_apart=True, kind=MovedApp) as at:
        home = at.app.screen
        for key in own_keys(at):
            for early in EARLY:
                await at.app.run_action(key.action, home)
                if (opened := at.app.screen) is home:
                    break
                answers.clear()
                assert not opened.is_mounted
                app_of(at).key(early)
                await at.settle()
                app_of(at).clock.pass_by(0.5)
                await at.settle()
                assert at.app.is_running, (key.action, early)
                assert not answers
                assert at.app.screen is opened, (key.action, early)
                await back_at(at, home)
                app_of(at).clock.pass_by(2)


def line_of(at: AtTable, number: int) -> tuple[int, int]:
    """Column and row of a line of choices."""
    region = at.app.screen.query_one(Choices).region
    return region.x + 4, region.y + number - 1


async def clicked(at: AtTable, x: int, y: int, pause: float = 0.06) -> None:
    app_of(at).button(MouseDown, x, y)
    app_of(at).button(MouseUp, x, y)
    await at.settle()
    app_of(at).clock.pass_by(pause)
    await at.settle()


def places(at: AtTable) -> list[tuple[int, int]]:
    """Where something can be pressed: each row of each widget, of its last rows every few columns,
    since keys stand beside each other there.
    """
    found, screen = set[tuple[int, int]](), at.app.screen
    for widget in screen.query("*"):
        region = widget.region.intersection(screen.region)
        if widget.children or not widget.display or not region:
            continue
        columns = range(min(4, region.width - 1), region.width, 9 if region.height < 3 else 400)
        found |= {(region.x + x, region.y + y) for x in columns for y in range(region.height)}
    return sorted(found)


@pytest.mark.parametrize("place", ["lobby", "table"])
async def test_the_second_half_of_a_double_click_does_nothing_to_what_the_first_has_brought(
    tmp_path: Path, place: str, answers: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every screen: where the first has answered or opened something, or changed a list."""
    chance, opening = random.Random(13), table if place == "table" else lobby
    monkeypatch.setattr(MovedApp, "exit", lambda *_, **__: None)
    async with opening(tmp_path, told_apart=True, kind=MovedApp) as at:
        home, desk, brought = at.app.screen, ScreenKeys(at.app), 0

        async def there() -> None:
            pass

        async for way in open_screens(at, home, first=there):
            await back_at(at, home)
            await way()
            await at.settle()
            all_places = places(at)
            few = all_places if CLICKS == "all" else chance.sample(all_places, int(CLICKS))
            for x, y in few:
                if way is not there and at.app.screen is home:
                    await way()
                    await at.settle()
                answers.clear()
                before = stands(at), desk.stands(x, y)
                await clicked(at, x, y)
                after = stands(at), desk.stands(x, y), len(answers)
                if after != (*before, 0):
                    brought += 1
                    text = at.text()
                    await clicked(at, x, y)
                    assert (stands(at), desk.stands(x, y), len(answers)) == after, (at.on, x, y)
                    assert at.text() == text, (at.on, x, y)
                assert at.app.is_running
                await back_at(at, home)
                app_of(at).clock.pass_by(2)
        assert brought


async def test_a_double_click_reaches_nothing_beneath(
    tmp_path: Path, answers: list[object]
) -> None:
    async with table(tmp_path, told_apart=True, kind=MovedApp) as at:
        await landed(at)
        home = at.app.screen
        for pause in (0.0, 0.06, 0.2):
            at.app.push_screen(Ask("screens.leave_table"))
            await at.settle()
            x, y = line_of(at, 2)
            for _ in range(3):
                app_of(at).button(MouseDown, x, y)
                app_of(at).button(MouseUp, x, y)
                if pause:
                    await at.settle()
                app_of(at).clock.pass_by(pause)
            await at.settle(lambda: at.app.screen is home)
            assert not answers
            app_of(at).clock.pass_by(2)


async def test_a_double_click_on_a_card_that_is_read_answers_nothing_beneath(
    tmp_path: Path, answers: list[object]
) -> None:
    async with table(tmp_path, told_apart=True, kind=MovedApp, motion=True) as at:
        await at.press("enter")  # the first card is turned over
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        await at.settle(lambda: screen.showing.frame.covers)
        stage = screen.query_one(Stage)
        await at.settle(lambda: stage.region.contains(*line_of(at, 1)))
        app_of(at).clock.pass_by(2)
        answers.clear()
        x, y = line_of(at, 1)
        await clicked(at, x, y)
        await at.settle(lambda: not screen.showing.frame.covers)
        await clicked(at, x, y)
        await clicked(at, x, y, pause=2)
        assert not answers
        await clicked(at, x, y)
        await at.settle(lambda: bool(answers))


async def test_pressed_on_one_line_and_let_go_on_another_is_nothing(
    tmp_path: Path, answers: list[object]
) -> None:
    async with table(tmp_path, told_apart=True, kind=MovedApp) as at:
        await landed(at)
        x, y = line_of(at, 1)
        app_of(at).button(MouseDown, x, y + 1)
        app_of(at).button(MouseUp, x, y)
        await at.settle()
        assert not answers
        app_of(at).clock.pass_by(2)
        app_of(at).button(MouseDown, x, y)
        app_of(at).button(MouseUp, x, y)
        await at.settle(lambda: bought(at))
