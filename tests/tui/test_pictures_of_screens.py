"""What stands on each screen, in text, in two sizes. KETUK_SNAPSHOTS=write makes them anew.

Times, codes and names of boxes differ from run to run and are masked.
"""

from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pictures import compare
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table, table
from textual.widgets import Input

from ketuk.codes.sticker import Why
from ketuk.engine.commands import Correct, Leave
from ketuk.engine.corrections import CashOf
from ketuk.engine.states import Effects, Flood, Marker
from ketuk.engine.table import (
    Auction,
    Bidding,
    Bill,
    BuyChoice,
    Debt,
    DrawCard,
    Due,
    Free,
    OpenRent,
    Options,
    SealedBid,
    SealedBids,
    replace,
)
from ketuk.rooms.room import MoveDone
from ketuk.scanning.findings import Finding, bad, good, note
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.tile import TileScreen

NAMES = ("Ayu", "Budi", "Citra", "Dewi")


async def evening(at: AtTable) -> None:
    """Four players in round 4: owners, buildings, water, festival, barricade, a rent, a debt."""
    now = at.table
    holdings = list(now.holdings)
    owned = ((1, (1, 2), 1), (2, (5, 6, 8), 0), (3, (33, 35), 3), (2, (14,), 0), (4, (10, 24), 0))
    for seat, tiles, level in owned:
        for tile in tiles:
            holdings[tile] = replace(holdings[tile], owner=seat, level=level)
    holdings[14] = replace(holdings[14], mortgaged=True)
    holdings[24] = replace(holdings[24], insurance=60)
    hands = ((70, 52), (66,), (), (54, 58, 62))
    players = tuple(
        replace(p, at=tile, cash=p.cash - 1_370 * seat, hand=hand, jail=jail)
        for seat, (p, tile, hand, jail) in enumerate(
            zip(now.players, (35, 14, 9, 0), hands, (-1, -1, 1, -1), strict=True), 1
        )
    )
    effects = replace(
        now.state(Effects),
        boom=5,
        festival=Marker(6, 9),
        barricade=Marker(8, 9),
        floods=(Flood(10, 9), Flood(11, 9)),
    )
    bill = Bill(tile=35, base=9_600, base_why="level", count=3, total=9_600, rulings=("4.9.2",))
    set_table(
        at,
        phase="turn",
        players=players,
        holdings=tuple(holdings),
        states=now.keeping(effects),
        event=85,
        round=4,
        turn=replace(now.turn, seat=1, rolls=1, may_roll=False),
        agenda=(Free(1),),
        opened=(now.count,),
        rents=(OpenRent(1, 3, bill),),
        debts=(Debt(4, 0, 300),),
        stock=(10, 4),
    )
    await at.settle()


async def keys(at: AtTable, *pressed: str) -> None:
    await at.press(*pressed)
    await at.pilot.pause(0.1)
    await at.settle()


async def turn(at: AtTable) -> None:
    await evening(at)


async def buying(at: AtTable) -> None:
    await evening(at)
    now = at.table
    players = (replace(now.players[0], at=31), *now.players[1:])
    agenda = (Free(1), BuyChoice(1, 31))
    set_table(at, players=players, rents=(), agenda=agenda, opened=(now.count,) * 2)


async def auction(at: AtTable) -> None:
    await evening(at)
    now = at.table
    hammer = Auction(tile=31, seats=(1, 2, 3), leader=1, why="declined", stage="bids")
    set_table(at, auction=hammer, agenda=(Free(1), Bidding()), opened=(now.count,) * 2)


async def bid(at: AtTable) -> None:
    await auction(at)
    await keys(at, "enter")


async def hand(at: AtTable) -> None:
    await evening(at)
    await keys(at, "h", "1", "1")


async def trade(at: AtTable) -> None:
    await evening(at)
    await keys(at, "t", "p", "3")


async def why(at: AtTable) -> None:
    await evening(at)
    await keys(at, "w")


async def lay_out(at: AtTable) -> None:
    await evening(at)
    await keys(at, "s")


async def history(at: AtTable) -> None:
    await keys(at, "enter", "enter", "enter", "r")


async def correcting(at: AtTable) -> None:
    await evening(at)
    await keys(at, "r", "b")


async def corrected_cash(at: AtTable) -> None:
    """Dewi, who owes 300, has 1,000 more on the table."""
    await correcting(at)
    await keys(at, "2", "4", *"12020", "enter", *"salah")


async def agreeing(at: AtTable) -> None:
    await correcting(at)
    await keys(at, "1", "2", "9", "3", "enter", "1")


async def end(at: AtTable) -> None:
    """The last turn of the evening, in which Budi's cash was corrected and Dewi has left."""
    await evening(at)
    room, all_of_them = at.session.room, frozenset({1, 2, 3, 4})
    assert isinstance(room.do(Leave(4)), MoveDone)
    assert isinstance(
        room.do(Correct(1, CashOf(2, 9_000), "salah"), consents=all_of_them), MoveDone
    )
    last = replace(at.table.turn, seat=3, may_roll=False)
    set_table(at, round=at.table.rounds, opener=1, turn=last, agenda=(Free(3),), opened=(9,))
    await keys(at, "enter")
    await at.settle(lambda: at.on == "EndScreen")


async def rulings(at: AtTable) -> None:
    await keys(at, "a", *"lelang dadu")


async def own_box(at: AtTable) -> None:
    """A printed box, so no codes are shown: Medan replaced twice, a spare, two cards marked."""
    registry = at.session.room.registry
    assert registry is not None
    with registry.writing() as connection:
        connection.exec_driver_sql("UPDATE box SET name = 'Kotak Rumah'")
    for why in (Why.DAMAGED, Why.LOST):
        registry.reissue(registry.active(2).code, reason=why, now=datetime.now(UTC))
    registry.add_spares(1, now=datetime.now(UTC))
    await keys(at, "k", "space", "space", "home", "down")


async def cards(at: AtTable) -> None:
    await own_box(at)


async def checking(at: AtTable) -> None:
    await own_box(at)
    await keys(at, "c")
    for item in (1, 4, 5):
        await at.tap(item)
    await keys(at, "escape")


async def reporting(at: AtTable) -> None:
    await own_box(at)
    await keys(at, "r", "1")


async def printing(at: AtTable) -> None:
    await own_box(at)
    await keys(at, "p")
    at.app.screen.query_one("#print-out", Input).value = "/home/ayu/stiker.pdf"


async def writing(at: AtTable) -> None:
    await own_box(at)
    await keys(at, "w")


async def card_history(at: AtTable) -> None:
    await own_box(at)
    await keys(at, "h")


async def debt(at: AtTable) -> None:
    """Budi cannot pay the rent of Jakarta and has something left to sell or mortgage."""
    await evening(at)
    now = at.table
    bill = Bill(tile=35, base=9_600, base_why="level", count=3, total=9_600, rulings=("4.9.2",))
    players = list(now.players)
    players[1] = replace(players[1], at=35, cash=2_340)
    turn = replace(now.turn, seat=2, rolls=1, may_roll=False)
    due = Due(2, 3, 9_600, "rent", bill=bill)
    agenda = (Free(2), due)
    set_table(
        at, players=tuple(players), rents=(), turn=turn, agenda=agenda, opened=(now.count,) * 2
    )


async def revealed(at: AtTable) -> None:
    """The bid cards lie open; Citra and Ayu have bid the same."""
    await auction(at)
    now, bids = at.table, ((1, 4), (2, 2), (3, 4))
    assert now.auction is not None
    laid = SealedBids(bids=tuple(SealedBid(*bid) for bid in bids))
    hammer = replace(now.auction, stage="revealed", sealed=laid)
    set_table(at, auction=hammer)


async def why_not(at: AtTable) -> None:
    """Ayu holds Ojek and has rolled already."""
    await hand(at)
    await keys(at, "2")


async def typed_dice(at: AtTable) -> None:
    await evening(at)
    now = at.table
    options = replace(now.options, dice="real")
    set_table(at, options=options, turn=replace(now.turn, may_roll=True), rents=())
    await keys(at, "1", "5")


async def drawn(at: AtTable) -> None:
    await evening(at)
    now = at.table
    options = replace(now.options, decks="real")
    agenda = (Free(1), DrawCard(1, "siasat"))
    set_table(at, options=options, rents=(), agenda=agenda, opened=(now.count,) * 2)
    await keys(at, "enter")


async def printed_tile(at: AtTable) -> None:
    await evening(at)
    at.app.push_screen(TileScreen(at.session, 6))
    await at.settle(lambda: at.on == "TileScreen")


async def leaving(at: AtTable) -> None:
    await evening(at)
    await keys(at, "x", "3")


async def doctor(at: AtTable) -> None:
    """One reader that another program holds, no camera; what hangs on this machine is left out."""

    def findings(**where: object) -> Iterator[Finding]:
        yield good("package", package="nfcpy", version="1.0.4")
        yield good("package", package="zxing-cpp", version="3.0.0")
        yield bad("reader_busy", "stop_program", name="usb:072f:2200", holder="cardpeek")
        yield note("no_camera", "plug_in_camera")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ketuk.scanning.doctor.examine", findings)
        await keys(at, "d")
        await at.settle(lambda: at.on == "Doctor" and at.app.screen._done)  # type: ignore[attr-defined]


async def help_page(at: AtTable) -> None:
    await keys(at, "question_mark")


Scene = Callable[[AtTable], Awaitable[None]]
SCENES: dict[str, Scene] = {
    "meja": turn,
    "beli": buying,
    "lelang": auction,
    "tawaran": bid,
    "tangan": hand,
    "tukar": trade,
    "mengapa": why,
    "susun-meja": lay_out,
    "riwayat": history,
    "akhir": end,
    "betulkan": correcting,
    "betulkan-kas": corrected_cash,
    "betulkan-setuju": agreeing,
    "putusan": rulings,
    "bantuan": help_page,
    "utang": debt,
    "lelang-dibuka": revealed,
    "tangan-mengapa": why_not,
    "dadu": typed_dice,
    "ambil": drawn,
    "petak": printed_tile,
    "berhenti": leaving,
    "dokter": doctor,
    "kartu": cards,
    "cek-kotak": checking,
    "lapor": reporting,
    "cetak": printing,
    "tulis-tag": writing,
    "riwayat-kartu": card_history,
}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
@pytest.mark.parametrize("scene", SCENES)
async def test_screen(scene: str, size: tuple[int, int], tmp_path: Path) -> None:
    async with table(tmp_path, names=NAMES, size=size, seed=5) as at:
        await SCENES[scene](at)
        await at.pilot.pause(0.05)
        await at.settle()
        compare(scene, at, size, tmp_path)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_lobby_and_form(size: tuple[int, int], tmp_path: Path) -> None:
    async with lobby(tmp_path, size=size) as at:
        compare("lobi", at, size, tmp_path)
        await keys(at, "n", *"Ayu", "enter")
        compare("baru", at, size, tmp_path)


async def klasik(at: AtTable) -> None:
    """Eight around forty tiles: streets with houses and a hotel, a station, somebody in jail."""
    names = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")
    assert begin(at.app, names=names, options=Options(), box=None, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    now = at.table
    holdings = list(now.holdings)
    owned = ((1, (6, 8, 9), 2), (2, (37, 39), 5), (3, (5, 15), 0), (6, (12, 28), 0), (8, (1,), 0))
    for seat, tiles, level in owned:
        for tile in tiles:
            holdings[tile] = replace(holdings[tile], owner=seat, level=level)
    holdings[15] = replace(holdings[15], mortgaged=True)
    places = (39, 0, 10, 10, 24, 24, 24, 7)
    players = tuple(
        replace(p, at=tile, cash=1_500 - 130 * seat, jail=1 if seat == 4 else -1)
        for seat, (p, tile) in enumerate(zip(now.players, places, strict=True), 1)
    )
    turn = replace(now.turn, seat=5, rolls=1, may_roll=False)
    fields = {"players": players, "holdings": tuple(holdings), "turn": turn, "round": 7}
    set_table(at, phase="turn", agenda=(Free(5),), opened=(now.count,), **fields)
    await at.settle()


async def called(at: AtTable) -> None:
    """An open auction in which Dewi has bid 120."""
    now = at.table
    seats = tuple(range(1, 9))
    hammer = Auction(11, seats, 5, "declined", minimum=1, stage="open", high=120, high_seat=4)
    set_table(at, auction=hammer, agenda=(Free(5), Bidding()), opened=(now.count,) * 2)
    await at.settle()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_klasik(size: tuple[int, int], tmp_path: Path) -> None:
    async with lobby(tmp_path, size=size, seed=5) as at:
        await klasik(at)
        compare("klasik-meja", at, size, tmp_path)
        await called(at)
        compare("klasik-lelang", at, size, tmp_path)
        await keys(at, "2")
        compare("klasik-tawar", at, size, tmp_path)
