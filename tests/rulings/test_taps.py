"""What a card means (section 10 of the book), by the state of the table."""

import pytest
from auctions import all_ready, declined, hammered, revealed
from moments import MOMENTS
from rounds import reveal
from situations import Situation, only

from ketuk import engine
from ketuk.engine.commands import (
    AnyCommand,
    BidCard,
    Buy,
    Choose,
    ClaimRent,
    Confirm,
    Discard,
    Draw,
    Pay,
    PayRent,
    Pick,
    Play,
    RevealCard,
    Roll,
)
from ketuk.engine.events import RentClosed
from ketuk.engine.offers import DiceForm
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import (
    Bill,
    BuyChoice,
    DrawCard,
    Free,
    Handover,
    OpenRent,
    OpenTurns,
    OverLimit,
    Reveal,
)
from ketuk.engine.taps import (
    Choice,
    Denied,
    Do,
    Fill,
    Ignored,
    LastTap,
    Making,
    Meaning,
    PutDown,
    Selected,
    Shown,
    meaning,
    narrow,
)

BOX, TRADE = 140, "trade"
JALAN_TIKUS, OJEK, TAWAR, DISKON, IZIN_BANGUN = 50, 52, 54, 56, 58
WARGA_RAMAI, RAZIA, JALUR, SPONSOR, DEMO, DITANGGUHKAN = 62, 64, 66, 68, 70, 72
DEVICES = (None, 1, 2, 3)


def tap(
    game: Situation,
    item: int,
    seat: int | None = None,
    *,
    last: int = 0,
    making: Making = None,
) -> Meaning:
    """The card read on the device of a seat (None: the shared one)."""
    before = LastTap(last, game.table.ask) if last else None
    return meaning(game.table, game.rules, item, seat, before, making)


def owed(lander: int, owner: int, tile: int) -> OpenRent:
    return OpenRent(lander, owner, Bill(tile, 100, "level", total=100))


def open_rents(*rents: OpenRent) -> Situation:
    """Seat 1 on turn; cities of 2 and 3, and rents as given."""
    return Situation().owns(2, 5, 10).owns(3, 20).set(rents=rents)


# --- the box card --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MOMENTS)
def test_the_box_card_shows_the_box_at_any_time(name: str) -> None:
    assert tap(MOMENTS[name](), BOX) == Shown(BOX)


def test_a_card_that_no_box_has() -> None:
    for item in (-1, 3, 36, 46, 74, 92, 136, 141):
        with pytest.raises(KeyError):
            tap(Situation(), item)


# --- player cards --------------------------------------------------------------------------------


def test_a_player_card_is_looked_at() -> None:
    game = Situation()
    for seat in (1, 2, 3):
        for device in DEVICES:
            assert tap(game, 39 + seat, device) == Selected(seat)
    for nobody in (43, 44, 45):
        assert tap(game, nobody) == Shown(nobody)


def test_a_player_card_claims_the_rent_that_is_open() -> None:
    game = open_rents(owed(1, 2, 5))
    assert tap(game, 40) == Do(ClaimRent(2, 1))
    assert tap(game, 40, 2) == Do(ClaimRent(2, 1))
    assert tap(game, 40, 3) == Selected(1)
    assert tap(game, 40, 1) == Selected(1)
    assert tap(game, 41) == Selected(2)


def test_several_rents_of_one_owner_are_claimed_oldest_first() -> None:
    game = open_rents(owed(1, 2, 10), owed(1, 2, 5))
    assert tap(game, 40) == Do(ClaimRent(2, 1))
    closed = only(game.do(ClaimRent(2, 1)), RentClosed)
    assert (closed.tile, closed.how) == (10, "claimed")
    assert tap(game, 40) == Do(ClaimRent(2, 1))
    assert ClaimRent(2, 1, 5) not in game.offered(), "the only one that is left"


def test_rents_of_several_owners_are_a_choice_on_the_shared_device() -> None:
    game = open_rents(owed(1, 3, 20), owed(1, 2, 5))
    assert tap(game, 40) == Choice(40, (ClaimRent(3, 1), ClaimRent(2, 1)))
    assert tap(game, 40, 2) == Do(ClaimRent(2, 1))
    assert tap(game, 40, 3) == Do(ClaimRent(3, 1))


@pytest.mark.parametrize("name", ["buying", "detour", "community", "raid", "answer", "bids"])
def test_with_a_question_open_a_player_card_claims_nothing(name: str) -> None:
    game = MOMENTS[name]().set(rents=(owed(1, 2, 10),))
    assert tap(game, 40) == Selected(1)
    assert tap(game, 40, 2) == Selected(1)


def test_a_choice_of_a_player_comes_before_all_else() -> None:
    game = Situation(players=4).holds(1, RAZIA).has(1, 100).set(rents=(owed(3, 2, 10),))
    choice = tap(game, RAZIA)
    assert isinstance(choice, Choice)
    assert choice.commands == tuple(Play(1, RAZIA, target=s) for s in (2, 3, 4))
    assert narrow(game.rules, choice, 42) == Do(Play(1, RAZIA, target=3))
    assert narrow(game.rules, choice, 40) == Shown(40)
    assert narrow(game.rules, choice, 10) == Shown(10)


# --- property cards ------------------------------------------------------------------------------


def test_a_property_card_is_shown_where_nothing_else_is_meant() -> None:
    game = Situation().owns(1, 5).owns(2, 10)
    for tile in game.rules.board.deeds:
        for device in DEVICES:
            assert tap(game, tile, device) == Shown(tile)


@pytest.mark.parametrize("device", DEVICES)
def test_a_property_card_confirms_a_transfer(device: int | None) -> None:
    game = Situation().owns(1, 5).ask(Free(1), Handover((5, 10)))
    assert tap(game, 5, device) == Do(Confirm(device or 1, 5))
    assert tap(game, 5, device, last=5) == Do(Confirm(device or 1, 5))
    assert tap(game, 5, device, making=TRADE) == Do(Confirm(device or 1, 5))
    assert isinstance(tap(game, 20, device), Shown)


def test_a_property_card_picks_the_city_that_is_asked_for() -> None:
    game = Situation().owns(3, 28, 29, 1)
    reveal(game, 88)
    assert tap(game, 29) == Do(Pick(3, 29))
    assert tap(game, 29, 3) == Do(Pick(3, 29))
    assert tap(game, 29, 1) == Shown(29)
    assert tap(game, 1) == Shown(1)
    assert tap(game, 29, making=TRADE) == Do(Pick(3, 29))


def test_a_property_card_is_the_place_of_pasar_malam() -> None:
    game = Situation().stands(1, 4)
    game.do(Roll(1), dice=[(1, 2)])
    assert tap(game, 35) == Do(Choose(1, "pasar_malam", 35))
    assert tap(game, 35, 1) == Do(Choose(1, "pasar_malam", 35))
    assert tap(game, 35, 2) == Shown(35)
    assert tap(game, 4) == Shown(4)
    assert tap(game.pot(990), 35) == Shown(35)


def test_a_property_card_never_stands_for_the_zone_of_that_number() -> None:
    game = Situation().stands(1, 4).flooded(19).pot(990)
    game.do(Roll(1), dice=[(1, 2)])
    assert Choose(1, "perbaikan", 4) in game.offered()
    assert tap(game, 4) == Shown(4)
    choice = Choice(0, game.offered())
    assert narrow(game.rules, choice, 4) == Shown(4)


@pytest.mark.parametrize(("cash", "ways"), [(1000, 1), (990, 0), (1010, 1)])
def test_a_property_card_buys_what_one_has_just_landed_on(cash: int, ways: int) -> None:
    game = Situation().has(1, cash).ask(Free(1), BuyChoice(1, 5))
    for device in (None, 1):
        found = tap(game, 5, device)
        if ways:
            assert found == Do(Buy(1))
        else:
            assert isinstance(found, Denied)
            assert found.refused.reason is Reason.SHORT_OF_CASH
            assert found.refused.about == {"short": 10, "amount": 1000}
    other = tap(game, 5, 2)
    assert isinstance(other, Denied)
    assert other.refused.reason is Reason.NOT_YOUR_TURN
    assert tap(game, 6) == Shown(6)


def test_buying_takes_a_diskon_only_where_nothing_else_is_enough() -> None:
    game = Situation().holds(1, DISKON, 57).ask(Free(1), BuyChoice(1, 5))
    assert tap(game, 5) == Do(Buy(1))
    assert tap(game, DISKON) == Do(Buy(1, DISKON))
    game.has(1, 900)
    assert tap(game, 5) == Choice(5, (Buy(1, DISKON), Buy(1, 57)))


def test_buying_comes_before_the_table_of_a_trade() -> None:
    game = Situation().owns(1, 10).ask(Free(1), BuyChoice(1, 5))
    assert tap(game, 5, making=TRADE) == Do(Buy(1))
    assert tap(game, 10, making=TRADE) == PutDown(10, 1)


def test_nusantara_is_not_bought_with_its_card() -> None:
    game = Situation().effects(capital=True).stands(1, 24)
    game.do(Roll(1), dice=[(1, 2)])
    assert tap(game, 27) == Shown(27)
    hammered(game, {2: 3})
    assert tap(game, 27) == Do(Pay(2))


def test_a_property_card_pays_for_what_was_won() -> None:
    game = declined(Situation(), 5)
    hammered(game, {2: 4})
    assert tap(game, 5) == Do(Pay(2))
    assert tap(game, 5, 2) == Do(Pay(2))
    assert isinstance(tap(game, 5, 1), Denied)


def test_a_property_card_pays_the_rent() -> None:
    game = open_rents(owed(1, 2, 5))
    assert tap(game, 5) == Do(PayRent(1, 5))
    assert tap(game, 5, 1) == Do(PayRent(1, 5))
    assert tap(game, 5, 2) == Shown(5)
    assert tap(game, 10) == Shown(10)


def test_rents_of_several_landers_are_a_choice_on_the_shared_device() -> None:
    game = open_rents(owed(1, 2, 5), owed(3, 2, 5))
    assert tap(game, 5) == Choice(5, (PayRent(1, 5), PayRent(3, 5)))
    assert tap(game, 5, 3) == Do(PayRent(3, 5))
    choice = tap(game, 5)
    assert isinstance(choice, Choice)
    assert isinstance(narrow(game.rules, choice, 5), Choice)


def test_the_rent_comes_before_the_table_of_a_trade() -> None:
    game = open_rents(owed(1, 2, 5))
    assert tap(game, 5, making=TRADE) == Do(PayRent(1, 5))
    game.do(PayRent(1, 5))
    assert tap(game, 5, making=TRADE) == PutDown(5, 2)
    assert tap(game, 6, making=TRADE) == Shown(6)


# --- Siasat --------------------------------------------------------------------------------------


def drawing(**options: str) -> Situation:
    game = Situation(decks="real", **options).holds(1, SPONSOR)
    return game.ask(Free(1), DrawCard(1, "siasat"))


def test_a_siasat_card_is_the_one_drawn() -> None:
    game = drawing()
    for device in DEVICES:
        assert tap(game, RAZIA, device) == Do(Draw(1, RAZIA))
        assert tap(game, RAZIA, device, making=TRADE) == Do(Draw(1, RAZIA))
    game.do(Draw(1, RAZIA))
    assert game.table.player(1).hand == (SPONSOR, RAZIA)


def test_a_drawn_card_that_is_read_once_more_is_not_played_by_that() -> None:
    game = drawing().set(opened=(7, 9))
    assert tap(game, OJEK) == Do(Draw(1, OJEK))
    last = LastTap(OJEK, game.table.ask)
    game.do(Draw(1, OJEK))
    assert meaning(game.table, game.rules, OJEK, last=last) == Ignored(OJEK, "4.6.5")
    meant = LastTap(OJEK, game.table.ask)  # tapped once more all the same
    assert meaning(game.table, game.rules, OJEK, last=meant) == Do(Play(1, OJEK))
    assert tap(game, OJEK, last=SPONSOR) == Do(Play(1, OJEK))


def test_while_cards_are_dealt_one_that_is_read_twice_is_dealt_once() -> None:
    game = Situation(decks="real").ask(Free(1), DrawCard(2, "siasat"), DrawCard(1, "siasat"))
    last = LastTap(RAZIA, game.table.ask)
    game.do(Draw(1, RAZIA))
    assert game.table.top == DrawCard(2, "siasat")
    assert meaning(game.table, game.rules, RAZIA, last=last) == Ignored(RAZIA, "4.6.5")
    assert meaning(game.table, game.rules, SPONSOR, last=last) == Do(Draw(2, SPONSOR))


def test_a_rent_that_opens_after_a_look_at_its_card_is_paid_with_it() -> None:
    game = Situation().owns(2, 35).stands(1, 32)
    assert tap(game, 35) == Shown(35)
    last = LastTap(35, game.table.ask)
    game.do(Roll(1), dice=[(1, 2)])
    assert meaning(game.table, game.rules, 35, last=last) == Do(PayRent(1, 35))


def test_a_card_that_somebody_holds_cannot_be_drawn() -> None:
    game = drawing()
    assert tap(game, SPONSOR) == Do(Draw(1, SPONSOR))
    assert game.refused(Draw(1, SPONSOR)).reason is Reason.CARD_NOT_IN_DECK


def test_a_siasat_card_is_the_one_to_discard() -> None:
    game = Situation().holds(1, TAWAR, 50, 51, 52, 53).holds(2, RAZIA).ask(Free(1), OverLimit(1))
    for device in (None, 1):
        assert tap(game, TAWAR, device) == Do(Discard(1, TAWAR))
        assert tap(game, TAWAR, device, making=TRADE) == Do(Discard(1, TAWAR))
    assert isinstance(tap(game, TAWAR, 2), Denied)
    assert not isinstance(tap(game, RAZIA), Do)


def test_over_the_limit_a_card_that_can_be_played_is_a_choice() -> None:
    game = Situation().holds(1, SPONSOR, TAWAR, 51, 53, 55).ask(Free(1), OverLimit(1))
    both = Choice(SPONSOR, (Discard(1, SPONSOR), Play(1, SPONSOR)))
    for device in (None, 1):
        assert tap(game, SPONSOR, device) == tap(game, SPONSOR, device, making=TRADE) == both
    assert isinstance(tap(game, SPONSOR, 2), Denied)
    ways = tap(game, 51)
    assert isinstance(ways, Choice)
    assert ways.commands == (Discard(1, 51), *(Play(1, 51, steps=n) for n in range(1, 7)))


def test_over_the_limit_an_ojek_with_real_dice_is_not_thrown_away_unasked() -> None:
    game = Situation(dice="real").holds(1, OJEK, TAWAR, 51, 55, 57).ask(Free(1), OverLimit(1))
    assert tap(game, OJEK) == Choice(OJEK, (Discard(1, OJEK),))
    assert tap(game, TAWAR) == Do(Discard(1, TAWAR))
    game.turn(1, may_roll=False).ask(Free(1), OverLimit(1))
    assert tap(game, OJEK) == Do(Discard(1, OJEK))


def test_izin_bangun_without_a_ruko_in_stock_says_so_whatever_city_is_meant() -> None:
    denied = tap(Situation().holds(1, IZIN_BANGUN).owns(1, 5, 35).stock(0, 6), IZIN_BANGUN)
    assert isinstance(denied, Denied)
    assert (denied.refused.reason, denied.refused.ruling) == (Reason.NO_STOCK, "4.3.9")


def test_razia_against_players_who_are_all_stuck_has_no_target() -> None:
    denied = tap(Situation().holds(1, RAZIA).has(1, 100).stuck(2).stuck(3), RAZIA)
    assert isinstance(denied, Denied)
    assert denied.refused == Refused(Reason.NO_TARGET, "", {"card": RAZIA})


def test_a_siasat_card_goes_onto_the_table_of_a_trade() -> None:
    game = Situation().holds(1, SPONSOR).holds(2, RAZIA)
    assert tap(game, SPONSOR, making=TRADE) == PutDown(SPONSOR, 1)
    assert tap(game, RAZIA, making=TRADE) == PutDown(RAZIA, 2)
    assert tap(game, DEMO, making=TRADE) == Shown(DEMO)


def test_a_siasat_card_is_played() -> None:
    game = Situation().holds(1, SPONSOR)
    assert tap(game, SPONSOR) == tap(game, SPONSOR, 1) == Do(Play(1, SPONSOR))
    denied = tap(game, SPONSOR, 2)
    assert isinstance(denied, Denied)
    assert denied.refused.reason is Reason.CARD_NOT_HELD


def test_a_siasat_card_asks_for_its_target() -> None:
    game = Situation().holds(1, JALAN_TIKUS, WARGA_RAMAI, IZIN_BANGUN, DEMO).owns(1, 5, 35)
    steps = tap(game, JALAN_TIKUS)
    assert steps == Choice(JALAN_TIKUS, tuple(Play(1, JALAN_TIKUS, steps=n) for n in range(1, 7)))
    city = tap(game, WARGA_RAMAI)
    assert city == Choice(WARGA_RAMAI, tuple(Play(1, WARGA_RAMAI, tile=t) for t in (5, 35)))
    assert isinstance(city, Choice)
    assert narrow(game.rules, city, 35) == Do(Play(1, WARGA_RAMAI, tile=35))
    assert narrow(game.rules, city, 10) == Shown(10)
    edges = tap(game, DEMO)
    assert isinstance(edges, Choice)
    assert len(edges.commands) == 16


def test_one_target_needs_no_question() -> None:
    game = Situation().holds(1, IZIN_BANGUN, RAZIA).owns(1, 5).has(2, 100).has(3, 40000)
    assert tap(game, IZIN_BANGUN) == Do(Play(1, IZIN_BANGUN, tile=5))
    assert tap(game, RAZIA) == Do(Play(1, RAZIA, target=3))


def test_ojek_wants_real_dice() -> None:
    assert tap(Situation().holds(1, OJEK), OJEK) == Do(Play(1, OJEK))
    game = Situation(dice="real").holds(1, OJEK)
    assert tap(game, OJEK) == Fill(DiceForm(1, "play", 3, OJEK))


def test_cards_that_answer_what_is_open() -> None:
    game = Situation().holds(1, DITANGGUHKAN).stands(1, 13)
    game.do(Roll(1), dice=[(1, 2)])
    assert tap(game, DITANGGUHKAN) == Do(Play(1, DITANGGUHKAN))
    game = Situation().holds(1, RAZIA).holds(3, JALUR)
    game.do(Play(1, RAZIA, target=3))
    assert tap(game, JALUR) == Do(Play(3, JALUR))
    game = declined(Situation().holds(2, TAWAR), 5)
    revealed(game, {1: 1})
    assert tap(game, TAWAR) == Do(Play(2, TAWAR))


@pytest.mark.parametrize(
    ("card", "reason", "ruling"),
    [
        (RAZIA, Reason.NOBODY_RICHER, "4.4.15"),
        (TAWAR, Reason.CARD_NOT_NOW, "4.2.5"),
        (DITANGGUHKAN, Reason.CARD_NOT_NOW, "4.4.22"),
        (JALUR, Reason.NOT_STUCK, ""),
    ],
)
def test_a_card_that_cannot_be_played_says_why(card: int, reason: Reason, ruling: str) -> None:
    game = Situation().has(2, 100).has(3, 100).holds(1, card)
    denied = tap(game, card)
    assert isinstance(denied, Denied)
    assert (denied.refused.reason, denied.refused.ruling) == (reason, ruling)


def test_a_siasat_card_that_nobody_holds_is_shown() -> None:
    game = Situation().owns(1, 5).insured(5, 60)
    for card in (60, SPONSOR):
        assert tap(game, card) == Shown(card)


def test_a_siasat_card_confirms_a_transfer() -> None:
    game = Situation().holds(2, SPONSOR).ask(Free(1), Handover((SPONSOR,)))
    for device in DEVICES:
        assert tap(game, SPONSOR, device, last=SPONSOR) == Do(Confirm(device or 1, SPONSOR))


# --- Kejadian ------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", ["real", "app"])
def test_a_kejadian_card_is_the_event_of_the_round(decks: str) -> None:
    game = Situation(decks=decks).set(phase="queue").ask(OpenTurns(), Reveal(2))
    for device in DEVICES:
        real = Do(RevealCard(2, 86))
        assert tap(game, 86, device) == (real if decks == "real" else Shown(86))


@pytest.mark.parametrize("name", sorted(MOMENTS.keys() - {"revealing"}))
def test_at_other_times_a_kejadian_card_is_shown(name: str) -> None:
    assert tap(MOMENTS[name](), 86) == Shown(86)


# --- bid cards -----------------------------------------------------------------------------------


def test_a_bid_card_is_the_bid_of_its_seat() -> None:
    game = all_ready(declined(Situation(), 5))
    for seat in (1, 2, 3):
        for card in range(6):
            item = 100 + 6 * (seat - 1) + card
            assert tap(game, item) == tap(game, item, seat) == Do(BidCard(seat, card))
            other = tap(game, item, seat % 3 + 1)
            assert isinstance(other, Denied)
            assert other.refused.reason is Reason.NOT_YOUR_TURN
    assert tap(game, 118) == Shown(118)  # seat 4 does not play


def test_another_card_of_the_same_seat_replaces_its_bid() -> None:
    game = all_ready(declined(Situation(), 5))
    game.do(BidCard(1, 2))
    assert tap(game, 102, last=102) == Ignored(102, "4.6.5")
    before = LastTap(102, game.table.ask - 1)  # read for another question: not the same reading
    assert meaning(game.table, game.rules, 102, last=before) == Do(BidCard(1, 2))
    assert tap(game, 103, last=102) == Do(BidCard(1, 3))
    game.do(BidCard(1, 3))
    assert tap(game, 102, last=103) == Do(BidCard(1, 2))


def test_a_bid_card_without_an_auction_is_shown() -> None:
    assert tap(Situation(), 100) == Shown(100)
    assert tap(Situation().ask(Free(1), BuyChoice(1, 5)), 100) == Shown(100)


# --- whatever the moment -------------------------------------------------------------------------

LOOKS = (Selected, Shown, PutDown, Fill, Denied)
TAKES_NUMBERS = (BidCard, Draw, RevealCard)
"""Commands that take whatever card was tapped; the table says what is wrong with it."""


@pytest.mark.parametrize("name", MOMENTS)
def test_no_tap_is_a_guess(name: str) -> None:
    game = MOMENTS[name]()
    table, rules = game.table, game.rules
    offered = game.offered()
    for item in rules.items:
        for device in (None, 1, 2, 3, 4):
            found = tap(game, item.number, device)
            if isinstance(found, LOOKS):
                continue
            if isinstance(found, Choice):
                assert len(set(found.commands)) > 1
                assert set(found.commands) <= set(offered)
                continue
            assert isinstance(found, Do)
            if isinstance(found.command, TAKES_NUMBERS):
                continue
            assert found.command in offered, (item, device)
            assert device in (None, found.command.seat) or isinstance(found.command, Confirm)
            same = [c for c in offered if _says(c) == _says(found.command)]
            if not isinstance(found.command, Buy | Pay | Confirm):
                assert len(same) == 1, (item, device, same)
    assert game.table is table


def _says(command: AnyCommand) -> tuple[object, ...]:
    """What of a command the card can tell: its kind and the card itself."""
    card, tile = getattr(command, "card", 0), getattr(command, "tile", -1)
    return type(command), command.seat, card, tile if not card else -1, _choice(command)


def _choice(command: AnyCommand) -> tuple[object, ...]:
    if isinstance(command, Choose):
        return command.option, command.target
    return (getattr(command, "debtor", 0), getattr(command, "item", 0))


@pytest.mark.parametrize("name", MOMENTS)
def test_a_card_read_twice_changes_nothing_twice(name: str) -> None:
    """After a tap was carried out the same card again is ignored, shown, or what is still open."""
    for item in MOMENTS[name]().rules.items:
        game = MOMENTS[name]()
        found = tap(game, item.number)
        if not isinstance(found, Do) or isinstance(found.command, Play | Draw | RevealCard):
            continue
        ask = game.table.ask
        outcome = engine.decide(game.table, found.command, game.rules, engine.ScriptedLuck())
        if isinstance(outcome, Refused):
            continue
        for event in outcome:
            game.table = engine.evolve(game.table, event)
        last = LastTap(item.number, ask)
        again = meaning(game.table, game.rules, item.number, None, last)
        assert again != found, item
