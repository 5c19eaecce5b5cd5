"""What players set by hand: each kind, what is refused, and what it leads to."""

from collections.abc import Callable

import pytest
from moments import MOMENTS, four
from situations import Situation, kinds, only
from town import CHANCE_FREE, Town

from ketuk.engine.acts.correcting import LONGEST_NOTE, MOST_CASH
from ketuk.engine.commands import (
    Build,
    Buy,
    Correct,
    Discard,
    Draw,
    EndTurn,
    Leave,
    Mortgage,
    Pay,
    PayRent,
    Roll,
    SellBuilding,
)
from ketuk.engine.corrections import (
    DECK,
    AnyCorrection,
    BuildingsOn,
    CardIn,
    CashOf,
    DeedOf,
    PawnOn,
)
from ketuk.engine.events import CardReturned, Corrected, Paid, RentOpened
from ketuk.engine.offers import CorrectionForm, correction_form, offers
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import (
    BANK,
    CORRECTION,
    NOWHERE,
    POT,
    BuyChoice,
    DrawCard,
    Due,
    Free,
    OverLimit,
)

MACET, MEDAN, BANDA_ACEH, JAKARTA, BANDUNG, NUSANTARA, TOL = 9, 2, 1, 35, 33, 27, 4
OJEK, ASURANSI, KEJADIAN = 52, 60, 80


def correct(game: Situation, what: AnyCorrection, note: str = "") -> Corrected:
    """Carry it out; the fact that tells of it."""
    return only(game.do(Correct(1, what, note)), Corrected)


def why_not(game: Situation, what: AnyCorrection) -> Reason:
    """Why it is refused."""
    return game.refused(Correct(1, what)).reason


def form(game: Situation) -> CorrectionForm:
    found = correction_form(game.table, game.rules)
    assert isinstance(found, CorrectionForm)
    return found


SETS = pytest.mark.parametrize("table", [Situation, Town])


# --- cash --------------------------------------------------------------------------------------


@SETS
def test_cash_is_set_against_the_account_of_corrections(table: type[Situation]) -> None:
    game = table().has(2, 1000)
    told = correct(game, CashOf(2, 1500), "uang salah ambil")
    assert (told.was, told.what) == (CashOf(2, 1000), CashOf(2, 1500))
    assert told.note == "uang salah ambil"
    assert (game.cash(2), game.table.corrected) == (1500, -500)
    correct(game, CashOf(2, 0))
    assert (game.cash(2), game.table.corrected) == (0, 1000)


def test_the_money_moves_by_paid_alone() -> None:
    game = Situation().has(2, 1000)
    paid = only(game.do(Correct(1, CashOf(2, 400))), Paid)
    assert (paid.payer, paid.payee, paid.amount) == (2, CORRECTION, 600)


@pytest.mark.parametrize(
    ("amount", "fits"),
    [(-10, False), (0, True), (10, True), (15, False), (MOST_CASH - 10, True), (MOST_CASH, True),
     (MOST_CASH + 10, False)],
)  # fmt: skip
def test_bounds_of_cash(amount: int, fits: bool) -> None:
    game = Situation()
    if fits:
        correct(game, CashOf(1, amount))
        assert game.cash(1) == amount
    else:
        refused = game.refused(Correct(1, CashOf(1, amount)))
        assert refused.reason is Reason.OUT_OF_RANGE
        assert refused.about == {"least": 0, "most": MOST_CASH, "step": 10}


def test_the_pot_is_counted_too_where_the_game_has_one() -> None:
    game = Situation()
    told = correct(game, CashOf(POT, 800))
    assert told.was == CashOf(POT, 1000)
    assert (game.table.pot, game.table.corrected) == (800, 200)
    assert form(game).accounts == (1, 2, 3, POT)
    assert why_not(Town(), CashOf(POT, 800)) is Reason.NO_POT
    assert form(Town()).accounts == (1, 2, 3)
    correct(Town(house=("pot",)), CashOf(POT, 801))


def test_the_pot_waits_for_whoever_is_asked_what_it_pays() -> None:
    """Were it emptied meanwhile, there would be nothing left to choose."""
    game = MOMENTS["community"]()
    assert why_not(game, CashOf(POT, 0)) is Reason.QUESTION_OPEN
    assert POT not in form(game).accounts
    correct(MOMENTS["revealing"](), CashOf(POT, 0))


def test_money_of_a_set_whose_step_is_one() -> None:
    game = Town()
    correct(game, CashOf(1, 1501))
    assert game.cash(1) == 1501


@pytest.mark.parametrize(("amount", "left", "owed"), [(200, 0, 100), (300, 0, 0), (310, 10, 0)])
def test_what_a_debtor_is_given_goes_on_to_the_creditor(amount: int, left: int, owed: int) -> None:
    game = Situation().has(2, 0).owes(2, 3, 300)
    before = game.cash(3)
    correct(game, CashOf(2, amount))
    assert game.cash(2) == left
    assert game.cash(3) - before == 300 - owed
    assert sum(d.amount for d in game.table.debts) == owed


# --- pawns -------------------------------------------------------------------------------------


@SETS
def test_a_pawn_is_put_somewhere_and_nothing_is_resolved(table: type[Situation]) -> None:
    game = table().stands(2, 39 % 36).owns(1, BANDA_ACEH, 3 if table is Town else MEDAN)
    cash = game.cash(2)
    told = correct(game, PawnOn(2, BANDA_ACEH, stuck=False))
    assert isinstance(told.was, PawnOn)
    assert (game.at(2), game.cash(2)) == (BANDA_ACEH, cash)
    assert not game.table.rents


def test_into_macet_stuck_or_not_and_out_again() -> None:
    game = Situation()
    correct(game, PawnOn(2, MACET, stuck=False))
    assert (game.at(2), game.table.player(2).jail) == (MACET, NOWHERE)
    correct(game, PawnOn(2, MACET, stuck=True))
    assert game.table.player(2).jail == 0
    correct(game, PawnOn(2, 10, stuck=False))
    assert (game.at(2), game.table.player(2).jail) == (10, NOWHERE)


def test_failed_tries_count_on_where_only_the_tile_was_right() -> None:
    game = Situation().stuck(2, tries=2)
    assert why_not(game, PawnOn(2, MACET, stuck=True)) is Reason.NOTHING_TO_CORRECT
    assert game.table.player(2).jail == 2


@pytest.mark.parametrize(
    ("tile", "stuck", "fits"),
    [(-1, False, False), (0, False, True), (35, False, True), (36, False, False),
     (MACET - 1, True, False), (MACET, True, True), (MACET + 1, True, False)],
)  # fmt: skip
def test_bounds_of_a_pawn(tile: int, stuck: bool, fits: bool) -> None:
    game = Situation().stands(2, 20)
    what = PawnOn(2, tile, stuck=stuck)
    if fits:
        correct(game, what)
        assert game.at(2) == tile
    else:
        assert why_not(game, what) is Reason.BAD_TARGET


def test_a_pawn_whose_player_is_asked_about_it_waits() -> None:
    game = Situation().stands(1, 5).ask(Free(1), BuyChoice(1, 5))
    assert why_not(game, PawnOn(1, 6, stuck=False)) is Reason.QUESTION_OPEN
    assert form(game).pawns == (2, 3)
    correct(game, PawnOn(2, 6, stuck=False))


def test_a_turn_goes_on_from_where_the_pawn_was_put() -> None:
    game = Situation()
    correct(game, PawnOn(1, 17, stuck=False))
    game.do(Roll(1), dice=[(1, 2)])
    assert game.at(1) == 20


# --- properties --------------------------------------------------------------------------------


@SETS
def test_a_property_changes_hands_without_money(table: type[Situation]) -> None:
    game = table().owns(1, BANDA_ACEH)
    cash = [game.cash(s) for s in (1, 2)]
    told = correct(game, DeedOf(BANDA_ACEH, 2, mortgaged=False))
    assert told.was == DeedOf(BANDA_ACEH, 1, mortgaged=False)
    assert game.owner(BANDA_ACEH) == 2
    assert [game.cash(s) for s in (1, 2)] == cash


def test_mortgaged_or_no_longer() -> None:
    game = Situation().owns(1, MEDAN)
    correct(game, DeedOf(MEDAN, 1, mortgaged=True))
    assert game.table.holdings[MEDAN].mortgaged
    correct(game, DeedOf(MEDAN, 2, mortgaged=False))
    assert not game.table.holdings[MEDAN].mortgaged
    assert game.owner(MEDAN) == 2


def test_buildings_and_insurance_stay_on_it_but_not_with_the_bank() -> None:
    game = Situation().owns(1, BANDA_ACEH, MEDAN, level=2).insured(MEDAN)
    correct(game, DeedOf(MEDAN, 2, mortgaged=False))
    held = game.table.holdings[MEDAN]
    assert (held.owner, held.level, held.insurance) == (2, 2, ASURANSI)
    stock = game.table.stock
    returned = only(game.do(Correct(1, DeedOf(MEDAN, BANK, mortgaged=False))), CardReturned)
    assert returned.card == ASURANSI
    held = game.table.holdings[MEDAN]
    assert (held.owner, held.level, held.insurance) == (BANK, 0, 0)
    assert game.table.stock == (stock[0] + 2, stock[1])


def test_a_mortgaged_property_has_no_buildings() -> None:
    game = Situation().owns(1, MEDAN, level=1).owns(1, BANDA_ACEH, mortgaged=True)
    assert why_not(game, DeedOf(MEDAN, 1, mortgaged=True)) is Reason.HAS_BUILDINGS
    assert why_not(game, BuildingsOn(BANDA_ACEH, 1)) is Reason.MORTGAGED


def test_the_bank_mortgages_and_builds_nothing() -> None:
    game = Situation().owns(1, MEDAN)
    assert why_not(game, DeedOf(MEDAN, BANK, mortgaged=True)) is Reason.BANK_OWNS
    assert why_not(game, BuildingsOn(JAKARTA, 1)) is Reason.BANK_OWNS


@pytest.mark.parametrize(("owned", "fits"), [(0, True), (1, True), (2, False)])
def test_nobody_gets_beyond_the_limit_of_proyek(owned: int, fits: bool) -> None:
    game = Situation().owns(2, *(14, 23)[:owned]).owns(1, TOL)
    if fits:
        correct(game, DeedOf(TOL, 2, mortgaged=False))
        assert len(game.table.owned(2)) == owned + 1
    else:
        assert why_not(game, DeedOf(TOL, 2, mortgaged=False)) is Reason.TOO_MANY_PROJECTS
        game.owns(2, TOL)
        correct(game, DeedOf(TOL, 2, mortgaged=True))


def test_a_property_that_is_not_in_play_yet() -> None:
    game = Situation()
    assert why_not(game, DeedOf(NUSANTARA, 1, mortgaged=False)) is Reason.NOT_A_PROPERTY
    game.effects(capital=True)
    correct(game, DeedOf(NUSANTARA, 1, mortgaged=False))
    assert game.owner(NUSANTARA) == 1


@pytest.mark.parametrize("tile", [-1, 0, 3, 36])
def test_what_is_no_property(tile: int) -> None:
    game = Situation()
    assert why_not(game, DeedOf(tile, 1, mortgaged=False)) is Reason.NOT_A_PROPERTY
    assert why_not(game, BuildingsOn(tile, 1)) is Reason.NOT_A_PROPERTY


def test_a_property_that_somebody_is_asked_about_waits() -> None:
    game = Situation().stands(1, 5).ask(Free(1), BuyChoice(1, 5))
    assert why_not(game, DeedOf(5, 2, mortgaged=False)) is Reason.QUESTION_OPEN
    correct(game, DeedOf(6, 2, mortgaged=False))
    game.do(Buy(1))
    assert game.owner(5) == 1


def test_a_property_that_waits_to_be_auctioned_waits_no_more() -> None:
    game = Situation().set(queue=(MEDAN, JAKARTA))
    correct(game, DeedOf(MEDAN, 2, mortgaged=False))
    assert game.table.queue == (JAKARTA,)


def test_rent_is_owed_to_the_new_owner_from_the_next_landing_on() -> None:
    game = Situation().owns(2, MEDAN).stands(1, 35).owns(3, JAKARTA)
    correct(game, DeedOf(MEDAN, 3, mortgaged=False))
    opened = only(game.do(Roll(1), dice=[(1, 2)]), RentOpened)
    assert (opened.owner, opened.bill.tile) == (3, MEDAN)


# --- buildings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "stock"), [(0, (12, 6)), (1, (11, 6)), (2, (10, 6)), (3, (12, 5))]
)
def test_buildings_come_out_of_the_box_and_go_back(level: int, stock: tuple[int, int]) -> None:
    for before in range(4):
        if before != level:
            game = Situation().owns(1, MEDAN, level=before)
            correct(game, BuildingsOn(MEDAN, level))
            assert (game.table.holdings[MEDAN].level, game.table.stock) == (level, stock)


@pytest.mark.parametrize(("level", "stock"), [(4, (28, 12)), (5, (32, 11))])
def test_houses_and_hotels(level: int, stock: tuple[int, int]) -> None:
    game = Town().owns(1, 39)
    correct(game, BuildingsOn(39, level))
    assert (game.table.holdings[39].level, game.table.stock) == (level, stock)


@pytest.mark.parametrize(
    ("stock", "level", "fits"),
    [((0, 6), 1, False), ((1, 6), 1, True), ((1, 6), 2, False), ((2, 6), 2, True),
     ((0, 0), 3, False), ((0, 1), 3, True)],
)  # fmt: skip
def test_only_what_the_box_has(stock: tuple[int, int], level: int, fits: bool) -> None:
    game = Situation().owns(1, MEDAN).stock(*stock)
    if fits:
        correct(game, BuildingsOn(MEDAN, level))
    else:
        assert why_not(game, BuildingsOn(MEDAN, level)) is Reason.NO_STOCK
    assert (level in dict(form(game).levels)[MEDAN]) == fits


def test_the_buildings_of_the_city_itself_are_back_in_the_box_first() -> None:
    game = Situation().owns(1, MEDAN, level=1).stock(1, 0)
    correct(game, BuildingsOn(MEDAN, 2))
    assert game.table.stock == (0, 0)


@pytest.mark.parametrize(("level", "fits"), [(-1, False), (0, True), (3, True), (4, False)])
def test_bounds_of_buildings(level: int, fits: bool) -> None:
    game = Situation().owns(1, MEDAN, level=1)
    if fits:
        correct(game, BuildingsOn(MEDAN, level))
    else:
        assert why_not(game, BuildingsOn(MEDAN, level)) is Reason.OUT_OF_RANGE


def test_only_where_buildings_can_stand() -> None:
    assert why_not(Situation().owns(1, TOL), BuildingsOn(TOL, 1)) is Reason.ONLY_CITY
    assert why_not(Town().owns(1, 5), BuildingsOn(5, 1)) is Reason.ONLY_CITY


@SETS
def test_without_a_set_and_unevenly_and_the_game_goes_on(table: type[Situation]) -> None:
    """What stands so can be sold; nothing is built on it until the set is whole and even."""
    game = table().owns(1, BANDA_ACEH)
    correct(game, BuildingsOn(BANDA_ACEH, 2))
    assert game.refused(Build(1, BANDA_ACEH)).reason is Reason.SET_INCOMPLETE
    assert game.refused(Mortgage(1, BANDA_ACEH)).reason is Reason.HAS_BUILDINGS
    game.do(SellBuilding(1, BANDA_ACEH), SellBuilding(1, BANDA_ACEH))
    assert game.table.holdings[BANDA_ACEH].level == 0


# --- cards -------------------------------------------------------------------------------------


def test_a_card_out_of_the_deck_into_a_hand_and_back() -> None:
    game = Situation()
    told = correct(game, CardIn(OJEK, 2))
    assert (told.was, told.deck, told.secret) == (CardIn(OJEK, DECK), "siasat", True)
    assert game.table.player(2).hand == (OJEK,)
    assert OJEK not in game.table.deck("siasat").unseen
    correct(game, CardIn(OJEK, DECK))
    assert game.table.player(2).hand == ()
    assert game.table.deck("siasat").unseen == tuple(range(50, 74))


def test_a_card_from_hand_to_hand() -> None:
    game = Situation().holds(1, OJEK, 53)
    told = correct(game, CardIn(OJEK, 3))
    assert told.was == CardIn(OJEK, 1)
    assert [p.hand for p in game.table.players] == [(53,), (), (OJEK,)]


def test_a_card_that_was_put_under_the_deck_by_mistake() -> None:
    game = Situation().holds(1, 50, 51, 52, 53, 57).ask(Free(1), OverLimit(1))
    game.do(Discard(1, OJEK))
    assert game.table.deck("siasat").bottom == (OJEK,)
    correct(game, CardIn(OJEK, 2))
    assert game.table.deck("siasat").bottom == ()
    assert game.table.player(2).hand == (OJEK,)


def test_a_hand_over_its_limit_gives_a_card_up() -> None:
    game = Situation().holds(2, 50, 51, 52, 53)
    correct(game, CardIn(57, 2))
    assert game.table.top == OverLimit(2)
    game.do(Discard(2, 50))
    assert game.table.top == Free(1)


def test_a_hand_within_its_limit_again_gives_none_up() -> None:
    game = Situation().holds(2, 50, 51, 52, 53, 57).holds(3, 54, 55, 56, 58, 59)
    game.ask(Free(1), OverLimit(3), OverLimit(2))
    correct(game, CardIn(54, DECK))
    assert game.table.top == OverLimit(2)
    correct(game, CardIn(57, DECK))
    assert game.table.top == Free(1)


def test_the_card_that_was_just_drawn_lies_in_a_hand_by_mistake() -> None:
    """The moment at which a wrong hand is noticed: the real card is here, the game has it there."""
    game = Situation(decks="real").holds(2, OJEK).ask(Free(1), DrawCard(1, "siasat"))
    assert game.refused(Draw(1, OJEK)).reason is Reason.CARD_NOT_IN_DECK
    correct(game, CardIn(OJEK, DECK))
    game.do(Draw(1, OJEK))
    assert game.table.player(1).hand == (OJEK,)


def test_the_last_card_of_a_deck_is_given_away_while_one_is_drawn() -> None:
    game = Situation(decks="real").holds(1, *range(50, 54)).holds(2, *range(54, 58))
    game.holds(3, *range(58, 73)).ask(Free(1), DrawCard(1, "siasat"))
    happened = game.do(Correct(1, CardIn(73, 2)))
    assert "DeckEmpty" not in kinds(happened), "first the hand that is over its limit"
    game.do(Discard(2, 54))
    assert isinstance(game.table.top, DrawCard)
    correct(game, CardIn(54, 1))
    assert game.table.top == OverLimit(1)


@pytest.mark.parametrize(
    ("card", "reason"),
    [(KEJADIAN, Reason.NO_HAND_CARD), (99, Reason.NO_HAND_CARD), (ASURANSI, Reason.CARD_AWAY)],
)
def test_cards_that_are_in_no_hand(card: int, reason: Reason) -> None:
    game = Situation().owns(1, MEDAN).insured(MEDAN)
    assert why_not(game, CardIn(card, 1)) is reason
    assert card not in form(game).cards


def test_cards_of_klasik_that_are_kept_lie_open() -> None:
    game = Town()
    told = correct(game, CardIn(CHANCE_FREE, 2))
    assert not told.secret
    assert game.table.player(2).hand == (CHANCE_FREE,)
    assert why_not(game, CardIn(CHANCE_FREE + 1, 2)) is Reason.NO_HAND_CARD
    assert form(game).cards == (60, 79)


# --- who, when, why ----------------------------------------------------------------------------

OF_SEATS: tuple[Callable[[int], AnyCorrection], ...] = (
    lambda seat: PawnOn(seat, 5, stuck=False),
    lambda seat: CashOf(seat, 500),
    lambda seat: DeedOf(MEDAN, seat, mortgaged=False),
    lambda seat: CardIn(OJEK, seat),
)


@pytest.mark.parametrize("made", OF_SEATS)
def test_who_is_not_there_or_has_left_gets_nothing(made: Callable[[int], AnyCorrection]) -> None:
    game = four()
    assert why_not(game, made(5)) is Reason.NO_SUCH_SEAT
    assert why_not(game, made(CORRECTION)) is Reason.NO_SUCH_SEAT
    game.do(Leave(3))
    assert why_not(game, made(3)) is Reason.SEAT_LEFT
    assert game.refused(Correct(3, made(1))).reason is Reason.SEAT_LEFT
    assert form(game).seats == (1, 2, 4)


@pytest.mark.parametrize(
    "what",
    [PawnOn(1, 0, stuck=False), CashOf(1, 15000), DeedOf(10, 2, mortgaged=False),
     BuildingsOn(10, 0), CardIn(70, 4), CardIn(OJEK, DECK)],
)  # fmt: skip
def test_what_is_so_already_is_no_correction(what: AnyCorrection) -> None:
    assert why_not(four(), what) is Reason.NOTHING_TO_CORRECT


AT_REST = {
    "free", "rolled", "buying", "rent_open", "rent_due", "tax_due", "wealth_tax", "loan_due",
    "community", "detour", "agreed", "over_limit", "drawing", "revealing", "dealing", "last_turns",
    "over_after_trade",
}  # fmt: skip
"""Moments for corrections; in all others an auction, a trade, an event, dice are half done."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_when(moment: str) -> None:
    game = MOMENTS[moment]()
    what = CashOf(4, game.cash(4) + 10)
    if moment in AT_REST:
        correct(game, what)
        assert isinstance(correction_form(game.table, game.rules), CorrectionForm)
    else:
        assert why_not(game, what) is Reason.HALF_DONE
        found = correction_form(game.table, game.rules)
        assert isinstance(found, Refused)
        assert found.reason is Reason.HALF_DONE


@pytest.mark.parametrize("moment", sorted(AT_REST))
def test_the_question_that_was_open_is_open_still(moment: str) -> None:
    game = MOMENTS[moment]()
    top, ask = game.table.top, game.table.ask
    correct(game, CashOf(4, game.cash(4) + 10))
    assert (game.table.top, game.table.ask) == (top, ask)
    assert game.offered() or offers(game.table, game.rules).forms


def test_after_the_game_nothing_is_corrected() -> None:
    game = MOMENTS["last_turns"]()
    game.do(EndTurn(4))
    assert why_not(game, CashOf(1, 500)) is Reason.GAME_OVER


def test_a_payment_that_was_short_by_mistake_can_be_made() -> None:
    game = MOMENTS["rent_due"]()
    assert game.refused(Pay(1)).reason is Reason.MUST_RAISE
    correct(game, CashOf(1, 500))
    game.do(Pay(1))
    assert (game.cash(1), game.table.top) == (360, Free(1))


def test_a_rent_that_is_open_stays_what_it_was_at_the_landing() -> None:
    game = MOMENTS["rent_open"]()
    correct(game, DeedOf(10, 3, mortgaged=False))
    game.do(PayRent(1, 10))
    assert not game.table.rents
    assert not isinstance(game.table.top, Due)


@pytest.mark.parametrize(
    ("note", "fits"),
    [("", True), ("x" * LONGEST_NOTE, True), ("x" * (LONGEST_NOTE + 1), False), ("a\nb", False),
     ("\ud800", False)],
)  # fmt: skip
def test_a_note_is_a_line_of_text(note: str, fits: bool) -> None:
    game = Situation()
    if fits:
        assert correct(game, CashOf(1, 500), note).note == note
    else:
        assert game.refused(Correct(1, CashOf(1, 500), note)).reason is Reason.BAD_NOTE


# --- what the screen is told -------------------------------------------------------------------


@SETS
def test_everything_in_the_form_is_accepted(table: type[Situation]) -> None:
    game = table().owns(1, BANDA_ACEH).owns(2, 5, mortgaged=True).owns(3, 6 if table is Town else 8)
    found = form(game)
    whats: list[AnyCorrection] = [PawnOn(s, t, stuck=False) for s in found.pawns for t in range(36)]
    whats += [DeedOf(t, o, mortgaged=False) for t, owners in found.deeds for o in owners]
    whats += [BuildingsOn(t, n) for t, levels in found.levels for n in levels]
    whats += [CardIn(c, s) for c in found.cards for s in (DECK, *found.seats)]
    whats += [CashOf(a, n) for a in found.accounts for n in (0, found.step, found.most)]
    before = game.table
    for what in whats:
        game.set(**{f: getattr(before, f) for f in before.__struct_fields__})
        if what not in _as_they_are(game):
            correct(game, what)
    assert len(whats) > 200


def _as_they_are(game: Situation) -> list[AnyCorrection]:
    from ketuk.engine.corrections import as_it_stands

    seats, tiles = game.table.seats, game.rules.board.deeds
    found: list[AnyCorrection] = [as_it_stands(game.table, CashOf(s, 0)) for s in seats]
    found += [as_it_stands(game.table, PawnOn(s, 0, stuck=False)) for s in seats]
    found += [as_it_stands(game.table, DeedOf(t, 0, mortgaged=False)) for t in tiles]
    found += [as_it_stands(game.table, BuildingsOn(t, 0)) for t in tiles]
    return [*found, *(as_it_stands(game.table, CardIn(c, 0)) for c in game.rules.cards)]


def test_no_question_offers_a_correction() -> None:
    game = four()
    found = offers(game.table, game.rules)
    assert not [c for c in (*found.commands, *found.standing) if isinstance(c, Correct)]
    assert not [f for f in found.forms if isinstance(f, CorrectionForm)]
