"""Every ruling has a test; and no code cites a ruling that there is not."""

import re
from pathlib import Path

from ketuk import engine

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CITED = re.compile(r"(?<![\w.])4\.\d{1,2}\.\d{1,2}(?![\w.]\d)")
NUMBERS = set(engine.ruleset("nusantara").rulings)


def in_tests() -> dict[str, list[str]]:
    """Numbers in the names of tests, with the files that they stand in."""
    found: dict[str, list[str]] = {}
    for file in sorted(HERE.glob("test_4_*.py")):
        for number in re.findall(r"def test_(4_\d+_\d+)(?=_)", file.read_text("utf-8")):
            found.setdefault(number.replace("_", "."), []).append(file.name)
    return found


def test_there_are_106_rulings() -> None:
    assert len(NUMBERS) == 106


def test_every_ruling_has_a_test() -> None:
    have = set(in_tests())
    assert NUMBERS - have == set(), "rulings without a test"
    assert have - NUMBERS == set(), "tests of rulings that there are not"


def test_a_test_stands_in_the_file_of_its_chapter() -> None:
    for number, files in in_tests().items():
        chapter = number.split(".")[1]
        own = re.compile(rf"test_4_{chapter}(_with_\w+)?\.py")
        assert all(own.fullmatch(file) for file in files), number


def test_what_the_code_cites_is_there() -> None:
    cited: dict[str, str] = {}
    for package in ("engine", "codes", "rooms", "tui", "scanning"):
        for file in (ROOT / package).rglob("*.py"):
            for number in re.findall(
                r"(?<![\w.])4\.\d{1,2}\.\d{1,2}(?![\w.]\d)", file.read_text("utf-8")
            ):
                cited[number] = f"{file.relative_to(ROOT)}"
    assert {n: f for n, f in cited.items() if n not in NUMBERS} == {}
    assert len(cited) > 80


def test_every_number_that_the_set_cites_by_topic_is_there() -> None:
    assert set(engine.ruleset("nusantara").cites.values()) <= NUMBERS
