"""Sentences by language and by set: where they are looked for, and what no language may lack."""

import re

import pytest
from sentences import TWO, codes, entries, every, topics

from ketuk import engine
from ketuk.tui.words import LANGUAGES, Language, Words, brief, figure, said, text
from ketuk.tui.words.languages import SPOKEN

ELSEWHERE = "book."
"""The pages on a set are in the languages that somebody wrote them in (docs/make_set_pages.py)."""


def test_what_is_missing() -> None:
    """The list for translators: each sentence that a language lacks, by its file."""
    missing = [
        f"tui/words/{language}/{code and code + '/'}{key.replace('.', '.toml: ', 1)}"
        for (code, key), entry in every().items()
        for language in sorted({*TWO, *(() if key.startswith(ELSEWHERE) else LANGUAGES)})
        if language not in entry
    ]
    assert missing == []


def test_no_sentence_is_empty_where_the_others_are_not() -> None:
    for (code, key), entry in every().items():
        assert len({bool(one.strip()) for one in entry.values()}) == 1, (code, key)


def test_every_folder_is_a_language_and_in_it_every_folder_a_set() -> None:
    assert set(codes()) - {""} <= {engine.ruleset(name).meta.rules for name in engine.NAMES}
    assert all(topics(code) for code in codes())


def test_a_set_has_no_sentence_that_only_repeats_the_general_one() -> None:
    general = entries()
    for (code, key), entry in every().items():
        assert not code or entry != general.get(key), (code, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sets_own_sentence_wins_at_its_tables_alone(language: Language) -> None:
    words = Words(language)
    own = {key for key in entries("nusantara") if key in entries()}
    assert len(own) > 10
    for key in own:
        there, here = words.of("nusantara").text(key), words.text(key)
        assert there == entries("nusantara")[key].get(language, there) != here
        assert words.of("klasik").text(key) == entries("klasik").get(key, {}).get(language, here)


def test_words_of_a_set_follow_the_language_of_the_screen_and_it_theirs() -> None:
    words = Words("id")
    bound = words.of("nusantara")
    assert bound("questions.level_top") == "menara"
    words.language = "en"
    assert bound("questions.level_top") == "a menara"
    bound.language = "id"
    assert words("questions.nothing") == Words("id")("questions.nothing")


@pytest.mark.parametrize(
    ("language", "order"),
    [("ms", "ms id en pt"), ("pt", "pt en id ms"), ("id", "id en"), ("en", "en id")],
)
def test_what_is_lacking_is_said_in_the_nearest_language(language: Language, order: str) -> None:
    texts = {one: f"in {one}" for one in order.split()}
    reached = (language, *SPOKEN[language].nearest)
    for one in reached:
        assert said(texts, language) == f"in {one}"
        del texts[one]
    assert said(texts, language) == ""


def test_a_key_that_nobody_has_is_none() -> None:
    assert all(text("screens.no_such_thing", language) is None for language in LANGUAGES)
    assert not Words("ms").has("no_such_topic.at_all")
    with pytest.raises(KeyError, match=r"screens\.no_such_thing"):
        Words("pt").of("klasik")("screens.no_such_thing")


@pytest.mark.parametrize(
    ("language", "full", "short"),
    [("id", "1.650.000", "1,65jt"), ("en", "1,650,000", "1.65M"), ("ms", "1,650,000", "1.65jt"),
     ("pt", "1.650.000", "1,65mi")],
)  # fmt: skip
def test_figures_are_written_as_each_language_writes_them(
    language: Language, full: str, short: str
) -> None:
    assert figure(1_650_000, language) == full
    assert brief(1_650_000, 6, language) == short
    assert Words(language).decimal("38.1") == "38" + SPOKEN[language].point + "1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_fit_into_every_sentence(language: Language) -> None:
    """Each is filled once, with a count where it has two forms of a word."""
    for (code, key), entry in every().items():
        if language not in entry:
            continue
        found = Words(language).of(code).text(key)
        facts = {
            name: 2 if re.search(rf"\{{{name}:", found) else name
            for name in re.findall(r"\{(\w+)", found)
        }
        assert Words(language).of(code)(key, **facts) or not found, key


def amounts(text: str) -> list[str]:
    """Facts and figures of a text, whatever sign stands between thousands."""
    return sorted(re.findall(r"\{\w+\}|\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", text)))


@pytest.mark.parametrize("name", engine.NAMES)
def test_cards_and_terms_of_a_set_are_told_in_every_language(name: str) -> None:
    rules = engine.ruleset(name)
    for key, texts in (*rules.texts.items(), *rules.terms.items()):
        assert set(texts) == set(LANGUAGES), key
        assert all(one.strip() for one in texts.values()), key
    for key, texts in rules.texts.items():
        assert len({tuple(amounts(one)) for one in texts.values()}) == 1, key


@pytest.mark.parametrize("name", engine.NAMES)
def test_figures_on_cards_are_written_as_each_language_writes_them(name: str) -> None:
    for key, texts in engine.ruleset(name).texts.items():
        for language, one in texts.items():
            sign = "." if language in ("en", "ms") else ","
            assert not re.search(rf"\d\{sign}\d{{3}}|\d{{5}}", one), (key, language)


ONE_WORD: dict[Language, tuple[str, dict[str, str]]] = {
    "ms": ("rel", {"kembar": "ganda", "pion": "buah", "awak": "anda", "penawar": "pembida"}),
    "pt": ("merek", {
        "ficheiro": "arquivo", "ficheiros": "arquivos", "laptop": "notebook", "ecrã": "tela",
        "patrimônio": "fortuna", "trinca": "trio", "lançamento": "jogada", "lançar": "rolar",
    }),
}  # fmt: skip
"""The set whose book a language comes with; words that book does not have, and what it says."""
UNBOUND = {"lookup.small", "lookup.same", "refusals.window_open"}
"""What people type, whichever word they have; secret bids, which are *tawaran* in Malay."""


@pytest.mark.parametrize("language", ONE_WORD)
def test_a_language_has_one_word_for_one_thing_and_it_is_the_books(language: Language) -> None:
    ruleset, other = ONE_WORD[language]
    readings = engine.ruleset(ruleset).rulings.values()
    told = [entry.get(language, "") for (_, key), entry in every().items() if key not in UNBOUND]
    told += [reading[part][language] for reading in readings for part in ("title", "text")]
    for sentence in told:
        assert not {word.lower() for word in re.findall(r"\w+", sentence)} & other.keys(), sentence
