"""Merek, debts: the minute, what the app does then, who gets what, the casino."""

import pytest
from praca import CASINO, DEBT, EQUIPES, LUXURY_TAX, MARKET, TECH, Praca
from situations import only

from ketuk.engine.commands import (
    Concede,
    Decline,
    Leave,
    Mortgage,
    Pay,
    Roll,
    SellBuilding,
    Stake,
)
from ketuk.engine.events import (
    Bankrupted,
    CardReturned,
    Expired,
    GameEnded,
    LevelChanged,
    MortgageSet,
    Paid,
    Thrown,
)
from ketuk.engine.refusal import Reason
from ketuk.engine.table import Due, Free


def owing(cash: int, amount: int, players: int = 3, **more: int) -> Praca:
    """Seat 1 has to pay a tax that its cash does not cover."""
    game = Praca(players, **more).has(1, cash)
    game.ask(Free(1), Due(1, 0, amount, "tax"))
    game.later(1)
    return game


@pytest.mark.parametrize(("due", "pays"), [(1000, True), (1001, False)])
def test_m_17_at_a_minute_the_app_raises_what_is_needed_if_all_of_it_suffices(
    due: int, pays: bool
) -> None:
    """Two mortgages of 300 and 300, and 400 in hand."""
    game = owing(400, due).owns(1, *MARKET)
    assert game.left == DEBT
    game.later(DEBT - 1)
    assert isinstance(game.table.top, Due)
    events = game.later(1)
    assert only(events, Expired).question == "due"
    assert game.table.player(1).left is not pays
    if pays:
        assert game.cash(1) == 0
        assert game.owner(1) == 1


def test_m_17_bare_deeds_go_first_then_buildings_the_cheapest_first() -> None:
    game = owing(0, 1000 + 300 + 1000).owns(1, 5).owns(1, *MARKET).owns(1, *TECH, level=1)
    events = game.later(DEBT)
    tiles = [e.tile for e in events if isinstance(e, MortgageSet)]
    assert tiles[:3] == [1, 3, 5], "cheapest first"
    assert [e.tile for e in events if isinstance(e, LevelChanged)] == [37]
    assert game.cash(1) == 300 + 300 + 1000 + 2000 - 2300


def test_m_17_a_debt_is_paid_the_moment_cash_covers_it() -> None:
    game = owing(900, 1000).owns(1, 1)
    assert game.refused(Pay(1)).ruling == "M-17"
    events = game.do(Mortgage(1, 1))
    assert [e.why for e in events if isinstance(e, Paid)] == ["mortgage", "tax"]
    assert game.table.top == Free(1)
    assert game.cash(1) == 200


def test_m_17_who_could_raise_it_may_not_give_up_and_who_could_not_may() -> None:
    assert owing(900, 1000).owns(1, 1).refused(Concede(1)).ruling == "M-17"
    game = owing(900, 1000)
    assert only(game.do(Concede(1)), Bankrupted).short == 100


def test_a_pending_payment_that_a_sale_covers_waits_to_be_paid() -> None:
    game = Praca().owns(1, *MARKET, level=1)
    game.lands(LUXURY_TAX)
    assert game.left == 75
    game.do(SellBuilding(1, 1))
    assert isinstance(game.table.top, Due)
    game.do(Pay(1))
    assert game.cash(1) == 15000 + 500 - 1000


@pytest.mark.parametrize(("cash", "covered"), [(249, False), (250, True), (251, True)])
def test_m_18_surrender_with_a_rent_pending(cash: int, covered: bool) -> None:
    game = Praca().owns(2, 5).owns(1, 39).has(1, cash)
    game.lands(5)
    before = game.cash(2)
    game.do(Leave(1))
    assert game.owner(39) == (0 if covered else 2)
    assert game.cash(2) == before + (250 if covered else cash)


def test_m_18_deeds_go_to_the_owner_as_they_stand_and_cash_by_the_split_of_the_bill() -> None:
    game = Praca().minutes("61:00").owns(2, 5, 15, 25, 35).owns(1, *TECH, level=1)
    game.owns(1, 1, mortgaged=True).has(1, 1001).holds(1, 58)
    game.lands(5)
    before = game.table.bank
    events = game.do(Leave(1))
    assert only(events, CardReturned).card == 58
    assert (game.cash(2), game.table.bank) == (15000 + 501, before + 500)
    held = game.table.holdings
    assert [(held[t].owner, held[t].level) for t in TECH] == [(2, 1), (2, 1)]
    assert (held[1].owner, held[1].mortgaged) == (2, True)


def test_m_18_without_a_rent_all_goes_to_the_bank_cleared() -> None:
    game = Praca().owns(1, *TECH, level=2)
    game.do(Leave(1))
    assert [(h.owner, h.level) for h in (game.table.holdings[t] for t in TECH)] == [(0, 0)] * 2


def test_m_18_the_last_player_or_team_wins() -> None:
    game = Praca(4, mode=EQUIPES)
    game.do(Leave(1))
    events = game.do(Leave(3))
    ranking = only(events, GameEnded).ranking
    assert [(p.place, p.seat) for p in ranking] == [(1, 2), (1, 4), (3, 1), (3, 3)]


def test_m_19_from_each_only_who_still_plays_is_asked_and_who_is_short_has_a_minute() -> None:
    game = Praca(4).has(3, 100).owns(3, 1)
    game.do(Leave(4))
    game.draws(67)
    assert isinstance(game.table.top, Due)
    assert game.table.top.seat == 3
    assert game.left == DEBT
    assert game.cash(1) == 15500
    game.later(DEBT)
    assert game.table.player(3).left
    assert game.owner(1) == 0
    assert game.cash(1) == 15500, "all else goes to the bank"


def test_m_19_in_equipes_the_mate_gets_the_deeds_as_they_stand() -> None:
    game = Praca(4, mode=EQUIPES).has(3, 100).owns(3, 39, level=0)
    game.owns(3, 1, mortgaged=True).owns(3, 3, mortgaged=True)
    game.ask(Free(1), Due(3, 0, 100_000, "tax"))
    game.later(1)
    game.later(DEBT)
    assert (game.owner(39), game.owner(1)) == (1, 1)
    assert game.table.holdings[1].mortgaged


def test_m_20_to_each_in_seat_order_until_the_cash_is_gone() -> None:
    game = Praca(4).has(1, 650).owns(1, 1)
    game.draws(69)
    assert (game.cash(2), game.cash(3)) == (15500, 15000)
    events = game.later(DEBT)
    assert only(events, Bankrupted).ruling == "M-20"
    assert (game.cash(2), game.cash(3), game.cash(4)) == (15500, 15150, 15000)
    assert game.owner(1) == 0


# --- the casino --------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "may"), [(999, False), (1000, True)])
def test_m_21_with_999_one_can_only_decline(cash: int, may: bool) -> None:
    game = Praca().has(1, cash)
    game.lands(CASINO)
    assert (len(game.offered()) == 42) is may
    if not may:
        assert game.offered() == (Decline(1),)
        assert game.refused(Stake(1, (3,))).ruling == "M-21"
    game.do(Decline(1))
    assert game.cash(1) == cash


@pytest.mark.parametrize("numbers", [(), (3, 3), (1, 2, 3, 4), (0,), (7,), (1, 1, 2)])
def test_m_21_one_to_three_different_numbers(numbers: tuple[int, ...]) -> None:
    game = Praca()
    game.lands(CASINO)
    assert game.refused(Stake(1, numbers)).reason is Reason.BAD_NUMBERS


@pytest.mark.parametrize(
    ("numbers", "die", "net"),
    [((3,), 3, 5000), ((3, 5), 5, 2000), ((1, 3, 5), 1, 1000), ((3, 5), 6, -1000)],
)
def test_m_21_a_hit_shares_the_prize_among_the_numbers(
    numbers: tuple[int, ...], die: int, net: int
) -> None:
    game = Praca()
    game.lands(CASINO)
    game.do(Stake(1, numbers[::-1]), dice=[(die,)], cards=[19])
    assert (game.cash(1), game.table.pot) == (15000 + net, 500)


@pytest.mark.parametrize(("number", "pool"), [(19, False), (20, True)])
def test_m_21_the_20_takes_the_pool_hit_or_not(number: int, pool: bool) -> None:
    game = Praca().pot(2000)
    game.lands(CASINO)
    events = game.do(Stake(1, (3,)), dice=[(4,)], cards=[number])
    assert [e.die for e in events if isinstance(e, Thrown)] == [4, number]
    assert game.cash(1) == 15000 - 1000 + (2500 if pool else 0)
    assert game.table.pot == (0 if pool else 2500)


def test_m_21_no_bet_is_worth_more_than_it_costs_but_for_the_pool() -> None:
    game = Praca()
    for numbers in ((1,), (1, 2), (1, 2, 3)):
        prize = game.rules.figures["prize"] // len(numbers)
        assert len(numbers) * prize == 6 * game.rules.figures["stake"]


def test_m_29_a_mates_deeds_raise_nothing() -> None:
    game = owing(0, 500, 4, mode=EQUIPES).owns(3, *TECH)
    game.later(DEBT)
    assert game.table.player(1).left


def test_a_debt_that_a_roll_brings_leaves_the_turns_time_as_it_was() -> None:
    game = Praca().owns(2, 39, level=5).owns(2, 37, level=5).owns(1, *MARKET).has(1, 19_800)
    game.later(10)
    game.stands(1, 33)
    game.do(Roll(1), dice=[(3, 3)])
    assert game.left == DEBT
    game.later(5)
    game.do(Mortgage(1, 1))
    assert game.table.top == Free(1)
    assert game.left == 75, "an extra roll has the full time"
