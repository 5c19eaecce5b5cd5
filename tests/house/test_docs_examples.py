"""The examples of docs/bots.md run as they stand, alone, and print what the page says."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
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
