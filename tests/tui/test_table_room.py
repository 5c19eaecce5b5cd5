"""Rows of the table on screens of different heights: choices, heads of columns, the log."""

from pathlib import Path

from screens_at_hand import LARGE, SMALL, AtTable, landed, set_table, table

from ketuk.engine.table import Agreed, Contract, Free, Goods, Trade, replace
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.widgets.logbook import LogBook, LogLine

OWNED = (2, 6, 10, 14)


async def at_the_end_of_a_turn(at: AtTable) -> None:
    """Ayu has properties of different kinds, one of them mortgaged: there is much to choose."""
    await landed(at)
    holdings = list(at.table.holdings)
    for tile in OWNED:
        holdings[tile] = replace(holdings[tile], owner=1, mortgaged=tile == OWNED[0])
    set_table(at, holdings=tuple(holdings), agenda=(Free(1),), opened=(at.table.count,))
    await at.settle(lambda: "Akhiri giliran" in at.text())


async def test_a_larger_screen_shows_all_choices_at_once(tmp_path: Path) -> None:
    async with table(tmp_path, size=SMALL) as at:
        await at_the_end_of_a_turn(at)
        await at.pilot.resize_terminal(*LARGE)
        await at.settle(lambda: "9  Tukar…" in at.text())
        assert "lainnya…" not in at.text()
        await at.pilot.resize_terminal(*SMALL)
        await at.settle(lambda: "9  Tukar…" in at.text())
        assert "lainnya…" not in at.text()


async def test_a_table_that_is_opened_shows_all_choices_at_once(tmp_path: Path) -> None:
    async with table(tmp_path, size=LARGE) as at:
        await at_the_end_of_a_turn(at)
        again = TableScreen(at.session)
        at.app.push_screen(again)
        await at.settle(lambda: at.app.screen is again and "Akhiri giliran" in at.text())
        await at.settle(lambda: "9  Tukar…" in at.text())
        assert "lainnya…" not in at.text()


async def test_the_columns_have_heads_on_a_small_screen_too(tmp_path: Path) -> None:
    async with table(tmp_path, size=SMALL) as at:
        await at_the_end_of_a_turn(at)
        for word in ("pemain", "kas", "kekayaan", "milik", "kartu"):
            assert word in at.text()


async def test_the_log_begins_with_a_whole_sentence(tmp_path: Path) -> None:
    async with table(tmp_path, size=SMALL) as at:
        screen = at.app.screen
        book = screen.query_one(LogBook)
        long = LogLine("Kejadian: " + "awan gelap dan angin " * 7 + "reda.")
        short = [LogLine(f"Ayu melempar {n} + 1.") for n in range(book.size.height - 2)]
        book.show([long, *short], 1)
        await at.settle(lambda: short[-1].text in at.text())
        assert "reda." not in at.text()
        assert "· Ayu melempar 0 + 1." in at.text()
        book.show([*short, LogLine("lagi dan lagi " * 200)], 1)
        await at.settle(lambda: "· lagi dan lagi" in at.text())


async def test_laying_out_the_table_tells_what_was_agreed(tmp_path: Path) -> None:
    async with table(tmp_path, size=LARGE) as at:
        free = Contract("rent_free", giver=1, taker=2, until=7)
        loan = Contract("loan", giver=3, taker=1, until=5, repayment=900)
        set_table(at, contracts=(free, loan))
        await at.press("s")
        await at.settle(lambda: at.on == "LayOut")
        text = " ".join(at.text().split())
        assert "Kontrak: Ayu membebaskan Budi dari sewa sampai akhir putaran 7." in text
        assert "Kontrak: Ayu mengembalikan 900 kepada Citra pada akhir putaran 5." in text


async def test_a_trade_that_waits_for_the_end_of_the_turn_stays_in_sight(tmp_path: Path) -> None:
    async with table(tmp_path, size=SMALL) as at:
        await at_the_end_of_a_turn(at)
        assert "di akhir giliran" not in at.text()
        trade = Trade(1, 2, give=Goods(cash=60), take=Goods(tiles=(2,)))
        set_table(at, agreed=(Agreed(trade),))
        await at.settle(lambda: "tukar Ayu–Budi di akhir giliran" in at.text())
