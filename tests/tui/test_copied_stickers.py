"""A sticker that may be a copy: people at the table say whether its tap counts this once."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from command_line import CommandLine
from screens_at_hand import MEDAN, AtTable, bought, landed, lobby, table

from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Box
from ketuk.codes.verdict import Copies
from ketuk.engine.commands import Draw
from ketuk.engine.table import Options
from ketuk.scanning.scan import By, Removed, Scan
from ketuk.tui.boxes.box import boxes

MINE, OTHER = "04A1B2C3D4E5F6", "04FFFFFFFFFFFF"


def registry_of(at: AtTable) -> Registry:
    registry = at.session.room.registry
    assert registry is not None
    return registry


async def lay_copy(at: AtTable, item: int, copies: Copies) -> None:
    """The card's code on another tag than its own, in a box that treats copies like this."""
    registry, code = registry_of(at), at.code(item)
    registry.carriers.bind(code, MINE, now=datetime.now(UTC))
    registry.set_copies(copies, now=datetime.now(UTC))
    put_copy(at, code)
    await at.settle()


async def test_yes_takes_the_tap_once_and_the_next_one_is_asked_again(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await lay_copy(at, MEDAN, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")
        assert "Stiker salinan? Medan terdaftar pada tag lain." in at.text()
        assert not bought(at)
        await at.press("1")
        await at.settle(lambda: bought(at))
        assert at.on == "TableScreen"
        assert at.table.holdings[MEDAN].owner == 1
        assert at.said() == "Beli Medan (800)"
        assert registry_of(at).find(at.code(MEDAN)).uid == MINE
        await lay_copy(at, MEDAN, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")


@pytest.mark.parametrize("key", ["2", "escape", "enter"])
async def test_no_refuses_it_and_the_question_stays(tmp_path: Path, key: str) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await lay_copy(at, MEDAN, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")
        rows = at.session.room.seq
        await at.press(key)
        await at.settle(lambda: at.on == "TableScreen" and at.said())
        assert at.said().startswith("Stiker salinan ditolak: Medan.")
        assert at.session.room.seq == rows
        await at.tap(MEDAN)
        assert bought(at)


async def test_a_box_that_refuses_copies_asks_nobody(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await lay_copy(at, MEDAN, Copies.REFUSE)
        assert at.on == "TableScreen"
        assert at.said() == (
            "stiker salinan? Medan terdaftar pada tag lain. Ketuk stiker yang asli."
        )
        assert not bought(at)


async def test_a_box_that_accepts_copies_asks_nobody(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await lay_copy(at, MEDAN, Copies.ACCEPT)
        await at.settle(lambda: bought(at))
        assert at.on == "TableScreen"


async def test_a_yes_that_comes_when_the_game_has_gone_on_is_too_late(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, options=Options(decks="real")) as at:
        await lay_copy(at, 51, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")
        assert at.session.do(Draw(1, 52))  # it is Budi's turn to draw now
        rows = at.session.room.seq
        await at.press("1")
        await at.settle(lambda: at.on == "TableScreen" and at.said())
        assert at.session.room.seq == rows
        assert at.said().startswith("Ada yang bergerak lebih dulu.")
        assert at.table.player(1).hand == (52,)
        assert at.table.player(2).hand == ()


@pytest.mark.parametrize("copies", [Copies.ASK, Copies.REFUSE])
async def test_a_secret_card_is_not_named(tmp_path: Path, copies: Copies) -> None:
    async with table(tmp_path, options=Options(decks="real")) as at:
        card = at.session.rules.cards[51]
        await lay_copy(at, 51, copies)
        await at.settle(lambda: "terdaftar pada tag lain" in at.text())
        assert "Kartu Siasat terdaftar" in at.text()
        assert card.name not in at.text()
        assert card.code not in at.text()
        if copies is Copies.ASK:
            await at.press("1")
            await at.settle(lambda: at.table.player(1).hand == (51,))
            assert card.name not in at.text()


async def lay_copy_at_home(at: AtTable, data: Path, item: int) -> Box:
    """A card of the box in the data folder, its code on another tag than its own."""
    (box,) = boxes(data).ids()
    with boxes(data).open(box) as registry:
        code = registry.active(item).code
        registry.carriers.bind(code, MINE, now=datetime.now(UTC))
        found = registry.box
    put_copy(at, code)
    await at.settle(lambda: at.on == "Ask")
    return found


def put_copy(at: AtTable, code: str) -> None:
    now = time.monotonic()
    at.reader.put(Scan(text=f"KTK:{code}", source=at.reader.name, at=now, by=By.NFC, uid=OTHER))
    at.reader.put(Removed(source=at.reader.name, at=now))


def answers(data: Path) -> list[tuple[str, str | None]]:
    """What the log of scans holds, oldest first."""
    (box,) = boxes(data).ids()
    with boxes(data).open(box) as registry:
        return [(scan.verdict, scan.detail) for scan in registry.failed_scans()][::-1]


@pytest.mark.parametrize(("key", "detail"), [("1", "taken"), ("2", "turned away")])
async def test_the_answer_at_the_table_is_in_the_log_of_scans(
    tmp_path: Path, key: str, detail: str
) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await lay_copy(at, MEDAN, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")
        await at.press(key)
        await at.settle(lambda: at.on == "TableScreen" and at.said())
    assert answers(tmp_path) == [("copied", None), ("copied", detail)]


async def test_a_full_disk_keeps_no_card_from_counting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await lay_copy(at, MEDAN, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")

        def full(*_: object, **__: object) -> None:
            raise CodesFault(Fault.FULL, path=registry_of(at).path)

        monkeypatch.setattr(registry_of(at), "answered", full)
        await at.press("1")
        await at.settle(lambda: bought(at))


async def test_the_lobby_asks_too_and_a_yes_takes_the_seat(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await lay_copy_at_home(at, tmp_path, 40)
        assert "Kartu pemain 1 terdaftar pada tag lain" in " ".join(at.text().split())
        await at.press("1")
        await at.settle(lambda: at.on == "NewGame")
        assert at.said() == "Kursi 1 dipilih."
    assert answers(tmp_path)[-1] == ("copied", "taken")


async def test_the_form_of_a_new_game_asks_too_and_a_no_leaves_the_seat(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        await lay_copy_at_home(at, tmp_path, 41)
        await at.press("2")
        await at.settle(lambda: at.on == "NewGame" and at.said())
        assert at.said().startswith("Stiker salinan ditolak: Kartu pemain 2.")
        assert "Masih kurang 3 nama" in at.text()
    assert answers(tmp_path)[-1] == ("copied", "turned away")


async def test_consent_asks_before_a_copied_player_card_agrees(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("enter", "u")
        await at.settle(lambda: at.on == "Consent")
        await lay_copy(at, 40, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.on == "Consent" and "Ayu sudah setuju" in at.text())
        for item in (41, 42):
            await at.tap(item)
        await at.settle(lambda: at.on == "TableScreen")
        assert at.table.event == 0
    assert answers(tmp_path)[-1] == ("copied", "taken")


async def test_the_cards_of_the_box_ask_too(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await lay_copy_at_home(at, tmp_path, MEDAN)
        await at.press("1")
        await at.settle(lambda: at.on == "Cards" and at.said() == "Medan (kartu 2 kotak ini)")
    assert answers(tmp_path)[-1] == ("copied", "taken")


async def test_the_log_of_scans_tells_answers_in_words(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        box = await lay_copy_at_home(at, tmp_path, MEDAN)
        await at.press("2")
        await at.settle(lambda: at.on == "Lobby" and at.said())
    ketuk = CommandLine(tmp_path)
    assert "stiker salinan, ditolak di meja" in ketuk.run("box", "scans", box.id)
    assert "copied sticker, turned away at the table" in ketuk.run(
        "box", "scans", box.id, lang="en"
    )
