"""The cards of a box on the screen, while a game goes on: finding, reporting, checking, keeping."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cards_at_hand import JAKARTA, cards, marked_item, registry_of, report, rows, shown
from screens_at_hand import LARGE, MEDAN, SMALL, bought, landed, lobby, table
from textual.widgets import Input, Static

from ketuk.codes.boxes import Boxes
from ketuk.codes.code import grouped
from ketuk.codes.payload import payload
from ketuk.codes.sticker import BoxItem, Why
from ketuk.codes.verdict import Accepted, Revoked, StickerState
from ketuk.tui.boxes.box import boxes, demo_box_of
from ketuk.tui.cli import build
from ketuk.tui.screens.cards import Cards

# ---- finding


async def test_digits_go_to_a_number_and_words_are_found_by_how_they_begin(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("3", "5")
        await at.settle(lambda: marked_item(at) == JAKARTA)
        assert grouped(at.code(JAKARTA)) in at.text()
        await at.press("f", *"tol tr")
        await at.settle(lambda: marked_item(at) == 4)
        assert "Jakarta" not in at.text()
        await at.press("enter", "escape")
        await at.settle(lambda: "Jakarta" in at.text())
        assert (at.on, marked_item(at)) == ("Cards", 4)
        await at.press("f", *"xyz")
        await at.settle(lambda: "Tidak ada kartu seperti itu" in at.text())


async def test_a_card_that_is_typed_fast_is_shown_from_inside_a_search(tmp_path: Path) -> None:
    async with cards(tmp_path, told_apart=True) as at:
        await at.press("f")
        await at.settle(lambda: isinstance(at.app.focused, Input))
        await at.type_fast(at.code(JAKARTA))
        await at.settle(lambda: marked_item(at) == JAKARTA)
        assert at.said() == "Jakarta (kartu 35 kotak ini)"
        assert "terakhir terbaca" in at.text()


async def test_spares_stand_last_and_say_what_they_are_for(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        with boxes(tmp_path).open(box) as registry:
            (spare,) = registry.add_spares(1, now=datetime.now(UTC))
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await at.press("end")
        await at.settle(lambda: marked_item(at) is None)
        assert f"C Cadangan 1 {grouped(spare.code)}" in at.text()
        assert "Belum milik kartu mana pun" in shown(at, "cards-notes")
        await at.press("home")
        await at.tap_text(payload(spare.code))
        await at.settle(lambda: marked_item(at) is None)
        assert at.said().startswith("Stiker cadangan kotak ini")


# ---- reporting


@pytest.mark.parametrize(
    ("key", "state", "why"),
    [
        ("1", StickerState.LOST, Why.LOST),
        ("2", StickerState.REPLACED, Why.DAMAGED),
        ("3", StickerState.BLOCKED, Why.COPIED),
        ("4", StickerState.VOID, Why.MISPRINT),
    ],
)
async def test_a_card_reported_in_mid_game_counts_at_once(
    tmp_path: Path, key: str, state: StickerState, why: Why
) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        old = at.code(MEDAN)
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await report(at, MEDAN, key, "1")
        assert at.on == "Ask"
        assert "Cetak stiker Medan ini sekarang?" in at.text()
        assert at.said().startswith("Medan: stiker no. 2 berlaku mulai sekarang")
        await at.press("2")
        await at.settle(lambda: at.on == "Cards")
        assert "P Medan" in at.text()
        gone = registry_of(at).find(old)
        assert (gone.state, gone.reason) == (state, why)
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.tap_text(payload(old))
        await at.settle(lambda: "kode sudah dicabut: Medan" in at.said())
        assert not bought(at)
        await at.tap(MEDAN)
        await at.settle(lambda: bought(at))


async def test_nothing_is_revoked_before_the_last_answer(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        old = at.code(MEDAN)
        await report(at, MEDAN, "1")
        assert "Medan: stiker no. 1 dicabut untuk seterusnya (hilang)" in at.text()
        await at.press("2")  # nothing: leave it as it is
        await at.settle(lambda: at.on == "Cards")
        await report(at, MEDAN, "1")
        await at.press("escape")
        await at.settle(lambda: at.on == "Cards")
        assert at.code(MEDAN) == old
        assert len(registry_of(at).history(MEDAN)) == 1


async def test_a_spare_in_the_box_takes_the_place_of_a_lost_sticker(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        one, other = registry_of(at).add_spares(2, now=datetime.now(UTC))
        await landed(at)
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await report(at, MEDAN, "1")
        assert f"Stiker cadangan {other.spare}: {grouped(other.code)}" in at.text()
        await at.press("2")
        await at.settle(lambda: at.on == "Cards")
        assert at.code(MEDAN) in (one.code, other.code)
        assert "Lepas yang lama dulu" in at.said()
        assert len(registry_of(at).stickers(StickerState.SPARE)) == 1
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.tap(MEDAN)
        await at.settle(lambda: bought(at))


async def test_the_spare_at_hand_is_tapped(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        spares = registry_of(at).add_spares(12, now=datetime.now(UTC))
        await report(at, MEDAN, "2")
        head = at.app.screen.query_one("#sheet-head", Static).render()
        assert str(head).endswith("Stiker cadangan yang ada di tangan boleh diketuk.")
        await at.tap(JAKARTA)
        assert at.on == "ChooseScreen", "another card is no answer"
        await at.tap_text(payload(spares[7].code))
        await at.settle(lambda: at.on == "Cards")
        assert at.code(MEDAN) == spares[7].code


async def test_a_lost_spare_goes_out_of_use(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        (spare,) = registry_of(at).add_spares(1, now=datetime.now(UTC))
        await at.press("k", "end", "r")
        await at.settle(lambda: at.on == "ChooseScreen")
        await at.press("1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "Cards")
        assert registry_of(at).find(spare.code).state is StickerState.LOST
        assert "Cadangan" not in at.text()


async def test_a_found_sticker_stays_revoked_and_the_new_one_is_offered_for_print(
    tmp_path: Path,
) -> None:
    async with cards(tmp_path) as at:
        old = at.code(MEDAN)
        await report(at, MEDAN, "1", "1", "2")
        await report(at, MEDAN, "5")
        assert "Cetak stiker Medan ini sekarang?" in at.text()
        assert at.said() == (
            "Medan: stiker no. 1 tetap dicabut, jadi sobek saja. Yang berlaku no. 2."
        )
        verdict = registry_of(at).check(payload(old), source="nfc", now=datetime.now(UTC))
        assert isinstance(verdict, Revoked)


async def test_who_was_faster_is_told_in_words(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await report(at, MEDAN, "1")
        elsewhere = registry_of(at).active(MEDAN).code
        registry_of(at).reissue(elsewhere, reason=Why.DAMAGED, now=datetime.now(UTC))
        await at.press("1")
        await at.settle(lambda: at.on == "Cards")
        assert at.said().startswith("Stiker itu tidak berlaku lagi: diganti sejak")
        assert len(registry_of(at).history(MEDAN)) == 3


# ---- history


async def test_the_history_tells_stickers_and_where_they_were_read(tmp_path: Path) -> None:
    async with cards(tmp_path, size=(100, 40)) as at:
        old = at.code(MEDAN)
        await at.tap(MEDAN)
        await report(at, MEDAN, "2", "1", "2")
        await at.tap_text(payload(old))
        await at.settle(lambda: "kode sudah dicabut" in at.said())
        assert marked_item(at) == MEDAN, "who shows an old sticker is led to its card"
        await at.press("h")
        await at.settle(lambda: at.on == "CardHistory")
        told = at.text()
        assert "no. 1 diganti (rusak)" in told
        assert "Stiker ke-1, diganti sejak" in told
        assert "Stiker ke-2, berlaku sejak" in told
        assert "nfc:uji: ditolak, diganti" in told
        await at.press("f2")
        await at.settle(lambda: "History of Medan" in at.text())
        assert "nfc:uji: refused, replaced" in at.text()


# ---- the check of the box


async def test_the_check_of_a_whole_box_ends_by_itself(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("c")
        for item in registry_of(at).items():
            at.reader.lay(payload(at.code(item.number)))
        await at.settle(lambda: "Cek kotak: lengkap, 104 kartu." in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")


async def test_a_check_is_stopped_kept_and_goes_on(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("c")
        await at.tap(MEDAN)
        await at.settle(lambda: "Sudah 1 dari 104" in at.text())
        await at.press("3", "5")  # a look at another card
        await at.settle(lambda: marked_item(at) == JAKARTA)
        await at.tap(JAKARTA)
        await at.settle(lambda: "Sudah 2 dari 104" in at.text())
        await at.press("escape")
        await at.settle(lambda: "berhenti di 2 dari 104, 102 belum (Banda Aceh" in at.text())
        await at.tap(5)
        assert "berhenti di 2 dari 104" in at.text(), "stopped: cards are only looked up"
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("k")
        await at.settle(lambda: at.on == "Cards" and "berhenti di 2 dari 104" in at.text())
        await at.press("c", "1")
        await at.settle(lambda: at.on == "Cards" and "Sudah 2 dari 104" in at.text())
        await at.press("c", "2")
        await at.settle(lambda: at.on == "Cards" and " 35 B Jakarta" not in at.text())
        await at.press("c", "4")
        await at.settle(lambda: "Sudah 0 dari 104" in at.text())
        await at.press("c", "5")
        await at.settle(lambda: "Kartu kotak Kotak demo" in at.text())


async def test_a_check_outlives_the_program(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("c")
        for item in registry_of(at).items()[:90]:
            at.reader.lay(payload(at.code(item.number)))
        await at.settle(lambda: "Sudah 90 dari 104" in at.text())
    async with lobby(tmp_path) as at:
        await at.press("k")
        await at.settle(lambda: at.on == "Cards" and "Sudah 90 dari 104" in at.text())
        rest = [row.sticker.code for row in rows(at).all[90:]]
        for code in rest:
            at.reader.lay(payload(code))
        await at.settle(lambda: "Cek kotak: lengkap, 104 kartu." in at.text())


async def test_all_that_is_missing_is_lost_in_one_step_that_is_asked(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        registry = registry_of(at)
        await at.press("c")
        for item in registry.items()[:100]:
            at.reader.lay(payload(at.code(item.number)))
        await at.settle(lambda: "Sudah 100 dari 104" in at.text())
        await at.press("c", "3")
        await at.settle(lambda: at.on == "Ask" and "4 kartu yang belum diketuk" in at.text())
        await at.press("enter")  # alone it gives up nothing
        await at.settle(lambda: at.on == "Cards")
        assert not [s for s in registry.stickers(None) if s.state is StickerState.LOST]
        await at.press("c", "3")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: "Cetak 4 stiker penggantinya sekarang?" in at.text())
        assert len(registry.stickers(StickerState.LOST)) == 4
        await at.press("1")
        await at.settle(lambda: at.on == "PrintForm" and "yang ditandai (4)" in at.text())


async def test_cards_of_other_boxes_are_named(tmp_path: Path) -> None:
    folder = Boxes(tmp_path / "boxes")
    items = [BoxItem(MEDAN, "property")]
    made = list(folder.new(items, names=["Pinjaman", "Jauh"], ruleset="nusantara",
                           now=datetime.now(UTC)))  # fmt: skip
    async with lobby(tmp_path) as at:
        at.app.screen.box = made[0].box.id  # type: ignore[attr-defined]
        await at.press("k", "c")
        await at.settle(lambda: "Sudah 0 dari 1" in at.text())
        far = made[1]
        await at.tap_text(payload(far.codes[0][1]))
        await at.settle(lambda: at.said())
        assert at.said() == f"Bukan kartu kotak ini: Medan, dari kotak Jauh ({far.box.id})."
        folder.path(far.box.id).unlink()
        await at.tap_text("KTK:0000" + far.codes[0][1][4:])
        await at.tap_text(payload(far.codes[0][1]))
        await at.settle(lambda: "tidak ada di komputer ini" in at.said())
        assert "Sudah 0 dari 1" in at.text()


# ---- keeping the box as a file


async def test_the_box_is_kept_as_a_file_that_can_be_restored(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        box = registry_of(at).box_id
        await report(at, MEDAN, "1", "1", "2")
        await at.press("e")
        await at.settle(lambda: at.on == "WhereTo")
        await at.press("enter")
        await at.settle(lambda: at.on == "Cards")
        (file,) = (tmp_path / "keluar").iterdir()
        assert file.name == f"{box.lower()}-r2.json"
        digest = json.loads(file.read_text())["sha256"]
        assert f"tersimpan di {file}" in at.said()
        assert f"SHA-256 {digest[:8]}" in at.said()
        code = at.code(MEDAN)
    from click.testing import CliRunner

    asked = ["--data", str(tmp_path / "lain"), "box", "import", str(file)]
    assert CliRunner().invoke(build("id"), asked).exit_code == 0
    with Boxes(tmp_path / "lain" / "boxes").open(box) as registry:
        answer = registry.check(payload(code), source="nfc", now=datetime.now(UTC))
        assert isinstance(answer, Accepted)


async def test_a_file_that_is_there_is_written_over_only_after_a_question(tmp_path: Path) -> None:
    out = tmp_path / "keluar" / "kotak.json"
    async with cards(tmp_path) as at:
        out.write_text("surat cinta")
        await at.press("e")
        await at.settle(lambda: at.on == "WhereTo")
        at.app.screen.query_one(Input).value = str(out)
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        head = str(at.app.screen.query_one("#sheet-head", Static).render())
        assert head == f"{out} sudah ada. Timpa?"
        await at.press("enter")  # alone it overwrites nothing
        await at.settle(lambda: at.on == "WhereTo")
        assert out.read_text() == "surat cinta"
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "Cards")
        assert json.loads(out.read_text())["kind"] == "ketuk-box"


async def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("e")
        await at.settle(lambda: at.on == "WhereTo")
        at.app.screen.query_one(Input).value = str(tmp_path)
        await at.press("enter")
        await at.settle(
            lambda: at.said() == f"{tmp_path} adalah folder. Sebutkan berkas di dalamnya."
        )
        at.app.screen.query_one(Input).value = str(tmp_path / "tiada" / "kotak.json")
        await at.press("enter")
        await at.settle(lambda: at.on == "Cards")
        assert at.said() == f"{tmp_path / 'tiada'}: tidak ada. Periksa tempat dan namanya."


# ---- other boxes


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_the_demo_box_of_klasik_has_its_own_cards(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path, size=size, language="en") as at:
        box = demo_box_of(tmp_path, "klasik")
        await at.app.push_screen(Cards(tmp_path, box.id))
        await at.settle(lambda: marked_item(at) is not None)
        assert "Kotak demo klasik" in at.text()
        await at.press("c")
        await at.settle(lambda: "0 of 69 so far" in " ".join(at.text().split()))
        await at.press("escape", "p")
        await at.settle(lambda: at.on == "PrintForm")
        await at.press("right")
        await at.settle(lambda: "the whole box (69)" in at.text())
        assert "Key of bids" not in at.text(), "klasik has no bid cards"


async def test_a_box_of_rules_that_are_not_here_still_has_its_numbers(tmp_path: Path) -> None:
    items = [BoxItem(1, "property"), BoxItem(12, "player")]
    (made,) = boxes(tmp_path).new(items, names=["Lain"], ruleset="hilang", now=datetime.now(UTC))
    async with lobby(tmp_path) as at:
        await at.app.push_screen(Cards(tmp_path, made.box.id))
        await at.settle(lambda: marked_item(at) == 1)
        assert "property 1" in at.text()
        await report(at, 12, "1", "1")
        assert "player 12: stiker no. 2 berlaku" in at.said()


async def test_a_box_that_breaks_meanwhile_is_one_clear_line(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        boxes(tmp_path).path(box).write_bytes(b"rusak" * 500)
        await at.press("k")
        await at.settle(lambda: "bukan berkas kotak" in at.said())
        assert at.on == "Lobby"
