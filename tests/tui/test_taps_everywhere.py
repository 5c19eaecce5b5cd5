"""Every tap on every screen, with every kind of question open over it, is told and noted."""

import inspect
import pkgutil
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cards_at_hand import JAKARTA, cards, list_screen
from every_screen import screens
from screens_at_hand import MEDAN, AtTable, landed, lobby, table
from textual.screen import Screen
from textual.widgets import Static
from textual.widgets._toast import Toast

import ketuk.tui.screens
from ketuk import engine
from ketuk.codes.payload import payload
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Why
from ketuk.rooms.answers import Fenced
from ketuk.rooms.followers import Tail
from ketuk.tui.boxes.box import boxes
from ketuk.tui.boxes.card_names import CardNames
from ketuk.tui.boxes.printing import lots_of
from ketuk.tui.boxes.rows import rows_of
from ketuk.tui.screens.asking import Ask
from ketuk.tui.screens.card_history import CardHistory
from ketuk.tui.screens.choosing import ChooseScreen
from ketuk.tui.screens.elsewhere import Elsewhere
from ketuk.tui.screens.filing import WhereTo
from ketuk.tui.screens.forking import Forking
from ketuk.tui.screens.hearing import bar_in_sight, hearer
from ketuk.tui.screens.help import Help
from ketuk.tui.screens.importing import Import
from ketuk.tui.screens.joining import Joining
from ketuk.tui.screens.languages import Languages
from ketuk.tui.screens.naming import NameFor
from ketuk.tui.screens.palette import Palette
from ketuk.tui.screens.people import People
from ketuk.tui.screens.printing import PrintForm
from ketuk.tui.screens.results import Results
from ketuk.tui.screens.reviving import Reviving
from ketuk.tui.screens.rule_book import RuleBook
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.screens.tails import TailChoice
from ketuk.tui.screens.taking_over import TakingOver
from ketuk.tui.screens.too_small import TooSmall
from ketuk.tui.screens.writing import WriteTags
from ketuk.tui.widgets.scanbar import ScanBar

FOREIGN = "https://contoh.id/menu"
EVERY = 5
"""Over each screen one kind in so many is tried; 1 tries all over all."""
Open = Callable[[], Screen[Any]]
OF_A_GAME = (Elsewhere, TailChoice, TakingOver)
"""What opens only over a table."""


def staying(screen: TakingOver) -> TakingOver:
    """It does not look whether the other laptop is heard again: here there is none."""
    screen._look = lambda: None  # type: ignore[method-assign]
    return screen


def kinds(at: AtTable, registry: Registry) -> dict[type[Screen[Any]], Open]:
    """Every kind of screen that takes no tap of its own, as it is opened."""
    names, words = CardNames({}), at.app.words
    rows = rows_of(registry, names, words)
    return {
        Ask: lambda: Ask("screens.copied_sure", card="Medan"),
        Elsewhere: lambda: Elsewhere(at.session, Fenced(1, "Laptop Ayu", "192.168.1.23:8765")),
        Joining: Joining,
        TailChoice: lambda: TailChoice(
            at.session, Tail("d" * 16, "Laptop Ayu", at.session.room.seq, ())
        ),
        TakingOver: lambda: staying(TakingOver(at.session)),
        ChooseScreen: lambda: ChooseScreen(lambda: "?", lambda: ("a", "b")),
        CardHistory: lambda: CardHistory(registry, rows[0]),
        Forking: lambda: Forking(registry.box.id, names, ()),
        NameFor: lambda: NameFor("lobby.name_head", "dua", name="satu"),
        Help: lambda: Help(at.app.screen),
        Import: Import,
        Languages: Languages,
        Palette: lambda: Palette(words),
        People: lambda: People(()),
        PrintForm: lambda: PrintForm(registry, names, lots_of((rows[0],), rows)),
        Results: Results,
        Reviving: Reviving,
        RuleBook: lambda: RuleBook(engine.ruleset("nusantara")),
        TooSmall: TooSmall,
        WhereTo: lambda: WhereTo("lobby.export_head", at.app.data / "x", game="x"),
    }


def test_every_screen_that_takes_no_tap_is_among_the_kinds(tmp_path: Path) -> None:
    found = set()
    for module in pkgutil.iter_modules(ketuk.tui.screens.__path__, "ketuk.tui.screens."):
        for _, kind in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(kind, Screen) and kind.__module__ == module.name:
                found.add(kind)
    deaf = {kind for kind in found if not hasattr(kind, "tapped") and not hasattr(kind, "heard")}
    told = inspect.getsource(kinds)
    assert {kind.__name__ for kind in deaf} - {"Picking", "AnswerSheet", "OneLine"} == {
        kind.__name__ for kind in found if f"        {kind.__name__}: " in told
    }
    assert len(deaf) > 10


def in_sight(at: AtTable) -> str:
    """What is said, as people can see it: in the scan bar, or over the screen."""
    if not bar_in_sight(at.app):
        return "\n".join(str(t.render()) for t in at.app.screen.query(Toast))
    bar = next(b for s in reversed(at.app.screen_stack) for b in s.query(ScanBar))
    return str(bar.query_one("#verdict", Static).render())


async def tapped(at: AtTable, text: str, where: str) -> None:
    """A tap whose verdict can be read afterwards."""
    at.app.scans.clear()
    await at.tap_text(text)
    await at.settle(lambda: at.app.scans.said is not None)
    said = " ".join(at.said().split())
    assert said, where
    await at.settle(lambda: said in " ".join(in_sight(at).split()))


async def all_taps(at: AtTable, registry: Registry, revoked: str, where: str) -> None:
    """A card that counts, one that does not, and a sticker that is none of ours."""
    heard = hearer(at.app) is not None
    for text in (payload(registry.active(JAKARTA).code), payload(revoked), FOREIGN):
        before, stack = registry.failed_scans(last=1_000), tuple(at.app.screen_stack)
        await tapped(at, text, where)
        if not heard:
            ours = text != FOREIGN or "TableScreen" in where
            assert len(registry.failed_scans(last=1_000)) == len(before) + ours, (where, text)
            assert tuple(at.app.screen_stack) == stack, where
        await at.settle()


async def everywhere(at: AtTable, registry: Registry, home: str) -> int:
    """Every screen, then kinds over each in their turn; how many were tried."""
    old = registry.active(MEDAN)
    registry.reissue(old.code, reason=Why.LOST, now=datetime.now(UTC))
    playing = any(isinstance(screen, TableScreen) for screen in at.app.screen_stack)
    ways = kinds(at, registry).items()
    opened = tuple(way for kind, way in ways if playing or kind not in OF_A_GAME)
    tried, turn = 0, 0
    async for name in screens(at, deep=False):
        first, turn = at.app.screen, turn + 1
        for kind in (None, *opened[turn % EVERY :: EVERY]):
            if kind is not None:
                await at.app.push_screen(kind())
            where = f"{home} > {name} > {at.on}"
            await all_taps(at, registry, old.code, where)
            tried += 1
            while at.app.screen is not first and (kind is not None or at.on == "TileScreen"):
                at.app.pop_screen()
                await at.settle()
            if at.app.screen is not first:
                break  # a card was an answer here
    return tried


async def test_at_the_table_each_tap_is_told_and_noted(tmp_path: Path) -> None:
    async with table(tmp_path, toasts=True) as at:
        await landed(at)
        registry = at.session.room.registry
        assert registry is not None
        assert await everywhere(at, registry, "TableScreen") > 20


async def test_in_the_lobby_each_tap_is_told_and_noted(tmp_path: Path) -> None:
    async with lobby(tmp_path, toasts=True) as at:
        (box,) = boxes(tmp_path).ids()
        with boxes(tmp_path).open(box) as registry:
            assert await everywhere(at, registry, "Lobby") > 12


async def test_over_the_writing_of_tags_no_tag_is_written_unseen(tmp_path: Path) -> None:
    async with cards(tmp_path) as at:
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        screen = at.app.screen
        assert isinstance(screen, WriteTags)
        await at.press("l")
        await at.settle(lambda: at.on == "Ask")
        await tapped(at, payload(at.code(MEDAN)), "WriteTags > Ask")
        assert at.said().startswith("Medan: belum dihitung. Jawab atau tutup dulu")
        assert not screen._outcomes


@pytest.mark.parametrize("kind", [Ask, ChooseScreen, Help, WhereTo, PrintForm, TooSmall, Palette])
async def test_the_check_of_a_box_counts_under_a_question(
    tmp_path: Path, kind: type[Screen[Any]]
) -> None:
    async with cards(tmp_path, toasts=True) as at:
        await at.press("c")
        registry = at.session.room.registry
        assert registry is not None
        await at.app.push_screen(kinds(at, registry)[kind]())
        for item in (JAKARTA, MEDAN, 41):
            await tapped(at, payload(registry.active(item).code), kind.__name__)
        check = list_screen(at).check.count
        assert check is not None
        assert [check.has(item) for item in (JAKARTA, MEDAN, 41)] == [True] * 3
        assert at.on == ("Cards" if kind is TooSmall else kind.__name__)  # the window is large


async def test_the_bar_says_while_it_does_not_listen_and_why(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        at.app.scans.clear()
        assert in_sight(at).startswith("Ketuk kartu di pembaca")
        await at.app.push_screen(Ask("screens.copied_sure", card="Medan"))
        assert in_sight(at).startswith("Kartu belum dihitung sekarang: jawab")
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        assert in_sight(at).startswith("Ketuk kartu di pembaca")
