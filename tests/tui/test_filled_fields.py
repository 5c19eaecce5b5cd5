"""A field that comes filled is replaced by typing; the list of files takes typing too."""

from pathlib import Path

from cards_at_hand import cards
from every_screen import screens
from screens_at_hand import AtTable, lobby
from textual.widgets import Input

from ketuk.tui.screens.importing import PathField
from ketuk.tui.screens.naming import NameFor


async def typed_over(at: AtTable) -> list[str]:
    """Type into each field that is filled; the names of those fields."""
    tried = []
    for field in [f for f in at.app.screen.query(Input) if f.value and f.focusable]:
        at.app.screen.set_focus(None)
        field.focus()
        await at.settle(lambda field=field: field.has_focus)
        await at.press("7")
        await at.settle()
        assert field.value == "7", (at.on, field.id)
        tried.append(f"{at.on} {field.id}")
    return tried


async def test_typing_replaces_what_a_field_comes_with(tmp_path: Path) -> None:
    tried = []
    async with cards(tmp_path) as at:
        async for _ in screens(at, deep=False):
            tried += await typed_over(at)
    (tmp_path / "lobi").mkdir()
    async with lobby(tmp_path / "lobi") as at:
        await at.app.push_screen(NameFor("lobby.name_head", "dua", name="satu"))
        tried += await typed_over(at)
        await at.press("escape")
        await at.press("i")
        await at.settle(lambda: at.on == "Import")
        tried += await typed_over(at)
    printed = {f"PrintForm print-{field}" for field in ("start", "out", "shift")}
    assert printed | {"WhereTo line", "NameFor line", "Import import-path"} <= set(tried)


async def test_the_import_takes_typing_on_its_list(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("i")
        await at.settle(lambda: at.on == "Import")
        await at.press("k", "o", "slash", "x")
        field = at.app.screen.query_one(PathField)
        await at.settle(lambda: field.has_focus and field.value == "ko/x")
