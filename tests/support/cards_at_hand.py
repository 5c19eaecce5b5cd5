"""The screen of cards over a game that is open, and short ways to ask it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from screens_at_hand import AtTable, table
from textual.widgets import Static

from ketuk.codes.registry import Registry
from ketuk.tui.screens.cards import Cards
from ketuk.tui.settings import Settings
from ketuk.tui.widgets import card_list
from ketuk.tui.widgets.card_list import CardList

JAKARTA = 35


@asynccontextmanager
async def cards(folder: Path, **more: Any) -> AsyncIterator[AtTable]:
    """A game at its first question, and the cards of its box over it; files go to ``keluar``."""
    (folder / "keluar").mkdir()
    Settings(folder=str(folder / "keluar")).save(folder)
    together = mock.patch.object(card_list, "TOGETHER", 60.0)  # a slow machine presses keys slowly
    async with table(folder, **more) as at:
        await at.press("k")
        await at.settle(lambda: at.on == "Cards" and rows(at).row is not None)
        with together:
            yield at


def list_screen(at: AtTable) -> Cards:
    return next(s for s in at.app.screen_stack if isinstance(s, Cards))


def rows(at: AtTable) -> CardList:
    return list_screen(at).query_one(CardList)


def registry_of(at: AtTable) -> Registry:
    """The registry that the room uses."""
    registry = at.session.room.registry
    assert registry is not None
    return registry


def marked_item(at: AtTable) -> int | None:
    """The card that the bar stands on."""
    row = rows(at).row
    return row.item if row is not None else None


def shown(at: AtTable, name: str) -> str:
    """What a part of the screen says, also where it is scrolled out of sight."""
    return str(list_screen(at).query_one(f"#{name}", Static).render())


async def report(at: AtTable, item: int, *answers: str) -> None:
    """Go to a card and answer what has happened to it."""
    await at.press(*str(item))
    await at.settle(lambda: marked_item(at) == item)
    await at.press("r")
    await at.settle(lambda: at.on == "ChooseScreen")
    for answer in answers:
        before = at.app.screen
        await at.press(answer)
        await at.settle(lambda before=before: at.app.screen is not before)
