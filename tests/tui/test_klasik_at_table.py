"""The other rule set at the same screens: forty tiles, bids called out, more seats."""

from pathlib import Path

import pytest
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table

from ketuk import engine
from ketuk.engine.commands import Bid, Build, Conclude, Pass
from ketuk.engine.table import (
    BANK,
    BuyChoice,
    DrawCard,
    Due,
    Free,
    Holding,
    Options,
    PickCity,
    Turn,
)
from ketuk.tui.screens.leaving import LeaveScreen
from ketuk.tui.screens.opening import begin
from ketuk.tui.signs import FINE
from ketuk.tui.widgets.look import Glyphs, TileLook, briefs, paint
from ketuk.tui.words import Words

NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")


async def sit_down(at: AtTable, players: int = 3, options: Options | None = None) -> None:
    names, options = NAMES[:players], options or Options()
    assert begin(at.app, names=names, options=options, box=None, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)


async def test_begun_from_the_form_with_two_players_and_no_box(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        for name in ("Ayu", "Budi"):
            await at.press(*name)
            await at.press("enter")
        assert "Masih kurang 1 nama" in at.text()
        await at.press("up", "up", "up", "right")
        assert "2 pemain. F5 mulai bermain." in at.text()
        assert "Kursi 8" in at.text()
        at.app.screen.query_one("#switch-box").focus()
        await at.press("right")
        assert "◉ tanpa kotak" in at.text()
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.rules.meta.id == "klasik"
        await at.tap_text("KTK:N5NG0ANCHAVD")
        assert "tidak punya kotak" in at.said()


async def test_house_rules_are_offered_where_the_set_has_any_and_reach_the_game(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        for name in ("Ayu", "Budi", "Citra"):
            await at.press(*name, "enter")
        await at.press("up", "up", "up", "up")  # past the seats, to the rules
        assert "Kas parkir" not in at.text()
        await at.press("right")
        await at.settle(lambda: "Kas parkir" in at.text())
        assert "◉ sewa lupa hangus" in at.text()
        assert "ya, pajak dan denda bagi yang berhenti di sana\n" in at.text()
        houses = at.app.screen.query("Switch").results()
        houses = [one for one in houses if (one.id or "").startswith("switch-house_")]
        assert len(houses) == 3
        assert not any(one.value for one in houses)
        at.app.screen.query_one("#switch-house_dealt").focus()
        await at.press("space")
        assert "◉ ya, semuanya di awal" in at.text()
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.table.options == Options("kertas", house=("dealt",))
        owned = [h for h in at.table.holdings if h.owner]
        assert len({h.owner for h in owned}) == 3
        await at.press("escape", "1")
        await at.settle(lambda: at.on == "Lobby")


async def test_a_house_rule_chosen_for_another_set_is_not_taken_along(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("n")
        await at.settle(lambda: at.on == "NewGame")
        for name in ("Ayu", "Budi", "Citra"):
            await at.press(*name, "enter")
        await at.press("up", "up", "up", "up", "right")
        at.app.screen.query_one("#switch-house_pot").focus()
        await at.press("space")
        assert "◉ ya, pajak dan denda bagi yang berhenti di sana" in at.text()
        at.app.screen.query_one("#switch-rules").focus()
        await at.press("left")
        await at.settle(lambda: "Kas parkir" not in at.text())
        await at.press("f5")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.session.rules.meta.id == engine.FIRST
        assert at.table.options == Options()


def test_every_house_rule_has_words_for_the_form() -> None:
    sets = [engine.ruleset(name) for name in engine.NAMES]
    rules = [(Words().of(one.meta.rules), rule) for one in sets for rule in one.house]
    assert rules
    for words, rule in rules:
        assert words.has(f"screens.new_house_{rule}")
        assert words.has(f"screens.house_{rule}")


async def test_forty_tiles_and_eight_players_are_drawn_in_both_sizes(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=LARGE) as at:
        await sit_down(at, 8)
        for size in (LARGE, SMALL, (160, 50)):
            await at.pilot.resize_terminal(*size)
            await at.settle()
            for brief in briefs(at.session.rules.board):
                assert brief[:3] in at.text()
            for name in NAMES:
                assert name in at.text()


@pytest.mark.parametrize("height", [1, 2, 3, 4])
@pytest.mark.parametrize("width", [7, 8, 12, 30])
def test_a_crowded_tile_keeps_its_room(width: int, height: int) -> None:
    crowd = TileLook(tile=1, name="Lorong Kemboja", brief="Kemboja", group=1, zone=0, price=60,
                 owner=2, built="⌂⌂⌂", built_short="⌂3", marks="",
                 pawns=tuple(range(1, 9)))  # fmt: skip
    rows = paint(crowd, width, height, Glyphs(FINE, tuple("ABCDEFGH")))
    assert [row.cell_length for row in rows] == [width] * height
    told = "".join(row.text for row in rows)
    alone = height == 1 and width < 10
    assert ("+" in told) == alone
    assert alone or all(letter in told for letter in "ABCDEFGH")


WHYS = {
    "jail": ("keluar dari Penjara", "leaving Penjara"),
    "card": ("kartu", "a card"),
    "fine": ("denda", "a fine"),
    "repairs": ("perbaikan bangunan", "repairs of buildings"),
    "interest": ("bunga gadai", "interest on a mortgage"),
    "tax": ("Pajak", "Pajak"),
    "rent": ("sewa", "rent"),
}
"""Everything that falls due by these rules, as the table says it."""


@pytest.mark.parametrize("language", ["id", "en"])
async def test_what_is_due_is_said_in_the_words_of_these_rules(
    tmp_path: Path, language: str
) -> None:
    async with lobby(tmp_path, language=language) as at:
        await sit_down(at)
        for why, told in WHYS.items():
            due = Due(1, BANK, 120, why)
            set_table(at, phase="turn", agenda=(Free(1), due), opened=(1, 2))
            await at.settle()
            asked = at.app.screen.question  # type: ignore[attr-defined]
            assert f"({told[language == 'en']})" in asked.text
            assert "Macet" not in at.text()


async def test_money_is_raised_until_it_is_enough_and_never_becomes_a_debt(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        holdings = list(at.table.holdings)
        holdings[5] = Holding(1)
        due = Due(1, BANK, 1550, "tax")
        set_table(at, phase="turn", agenda=(Free(1), due), opened=(1, 2), holdings=tuple(holdings))
        await at.settle()
        asked = at.app.screen.question  # type: ignore[attr-defined]
        assert "gadaikan sampai cukup" in asked.text
        assert "utang" not in at.text()


async def test_a_real_card_is_drawn_in_the_open_by_its_short_code(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at, options=Options("kertas", decks="real"))
        task = DrawCard(1, "chest")
        set_table(at, phase="turn", agenda=(Free(1), task), opened=(1, 2))
        await at.settle()
        asked = at.app.screen.question  # type: ignore[attr-defined]
        assert asked.headline == "Ambil Tabung Kampung"
        assert "Siasat" not in at.text()
        assert "rahasia" not in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "DrawScreen")
        assert "misalnya T01" in at.text()
        await at.press(*"p01", "enter")
        assert "T01 sampai T16" in at.text()
        await at.press(*"t02")
        assert "t02" in at.text(), "an open card need not be hidden"
        await at.press("enter")
        await at.settle(lambda: at.table.player(1).cash == 1700)


async def test_a_building_that_is_short_is_auctioned_as_a_building(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        holdings = list(at.table.holdings)
        for tile, seat in ((1, 1), (3, 1), (37, 2), (39, 2)):
            holdings[tile] = Holding(seat)
        set_table(at, phase="turn", agenda=(Free(1),), opened=(1,), stock=(1, 12),
                  holdings=tuple(holdings), turn=Turn(1))  # fmt: skip
        await at.settle()
        assert at.session.do(Build(1, 1))
        await at.settle(lambda: at.table.auction is not None)
        asked = at.app.screen.question  # type: ignore[attr-defined]
        assert asked.headline == "Lelang 1 rumah"
        assert "1 rumah: tertinggi 50 dari Ayu" in asked.text
        at.session.do(Bid(2, 230))
        at.session.do(Pass(1))
        await at.settle(lambda: isinstance(at.table.top, PickCity))
        asked = at.app.screen.question  # type: ignore[attr-defined]
        assert asked.headline == "Bangun di mana?"
        assert "kota" not in asked.text
        await at.press("2")
        await at.settle(lambda: at.table.holdings[39].level == 1)


async def test_who_leaves_is_told_that_the_auctions_come_at_once(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        at.app.push_screen(LeaveScreen(at.session))
        await at.settle(lambda: at.on == "LeaveScreen")
        assert "propertinya langsung dilelang" in at.text()


async def test_nought_is_the_way_back_from_are_you_sure_too(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        at.app.push_screen(LeaveScreen(at.session))
        await at.settle(lambda: at.on == "LeaveScreen")
        await at.press("1")
        await at.settle(lambda: at.on == "Ask")
        await at.press("0")
        await at.settle(lambda: at.on == "TableScreen")
        assert at.table.seats == (1, 2, 3)


async def test_all_agree_to_stop(tmp_path: Path) -> None:
    """K-28: a klasik evening ends when the table says so, and the richest wins."""
    async with lobby(tmp_path) as at:
        await sit_down(at)
        for _ in range(60):
            if isinstance(at.table.top, Free):
                break
            await at.press("enter")
        assert at.table.phase == "turn"
        await at.press("x")
        await at.settle(lambda: at.on == "LeaveScreen")
        assert "Semua berhenti di sini: yang terkaya menang" in at.text()
        players = len(at.table.seats)
        await at.press(str(players + 1))
        await at.settle(lambda: at.on == "Consent")
        for seat in range(1, players + 1):
            assert at.table.phase == "turn"
            await at.press(str(seat))
        await at.settle(lambda: at.on == "EndScreen")
        assert at.table.phase == "over"
        before, last = (at.session.room.opening, *at.session.room.moves)[-2:]
        assert isinstance(last.command, Conclude)
        assert at.session.tell_command(last, before) == "Semua berhenti di sini"


async def test_bids_are_called_out_until_one_is_left(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        for _ in range(60):
            if isinstance(at.table.top, BuyChoice):
                break
            await at.press(at.first_key)
        tile = at.table.top.tile  # type: ignore[union-attr]
        await at.press("2")
        await at.settle(lambda: at.table.auction is not None)
        assert "membuka tawaran?" in at.text()
        await at.press("2")
        await at.settle(lambda: at.on == "CallScreen")
        await at.press("backspace", "backspace", "backspace", "5", "5", "enter")
        await at.settle(lambda: at.table.auction is not None and at.table.auction.high == 55)
        assert "tertinggi 55" in at.text()
        for _ in range(4):
            if at.table.auction is not None:
                await at.press("3")
        await at.settle(lambda: at.table.holdings[tile].owner != 0)


async def test_an_evening_goes_on_by_keys_alone(tmp_path: Path) -> None:
    async with lobby(tmp_path, seed=9) as at:
        await sit_down(at)
        for _ in range(120):
            count = at.table.count
            await at.press(at.first_key)
            if at.on == "HandScreen":
                await at.press("escape")
            if at.on == "EndScreen":
                break
            assert at.table.count > count or at.said(), at.text()
        assert at.table.round > 5


async def test_its_rulings_are_searched_by_number_and_word(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await sit_down(at)
        await at.press("a")
        await at.settle(lambda: at.on == "RuleBook")
        await at.settle(lambda: "Cara bermain" in at.text())
        await at.press(*"K-1")
        assert "K-1  Siapa mulai" in at.text()
        await at.press(*["backspace"] * 3, *"pajak")
        assert "K-10  Cukai Pendapatan" in at.text()
