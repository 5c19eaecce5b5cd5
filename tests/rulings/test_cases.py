"""Cases in which other games of this kind went wrong, put as trials of this one.

Named by section: A auctions, B buildings, C mortgage, D trades and contracts, E jail and dice,
F rent, cards and movement, G debt and the end, H protocol and bots. What a ruling's own tests try
already is not tried again.
"""

from collections.abc import Iterator

import pytest
from auctions import declined, hammered
from lucky import Lucky
from situations import Situation, only

from ketuk import engine
from ketuk.engine import codec
from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Build,
    Buy,
    ClaimRent,
    Concede,
    Decline,
    Discard,
    EndTurn,
    Fly,
    GoOn,
    LeaveJail,
    Mortgage,
    Pay,
    PayDetour,
    PayRent,
    Play,
    Propose,
    Redeem,
    Roll,
    SellBuilding,
    Stop,
)
from ketuk.engine.events import (
    Acquired,
    AnyEvent,
    AuctionClosed,
    CardDrawn,
    Excused,
    GameEnded,
    Owed,
    Paid,
    RentOpened,
)
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import (
    BANK,
    POT,
    BuyChoice,
    Contract,
    Detour,
    Due,
    Free,
    Goods,
    OverLimit,
    Trade,
)
from ketuk.engine.waiting import waiting

BANDUNG, JAKARTA, DENPASAR = 33, 35, 28
JALAN_TIKUS, IZIN_BANGUN, RAZIA, SPONSOR = 50, 58, 64, 68


def landing(game: Situation, tile: int, dice: tuple[int, int] = (1, 2)) -> list[AnyEvent]:
    """Seat 1 goes to a tile by a throw."""
    return game.turn(1).stands(1, (tile - sum(dice)) % 36).do(Roll(1), dice=[dice])


# --- A: auctions -------------------------------------------------------------------------------


def test_a_a_winner_without_cash_and_with_every_city_built_is_never_stuck() -> None:
    """On paper the bid is void, and the fine is raised from buildings: there is always a way."""
    game = Situation(edition="kertas").owns(2, BANDUNG, JAKARTA, level=1).has(2, 0)
    declined(game, DENPASAR)
    hammered(game, {2: 3, 3: 1})
    assert game.offered() == (Concede(2),)
    game.do(Concede(2))
    assert game.table.top == Due(2, POT, 200, "bid_fine", "4.2.4")
    assert {SellBuilding(2, BANDUNG), SellBuilding(2, JAKARTA)} == set(game.offered())
    game.do(SellBuilding(2, JAKARTA), Pay(2), Pay(3))
    assert (game.owner(DENPASAR), game.cash(2), game.table.top) == (3, 800, Free(1))


def test_a_a_void_bid_with_nothing_to_raise_the_fine_ends_the_auction_all_the_same() -> None:
    game = Situation(edition="kertas").has(2, 0)
    declined(game, DENPASAR)
    hammered(game, {2: 3})
    events = game.do(Concede(2))
    assert only(events, Owed) == Owed(2, POT, 200, "bid_fine", "4.2.4")
    assert only(events, AuctionClosed).how == "unsold"
    assert game.table.top == Free(1)


def test_a_the_bid_is_paid_not_the_printed_price() -> None:
    game = declined(Situation(), 1)
    hammered(game, {2: 1})
    assert only(game.do(Pay(2)), Paid).amount == 150
    assert (game.owner(1), game.cash(2)) == (2, 17350)


# --- B: buildings and their stock --------------------------------------------------------------


def bot_steps(game: Situation, seat: int) -> Iterator[AnyCommand]:
    """What the cautious player does of its own until it is no longer asked."""
    policy = cautious_policy()
    while seat in waiting(game.table):
        command = policy(game.rules, game.table, seat)
        assert command is not None
        assert not isinstance(command, EndTurn | Roll) or not game.table.turn.may_roll
        yield command
        game.do(command)
        if isinstance(command, EndTurn):
            return


def test_b_a_bot_builds_what_the_stock_has_and_no_more() -> None:
    game = Situation().owns(1, BANDUNG, JAKARTA).stock(1, 0).turn(1, may_roll=False)
    assert [type(c) for c in bot_steps(game, 1)] == [Build, EndTurn]
    assert game.table.stock == (0, 0)


def test_b_all_proyek_of_one_hand_are_still_no_set() -> None:
    game = Situation().owns(1, 4, 14, 23, 32, 27).effects(capital=True)
    assert not [c for c in game.offered() if isinstance(c, Build)]
    for tile in (4, 14, 23, 32, 27):
        assert game.refused(Build(1, tile)).reason is Reason.ONLY_CITY
    assert only(landing(Situation().owns(2, 4, 14), 4), RentOpened).bill.total == 200


@pytest.mark.parametrize("tile", [-1, 0, 36, 99])
def test_b_building_nowhere_is_refused(tile: int) -> None:
    assert Situation().refused(Build(1, tile)).reason is Reason.NOT_A_PROPERTY


@pytest.mark.parametrize("plain", [{"type": "build", "seat": 1}, {"type": "build", "tile": None}])
def test_b_building_without_a_place_is_no_command(plain: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"tile|seat"):
        codec.command_of(plain)


# --- C: exact sums are enough ------------------------------------------------------------------


def optional(name: str) -> tuple[Situation, AnyCommand, int]:
    """A situation in which something may be paid, the command, and what it costs."""
    game = Situation()
    match name:
        case "buy":
            return game.ask(Free(1), BuyChoice(1, JAKARTA)), Buy(1), 4000
        case "build":
            return game.owns(1, BANDUNG, JAKARTA), Build(1, JAKARTA), 2000
        case "permit":
            game.owns(1, JAKARTA).holds(1, IZIN_BANGUN)
            return game, Play(1, IZIN_BANGUN, tile=JAKARTA), 2000
        case "redeem":
            return game.owns(1, BANDUNG, mortgaged=True), Redeem(1, BANDUNG), 1930
        case "jail":
            return game.stuck(1), LeaveJail(1), 500
        case "flight":
            return game.stands(1, 18).effects(route_open=True), Fly(1), 500
        case _:
            game.stands(1, 4).barricade(8).ask(Free(1), Detour(1, 6, "dice", 8, 300))
            return game, PayDetour(1), 300


@pytest.mark.parametrize("name", ["buy", "build", "permit", "redeem", "jail", "flight", "detour"])
@pytest.mark.parametrize("beyond", [-10, 0, 10])
def test_c_exactly_enough_is_enough(name: str, beyond: int) -> None:
    game, command, price = optional(name)
    game.has(1, price + beyond)
    if beyond < 0:
        refused = game.refused(command)
        assert (refused.reason, refused.about["short"]) == (Reason.SHORT_OF_CASH, 10)
        return
    assert command in game.offered()
    events = game.do(command)
    assert [e.amount for e in events if isinstance(e, Paid) and e.payer == 1] == [price]


@pytest.mark.parametrize("tile", [10, 11, 13])
def test_c_with_a_ruko_on_two_of_three_none_is_mortgaged(tile: int) -> None:
    game = Situation().owns(1, 10, 11, level=1).owns(1, 13)
    assert game.refused(Mortgage(1, tile)).ruling == "4.3.6"
    assert not [c for c in game.offered() if isinstance(c, Mortgage)]


# --- D: trades and contracts -------------------------------------------------------------------


@pytest.mark.parametrize("cards", [(RAZIA, RAZIA), (RAZIA, 65), (-1,), (0,), (99,)])
def test_d_cards_are_counted_and_held(cards: tuple[int, ...]) -> None:
    game = Situation().holds(1, RAZIA)
    trade = Trade(1, 2, give=Goods(cards=cards), take=Goods(cash=500))
    assert game.refused(Propose(1, trade)).reason is Reason.TRADE_GOODS


def test_d_a_bebas_sewa_is_with_a_player_not_with_a_deed() -> None:
    """The giver's city is sold on: its new owner collects; what the giver buys is covered."""
    deal = Contract("rent_free", giver=2, taker=1, until=5)
    game = Situation(players=4).owns(2, JAKARTA).set(contracts=(deal,))
    assert only(landing(game, JAKARTA), Excused).ruling == "4.2.10"
    game.turn(2, may_roll=False)
    sale = Trade(2, 3, give=Goods(tiles=(JAKARTA,)), take=Goods(cash=4000))
    game.do(Propose(2, sale), Accept(3), EndTurn(2), GoOn(2))
    assert only(landing(game, JAKARTA), RentOpened).owner == 3
    game.owns(2, BANDUNG)
    assert only(landing(game, BANDUNG), Excused).ruling == "4.2.10"


def test_d_trading_the_very_city_does_not_dodge_its_rent() -> None:
    game = Situation().owns(2, JAKARTA)
    landing(game, JAKARTA)
    trade = Trade(1, 2, give=Goods(cash=4000), take=Goods(tiles=(JAKARTA,)))
    game.do(Propose(1, trade), Accept(2))
    assert game.owner(JAKARTA) == 2
    game.do(EndTurn(1), GoOn(1))
    assert game.owner(JAKARTA) == 1
    paid = only(game.do(ClaimRent(2, 1)), Paid)
    assert (paid.payer, paid.payee, paid.amount, paid.why) == (1, 2, 400, "rent")


def test_d_goods_spent_before_the_end_of_the_turn_void_the_trade() -> None:
    game = Situation().has(1, 2000).owns(2, 1)
    trade = Trade(1, 2, give=Goods(cash=600), take=Goods(tiles=(1,)))
    game.turn(1, may_roll=False).owns(1, BANDUNG, JAKARTA)
    game.do(Propose(1, trade), Accept(2), Build(1, BANDUNG))
    assert game.cash(1) == 0
    game.do(EndTurn(1))
    assert (game.owner(1), game.cash(1), game.cash(2)) == (2, 0, 17500)


# --- E: jail and dice --------------------------------------------------------------------------


@pytest.mark.parametrize("cash", [490, 500, 510])
def test_e_a_fee_that_is_due_without_a_throw_behind_it_is_settled(cash: int) -> None:
    """Nothing left to raise it with, or enough: paid or owed, and no move follows."""
    game = Situation().stuck(1, tries=1).has(1, cash).ask(Free(1), Due(1, POT, 500, "jail"))
    game.do(Pay(1))
    assert (game.cash(1), game.at(1), game.table.top) == (max(cash - 500, 0), 9, Free(1))
    assert [d.amount for d in game.table.debts] == ([10] if cash < 500 else [])


# --- F: rent, cards, movement ------------------------------------------------------------------


def test_f_back_over_mulai_pays_nothing_forward_pays_once() -> None:
    game = Situation().stands(1, 2).effects(backward=True)
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.at(1), game.cash(1)) == (JAKARTA, 17000)


class Threes(Lucky):
    """Any card, and always the throw that leads from Mulai to the first Siasat."""

    def dice(self, count: int) -> tuple[int, ...]:
        return (1, 2)


def test_f_the_deck_goes_round_and_round() -> None:
    """Two hundred draws, every card discarded again: each comes up, none is lost, none is new."""
    game, luck, seen = Situation(), Threes(1), list[int]()
    for _ in range(200):
        game.turn(1).stands(1, 0)
        events = engine.decide(game.table, Roll(1), game.rules, luck)
        assert not isinstance(events, Refused)
        seen.append(only(events, CardDrawn).card)
        for event in events:
            game.table = engine.evolve(game.table, event)
        game.ask(Free(1), OverLimit(1)).do(Discard(1, seen[-1]))
    assert sorted(seen[:24]) == list(range(50, 74))
    assert seen[24:48] == seen[:24]


# --- G: debt and the end -----------------------------------------------------------------------


def test_g_a_rent_beyond_all_means_on_a_double_leaves_the_extra_roll_and_the_game() -> None:
    game = Situation().owns(2, JAKARTA, level=3).has(1, 100)
    landing(game, JAKARTA, dice=(2, 2))
    events = game.do(PayRent(1, JAKARTA))
    assert only(events, Owed).amount == 9500
    assert Roll(1) in game.offered()
    game.do(Roll(1), dice=[(1, 2)])
    assert game.table.phase == "turn"


def test_g_short_of_three_payments_each_creditor_keeps_a_claim_of_its_own() -> None:
    """What comes in later goes by the age of the debts."""
    game = Situation(players=4).has(1, 140)
    game.ask(Free(1), *(Due(1, to, 50, "loan") for to in (4, 3, 2)))
    game.do(Pay(1), Pay(1), Pay(1))
    assert [(d.creditor, d.amount) for d in game.table.debts] == [(4, 10)]
    game.owes(1, 2, 30).owes(1, POT, 30).pot(1000).holds(1, SPONSOR)
    events = game.do(Play(1, SPONSOR))
    paid = [(e.payee, e.amount) for e in events if isinstance(e, Paid) and e.why == "debt"]
    assert paid == [(4, 10), (2, 30), (POT, 30)]
    assert (game.cash(1), game.table.debts) == (930, ())


def test_g_creditors_who_owe_each_other_are_all_paid() -> None:
    """Round in a ring and back: money that arrives goes on until a debt is gone."""
    game = Situation().has(1, 0).has(2, 0).has(3, 0).holds(1, SPONSOR)
    game.owes(1, 2, 400).owes(2, 3, 300).owes(3, 1, 200).owes(1, 3, 500)
    game.do(Play(1, SPONSOR))
    assert game.table.debts == ()
    assert [game.cash(s) for s in (1, 2, 3)] == [300, 100, 600]


def test_g_a_turn_does_not_end_over_the_payment_of_somebody_else() -> None:
    game = Situation().owns(2, JAKARTA, level=3).owns(1, 1).has(1, 0)
    landing(game, JAKARTA)
    game.turn(2, may_roll=False).do(ClaimRent(2, 1))
    assert isinstance(game.table.top, Due)
    assert game.refused(EndTurn(2)).reason is Reason.QUESTION_OPEN
    assert waiting(game.table) == (1,)
    game.do(Mortgage(1, 1), Pay(1), EndTurn(2))


def test_g_a_debt_paid_off_is_over() -> None:
    game = Situation().has(1, 0).owes(1, 2, 500).ask(Free(1), BuyChoice(1, 1))
    assert game.refused(Buy(1)).reason is Reason.IN_DEBT
    game.ask(Free(1)).holds(1, SPONSOR).do(Play(1, SPONSOR))
    assert not game.table.in_debt(1)
    game.has(1, 600).ask(Free(1), BuyChoice(1, 1)).do(Buy(1))


@pytest.mark.parametrize("seed", range(6))
def test_g_a_game_has_one_result(seed: int) -> None:
    rules, luck, policy = engine.ruleset("nusantara"), Lucky(seed), cautious_policy()
    events = list(engine.new_game(rules, ("Ayu", "Budi", "Citra"), luck))
    table = engine.replay(events)
    while table.top is not None:
        ways = (policy(rules, table, seat) for seat in table.seats)
        command = next(way for way in ways if way is not None)
        outcome = engine.decide(table, command, rules, luck)
        assert not isinstance(outcome, Refused)
        for event in outcome:
            table = engine.evolve(table, event)
        events += outcome
    assert sum(isinstance(e, GameEnded) for e in events) == 1
    assert isinstance(events[-1], GameEnded)


# --- H: protocol -------------------------------------------------------------------------------


def test_h_only_buying_buys() -> None:
    game = Situation().ask(Free(1), BuyChoice(1, JAKARTA)).holds(1, JALAN_TIKUS, SPONSOR)
    others: list[AnyCommand] = [Roll(1), EndTurn(1), Pay(1), GoOn(1), Stop(1), PayRent(1, JAKARTA)]
    for command in (*others, Play(1, SPONSOR), Buy(2), Decline(2)):
        assert isinstance(game.refused(command), Refused)
    assert not [e for e in game.do(Decline(1)) if isinstance(e, Acquired)]
    assert game.owner(JAKARTA) == BANK
