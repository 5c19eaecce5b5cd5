"""The page on klasik says what its data says, in prose without a figure of its own."""

import re

import make_klasik
import pytest
from sentences import TWO, entries

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.tui.words import Language

RULES = engine.ruleset("klasik")


@pytest.mark.parametrize("language", TWO)
def test_the_files_are_what_the_script_makes(language: Language) -> None:
    path = make_klasik.HERE / make_klasik.FILES[language]
    made = make_klasik.page(RULES, language)
    assert path.read_text("utf-8") == made, "run: uv run python docs/make_klasik.py"


@pytest.mark.parametrize("language", TWO)
def test_every_reading_card_and_tile_is_on_it_and_every_reading_is_linked(
    language: Language,
) -> None:
    made = make_klasik.page(RULES, language)
    for tile in RULES.board.tiles:
        assert f"| {tile.index} | {tile.name} |" in made
    for card in RULES.cards.values():
        assert f"| {card.code} | {card.name} | {RULES.texts[card.kind][language]} |" in made
    for key in RULES.rulings:
        assert f'<a id="{key.lower()}"></a>**{key} ' in made
    prose = made.partition('<a id="k-1">')[0]
    linked = set(re.findall(r"\[(K-\d+)\]\(#k-\d+\)", prose))
    told_elsewhere = {"K-8", "K-24", "K-27"}
    assert linked == set(RULES.rulings) - told_elsewhere


def test_no_figure_is_written_by_hand() -> None:
    for key, entry in entries("klasik").items():
        if key.startswith("book."):
            for text in entry.values():
                rest = re.sub(r"\{[^}]*\}|K-\d+|^\d+\. ", "", text, flags=re.MULTILINE)
                assert not re.findall(r"\d", rest), key


def test_a_changed_figure_changes_the_page() -> None:
    own = rulesets.source("klasik").replace("jail_fee = 50", "jail_fee = 75")
    page = make_klasik.page(engine.ruleset_from_text(own, "own.toml"), "en")
    assert "out with 75, a card or a double" in page
