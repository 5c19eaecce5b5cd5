"""docs/balance.md is what its script makes of what was counted, and playing goes on from there."""

import re
from pathlib import Path

import make_balance
import pytest

from ketuk import engine

PAGE = (make_balance.HERE / "balance.md").read_text("utf-8")


def current(name: str) -> bool:
    """Whether the games that were counted were played by the rules as they are."""
    return all(cell.tally.games for cell in make_balance.cells(name))


@pytest.mark.parametrize("name", engine.NAMES)
def test_every_set_has_its_lines_of_what_was_counted(name: str) -> None:
    assert f"(`{name}`)" in PAGE
    if current(name):
        made = make_balance.page()
        assert _section(PAGE, name) == _section(made, name), "run: docs/make_balance.py"
        seats = [line.split(" | ")[0].strip("| ") for line in _rows(name)]
        assert seats == [*map(str, sorted(engine.ruleset(name).seating.cash)), "4"]


def test_shares_of_a_line_are_all_there_is() -> None:
    for name in engine.NAMES:
        for line in _rows(name):
            wins = line.split(" | ")[3].split()
            assert len(wins) == int(line.split(" | ")[0].strip("| "))
            assert abs(sum(map(float, wins)) - 100) < 0.06 * len(wins)


def test_playing_on_comes_to_the_same_as_playing_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_balance, "COUNTED", tmp_path)
    monkeypatch.setattr(make_balance, "BLOCK", 0.0)  # one game at a time
    name = "nusantara"
    first = make_balance.cells(name)
    for _ in range(2):
        first[0].play(9, 1)
        make_balance.keep(name, first)
    again = make_balance.cells(name)
    assert again[0].tally.games == 2
    again[0].play(9, 1)
    at_once = make_balance.Cell(name, 3, "cautious")
    at_once.play(3, 1)
    monkeypatch.setattr(make_balance, "BLOCK", 1e6)
    at_once.play(3, 1)
    assert again[0].tally.summary() == at_once.tally.summary()
    assert again[0].seconds > first[0].seconds > 0

    monkeypatch.setattr(make_balance, "SEED", 2)
    assert make_balance.cells(name)[0].tally.games == 0


def _section(page: str, name: str) -> str:
    found = re.search(rf"^## [^\n]*\(`{name}`\).*?(?=^## )", page, re.MULTILINE | re.DOTALL)
    assert found
    return found[0]


def _rows(name: str) -> list[str]:
    return [line for line in _section(PAGE, name).splitlines() if re.match(r"\| \d", line)]
