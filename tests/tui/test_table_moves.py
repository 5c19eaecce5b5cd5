"""What one does at the table's screens by keys: hands, bids, dice, trades, debts, undo, leaving."""

from pathlib import Path

import pytest
from screens_at_hand import SMALL, AtTable, set_table, table

from ketuk.engine.commands import Propose
from ketuk.engine.events import BidLaid
from ketuk.engine.states import Effects, Marker
from ketuk.engine.table import (
    Auction,
    Bidding,
    Community,
    Detour,
    Due,
    Free,
    Handover,
    Options,
    OverLimit,
    PickCity,
    Raid,
    replace,
)
from ketuk.tui.screens.hand import HandScreen


async def free(at: AtTable, seat: int = 1, *, may_roll: bool = True, **more: object) -> None:
    """A free moment of a seat's turn."""
    now = at.table
    turn = replace(now.turn, seat=seat, may_roll=may_roll, rolls=0 if may_roll else 1)
    fields = {"phase": "turn", "turn": turn, "agenda": (Free(seat),), "opened": (now.count,)}
    set_table(at, **{**fields, **more})
    await at.settle()


async def asked(at: AtTable, task: object, **more: object) -> None:
    """Another question on top of a free moment."""
    now = at.table
    await free(at, agenda=(Free(1), task), opened=(now.count, now.count), **more)


def owning(at: AtTable, **owners: tuple[int, ...]) -> tuple[object, ...]:
    """Holdings with these owners: ``_1=(1, 2)``."""
    found = list(at.table.holdings)
    for seat, tiles in owners.items():
        for tile in tiles:
            found[tile] = replace(found[tile], owner=int(seat[1:]))
    return tuple(found)


def hands(at: AtTable, *cards: tuple[int, ...]) -> dict[str, object]:
    """Players with these hands, and the deck without them."""
    players = tuple(replace(p, hand=hand) for p, hand in zip(at.table.players, cards, strict=True))
    held = {c for hand in cards for c in hand}
    decks = tuple(
        replace(d, unseen=tuple(c for c in range(50, 74) if c not in held))
        if d.name == "siasat"
        else d
        for d in at.table.decks
    )
    return {"players": players, "decks": decks}


def logged(at: AtTable) -> str:
    return "\n".join(line.text for line in at.app.screen.chronicle.lines)  # type: ignore[attr-defined]


async def test_secret_bids_show_nowhere_before_the_reveal(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        auction = Auction(tile=24, seats=(1, 2, 3), leader=1, why="declined", stage="bids")
        await asked(at, Bidding(), auction=auction)
        await at.press("enter")
        await at.settle(lambda: at.on == "BidScreen")
        await at.press("enter")
        await at.settle(lambda: "Tekan dulu angka tawaranmu." in at.text())
        await at.press("5")
        assert "2.600" in at.text()  # what the keys stand for, the same for every key
        before = at.text()
        await at.press("4")
        assert at.text() == before
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert [e for e in at.session.room.moves[-1].events if isinstance(e, BidLaid)]
        assert at.table.auction is not None
        assert at.table.auction.sealed.bids[0].card == 3
        for text in (at.text(), logged(at)):  # type: ignore[attr-defined]
            assert "1.950" not in text
        await at.tap(100 + 6 + 2)
        assert at.said() == "Kartu tawaran Budi diterima"
        assert "1.300" not in at.text()
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        assert "1.300" not in at.text()
        assert "1.950" not in at.text()
        await at.press("escape")
        await at.press("enter", "1", "enter")
        await at.settle(lambda: len(at.table.auction.sealed.bids) == 3)  # type: ignore[union-attr]
        await at.press("enter")
        await at.settle(lambda: at.table.auction.stage == "revealed")  # type: ignore[union-attr]
        assert "Ayu 1.950" in at.text()
        assert "Budi 1.300" in at.text()


async def test_a_hand_is_covered_until_its_player_looks_and_others_see_no_card(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        await free(at, **hands(at, (70, 60), (66,), ()))
        await at.press("h", "1")
        await at.settle(lambda: at.on == "HandScreen")
        assert "Sponsor" not in at.text()
        await at.press("1")
        assert "Sponsor" in at.text() or "Demo" in at.text()
        names = {at.session.rules.cards[c].name for c in at.table.player(1).hand}
        assert all(name in at.text() for name in names)
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        assert not any(f"{name} (" in at.text() for name in names)


async def test_a_card_that_cannot_be_used_says_why_to_its_holder_alone(tmp_path: Path) -> None:
    async with table(tmp_path, size=SMALL) as at:
        await free(at, **hands(at, (54, 70), (66,), ()))
        await at.press("h", "1")
        await at.settle(lambda: at.on == "HandScreen")
        await at.press("1")
        await at.settle(lambda: "belum bisa dipakai. Mengapa?" in at.text())
        await at.press("1")
        await at.settle(lambda: "4.2.5  Dua Tawar dalam satu lelang" in at.text())
        await at.settle(lambda: "4.2.5  Dua Tawar dalam satu lelang" in at.text())
        assert "belum waktunya dimainkan" in at.text()
        assert not at.said()
        await at.press("escape")
        await at.settle(lambda: "Demo (S21)" in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("w")
        await at.settle(lambda: at.on == "WhyScreen")
        assert "Tawar" not in at.text()


async def test_a_refused_tap_of_a_card_in_a_hand_does_not_tell_which_it_is(tmp_path: Path) -> None:
    said = set()
    async with table(tmp_path) as at:
        await free(at, **hands(at, (56, 54, 66, 69), (62,), ()))
        for card in (56, 54, 66, 62):
            at.session.scans.clear()
            await at.tap(card)
            await at.settle(lambda: at.said() != "")
            said.add(at.said())
        assert len(said) == 1, said
        assert said.pop().startswith("Kartu Siasat: belum bisa dipakai sekarang.")
        await at.press("w")
        await at.settle(lambda: at.on == "WhyScreen")
        assert not any(name in at.text() for name in ("Diskon", "Tawar", "Jalur", "Ojek"))


async def test_a_hand_left_open_under_another_screen_is_covered_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ketuk.tui.screens.hand.SECONDS", 1.0)
    async with table(tmp_path) as at:
        await free(at, **hands(at, (70, 60), (66,), ()))
        await at.press("h", "1")
        await at.settle(lambda: at.on == "HandScreen")
        hand = at.app.screen
        assert isinstance(hand, HandScreen)
        await at.press("1", "f1")
        await at.settle(lambda: at.on == "Help")
        await at.settle(lambda: not hand._shown)
        assert at.on == "Help", "the help was closed in its place"
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")


async def test_a_card_is_played_from_the_hand_with_its_target(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at, holdings=owning(at, _1=(1,)), **hands(at, (60,), (), ()))
        await at.press("h", "1", "1", "1", "1")
        await at.settle(lambda: at.table.holdings[1].insurance == 60)
        assert at.table.player(1).hand == ()


async def test_over_the_limit_a_card_is_discarded(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        held = (50, 52, 54, 56, 58)
        await asked(at, OverLimit(1), **hands(at, held, (), ()))
        await at.press("enter", "1")
        await at.settle(lambda: at.on == "HandScreen")
        await at.press("3", "1")
        await at.settle(lambda: len(at.table.player(1).hand) == 4)
        assert 54 not in at.table.player(1).hand


async def test_real_dice_are_typed(tmp_path: Path) -> None:
    async with table(tmp_path, options=Options(dice="real")) as at:
        await free(at)
        await at.press("enter")
        await at.settle(lambda: at.on == "DiceScreen")
        await at.press("3", "4")
        await at.settle(lambda: at.table.turn.dice == (3, 4))
        assert at.table.player(1).at in (7, 8)


async def test_what_is_due_can_be_raised_and_then_paid(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        players = (replace(at.table.players[0], cash=300), *at.table.players[1:])
        await asked(
            at,
            Due(1, -1, 1_000, "tax", voidable=True),
            players=players,
            holdings=owning(at, _1=(35, 33)),
        )
        assert "kurang 700" in at.text()
        assert "Bayar 300" not in at.text()  # the engine would refuse to pay before raising
        await at.press("7", "1")
        await at.settle()
        assert "Gadaikan Jakarta (+2.000)" in at.text()
        await at.press("2")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.table.holdings[35].mortgaged)
        await at.press("enter")
        await at.settle(lambda: isinstance(at.table.top, Free))
        assert at.table.player(1).cash == 300 + 2_000 - 1_000


async def test_balai_warga_barricade_razia_and_a_city_to_pick(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await asked(at, Community(1), pot=1_000)
        assert "Kas Warga (1.000)" in at.text()
        await at.press("2", "4", "1")  # the market, a group, a city of it
        await at.settle(lambda: at.table.state(Effects).festival is not None)
        effects = replace(at.table.state(Effects), barricade=Marker(2, 9), festival=None)
        await asked(at, Detour(1, 5, "dice", 2, 300), states=at.table.keeping(effects))
        assert "Jalan memutar 300" in at.text()
        await at.press("2")
        await at.settle(lambda: at.table.player(1).at == 2)
        await asked(at, Raid(2, 1))
        assert "Razia" in at.text()
        await at.press("1")
        await at.settle(lambda: at.table.player(2).at == 9)
        holdings = owning(at, _3=(29, 28, 5))
        await asked(at, PickCity(3, "forced_sale", (28, 29)), holdings=holdings, event=88)
        await at.tap(29)
        await at.settle(lambda: at.table.auction is not None)
        assert at.table.auction is not None
        assert at.table.auction.tile == 29


async def test_a_trade_by_tapping_cards(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at, holdings=owning(at, _1=(1, 5), _2=(2, 6)))
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.tap(5)
        await at.tap(6)
        assert "Adil" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert "Budi" in at.text()
        await at.press("1")
        await at.settle(lambda: bool(at.table.agreed))
        agreed = at.table.agreed[0].trade
        assert (agreed.give.tiles, agreed.take.tiles) == ((5,), (6,))


async def test_an_unfair_trade_says_by_how_much_and_a_contract_mends_it(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at, holdings=owning(at, _1=(1, 35), _2=(2,)))
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.tap(35)
        await at.tap(2)
        assert "4.5.6" in at.text()
        assert "1.200" in at.text()
        await at.press("enter")
        assert at.on == "TradeScreen"
        assert not at.session.room.moves
        column = [i for i, row in enumerate(at.app.screen._rows) if row.column == "take"]  # type: ignore[attr-defined]
        while at.app.screen._at != column[0]:  # type: ignore[attr-defined]
            await at.press("down")
        await at.press("2", "0", "0", "0")
        assert "Adil" in at.text()
        await at.press("enter")
        await at.settle(lambda: bool(at.session.room.moves))
        command = at.session.room.moves[-1].command
        assert isinstance(command, Propose)
        assert command.trade.take.cash == 2_000


async def test_a_loan_by_keys(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at)
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        while at.app.screen._rows[at.app.screen._at].column != "terms":  # type: ignore[attr-defined]
            await at.press("down")
        await at.press("right", "right", "right")
        await at.press("down", "2", "down", "5", "0", "0", "down", "6", "0", "0")
        assert "pinjaman dari Ayu" in at.text()
        await at.press("enter")
        await at.settle(lambda: bool(at.session.room.moves))
        terms = at.session.room.moves[-1].command.trade.terms  # type: ignore[union-attr]
        assert terms is not None
        assert (terms.kind, terms.giver, terms.rounds) == ("loan", 1, 2)
        assert (terms.principal, terms.repayment) == (500, 600)


async def test_undo_of_dice_wants_everybody_and_takes_a_tap_for_consent(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await at.press("enter")
        await at.settle(lambda: len(at.session.room.moves) == 1)
        event = at.table.event
        await at.press("u")
        await at.settle(lambda: at.on == "Consent")
        await at.tap(41)
        assert "✓ Budi sudah setuju" in at.text()
        await at.press("2", "2")  # Budi again: that is no other seat's consent
        assert at.on == "Consent"
        assert "Ayu setuju" in at.text()
        await at.press("3", "1")
        await at.settle(lambda: at.on == "TableScreen")
        assert not at.session.room.moves
        assert at.table.event == 0
        await at.press("enter")
        await at.settle(lambda: at.table.event != 0)
        assert at.table.event == event  # nobody fishes for another card


async def test_history_steps_and_brings_an_undone_move_back(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at, holdings=owning(at, _1=(1, 2)))
        await at.press("2", "2")
        await at.settle(lambda: at.table.holdings[1].level == 1)
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        assert "Ayu: Bangun di Banda Aceh (500)" in at.text()
        await at.press("up")
        assert "17.000" in at.text()
        await at.press("u")
        await at.settle(lambda: not at.session.room.moves)
        await at.press("y")
        await at.settle(lambda: len(at.session.room.moves) == 1)


async def test_a_player_leaves_for_good_after_being_asked_twice(tmp_path: Path) -> None:
    async with table(tmp_path, names=("Ayu", "Budi", "Citra", "Dewi")) as at:
        await free(at)
        await at.press("x", "4")
        await at.settle(lambda: at.on == "Ask")
        await at.press("2")
        await at.settle(lambda: at.on == "TableScreen")
        assert not at.table.player(4).left
        await at.press("x", "4", "1")
        await at.settle(lambda: at.table.player(4).left)


@pytest.mark.parametrize("seat", [1, 2])
async def test_a_rent_is_claimed_by_tapping_the_landers_player_card(
    tmp_path: Path, seat: int
) -> None:
    from ketuk.engine.table import Bill, OpenRent

    async with table(tmp_path) as at:
        bill = Bill(tile=1, base=60, base_why="level", total=60)
        rents = (OpenRent(lander=seat, owner=3, bill=bill),)
        await free(at, may_roll=False, rents=rents, holdings=owning(at, _3=(1,)))
        await at.press("w")
        await at.settle(lambda: at.on == "WhyScreen")
        assert "Sewa tanah Banda Aceh: 60" in at.text()
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await at.tap(39 + seat)
        await at.settle(lambda: not at.table.rents)
        assert at.table.player(3).cash == 18_000 + 60


async def test_a_trade_is_handed_over_by_tapping_each_card_once_more(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at, may_roll=False, holdings=owning(at, _1=(1, 5), _2=(2, 6)))
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.tap(5)
        await at.tap(6)
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("1")
        await at.settle(lambda: bool(at.table.agreed))
        await at.press("enter")
        await at.settle(lambda: isinstance(at.table.top, Handover))
        assert "Pindahkan kartunya" in at.text()
        await at.tap(5)
        await at.tap(6)
        await at.settle(lambda: at.table.turn.seat == 2)
        assert at.table.holdings[5].owner == 2
        assert at.table.holdings[6].owner == 1


async def test_a_card_drawn_from_a_real_deck_is_named_in_secret(tmp_path: Path) -> None:
    async with table(tmp_path, options=Options(decks="real")) as at:
        await at.press("enter")
        await at.settle(lambda: at.on == "DrawScreen")
        await at.press(*"s07")
        assert "S07" not in at.text().upper()
        await at.press("enter")
        await at.settle(lambda: at.table.player(1).hand == (56,))
        assert "Diskon" not in at.text()
        await at.press("enter", *"x99", "enter")
        assert "tidak bisa diambil sekarang" in at.text()


async def test_a_siasat_card_goes_into_a_trade_without_being_shown(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        await free(at, **hands(at, (60, 70), (), ()))
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.press("down", "space")
        await at.settle(lambda: at.on == "PuttingScreen")
        assert "Asuransi" not in at.text()
        await at.press("1", "1", "3")
        await at.settle(lambda: at.on == "TradeScreen")
        assert at.app.screen.deal.give.cards == (60,)  # type: ignore[attr-defined]


async def test_a_tapped_card_with_several_targets_is_narrowed_by_a_second_tap(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        await free(at, holdings=owning(at, _1=(1, 2)), **hands(at, (60,), (), ()))
        await at.tap(40)
        await at.settle(lambda: at.on == "HandScreen")
        await at.tap(60)
        await at.settle(lambda: at.on == "TableScreen")
        assert "S11 Asuransi diketuk. Maksudnya?" in at.text()
        await at.tap(2)
        assert at.table.holdings[2].insurance == 60
        assert at.said() == "Mainkan Asuransi di Medan"


async def test_history_names_who_did_it_once(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        auction = Auction(tile=24, seats=(1, 2, 3), leader=1, why="declined", stage="window")
        await asked(at, Bidding(), auction=auction)
        await at.press("2")
        await at.settle(lambda: len(at.session.room.moves) == 1)
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        assert "Ayu siap" in at.text()
        assert "Ayu: Ayu" not in at.text()
