"""All that keys do, done with the mouse: choices, tiles, lists, keys in the last row, pads."""

from pathlib import Path

from screens_at_hand import AtTable, bought, landed, set_table, table

from ketuk.engine.events import BidLaid
from ketuk.engine.table import Auction, Bidding, Free, Options, replace
from ketuk.tui.widgets.keybar import keys_of


async def click(at: AtTable, text: str) -> None:
    """The left button on the middle of a text."""
    for y, line in enumerate(at.text().splitlines()):
        if text in line:
            x = line.index(text) + len(text) // 2
            widget, region = at.app.screen.get_widget_at(x, y)
            assert await at.pilot.click(widget, offset=(x - region.x, y - region.y))
            await at.settle()
            return
    raise AssertionError(f"{text!r} is not on the screen:\n{at.text()}")


async def test_a_choice_is_pressed(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await landed(at)
        await click(at, "1  Beli")
        await at.settle(lambda: bought(at))


async def test_a_tile_is_pressed_and_the_way_back_in_the_last_row(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await click(at, "Surabaya")
        await at.settle(lambda: at.on == "TileScreen")
        assert "Harga 3.000" in at.text()
        await click(at, "Esc kembali")
        await at.settle(lambda: at.on == "TableScreen")


async def test_a_line_of_a_list_is_pressed(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await click(at, "1  Buka kartu")
        await at.settle(lambda: len(at.session.room.moves) == 1)
        await click(at, "R riwayat")
        await at.settle(lambda: at.on == "History")
        assert "Putaran 1/11  Kejadian" in at.text()
        await click(at, "Meja disiapkan")
        await at.settle(lambda: "Putaran 1/11  Kejadian" not in at.text())


async def test_keys_that_have_no_room_are_pressed_in_the_help(tmp_path: Path) -> None:
    async with table(tmp_path, size=(80, 24)) as at:
        assert "susun meja" not in at.text()
        keys = [key.description for key in keys_of(at.app.screen)]
        await click(at, "? bantuan")
        await at.settle(lambda: at.on == "Help")
        help_keys = at.app.screen.query_one("#help-keys")
        row = keys.index("screens.key_lay_out")
        assert await at.pilot.click(help_keys, offset=(1, row))
        await at.settle(lambda: at.on == "LayOut")
        await click(at, "Esc kembali")
        await at.settle(lambda: at.on == "TableScreen")


async def test_real_dice_are_pressed(tmp_path: Path) -> None:
    async with table(tmp_path, options=Options(dice="real")) as at:
        now = at.table
        turn = replace(now.turn, seat=1, rolls=0, may_roll=True)
        opened = (now.count,)
        set_table(at, phase="turn", turn=turn, agenda=(Free(1),), opened=opened)
        await at.press("enter")
        await at.settle(lambda: at.on == "DiceScreen")
        await click(at, "[ 6 ]")
        await click(at, "Bksp batalkan")
        await click(at, "[ 3 ]")
        await click(at, "[ 4 ]")
        await at.settle(lambda: at.table.turn.dice == (3, 4))


async def test_a_secret_bid_is_pressed_and_laid(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        auction = Auction(tile=24, seats=(1, 2, 3), leader=1, why="declined", stage="bids")
        now = at.table
        set_table(
            at, phase="turn", auction=auction, agenda=(Free(1), Bidding()),
            opened=(now.count, now.count),
        )  # fmt: skip
        await at.settle()
        await at.press("enter")
        await at.settle(lambda: at.on == "BidScreen")
        pad = at.app.screen.query_one("#bid-keys")
        assert await at.pilot.click(pad, offset=(3, 3))
        before = at.text()
        assert await at.pilot.click(pad, offset=(3, 1))
        await at.settle()
        assert at.text() == before
        await click(at, "Enter letakkan")
        await at.settle(lambda: at.on == "TableScreen")
        (laid,) = [e for e in at.session.room.moves[-1].events if isinstance(e, BidLaid)]
        assert laid.card == 1


async def test_a_named_card_is_given_by_the_mouse_on_enter(tmp_path: Path) -> None:
    async with table(tmp_path, options=Options(decks="real")) as at:
        await at.press("enter")
        await at.settle(lambda: at.on == "DrawScreen")
        await at.press(*"s07")
        await click(at, "Enter pilih")
        await at.settle(lambda: at.table.player(1).hand == (56,))
