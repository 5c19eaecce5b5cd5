"""Printing from the screen of cards: real PDFs, read back as a camera would."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from cards_at_hand import JAKARTA, cards, registry_of, report
from printed import by_zxing, rendered, text_of
from screens_at_hand import MEDAN, SMALL, AtTable
from textual.widgets import Input, Static

from ketuk.codes.payload import payload
from ketuk.codes.sheet import Sheets
from ketuk.tui.boxes.box import boxes
from ketuk.tui.boxes.printing import places_told
from ketuk.tui.settings import Settings
from ketuk.tui.widgets.turning import Turning
from ketuk.tui.words import Words


async def form(at: AtTable, *, lot: int = 0, paper: int = 0, **fields: str) -> None:
    """Open the form of printing and fill it in; lots and papers by their place."""
    await at.press("p")
    await at.settle(lambda: at.on == "PrintForm")
    await at.press(*["right"] * lot, "down", *["right"] * paper)
    for name, text in fields.items():
        at.app.screen.query_one(f"#print-{name}", Input).value = text
    await at.settle()


async def printed(at: AtTable) -> None:
    await at.press("f5")
    await at.settle(lambda: at.on == "Cards")


def state(at: AtTable) -> str:
    """What the form says below its lines."""
    return str(at.app.screen.query_one("#print-state", Static).render())


def texts(pdf: Path) -> list[list[str]]:
    """What is read on each page."""
    return [by_zxing(page) for page in rendered(pdf)]


async def test_one_card_on_the_first_free_label(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        box = registry_of(at).box_id.lower()
        await at.press(*str(MEDAN))
        await form(at, start="64")
        assert "1 stiker: label ke-64 di lembar pertama." in at.text()
        await printed(at)
        out = tmp_path / "keluar" / f"stiker-{box}.pdf"
        assert texts(out) == [[payload(at.code(MEDAN))]]
        assert at.said().startswith(f"{out}: 1 stiker di 1 lembar.")
        assert "Lepas dulu" not in text_of(out)[0], "a first sticker has none before it"


async def test_marked_cards_on_another_paper_which_is_remembered(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("space", "3", "5", "space")
        await at.settle(lambda: "Ditandai: 2." in at.text())
        await form(at, paper=1)
        assert "‹ yang ditandai (2) ›" in at.text()
        await printed(at)
        (out,) = (tmp_path / "keluar").iterdir()
        assert sorted(texts(out)[0]) == sorted(payload(at.code(n)) for n in (1, JAKARTA))
        assert Settings.load(tmp_path).paper == "a4-21"
        await at.settle(lambda: "Ditandai" not in at.text())
        await at.press("p")
        await at.settle(lambda: at.on == "PrintForm")
        assert "‹ a4-21: 21 label 63,5 × 38,1 mm ›" in at.text()
        free = at.app.screen.query_one("#print-out", Input).value
        assert free == str(out.with_name(f"{out.stem}-2.pdf")), "nothing is written over by itself"


async def test_the_whole_box_with_the_key_of_its_bid_cards(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await form(at, lot=1)
        assert "‹ seluruh kotak (104) ›" in at.text()
        told = "104 stiker di 2 lembar: dari label ke-1 di lembar pertama sampai label ke-39 di"
        assert state(at).startswith(told)
        await printed(at)
        key, out = sorted((tmp_path / "keluar").iterdir())
        read = [text for page in texts(out) for text in page]
        codes = {n.number: at.code(n.number) for n in registry_of(at).items()}
        assert sorted(read) == sorted(payload(code) for code in codes.values())
        assert key.name == f"{out.stem}-kunci.txt"
        assert key.read_text().count("Tawaran kursi") == 36
        assert str(key) in at.said()
        assert "Stiker kartu tawaran ditempel di sisi dalam." in at.said()
        assert "Lepas stiker lama" not in at.said()


async def test_without_the_key_there_is_one_file(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await form(at, lot=1, out=str(tmp_path / "keluar" / "kotak"))
        assert "Kunci tawaran" in at.text()
        at.app.screen.query_one("#print-key", Turning).action_turn(1)
        await printed(at)
        assert [file.name for file in (tmp_path / "keluar").iterdir()] == ["kotak.pdf"]


@pytest.mark.parametrize("demo", [True, False], ids=["demo", "kotak-sendiri"])
async def test_a_reissue_leads_straight_to_its_one_sticker(tmp_path: Path, demo: bool) -> None:
    async with cards(tmp_path) as at:
        if not demo:
            with registry_of(at).writing() as connection:
                connection.exec_driver_sql("UPDATE box SET name = 'Kotak Rumah'")
        await report(at, MEDAN, "1", "1", "1")
        assert at.on == "PrintForm"
        assert "hanya Medan" in at.text()
        await printed(at)
        (out,) = (tmp_path / "keluar").iterdir()
        assert texts(out) == [[payload(at.code(MEDAN))]]
        assert "Lepas dulu stiker lama dari kartu" in text_of(out)[0]
        assert "Lepas stiker lama dari kartunya dulu." in at.said()


async def test_replacements_that_were_never_printed_are_printed_together_read_or_not(
    tmp_path: Path,
) -> None:
    async with cards(tmp_path) as at:
        await report(at, MEDAN, "1", "1", "2")
        await report(at, JAKARTA, "2", "1", "2")
        await at.tap(JAKARTA)
        await at.settle(lambda: "Jakarta" in at.said())
        await form(at, lot=2)
        assert "‹ pengganti yang belum pernah dicetak (2) ›" in at.text()
        await printed(at)
        (out,) = (tmp_path / "keluar").iterdir()
        assert texts(out) == [[payload(at.code(MEDAN)), payload(at.code(JAKARTA))]]
        assert "P Medan" not in at.text()
        await at.press("h")
        await at.settle(lambda: at.on == "CardHistory" and "no. 2 dicetak" in at.text())


async def test_spares_are_printed_too(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        spares = registry_of(at).add_spares(3, now=datetime.now(UTC))
        await at.press("escape", "k")
        await at.settle(lambda: at.on == "Cards")
        await form(at, lot=2)
        assert "‹ cadangan (3) ›" in at.text()
        await printed(at)
        (out,) = (tmp_path / "keluar").iterdir()
        assert sorted(texts(out)[0]) == sorted(payload(s.code) for s in spares)


async def test_what_cannot_be_printed_is_said_in_the_form(tmp_path: Path) -> None:
    async with cards(tmp_path, size=SMALL) as at:
        await form(at, start="66")
        await at.settle(lambda: "Tidak ada label ke-66 di a4-65" in at.text())
        await at.press("f5")
        assert at.on == "PrintForm"
        at.app.screen.query_one("#print-start", Input).value = "1"
        gone = tmp_path / "tiada"
        at.app.screen.query_one("#print-out", Input).value = str(gone / "stiker.pdf")
        await at.press("f5")
        await at.settle(lambda: state(at) == f"{gone}: tidak ada. Periksa tempat dan namanya.")
        at.app.screen.query_one("#print-out", Input).value = str(tmp_path)
        await at.press("f5")
        await at.settle(lambda: state(at).startswith(f"{tmp_path} adalah folder."))
        at.app.screen.query_one("#print-out", Input).value = " "
        await at.press("f5")
        await at.settle(lambda: "Sebutkan berkas PDF-nya" in at.text())
        assert at.on == "PrintForm"
        assert not gone.exists()


async def test_a_pdf_that_is_there_is_written_over_only_after_a_question(tmp_path: Path) -> None:
    out = tmp_path / "keluar" / "stiker.pdf"
    async with cards(tmp_path) as at:
        out.write_text("surat cinta")
        await form(at, out=str(out))
        await at.press("f5")
        await at.settle(lambda: at.on == "Ask")
        await at.press("2")
        await at.settle(lambda: at.on == "PrintForm")
        assert out.read_text() == "surat cinta"
        await at.press("f5")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "Cards")
        assert texts(out) == [[payload(at.code(1))]]


OWN = """
page = { width = 210, height = 297 }
label = { width = 50, height = 40 }
columns = 2
rows = 4
left = 10
top = 10
across = 60
down = 50
"""


async def test_cards_named_in_the_form_on_own_paper_shifted_with_edges(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        (tmp_path / "keluar" / "sendiri.toml").write_text(OWN)
        await form(at, lot=2)
        await at.press("down", "left")  # before the first paper comes the file of one's own
        await at.settle(lambda: "berkas TOML sendiri" in at.text())
        asked = {"picked": "1-4, jakrta", "own": "sendiri.toml", "start": "7", "shift": "0.5,-1"}
        for name, text in asked.items():
            at.app.screen.query_one(f"#print-{name}", Input).value = text
        await at.settle(lambda: "Maksudmu: Jakarta (35)?" in state(at))
        at.app.screen.query_one("#print-picked", Input).value = "1-4, Jakarta"
        told = "4 stiker di 2 lembar: dari label ke-7 di lembar pertama sampai label ke-2 di lembar"
        await at.settle(lambda: state(at).startswith(told))
        for shift in ("x", "1,2,3", "200,0"):
            at.app.screen.query_one("#print-shift", Input).value = shift
            await at.settle(lambda: state(at).startswith("Geseran berupa dua angka mm"))
        at.app.screen.query_one("#print-shift", Input).value = "0.5,-1"
        (tmp_path / "keluar" / "sendiri.toml").write_text(OWN.replace("rows = 4", "rows = 9"))
        at.app.screen.query_one("#print-start", Input).value = "8"
        await at.settle(lambda: "sendiri.toml" in state(at), seconds=5)
        (tmp_path / "keluar" / "sendiri.toml").write_text(OWN)
        at.app.screen.query_one("#print-start", Input).value = "7"
        at.app.screen.query_one("#print-outline", Turning).at = 0
        made = []
        real = Sheets.__init__

        def noted(self: Sheets, *args: Any, **more: Any) -> None:
            made.append(more)
            real(self, *args, **more)

        with mock.patch.object(Sheets, "__init__", noted):
            await printed(at)
        asked = {"start": 7, "shift": (0.5, -1.0), "outline": True}
        assert made == [{**asked, "font": None, "crop": False}]
        (out,) = (tmp_path / "keluar").glob("*.pdf")
        first, second = texts(out)
        assert [len(first), len(second)] == [2, 2]
        wanted = sorted(payload(at.code(n)) for n in (1, 2, 4, JAKARTA))
        assert sorted(first + second) == wanted
        assert Settings.load(tmp_path).paper.endswith("sendiri.toml")


@pytest.mark.parametrize(
    ("count", "start", "told"),
    [
        (1, 12, "1 sticker: label 12 of the first sheet."),
        (3, 12, "3 stickers: labels 12 to 14 of the first sheet."),
        (54, 12, "54 stickers: labels 12 to 65 of the first sheet."),
        (
            55,
            12,
            "55 stickers on 2 sheets: from label 12 of the first sheet to label 1 of sheet 2.",
        ),
        (
            130,
            1,
            "130 stickers on 2 sheets: from label 1 of the first sheet to label 65 of sheet 2.",
        ),
    ],
)
def test_the_preview_says_labels_and_sheets(count: int, start: int, told: str) -> None:
    said = places_told(Words("en"), count=count, start=start, places=65)
    assert said.startswith(told)


@contextmanager
def held_after(count: int) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Sheets that wait after so many stickers: an event when they do, and one to go on."""
    there, go = threading.Event(), threading.Event()
    add = Sheets.add

    def slow(self: Sheets, label: Any) -> None:
        add(self, label)
        if self.count == count:
            there.set()
            assert go.wait(60)

    with mock.patch.object(Sheets, "add", slow):
        try:
            yield there, go
        finally:
            go.set()


async def test_printing_shows_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        with held_after(41) as (there, go):
            await form(at, lot=1)
            await at.press("f5")
            await at.settle(there.is_set)
            await at.settle(lambda: "40 dari 104 stiker. Esc menghentikan." in at.text())
            await at.press("escape")
            go.set()
            await at.settle(lambda: "Dihentikan; tidak ada yang ditulis" in at.text())
            assert list((tmp_path / "keluar").iterdir()) == []
        await printed(at)
        assert len(list((tmp_path / "keluar").iterdir())) == 2


async def test_the_game_goes_on_while_a_sheet_is_printed(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        with held_after(41) as (there, go):
            await form(at, lot=1)
            await at.press("f5")
            await at.settle(there.is_set)
            verdict = registry_of(at).check(
                payload(at.code(MEDAN)), source="nfc", now=datetime.now(UTC)
            )
            assert verdict.kind == "accepted"
            go.set()
            await at.settle(lambda: at.on == "Cards")
        assert boxes(tmp_path).ids()
