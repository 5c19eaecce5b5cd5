"""Cards and boxes are found by what people call them, and slips lead to what was meant."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cards_at_hand import cards, list_screen, marked_item
from command_line import CommandLine

from ketuk import engine
from ketuk.codes.boxes import Boxes
from ketuk.codes.code import grouped
from ketuk.codes.payload import payload
from ketuk.codes.sticker import BoxItem
from ketuk.tui.boxes.box import boxes, demo_box
from ketuk.tui.boxes.card_names import CardNames, NamedCard, sticker_title
from ketuk.tui.words import LANGUAGES, Words

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("ruleset", engine.NAMES)
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_card_is_found_by_each_languages_name_short_code_and_sticker(
    ruleset: str, spoken: str
) -> None:
    found = CardNames.of(engine.ruleset(ruleset), Words("en" if spoken == "en" else "id"))
    among = set(found.known)
    for language in LANGUAGES:
        words = Words(language)
        told = CardNames.of(engine.ruleset(ruleset), words)
        for number, card in told.known.items():
            label = sticker_title(words, told, BoxItem(number, card.kind))
            for text in (card.name, card.title, card.title.upper(), f"  {card.title} ", label):
                assert number in found.meant(text, among), (language, text)
            assert found.meant(str(number), among) == [number]
            if card.short:
                assert found.meant(card.short.lower(), among) == [number]


@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_a_slip_of_one_sign_leads_to_the_card(ruleset: str) -> None:
    found, chance = CardNames.of(engine.ruleset(ruleset), Words("id")), random.Random(11)
    among, tried = set(found.known), 0
    for number, card in found.known.items():
        if card.kind == "bid" or len(card.name) < 5:
            continue
        at = chance.randrange(1, len(card.name) - 1)
        name = card.name
        slips = (
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
            name[:at] + "q" + name[at + 1 :],
        )
        for slip in slips:
            meant = found.meant(slip, among)
            assert number in (meant or found.nearly(slip, among)), slip
            tried += 1
    assert tried > 150


def test_names_with_commas_stay_whole_between_commas() -> None:
    known = {
        n: NamedCard(n, "property", name, "", frozenset({name.casefold()}))
        for n, name in enumerate(("Medan", "Solo, Baru", "Solo", "A, B, C"), start=1)
    }
    named, among = CardNames(known), set(known)
    assert named.parts("Medan,Solo, Baru,Solo", among) == ["Medan", "Solo, Baru", "Solo"]
    assert named.parts(" a,  b, c , 2,,", among) == ["a,  b, c", "2"]
    english = CardNames.of(engine.ruleset("nusantara"), Words("en"))
    asked = english.parts("Bid, seat 1: 3/4,Jakarta,Bid, seat 2: 0", set(english.known))
    assert asked == ["Bid, seat 1: 3/4", "Jakarta", "Bid, seat 2: 0"]


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    demo_box(tmp_path)
    return CommandLine(tmp_path)


def test_commands_suggest_what_was_meant(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    told = line.run("history", box, "Jakrta", code=1)
    assert told == f"Kotak {box} tidak punya kartu Jakrta. Maksudmu: Jakarta (35)?\n"
    assert "no. 1" in line.run("history", box, "box card")  # the English name, in Indonesian
    out = str(line.data / "x.pdf")
    line.run("stickers", box, "--items", "Tawaran kursi 1: 3/4,Bid, seat 2: 0", "--out", out)
    told = line.run("box", "show", "Kotak dmo", code=1)
    assert told == f"Tidak ada kotak Kotak dmo. Maksudmu: {box}?\n"


def test_two_boxes_of_one_name_are_told_at_once_with_their_ids(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    told = line.run("box", "new", "--name", "kotak demo")
    assert f"Kotak lain sudah bernama kotak demo: {box}." in told
    (other,) = {*boxes(line.data).ids()} - {box}
    told = line.run("box", "show", "Kotak Demo", code=1)
    assert told.startswith("Beberapa kotak bernama Kotak Demo: ")
    assert box in told
    assert other in told


def test_a_code_of_another_box_says_which(line: CommandLine) -> None:
    (box,) = boxes(line.data).ids()
    with boxes(line.data).open(box) as registry:
        mine = registry.active(35).code
    line.run("box", "new", "--name", "Pinjaman", "--spares", "1")
    (other,) = {*boxes(line.data).ids()} - {box}
    said = f"Bukan kartu kotak ini: Jakarta, dari kotak Kotak demo ({box}).\n"
    for asked in (
        ("reissue", other, "2", "--spare", mine),
        ("reissue", other, mine),
        ("history", other, grouped(mine)),
        ("box", "discard", other, payload(mine)),
    ):
        assert line.run(*asked, code=1) == said, asked
    far = next(iter(Boxes(line.data / "far").new([BoxItem(1, "property")], names=["Jauh"],
                                                 ruleset="nusantara", now=NOW)))  # fmt: skip
    told = line.run("reissue", other, "2", "--spare", far.codes[0][1], code=1)
    assert told == f"Kartu dari kotak lain: {far.box.id}. Kotak itu tidak ada di komputer ini.\n"


async def test_the_search_finds_other_languages_codes_and_slips(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        for typed, item in (("box card", 140), (at.code(35), 35), ("jakrta", 35), ("medna", 2)):
            await at.press("f")
            at.app.screen.query_one("#cards-find").value = typed  # type: ignore[attr-defined]
            await at.settle(lambda item=item: marked_item(at) == item)
            guessed = typed in ("jakrta", "medna")
            assert (f"Tidak ada kartu bernama {typed}." in at.text()) is guessed
            await at.press("escape")
            await at.settle(lambda: not list_screen(at).query_one("#cards-find").display)
