"""Nothing below ``engine/rulesets`` knows a rule set by name, nor a card, deck or tile of one."""

import re
from collections.abc import Iterator
from pathlib import Path

from ketuk import engine

ENGINE = Path(engine.__file__).parent
SETS = {*engine.NAMES, "rel", "merek", "kompleks"}
"""Those that come with the game, and those that are to come."""
BOTS = ENGINE / "bots.py"
"""Players, not rules: they know which cards help them."""


def below() -> Iterator[Path]:
    for file in sorted(ENGINE.rglob("*.py")):
        if "rulesets" not in file.relative_to(ENGINE).parts:
            yield file


def lines_with(words: set[str], *, but: tuple[Path, ...] = ()) -> list[str]:
    wanted = re.compile(r"(?<![a-z])(" + "|".join(sorted(words)) + r")(?![a-z])", re.IGNORECASE)
    return [
        f"{file.relative_to(ENGINE)}:{number}: {line.strip()}"
        for file in below()
        if file not in but
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if wanted.search(line)
    ]


def test_no_code_comment_or_name_says_which_set() -> None:
    assert len(list(below())) > 30
    assert lines_with(SETS) == []


def test_no_deck_or_card_of_a_set_is_named_in_quotes() -> None:
    named: set[str] = set()
    for name in engine.NAMES:
        cards = engine.ruleset(name).cards.values()
        named |= {c.kind for c in cards} | {c.deck for c in cards}
    quoted = {f'"{word}"' for word in named}
    assert lines_with(quoted, but=(BOTS,)) == []


def test_no_ruling_of_a_set_is_refused_with_below() -> None:
    """Numbers in docstrings say where a rule comes from; code takes them from the set."""
    quoted = re.compile(r'"(4\.\d+\.\d+|K-\d+)"')
    found = [
        f"{file.relative_to(ENGINE)}: {match}"
        for file in below()
        for match in quoted.findall(file.read_text("utf-8"))
    ]
    assert found == []
