"""A sticker that may be a copy: people at the table say whether its tap counts this once."""

import time
from pathlib import Path

import pytest
from screens_at_hand import MEDAN, AtTable, bought, landed, lobby, table

from codes.registry import Registry
from codes.verdict import Copies
from engine.commands import Draw
from engine.table import Options
from scanning.scan import By, Removed, Scan
from tui.box import boxes

MINE, OTHER = "04A1B2C3D4E5F6", "04FFFFFFFFFFFF"


def registry_of(at: AtTable) -> Registry:
    registry = at.session.room.registry
    assert registry is not None
    return registry


async def lay_copy(at: AtTable, item: int, copies: Copies) -> None:
    """The card's code on another tag than its own, in a box that treats copies like this."""
    registry, code = registry_of(at), at.code(item)
    registry.bind(code, MINE)
    registry.set_copies(copies)
    now = time.monotonic()
    at.reader.put(Scan(text=f"KTK:{code}", source=at.reader.name, at=now, by=By.NFC, uid=OTHER))
    at.reader.put(Removed(source=at.reader.name, at=now))
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
        assert at.said() == "Medan: Beli Medan (800)"
        assert registry_of(at).find(at.code(MEDAN)).uid == MINE
        await lay_copy(at, MEDAN, Copies.ASK)
        await at.settle(lambda: at.on == "Ask")


@pytest.mark.parametrize("key", ["2", "escape"])
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
        assert at.said() == "stiker salinan? Medan terdaftar pada tag lain"
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


async def test_in_the_lobby_where_cards_have_no_names_it_is_refused_in_one_sentence(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        (box,) = boxes(tmp_path).ids()
        with boxes(tmp_path).open(box) as registry:
            code = registry.active(40).code
            registry.bind(code, MINE)
        now = time.monotonic()
        at.reader.put(Scan(text=f"KTK:{code}", source="nfc:uji", at=now, by=By.NFC, uid=OTHER))
        await at.settle(lambda: at.said())
        assert at.on == "Lobby"
        assert at.said() == "stiker salinan? kartu terdaftar pada tag lain"
