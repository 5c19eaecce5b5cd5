"""Bankrupt at the screen: to the bank, with every property auctioned, and to a player."""

from pathlib import Path

from ruins import ruined
from screens_at_hand import SMALL, lobby, set_table

from ketuk.engine.table import (
    BANK,
    Bill,
    Burdened,
    Due,
    Free,
    OpenRent,
    TaxChoice,
)


async def test_money_is_raised_by_keys_before_a_payment(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await ruined(at, 4, to=BANK)
        assert "gadaikan sampai cukup" in " ".join(at.text().split())
        await at.press("7", "1")  # the only thing to mortgage
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.table.holdings[1].mortgaged)
        assert at.table.player(2).cash == 40
        await at.press("enter")
        await at.settle(lambda: not isinstance(at.table.top, Due))
        assert not at.table.player(2).left


async def test_what_nothing_can_raise_is_bankruptcy_and_everything_goes_under_the_hammer(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await ruined(at, 4, to=BANK)
        set_table(at, agenda=(Free(2), TaxChoice(2, 4)))
        await at.press("1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("enter")
        assert not at.table.player(2).left
        await at.press("1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.table.auction is not None)
        assert at.table.player(2).left
        for tile in (1, 5):
            assert at.table.auction is not None
            assert at.table.auction.tile == tile
            assert at.session.names.deed(tile).upper() in at.text()
            await at.press("2")
            await at.settle(lambda: at.on == "CallScreen")
            await at.press("2", "0", "enter")
            await at.settle(lambda: at.table.auction is not None and at.table.auction.high == 20)
            bidder = at.table.auction.high_seat
            for _ in range(2):
                seq = at.session.room.seq
                await at.press("3")
                await at.settle(lambda s=seq: at.session.room.seq > s)
            assert at.table.holdings[tile].owner == bidder
            assert not at.table.holdings[tile].mortgaged
        assert isinstance(at.table.top, Free)


async def test_to_a_player_who_says_what_becomes_of_each_mortgage(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await ruined(at, 3, to=3)
        bill = Bill(39, 1700, "level", total=1700)
        set_table(at, agenda=(Free(2),), opened=(1,), rents=(OpenRent(2, 3, bill),))
        assert "BAYAR SEWA" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: isinstance(at.table.top, Burdened))
        assert at.table.player(2).left
        assert at.table.player(3).hand == (60,)
        assert at.table.holdings[1].owner == at.table.holdings[5].owner == 3
        assert "TERGADAI" in at.text()
        await at.press("2")
        await at.settle(lambda: isinstance(at.table.top, Free))
        assert not at.table.holdings[5].mortgaged
