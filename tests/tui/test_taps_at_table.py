"""Cards at the screen: bought by tap and by fingers, read again, of another box, out of use."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from screens_at_hand import MEDAN, bought, landed, set_table, table
from textual.events import Paste
from textual.widgets import Input

from ketuk.codes.sticker import Why
from ketuk.engine.table import Free, Options, OverLimit, replace
from ketuk.scanning.scan import By, Flaw, Scan
from ketuk.tui.boxes.box import boxes, demo_box
from ketuk.tui.screens.cards import Cards
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.widgets.card_list import CardList
from ketuk.tui.widgets.scanbar import CodeInput


async def test_a_city_is_bought_by_an_nfc_tap_and_a_second_tap_is_ignored(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        assert "BELI MEDAN" not in at.text()  # it stands in large letters instead
        assert "Harga 800" in at.text()
        await at.tap(MEDAN)
        assert bought(at)
        assert at.table.holdings[MEDAN].owner == 1
        assert at.said() == "Beli Medan (800)"
        assert re.search(r"Medan +●A", at.text())
        count = at.table.count
        await at.tap(MEDAN)
        assert at.table.count == count
        assert at.said().startswith("Medan: sudah dibaca. Yang ditunggu: ")
        assert at.said().endswith("(putusan 4.6.5)")


async def test_a_city_is_bought_by_typing_its_code(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        code = at.code(MEDAN)
        await at.press("slash", *code.lower(), "enter")
        await at.settle(lambda: bought(at))
        assert at.table.holdings[MEDAN].owner == 1
        assert at.app.focused is None
        assert at.app.scans.states["nfc:uji"].source == "nfc:uji"


@pytest.mark.parametrize("nothing", [(), ("space",), ("minus",) * 4])
async def test_nothing_entered_is_said_and_asks_no_registry(
    tmp_path: Path, nothing: tuple[str, ...]
) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await at.press("slash", *nothing, "enter")
        await at.settle(lambda: at.said())
        assert at.said().startswith("Belum ada yang dimasukkan.")
        assert not bought(at)


async def test_a_city_is_bought_by_a_scanner_that_types_wherever_the_focus_is(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, told_apart=True) as at:
        await landed(at)
        await at.type_fast(at.code(MEDAN))
        await at.settle(lambda: bought(at))
        assert at.table.player(1).cash == 17_000 - 800


async def test_a_card_of_another_box_is_refused_in_these_very_words(tmp_path: Path) -> None:
    other = tmp_path / "lain"
    demo_box(other)
    (box,) = boxes(other).ids()
    async with table(tmp_path / "sini") as at:
        if box in boxes(tmp_path / "sini").ids():
            pytest.skip("both boxes drew the same name")
        await landed(at)
        with boxes(other).open(box) as registry:
            await at.tap_text("KTK:" + registry.active(MEDAN).code)
        assert at.said().startswith("kartu dari kotak lain (putusan 4.6.4). Itu kotak ")
        assert "kartu dari kotak lain" in at.text()
        assert not bought(at)


async def test_a_lost_card_is_refused_and_its_replacement_works(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        old = at.code(MEDAN)
        registry = at.session.room.registry
        assert registry is not None
        registry.reissue(old, reason=Why.LOST, now=datetime.now(UTC))
        await at.tap_text("KTK:" + old)
        assert at.said().startswith("kode sudah dicabut: Medan, hilang sejak")
        assert not bought(at)
        await at.tap(MEDAN)
        assert bought(at)


async def test_a_refused_tap_says_what_was_read_why_not_and_what_to_do(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at, cash=500)
        await at.tap(MEDAN)
        assert at.said().startswith("Medan: ")
        assert "300" in at.said()
        assert at.app.scans.said is not None
        assert at.app.scans.said.refused is not None
        await at.press("w")
        await at.settle(lambda: at.on == "WhyScreen")
        assert "300" in at.text()


async def test_a_card_without_meaning_is_shown_and_says_what_is_awaited(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.tap(35)
        assert at.said() == (
            "Jakarta: tidak ditunggu sekarang. Yang ditunggu: Ayu: buka kartu Kejadian putaran 1"
        )


async def test_foreign_and_broken_stickers(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.tap_text("https://contoh.id/menu")
        assert at.said() == "bukan stiker permainan ini. Ketuk kartu dari kotaknya."
        blank = Scan(text="", source="nfc:uji", at=0.0, by=By.NFC, uid="04aa", flaw=Flaw.BLANK)
        at.reader.put(blank)
        await at.settle()
        assert at.said().startswith("Stiker ini masih kosong")


async def test_a_mistyped_code_names_the_character(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        code = at.code(MEDAN)
        wrong = code[:4] + ("A" if code[4] != "A" else "B") + code[5:]
        await at.press("slash", *wrong.lower(), "enter")
        await at.settle(lambda: at.said() != "")
        assert at.said().startswith(f"Salah ketik di karakter 5: {wrong[4]}, bukan {code[4]}? ")


async def test_a_player_card_opens_that_hand_or_claims_a_rent(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.tap(41)
        await at.settle(lambda: at.on == "HandScreen")
        (card,) = at.table.player(2).hand
        assert at.session.rules.cards[card].name in at.text()
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.rules.cards[card].code not in at.text()


async def test_a_scanned_kejadian_and_a_drawn_card_stay_in_order(tmp_path: Path) -> None:
    async with table(tmp_path, options=Options(decks="real")) as at:
        assert at.on == "TableScreen"
        for seat in (1, 2, 3):
            await at.tap(50 + seat)
            assert "S0" not in at.text()
            assert "Kartu Siasat diterima" in at.said()
        await at.tap(83)
        assert at.table.event == 83
        assert "Rute Udara" in at.text()


async def test_a_code_from_the_clipboard_is_a_tap(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        at.app.post_message(Paste(f" {at.code(MEDAN)}\n"))
        await at.settle(lambda: bought(at))


async def test_over_the_limit_a_tapped_card_is_discarded_or_played_as_its_player_says(
    tmp_path: Path,
) -> None:
    """Sponsor could be meant for either; Tawar, without an auction, only to be thrown away."""
    async with table(tmp_path) as at:
        now = at.table
        hand = (68, 54, 56, 60, 72)
        others = tuple(replace(p, hand=()) for p in now.players[1:])
        set_table(
            at,
            phase="turn",
            players=(replace(now.players[0], hand=hand), *others),
            turn=replace(now.turn, seat=1, may_roll=False),
            decks=tuple(
                replace(d, unseen=tuple(sorted({*range(50, 74)} - {*hand})))
                if d.name == "siasat" else d
                for d in now.decks
            ),
            agenda=(Free(1), OverLimit(1)),
            opened=(now.count, now.count),
        )  # fmt: skip
        await at.settle()
        cash = at.table.player(1).cash
        await at.tap(68)
        await at.settle(lambda: "Mainkan Sponsor" in at.text())
        assert "Buang Sponsor" in at.text()
        assert (at.table.player(1).hand, at.table.player(1).cash) == (hand, cash)
        await at.press("2")
        await at.settle(lambda: at.table.top == Free(1))
        assert (at.table.player(1).hand, at.table.player(1).cash) == (hand[1:], cash + 1000)


async def test_what_was_said_of_a_tap_goes_when_it_is_undone(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await at.tap(MEDAN)
        assert at.said() == "Beli Medan (800)"
        await at.press("u")
        await at.settle(lambda: at.table.holdings[MEDAN].owner == 0)
        assert at.said() == ""


async def test_the_cards_of_the_box_open_at_the_card_that_is_asked_about(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at, tile=24)
        await at.press("k")
        await at.settle(lambda: at.on == "Cards" and at.code(24)[:4] in at.text())
        row = at.app.screen.query_one(CardList).row
        assert row is not None
        assert row.item == 24


async def test_the_field_takes_the_very_next_key(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        screen = at.app.screen
        assert isinstance(screen, TableScreen)
        screen.action_entry()
        assert isinstance(screen.focused, CodeInput)
        await at.press("escape", "k")
        await at.settle(lambda: at.on == "Cards" and at.code(24)[:4] in at.text())
        cards = at.app.screen
        assert isinstance(cards, Cards)
        cards.action_find()
        assert isinstance(cards.focused, Input)
