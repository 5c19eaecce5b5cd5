"""The examples of docs/bots.md run as they stand, alone, and print what the page says."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from ketuk import engine

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(python|text)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = [code for kind, code in BLOCKS if kind == "python"]
PRINTED = [text for kind, text in BLOCKS if kind == "text"]
MARK = "-- next --\n"


def ran(code: str) -> str:
    """What a program prints in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def form(text: str) -> str:
    """Printed words with other names and numbers of a game in their places."""
    return re.sub(r"Ayu|Budi|Citra", "NAME", re.sub(r" [\d-]+", " N", text))


def test_every_example_is_followed_by_what_it_prints() -> None:
    assert [kind for kind, _ in BLOCKS] == ["python", "text"] * 4


def test_the_examples_print_what_the_page_says() -> None:
    printed = ran(f"print({MARK!r}, end='')\n".join(EXAMPLES)).split(MARK)
    game, *small, other_game = PRINTED
    assert printed[1:-1] == small
    assert form(printed[0]) == form(game) == "".join(f"{n} NAME N\n" for n in (1, 2, 3))
    assert form(printed[-1]) == form(other_game)


def test_the_first_example_is_short_and_needs_the_engine_alone() -> None:
    lines = [line for line in EXAMPLES[0].splitlines() if line.strip()]
    assert len(lines) <= 30
    assert re.findall(r"^(?:import|from) (\w+)", EXAMPLES[0], re.MULTILINE) == ["random", "ketuk"]
    loaded = set(ran(f"{EXAMPLES[0]}\nimport sys\nprint(*sys.modules)").split())
    others = {f"ketuk.{name}" for name in ("tui", "rooms", "codes", "scanning")}
    assert not loaded & {*others, "textual", "sqlalchemy"}


def test_whatever_the_page_names_comes_with_the_engine() -> None:
    """By that one import alone, so that nobody has to look for a module."""
    named = sorted(set(re.findall(r"\bengine(?:\.[A-Za-z]\w*)+", PAGE)))
    assert {"engine.bots", "engine.codec", "engine.waiting.waiting"} <= set(named)
    assert ran("from ketuk import engine\n" + "\n".join(named)) == ""


def test_figures_of_the_first_page_are_those_of_the_game() -> None:
    readme, rules = (ROOT / "README.md").read_text("utf-8"), engine.ruleset("nusantara")
    assert f"{len(rules.board.tiles)} tiles" in readme
    assert f"{len(rules.rulings)} numbered rulings" in readme


def test_a_wheel_says_that_it_is_typed() -> None:
    """One mark at the top speaks for all packages below it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "Typing :: Typed" in project["project"]["classifiers"]
    assert "ketuk/py.typed" in project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    assert (ROOT / "ketuk" / "py.typed").is_file()
