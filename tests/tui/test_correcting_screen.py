"""Betulkan at the screen: by keys and by taps, with consent, in both rule sets."""

from pathlib import Path

import pytest
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table, table

from ketuk.engine.commands import Correct
from ketuk.engine.corrections import BuildingsOn, CardIn, CashOf, DeedOf, PawnOn
from ketuk.engine.table import POT, Auction, Bidding, BuyChoice, Free, Options, replace
from ketuk.tui.screens.opening import begin

NAMES = ("Ayu", "Budi", "Citra")
AYU, BUDI, MEDAN, JAKARTA, OJEK, KEJADIAN = 40, 41, 2, 35, 52, 80


async def at_leisure(at: AtTable) -> None:
    """Ayu's free moment; she owns Medan and holds Ojek, Budi holds nothing."""
    now = at.table
    holdings = list(now.holdings)
    holdings[MEDAN] = replace(holdings[MEDAN], owner=1)
    hands = ((OJEK,), (), (53,))
    players = tuple(
        replace(p, hand=hand, cash=12_000, at=4) for p, hand in zip(now.players, hands, strict=True)
    )
    deck = now.deck("siasat")
    unseen = tuple(c for c in range(50, 74) if c not in (OJEK, 53))
    decks = tuple(replace(d, unseen=unseen) if d.name == "siasat" else d for d in now.decks)
    assert deck.bottom == ()
    set_table(
        at,
        phase="turn",
        holdings=tuple(holdings),
        players=players,
        decks=decks,
        turn=replace(now.turn, seat=1),
        agenda=(Free(1),),
        opened=(now.count,),
    )
    await at.settle()


async def opened(at: AtTable) -> None:
    """Through the history."""
    await at.press("r")
    await at.settle(lambda: at.on == "History")
    await at.press("b")
    await at.settle(lambda: at.on == "CorrectingScreen")


async def all_agree(at: AtTable) -> None:
    """Each seat by its key, which stays the same whoever has agreed before."""
    await at.settle(lambda: at.on == "Consent")
    moves = len(at.session.room.moves)
    for at_line, _ in enumerate(at.table.seats, 1):
        assert len(at.session.room.moves) == moves
        await at.press(str(at_line))
        await at.settle()
    await at.settle(lambda: at.on == "History")
    assert len(at.session.room.moves) == moves + 1


def corrected(at: AtTable) -> Correct:
    command = at.session.room.moves[-1].command
    assert isinstance(command, Correct)
    return command


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_cash_by_keys_with_a_reason(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table(tmp_path, size=size) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("2", "1", *"15000", "enter")
        await at.settle(lambda: "12.000 → 15.000 (koreksi +3.000)" in at.text())
        await at.press(*"salah", "space", *"ambil", "enter")
        await all_agree(at)
        assert corrected(at) == Correct(1, CashOf(1, 15_000), "salah ambil")
        assert at.session.room.rows[-1].consents == (1, 2, 3)
        assert (at.table.player(1).cash, at.table.corrected) == (15_000, -3_000)
        assert "Pembetulan: kas Ayu 12.000 → 15.000" in at.text()
        assert at.said() == "Sudah dibetulkan."
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        log = [line.text for line in at.app.screen.chronicle.lines]  # type: ignore[attr-defined]
        assert log[-1] == (
            "Pembetulan: kas Ayu 12.000 → 15.000 (koreksi +3.000). Alasan: salah ambil"
        )


async def test_kas_warga_is_counted_too(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("2", "4")
        await at.settle(lambda: "Kas Warga menurut aplikasi 1.000" in at.text())
        await at.press(*"900", "enter")
        await at.settle(lambda: "Jadinya: Kas Warga 1.000 → 900 (koreksi −100)" in at.text())
        await at.press("enter")
        await all_agree(at)
        assert corrected(at).what == CashOf(POT, 900)
        assert (at.table.pot, at.table.corrected) == (900, 100)
        assert "Pembetulan: Kas Warga 1.000" in at.text()


async def test_cash_by_taps_alone(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.tap(BUDI)
        await at.settle(lambda: "Budi: apa yang di meja berbeda?" in at.text())
        await at.press("2", *"9500", "enter", "enter")
        await at.settle(lambda: at.on == "Consent")
        for item in (AYU, BUDI, BUDI, 42):
            await at.tap(item)
        await at.settle(lambda: at.on == "History")
        assert at.table.player(2).cash == 9_500
        assert at.table.corrected == 2_500


async def test_a_pawn_by_keys_and_by_a_tapped_city(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("1", "2", "9", "3", "enter")  # tiles 0 to 7, then 8 and Macet twice
        await all_agree(at)
        assert corrected(at).what == PawnOn(2, 9, stuck=False)
        await at.press("b")
        await at.settle(lambda: at.on == "CorrectingScreen")
        await at.tap(AYU)
        await at.settle(lambda: "Pion Ayu" in at.text())
        await at.press("1")
        await at.tap(JAKARTA)
        await at.settle(lambda: "→ Jakarta" in at.text())
        await at.press("enter")
        await all_agree(at)
        assert at.table.player(1).at == JAKARTA


async def test_in_the_least_window_no_line_is_out_of_sight(tmp_path: Path) -> None:
    names = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar")
    async with table(tmp_path, names=names, size=(60, 20)) as at:
        await opened(at)  # before the event is revealed nothing is half done
        await at.press("1", "1")
        await at.settle(lambda: "lainnya…" in at.text())
        seen = ""
        for _ in range(20):
            seen += at.text()
            if "Jakarta" in at.text():
                break
            last = [line for line in at.text().splitlines() if "lainnya…" in line][-1]
            await at.press(last.split()[0])
        for tile in at.session.rules.board.tiles:
            assert tile.name in seen


async def test_stuck_in_macet_is_a_line_of_its_own(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("1", "3", "9", "2", "enter")
        await all_agree(at)
        assert corrected(at).what == PawnOn(3, 9, stuck=True)
        assert at.table.player(3).jail == 0


async def test_an_owner_by_keys_and_by_taps(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("3", "2")  # Medan is the second card
        await at.settle(lambda: "Medan menurut aplikasi: Ayu" in at.text())
        await at.press("3", "enter")  # bank, Ayu, Ayu mortgaged, ...
        await all_agree(at)
        assert corrected(at).what == DeedOf(MEDAN, 1, mortgaged=True)
        await at.press("b")
        await at.settle(lambda: at.on == "CorrectingScreen")
        await at.tap(MEDAN)
        await at.settle(lambda: "Pemilik Medan" in at.text())
        await at.press("1")
        await at.tap(BUDI)
        await at.settle(lambda: "Ayu, tergadai → Budi" in at.text())
        await at.press("enter")
        await all_agree(at)
        assert corrected(at).what == DeedOf(MEDAN, 2, mortgaged=False)


async def test_buildings_by_keys_and_what_cannot_carry_any_by_tap(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("4")
        await at.tap(JAKARTA)
        await at.settle(lambda: "Jakarta milik bank" in at.said())
        await at.press("1", "4", "enter")
        await all_agree(at)
        assert corrected(at).what == BuildingsOn(MEDAN, 3)
        assert at.table.stock == (12, 5)


async def test_a_card_by_tap_is_named_to_nobody(tmp_path: Path) -> None:
    """It lies in Ayu's hand: before all agree, not even that is told."""
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.tap(OJEK)
        await at.settle(lambda: "Kartu itu seharusnya di mana?" in at.text())
        await at.tap(BUDI)
        await at.settle(lambda: "kartu tertutup → tangan Budi" in at.text())
        for told in ("Ojek", "S03", "tangan Ayu"):
            assert told not in at.text()
        await at.press("enter")
        await all_agree(at)
        assert corrected(at).what == CardIn(OJEK, 2)
        assert "kartu tertutup: tangan Ayu → tangan Budi" in " ".join(at.text().split())
        assert "Ojek" not in at.text()


async def test_a_card_by_its_short_code_which_does_not_show(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("5", "4", *"E01", "enter")
        assert "Tidak ada kartu tangan dengan kode itu" in at.said()
        await at.press(*"s03")
        assert "s03" not in at.text().lower()
        await at.press("enter")
        await at.settle(lambda: "kartu tertutup → dek" in at.text())
        await at.press("enter")
        await all_agree(at)
        assert corrected(at).what == CardIn(OJEK, 0)
        assert at.table.player(1).hand == ()


async def test_a_card_that_is_there_already_is_found_out_only_with_consent(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.tap(OJEK)
        await at.press("1")
        await at.settle(lambda: "kartu tertutup → tangan Ayu" in at.text())
        await at.press("enter")
        await at.settle(lambda: at.on == "Consent")
        await at.press("1", "2", "3")
        await at.settle(lambda: at.on == "CorrectingScreen")
        assert "Di aplikasi sudah begitu" in at.said()
        assert not at.session.room.moves


async def test_esc_goes_back_step_by_step_and_nothing_has_happened(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        before = at.table
        await opened(at)
        await at.press("2", "1", *"15000", "enter", "enter")
        await at.settle(lambda: at.on == "Consent")
        await at.press("1", "2", "escape")
        await at.settle(lambda: at.on == "CorrectingScreen")
        await at.press("escape")
        await at.settle(lambda: "Berapa di meja?" in at.text())
        await at.press("escape")
        await at.settle(lambda: "Kas siapa?" in at.text())
        await at.press("0")
        await at.settle(lambda: "Apa yang di meja berbeda?" in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "History")
        assert at.table is before
        assert len(at.session.room.rows) == 1


async def test_undo_takes_it_back_like_any_move(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("2", "1", *"15000", "enter", "enter")
        await all_agree(at)
        await at.press("u")
        await at.settle(lambda: at.table.corrected == 0)
        assert at.table.player(1).cash == 12_000
        await at.press("y")
        await at.settle(lambda: at.table.player(1).cash == 15_000)


async def test_what_cannot_be_is_refused_before_anybody_is_asked(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("2", "1", "enter")
        assert "Ketik jumlah uangnya" in at.said()
        await at.press(*"15005", "enter")
        assert "Isi dari 0 sampai 1.000.000, kelipatan 10." in at.said()
        await at.press("escape", "escape")
        await at.tap(KEJADIAN)
        await at.settle(lambda: "tidak menjawab pertanyaan ini" in at.said())
        await at.tap_text("KTK:0000000000")
        await at.settle(lambda: "tidak menjawab" not in at.said())
        assert at.on == "CorrectingScreen"


async def test_a_property_that_somebody_is_asked_about_is_refused_when_tapped(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        asked = (Free(1), BuyChoice(1, JAKARTA))
        set_table(at, agenda=asked, opened=(at.table.count,) * 2)
        await opened(at)
        await at.tap(JAKARTA)
        await at.settle(lambda: "Selesaikan dulu yang ini" in at.said())
        await at.tap(MEDAN)
        await at.settle(lambda: "Pemilik Medan" in at.text())


async def test_not_while_an_auction_is_half_done(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        hammer = Auction(tile=31, seats=(1, 2, 3), leader=1, why="declined", stage="bids")
        now = at.table
        set_table(at, auction=hammer, agenda=(Free(1), Bidding()), opened=(now.count,) * 2)
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        await at.press("b")
        await at.settle()
        assert at.on == "History"
        assert "Pembetulan menunggu" in at.said()


async def test_why_explains_the_amount(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        await opened(at)
        await at.press("2", "1", *"15000", "enter", *"kembalian", "enter")
        await all_agree(at)
        await at.press("escape", "w")
        await at.settle(lambda: at.on == "WhyScreen")
        for line in ("Di aplikasi: 12.000", "Di meja: 15.000", "Dari akun koreksi: 3.000",
                     "Alasan: kembalian", "sudah setuju"):  # fmt: skip
            assert line in at.text()


async def test_the_end_shows_the_account_with_each_correction(tmp_path: Path) -> None:
    async with table(tmp_path, size=LARGE) as at:
        await at_leisure(at)
        await opened(at)
        for line, cash in (("1", "15000"), ("2", "11500")):
            await at.press("2", line, *cash, "enter", "enter")
            await all_agree(at)
            await at.press("b")
            await at.settle(lambda: at.on == "CorrectingScreen")
        await at.press("escape", "escape")
        await at.settle(lambda: at.on == "TableScreen")
        last = replace(at.table.turn, seat=3, may_roll=False)
        set_table(at, round=at.table.rounds, turn=last, agenda=(Free(3),), opened=(9,))
        await at.press("enter")
        await at.settle(lambda: at.on == "EndScreen")
        await at.press("end")
        await at.settle(lambda: "Dibetulkan pemain (akun koreksi: −2.500)" in at.text())
        assert "· Pembetulan: kas Ayu 12.000 → 15.000 (koreksi +3.000)." in at.text()
        assert "· Pembetulan: kas Budi 12.000 → 11.500 (koreksi −500)." in at.text()


async def test_an_end_without_corrections_says_nothing_of_them(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at_leisure(at)
        last = replace(at.table.turn, seat=3, may_roll=False)
        set_table(at, round=at.table.rounds, turn=last, agenda=(Free(3),), opened=(9,))
        await at.press("enter")
        await at.settle(lambda: at.on == "EndScreen")
        assert "koreksi" not in at.text()


async def test_in_english_and_switched_on_the_way(tmp_path: Path) -> None:
    async with table(tmp_path, language="en") as at:
        await at_leisure(at)
        await opened(at)
        await at.press("2", "1", *"15000", "enter")
        await at.settle(lambda: "Ayu's cash 12,000 → 15,000 (correction +3,000)" in at.text())
        await at.press("f2")
        await at.settle(lambda: "kas Ayu 12.000 → 15.000 (koreksi +3.000)" in at.text())
        await at.press("f2", "enter")
        await at.settle(lambda: "Every player must agree" in at.text())


# ---- klasik


async def klasik(at: AtTable) -> None:
    """Three players of klasik without a box, in Ayu's free moment; she owns the first street."""
    assert begin(at.app, names=NAMES, options=Options(), box=None, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    now = at.table
    holdings = list(now.holdings)
    holdings[1] = replace(holdings[1], owner=1)
    set_table(
        at,
        phase="turn",
        holdings=tuple(holdings),
        turn=replace(now.turn, seat=1),
        agenda=(Free(1),),
        opened=(now.count,),
    )
    await at.settle()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_klasik_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lobby(tmp_path, size=size) as at:
        await klasik(at)
        await opened(at)
        await at.press("2", "2", *"1501", "enter", "enter")
        await all_agree(at)
        assert at.table.player(2).cash == 1_501
        await at.press("b", "4", "1", "6", "enter")
        await all_agree(at)
        assert corrected(at).what == BuildingsOn(1, 5)
        assert at.table.stock == (32, 11)
        await at.press("b", "5", "2", *"P08", "enter")
        await at.settle()
        assert at.on == "CorrectingScreen"


async def test_klasik_names_the_card_since_it_lies_open(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await klasik(at)
        await opened(at)
        code, name = next((c.code, c.name) for c in at.session.rules.cards.values() if c.item == 60)
        await at.press("5", "2", *code, "enter")
        await at.settle(lambda: f"kartu {name} ({code}) → tangan Budi" in at.text())
        await at.press("enter")
        await all_agree(at)
        assert at.table.player(2).hand == (60,)
        await at.tap_text("KTK:N5NG0ANCHAVD")
        assert "tidak punya kotak" in at.said()
