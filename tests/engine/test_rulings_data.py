"""The printed words of Nusantara: its 106 rulings and its cards are whole, in both languages."""

import re
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import TypedDict

import pytest

Spoken = dict[str, str]  # language -> words


class Ruling(TypedDict):
    title: Spoken
    text: Spoken
    where: list[str]


class Card(TypedDict):
    id: str
    name: str
    deck: str
    items: list[int]
    when: str
    text: Spoken


NUSANTARA = Path(__file__).parents[2] / "engine" / "rulesets" / "nusantara"
RULINGS: dict[str, Ruling] = tomllib.loads((NUSANTARA / "rulings.toml").read_text("utf-8"))
DECKS: dict[str, dict[str, Card]] = tomllib.loads((NUSANTARA / "cards.toml").read_text("utf-8"))
CARDS = [card for deck in DECKS.values() for card in deck.values()]

CHAPTERS = [14, 12, 9, 23, 9, 10, 6, 14, 4, 5]  # rulings in 4.1, 4.2, ... 4.10
TOPICS = {
    *("move", "buy", "auction", "rent", "build", "mortgage", "event", "card", "community"),
    *("trade", "contract", "device", "code", "seats", "project", "money", "debt", "end"),
}
MOMENTS = {
    "jalan_tikus": "instead_of_roll",
    "ojek": "instead_of_roll",
    "tawar": "after_reveal",
    "diskon": "paying",
    "izin_bangun": "own_turn",
    "asuransi": "own_turn",
    "warga_ramai": "own_turn",
    "razia": "free_moment",
    "jalur_alternatif": "jail_or_razia",
    "sponsor": "own_turn",
    "demo": "own_turn",
    "pajak_ditangguhkan": "tax",
}
EVENTS = {
    "banjir": [80, 81],
    "arus_balik": [82],
    "rute_udara": [83],
    "boom": [84],
    "penertiban": [85],
    "pajak_kekayaan": [86],
    "mudik": [87],
    "lelang_aset": [88],
    "investasi_asing": [89],
    "ibu_kota_baru": [90, 91],
}
LONGEST_TITLE = 60
RUN = 8  # so many words alike in a row are a fault of copy and paste


def all_spoken() -> Iterator[Spoken]:
    for ruling in RULINGS.values():
        yield ruling["title"]
        yield ruling["text"]
    for card in CARDS:
        yield card["text"]


def runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


def figures(text: str) -> list[str]:
    """Figures of a text in rising order, without the marks that part the thousands."""
    found = re.findall(r"\d(?:[\d.,]*\d)?", text)
    return sorted(re.sub("[.,]", "", figure) for figure in found)


def copied(texts: dict[str, str]) -> list[tuple[str, str]]:
    known = {key: runs(text) for key, text in texts.items()}
    return [(one, other) for one, other in combinations(known, 2) if known[one] & known[other]]


def test_all_106_numbers_are_there_and_in_order() -> None:
    numbers = [
        f"4.{chapter}.{nth}"
        for chapter, count in enumerate(CHAPTERS, start=1)
        for nth in range(1, count + 1)
    ]
    assert len(numbers) == 106
    assert list(RULINGS) == numbers


@pytest.mark.parametrize("number", RULINGS)
def test_a_ruling_is_told_in_both_languages_and_can_be_found(number: str) -> None:
    ruling = RULINGS[number]
    assert set(ruling) == {"title", "text", "where"}
    for spoken in (ruling["title"], ruling["text"]):
        assert set(spoken) == {"id", "en"}
        assert all(told and told == told.strip() for told in spoken.values())
        assert spoken["id"] != spoken["en"]
    assert all(len(title) <= LONGEST_TITLE for title in ruling["title"].values())
    assert all(text.endswith(".") for text in ruling["text"].values())
    assert ruling["where"]
    assert set(ruling["where"]) <= TOPICS
    assert len(set(ruling["where"])) == len(ruling["where"])


def test_every_topic_leads_somewhere() -> None:
    assert {topic for ruling in RULINGS.values() for topic in ruling["where"]} == TOPICS


@pytest.mark.parametrize("language", ["id", "en"])
def test_no_two_titles_are_the_same(language: str) -> None:
    titles = [ruling["title"][language] for ruling in RULINGS.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("language", ["id", "en"])
def test_no_text_repeats_another(language: str) -> None:
    assert copied({number: ruling["text"][language] for number, ruling in RULINGS.items()}) == []
    assert copied({card["id"]: card["text"][language] for card in CARDS}) == []


def test_a_copied_run_would_be_seen() -> None:
    eight = "the pawn stays right where it is now"
    assert copied({"a": f"So {eight}.", "b": f"Here, {eight.title()}!", "c": "Other."}) == [
        ("a", "b")
    ]
    assert copied({"a": "the pawn stays right where it is", "b": eight}) == []


def test_figures_are_the_same_in_both_languages() -> None:
    apart = [told for told in all_spoken() if figures(told["id"]) != figures(told["en"])]
    assert apart == []


def test_thousands_are_parted_as_each_language_does() -> None:
    for told in all_spoken():
        assert not re.search(r"\d,\d{3}|\d{4}", told["id"])
        assert not re.search(r"\d\.\d{3}|\d{4}", told["en"])


def test_siasat_are_twelve_kinds_two_of_each_each_with_its_moment() -> None:
    siasat = DECKS["siasat"]
    assert {kind: card["when"] for kind, card in siasat.items()} == MOMENTS
    assert list(siasat) == list(MOMENTS)
    assert [card["items"] for card in siasat.values()] == [
        [first, first + 1] for first in range(50, 74, 2)
    ]


def test_kejadian_are_the_twelve_cards_of_the_deck() -> None:
    kejadian = DECKS["kejadian"]
    assert {kind: card["items"] for kind, card in kejadian.items()} == EVENTS
    assert sorted(item for card in kejadian.values() for item in card["items"]) == list(
        range(80, 92)
    )
    assert not any("when" in card for card in kejadian.values())


def test_a_card_says_what_it_is() -> None:
    assert set(DECKS) == {"siasat", "kejadian"}
    for deck, kinds in DECKS.items():
        for kind, card in kinds.items():
            assert (card["deck"], card["id"]) == (deck, kind)
            assert card["name"].lower().replace(" ", "_") == kind
            assert set(card["text"]) == {"id", "en", "ms", "pt"}
            assert all(text.endswith(".") for text in card["text"].values())
