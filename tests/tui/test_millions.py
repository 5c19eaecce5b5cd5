"""Sums in millions are shown whole, and can be typed, on screens of every size."""

import re
from pathlib import Path

import pytest
from every_screen import screens
from millions import kept_in
from screens_at_hand import AtTable, landed, lobby, set_table

from ketuk.engine.commands import Bid
from ketuk.engine.table import Auction, Bidding, Free, Options, replace
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


@each_size
async def test_a_bid_in_millions_is_typed_and_told(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lobby(tmp_path, size=size) as at:
        await sit(at, tmp_path, 3)
        await landed(at, LAST, cash=123_456_789)
        seats = at.table.seats
        auction = Auction(tile=LAST, seats=seats, leader=3, why="declined", stage="open")
        set_table(at, auction=auction, agenda=(Free(1), Bidding()),
                  opened=(at.table.count,) * 2)  # fmt: skip
        lines = [c.label for c in at.app.screen.question.choices]  # type: ignore[attr-defined]
        number = next(n for n, label in enumerate(lines, 1) if "menawar jumlah lain" in label)
        await at.press(str(number))
        await at.settle(lambda: at.on == "CallScreen")
        await at.press(*["backspace"] * 12, *"123456789", "enter")
        await at.settle(lambda: bool(at.session.room.moves))
        command = at.session.room.moves[-1].command
        assert isinstance(command, Bid)
        assert command.amount == 123_456_789
        assert "123.456.789" in at.text()
        assert not CUT.findall(at.text())


@each_size
async def test_cash_in_millions_is_put_right_by_hand(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lobby(tmp_path, size=size) as at:
        await sit(at, tmp_path, 3)
        set_table(at, phase="turn", agenda=(Free(1),), opened=(at.table.count,))
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        await at.press("b")
        await at.settle(lambda: at.on == "CorrectingScreen")
        await at.press("2", "1", *"123456789", "enter")
        await at.settle(lambda: "15.000.000 → 123.456.789" in at.text())
        assert not CUT.findall(at.text())


@each_size
async def test_cash_in_millions_is_typed_in_a_trade(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lobby(tmp_path, size=size) as at:
        await sit(at, tmp_path, 3)
        await landed(at, LAST, cash=123_456_789)
        set_table(at, agenda=(Free(1),), opened=(at.table.count,))
        await at.press("t")
        await at.settle(lambda: at.on != "TableScreen")
        await at.press("1")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.press(*"123456788")
        await at.settle(lambda: "123.456.788" in at.text())
        assert not CUT.findall(at.text())


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
