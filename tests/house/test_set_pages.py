"""The page on a set says what its data says, in prose without a figure of its own."""

import re

import make_set_pages
import pytest
from sentences import entries

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.tui.words import Language

ELSEWHERE = {"klasik": {"K-8", "K-24", "K-27"}}
"""Readings that the prose does not name."""


PAGES = [
    (name, language) for name in make_set_pages.SETS for language in make_set_pages.files(name)
]


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_the_files_are_what_the_script_makes(name: str, language: Language) -> None:
    path = make_set_pages.HERE / make_set_pages.files(name)[language]
    made = make_set_pages.page(engine.ruleset(name), language)
    assert path.read_text("utf-8") == made, "run: uv run python docs/make_set_pages.py"


@pytest.mark.parametrize(("name", "language"), PAGES)
def test_every_reading_card_and_tile_is_on_it_and_every_reading_is_linked(
    name: str, language: Language
) -> None:
    rules = engine.ruleset(name)
    made = make_set_pages.page(rules, language)
    for tile in rules.board.tiles:
        assert f"| {tile.index} | {tile.name} |" in made
    for card in rules.cards.values():
        assert f"| {card.code} | {card.name} | {rules.texts[card.kind][language]} |" in made
    for key in rules.rulings:
        assert f'<a id="{key.lower()}"></a>**{key} ' in made
    prose = made.partition('<a id="')[0]
    linked = set(re.findall(r"\[([A-Z]+-\d+)\]\(#", prose))
    assert linked == set(rules.rulings) - ELSEWHERE.get(name, set())


@pytest.mark.parametrize("name", make_set_pages.SETS)
def test_no_figure_is_written_by_hand(name: str) -> None:
    for key, entry in entries(name).items():
        if key.startswith("book."):
            for text in entry.values():
                rest = re.sub(r"\{[^}]*\}|[A-Z]+-\d+|^\d+\. ", "", text, flags=re.MULTILINE)
                assert not re.findall(r"\d", rest), key


def test_a_changed_figure_changes_the_page() -> None:
    own = rulesets.source("klasik").replace("jail_fee = 50", "jail_fee = 75")
    page = make_set_pages.page(engine.ruleset_from_text(own, "own.toml"), "en")
    assert "out with 75, a card or a double" in page
