"""The bots of rel decide as its page says: one table a line of it."""

import random

import pytest
from any_game import SeededLuck
from rails import INCOME_TAX, Rails
from situations import NAMES

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    Borrow,
    Build,
    Buy,
    Choose,
    Concede,
    Decline,
    EndTurn,
    LeaveJail,
    Mortgage,
    Pass,
    Pay,
    Play,
    Propose,
    Redeem,
    Reject,
    Roll,
    SellBuilding,
)
from ketuk.engine.players import makers
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Burdened, Due, Free, Goods, Options, Trade

FREE = 59


def says(game: Rails, name: str, seat: int = 1) -> AnyCommand | None:
    return makers(game.rules)[name](lambda limit: 0)(game.rules, game.table, seat)


def after_rolls(game: Rails, round: int = 3) -> Rails:
    game.set(round=round)
    game.turn(1, may_roll=False)
    return game


# --- mudah -------------------------------------------------------------------------------------


def test_mudah_buys_if_cash_allows_and_bids_to_three_fifths() -> None:
    assert says(Rails().has(1, 100).asked_to_buy(6), "mudah") == Buy(1)
    game = Rails().has(1, 99).asked_to_buy(6)
    assert says(game, "mudah") == Decline(1)
    game.do(Decline(1), Bid(2, 50))
    assert says(game, "mudah") == Bid(1, 60)
    assert says(game, "mudah", 3) == Bid(3, 60)
    game.do(Bid(3, 60))
    assert says(game, "mudah") == Pass(1)


def test_mudah_builds_one_on_a_full_line_every_third_round_keeping_300() -> None:
    game = after_rolls(Rails().owns(1, 1, 3).has(1, 350))
    bot = makers(game.rules)["mudah"](lambda limit: 0)
    assert bot(game.rules, game.table, 1) == Build(1, 1)
    game.do(Build(1, 1)).clear()
    game.has(1, 900)
    assert bot(game.rules, game.table, 1) == EndTurn(1)
    for other in (after_rolls(Rails().owns(1, 1, 3), 4), after_rolls(Rails().owns(1, 1))):
        assert says(other, "mudah") == EndTurn(1)
    assert says(after_rolls(Rails().owns(1, 1, 3).has(1, 349)), "mudah") == EndTurn(1)


def test_mudah_agrees_by_printed_value_and_never_offers() -> None:
    for cash, answer in ((59, Reject(2)), (60, Accept(2))):
        game = Rails().owns(2, 1)
        game.do(Propose(1, Trade(1, 2, Goods(cash), Goods(tiles=(1,)))))
        assert says(game, "mudah", 2) == answer
    assert says(after_rolls(Rails().owns(1, 1).owns(2, 3), 4), "mudah") == EndTurn(1)


def test_mudah_leaves_lokap_by_card_then_for_50_of_200() -> None:
    assert says(Rails().stuck(1).holds(1, FREE), "mudah") == Play(1, FREE)
    assert says(Rails().stuck(1).has(1, 200), "mudah") == LeaveJail(1)
    assert says(Rails().stuck(1).has(1, 199), "mudah") == Roll(1)


def test_mudah_pays_the_fixed_tax_and_redeems_keeping_600() -> None:
    game = Rails().has(1, 300)
    game.lands(INCOME_TAX)
    assert says(game, "mudah") == Choose(1, "fixed")
    game = after_rolls(Rails().owns(1, 1, mortgaged=True).has(1, 633), 4)
    assert says(game, "mudah") == Redeem(1, 1)
    assert says(game.has(1, 632), "mudah") == EndTurn(1)  # type: ignore[arg-type]


def test_mudah_short_mortgages_dearest_first_sells_then_ah_long_then_muflis() -> None:
    game = Rails().has(1, 0).owns(1, 1, 39, 5).owns(1, 6, level=1)
    game.ask(Free(1), Due(1, 2, 5000, "rent"))
    said = []
    while isinstance(game.table.top, Due):
        command = says(game, "mudah")
        assert command is not None
        said.append(command)
        game.do(command)
    assert said == [
        Mortgage(1, 39), Mortgage(1, 5), Mortgage(1, 1), SellBuilding(1, 6), Mortgage(1, 6),
        Borrow(1), Concede(1),
    ]  # fmt: skip


# --- sederhana ---------------------------------------------------------------------------------


def test_sederhana_buys_keeping_50_and_mortgages_singles_for_what_helps_it() -> None:
    assert says(Rails().has(1, 150).asked_to_buy(6), "sederhana") == Buy(1)
    assert says(Rails().has(1, 149).asked_to_buy(6), "sederhana") == Decline(1)
    game = Rails().has(1, 149).owns(1, 1, 8).asked_to_buy(6)
    assert says(game, "sederhana") == Mortgage(1, 1)
    game = Rails().has(1, 149).owns(1, 1).asked_to_buy(6)
    assert says(game, "sederhana") == Decline(1), "it helps nothing"


@pytest.mark.parametrize(
    ("mine", "theirs", "most"),
    [((), (), 120), ((6,), (), 180), ((), (6, 8), 180), ((6, 8), (), 240)],
)
def test_sederhana_bids_to_what_it_is_worth_to_it(
    mine: tuple[int, ...], theirs: tuple[int, ...], most: int
) -> None:
    game = Rails().owns(1, *mine).owns(2, *theirs).asked_to_buy(9)
    game.do(Decline(1), Bid(3, most - 10))
    assert says(game, "sederhana") == Bid(1, most)
    game.do(Bid(2, most))
    assert says(game, "sederhana") == Pass(1)


def test_sederhana_bids_keeping_50() -> None:
    game = Rails().has(1, 59).asked_to_buy(9)
    game.do(Decline(1))
    assert says(game, "sederhana") == Pass(1)


def test_sederhana_builds_the_dearest_line_lowest_level_first_keeping_k() -> None:
    game = after_rolls(Rails().owns(1, 1, 3).owns(1, 37, level=1).owns(1, 39).has(1, 300))
    assert says(game, "sederhana") == Build(1, 39)
    game = after_rolls(Rails().owns(1, 37, 39).has(1, 299), 4)
    assert says(game, "sederhana") == EndTurn(1)
    game = after_rolls(Rails().owns(1, 37, 39).owns(2, 11, level=5).has(1, 599), 4)
    assert says(game, "sederhana") == EndTurn(1)
    assert says(game.has(1, 600), "sederhana") == Build(1, 37)  # type: ignore[arg-type]


def test_sederhana_redeems_full_lines_first_keeping_k_and_200() -> None:
    game = after_rolls(Rails().owns(1, 1, 3, 39, mortgaged=True).has(1, 300 + 220))
    assert says(game, "sederhana") == Redeem(1, 1)
    assert says(game.has(1, 332), "sederhana") == EndTurn(1)  # type: ignore[arg-type]


def test_sederhana_offers_a_swap_that_completes_both_else_twice_the_price_once_a_turn() -> None:
    game = after_rolls(Rails().owns(1, 6, 8, 11).owns(2, 9, 13, 14))
    swap = Trade(1, 2, Goods(0, (11,)), Goods(20, (9,)))
    assert says(game, "sederhana") == Propose(1, swap)
    game = after_rolls(Rails().owns(1, 1).owns(2, 3))
    asked = Propose(1, Trade(1, 2, Goods(120), Goods(tiles=(3,))))
    assert says(game, "sederhana") == asked
    game.do(asked, Reject(2))
    assert says(game, "sederhana") == EndTurn(1)
    poor = after_rolls(Rails().owns(1, 1).owns(2, 3).has(1, 120 + 103))
    assert says(poor, "sederhana") == EndTurn(1)
    built = after_rolls(Rails().owns(1, 1).owns(2, 3, level=1))
    assert says(built, "sederhana") == EndTurn(1)


def test_sederhana_agrees_for_a_fifth_more_and_gives_no_last_one_but_in_such_a_swap() -> None:
    for cash, answer in ((71, Reject(2)), (72, Accept(2))):
        game = Rails().owns(2, 6)
        game.do(Propose(1, Trade(1, 2, Goods(cash + 48), Goods(tiles=(6,)))))
        assert says(game, "sederhana", 2) == answer
    game = Rails().owns(1, 1).owns(2, 3)
    game.do(Propose(1, Trade(1, 2, Goods(900), Goods(tiles=(3,)))))
    assert says(game, "sederhana", 2) == Reject(2)
    game = Rails().owns(1, 1, 13, 37).owns(2, 3, 39)
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(37,)), Goods(tiles=(3,)))))
    assert says(game, "sederhana", 2) == Accept(2)
    for mine, theirs in (((6,), (8, 9)), ((), (6, 8, 9))):  # the last two, and a whole line
        game = Rails().owns(1, *mine).owns(2, *theirs)
        game.do(Propose(1, Trade(1, 2, Goods(1200), Goods(tiles=theirs))))
        assert says(game, "sederhana", 2) == Reject(2)
    game = Rails().owns(2, 8, 9)
    game.do(Propose(1, Trade(1, 2, Goods(1200), Goods(tiles=(8, 9)))))
    assert says(game, "sederhana", 2) == Accept(2), "one of the line is still the bank's"


def test_sederhana_stays_in_lokap_when_it_is_late() -> None:
    assert says(Rails().stuck(1).holds(1, FREE), "sederhana") == Play(1, FREE)
    assert says(Rails().stuck(1).has(1, 150), "sederhana") == LeaveJail(1)
    assert says(Rails().stuck(1).has(1, 149), "sederhana") == Roll(1)
    late = Rails().stuck(1).holds(1, FREE).owns(2, 1, level=3)
    assert says(late, "sederhana") == Roll(1)  # type: ignore[arg-type]
    for round, way in ((25, Play(1, FREE)), (26, Roll(1))):
        game = Rails(round=round, settings=(("rounds", 30),)).stuck(1).holds(1, FREE)
        assert says(game, "sederhana") == way  # type: ignore[arg-type]


def test_sederhana_pays_a_tenth_below_2000() -> None:
    for cash, how in ((1999, "part"), (2000, "fixed")):
        game = Rails().has(1, cash)
        game.lands(INCOME_TAX)
        assert says(game, "sederhana") == Choose(1, how)


def test_sederhana_short_takes_ah_long_if_that_is_enough_else_the_cheapest_first() -> None:
    game = Rails().has(1, 0).owns(1, 1).ask(Free(1), Due(1, 2, 300, "rent"))
    assert says(game, "sederhana") == Borrow(1)  # type: ignore[arg-type]
    game = Rails().has(1, 0).owns(1, 39, 5, 11).owns(1, 1, 3, level=1)
    game.owns(1, 3, level=0).ask(Free(1), Due(1, 2, 5000, "rent"))
    said = []
    while isinstance(game.table.top, Due):
        command = says(game, "sederhana")
        assert command is not None
        said.append(command)
        game.do(command)
    assert said == [
        Mortgage(1, 11), Mortgage(1, 5), Mortgage(1, 39), SellBuilding(1, 1), Mortgage(1, 1),
        Mortgage(1, 3), Concede(1),
    ]  # fmt: skip


def test_in_minus_at_the_end_of_a_turn_both_raise_it() -> None:
    for name in ("mudah", "sederhana"):
        game = after_rolls(Rails().has(1, -60).owns(1, 6, 8))
        first = says(game, name)
        assert first in (Mortgage(1, 6), Mortgage(1, 8), Borrow(1))


def test_a_mortgaged_deed_of_an_estate_is_kept_for_its_interest() -> None:
    game = Rails().owns(2, 6, mortgaged=True)
    game.ask(Free(1), Burdened(2, 6, refusable=True))
    for name in ("mudah", "sederhana"):
        assert says(game, name, 2) == Pay(2)
        assert says(game.has(2, 4), name, 2) == Decline(2)  # type: ignore[arg-type]
        game.has(2, 1500)


@pytest.mark.parametrize("seed", range(4))
def test_games_of_bots_end_whatever_they_are_and_no_turn_is_longer_than_its_bound(
    seed: int,
) -> None:
    options = Options(settings=(("rounds", 30),), house=("fast",) if seed == 3 else ())
    rules = engine.under(engine.ruleset(("rel", "rel-borneo")[seed % 2]), options)
    luck, names = SeededLuck(seed), NAMES[: 2 + seed]
    table = engine.replay(engine.new_game(rules, names, luck, options))
    kinds = random.Random(seed).choices(("mudah", "sederhana", "cautious", "random"), k=5)
    bots = [makers(rules)[kind](random.Random(seed).randrange) for kind in kinds]
    acts: dict[tuple[int, int, int], int] = {}
    while table.top is not None:
        found = [(s, bots[s - 1](rules, table, s)) for s in table.seats]
        seat, command = next((s, c) for s, c in found if c is not None)
        done = engine.advance(table, command, rules, luck)
        assert not isinstance(done, Refused), (command, done)
        if isinstance(table.top, Free) and kinds[seat - 1] in ("mudah", "sederhana"):
            key = (table.round, table.turn.seat, seat)
            acts[key] = acts.get(key, 0) + 1
        table = done.table
    assert max(acts.values(), default=0) <= 60
    assert table.ranking
