"""Tables of one's own: the numbers that players agree on, in a file that another table loads."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ketuk.engine import BadData
from ketuk.engine.rulesets.schema import parse

NUMBERS = "numbers"


class NoTable(ValueError):
    """A file that holds no table for these rules."""


def text_of(ruleset: str, numbers: Iterable[tuple[str, int]]) -> str:
    """The file of a table: the rule set, and each number that is not as usual."""
    lines = [f'ruleset = "{ruleset}"', "", f"[{NUMBERS}]"]
    return "\n".join([*lines, *(f"{name} = {number}" for name, number in numbers)]) + "\n"


def load(path: Path, ruleset: str) -> Mapping[str, int]:
    """The numbers of a table by name; whether their set allows them is not looked at here.

    Raises:
        NoTable: it is no such file, or of another rule set.
        OSError: it cannot be read.
    """
    try:
        table = parse(path.read_text("utf-8"), path.name)
    except (BadData, UnicodeDecodeError) as error:
        raise NoTable(str(error)) from error
    if table.get("ruleset") != ruleset:
        raise NoTable(f"ruleset = {table.get('ruleset')!r}, not {ruleset!r}")
    numbers = table.get(NUMBERS, {})
    if not isinstance(numbers, dict) or set(table) - {"ruleset", NUMBERS}:
        raise NoTable(f"ruleset and [{NUMBERS}] expected")
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool):
            raise NoTable(f"{name} = {number!r} is no whole number")
    return numbers
