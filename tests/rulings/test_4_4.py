"""Rulings 4.4: Kas Warga, events and cards."""

import pytest
from auctions import hammered
from rounds import reveal
from situations import Situation, only

from ketuk.engine.commands import (
    Choose,
    Discard,
    EndTurn,
    GoOn,
    Mortgage,
    Pay,
    Pick,
    Play,
    Roll,
)
from ketuk.engine.events import (
    Acquired,
    AnyEvent,
    AuctionClosed,
    AuctionOpened,
    CardDrawn,
    CardUsed,
    DeckEmpty,
    EffectsChanged,
    Excused,
    InsuranceSpent,
    Jailed,
    Landed,
    LevelChanged,
    Moved,
    Nothing,
    Owed,
    Paid,
    RentOpened,
    Targeted,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.states import Effects, Flood
from ketuk.engine.table import (
    BANK,
    NOWHERE,
    POT,
    AnyTask,
    Bill,
    BuyChoice,
    Community,
    Due,
    Free,
    OpenTurns,
    OverLimit,
    PickCity,
    Raid,
    Reveal,
    Throwing,
)

TAWAR, ASURANSI, WARGA_RAMAI, RAZIA, JALUR = 54, 60, 62, 64, 66
SPONSOR, DEMO, DITANGGUHKAN = 68, 70, 72
BANJIR, BANJIR_2, BOOM, PENERTIBAN, KEKAYAAN, MUDIK = 80, 81, 84, 85, 86, 87
LELANG_ASET, INVESTASI, IBU_KOTA, IBU_KOTA_2 = 88, 89, 90, 91
ZONE_4 = (19, 20, 22)


def paid(events: list[AnyEvent], why: str) -> list[tuple[int, int, int, str]]:
    """Payments for a reason: (payer, payee, amount, ruling)."""
    return [
        (e.payer, e.payee, e.amount, e.ruling)
        for e in events
        if isinstance(e, Paid) and e.why == why
    ]


def target(events: list[AnyEvent]) -> tuple[int, str, str]:
    """What the one event hit, chosen by what, with the ruling."""
    hit = only(events, Targeted)
    return hit.target, hit.by, hit.ruling


# --- 4.4.1 and 4.4.3: Balai Warga ----------------------------------------------------------------


def community(pot: int, **settings: object) -> Situation:
    game = Situation().stands(1, 4).pot(pot)
    return game.effects(**settings) if settings else game


@pytest.mark.parametrize("pot", [0, 400, 490])
def test_4_4_1_nothing_affordable_draws_siasat(pot: int) -> None:
    game = community(pot)
    events = game.do(Roll(1), dice=[(1, 2)], cards=[SPONSOR])
    assert (only(events, Landed).effect, only(events, Landed).ruling) == ("community_poor", "4.4.1")
    assert only(events, CardDrawn) == CardDrawn(1, SPONSOR, "siasat")
    assert game.table.player(1).hand == (SPONSOR,)
    assert game.table.pot == pot


@pytest.mark.parametrize(
    ("pot", "options"),
    [
        (500, {"subsidi"}),
        (510, {"subsidi"}),
        (790, {"subsidi"}),
        (800, {"subsidi", "perbaikan"}),
        (810, {"subsidi", "perbaikan"}),
        (990, {"subsidi", "perbaikan"}),
        (1000, {"subsidi", "perbaikan", "pasar_malam"}),
        (1010, {"subsidi", "perbaikan", "pasar_malam"}),
    ],
)
def test_4_4_1_options_by_what_kas_warga_holds(pot: int, options: set[str]) -> None:
    game = community(pot).flooded(*ZONE_4)
    game.do(Roll(1), dice=[(1, 2)])
    assert game.table.top == Community(1)
    offered = game.offered()
    assert {c.option for c in offered if isinstance(c, Choose)} == options
    assert len(offered) == len([c for c in offered if isinstance(c, Choose)])


def test_4_4_1_an_option_above_kas_warga_is_refused() -> None:
    game = community(990)
    game.do(Roll(1), dice=[(1, 2)])
    refused = game.refused(Choose(1, "pasar_malam", 35))
    assert (refused.reason, refused.ruling) == (Reason.SHORT_OF_CASH, "4.4.1")
    assert refused.about["short"] == 10


def test_4_4_3_repair_needs_a_flood() -> None:
    game = community(1000)
    game.do(Roll(1), dice=[(1, 2)])
    for zone in range(1, 7):
        refused = game.refused(Choose(1, "perbaikan", zone))
        assert (refused.reason, refused.ruling) == (Reason.NO_FLOOD, "4.4.3")
    assert game.table.top == Community(1)
    game.do(Choose(1, "pasar_malam", 35))
    assert game.table.state(Effects).festival is not None
    assert (game.table.state(Effects).festival.at, game.table.pot) == (35, 0)


def test_4_4_3_repair_clears_the_one_zone_that_it_names() -> None:
    game = community(1000).flooded(*ZONE_4, 1, 2, 5)
    game.do(Roll(1), dice=[(1, 2)])
    refused = game.refused(Choose(1, "perbaikan", 2))
    assert (refused.reason, refused.ruling) == (Reason.BAD_TARGET, "")
    events = game.do(Choose(1, "perbaikan", 4))
    assert paid(events, "perbaikan") == [(POT, BANK, 800, "")]
    assert {f.tile for f in game.table.state(Effects).floods} == {1, 2, 5}
    assert game.table.pot == 200


# --- 4.4.2 and 4.4.23: Ibu Kota Baru -------------------------------------------------------------


def test_4_4_2_pawn_on_the_harbour_stays_and_resolves_nothing() -> None:
    game = Situation().stands(1, 27).stands(2, 27)
    before = [game.cash(s) for s in (1, 2, 3)]
    events = reveal(game, IBU_KOTA)
    changed = only(events, EffectsChanged)
    assert (changed.what, changed.at, changed.ruling) == ("capital", 27, "4.4.2")
    assert game.table.state(Effects).capital
    assert not [e for e in events if isinstance(e, Moved | Landed | Paid | RentOpened)]
    assert (game.at(1), game.at(2)) == (27, 27)
    assert [game.cash(s) for s in (1, 2, 3)] == before
    auction = only(events, AuctionOpened).auction
    assert (auction.tile, auction.minimum, auction.leader) == (27, 2000, 1)
    assert auction.seats == (1, 2, 3)


@pytest.mark.parametrize(("card", "price"), [(0, 0), (1, 0), (2, 0), (3, 2100), (4, 2800)])
def test_4_4_2_the_auction_runs_from_2000(card: int, price: int) -> None:
    game = Situation(edition="kertas")
    reveal(game, IBU_KOTA)
    hammered(game, {2: card})
    if not price:
        assert game.owner(27) == BANK
        assert game.table.top == Free(1)
        return
    game.do(Pay(2))
    assert game.owner(27) == 2
    assert game.cash(2) == 17500 - price


def test_4_4_23_called_again_while_the_bank_owns_it() -> None:
    game = Situation()
    reveal(game, IBU_KOTA)
    events = hammered(game, {})
    assert only(events, AuctionClosed) == AuctionClosed(27, "unsold", "4.2.2")
    events = reveal(game, IBU_KOTA_2)
    assert only(events, EffectsChanged).ruling == "4.4.23"
    assert only(events, AuctionOpened).auction.minimum == 2000
    hammered(game, {3: 3})
    game.do(Pay(3))
    assert game.owner(27) == 3
    assert game.cash(3) == 18000 - 2100


def test_4_4_23_called_again_with_an_owner_pays_the_bonus() -> None:
    game = Situation().effects(capital=True).owns(2, 27)
    events = reveal(game, IBU_KOTA_2)
    assert paid(events, "capital") == [(BANK, 2, 1000, "")]
    assert not [e for e in events if isinstance(e, AuctionOpened)]
    assert game.cash(2) == 18500


# --- 4.4.4 to 4.4.6: floods and Mudik ------------------------------------------------------------


def test_4_4_4_two_floods_choose_anew_and_may_hit_one_zone_twice() -> None:
    game = Situation(players=4).owns(2, *ZONE_4, level=2)
    first = reveal(game, BANJIR)
    assert target(first) == (4, "data", "4.4.20")
    assert only(first, EffectsChanged).ruling == ""
    assert [game.table.holdings[t].level for t in ZONE_4] == [1, 1, 1]
    assert set(game.table.state(Effects).floods) == {Flood(t, 2) for t in ZONE_4}
    game.set(round=2)
    second = reveal(game, BANJIR_2)
    assert target(second) == (4, "data", "4.4.20")
    assert only(second, EffectsChanged).ruling == "4.4.4"
    assert [game.table.holdings[t].level for t in ZONE_4] == [0, 0, 0]
    assert set(game.table.state(Effects).floods) == {Flood(t, 3) for t in ZONE_4}


def test_4_4_4_the_second_flood_takes_another_zone_where_more_is_built() -> None:
    game = Situation(players=4).owns(2, *ZONE_4, level=1).owns(3, 33, 35, level=1)
    assert target(reveal(game, BANJIR))[0] == 6
    game.set(round=2)
    assert target(reveal(game, BANJIR_2))[0] == 4
    assert {f.tile for f in game.table.state(Effects).floods} == {*ZONE_4, 29, 31, 33, 35}


def test_4_4_4_each_flood_recedes_at_its_own_time() -> None:
    game = Situation().flooded(1, 2, until=1).flooded(*ZONE_4, until=2)
    game.turn(3, may_roll=False).do(EndTurn(3))
    assert {f.tile for f in game.table.state(Effects).floods} == set(ZONE_4)


def test_4_4_5_insured_city_stays_dry_and_its_pawn_stays() -> None:
    game = Situation().owns(2, *ZONE_4, level=1).insured(20, ASURANSI).stands(3, 20).stands(1, 19)
    events = reveal(game, BANJIR)
    spent = only(events, InsuranceSpent)
    assert spent == InsuranceSpent(20, ASURANSI, "siasat", "banjir", "4.4.5")
    assert {f.tile for f in game.table.state(Effects).floods} == {19, 22}
    assert game.table.holdings[20].level == 1
    assert game.table.holdings[20].insurance == 0
    assert game.table.deck("siasat").bottom[-1] == ASURANSI
    assert (game.at(3), game.at(1)) == (20, 20)
    assert not [e for e in events if isinstance(e, RentOpened | Landed)]


@pytest.mark.parametrize("barred", ["flooded", "mortgaged", ""])
def test_4_4_6_mudik_on_a_flooded_or_mortgaged_city(barred: str) -> None:
    game = Situation().owns(2, 10, mortgaged=barred == "mortgaged")
    if barred == "flooded":
        game.flooded(10)
    events = reveal(game, MUDIK)
    placed = [e for e in events if isinstance(e, EffectsChanged) and e.what == "festival"]
    assert [(e.at, e.ruling) for e in placed] == [(10, "4.4.6" if barred else "")]
    bonus = [] if barred else [(BANK, 2, 500, "")]
    assert paid(events, "homecoming") == bonus
    assert game.cash(2) == 17500 + (0 if barred else 500)


def test_4_4_6_the_marker_on_a_mortgaged_city_stops_without_rent() -> None:
    game = Situation().owns(2, 10, mortgaged=True).festival(10).stands(1, 7)
    events = game.do(Roll(1), dice=[(3, 4)])
    assert (game.at(1), only(events, Moved).stopped) == (10, "festival")
    assert only(events, Excused) == Excused(1, 10, "mortgaged", "4.4.6")
    assert not game.table.rents


@pytest.mark.parametrize("mortgaged", [False, True])
def test_4_4_6_says_nothing_of_an_own_city_with_the_marker(mortgaged: bool) -> None:
    game = Situation().owns(1, 10, mortgaged=mortgaged).festival(10).stands(1, 7)
    events = game.do(Roll(1), dice=[(3, 4)])
    assert only(events, Moved).stopped == "festival"
    assert only(events, Excused) == Excused(1, 10, "own", "")
    assert (game.cash(1), game.table.rents) == (17000, ())


def test_4_4_6_the_marker_on_a_flooded_city_stops_and_the_pawn_slides() -> None:
    game = Situation().owns(2, 10, 11).festival(10).flooded(10).stands(1, 7)
    events = game.do(Roll(1), dice=[(3, 4)])
    assert [(e.to, e.how, e.stopped) for e in events if isinstance(e, Moved)] == [
        (10, "dice", "festival"),
        (11, "slide", ""),
    ]
    assert [r.bill.tile for r in game.table.rents] == [11]


# --- 4.4.7 to 4.4.10: Lelang Aset ----------------------------------------------------------------


def test_4_4_7_the_richest_picks_between_equal_cities() -> None:
    game = Situation().owns(3, 28, 29, 1)
    events = reveal(game, LELANG_ASET)
    assert game.table.top == PickCity(3, "forced_sale", (28, 29))
    assert target(events) == (3, "data", "4.4.20")
    assert game.offered() == (Pick(3, 28), Pick(3, 29))
    assert game.refused(Pick(3, 1)).reason is Reason.BAD_TARGET
    assert game.refused(Pick(1, 28)).reason is Reason.NOT_YOUR_TURN
    events = game.do(Pick(3, 29))
    assert target(events) == (29, "choice", "4.4.7")
    assert only(events, AuctionOpened).auction.tile == 29
    assert only(events, AuctionOpened).auction.seller == 3
    hammered(game, {1: 2, 2: 1})
    game.do(Pay(1))
    assert (game.owner(28), game.owner(29), game.table.top) == (3, 1, Free(1))
    assert (game.cash(1), game.cash(3), game.table.pot) == (17000 - 1500, 18000 + 1500, 2500)


def test_4_4_7_one_dearest_city_leaves_no_choice() -> None:
    game = Situation().owns(3, 28, 31, 1)
    events = reveal(game, LELANG_ASET)
    assert only(events, AuctionOpened).auction.tile == 31


def test_4_4_8_equal_net_worth_goes_by_cash() -> None:
    game = Situation().owns(1, 1, 2, 5).owns(2, 6, 8, 10)  # printed prices: 2,400 and 3,600
    game.has(1, 11200).has(2, 10000).has(3, 500)
    events = reveal(game, LELANG_ASET)
    assert target(events) == (1, "data", "4.4.8")
    assert only(events, Targeted).figures == ((1, 13600, 11200), (2, 13600, 10000))
    assert only(events, AuctionOpened).auction.seller == 1


def test_4_4_8_one_step_more_worth_beats_more_cash() -> None:
    game = Situation().owns(1, 1, 2, 5).owns(2, 6, 8, 10)
    game.has(1, 11200).has(2, 10010).has(3, 500)
    assert target(reveal(game, LELANG_ASET)) == (2, "data", "4.4.20")


@pytest.mark.parametrize(
    ("dice", "seat"),
    [([(3,), (5,)], 2), ([(5,), (3,)], 1), ([(4,), (4,), (6,), (2,)], 1)],
)
def test_4_4_8_equal_cash_goes_by_dice(dice: list[tuple[int, ...]], seat: int) -> None:
    game = Situation().owns(1, 5, 10, 19).owns(2, 6, 11, 20).has(3, 500)
    game.has(1, 9000).has(2, 9000)
    events = reveal(game, LELANG_ASET, dice=dice)
    assert target(events) == (seat, "dice", "4.4.8")
    assert only(events, AuctionOpened).auction.seller == seat
    assert only(events, AuctionOpened).auction.tile == (19 if seat == 1 else 20)


def test_4_4_8_real_dice_are_waited_for() -> None:
    game = Situation(dice="real").owns(1, 5, 10, 19).owns(2, 6, 11, 20).has(3, 500)
    game.has(1, 9000).has(2, 9000)
    events = reveal(game, LELANG_ASET)
    assert game.table.top == Throwing("forced_sale", (1, 2), (), (LELANG_ASET,))
    assert not [e for e in events if isinstance(e, Targeted)]


def test_4_4_9_insurance_does_not_help_and_goes_under_the_deck() -> None:
    game = Situation().owns(3, 35, 1, 5).insured(35, ASURANSI)
    events = reveal(game, LELANG_ASET)
    spent = only(events, InsuranceSpent)
    assert spent == InsuranceSpent(35, ASURANSI, "siasat", "forced_sale", "4.4.9")
    assert game.table.deck("siasat").bottom == (ASURANSI,)
    assert game.table.holdings[35].insurance == 0
    assert only(events, AuctionOpened).auction.tile == 35


def test_4_4_9_its_buildings_are_sold_first() -> None:
    game = Situation().owns(3, 35, 33, 5).owns(3, 35, level=3).insured(35)
    cash, stock = game.cash(3), game.table.stock
    events = reveal(game, LELANG_ASET)
    levels = [e.level for e in events if isinstance(e, LevelChanged)]
    assert levels == [2, 1, 0]
    assert game.cash(3) == cash + 3 * 1000
    assert game.table.stock == (stock[0], stock[1] + 1)


def forced_sale(*, mortgaged: bool = False) -> Situation:
    game = Situation().owns(3, 1, 5).owns(3, 35, mortgaged=mortgaged)
    reveal(game, LELANG_ASET)
    return game


def test_4_4_10_the_old_owner_may_win_and_only_pays() -> None:
    game = forced_sale()
    cash, pot = game.cash(3), game.table.pot
    hammered(game, {1: 2, 3: 4})
    events = game.do(Pay(3))
    assert game.owner(35) == 3
    assert (game.cash(3), game.table.pot) == (cash - 4000, pot + 4000)
    assert not [e for e in events if isinstance(e, Acquired)]
    assert only(events, AuctionClosed).how == "sold"


@pytest.mark.parametrize("mortgaged", [False, True])
def test_4_4_10_another_winner_and_the_bank_makes_good(mortgaged: bool) -> None:
    game = forced_sale(mortgaged=mortgaged)
    cash, pot, bank = game.cash(3), game.table.pot, game.table.bank
    hammered(game, {1: 3, 3: 2})
    events = game.do(Pay(1))
    assert (game.owner(35), game.cash(1)) == (1, 17000 - 3000)
    assert game.table.holdings[35].mortgaged is mortgaged
    assert game.table.pot == pot + 3000
    good = 0 if mortgaged else 2000
    assert (game.cash(3), game.table.bank) == (cash + good, bank - good)
    assert only(events, Acquired).former == 3


def test_4_4_10_all_zero_it_stays_with_the_owner() -> None:
    game = forced_sale()
    events = hammered(game, {})
    assert only(events, AuctionClosed) == AuctionClosed(35, "kept", "")
    assert game.owner(35) == 3


def test_4_4_10_it_cannot_be_mortgaged_in_the_window() -> None:
    game = forced_sale()
    assert game.refused(Mortgage(3, 35)).reason is Reason.UNDER_HAMMER
    game.do(Mortgage(3, 5))
    assert not game.table.holdings[35].mortgaged


# --- 4.4.11 and 4.4.22: Pajak Kekayaan -----------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "tax"),
    [(0, 0), (10, 0), (90, 0), (100, 10), (110, 10), (190, 10), (200, 20), (12340, 1230)],
)
def test_4_4_11_a_tenth_of_net_worth_down(cash: int, tax: int) -> None:
    game = Situation().has(1, cash).has(2, 0).has(3, 0)
    events = reveal(game, KEKAYAAN)
    if tax:
        why = Bill(NOWHERE, tax, "wealth_tax", cash, total=tax, rulings=("4.4.11", "4.10.1"))
        due = Due(1, POT, tax, "wealth_tax", "4.4.11", why, voidable=True)
        assert game.table.top == due
        events += game.do(Pay(1))
        assert only([e for e in events if isinstance(e, Paid)], Paid).bill == why
    assert paid(events, "wealth_tax") == ([(1, POT, tax, "4.4.11")] if tax else [])
    assert (game.cash(1), game.table.pot) == (cash - tax, 1000 + tax)
    free = [e for e in events if isinstance(e, Nothing)]
    spared = (1, 2, 3) if cash == 0 else (2, 3)
    assert free == [Nothing("wealth_tax", "no_worth", "4.4.11", seat) for seat in spared]


@pytest.mark.parametrize(("owed", "tax"), [(1400, 10), (1410, 0), (1490, 0), (1500, 0), (1510, 0)])
def test_4_4_11_debts_lower_the_worth_that_is_taxed(owed: int, tax: int) -> None:
    game = Situation().has(1, 0).owns(1, 28, mortgaged=True).has(2, 0).has(3, 0)
    events = reveal(game.owes(1, BANK, owed), KEKAYAAN)  # worth 1,500 less the debt
    free = [e for e in events if isinstance(e, Nothing)]
    assert len(free) == (3 if owed >= 1500 else 2)
    if tax:
        events = game.do(Pay(1))
        assert only(events, Owed) == Owed(1, POT, tax, "wealth_tax", "4.4.11")
    assert game.table.top == Free(1)


def test_4_4_11_a_debtor_with_worth_pays_and_owes_the_rest() -> None:
    game = Situation().has(1, 50).owns(1, 28, mortgaged=True).owes(1, BANK, 300)
    game.has(2, 0).has(3, 0)
    reveal(game, KEKAYAAN)  # 50 + 1,500 - 300 = 1,250: 120
    events = game.do(Pay(1))
    assert paid(events, "wealth_tax") == [(1, POT, 50, "4.4.11")]
    owed = only(events, Owed)
    assert owed == Owed(1, POT, 70, "wealth_tax", "4.4.11")
    assert [(d.creditor, d.amount) for d in game.table.debts] == [(BANK, 300), (POT, 70)]


def test_4_4_11_what_can_be_raised_is_raised_first() -> None:
    game = Situation().has(1, 50).owns(1, 28).has(2, 0).has(3, 0)
    reveal(game, KEKAYAAN)  # 50 + 3,000: 300
    refused = game.refused(Pay(1))
    assert (refused.reason, refused.about["short"]) == (Reason.MUST_RAISE, 250)
    game.do(Mortgage(1, 28), Pay(1))
    assert game.cash(1) == 50 + 1500 - 300
    assert not game.table.debts


def test_4_4_11_all_are_asked_in_turn_order() -> None:
    game = Situation()
    reveal(game, KEKAYAAN, opener=2)
    order = []
    while isinstance(top := game.table.top, Due):
        order.append((top.seat, top.amount))
        game.do(Pay(top.seat))
    assert order == [(2, 1750), (3, 1800), (1, 1700)]
    assert game.table.pot == 1000 + 5250


def test_4_4_22_pajak_ditangguhkan_voids_pajak_kekayaan() -> None:
    game = Situation().holds(1, DITANGGUHKAN)
    reveal(game, KEKAYAAN)
    assert Play(1, DITANGGUHKAN) in game.offered()
    events = game.do(Play(1, DITANGGUHKAN))
    assert only(events, Nothing) == Nothing("wealth_tax", "voided", "4.4.22")
    assert (game.cash(1), game.table.pot) == (17000, 1000)
    assert game.table.deck("siasat").bottom == (DITANGGUHKAN,)
    assert isinstance(game.table.top, Due)
    assert game.table.top.seat == 2
    assert not game.table.in_debt(1)


def test_4_4_22_only_when_a_tax_is_due_to_its_holder() -> None:
    game = Situation().holds(2, DITANGGUHKAN).holds(1, 73)
    refused = game.refused(Play(1, 73))
    assert (refused.reason, refused.ruling) == (Reason.CARD_NOT_NOW, "4.4.22")
    reveal(game, KEKAYAAN)
    assert game.refused(Play(2, DITANGGUHKAN)).ruling == "4.4.22"
    game.do(Play(1, 73), Play(2, DITANGGUHKAN))
    assert (game.cash(1), game.cash(2)) == (17000, 17500)


def test_4_4_22_it_voids_the_tile_pajak_as_well() -> None:
    game = Situation().holds(1, DITANGGUHKAN).stands(1, 13)
    game.do(Roll(1), Play(1, DITANGGUHKAN), dice=[(1, 2)])
    assert (game.at(1), game.cash(1), game.table.pot) == (16, 17000, 1000)


# --- 4.4.12 and 4.4.13: deck and hand ------------------------------------------------------------


def all_cards_out(*, less: tuple[int, ...] = ()) -> Situation:
    """24 cards with players and on cities, but for ``less``; seat 1 holds three."""
    game = Situation(players=6).stands(1, 1)
    cards = [c for c in range(50, 74) if c not in (*less, 60, 61)]
    game.owns(2, 33, 35).insured(33, 60).insured(35, 61)
    game.holds(1, *cards[:3])
    for at, card in enumerate(cards[3:]):
        game.holds(2 + at % 5, card)
    return game


def test_4_4_12_all_cards_in_hands_no_card_is_drawn() -> None:
    game = all_cards_out()
    hand = game.table.player(1).hand
    events = game.do(Roll(1), dice=[(1, 1)])
    assert only(events, DeckEmpty) == DeckEmpty(1, "siasat", "4.4.12")
    assert not [e for e in events if isinstance(e, CardDrawn)]
    assert game.table.player(1).hand == hand
    assert game.table.top == Free(1)


def test_4_4_12_the_last_card_is_drawn() -> None:
    game = all_cards_out(less=(72,))
    events = game.do(Roll(1), dice=[(1, 1)], cards=[72])
    assert only(events, CardDrawn).card == 72


def test_4_4_12_used_cards_come_again_in_the_order_in_which_they_were_used() -> None:
    game = all_cards_out()
    sponsor = next(s for s in range(1, 7) if SPONSOR in game.table.player(s).hand)
    game.turn(sponsor).do(Play(sponsor, SPONSOR))
    assert game.table.deck("siasat").bottom == (SPONSOR,)
    game.turn(1).do(Roll(1), dice=[(1, 1)])
    assert SPONSOR in game.table.player(1).hand
    assert game.table.deck("siasat").bottom == ()


@pytest.mark.parametrize("held", [2, 3, 4])
def test_4_4_13_the_limit_is_four(held: int) -> None:
    game = Situation().stands(1, 1).holds(1, *range(50, 50 + held))
    game.do(Roll(1), dice=[(1, 1)], cards=[DITANGGUHKAN])
    over = held == 4
    assert game.table.top == (OverLimit(1) if over else Free(1))
    assert len(game.table.player(1).hand) == held + 1


def over_limit(*hand: int, new: int) -> Situation:
    game = Situation().stands(1, 1).holds(1, *hand)
    game.do(Roll(1), dice=[(1, 1)], cards=[new])
    assert game.table.top == OverLimit(1)
    return game


@pytest.mark.parametrize("card", [50, 52, 56, 58, TAWAR])
def test_4_4_13_any_card_may_be_discarded_the_new_one_too(card: int) -> None:
    game = over_limit(50, 52, 56, 58, new=TAWAR)
    assert game.refused(Play(1, TAWAR)).reason is Reason.CARD_NOT_NOW
    events = game.do(Discard(1, card))
    assert only(events, CardUsed) == CardUsed(1, card, "siasat", "discarded", "4.4.13")
    assert card not in game.table.player(1).hand
    assert len(game.table.player(1).hand) == 4
    assert game.table.deck("siasat").bottom == (card,)
    assert game.table.top == Free(1)


def test_4_4_13_a_card_that_can_be_played_now_may_be_played_instead() -> None:
    game = over_limit(50, 52, 56, 58, new=SPONSOR)
    game.do(Play(1, SPONSOR))
    assert game.cash(1) == 18000
    assert game.table.top == Free(1)


def test_4_4_13_only_the_holder_answers_and_nothing_else_goes_on() -> None:
    game = over_limit(50, 52, 56, 58, new=TAWAR)
    assert {type(c) for c in game.offered()} == {Discard, Play}
    assert game.refused(Roll(1)).reason is Reason.QUESTION_OPEN
    assert game.refused(Discard(1, SPONSOR)).reason is Reason.CARD_NOT_HELD
    assert game.refused(Discard(2, 50)).reason is Reason.NOT_YOUR_TURN


def test_4_4_13_within_the_limit_nothing_is_discarded() -> None:
    game = Situation().holds(1, 50, 52, 56, TAWAR)
    for card in (50, 52, 56, TAWAR):
        refused = game.refused(Discard(1, card))
        assert (refused.reason, refused.ruling) == (Reason.HAND_NOT_FULL, "4.4.13")


# --- 4.4.14 and 4.4.15: Razia --------------------------------------------------------------------


def test_4_4_14_jalur_alternatif_refuses_razia() -> None:
    game = Situation().holds(1, RAZIA).holds(3, JALUR).stands(3, 20)
    game.do(Play(1, RAZIA, target=3))
    assert game.table.top == Raid(3, 1)
    assert game.refused(Play(1, JALUR)).reason is Reason.CARD_NOT_HELD
    events = game.do(Play(3, JALUR))
    assert only(events, Nothing) == Nothing("raid", "refused", "4.4.14")
    assert (game.at(3), game.table.player(3).jail) == (20, NOWHERE)
    assert game.table.deck("siasat").bottom == (RAZIA, JALUR)
    assert game.table.top == Free(1)


def test_4_4_14_it_need_not_be_played() -> None:
    game = Situation().holds(1, RAZIA).holds(3, JALUR).stands(3, 20)
    events = game.do(Play(1, RAZIA, target=3), GoOn(1))
    assert only(events, Jailed).seat == 3
    assert (game.at(3), game.table.player(3).jail) == (9, 0)
    assert game.table.player(3).hand == (JALUR,)


def test_4_4_14_the_moment_is_the_same_without_the_card() -> None:
    game = Situation().holds(1, RAZIA).stands(3, 20)
    game.do(Play(1, RAZIA, target=3))
    assert game.offered() == (GoOn(1),)
    assert game.refused(GoOn(3)).reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize(("cash", "playable"), [(16990, False), (17000, False), (17010, True)])
def test_4_4_15_somebody_must_be_richer(cash: int, playable: bool) -> None:
    game = Situation().holds(1, RAZIA).has(2, cash).has(3, 100)
    command = Play(1, RAZIA, target=2)
    if playable:
        assert command in game.offered()
        assert Discard(1, RAZIA) not in game.offered()
        assert game.refused(Discard(1, RAZIA)).reason is Reason.HAND_NOT_FULL
        return
    refused = game.refused(command)
    assert (refused.reason, refused.ruling) == (Reason.NOBODY_RICHER, "4.4.15")
    events = game.do(Discard(1, RAZIA))
    assert only(events, CardUsed) == CardUsed(1, RAZIA, "siasat", "discarded", "4.4.15")


def test_4_4_15_kept_it_can_be_played_later() -> None:
    game = Situation().holds(1, RAZIA).has(2, 100).has(3, 100)
    game.do(Roll(1), EndTurn(1), dice=[(4, 5)])
    assert game.table.player(1).hand == (RAZIA,)
    game.has(3, 30000)
    assert Play(1, RAZIA, target=3) in game.offered()  # any free moment of any turn


@pytest.mark.parametrize(
    "open_now",
    [
        (Free(1), BuyChoice(1, 35)),
        (Free(1), OverLimit(1)),
        (Free(1), Community(1)),
        (Free(1), Due(1, POT, 1000, "tax", voidable=True)),
        (Free(1), Raid(3, 1)),
        (OpenTurns(), Reveal(1)),
    ],
)
def test_4_4_15_razia_waits_for_a_free_moment(open_now: tuple[AnyTask, ...]) -> None:
    game = Situation().holds(2, RAZIA).has(2, 100).ask(*open_now)
    assert game.refused(Play(2, RAZIA, target=1)).reason is Reason.CARD_NOT_NOW
    game.ask(Free(1)).do(Play(2, RAZIA, target=1), GoOn(1))
    assert (game.at(1), game.table.player(1).jail) == (9, 0)


def test_4_4_15_discarding_is_for_the_own_free_moment() -> None:
    game = Situation().holds(2, RAZIA).has(1, 100).has(3, 100)
    assert game.refused(Discard(2, RAZIA)).reason is Reason.HAND_NOT_FULL


def test_4_4_15_a_richer_player_who_is_stuck_is_no_reason_to_discard() -> None:
    game = Situation().holds(1, RAZIA).has(2, 20000).has(3, 100).stuck(2)
    refused = game.refused(Play(1, RAZIA, target=2))
    assert (refused.reason, refused.ruling) == (Reason.NO_TARGET, "")
    assert game.refused(Discard(1, RAZIA)).reason is Reason.HAND_NOT_FULL
    game.has(3, 20000)
    assert game.refused(Play(1, RAZIA, target=2)).reason is Reason.BAD_TARGET
    assert Play(1, RAZIA, target=3) in game.offered()


# --- 4.4.16 to 4.4.19: Sponsor, Demo, Warga Ramai, Investasi Asing -------------------------------


@pytest.mark.parametrize(("pot", "got"), [(0, 0), (10, 10), (990, 990), (1000, 1000), (1010, 1000)])
def test_4_4_16_sponsor_gives_what_kas_warga_has(pot: int, got: int) -> None:
    game = Situation().pot(pot).holds(1, SPONSOR)
    events = game.do(Play(1, SPONSOR))
    assert (game.cash(1), game.table.pot) == (17000 + got, pot - got)
    assert game.table.deck("siasat").bottom == (SPONSOR,)
    nothing = [e for e in events if isinstance(e, Nothing)]
    assert nothing == ([] if got else [Nothing("sponsor", "pot_empty", "4.4.16")])


def test_4_4_17_a_second_demo_moves_the_barricade() -> None:
    game = Situation(round=3).holds(1, DEMO).barricade(4, until=3)
    events = game.do(Play(1, DEMO, edge=13))
    changed = only(events, EffectsChanged)
    assert (changed.what, changed.at, changed.ruling) == ("barricade", 13, "4.4.17")
    lies = game.table.state(Effects).barricade
    assert lies is not None
    assert (lies.at, lies.until) == (13, 4)


def test_4_4_17_the_first_demo_places_it() -> None:
    game = Situation(round=3).holds(1, DEMO)
    assert only(game.do(Play(1, DEMO, edge=13)), EffectsChanged).ruling == ""


def test_4_4_18_warga_ramai_moves_the_marker() -> None:
    game = Situation(round=3).holds(1, WARGA_RAMAI).owns(1, 10).festival(35, until=3)
    events = game.do(Play(1, WARGA_RAMAI, tile=10))
    changed = only(events, EffectsChanged)
    assert (changed.what, changed.at, changed.ruling) == ("festival", 10, "4.4.18")
    stands = game.table.state(Effects).festival
    assert stands is not None
    assert (stands.at, stands.until) == (10, 4)


def test_4_4_18_marker_and_barricade_leave_after_the_round_that_follows() -> None:
    game = Situation(round=3).holds(3, WARGA_RAMAI, DEMO).owns(3, 10).turn(3, may_roll=False)
    game.do(Play(3, WARGA_RAMAI, tile=10), Play(3, DEMO, edge=13), EndTurn(3))
    assert game.table.round == 4
    assert game.table.state(Effects).festival is not None
    game.set(phase="turn").turn(3, may_roll=False).do(EndTurn(3))
    assert game.table.round == 5
    assert game.table.state(Effects).festival is None
    assert game.table.state(Effects).barricade is None


def test_4_4_19_investasi_asing_leaves_flooded_cities_without_rent() -> None:
    game = Situation().owns(2, 19, 20).flooded(19)
    events = reveal(game, INVESTASI)
    assert target(events)[0] == 5
    assert only(events, EffectsChanged).ruling == "4.4.19"
    game.stands(1, 16)
    events = game.do(Roll(1), dice=[(1, 2)])  # 19 is flooded: on to 20
    assert game.at(1) == 20
    rent = only(events, RentOpened)
    assert (rent.bill.tile, rent.bill.base, rent.bill.total) == (20, 220, 440)
    assert [(f.name, f.times) for f in rent.bill.factors] == [("invested", 2)]


def test_4_4_19_other_groups_are_not_doubled() -> None:
    game = Situation().owns(2, 17).effects(invested=5).stands(1, 14)
    events = game.do(Roll(1), dice=[(1, 2)])
    assert only(events, RentOpened).bill.total == 200


# --- 4.4.20 and 4.4.21: targets, Subsidi ---------------------------------------------------------


def test_4_4_20_banjir_by_building_value_then_owned_cities() -> None:
    game = Situation().owns(2, 1, 2, 5).owns(3, 33, level=1).owns(1, 19, 20, level=1)
    events = reveal(game, BANJIR)
    hit = only(events, Targeted)
    assert hit.figures == ((4, 2500, 2), (6, 2000, 1), (1, 0, 3), (2, 0, 0), (3, 0, 0), (5, 0, 0))
    assert target(events) == (4, "data", "4.4.20")


def test_4_4_20_what_is_equal_goes_to_the_lowest_number() -> None:
    assert target(reveal(Situation(), BANJIR)) == (1, "data", "4.4.20")
    assert target(reveal(Situation(), BOOM)) == (1, "data", "4.4.20")
    assert target(reveal(Situation(), INVESTASI)) == (1, "data", "4.4.20")
    assert target(reveal(Situation().owns(2, 33), BOOM)) == (6, "data", "4.4.20")


def test_4_4_20_mudik_goes_to_the_dearest_city_of_the_poorest_owner() -> None:
    game = Situation().owns(1, 35).owns(2, 1, 10).owns(3, 33).has(2, 900)
    events = reveal(game, MUDIK)
    hit = only(events, Targeted)
    assert hit.target == 10
    assert hit.figures == (
        (10, 2900, 900, 1400),
        (1, 2900, 900, 600),
        (35, 21000, 17000, 4000),
        (33, 21500, 18000, 3500),
    )


def test_4_4_20_mudik_without_owners_and_between_equal_owners() -> None:
    assert only(reveal(Situation(), MUDIK), Targeted).target == 35
    game = Situation().owns(1, 5).owns(2, 6).has(1, 900).has(2, 900)
    assert only(reveal(game, MUDIK), Targeted).target == 5
    game = Situation().owns(1, 6).owns(2, 5).has(1, 900).has(2, 900)
    assert only(reveal(game, MUDIK), Targeted).target == 5


def test_4_4_20_mudik_between_owners_of_equal_worth_goes_to_the_lower_cash() -> None:
    """Bandung is the dearest city, but of two equal owners the other one has less cash."""
    game = Situation().owns(1, 33).has(1, 1000).owns(2, 31, 2).has(2, 500).has(3, 9000)
    assert [game.rules.net_worth(game.rules, game.table, s) for s in (1, 2)] == [4500, 4500]
    assert only(reveal(game, MUDIK), Targeted).target == 31


def test_4_4_20_penertiban_by_height_net_worth_and_price() -> None:
    game = Situation().owns(1, 1, 2, level=2).owns(2, 19, 20, level=2).owns(3, 35, level=1)
    events = reveal(game, PENERTIBAN)
    hit = only(events, Targeted)
    two, one = 17500 + 4400 + 4 * 1250, 17000 + 1400 + 4 * 500
    three = 18000 + 4000 + 2000
    assert hit.figures == (
        (19, 2, two, 2200),
        (20, 2, two, 2200),
        (2, 2, one, 800),
        (1, 2, one, 600),
        (35, 1, three, 4000),
    )
    assert (hit.target, hit.by, hit.ruling) == (19, "data", "4.4.20")
    assert game.table.holdings[19].level == 1


@pytest.mark.parametrize(("cash", "hit"), [(11980, 35), (11990, 1), (12000, 1)])
def test_4_4_20_penertiban_looks_at_net_worth_before_the_price(cash: int, hit: int) -> None:
    """Equal height: seat 1 has the cheap city; from 1 step more of net worth on it is hit."""
    game = Situation().owns(1, 1, level=1).owns(2, 35, level=1).has(1, cash).has(2, 7080)
    assert only(reveal(game, PENERTIBAN), Targeted).target == hit


def test_4_4_20_nobody_can_choose_otherwise() -> None:
    game = Situation().owns(2, 10)
    reveal(game, MUDIK)
    assert game.table.top == Free(1)
    assert game.refused(Pick(1, 10)).reason is Reason.NOT_ASKED


@pytest.mark.parametrize(("die", "zone"), [(1, 1), (4, 4), (6, 6)])
def test_4_4_20_on_paper_dice_choose(die: int, zone: int) -> None:
    events = reveal(Situation(edition="kertas").owns(2, 10), BOOM, dice=[(die,)])
    assert target(events) == (zone, "dice", "")


@pytest.mark.parametrize(
    ("dice", "group"),
    [((1, 3), 1), ((1, 4), 2), ((2, 1), 2), ((2, 6), 3), ((4, 1), 5), ((4, 6), 5), ((6, 4), 8)],
)
def test_4_4_20_on_paper_two_dice_choose_a_group(dice: tuple[int, int], group: int) -> None:
    game = Situation(edition="kertas")
    events = reveal(game, INVESTASI, dice=[(d,) for d in dice])
    assert target(events) == (group, "dice", "")
    assert game.table.state(Effects).invested == group


@pytest.mark.parametrize(
    ("dice", "city"),
    [((1, 1), 1), ((1, 3), 5), ((1, 4), 1), ((2, 4), 11), ((2, 5), 6), ((6, 6), 31)],
)
def test_4_4_20_on_paper_two_dice_choose_a_city(dice: tuple[int, int], city: int) -> None:
    events = reveal(Situation(edition="kertas"), MUDIK, dice=[(d,) for d in dice])
    assert target(events) == (city, "dice", "")


def test_4_4_21_the_poorest_rt_takes_the_subsidy() -> None:
    game = community(1000).has(1, 100)
    game.do(Roll(1), dice=[(1, 2)])
    events = game.do(Choose(1, "subsidi"))
    assert paid(events, "subsidi") == [(POT, 1, 500, "4.4.21")]
    assert (game.cash(1), game.table.pot) == (600, 500)


def test_4_4_21_otherwise_the_poorest_gets_it() -> None:
    game = community(1000).has(3, 16990)
    game.do(Roll(1), dice=[(1, 2)])
    events = game.do(Choose(1, "subsidi"))
    assert paid(events, "subsidi") == [(POT, 3, 500, "")]
    assert game.cash(3) == 17490


def test_4_4_21_equal_net_worth_goes_by_cash_then_dice() -> None:
    game = community(1000).has(1, 2000).has(2, 1000).owns(2, 5).has(3, 9000)
    game.do(Roll(1), dice=[(1, 2)])
    assert paid(game.do(Choose(1, "subsidi")), "subsidi")[0][1] == 2
    game = community(1000).has(1, 2000).has(2, 2000).has(3, 9000)
    game.do(Roll(1), dice=[(1, 2)])
    events = game.do(Choose(1, "subsidi"), dice=[(2,), (5,)])
    assert paid(events, "subsidi") == [(POT, 2, 500, "")]
