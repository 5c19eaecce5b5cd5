"""Nothing but ``engine/rulesets`` knows a rule set by name, nor a card, deck or tile of one."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ketuk import engine

ENGINE = Path(engine.__file__).parent
ROOT = ENGINE.parent
PACKAGES = ("engine", "rooms", "codes", "scanning", "tui")
SETS = {*engine.NAMES, *(engine.ruleset(name).meta.rules for name in engine.NAMES)}
"""Those that come with the game: as boards, and as the code that plays them."""
KINDS = (".py", ".toml", ".tcss")
ORDINARY = {"chance", "demo", "doctor", "sponsor"}
"""Cards and decks of a set whose names mean something else too: a column, a box, a command, a
reason for a payment.
"""
BOTS = ENGINE / "bots.py"
"""Players, not rules: they know which cards help them."""


def below(kinds: tuple[str, ...] = KINDS) -> Iterator[Path]:
    """Every file of all packages that is no set's own: code, styles, sentences."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*")):
            own = {"rulesets", *SETS} & set(file.relative_to(ROOT).parts)
            if file.suffix in kinds and not own:
                yield file


def lines_with(words: set[str], files: Iterable[Path], flags: int = 0) -> list[str]:
    wanted = re.compile(r"(?<![^\W\d_])(" + "|".join(sorted(words)) + r")(?![^\W\d_])", flags)
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if wanted.search(line)
    ]


def test_no_code_comment_or_name_says_which_set() -> None:
    assert len(list(below())) > 30
    assert lines_with(SETS, below(), re.IGNORECASE) == []


def test_no_deck_or_card_of_a_set_is_named_in_quotes() -> None:
    named: set[str] = set()
    for name in engine.NAMES:
        cards = engine.ruleset(name).cards.values()
        named |= {c.kind for c in cards} | {c.deck for c in cards}
    quoted = {f'"{word}"' for word in named - ORDINARY}
    assert lines_with(quoted, (file for file in below((".py",)) if file != BOTS)) == []


def test_no_ruling_of_a_set_is_refused_with_below() -> None:
    """Numbers in docstrings say where a rule comes from; code takes them from the set."""
    quoted = re.compile(r'"(4\.\d+\.\d+|K-\d+)"')
    found = [
        f"{file.relative_to(ROOT)}: {match}"
        for file in below()
        for match in quoted.findall(file.read_text("utf-8"))
    ]
    assert found == []
