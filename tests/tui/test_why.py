"""Why an amount, a target or a refusal is as it is: what the screen answers, in both languages."""

import random
from typing import Literal

import pytest
from auctions import hammered
from lucky import Lucky
from rounds import reveal
from sentences import TWO
from situations import NAMES, Situation, only

from ketuk import engine
from ketuk.engine.bots import random_policy
from ketuk.engine.commands import (
    Mortgage,
    Pay,
    PayRent,
    Pick,
    Redeem,
    Roll,
    SellBuilding,
    SellProperty,
)
from ketuk.engine.events import AnyEvent, Paid, Targeted
from ketuk.engine.refusal import Refused
from ketuk.engine.table import BANK, POT, Options, Table
from ketuk.tui.telling import why
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Language, Words

BANJIR, KEKAYAAN, PENERTIBAN, MUDIK, LELANG_ASET = 80, 86, 85, 87, 88


def names(game: Situation, language: Language = "id") -> Names:
    return Names(Telling(Words(language), game.rules), game.table)


def told(game: Situation, event: Targeted | Paid) -> why.Reasons:
    """Data and rulings behind an event, which is one that can be asked about."""
    assert why.is_explained(event)
    return why.of_event(names(game), event)


def test_a_rent_tells_its_bill_and_the_log_what_was_paid_of_it() -> None:
    game = Situation().owns(2, 33, 35).stands(1, 32).has(1, 790)
    events = game.do(Roll(1), PayRent(1, 35), dice=[(1, 2)])
    paid = next(e for e in events if isinstance(e, Paid))
    assert paid.amount == 790
    said = names(game).telling.event(paid, game.table)
    assert said == "Ayu membayar sewa Jakarta 790 kepada Budi."
    assert told(game, paid).lines[:2] == (
        "Sewa tanah Jakarta: 400",
        "×2 set lengkap tanpa bangunan",
    )


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Mortgage(1, 33), "Harga cetak Bandung 3.500, nilai gadainya 1.750."),
        (SellProperty(1, 33), "Harga cetak Bandung 3.500; bank membayar tiga perempatnya: 2.620."),
        (
            Redeem(1, 35),
            "Nilai gadai Jakarta 2.000; menebusnya dengan tambahan sepersepuluh: 2.200.",
        ),
        (
            SellBuilding(1, 19),
            "1 bangunan di Ambon dengan harga 1.250; bank membayar separuhnya: 620.",
        ),
    ],
)
def test_what_the_bank_pays_or_takes_tells_the_printed_figure(
    command: Mortgage | Redeem | SellBuilding | SellProperty, line: str
) -> None:
    game = Situation().owns(1, 33).owns(1, 35, mortgaged=True).owns(1, 19, level=1)
    found = told(game, only(game.do(command), Paid))
    assert found == why.Reasons((line,), ("4.10.1",))


def test_the_compensation_after_lelang_aset_is_the_mortgage_value() -> None:
    game = Situation().owns(3, 33, 1, 5)
    reveal(game, LELANG_ASET)
    hammered(game, {1: 3})
    paid = [e for e in game.do(Pay(1)) if isinstance(e, Paid)]
    assert [(e.why, e.payer, e.payee) for e in paid] == [
        ("price", 1, POT),
        ("compensation", BANK, 3),
    ]
    assert told(game, paid[1]).lines == ("Ganti rugi sebesar nilai gadai Bandung: 1.750.",)


def test_a_menara_sold_whole_counts_as_three_buildings() -> None:
    game = Situation().owns(1, 19, level=3).stock(1, 5)
    found = told(game, only(game.do(SellBuilding(1, 19)), Paid))
    line = "3 bangunan di Ambon dengan harga 1.250; bank membayar separuhnya: 1.870."
    assert found == why.Reasons((line,), ("4.3.5",))


def test_pajak_kekayaan_tells_the_worth_that_it_is_a_share_of() -> None:
    game = Situation().owns(1, 33).has(1, 12340)
    reveal(game, KEKAYAAN)
    found = told(game, only(game.do(Pay(1)), Paid))
    assert found.lines == (
        "Bagian dari kekayaan bersih 15.840, dibulatkan ke bawah: 1.580",
        "Jumlah: 1.580",
        "Putusan: 4.4.11, 4.10.1",
    )
    assert found.rulings == ("4.4.11", "4.10.1")


def test_a_target_tells_what_was_compared() -> None:
    game = Situation().owns(2, 35, level=1).owns(3, 1, level=2)
    found = told(game, only(reveal(game, PENERTIBAN), Targeted))
    assert found.rulings == ("4.4.20",)
    assert found.lines == (
        "Tingkat bangunan, lalu kekayaan bersih pemilik, lalu harga kota; yang tertinggi terkena,"
        " kecuali berasuransi:",
        "Banda Aceh: 2, 19.600, 600",
        "Jakarta: 1, 23.500, 4.000",
        "Dipilih aplikasi dari angka-angka ini; kalau sama, nomor terkecil.",
    )


def test_the_city_that_its_owner_picked_is_named_and_explained() -> None:
    game = Situation().owns(3, 28, 29, 1)
    reveal(game, LELANG_ASET)
    picked = only(game.do(Pick(3, 29)), Targeted)
    assert names(game).telling.event(picked, game.table) == "Surabaya yang dilepas."
    assert told(game, picked) == why.Reasons(
        ("Denpasar", "Surabaya", "Harganya sama: pemain itu sendiri yang memilih."), ("4.4.7",)
    )


@pytest.mark.parametrize("language", TWO)
@pytest.mark.parametrize(
    ("card", "edition"),
    [(c, e) for c in (BANJIR, 84, PENERTIBAN, MUDIK, LELANG_ASET, 89) for e in ("hp", "kertas")],
)
def test_every_target_is_explained(card: int, edition: str, language: Language) -> None:
    game = Situation(players=4, edition=edition).owns(2, 35, 1, 5).owns(2, 35, level=1)
    for event in reveal(game, card, dice=_dice(card, edition)):
        if isinstance(event, Targeted):
            found = why.of_event(names(game, language), event)
            assert all(found.lines)
            assert len(found.lines) == 1 or found.lines[0].endswith(":")


def _dice(card: int, edition: str) -> list[tuple[int, ...]]:
    if edition == "hp" or card in (PENERTIBAN, LELANG_ASET):
        return []
    return [(3,), (2,)] if card in (MUDIK, 89) else [(3,)]


@pytest.mark.parametrize("edition", ["hp", "kertas"])
@pytest.mark.parametrize("ruleset", ["nusantara", "klasik"])
def test_whatever_happened_in_a_game_can_be_asked_about(
    ruleset: str, edition: Literal["hp", "kertas"]
) -> None:
    rules, luck = engine.ruleset(ruleset), Lucky(5)
    table = engine.replay(engine.new_game(rules, NAMES[:4], luck, Options(edition=edition)))
    policy = random_policy(random.Random(5).randrange)
    tellings = [Telling(Words(language), rules) for language in TWO]
    asked = 0
    for _ in range(600):
        moves = (policy(rules, table, seat) for seat in table.seats)
        command = next((move for move in moves if move is not None), None)
        if command is None:
            break
        outcome = engine.decide(table, command, rules, luck)
        assert not isinstance(outcome, Refused), (command, outcome)
        for event in outcome:
            table = engine.evolve(table, event)
            if why.is_explained(event):
                asked += 1
                _explained(tellings, table, event)
    assert asked > 10


def _explained(tellings: list[Telling], table: Table, event: AnyEvent) -> None:
    for telling in tellings:
        found = why.of_event(Names(telling, table), event)
        assert all(found.lines)
        assert found.lines or found.rulings
        assert all(number in telling.rules.rulings for number in found.rulings)
