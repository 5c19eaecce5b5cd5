"""Sums in millions, and the largest of every set, are shown whole on screens of every size.

They can be typed wherever a sum is typed: one evening a set, its window pulled to each size.
"""

import re
from pathlib import Path

import pytest
from every_screen import screens
from millions import ID, kept_in
from screens_at_hand import AtTable, landed, lobby, set_table

from ketuk import engine
from ketuk.engine.acts.correcting import most_cash
from ketuk.engine.commands import Bid
from ketuk.engine.states import Laps
from ketuk.engine.table import Auction, Bidding, Free, Options, Turn, replace
from ketuk.tui.screens.opening import begin
from ketuk.tui.words import LANGUAGES, Language, brief, figure

SIZES = [(80, 24), (100, 36), (120, 36), (160, 45)]
NAMES = ("Maharani", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")
LAST = 39
CUT = re.compile(r"(?<!mulai )(?<![\d.])\d[\d.]*…|…\d")
"""A sum of which a part is missing (``mulai 0…`` leads to a field)."""

each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


async def sit(at: AtTable, data: Path, players: int = 4) -> None:
    kept = kept_in(data)
    assert begin(at.app, names=NAMES[:players], options=Options(), box=None, ruleset=kept)
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


@each_size
@pytest.mark.parametrize("players", [2, 8])
async def test_cash_worth_and_prices_stand_whole_at_the_table(
    tmp_path: Path, size: tuple[int, int], players: int
) -> None:
    async with lobby(tmp_path, size=size) as at:
        await sit(at, tmp_path, players)
        await landed(at, LAST, cash=123_456_789)
        shown = at.text()
        assert not CUT.findall(shown), shown
        assert shown.count("123.456.789") >= 2, shown
        assert shown.count("15.000.000") >= 2 * (players - 1), shown
        assert "4.000.000" in shown
        if size[1] < 30:
            return  # tiles of one row show no price, in whatever set
        room = size[0] // 11 - 1
        for tile in at.session.rules.board.tiles:
            if tile.deed is not None:
                ways = {brief(tile.deed.price, room + more) for more in (0, 1)}
                assert any(way and way in shown for way in ways), (tile, shown)


@each_size
async def test_no_screen_cuts_a_sum(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lobby(tmp_path, size=size) as at:
        await sit(at, tmp_path)
        await landed(at, LAST, cash=123_456_789)
        holdings = list(at.table.holdings)
        for tile, seat in ((37, 1), (6, 2), (8, 2), (9, 2), (5, 1)):
            holdings[tile] = replace(holdings[tile], owner=seat, level=3 * (tile in (6, 8, 9)))
        set_table(at, holdings=tuple(holdings))
        seen = set()
        async for name in screens(at, deep=False):
            seen.add(name)
            assert not CUT.findall(at.text()), (name, at.text())
        assert len(seen) > 6, seen


# --- all sets ----------------------------------------------------------------------------------


async def at_every_size(at: AtTable, *sums: str) -> None:
    """Pull the window to every size: these sums stand there whole, and no other is cut."""
    for size in SIZES:
        await at.pilot.resize_terminal(*size)
        await at.settle(lambda size=size: tuple(at.app.screen.size) == size)  # type: ignore[misc]
        text = at.text()
        assert not CUT.findall(text), (at.on, size, text)
        for wanted in sums:
            assert wanted in text, (wanted, at.on, size, text)


async def asked_freely(at: AtTable, most: int) -> None:
    """A free moment of the first seat, with so much in cash and a lap done by all."""
    now = at.table
    players = (replace(now.players[0], cash=most), *now.players[1:])
    laps = Laps((1,) * len(players))
    set_table(at, phase="turn", players=players, turn=Turn(1), states=now.keeping(laps),
              auction=None, agenda=(Free(1),), opened=(now.count,))  # fmt: skip
    await at.settle()


async def back_at_table(at: AtTable) -> None:
    for _ in range(5):
        if at.on != "TableScreen":
            await at.press("escape")
            await at.settle()
    assert at.on == "TableScreen"


@pytest.mark.parametrize("name", [*engine.NAMES, ID])
async def test_the_largest_sums_of_a_set_are_shown_and_typed(tmp_path: Path, name: str) -> None:
    ruleset = kept_in(tmp_path) if name == ID else name
    async with lobby(tmp_path, size=SIZES[0]) as at:
        assert begin(at.app, names=NAMES[:4], options=Options(), box=None, ruleset=ruleset)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        rules = at.session.rules
        most, dearest = (
            most_cash(rules),
            max(rules.board.deeds, key=lambda t: rules.board.deed(t).price),
        )
        price = figure(rules.board.deed(dearest).price)

        await landed(at, dearest, cash=most)
        await at_every_size(at, figure(most), price)

        await asked_freely(at, most)
        await at.press("t")
        await at.settle(lambda: at.on != "TableScreen")
        await at.press("1")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.press(*str(most))
        await at.settle(lambda: figure(most) in at.text())
        await at_every_size(at, figure(most))
        await back_at_table(at)

        await asked_freely(at, most - rules.meta.step)
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        await at.press("b")
        await at.settle(lambda: at.on == "CorrectingScreen")
        await at.press("2", "1", *str(most), "enter")
        change = f"{figure(most - rules.meta.step)} → {figure(most)}"
        await at.settle(lambda: change in at.text())
        await at_every_size(at, change)
        await back_at_table(at)

        if rules.auctions is None:
            return  # bids are cards of a box
        await asked_freely(at, most)
        auction = Auction(dearest, at.table.seats, 4, "declined", stage="open", answered=4)
        set_table(at, auction=auction, agenda=(Free(1), Bidding()), opened=(at.table.count,) * 2)
        lines = [c.label for c in at.app.screen.question.choices]  # type: ignore[attr-defined]
        number = next(n for n, label in enumerate(lines, 1) if "menawar jumlah lain" in label)
        await at.press(str(number))
        await at.settle(lambda: at.on == "CallScreen")
        await at.press(*["backspace"] * 12, *str(most))
        await at_every_size(at, figure(most))
        await at.press("enter")
        await at.settle(lambda: bool(at.session.room.moves))
        assert at.session.room.moves[-1].command == Bid(1, most)
        await at_every_size(at, figure(most))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_sum_is_as_exact_as_its_room_allows(language: Language) -> None:
    for number in (1, 60, 999, 1_500, 600_000, 1_400_000, 2_654_000, 4_000_000, 123_456_789):
        for room in range(3, 14):
            text = brief(number, room, language)
            assert len(text) <= room
            if len(figure(number, language)) <= room:
                assert text == figure(number, language)
    assert brief(2_600_000, 6) == "2,6jt"
    assert brief(350_000, 6, "en") == "350k"
    assert brief(123_456_789, 6) == "123jt"
