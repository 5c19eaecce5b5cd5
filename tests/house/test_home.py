"""Screens know the home and not the app, in their types too."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from textual.screen import Screen

import ketuk.tui.app
from ketuk.tui.home import SCREENS

TUI = Path(ketuk.tui.app.__file__).resolve().parent
ABOVE = {"app.py", "cli/__init__.py"}
"""Who may know the app: itself, and the command that opens it."""


def test_nothing_but_the_start_names_the_app() -> None:
    named = {
        str(file.relative_to(TUI))
        for file in TUI.rglob("*.py")
        if any(name in file.read_text("utf-8") for name in ("tui.app", "KetukApp"))
    }
    assert named == ABOVE


def test_no_sentence_reaches_for_a_choice() -> None:
    telling = [file.read_text("utf-8") for file in (TUI / "telling").glob("*.py")]
    assert telling
    assert not [text for text in telling if "tui.menu" in text]


def opened() -> Iterator[tuple[str, ast.Call]]:
    """Every call that opens a screen by its name, with that name."""
    for file in TUI.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "open"
                and ast.unparse(node.func.value) in ("app", "self.app", "self._app")
            ):
                (name, *_) = node.args
                assert isinstance(name, ast.Constant), ast.unparse(node)
                yield name.value, node


def test_every_screen_that_has_a_name_is_opened_with_what_it_takes() -> None:
    calls = list(opened())
    assert {name for name, _ in calls} == set(SCREENS)
    for name, call in calls:
        kind = getattr(import_module(f"ketuk.tui.screens.{name}"), SCREENS[name])
        assert issubclass(kind, Screen)
        more = {word.arg: None for word in call.keywords if word.arg != "then"}
        inspect.signature(kind).bind(*call.args[1:], **more)
