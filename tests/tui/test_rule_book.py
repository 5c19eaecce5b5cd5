"""The rule book on the screen: found by whole words, by what people say, in every language."""

from functools import cache
from pathlib import Path

import pytest
from screens_at_hand import lobby, table

from ketuk import engine
from ketuk.tui.book.entries import entries
from ketuk.tui.book.finding import Index, folded
from ketuk.tui.words import LANGUAGES, Language, Words

SETS = tuple(engine.NAMES)


@cache
def index(ruleset: str, language: Language) -> Index:
    rules, words = engine.ruleset(ruleset), Words(language)
    return Index(entries(rules, words), words.of(rules.meta.rules))


def first(ruleset: str, language: Language, wanted: str, count: int = 3) -> list[str]:
    return [entry.title for entry in index(ruleset, language).find(wanted)[:count]]


@pytest.mark.parametrize(
    ("ruleset", "language", "wanted", "leads_to"),
    [
        ("nusantara", "id", "hutang", "10. Kalau uang tidak cukup"),
        ("nusantara", "id", "Penjara?", "Petak 9: Macet"),
        ("nusantara", "id", "siapa menang", "15. Pulang lebih awal, dan akhir permainan"),
        ("nusantara", "id", "menggadaikan", "9. Gadai, tebus, dan jual ke bank"),
        ("nusantara", "id", "lelang seri", "4.10.5"),
        ("nusantara", "id", "kartu saya hilang", "17. Mengetuk kartu"),
        ("nusantara", "en", "who wins", "15. Going home early"),
        ("nusantara", "en", "in jail", "4.2.6"),
        ("nusantara", "ms", "lelong", "6. Membeli dan melelang"),
        ("klasik", "id", "siapa yang menang", "K-28"),
        ("klasik", "id", "pajak", "Petak 4: Cukai Pendapatan"),
        ("klasik", "id", "berutang", "K-20"),
        ("klasik", "en", "jail", "K-11"),
        ("kompleks", "id", "lelang", "KP-6"),
        ("kompleks", "id", "gadai", "KP-9"),
        ("rel", "ms", "along", "R-1"),
        ("rel", "ms", "penjara", "Petak 10: Lokap"),
        ("rel", "id", "penjara", "Petak 10: Lokap"),
        ("merek", "pt", "prisao", "Casa 10: Prisão"),
        ("merek", "pt", "leilão", "M-"),
        ("merek", "id", "penjara", "Petak 10: Prisão"),
    ],
)
def test_what_people_say_leads_to_it(
    ruleset: str, language: Language, wanted: str, leads_to: str
) -> None:
    found = first(ruleset, language, wanted, 4)
    assert any(title.startswith(leads_to) for title in found), found


@pytest.mark.parametrize("ruleset", SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_in_it_and_found_by_its_name(ruleset: str, language: Language) -> None:
    rules, book = engine.ruleset(ruleset), index(ruleset, language)
    titles = [entry.title for entry in book.entries]
    assert len(titles) == len(set(titles))
    assert all(entry.text or entry.title for entry in book.entries)
    assert {entry.number for entry in book.entries if entry.number} == set(rules.rulings)
    for entry in book.entries:
        assert "](" not in entry.text
        assert "{" not in entry.text, entry
        assert entry in book.find(entry.title), entry.title
    for number in rules.rulings:
        assert book.find(number)[0].number == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_name_of_a_thing_finds_what_its_others_find(language: Language) -> None:
    """A class of names that people use leads somewhere in some set, whichever is said."""
    for line in Words(language).text("lookup.same").splitlines():
        names = line.split()
        assert len(names) == len(set(names)), line
        for name in names:
            assert any(index(s, language).find(name) for s in SETS), (language, name)
    small = set(map(folded, Words(language).text("lookup.small").split()))
    same = set(map(folded, Words(language).text("lookup.same").split()))
    assert not small & same


def test_whole_words_are_found_and_parts_of_others_are_not() -> None:
    book = index("klasik", "id")
    assert book.find("kas ")
    has = [entry for entry in book.find("loji") if "loji" in f"{entry.title} {entry.text}".lower()]
    assert has == list(book.find("loji"))
    assert not book.find("oji")
    assert not book.find("zzz")
    assert not book.find("4.2.99")
    assert [e.number for e in index("nusantara", "id").find("4.2")][:2] == ["4.2.1", "4.2.2"]


async def test_it_opens_from_lobby_table_and_tile(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("a")
        await at.settle(
            lambda: at.on == "RuleBook" and "Isi" not in at.text() and "1. " in at.text()
        )
        await at.press(*"siapa menang")
        await at.settle(lambda: "15. Pulang lebih awal" in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "Lobby")
    async with table(tmp_path / "two") as at:
        await at.press("l")
        await at.settle(lambda: at.on == "TileScreen")
        await at.press("a")
        await at.settle(lambda: at.on == "RuleBook" and "Petak 0: Mulai" in at.text())
        await at.press("f2")
        await at.settle(lambda: "Rule book: Nusantara" in at.text())
        await at.settle(lambda: "Tile 0: Mulai" in at.text())


async def test_a_long_chapter_can_be_read_to_its_end_while_the_field_is_active(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, size=(80, 24)) as at:
        await at.press("a")
        await at.settle(lambda: at.on == "RuleBook")
        await at.press(*"satu putaran, satu giliran")
        pane = at.app.screen.query_one("#book-pane")
        await at.settle(lambda: pane.max_scroll_y > 0)
        for _ in range(40):
            await at.press("pagedown")
        await at.settle(lambda: pane.scroll_y == pane.max_scroll_y)
        await at.press("pageup")
        await at.settle(lambda: pane.scroll_y < pane.max_scroll_y)
        await at.press("enter", "down")
        await at.settle(lambda: pane.scroll_y == 0)
