"""Dice and open auctions of the invented set: a third die, and bids in rotation and on credit."""

import random

import pytest
from any_game import AnyGame
from invented import pasar
from situations import only
from town import Town

from ketuk.engine.commands import (
    Bid,
    Build,
    Buy,
    Decline,
    EndTurn,
    Leave,
    Mortgage,
    Pass,
    Pay,
    Redeem,
    Roll,
)
from ketuk.engine.events import Acquired, AuctionClosed, Passed, Rolled
from ketuk.engine.offers import BidForm, DiceForm, forms, offers
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Bidding, BuyChoice, Due, Free, Options
from ketuk.engine.taps import Choice, Do, Selected, Shown, meaning
from ketuk.engine.waiting import waiting


class Pasar(Town):
    def ruleset(self) -> RuleSet:
        return pasar()

    def auctioned(self, tile: int = 39) -> "Pasar":
        """Seat 1 has declined: from 40 for tile 39, asked first is seat 2."""
        self.asked_to_buy(tile)
        self.do(Decline(1))
        return self

    def bounds(self) -> list[BidForm]:
        return [f for f in forms(self.table, self.rules) if isinstance(f, BidForm)]


# --- dice --------------------------------------------------------------------------------------


def test_a_third_die_joins_when_the_set_says_so_and_makes_no_double() -> None:
    game = Pasar(round=2).stands(1, 14)
    roll = only(game.do(Roll(1), dice=[(1, 4, 1)]), Rolled)
    assert (roll.dice, roll.double, game.at(1)) == ((1, 4, 1), False, 20)


def test_the_form_for_real_dice_asks_for_as_many() -> None:
    game = Pasar(round=2, dice="real")
    assert DiceForm(1, "roll", 3) in forms(game.table, game.rules)
    assert game.refused(Roll(1, (1, 2))).about == {"count": 3}
    assert DiceForm(1, "roll", 2) in forms(Pasar(dice="real").table, game.rules)


def test_what_the_third_double_leads_to_is_the_sets_to_say() -> None:
    game = Pasar().stands(1, 16).turn(1, doubles=2, rolls=2)
    roll = only(game.do(Roll(1), dice=[(2, 2)]), Rolled)
    assert (roll.again, game.at(1), game.table.player(1).jail) == (False, 20, -1)
    assert game.do(EndTurn(1))


# --- auctions ----------------------------------------------------------------------------------


def test_bidders_are_asked_one_after_the_other_from_the_left() -> None:
    game = Pasar(players=4).auctioned()
    asked = list[tuple[int, ...]]()
    for command in (Bid(2, 40), Pass(3), Bid(4, 60), Bid(2, 70)):
        asked.append(waiting(game.table))
        game.do(command)
    assert asked == [(2,), (3,), (4,), (2,)]
    assert waiting(game.table) == (4,), "who passed is not asked again"


def test_nobody_bids_out_of_turn_and_the_decliner_not_at_all() -> None:
    game = Pasar(players=4).auctioned()
    assert game.refused(Bid(3, 100)).reason is Reason.NOT_YOUR_TURN
    assert game.refused(Pass(4)).about == {"seat": 2}
    assert game.refused(Bid(1, 100)).reason is Reason.NOT_BIDDING


@pytest.mark.parametrize(("amount", "taken"), [(39, False), (40, True), (57, True)])
def test_the_first_bid_is_a_part_of_the_price(amount: int, taken: bool) -> None:
    game = Pasar(players=4).auctioned()
    if taken:
        assert game.do(Bid(2, amount))
    else:
        assert game.refused(Bid(2, amount)).about == {"minimum": 40}


@pytest.mark.parametrize(("amount", "taken"), [(109, False), (110, True), (137, True)])
def test_a_raise_has_its_least(amount: int, taken: bool) -> None:
    game = Pasar(players=4).auctioned()
    game.do(Bid(2, 100))
    assert game.bounds()[0].least == 110
    if taken:
        assert game.do(Bid(3, amount))
    else:
        assert game.refused(Bid(3, amount)).reason is Reason.BID_BELOW_MINIMUM


def test_a_bid_on_credit_is_paid_before_the_property_comes() -> None:
    game = Pasar().has(2, 10).owns(2, 35).auctioned()
    assert game.bounds() == [BidForm(2, 40, 110)]
    assert game.refused(Bid(2, 111)).reason is Reason.BID_ABOVE_CASH
    game.do(Bid(2, 100))
    events = game.do(Pass(3))
    assert isinstance(game.table.top, Due)
    assert not any(isinstance(e, Acquired) for e in events)
    game.do(Mortgage(2, 35))
    events = game.do(Pay(2))
    assert only(events, Acquired).how == "auction"
    assert only(events, AuctionClosed).how == "sold"
    assert (game.owner(39), game.cash(2), game.table.auction) == (2, 10, None)


def test_a_winner_on_credit_who_goes_has_nothing_and_neither_has_the_next() -> None:
    game = Pasar().has(2, 10).owns(2, 35).auctioned()
    game.do(Bid(2, 100), Pass(3))
    events = game.do(Leave(2))
    assert [e.how for e in events if isinstance(e, AuctionClosed) and e.tile == 39] == ["void"]
    assert game.owner(39) == 0


def test_who_could_not_reach_the_next_bid_is_passed_when_it_is_asked() -> None:
    game = Pasar(players=4).has(3, 45).auctioned()
    events = game.do(Bid(2, 40))
    assert only(events, Passed) == Passed(3, "unable")
    assert waiting(game.table) == (4,)


def test_who_is_ahead_and_leaves_lets_the_others_begin_anew_where_it_was() -> None:
    game = Pasar(players=4).auctioned()
    game.do(Pass(2), Bid(3, 100), Leave(3))
    assert isinstance(game.table.top, Bidding)
    assert waiting(game.table) == (4,)
    assert game.bounds()[0].least == 40


def test_klasik_asks_all_at_once_and_from_any_price() -> None:
    game = Town(players=4).asked_to_buy(39)
    game.do(Decline(1))
    assert waiting(game.table) == (1, 2, 3, 4)
    game.do(Bid(4, 1), Bid(1, 2))
    assert (game.table.top, isinstance(game.table.agenda[0], Free | BuyChoice)) == (Bidding(), True)


# --- taps --------------------------------------------------------------------------------------


def test_a_card_stands_for_what_is_offered_and_names_it_in_the_sets_order() -> None:
    game = Pasar().owns(1, 1)
    found = meaning(game.table, game.rules, 1)
    assert isinstance(found, Choice)
    assert {type(c) for c in found.commands} == {Build, Mortgage}
    assert all(c in game.offered() for c in found.commands)
    game.do(Mortgage(1, 1))
    assert meaning(game.table, game.rules, 1) == Do(Redeem(1, 1))
    assert meaning(game.table, game.rules, 1, seat=2) == Shown(1)


def test_a_purchase_comes_before_what_else_a_property_could_mean() -> None:
    game = Pasar().asked_to_buy(39)
    assert meaning(game.table, game.rules, 39) == Do(Buy(1))
    assert meaning(game.table, game.rules, 37) == Shown(37)


def test_a_player_card_is_the_lowest_bid_of_that_player_alone() -> None:
    game = Pasar(players=4).auctioned()
    assert meaning(game.table, game.rules, 41) == Do(Bid(2, 40))
    assert meaning(game.table, game.rules, 42) == Selected(3), "it is not its turn to bid"
    town = Town(players=4).asked_to_buy(39)
    town.do(Decline(1))
    assert meaning(town.table, town.rules, 41) == Selected(2), "klasik's cards do not bid"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_tap_means_is_offered_then(seed: int) -> None:
    rng = random.Random(seed)
    game = AnyGame(4, Options(dice=("app", "real")[seed % 2]), seed, ruleset=pasar())
    meant = set[type]()
    while not game.over and game.steps < 400:
        offered = offers(game.table, game.rules).commands
        for item in game.rules.items:
            found = meaning(game.table, game.rules, item.number)
            commands = (found.command,) if isinstance(found, Do) else ()
            commands = found.commands if isinstance(found, Choice) else commands
            assert set(commands) <= set(offered), (item, found)
            meant |= {type(c) for c in commands}
        game.step(game.pick(offers(game.table, game.rules), rng.randrange))
    assert {Buy, Build, Bid, Mortgage} <= meant
