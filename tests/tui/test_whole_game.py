"""A whole evening at the screen: only keys, taps for all that cards can say, and both mixed."""

import random
from pathlib import Path

from screens_at_hand import AtTable, screen_text, table

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    BidCard,
    Buy,
    EndTurn,
    Mortgage,
    PayRent,
    Play,
    Propose,
    RevealCard,
)
from ketuk.engine.events import ContractEnded, ContractMade
from ketuk.engine.items import bid_item
from ketuk.engine.table import POT, Answer, BuyChoice, DrawCard, Free, Options, Reveal
from ketuk.rooms.journal import FILE, Journal
from ketuk.tui.widgets.asking import Choices


def check_end(at: AtTable, data: Path) -> None:
    """The ranking stands on the screen, the journal says the same, and no money was made."""
    final = at.table
    assert final.phase == "over"
    shown = screen_text(at.app)
    for place in final.ranking:
        figure = at.session.words.figure(place.worth)
        line = next(line for line in shown.splitlines() if figure in line)
        assert final.player(place.seat).name in line
    money = sum(p.cash for p in final.players) + final.pot + final.bank
    start = at.session.room.opening.table
    assert money == sum(p.cash for p in start.players) + start.pot + start.bank
    with Journal.open(data / FILE) as journal:
        (saved,) = journal.games()
        assert saved.over
        events = [e for row in journal.rows(saved.name) for e in row.events]
        assert engine.replay(events).ranking == final.ranking
    assert POT == -1


async def bid_by_keys(at: AtTable) -> None:
    """A key that rises with the seat, so that auctions are won."""
    seat = at.app.screen._seat  # type: ignore[attr-defined]
    bids = at.app.screen._bids  # type: ignore[attr-defined]
    await at.press(str(min(seat + 1, len(bids))), "enter")


async def test_only_keys(tmp_path: Path) -> None:
    async with table(tmp_path, language="en", size=(80, 24)) as at:
        for _ in range(800):
            if at.on == "EndScreen":
                break
            if at.on == "BidScreen":
                await bid_by_keys(at)
            else:
                await at.press(at.first_key)
        check_end(at, tmp_path)


async def lend(at: AtTable) -> None:
    """Put a loan of 500 for 600, over two rounds, on the table, by keys; the other side agrees."""
    await at.press("t")
    await at.settle(lambda: at.on in ("TradeScreen", "SeatScreen"))
    if at.on == "SeatScreen":
        await at.press("1")
        await at.settle(lambda: at.on == "TradeScreen")
    while at.app.screen._rows[at.app.screen._at].column != "terms":  # type: ignore[attr-defined]
        await at.press("down")
    await at.press("right", "right", "right")
    await at.press("down", "2", "down", *"500", "down", *"600", "enter")
    await at.settle(lambda: isinstance(at.table.top, Answer))
    await at.settle(lambda: at.on == "TableScreen")
    await at.press("1")
    await at.settle(lambda: not isinstance(at.table.top, Answer))


async def any_key(at: AtTable, rng: random.Random) -> None:
    """The default most of the time, else any line of whatever is open; a card that can be used."""
    if at.on == "BidScreen":
        await bid_by_keys(at)
    elif at.on == "TableScreen":
        digits = [digit for digit, _ in at.app.screen.query_one(Choices)._lines()]
        await at.press(str(rng.choice(digits) if rng.random() < 0.4 else digits[0]))
    elif at.on == "HandScreen":
        lines = at.app.screen.query_one(Choices)._lines()
        usable = [n for n, c in lines if c is None or "Mengapa?" not in c.label]
        await at.press(str(rng.choice(usable)) if usable else "escape")
    else:
        await at.press("escape")


async def test_keys_into_every_menu_with_hands_debts_and_a_loan(tmp_path: Path) -> None:
    rng, lent = random.Random(6), False
    async with table(tmp_path, seed=9) as at:
        for _ in range(1500):
            if at.on == "EndScreen":
                break
            if at.on == "Ask":
                await at.press(rng.choice(["1", "escape"]))
            elif not lent and at.table.round == 3 and isinstance(at.table.top, Free):
                await lend(at)
                lent = True
            else:
                await any_key(at, rng)
            await at.settle()
        check_end(at, tmp_path)
        done = {type(move.command) for move in at.session.room.moves}
        wanted = {Propose, Accept, BidCard, Play, Mortgage, EndTurn}
        assert wanted <= done, (wanted - done, done)
        events = [event for move in at.session.room.moves for event in move.events]
        ended = [e.why for e in events if isinstance(e, ContractEnded)]
        assert any(isinstance(e, ContractMade) for e in events)
        assert ended, "the loan was never settled"


async def by_tap(at: AtTable) -> bool:
    """Answer the question with a card, where a card can; whether one could."""
    top, now = at.table.top, engine.offers(at.table, at.session.rules)
    match top:
        case Reveal():
            card = next(c.card for c in now.commands if isinstance(c, RevealCard))
            await at.tap(card)
        case DrawCard():
            await at.tap(at.table.deck(top.deck).unseen[0])
        case BuyChoice(tile=tile) if any(isinstance(c, Buy) for c in now.commands):
            await at.tap(tile)
        case Free() if rents := [c for c in now.commands if isinstance(c, PayRent)]:
            await at.tap(rents[0].tile)
        case _ if at.table.auction is not None and at.table.auction.stage == "bids":
            laid = {b.seat for b in at.table.auction.sealed.bids}
            missing = [s for s in at.table.auction.seats if s not in laid]
            if not missing:
                return False
            bids = [c.card for c in now.of(missing[0]) if isinstance(c, BidCard)]
            await at.tap(bid_item(missing[0], bids[min(missing[0], len(bids) - 1)]))
        case _:
            return False
    return True


async def test_by_taps_with_enter_and_digits(tmp_path: Path) -> None:
    options, tapped = Options(decks="real"), 0
    async with table(tmp_path, options=options, seed=11) as at:
        for _ in range(800):
            if at.on == "EndScreen":
                break
            before = at.table.count
            if await by_tap(at):
                tapped += 1
                assert at.table.count > before, at.said()
            elif at.on == "HandScreen":
                await at.press("1")
            else:
                await at.press(at.first_key)
        check_end(at, tmp_path)
        assert tapped > 30


async def test_mixed_with_a_reader_that_types(tmp_path: Path) -> None:
    typed = 0
    async with table(tmp_path, seed=7, told_apart=True) as at:
        for turn in range(800):
            if at.on == "EndScreen":
                break
            before, now = at.table.count, engine.offers(at.table, at.session.rules)
            buys = [c for c in now.commands if isinstance(c, Buy)]
            if buys and turn % 2:
                await at.type_fast(at.code(at.table.top.tile))  # type: ignore[union-attr]
                await at.settle(lambda b=before: at.table.count > b)
                typed += 1
            elif at.on == "BidScreen":
                await at.press("2")
                await at.settle(lambda: at.app.screen._pressed == 2)  # type: ignore[attr-defined]
                await at.press("enter")
                await at.settle(lambda b=before: at.table.count > b)
            else:
                on = at.on
                await at.press(at.first_key)
                await at.settle(
                    lambda b=before, o=on: at.table.count > b or at.on != o or at.said() != ""
                )
        check_end(at, tmp_path)
        assert typed > 3
