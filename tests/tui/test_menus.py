"""What lies in the menus of a free moment, where many players own many things."""

from pathlib import Path

from screens_at_hand import SMALL, AtTable, lobby, set_table

from ketuk.engine.table import (
    Auction,
    Bidding,
    Burdened,
    BuyChoice,
    Free,
    Options,
    TaxChoice,
    replace,
)
from ketuk.tui.boxes.box import demo_box_of
from ketuk.tui.menu import More
from ketuk.tui.screens.opening import begin

NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")


async def town(at: AtTable, players: int, *, box: bool = False) -> None:
    """A free moment of Budi's turn in klasik."""
    own = demo_box_of(at.app.data, "klasik").id if box else None
    names = NAMES[:players]
    assert begin(at.app, names=names, options=Options(), box=own, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    now = at.table
    turn = replace(now.turn, seat=2, may_roll=True)
    set_table(at, phase="turn", agenda=(Free(2),), opened=(now.count,), turn=turn)


def owning(at: AtTable, **seats: tuple[int, ...]) -> None:
    holdings = list(at.table.holdings)
    for seat, tiles in seats.items():
        for tile in tiles:
            holdings[tile] = replace(holdings[tile], owner=int(seat[1:]))
    set_table(at, holdings=tuple(holdings))


def labels(at: AtTable) -> list[str]:
    return [c.label for c in at.app.screen.question.choices]  # type: ignore[attr-defined]


async def test_properties_of_whose_turn_it_is_come_first_and_each_other_has_a_menu(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 8)
        owning(at, _2=(1, 6), _1=(8, 9, 11), _7=(39,))
        (money,) = [
            c.action
            for c in at.app.screen.question.choices  # type: ignore[attr-defined]
            if isinstance(c.action, More)
        ]
        assert money.title == "Uang Budi"
        assert [c.label for c in money.choices] == ["Gadaikan…", "Gita…", "Ayu…"]
        await at.press("7", "3", "2")
        await at.settle(lambda: at.on == "Ask")
        assert "Ayu: gadaikan" in at.text()
        await at.press("1")
        await at.settle(lambda: at.table.holdings[9].mortgaged)


async def test_a_level_on_a_whole_set_is_one_key(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 2)
        owning(at, _2=(6, 8, 9))
        await at.press(str(labels(at).index("Bangun…") + 1))
        assert "1  Bangun di seluruh grup 2 (150)" in at.text()
        await at.press("1")
        await at.settle(lambda: [at.table.holdings[t].level for t in (6, 8, 9)] == [1, 1, 1])
        players = (at.table.players[0], replace(at.table.players[1], cash=140))
        set_table(at, players=players)
        await at.press(str(labels(at).index("Bangun…") + 1))
        assert "seluruh set" not in at.text()


async def test_a_card_that_is_held_in_the_open_stands_in_the_list_when_it_can_be_played(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        await town(at, 2)
        assert "Kartu di tangan…" not in labels(at)
        players = (at.table.players[0], replace(at.table.players[1], hand=(60,)))
        set_table(at, players=players)
        assert "Mainkan Bebas dari Penjara" not in labels(at)
        players = (players[0], replace(players[1], at=10, jail=0))
        set_table(at, players=players)
        await at.press(str(labels(at).index("Mainkan Bebas dari Penjara") + 1))
        await at.settle(lambda: at.table.player(2).jail == -1)


async def test_who_is_short_of_cash_may_raise_it_before_a_purchase(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await town(at, 2)
        owning(at, _2=(5, 6))
        players = (at.table.players[0], replace(at.table.players[1], at=39, cash=330))
        set_table(at, players=players, agenda=(Free(2), BuyChoice(2, 39)), opened=(1, 2))
        await at.settle()
        assert "kurang 70: gadaikan atau jual dulu" in " ".join(at.text().split())
        assert labels(at) == ["Tidak beli: lelang", "Uang…"]
        await at.press("enter")
        assert at.table.phase == "turn"
        assert at.table.auction is None
        await at.press("7", "1", "1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.table.holdings[5].mortgaged)
        assert labels(at) == ["Beli Persiaran Mahligai (400)", "Tidak beli: lelang", "Uang…"]
        await at.press("enter")
        await at.settle(lambda: at.table.holdings[39].owner == 2)


async def test_a_tax_and_a_burden_say_what_they_are(tmp_path: Path) -> None:
    async with lobby(tmp_path, language="en") as at:
        await town(at, 2)
        set_table(at, agenda=(Free(2), TaxChoice(2, 4)), opened=(1, 2))
        assert at.app.screen.question.headline == "Which tax?"  # type: ignore[attr-defined]
        holdings = list(at.table.holdings)
        holdings[6] = replace(holdings[6], owner=2, mortgaged=True)
        set_table(at, agenda=(Free(2), Burdened(2, 6)), holdings=tuple(holdings))
        assert at.app.screen.question.headline == "Mortgaged"  # type: ignore[attr-defined]
        assert len(labels(at)) == 2
        await at.press("enter", "2")
        await at.settle(lambda: not at.table.holdings[6].mortgaged)


async def under_the_hammer(at: AtTable, players: int) -> None:
    now = at.table
    seats = tuple(range(1, players + 1))
    hammer = Auction(39, seats, 2, "declined", minimum=1, stage="open", high=120, high_seat=4)
    set_table(at, auction=hammer, agenda=(Free(2), Bidding()), opened=(now.count,) * 2)
    await at.settle()


async def test_an_auction_goes_round_and_closes_when_each_has_passed(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 8)
        await under_the_hammer(at, 8)
        before = at.session.room.seq
        await at.press("enter")
        assert at.session.room.seq == before
        for name in ("Eka", "Fajar", "Gita", "Hadi", "Ayu", "Budi", "Citra"):
            mine = labels(at)
            assert mine[0] == f"{name}: tawar 121"
            assert mine[1].startswith(f"{name} menawar jumlah lain")
            assert mine[2] == f"{name}: tidak menawar lagi"
            told = " ".join(at.text().split())
            assert "tertinggi 120 dari Dewi" in told
            before = at.session.room.seq
            await at.press("3")
            await at.settle(lambda b=before: at.session.room.seq > b)
        assert at.table.holdings[39].owner == 4
        assert at.table.player(4).cash == 1500 - 120


async def test_a_player_card_calls_a_bid(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 8, box=True)
        await under_the_hammer(at, 8)
        await at.tap(46)
        await at.settle(lambda: at.on == "CallScreen")
        assert "Gita menawar 121 sampai 1.500." in at.text()
        await at.press("1", "3", "0", "enter")
        await at.settle(lambda: at.table.auction is not None and at.table.auction.high == 130)
        assert at.table.auction is not None
        assert at.table.auction.high_seat == 7
