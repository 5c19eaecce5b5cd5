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
        (mortgage,) = [
            c.action.choices
            for c in at.app.screen.question.choices  # type: ignore[attr-defined]
            if isinstance(c.action, More)
        ]
        assert [c.label.split(" ")[0] for c in mortgage[:2]] == ["Gadaikan", "Gadaikan"]
        assert [c.label for c in mortgage[2:]] == ["Gita…", "Ayu…"]
        await at.press(str(labels(at).index("Gadaikan…") + 1), "4", "2")
        await at.settle(lambda: at.table.holdings[9].mortgaged)


async def test_a_level_on_a_whole_set_is_one_key(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 2)
        owning(at, _2=(6, 8, 9))
        await at.press(str(labels(at).index("Bangun…") + 1))
        assert "1  Bangun di seluruh set 2 (150)" in at.text()
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
        assert labels(at) == ["Tidak beli: lelang", "Gadaikan…"]
        await at.press("2", "1")
        await at.settle(lambda: at.table.holdings[5].mortgaged)
        assert labels(at)[0] == "Beli Persiaran Mahligai (400)"
        assert labels(at)[2].startswith("Gadaikan ")
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
        await at.press("2")
        await at.settle(lambda: not at.table.holdings[6].mortgaged)


async def under_the_hammer(at: AtTable, players: int) -> None:
    now = at.table
    seats = tuple(range(1, players + 1))
    hammer = Auction(39, seats, 2, "declined", minimum=1, stage="open", high=120, high_seat=4)
    set_table(at, auction=hammer, agenda=(Free(2), Bidding()), opened=(now.count,) * 2)
    await at.settle()


async def test_an_auction_of_eight_closes_in_one_key_when_nobody_goes_higher(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 8)
        await under_the_hammer(at, 8)
        assert labels(at)[0].startswith("Eka")
        assert labels(at)[2] == "Tidak ada yang menambah: Dewi menang dengan 120"
        await at.press("3")
        await at.settle(lambda: at.table.holdings[39].owner == 4)
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
