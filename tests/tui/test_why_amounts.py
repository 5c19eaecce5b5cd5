"""Every amount that the log tells can be asked about, and what is answered comes to that amount."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from auctions import declined, hammered
from moments import MOMENTS
from recorded import GAMES, moves_of
from screens_at_hand import set_table, table
from sentences import TWO, keys
from situations import Situation, only
from textual.widgets import OptionList

from ketuk import engine
from ketuk.engine.commands import Buy, PayRent, Play, Roll
from ketuk.engine.events import AnyEvent, AuctionWon, CardShown, Owed, Paid
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Bill, Community, Due, Free, PayPrice, Table
from ketuk.rooms.past import Move
from ketuk.tui.telling import why
from ketuk.tui.telling.events import quiet
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.why_amounts import SPECIAL, Moment
from ketuk.tui.words import Language, Words

DISKON, SPONSOR = 56, 68


def told(game: Situation, events: list[AnyEvent], before: Table, event: AnyEvent) -> why.Reasons:
    """Why an event of one command came out as it did."""
    for one in events:
        if one is event:
            break
        before = engine.evolve(before, one)
    names = Names(Telling(Words("id"), game.rules), before)
    return why.of_event(names, event, Moment(before, tuple(events)))


def asked(moves: list[Move], rules: RuleSet) -> Iterator[tuple[AnyEvent, Table, Moment]]:
    """All that the log tells of a game: event, the table after it, and when it was."""
    table, shown = moves[0].table, (0, moves[0].table)
    for move in moves[1:]:
        for event in move.events:
            before, table = table, engine.evolve(table, event)
            if isinstance(event, CardShown):
                shown = (event.card, before)
            if not quiet(event):
                yield event, table, Moment(before, move.events, *shown)


def amount_of(event: AnyEvent) -> int:
    return int(getattr(event, "amount", 0) or getattr(event, "price", 0) or 0)


@pytest.mark.parametrize("language", TWO)
@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_amount_in_the_log_is_explained_by_what_comes_to_it(
    path: Path, language: Language
) -> None:
    rules, moves = moves_of(path)
    telling, found = Telling(Words(language), rules), set()
    for event, after, at in asked(moves, rules):
        said, amount = telling.event(event, after), amount_of(event)
        figure = telling.words.figure(amount)
        if not said or not amount or figure not in said:
            continue
        assert why.is_explained(event), said
        reasons = why.of_event(Names(telling, after), event, at)
        assert figure in " ".join(reasons.lines), (said, reasons)
        assert all(number in rules.rulings for number in reasons.rulings)
        found.add((type(event).__name__, getattr(event, "why", "")))
    assert len(found) > min(5, len(moves) // 24), found  # some games are over soon


BILLED = {"rent", "interest", "wealth_tax"}
"""Payments that always come with their bill."""


def test_every_reason_for_a_payment_that_the_log_knows_has_its_own_answer() -> None:
    known = {key for key in keys() if key.startswith("events.paid_")}
    reasons = {key.removeprefix("events.paid_") for key in known}
    told_of = {key.removeprefix("why.") for key in keys()}
    assert reasons - BILLED <= told_of | set(SPECIAL)


def test_a_price_lowered_by_a_card_tells_the_price_and_the_card() -> None:
    game = Situation().stands(1, 32).has(1, 3300).holds(1, DISKON)
    game.do(Roll(1), dice=[(1, 2)])
    before = game.table
    events = game.do(Buy(1, DISKON))
    reasons = told(game, events, before, only(events, Paid))
    assert reasons.lines[0] == "Harga cetak Jakarta: 4.000."
    assert reasons.lines[1].startswith("Diskon")
    assert reasons.lines[1].endswith("3.200.")


def test_equal_bids_tell_what_decided() -> None:
    game = Situation().has(1, 9000)
    declined(game, 5)
    before = game.table
    events = hammered(game, {1: 3, 2: 3})
    reasons = told(game, events, before, only(events, AuctionWon))
    assert reasons.rulings == ("4.2.3",)
    assert reasons.lines[1].startswith("Tawaran teratas sama besar")
    assert len(reasons.lines) == 4


def test_a_debtor_that_receives_rent_pays_its_creditor_and_what_is_left_is_told() -> None:
    game = Situation().owns(2, 33, 35).stands(1, 32).owes(2, 3, 1000)
    before = game.table
    events = game.do(Roll(1), PayRent(1, 35), dice=[(1, 2)])
    paid = next(e for e in events if isinstance(e, Paid) and e.why == "debt")
    reasons = told(game, events, before, paid)
    assert "Utang Budi kepada Citra tadinya 1.000, sekarang 200." in reasons.lines[0]
    assert reasons.rulings == ("4.8.9",)


def test_a_rent_that_the_cash_does_not_cover_tells_the_rest_of_it() -> None:
    game = Situation().owns(2, 33, 35).stands(1, 32).has(1, 500)
    game.do(Roll(1), dice=[(1, 2)])
    before = game.table
    events = game.do(PayRent(1, 35))
    paid, owed = only(events, Paid), only(events, Owed)
    assert told(game, events, before, paid).lines[-1] == (
        "Yang harus dibayar 800; kas hanya 500, kurang 300."
    )
    assert told(game, events, before, owed).lines == (
        "Yang harus dibayar 800, yang terbayar 500; sisanya 300 menjadi utang.",
    )
    assert "4.2.9" in told(game, events, before, owed).rulings


@pytest.mark.parametrize(
    ("pot", "line"), [(3000, "Kartu Sponsor: 1.000"), (400, "seisi Kas Warga")]
)
def test_sponsor_gives_its_figure_or_what_is_left(pot: int, line: str) -> None:
    game = Situation().pot(pot).holds(1, SPONSOR)
    before = game.table
    events = game.do(Play(1, SPONSOR))
    assert line in told(game, events, before, only(events, Paid)).lines[0]


@pytest.mark.parametrize("name", MOMENTS)
def test_a_payment_that_is_waited_for_is_explained_before_it_is_made(name: str) -> None:
    game = MOMENTS[name]()
    names = Names(Telling(Words("id"), game.rules), game.table)
    due = why.awaited(game.table)
    assert (due is not None) is isinstance(game.table.top, Due | PayPrice)
    if due is not None:
        reasons = why.of_event(names, due, Moment(game.table, ()))
        assert names.words.figure(due.amount) in " ".join(reasons.lines)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_the_lines_of_a_net_worth_add_up_to_it(path: Path) -> None:
    rules, moves = moves_of(path)
    telling = Telling(Words("id"), rules)
    for move in moves[::25]:
        for place in rules.ranking(rules, move.table):
            *parts, total = why.of_place(Names(telling, move.table), place).lines
            assert sum(map(_figure, parts)) == _figure(total) == place.worth


def _figure(line: str) -> int:
    return int(line.rpartition(": ")[2].replace(".", "").replace("\u2212", "-"))


async def test_at_the_screen_a_payment_that_is_due_is_the_first_to_be_asked_about(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        bill = Bill(
            -1, 1_520, "wealth_tax", count=15_290, total=1_520, rulings=("4.4.11", "4.10.1")
        )
        due = Due(1, -1, 1_520, "wealth_tax", "4.4.11", bill, voidable=True)
        set_table(at, phase="turn", agenda=(Free(1), due), opened=(1, 1))
        await at.press("w")
        await at.settle(lambda: "Pajak Kekayaan saat sedang berutang" in at.text())
        assert "Bagian dari kekayaan bersih 15.290" in " ".join(at.text().split())


def bought(move: Move) -> bool:
    return any(isinstance(event, Paid) and event.why == "price" for event in move.events)


async def test_of_any_move_of_the_past_it_can_be_asked_why_in_either_language(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, seed=5) as at:
        while not any(bought(move) for move in at.session.room.moves):
            before = at.table.count
            await at.press("1" if isinstance(at.table.top, Community) else "enter")
            await at.settle(lambda b=before: at.table.count > b)
        for _ in range(3):
            await at.press("enter")
            await at.settle()
        await at.press("r")
        await at.settle(lambda: at.on == "History")
        moves = at.session.room.moves
        paid = next(n for n, move in enumerate(moves, 1) if bought(move))
        at.app.screen.query_one(OptionList).highlighted = paid
        await at.press("w")
        await at.settle(lambda: at.on == "WhyScreen" and "membayar" in at.text())
        assert "Harga cetak" in at.text()
        assert "Kekayaan" not in at.text()
        await at.press("f2")
        await at.settle(lambda: "Printed price" in at.text() and "pays" in at.text())
        assert "membayar" not in at.text()
