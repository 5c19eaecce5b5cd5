"""The page on playing without a screen: its example is run, and does what the page says."""

import json
import re
import shlex
from pathlib import Path
from typing import Any, get_args

from command_line import CommandLine

from ketuk.engine import events as ev
from ketuk.engine.table import snake
from ketuk.tui.cli.lines import _KEYS

PAGE = Path(__file__).parents[2] / "docs" / "playing-headless.md"


def block(kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert found is not None, kind
    return found.group(1)


def holds(record: Any, said: Any) -> bool:
    """Whether a record says at least what the page shows of it; lists in the same order."""
    if isinstance(said, dict):
        return isinstance(record, dict) and all(
            key in record and holds(record[key], value) for key, value in said.items()
        )
    if isinstance(said, list) and said and isinstance(said[0], dict):
        rest = iter(record)
        return all(any(holds(one, wanted) for one in rest) for wanted in said)
    return bool(record == said)


def test_the_example_does_what_the_page_says(tmp_path: Path) -> None:
    file = tmp_path / "langkah.jsonl"
    file.write_text(block("jsonl input"), "utf-8")
    program, *arguments = shlex.split(block("sh").splitlines()[0])
    assert program == "ketuk"
    arguments[arguments.index("langkah.jsonl")] = str(file)
    ketuk = CommandLine(tmp_path / "data")
    records = iter(ketuk.records(*arguments, code=1))
    for line in block("jsonl output").splitlines():
        said = json.loads(line)
        assert any(holds(record, said) for record in records), line
    again = ketuk.records(*arguments)
    assert (again[0]["seq"], again[0]["resumed"]) == (9, True)
    assert [r for r in again if "events" in r] == []


def test_the_page_names_every_kind_of_line_and_only_real_events() -> None:
    page = PAGE.read_text("utf-8")
    for kind in _KEYS:
        assert f'{{"{kind}": ' in page
    events = {snake(event.__name__) for event in get_args(ev.AnyEvent)}
    for line in block("jsonl output").splitlines():
        shown = {event["type"] for event in json.loads(line).get("events", [])}
        assert shown <= events
