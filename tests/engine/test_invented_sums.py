"""Sums, sides and what follows by itself in the invented set: parts, less than nothing, pairs."""

import pytest
from invented import pasar
from invented_play import LUCKY, STALL, UNLUCKY
from situations import only
from town import Town

from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import ClaimRent, Correct, EndTurn, Leave, Pay, PayRent, Propose, Roll
from ketuk.engine.corrections import CashOf
from ketuk.engine.events import Bankrupted, Corrected, GameEnded, Paid, RentOpened
from ketuk.engine.offers import CorrectionForm, correction_form, offers
from ketuk.engine.refusal import Reason
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.victory import by_lasting
from ketuk.engine.table import BANK, Due, Free, Goods, Trade
from ketuk.tui.words import Words


class Pasar(Town):
    def ruleset(self) -> RuleSet:
        return pasar()

    def owing(self, tile: int = 39, owner: int = 2) -> "Pasar":
        """Seat 1 has landed on a property of another: 50 for tile 39, 5 of it the bank's."""
        self.owns(owner, tile)
        only(self.lands(tile), RentOpened)
        return self


def paid(events: list[object]) -> list[tuple[int, int, int, str]]:
    return [(e.payer, e.payee, e.amount, e.why) for e in events if isinstance(e, Paid)]


# --- a sum with parts --------------------------------------------------------------------------


def test_a_rent_is_paid_in_its_parts() -> None:
    game = Pasar().owing()
    assert paid([*game.do(PayRent(1, 39))]) == [(1, 2, 45, "rent"), (1, BANK, 5, "share")]


def test_it_waits_until_all_parts_are_covered() -> None:
    game = Pasar().owing().owns(1, 5).has(1, 49)
    game.do(ClaimRent(2, 1))
    assert isinstance(game.table.top, Due)
    assert game.refused(Pay(1)).about == {"short": 1}
    game.has(1, 50)
    assert paid([*game.do(Pay(1))]) == [(1, 2, 45, "rent"), (1, BANK, 5, "share")]


@pytest.mark.parametrize(
    ("cash", "creditor", "parts"),
    [
        (44, 2, [(1, 2, 44, "rent")]),
        (47, BANK, [(1, 2, 45, "rent"), (1, BANK, 2, "share")]),
    ],
)
def test_who_cannot_pay_all_is_bankrupt_to_the_first_who_is_not_paid(
    cash: int, creditor: int, parts: list[tuple[int, int, int, str]]
) -> None:
    game = Pasar().owing().has(1, cash)
    events = game.do(PayRent(1, 39))
    assert paid([*events])[: len(parts)] == parts
    gone = only(events, Bankrupted)
    assert (gone.creditor, gone.short) == (creditor, 50 - cash)


@pytest.mark.parametrize(("leaver", "left"), [(2, (3, 30, ())), (3, (2, 70, ()))])
def test_the_part_of_a_leaver_is_owed_no_more(
    leaver: int, left: tuple[int, int, tuple[tuple[int, int], ...]]
) -> None:
    game = Pasar(players=3)
    game.has(1, 0).owns(1, 5)
    game.ask(Free(1), Due(1, 2, 100, "card", shares=((3, 30),)))
    game.do(Leave(leaver))
    top = game.table.top
    assert isinstance(top, Due)
    assert (top.to, top.amount, top.shares) == left


# --- less than nothing -------------------------------------------------------------------------


def below(cash: int = -200) -> Pasar:
    return Pasar().has(1, cash)


def test_cash_can_fall_below_zero_where_the_set_says_so() -> None:
    game = Pasar().has(1, 10)
    game.lands(20)
    assert game.cash(1) == 10 - STALL
    assert game.do(EndTurn(1))


def test_less_than_nothing_pays_nothing_and_is_not_made_worse() -> None:
    game = below().owing()
    events = game.do(PayRent(1, 39))
    assert only(events, Bankrupted).short == 50
    assert game.table.player(1).cash == 0
    assert not any(amount < 0 for _, _, amount, _ in paid([*events]))


def test_what_is_missing_when_a_player_goes_is_the_banks_loss() -> None:
    game = below()
    assert (BANK, 1, 200, "left") in paid([*game.do(Leave(1))])


def test_a_trade_may_bring_cash_and_may_not_cost_any() -> None:
    game = below().owns(1, 5)
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(5,)), Goods(cash=150))))
    game = below()
    refused = game.refused(Propose(1, Trade(1, 2, Goods(cash=1), Goods(cash=1))))
    assert refused.reason is Reason.SHORT_OF_CASH


def test_worth_ranking_bots_and_figures_know_minus() -> None:
    game = below().owns(2, 1)
    rules, table = game.rules, game.table
    assert rules.net_worth(rules, table, 1) == -200
    assert by_lasting(rules, table)[-1].worth == -200
    assert cautious_policy()(rules, table, 1) == Roll(1)
    assert Words("id").figure(-200) == "\N{MINUS SIGN}200"
    assert not any(c for c in offers(table, rules).of(1) if c not in (Roll(1),))


def test_it_can_be_set_by_hand_there_and_nowhere_else() -> None:
    game = below()
    form = correction_form(game.table, game.rules)
    assert isinstance(form, CorrectionForm)
    assert form.least == -form.most
    assert only(game.do(Correct(1, CashOf(1, -500))), Corrected).what == CashOf(1, -500)
    game.refused(Correct(1, CashOf(1, form.least - 1)))
    assert Town().refused(Correct(1, CashOf(1, -1))).about["least"] == 0


# --- sides -------------------------------------------------------------------------------------


def test_the_game_ends_when_one_side_is_left() -> None:
    game = Pasar(players=4)
    assert not any(isinstance(e, GameEnded) for e in game.do(Leave(2)))
    ended = only(game.do(Leave(4)), GameEnded)
    assert [(p.place, p.seat) for p in ended.ranking] == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_a_mate_who_went_out_wins_with_the_side() -> None:
    game = Pasar(players=4)
    game.do(Leave(3), Leave(2))
    ended = only(game.do(Leave(1)), GameEnded)
    assert [(p.place, p.seat) for p in ended.ranking] == [(1, 2), (1, 4), (3, 1), (3, 3)]


@pytest.mark.parametrize("players", [2, 3])
def test_without_pairs_every_seat_is_a_side(players: int) -> None:
    game = Pasar(players=players)
    events = [*game.do(*(Leave(s) for s in range(2, players + 1)))]
    assert only(events, GameEnded).ranking[0].seat == 1


# --- what follows by itself --------------------------------------------------------------------


def test_what_follows_is_asked_again_while_it_adds_facts() -> None:
    game = Pasar().has(2, UNLUCKY + 1)
    events = game.do(Propose(1, Trade(1, 2, Goods(cash=1), Goods(cash=2))))
    assert paid([*events]) == []
    game = Pasar().has(1, UNLUCKY + STALL)
    events = game.lands(20)
    assert paid([*events])[-2:] == [(BANK, 1, LUCKY - UNLUCKY, "card"), (BANK, 1, 1, "card")]
