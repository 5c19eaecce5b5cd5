"""With CapsLock on the keys of the footer mean the same, and fields keep what is typed."""

from pathlib import Path

import pytest
from screens_at_hand import MEDAN, AtTable, bought, landed, lobby, table
from textual.widgets import Input

from ketuk.tui.widgets.keybar import keys_of


def letters_of(at: AtTable) -> set[str]:
    """The letters in the footer of the screen that is open."""
    return {k.shown for k in keys_of(at.app.screen) if len(k.shown) == 1 and k.shown.isalpha()}


@pytest.mark.parametrize("told_apart", [False, True])
async def test_every_letter_of_the_lobby(tmp_path: Path, told_apart: bool) -> None:
    screens = {"N": "NewGame", "K": "Cards", "A": "RuleBook", "D": "Doctor", "I": "Import",
               "L": "Languages", "H": "Results", "J": "Joining", "P": "Reviving"}  # fmt: skip
    async with lobby(tmp_path, told_apart=told_apart) as at:
        assert letters_of(at) == set(screens)
        for key, screen in screens.items():
            await at.press(key)
            await at.settle(lambda screen=screen: at.on == screen)
            await at.settle()  # a key is for what was painted when it was pressed
            await at.press("escape")
            await at.settle(lambda: at.on == "Lobby")


async def test_every_letter_of_the_table(tmp_path: Path) -> None:
    screens = {"H": "HandScreen", "W": "WhyScreen", "R": "History", "K": "Cards",
               "S": "LayOut", "A": "RuleBook", "D": "Doctor", "X": "LeaveScreen",
               "L": "TileScreen", "M": "Owned", "P": "Phones"}  # fmt: skip
    async with table(tmp_path) as at:
        assert letters_of(at) == set(screens) | {"T", "U", "I"}
        for said in ("Belajar: satu kalimat", "Belajar dimatikan"):
            await at.press("I")
            await at.settle(lambda said=said: at.said().startswith(said))
        await at.press("T")
        await at.settle(lambda: at.said().startswith("Sekarang tidak bisa menukar"))
        await at.press("U")
        await at.settle(lambda: at.said() and "menukar" not in at.said())
        for key, screen in screens.items():
            await at.press(key)
            await at.settle(lambda screen=screen: at.on == screen)
            await at.press("escape")
            await at.settle(lambda: at.on == "TableScreen")


async def test_every_letter_of_the_cards_and_of_the_history(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("K")
        await at.settle(lambda: at.on == "Cards")
        screens = {"P": "PrintForm", "W": "WriteTags", "R": "ChooseScreen", "H": "CardHistory",
                   "E": "WhereTo"}  # fmt: skip
        assert letters_of(at) == {*screens, "C", "F"}
        for key, screen in screens.items():
            await at.press(key)
            await at.settle(lambda screen=screen: at.on == screen)
            await at.press("escape")
            await at.settle(lambda: at.on == "Cards")
        await at.press("F")
        await at.settle(lambda: at.app.focused is at.app.screen.query_one("#cards-find"))
        await at.press("escape", "C")
        await at.settle(lambda: "Sudah 0 dari 104" in at.text())
        await at.press("escape", "escape", "R")
        await at.settle(lambda: at.on == "History")
        assert letters_of(at) == {"U", "Y", "W", "S", "E", "B"}
        for key in ("U", "Y"):
            at.app.scans.clear()
            await at.press(key)
            await at.settle(lambda: at.said())
        await at.press("E")
        await at.settle(lambda: at.on == "WhereTo")
        await at.press("escape")
        await at.settle(lambda: at.on == "History")
        await at.press("S")
        await at.settle(lambda: at.on == "LayOut")


@pytest.mark.parametrize("told_apart", [False, True])
async def test_names_keep_their_capitals(tmp_path: Path, told_apart: bool) -> None:
    async with lobby(tmp_path, told_apart=told_apart) as at:
        await at.press("N")
        await at.settle(lambda: at.on == "NewGame" and bool(at.app.screen.query("#seat-1")))
        await at.settle()  # a key is for what was painted when it was pressed
        field = at.app.screen.query_one("#seat-1", Input)
        for sign in "NaKAd":
            await at.press(sign)
            await at.settle(lambda sign=sign: field.value.endswith(sign))
        assert field.value == "NaKAd"


async def test_a_code_in_capitals_is_typed_into_its_field(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        code = at.code(MEDAN)
        await at.press("slash", *code)
        assert at.app.screen.query_one("#entry", Input).value == code
        await at.press("enter")
        await at.settle(lambda: bought(at))


async def test_a_scanner_that_types_capitals_is_told_from_keys(tmp_path: Path) -> None:
    async with table(tmp_path, told_apart=True) as at:
        await landed(at)
        await at.type_fast(at.code(MEDAN))
        await at.settle(lambda: bought(at))
        assert at.on == "TableScreen"
