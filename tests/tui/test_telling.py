"""Nothing happens, is asked or is refused without a sentence for it, in both languages."""

import ast
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest
from lucky import Lucky
from sentences import TWO, every, keys
from town import GROUPS, Town

from ketuk import engine
from ketuk.codes.code import Slip
from ketuk.codes.verdict import (
    Accepted,
    Copied,
    Copies,
    Foreign,
    Held,
    Malformed,
    Mistyped,
    OtherBox,
    Revoked,
    Spare,
    StickerState,
    Unknown,
    Verdict,
)
from ketuk.engine import commands as cmd
from ketuk.engine import events as ev
from ketuk.engine.corrections import AnyCorrection, BuildingsOn, CardIn, CashOf, DeedOf, PawnOn
from ketuk.engine.offers import BidForm
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.states import Effects
from ketuk.engine.table import Detour, Goods, Options, Table, Terms, Trade, replace, snake
from ketuk.rooms.answers import Fenced, Late, NeedsConsent, NoMove, Stale, Unheard
from ketuk.tui.telling.events import FACTS, SILENT
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.words import Language, Words

ENGINE = Path(engine.__file__).parent
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
FIELDS = {
    "seat": (
        "Acquired AuctionWon Bankrupted BidCalled BidLaid BidSwapped BidVoid CameBack CardDrawn "
        "CardKept CardLaid CardPassed CardShown CardUsed Corrected DeckEmpty EventRevealed "
        "Excused Freed GoalReached Jailed Landed MortgageSet Moved Nothing Passed RollSpent "
        "Rolled SalaryDue SeatLeft SeatReady Staked StateChanged SwapDeclared SwapGranted "
        "Thrown TryFailed TurnBegan TurnEnded WentOn"
    ),
    "lander": "RentClosed RentOpened",
    "owner": "RentClosed RentOpened",
    "former": "Acquired Released",
    "payer": "Paid",
    "payee": "Paid",
    "tile": (
        "Acquired AuctionClosed AuctionWon CardLaid Excused InsuranceSpent Landed LevelChanged "
        "MortgageSet Paid Released RentClosed"
    ),
    "card": (
        "BidLaid BidSwapped CardDrawn CardKept CardLaid CardPassed CardReturned CardShown "
        "CardUsed EventRevealed InsuranceSpent SwapDeclared Targeted"
    ),
    "item": "HandedOver",
    "deck": (
        "CardDrawn CardKept CardReturned CardShown CardUsed Corrected DeckEmpty DeckShuffled "
        "EventRevealed InsuranceSpent"
    ),
    "dice": "Rolled",
    "level": "LevelChanged",
    "goal": "GoalReached",
    "queue": "QueueChanged",
    "numbers": "Staked",
    "seats": "Expired",
    "amount": "BidCalled GoalReached Owed Paid Staked",
    "price": "Acquired AuctionWon",
    "bill": "Paid RentOpened",
    "trade": "TradeAgreed TradeDone TradeProposed TradeRejected TradeVoid",
    "contract": "ContractEnded ContractMade",
    "auction": "AuctionOpened",
}
"""Which events have a field that is told by its name alone, whatever the event: in all of them it
has to mean the same. Who gives an event such a field looks at its sentence, and adds it here.
"""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the engine, with the name of what is called."""
    for file in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


def reasons_in(node: ast.AST) -> list[Reason]:
    """The reasons that an argument names; both where it chooses between two."""
    if isinstance(node, ast.IfExp):
        return [*reasons_in(node.body), *reasons_in(node.orelse)]
    assert isinstance(node, ast.Attribute), ast.dump(node)
    named = isinstance(node.value, ast.Name) and node.value.id == "Reason"
    return [Reason[node.attr]] if named else []


def refusals() -> list[Refused]:
    """One refusal for each place in the engine that refuses, with the facts that it gives."""
    found = {}
    for name, call in calls():
        if name != "refuse" or not isinstance(call.args[0], ast.Attribute | ast.IfExp):
            continue
        facts = {k.arg: "subsidi" if k.arg in ("option", "question") else 2 for k in call.keywords}
        for reason in reasons_in(call.args[0]):
            found[(reason, tuple(sorted(facts)))] = Refused(reason, "4.2.9", facts)
    return list(found.values())


@pytest.fixture(params=TWO)
def language(request: pytest.FixtureRequest) -> Language:
    return request.param


@pytest.fixture
def telling(language: Language) -> Telling:
    return Telling(Words(language), engine.ruleset("nusantara"))


@pytest.fixture
def begun() -> Table:
    rules = engine.ruleset("nusantara")
    return engine.replay(engine.new_game(rules, NAMES, Lucky(1)))


# ---- refusals


def test_every_reason_has_a_sentence_and_no_sentence_lacks_a_reason() -> None:
    room = {"stale", "late", "no_undo", "no_redo", "no_box", "ruling"}
    room |= {"needs_consent", "needs_consent_correct", "needs_consent_conclude"}
    told = {k.removeprefix("refusals.") for k in keys() if k.startswith("refusals.")}
    assert {k.removesuffix("_bare") for k in told} - room == set(Reason)


def test_every_refusal_says_why_not_and_what_to_do(language: Language) -> None:
    nothing_to_do = {"refusals.no_undo", "refusals.no_redo", "refusals.ruling"}
    for (_, key), said in every().items():
        if key.startswith("refusals.") and key not in nothing_to_do:
            assert re.search(r"[.:;?] \S|, (atau|or) ", said[language]), key


def test_every_place_that_refuses_gives_the_facts_its_sentence_names(
    telling: Telling, begun: Table
) -> None:
    sites = refusals()
    assert len(sites) > 60
    for refused in sites:
        said = telling.refused(refused, begun)
        assert said
        assert "{" not in said


def test_a_refusal_names_player_tile_and_figures(begun: Table) -> None:
    telling = Telling(Words("id"), engine.ruleset("nusantara"))
    short = Refused(Reason.SHORT_OF_CASH, "", {"short": 1500, "amount": 4000})
    assert telling.refused(short, begun).startswith("Kas kurang 1.500.")
    unfair = Refused(
        Reason.TRADE_UNFAIR, "4.5.6", {"seat": 2, "gives": 3000, "gets": 1000, "short": 500}
    )
    assert telling.outcome(unfair, begun) == (
        "Belum adil bagi Budi: melepas 3.000, menerima 1.000. Tambahkan sedikitnya 500."
        " (putusan 4.5.6)"
    )


def test_a_seat_that_nobody_has_is_told_by_its_number(telling: Telling, begun: Table) -> None:
    claim = Refused(Reason.NO_OPEN_RENT, "4.2.7", {"seat": 140})
    assert "140" in telling.refused(claim, begun)


def test_what_a_room_answers_is_told(telling: Telling, begun: Table) -> None:
    for answer in (
        Stale(3),
        Late("0.1.", "0.2."),
        NeedsConsent((1, 2)),
        NeedsConsent((1, 2), "correct"),
        NoMove("undo"),
        NoMove("redo"),
        Unheard(1.0),
        Fenced(1, "", ""),
    ):
        assert telling.outcome(answer, begun)


def test_who_is_fenced_hears_where_the_game_goes_on(telling: Telling, begun: Table) -> None:
    assert "Budi (10.0.0.2:8765)" in telling.outcome(Fenced(1, "Budi", "10.0.0.2:8765"), begun)
    assert "Budi" in telling.outcome(Fenced(1, "Budi", ""), begun)


# ---- events


def test_the_last_round_is_announced_with_what_changes(begun: Table) -> None:
    telling = Telling(Words("id"), engine.ruleset("nusantara"))
    for number, said in (
        (11, "Putaran 11 dari 12, Budi mulai lebih dulu."),
        (12, "Putaran Terakhir (12 dari 12), Budi mulai lebih dulu: semua sewa ×2, dan tidak ada "
             "lagi tukar-menukar."),
    ):  # fmt: skip
        assert telling.event(ev.RoundBegan(number, 2), begun) == said


@pytest.mark.parametrize(("capital", "name"), [(False, "Pelabuhan"), (True, "Nusantara")])
def test_a_pawn_goes_to_what_lies_there_now(begun: Table, capital: bool, name: str) -> None:
    telling = Telling(Words("id"), engine.ruleset("nusantara"))
    table = replace(begun, states=(Effects(capital=capital),))
    assert telling.event(ev.Moved(1, 24, 27, "dice"), table) == f"Ayu ke {name}."
    wall = ev.EffectsChanged(Effects(), "barricade", 26)
    assert telling.event(wall, table) == f"Barikade berdiri antara Mataram dan {name}."
    place = cmd.Play(1, 70, edge=26)
    assert telling.command(place, table) == f"Mainkan Demo: antara Mataram dan {name}"
    asked = replace(table, agenda=(Detour(1, 3, "dice", 27, 300),), opened=(1,))
    assert telling.question(asked).endswith(f"berhenti di {name}?")


def test_who_is_free_of_the_wealth_tax_is_named(begun: Table) -> None:
    telling = Telling(Words("id"), engine.ruleset("nusantara"))
    said = telling.event(ev.Nothing("wealth_tax", "no_worth", "4.4.11", 3), begun)
    assert said == "Kekayaan bersih Citra 0 atau kurang: bebas Pajak Kekayaan."


def test_every_event_is_told_or_is_silent_on_purpose() -> None:
    known = [k.removeprefix("events.") for k in keys() if k.startswith("events.")]
    for event in get_args(ev.AnyEvent):
        name = snake(event.__name__)
        told = any(key == name or key.startswith(f"{name}_") for key in known)
        assert told != (event in SILENT), name


def test_fields_that_are_told_by_their_name_are_those_of_events_that_were_looked_at() -> None:
    found = {
        field: {
            event.__name__ for event in get_args(ev.AnyEvent) if field in event.__struct_fields__
        }
        for field in FACTS
    }
    assert found == {field: set(names.split()) for field, names in FIELDS.items()}


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_are_told_in_both_languages(seed: int, language: Language) -> None:
    rules = engine.ruleset("nusantara")
    telling = Telling(Words(language), rules)
    luck, choose = Lucky(seed), random.Random(seed)
    options = Options(edition="kertas" if seed % 3 else "hp")
    game = engine.replay(engine.new_game(rules, NAMES[: 3 + seed % 2], luck, options))
    while game.top is not None:
        assert telling.question(game)
        assert telling.waiting(game)
        command = choose.choice(engine.offers(game, rules).commands)
        assert "{" not in telling.command(command, game)
        events = engine.decide(game, command, rules, luck)
        assert not isinstance(events, Refused)
        for sentence in telling.events(events, game):
            assert sentence
            assert "{" not in sentence
        game = fold(game, events)
    assert telling.question(game)


@pytest.mark.parametrize("seed", range(6))
def test_games_of_klasik_are_told_in_both_languages(seed: int, language: Language) -> None:
    rules = engine.ruleset("klasik")
    telling = Telling(Words(language), rules)
    luck, choose = Lucky(seed), random.Random(seed)
    options = Options(house=("pot", "dealt") if seed % 2 else ())
    game = engine.replay(engine.new_game(rules, NAMES[: 2 + seed % 3], luck, options))
    for _ in range(1_500):
        if game.top is None:
            break
        assert telling.waiting(game)
        assert "{" not in telling.question(game)
        offered = engine.offers(game, rules)
        high = [f for f in offered.forms if isinstance(f, BidForm)]
        command: cmd.AnyCommand = choose.choice(offered.commands)
        if high and choose.random() < 0.3:
            command = cmd.Bid(high[0].seat, choose.randint(high[0].least, high[0].most))
        assert "{" not in telling.command(command, game)
        events = engine.decide(game, command, rules, luck)
        assert not isinstance(events, Refused)
        for rent in (e for e in events if isinstance(e, ev.RentOpened)):
            assert all("{" not in line for line in telling.bill(rent.bill))
        for sentence in telling.events(events, game):
            assert sentence
            assert "{" not in sentence
            assert not set(sentence.split()) & {"Macet", "Macet.", "ruko", "menara", "Warga"}
        game = fold(game, events)
    assert telling.question(game)


def test_klasik_has_its_own_words_for_jail_pot_and_buildings() -> None:
    rules = engine.ruleset("klasik")
    telling = Telling(Words("en"), rules)
    game = engine.replay(engine.new_game(rules, NAMES, Lucky(1)))
    freed = telling.event(ev.Freed(1, "double"), game)
    assert freed == "A double: Ayu leaves Penjara."
    built = telling.event(ev.LevelChanged(39, 5, (32, 11), "built"), game)
    assert built == "Persiaran Mahligai rises to a hotel."
    taxed = telling.event(ev.Paid(1, -1, 100, "tax"), game)
    assert taxed == "Ayu pays 100 tax to the parking pot."


SHORT = {
    "id": [
        "Lelang 1 rumah. Boleh menawar: Ayu dan Budi.",
        "Lelang 1 rumah: 50 dari Ayu. Siapa menawar lebih? Masih ikut: Budi",
        "Budi menawar 210.",
        "Ayu tidak menawar lagi.",
        "Budi memenangkan 1 rumah dengan 210.",
        "Budi membayar 210 untuk bangunan yang dimenangkan.",
        "Tidak ada tawaran: bangunan itu tetap di kotak.",
    ],
    "en": [
        "Auction of 1 house. Who may bid: Ayu and Budi.",
        "Auction of 1 house: 50 from Ayu. Who bids more? Still in: Budi",
        "Budi bids 210.",
        "Ayu bids no more.",
        "Budi wins 1 house with 210.",
        "Budi pays 210 for the building.",
        "No bid: the building stays in the box.",
    ],
}


def test_an_auction_of_a_building_is_not_one_of_the_street_where_it_was_asked_for(
    language: Language,
) -> None:
    game = Town().owns(1, *GROUPS[1]).owns(2, *GROUPS[8]).stock(1, 12)
    telling = Telling(Words(language), game.rules)
    before = game.table
    said = telling.events(game.do(cmd.Build(1, 1)), before)
    said.append(telling.question(game.table))
    before = game.table
    said += telling.events(game.do(cmd.Bid(2, 210), cmd.Pass(1)), before)
    unsold = ev.AuctionClosed(1, "unsold_building", "K-4")
    said.append(telling.event(unsold, game.table) or "")
    assert said == SHORT[language]


def test_amounts_of_klasik_say_why_in_its_own_words() -> None:
    game = Town().owns(1, 1, 3, mortgaged=True)
    english, home = (Telling(Words(lang), game.rules) for lang in TWO[::-1])
    paid = ev.Paid(0, 1, 200, "salary")
    assert english.event(paid, game.table) == "Ayu receives 200 salary."
    assert home.event(paid, game.table) == "Ayu menerima gaji 200."
    game.lands(4)
    before = game.table
    (tax,) = [e for e in game.do(cmd.Choose(1, "part")) if isinstance(e, ev.Paid)]
    assert tax.bill is not None
    assert home.bill(tax.bill) == ["10% dari kekayaan 1.620: 162", "Jumlah: 162", "Putusan: K-10"]
    offer = Trade(1, 2, Goods(), Goods(cash=5))
    assert home.event(ev.TradeProposed(offer), before) == (
        "Ayu menawarkan tukar-menukar kepada Budi: Ayu tidak memberi apa-apa; Budi memberi 5."
    )


def fold(game: Table, events: tuple[ev.AnyEvent, ...]) -> Table:
    for event in events:
        game = engine.evolve(game, event)
    return game


def test_a_drawn_card_and_a_bid_are_told_to_their_own_seat_only(begun: Table) -> None:
    telling = Telling(Words("id"), engine.ruleset("nusantara"))
    drawn = ev.CardDrawn(1, 52, "siasat")
    assert telling.event(drawn, begun) == "Ayu mengambil kartu Siasat."
    assert telling.event(drawn, begun, seat=2) == "Ayu mengambil kartu Siasat."
    assert telling.event(drawn, begun, seat=1) == "Ayu mengambil kartu Siasat: Ojek."
    bid = ev.BidLaid(2, 3)
    assert telling.event(bid, begun, seat=1) == "Budi meletakkan kartu tawaran."
    assert telling.event(bid, begun, seat=2) == "Budi meletakkan tawaran 3/4."


# ---- commands, questions, verdicts


CORRECTIONS: tuple[AnyCorrection, ...] = (
    PawnOn(2, 9, stuck=True), CashOf(2, 500), DeedOf(2, 2, mortgaged=True), BuildingsOn(2, 3),
    CardIn(52, 2), CardIn(-1, 0),
)  # fmt: skip


def test_corrections_are_told_before_and_after(begun: Table) -> None:
    """A card of a secret hand is not named, and where it was is told only once it is done."""
    rules = engine.ruleset("nusantara")
    told = {lang: Telling(Words(lang), rules) for lang in TWO}
    cash = ev.Corrected(1, CashOf(1, 12_000), CashOf(1, 15_000))
    assert told["id"].event(cash, begun) == "Pembetulan: kas Ayu 12.000 → 15.000 (koreksi +3.000)."
    less = ev.Corrected(1, CashOf(1, 500), CashOf(1, 400), "salah kembali")
    assert told["en"].event(less, begun) == (
        "Corrected: Ayu's cash 500 → 400 (correction \u2212100). Reason: salah kembali"
    )
    card = ev.Corrected(1, CardIn(52, 1), CardIn(52, 2), deck="siasat", secret=True)
    assert told["id"].event(card, begun) == (
        "Pembetulan: kartu tertutup: tangan Ayu → tangan Budi."
    )
    assert told["id"].event(card, begun, seat=2) == (
        "Pembetulan: kartu Ojek (S03): tangan Ayu → tangan Budi."
    )
    assert told["id"].command(cmd.Correct(1, CardIn(-1, 2)), begun) == (
        "Pembetulan: kartu tertutup → tangan Budi"
    )
    stuck = cmd.Correct(1, PawnOn(2, 9, stuck=True))
    assert told["en"].command(stuck, begun) == "Correct: Budi's pawn: Mulai → Macet, stuck"
    deed = cmd.Correct(1, DeedOf(2, 2, mortgaged=True))
    assert told["id"].command(deed, begun) == (
        "Pembetulan: kartu properti Medan: bank → Budi, tergadai"
    )
    built = cmd.Correct(1, BuildingsOn(2, 3))
    assert told["id"].command(built, begun) == "Pembetulan: bangunan Medan: tanpa bangunan → menara"


def test_what_only_carries_out_a_correction_is_not_told_twice(begun: Table) -> None:
    from situations import Situation

    game = Situation(players=3).owns(1, 2, level=1).insured(2)
    telling = Telling(Words("en"), game.rules)
    for what in (PawnOn(2, 9, stuck=True), CashOf(2, 500), BuildingsOn(2, 3),
                 DeedOf(2, 3, mortgaged=False)):  # fmt: skip
        before = game.table
        assert len(telling.events(game.do(cmd.Correct(1, what)), before)) == 1
    before = game.table
    happened = game.do(cmd.Correct(1, DeedOf(2, 0, mortgaged=False)))
    told = telling.events(happened, before)
    assert told[1:] == ["Asuransi goes under its deck."]
    owing = Situation(players=3).has(2, 0).owes(2, 3, 300)
    before = owing.table
    told = telling.events(owing.do(cmd.Correct(1, CashOf(2, 500))), before)
    assert len(told) == 2, "that a debt was paid by it is news"


def samples() -> list[cmd.AnyCommand]:
    trade = Trade(1, 2, Goods(500, (2,), (52,)), Goods(), Terms("loan", 1, 2, 500, 600))
    return [
        cmd.Roll(1, (3, 4)), cmd.Throw(1, 5), cmd.RevealCard(1, 80), cmd.Draw(1, 52),
        cmd.Play(1, 52, dice=(1, 2, 3)), cmd.Play(1, 52, steps=3), cmd.Play(1, 70, edge=35),
        cmd.Play(1, 58, tile=2), cmd.Play(1, 64, target=2), cmd.Buy(1, 56), cmd.Pay(1, 56),
        cmd.PayRent(1, 2), cmd.ClaimRent(1, 2), cmd.BidCard(1, 3), cmd.BidCard(1, -1),
        cmd.Choose(1, "subsidi"), cmd.Choose(1, "perbaikan", 2), cmd.Choose(1, "pasar_malam", 2),
        cmd.Propose(1, trade), cmd.Confirm(1, 2), cmd.Discard(1, 52), cmd.Pick(1, 2),
        cmd.Build(1, 2), cmd.SellBuilding(1, 2), cmd.SellProperty(1, 2), cmd.Mortgage(1, 2),
        cmd.Redeem(1, 2), cmd.SellBuilding(1, 2, 3), cmd.Bid(1, 50), cmd.Pass(1),
        cmd.PassTime(5), cmd.Build(1, 2, 3), cmd.Stake(1, (2, 5)), cmd.PutUp(1, 2),
        cmd.CallVote(1, "pause"), cmd.Vote(1, yes=True), cmd.Vote(1, yes=False),
        *(cmd.Correct(1, what) for what in CORRECTIONS),
        *(kind(1) for kind in (
            cmd.Roll, cmd.EndTurn, cmd.RevealCard, cmd.Draw, cmd.Decline, cmd.LeaveJail, cmd.Fly,
            cmd.PayDetour, cmd.Stop, cmd.Ready, cmd.GoOn, cmd.Concede, cmd.Accept, cmd.Reject,
            cmd.Leave, cmd.Conclude, cmd.Skip, cmd.ComeBack, cmd.Resume,
        )),
    ]  # fmt: skip


def test_every_command_has_a_label(telling: Telling, begun: Table) -> None:
    lent = Telling(telling.words, engine.ruleset("rel"))  # the nearest set with a lender
    labels = {type(c): telling.command(c, begun) for c in samples()}
    labels |= {type(c): lent.command(c, begun) for c in (cmd.Borrow(1), cmd.Repay(1))}
    assert set(labels) == set(get_args(cmd.AnyCommand))
    assert all(label and "{" not in label for label in labels.values())


def test_every_question_has_a_sentence() -> None:
    known = {k.removeprefix("questions.") for k in keys()}
    rules = [rule for name in engine.NAMES for rule in engine.ruleset(name).tasks.items()]
    for task in {kind for kind, rule in rules if rule.offers is not None}:
        name = snake(task.__name__)
        assert any(key == name or key.startswith(f"{name}_") for key in known), name


def test_every_verdict_is_told(telling: Telling, begun: Table) -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    verdicts = [
        Accepted("N5NG", "X", 2, 1),
        Malformed(3, None, None),
        Mistyped("X", Slip(at=3, read="A", maybe="B")),
        OtherBox("ABCD", "X"),
        Unknown("N5NG", "X", 0),
        Revoked("N5NG", "X", 2, 1, StickerState.LOST, now, 2),
        Spare("N5NG", "N5NG0ANCHAVD"),
        Copied("N5NG", "X", 2, 1, "04", Copies.ASK),
        Foreign("hello"),
    ]
    assert {type(v) for v in verdicts} == set(get_args(Verdict))
    for verdict in (*verdicts, Held(20)):
        assert telling.verdict(verdict, begun)
    assert "Medan" in telling.verdict(verdicts[0], begun)


def test_a_bill_says_why(begun: Table) -> None:
    from situations import Situation

    game = Situation(players=3, round=11)
    game.owns(2, 1, 2).festival(1)
    rules = game.rules
    bill = rules.rent(rules, game.table, 1, 1)
    assert isinstance(bill, engine.table.Bill)
    *lines, rulings = Telling(Words("id"), rules).bill(bill)
    assert rulings == f"Putusan: {', '.join(bill.rulings)}"
    assert "4.2.8" in rulings
    assert lines == [
        "Sewa tanah Banda Aceh: 60",
        "×2 set lengkap tanpa bangunan",
        "×2 festival",
        "×2 putaran terakhir",
        "Pengali dibatasi sampai ×4",
        "Jumlah: 240",
    ]


def test_every_trouble_with_saved_games_has_a_sentence(language: Language) -> None:
    from ketuk.rooms.trouble import JournalFault, Trouble

    for kind in Trouble:
        facts = {"found": 2, "known": 1, "box": "N5NG", "wanted": "nusantara"}
        facts |= {
            "most": 60,
            "seq": 4,
            "names": "Ayu, Budi",
            "ruleset": "rel",
            "made": "2026-11-30",
        }
        assert "{" not in trouble(Words(language), JournalFault(kind, **facts))


def test_money_is_written_as_each_language_writes_it(begun: Table) -> None:
    paid = ev.Paid(1, 0, 15000, "price", 35)
    said = {
        language: Telling(Words(language), engine.ruleset("nusantara")).event(paid, begun)
        for language in TWO
    }
    assert said == {
        "id": "Ayu membayar 15.000 untuk Jakarta.",
        "en": "Ayu pays 15,000 for Jakarta.",
    }
