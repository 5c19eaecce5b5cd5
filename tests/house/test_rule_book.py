"""The rule book for players says what the data says, in prose without a figure of its own."""

import re
import string
from collections.abc import Iterator

import make_rules
import pytest
from sentences import TWO, entries

from ketuk import engine
from ketuk.engine import rulesets
from ketuk.tui.book import nusantara
from ketuk.tui.words import Language, Words

RULES = engine.ruleset("nusantara")
SOURCE = rulesets.source("nusantara")
BOOKS = {language: nusantara.book(RULES, language) for language in TWO}
BOOK = {
    k.removeprefix("book."): e for k, e in entries("nusantara").items() if k.startswith("book.")
}
RULING = re.compile(r"\d+\.\d+\.\d+")


@pytest.fixture(scope="module", params=TWO)
def language(request: pytest.FixtureRequest) -> Language:
    found: Language = request.param
    return found


@pytest.fixture(scope="module")
def text(language: Language) -> str:
    return BOOKS[language]


def prose() -> Iterator[tuple[str, str]]:
    for key, entry in BOOK.items():
        for language in TWO:
            yield f"{key}.{language}", entry[language]


def by_hand(text: str) -> list[str]:
    """Digits of prose outside braces, names of cards, numbers of rulings and of list entries."""
    rest = re.sub(r"\{[^}]*\}|\b[SE]\d\d\b|^ *\d+\. ", "", text, flags=re.MULTILINE)
    return re.findall(r"\d+", RULING.sub("", rest))


def facts_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def changed(before: str, after: str) -> engine.RuleSet:
    """The set with one line of its data changed."""
    text = re.sub(before, after, SOURCE, count=1, flags=re.MULTILINE)
    assert text != SOURCE, before
    return engine.ruleset_from_text(text, "own.toml")


def test_the_files_are_what_the_script_makes(language: Language, text: str) -> None:
    path = make_rules.HERE / make_rules.FILES[language]
    assert path.read_text("utf-8") == make_rules.page(RULES, language), (
        "run: uv run python docs/make_rules.py"
    )


def test_no_figure_is_written_by_hand() -> None:
    assert [(where, by_hand(text)) for where, text in prose() if by_hand(text)] == []


def test_a_figure_written_by_hand_would_be_seen() -> None:
    assert by_hand("1. pay {jail_fee} [4.2.3 4.10.1], see S01 and E12") == []
    assert by_hand("pay 500 to Kas Warga; ×4; 10%; section 4.2") == ["500", "4", "10", "4", "2"]


def test_both_languages_name_the_same_facts_and_rulings() -> None:
    for key, entry in BOOK.items():
        assert facts_of(entry["id"]) == facts_of(entry["en"]), key
        cited = [sorted(set(RULING.findall(entry[language]))) for language in TWO]
        assert cited[0] == cited[1], key


@pytest.mark.parametrize("name", RULES.figures)
def test_every_figure_of_the_data_is_in_the_book(name: str) -> None:
    value = RULES.figures[name]
    other = changed(rf"^{name} += +{value}\b", f"{name} = {value + 10}")
    for language in TWO:
        assert nusantara.book(other, language) != BOOKS[language]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("^hand = 1", "hand = 2"),
        ("^hand_limit = 4", "hand_limit = 5"),
        ("^pot = 1000", "pot = 1010"),
        ('^opener = "moving"', 'opener = "first"'),
        ("17500, 18000", "17510, 18000"),
        ("^rounds = 11", "rounds = 10"),
        (r"^without = \[81\]", "without = [80]"),
        ("^price = 3500", "price = 3510"),
        ("^price = 1800", "price = 1810"),
        ("^build = 500", "build = 510"),
        ("^rents = .60, 370", "rents = [60, 380"),
        ("^connects = .1, 2,", "connects = [1,"),
        ("^amount = 1000", "amount = 1010"),
        ("^amount = 500", "amount = 510"),
        ('^name = "Padang"', 'name = "Padang Baru"'),
        ("^zone = 6", "zone = 5"),
        ("Semua kota di satu zona tergenang", "Semua kota satu zona tergenang"),
    ],
)
def test_board_seats_and_cards_are_those_of_the_data(before: str, after: str) -> None:
    other = changed(before, after)
    assert nusantara.book(other, "id") != BOOKS["id"]


def test_every_ruling_is_there_once_and_whole(language: Language, text: str) -> None:
    anchors = re.findall(r'<a id="r-([\d-]+)"></a>', text)
    assert [a.replace("-", ".") for a in anchors] == list(RULES.rulings)
    for number, ruling in RULES.rulings.items():
        assert f"**{number} {ruling['title'][language]}" in text
        assert f"** {ruling['text'][language]}\n" in text


def test_every_link_leads_somewhere(text: str) -> None:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    there = {nusantara.slug(h) for h in headings} | set(re.findall(r'<a id="(.*?)">', text))
    links = re.findall(r"\]\(#(.*?)\)", text)
    assert len(links) > 120
    assert set(links) - there == set()


def test_a_ruling_that_is_not_there_cannot_be_cited() -> None:
    assert nusantara.cite(RULES, "so [4.2.3].") == "so ([4.2.3](#r-4-2-3))."
    with pytest.raises(ValueError, match=r"4\.2\.99"):
        nusantara.cite(RULES, "so [4.2.3 4.2.99].")


def test_tables_are_whole(text: str) -> None:
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(tables) == 22
    for rows in tables:
        assert len({row.count("|") for row in rows.splitlines()}) == 1, rows
        assert len(rows.splitlines()) > 2


def test_everything_written_for_the_book_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    class Listening(Words):
        def __call__(self, key: str, **facts: object) -> str:
            asked.add(key.removeprefix("book."))
            return super().__call__(key, **facts)

    monkeypatch.setattr(nusantara, "Words", Listening)
    nusantara.book(RULES, "id")
    nusantara.book(changed('^opener = "moving"', 'opener = "first"'), "id")
    assert set(BOOK) - asked == set()
