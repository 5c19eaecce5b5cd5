"""Putting a trade together at the screen, in both rule sets, by keys and by taps."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from screens_at_hand import LARGE, SMALL, AtTable, lobby, set_table, table

from ketuk.engine.commands import Propose
from ketuk.engine.events import TradeDone
from ketuk.engine.table import Free, Handover, Options, replace
from ketuk.tui.boxes.box import demo_box_of
from ketuk.tui.screens.opening import begin

NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")
FREE_CARD = 60
"""Klasik's card that opens the jail."""


async def town(at: AtTable, players: int = 3, *, box: bool = False) -> None:
    """A game of klasik, at a free moment of Budi's turn."""
    own = demo_box_of(at.app.data, "klasik").id if box else None
    names = NAMES[:players]
    assert begin(at.app, names=names, options=Options(), box=own, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    now = at.table
    turn = replace(now.turn, seat=2, may_roll=True)
    set_table(at, phase="turn", agenda=(Free(2),), opened=(now.count,), turn=turn)


def owned(at: AtTable, **seats: Sequence[int]) -> None:
    """Give properties to seats: ``_1=(1, 3)``."""
    holdings = list(at.table.holdings)
    for seat, tiles in seats.items():
        for tile in tiles:
            holdings[tile] = replace(holdings[tile], owner=int(seat[1:]))
    set_table(at, holdings=tuple(holdings))


def holding(at: AtTable, seat: int, *cards: int) -> None:
    """Put cards of a deck into a hand."""
    players, now = list(at.table.players), at.table
    players[seat - 1] = replace(players[seat - 1], hand=cards)
    decks = tuple(
        replace(d, unseen=tuple(c for c in d.unseen if c not in cards)) for d in now.decks
    )
    set_table(at, players=tuple(players), decks=decks)


def proposed(at: AtTable) -> Any:
    command = at.session.room.moves[-1].command
    assert isinstance(command, Propose)
    return command.trade


async def test_whoever_wants_to_may_propose_and_whose_turn_it_is_comes_first(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        await town(at)
        await at.press("t")
        await at.settle(lambda: at.on == "SeatScreen")
        assert "Siapa mengajak menukar?" in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TradeScreen")
        assert "Tukar: Budi dan Citra." in at.text()
        await at.press("escape", "t", "2")
        await at.settle(lambda: at.on == "TradeScreen")
        assert "Tukar: Citra dan Ayu." in at.text()
        await at.press("escape", "t", "escape")
        await at.settle(lambda: at.on == "TableScreen")


async def test_who_proposes_and_with_whom_is_said_by_tapping_player_cards(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await town(at, 8, box=True)
        await at.press("t")
        await at.settle(lambda: at.on == "SeatScreen")
        await at.tap(1)
        assert " tidak ditunggu sekarang. Yang ditunggu: kartu pemain" in at.said()
        await at.tap(47)
        await at.settle(lambda: at.on == "TradeScreen")
        assert "Tukar: Hadi dan Ayu." in at.text()
        await at.tap(43)
        assert "Tukar: Hadi dan Dewi." in at.text()
        await at.press("p")
        await at.settle(lambda: at.on == "SeatScreen")
        await at.tap(44)
        await at.settle(lambda: at.on == "TradeScreen")
        assert "Tukar: Hadi dan Eka." in at.text()
        await at.press("p", "1")
        assert "Tukar: Hadi dan Ayu." in at.text()


async def test_money_goes_by_the_step_of_the_set_and_no_contract_is_offered_without_one(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at, 2)
        owned(at, _1=(1,), _2=(3,))
        await at.press("t", "enter")
        await at.settle(lambda: at.on == "TradeScreen")
        assert "Kontrak" not in at.text()
        await at.press("5", "7")
        assert "uang: 57 " in at.text()
        await at.press("right")
        assert "uang: 67 " in at.text()
        await at.press("tab", "down", "space")
        assert "Budi melengkapi grup 1" in at.text()
        assert "Bisa diajukan: Enter." in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert (proposed(at).give.cash, proposed(at).take.tiles) == (67, (1,))


async def test_a_jail_card_and_a_deed_are_traded_and_handed_over_by_taps(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await town(at, 3, box=True)
        owned(at, _1=(1,), _2=(3,))
        holding(at, 2, FREE_CARD)
        await at.press("t", "enter")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.tap(FREE_CARD)
        await at.tap(1)
        assert "Tukar: Budi dan Ayu." in at.text()
        await at.press("enter")
        await at.settle(lambda: at.on == "TableScreen")
        await at.press("1")
        await at.settle(lambda: isinstance(at.table.top, Handover))
        asked = at.app.screen.question.text  # type: ignore[attr-defined]
        assert "Lorong Kemboja ke Budi" in asked
        await at.tap(1)
        await at.tap(FREE_CARD)
        await at.settle(lambda: isinstance(at.table.top, Free))
        assert at.table.holdings[1].owner == 2
        assert at.table.player(1).hand == (FREE_CARD,)
        assert any(isinstance(e, TradeDone) for m in at.session.room.moves for e in m.events)


async def test_the_same_trade_by_keys_alone(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=SMALL) as at:
        await town(at)
        owned(at, _1=(1,), _2=(3,))
        holding(at, 2, FREE_CARD)
        await at.press("t", "enter", "p")
        await at.settle(lambda: at.on == "TradeScreen")
        assert "Tukar: Budi dan Ayu." in at.text()
        await at.press("down", "down", "space")
        await at.settle(lambda: at.on == "PuttingScreen")
        await at.press("1", "1", "2")
        await at.settle(lambda: at.on == "TradeScreen")
        await at.press("tab", "down", "space", "enter")
        await at.settle(lambda: at.on == "TableScreen")
        assert (proposed(at).give.cards, proposed(at).take.tiles) == ((FREE_CARD,), (1,))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_a_long_list_follows_the_mark_and_says_what_is_not_seen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path, size=size) as at:
        await town(at, 2)
        deeds = at.session.rules.board.deeds
        owned(at, _2=deeds)
        await at.press("t", "enter")
        await at.settle(lambda: at.on == "TradeScreen")
        for tile in deeds:
            await at.press("down")
            assert at.session.names.deed(tile) in at.text()
        assert ("lagi" in at.text()) == (size == SMALL)


async def test_a_typed_code_does_not_tell_whose_hand_a_card_is_in(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        now = at.table
        turn = replace(now.turn, seat=1, may_roll=True, rolls=0)
        set_table(at, phase="turn", turn=turn, agenda=(Free(1),), opened=(now.count,))
        for seat, card in ((1, 50), (2, 51), (3, 52)):
            holding(at, seat, card)
        await at.press("t")
        await at.settle(lambda: at.on == "TradeScreen")
        said, lines = set(), set()
        for card in (51, 52, 53):  # the partner's, a third player's, in the deck
            at.app.scans.clear()
            await at.press("slash", *at.code(card).lower(), "enter")
            await at.settle(lambda: "baris kartunya" in at.said())
            said.add(at.said())
            lines.add(at.text().split("kode  ")[0])
        assert len(said) == len(lines) == 1
        await at.tap(52)
        assert "baris kartunya" in at.said()
        assert at.app.screen.deal.take.cards == ()  # type: ignore[attr-defined]
        await at.tap(51)
        assert at.app.screen.deal.take.cards == (51,)  # type: ignore[attr-defined]
