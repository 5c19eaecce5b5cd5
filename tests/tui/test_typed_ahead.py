"""What is typed while a form opens stands in it, letter by letter; what is no text does nothing.

Every screen with a field in which the focus is at first is tried, at every moment of its opening.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from screens_at_hand import SMALL, AtTable, lobby, set_table, table
from textual.screen import Screen
from textual.widgets import Input
from typists import MovedApp

from ketuk import engine
from ketuk.engine.table import Auction, Bidding, DrawCard, Free, Options
from ketuk.rooms.answers import Fenced
from ketuk.tui import screens as all_screens
from ketuk.tui.screens.call import CallScreen
from ketuk.tui.screens.draw import DrawScreen
from ketuk.tui.screens.filing import WhereTo
from ketuk.tui.screens.joining import Joining
from ketuk.tui.screens.naming import NameFor
from ketuk.tui.screens.new_game import NewGame
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.rule_book import RuleBook
from ketuk.tui.screens.taking_over import TakingOver

Made: TypeAlias = Callable[[], Screen[Any]]
LATER = {"CorrectingScreen", "Import", "PrintForm"}
"""Screens with a field that has not the focus at first: their keys are for lines."""
NO_TEXT = ("enter", "escape", "down", "end", "f5", "backspace", "ctrl+s")
TYPED = {"CallScreen": "1250"}


def with_a_field() -> set[str]:
    """The screens in whose source a field is put together, or in that of their parts and kind."""
    classes = {
        node.name: node
        for path in Path(all_screens.__path__[0]).glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    kinds = {name: set(_kinds(node)) for name, node in classes.items()}

    def is_screen(name: str) -> bool:
        return name.endswith("Screen") or any(map(is_screen, kinds.get(name, ())))

    found, more = set[str](), {"Input"}
    while more:
        parts = {name for name in more if not is_screen(name)}
        more = {name for name, node in classes.items()
                if kinds[name] & more or parts & set(_made(node))} - found  # fmt: skip
        found |= more
    return {n for n in found if is_screen(n)} - {k for n in found for k in kinds[n]}


def _kinds(node: ast.ClassDef) -> Iterator[str]:
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return (base.id for base in bases if isinstance(base, ast.Name))


def _made(node: ast.ClassDef) -> Iterator[str]:
    calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
    return (one.id for one in calls if isinstance(one, ast.Name))


def app_of(at: AtTable) -> MovedApp:
    assert isinstance(at.app, MovedApp)
    return at.app


def in_the_lobby() -> Iterator[Made]:
    yield lambda: NewGame(boxes=(), box=None)
    yield lambda: NameFor("lobby.rename_head", "pagi", game="pagi")
    yield lambda: WhereTo("lobby.export_head", Path("pagi.json"), game="pagi")
    yield lambda: RuleBook(engine.ruleset("nusantara"))
    yield Joining


async def at_an_auction(at: AtTable) -> Made:
    names = ("Ayu", "Budi", "Citra")
    assert begin(at.app, names=names, options=Options(), box=None, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    auction = Auction(39, (1, 2, 3), 1, "declined", minimum=1, stage="open", high=30, high_seat=1)
    set_table(at, phase="turn", auction=auction, agenda=(Free(1), Bidding()),
              opened=(at.table.count,) * 2)  # fmt: skip
    return lambda: CallScreen(at.session, 2)


async def _typed(at: AtTable, made: Made, steps: int, keys: tuple[str, ...]) -> Screen[Any]:
    """These keys are pressed so many steps of the loop after the screen was pushed."""
    app, screen = app_of(at), made()
    app.clock.pass_by(2)
    app.push_screen(screen)
    for _ in range(steps):
        await at.pilot.pause(0)
    for key in keys:
        app.clock.pass_by(0.001)
        app.key(key)
    await at.settle(lambda: screen.is_mounted)
    app.clock.pass_by(0.5)
    await at.settle()
    return screen


def _shown(screen: Screen[Any]) -> str:
    field = screen.focused
    assert isinstance(field, Input)
    return field.value


async def arrives(at: AtTable, made: Made, chance: Random) -> str:
    """Text is there however early it came, and nothing else has happened."""
    home, name = at.app.screen, type(made()).__name__
    text = TYPED.get(name, "Bu")
    usual = _shown(await _typed(at, made, 0, ()))
    at.app.pop_screen()
    await at.settle()
    for steps in (0, 1, 3):
        screen = await _typed(at, made, steps, tuple(text))
        assert _shown(screen) in (text, usual + text), (name, steps)
        at.app.pop_screen()
        await at.settle()
        assert at.app.screen is home
    screen = await _typed(at, made, 0, (key := chance.choice(NO_TEXT), *text))
    assert at.app.screen is screen, (name, key)
    assert _shown(screen) in (text, usual + text), (name, key)
    at.app.pop_screen()
    await at.settle()
    return name


async def test_text_that_is_typed_while_a_form_opens_stands_in_it(tmp_path: Path) -> None:
    seen, chance = set(), Random(3)
    async with lobby(tmp_path, told_apart=True, kind=MovedApp, size=SMALL) as at:
        for made in in_the_lobby():
            seen.add(await arrives(at, made, chance))
        seen.add(await arrives(at, await at_an_auction(at), chance))
    async with table(tmp_path, told_apart=True, kind=MovedApp, options=Options(decks="real")) as at:
        agenda = (Free(1), DrawCard(1, "siasat"))
        set_table(at, phase="turn", agenda=agenda, opened=(at.table.count,) * 2)
        seen.add(await arrives(at, lambda: DrawScreen(at.session, 1), chance))
        at.session.room.fenced = Fenced(1, "Laptop Ayu", "")
        seen.add(await arrives(at, lambda: TakingOver(at.session), chance))
    assert seen == with_a_field() - LATER


async def test_a_key_that_opens_a_form_is_no_text_of_it(tmp_path: Path) -> None:
    async with lobby(tmp_path, told_apart=True, kind=MovedApp, size=SMALL) as at:
        app = app_of(at)
        for keys, value in ((("a", "a"), ""), (("a", "p", "a"), "pa")):
            app.clock.pass_by(2)
            for key in keys:
                app.key(key)
                app.clock.pass_by(0.3)
            await at.settle(lambda: at.on == "RuleBook")
            app.clock.pass_by(0.5)
            await at.settle()
            assert _shown(app.screen) == value
            app.pop_screen()
            await at.settle()
