"""docs/simulating.md names every column that a line of a game has, as the program means it."""

import re
from pathlib import Path

import pytest

from ketuk import engine
from ketuk.rooms.trials.columns import columns

PAGE = (Path(__file__).parents[2] / "docs" / "simulating.md").read_text("utf-8")
TABLE = PAGE.partition("## One line a game")[2].partition("## ")[0]
ROWS = re.findall(r"^\| (`[^|]*) \| ([^|]*) \| ([^|]*) \|$", TABLE, re.MULTILINE)
UNITS = {name: unit for names, unit, _ in ROWS for name in re.findall(r"`(\w+)`", names)}


@pytest.mark.parametrize("name", engine.NAMES)
def test_every_column_is_on_the_page_with_its_unit(name: str) -> None:
    rules = engine.ruleset(name)
    found = columns(rules, max(rules.seating.cash))
    shown = {_kind(column.name): column.unit for column in found}
    assert shown == {kind: UNITS[kind] for kind in shown}
    assert len({column.name for column in found}) == len(found)


def test_the_page_names_no_other() -> None:
    rules = engine.ruleset("nusantara")
    assert set(UNITS) == {_kind(column.name) for column in columns(rules, 3)}


def _kind(name: str) -> str:
    head, _, number = name.rpartition("_")
    letters = {"rent": "T", "cost": "T", "card": "C"}
    return f"{head}_{letters.get(head, 'S')}" if number.isdigit() else name
