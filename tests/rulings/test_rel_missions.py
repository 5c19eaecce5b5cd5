"""Rel: missions, the fast mode, and the warnings before the end."""

import pytest
from rails import HUBS, LINES, UTILITIES, Rails
from situations import NAMES, only

from ketuk import engine
from ketuk.engine.commands import (
    Accept,
    Bid,
    Borrow,
    Build,
    Buy,
    Concede,
    Decline,
    EndTurn,
    GoOn,
    Leave,
    Pass,
    Propose,
    Roll,
    SellBuilding,
)
from ketuk.engine.events import AnyEvent, EndNear, GameEnded, GoalReached
from ketuk.engine.states import Tally
from ketuk.engine.table import Due, Free, Goods, Options, Trade
from ketuk.rooms.chance import SeededLuck


def reached(events: list[AnyEvent]) -> list[tuple[int, str]]:
    return [(e.seat, e.goal) for e in events if isinstance(e, GoalReached)]


def progress(game: Rails, goal: str, seat: int = 1) -> tuple[int, int]:
    found = next(g for g in game.rules.goals if g.id == goal)
    return found.progress(game.rules, game.table, seat)


class Borneo(Rails):
    """The other edition."""

    RULESET = "rel-borneo"


# --- what counts -------------------------------------------------------------------------------


def test_r_23_stations_bought_from_the_bank_auctions_too() -> None:
    game = Rails().missions()
    game.asked_to_buy(6).do(Buy(1))
    game.asked_to_buy(5).do(Buy(1))  # a hub is none
    game.asked_to_buy(11)
    assert reached(game.do(Decline(1), Bid(1, 10), Pass(2), Pass(3))) == [(1, "M02")]
    assert progress(game, "M01") == (2, 3)
    cash = game.cash(1)
    assert reached(game.asked_to_buy(8).do(Buy(1))) == [(1, "M01")]
    assert game.cash(1) == cash - 100 + 30


def test_r_23_one_trade_brings_both_their_first_and_one_side_a_line_and_both_utilities() -> None:
    game = Rails().missions().owns(1, 12, 37).owns(2, 28, 39)
    game.do(Propose(1, Trade(1, 2, Goods(500), Goods(tiles=(28, 39)))))
    events = game.do(Accept(2))
    assert reached(events) == [(1, "M03"), (1, "M05"), (1, "M06"), (2, "M03")]
    assert (game.cash(1), game.cash(2)) == (1000 + 30 + 60 + 80, 2030)
    assert progress(game, "M01") == (0, 3)


def test_r_23_lost_later_it_stays_paid_and_is_not_paid_again() -> None:
    game = Rails().missions().owns(1, 5).asked_to_buy(15)
    assert reached(game.do(Buy(1))) == [(1, "M04")]
    game.owns(0, 15).asked_to_buy(15)
    assert reached(game.do(Buy(1))) == []


def test_r_23_a_reward_may_settle_a_payment() -> None:
    game = Rails().missions().has(1, 0).owns(1, 6, 31).owns(2, 39)
    game.lands(39)  # 50 due
    game.do(Propose(1, Trade(1, 3, Goods(tiles=(6,)), Goods(20))))
    events = game.do(Accept(3))
    assert reached(events) == [(1, "M03"), (3, "M03")]
    game.do(GoOn(1))
    assert (game.cash(1), game.cash(2)) == (0, 1550)
    assert not any(isinstance(t, Due) for t in game.table.agenda)


def test_r_23_loan_news_minus_and_reward_in_one_step() -> None:
    game = Rails(2).missions().laps(1, 2).has(1, 0).lent(1).owns(1, 6, 15, 28).news(86)
    game.stands(1, 38)
    game.do(Roll(1), dice=[(3, 4)])  # 300 and -400: -100, on hub 5
    assert game.cash(1) == -100
    assert Buy(1) not in game.offered()
    game.do(Borrow(1))
    assert reached(game.do(Buy(1))) == [(1, "M04")]
    assert (game.cash(1), game.owed(1)) == (-100 + 300 - 200 + 50, 400)


def test_r_23_an_estate_counts_once_it_is_taken() -> None:
    game = Rails().missions().has(1, 0).owns(1, 39, mortgaged=True).owns(2, 37)
    game.ask(Free(1), Due(1, 2, 900, "tax"))
    assert reached(game.do(Concede(1))) == []
    assert progress(game, "M06", 2) == (2, 2)
    events = game.do(Decline(2))
    assert reached(events) == []
    assert progress(game, "M06", 2) == (1, 2)


def test_r_23_buildings_that_were_sold_again_count_and_a_hotel() -> None:
    game = Rails().missions().owns(1, 1)
    game.do(Build(1, 1), SellBuilding(1, 1), Build(1, 1), SellBuilding(1, 1))
    assert progress(game, "M07") == (2, 3)
    assert reached(game.do(Build(1, 1))) == [(1, "M07")]
    game = Rails().owns(1, 1, 3, level=4)
    tally = game.table.state(Tally)
    game.state(Tally(tuple(c for c in tally.counts if c[0] != "M08")))
    assert reached(game.do(Build(1, 1))) == [(1, "M08")]


def test_r_23_rent_received_in_all_and_no_card() -> None:
    game = Rails().missions().owns(2, 39, level=1).has(1, 5000)
    game.lands(39)
    assert progress(game, "M09", 2) == (200, 300)
    game.turn(1)
    game.draws(68)
    assert progress(game, "M09", 2) == (200, 300)
    game.turn(1)
    assert reached(game.lands(39)) == [(2, "M09")]


def test_the_mission_of_the_edition() -> None:
    game = Rails().missions().owns(1, 1, 6, 11, 16, *HUBS[:1])
    assert progress(game, "M10") == (4, 5)
    assert reached(game.asked_to_buy(21).do(Buy(1))) == [(1, "M10")]
    other = Borneo().missions().owns(1, 1, 5, 39, 15, 21)
    assert progress(other, "M10") == (4, 6)
    other.owns(1, 25, 34)
    assert progress(other, "M10") == (6, 6)
    other.owns(0, 1, 5, 15)
    assert progress(other, "M10") == (4, 6)


@pytest.mark.parametrize(("goal", "tiles"), [("M05", UTILITIES), ("M04", HUBS[:2])])
def test_mortgaged_ones_count(goal: str, tiles: tuple[int, ...]) -> None:
    *held, last = tiles
    game = Rails().missions().owns(1, *held, mortgaged=True).asked_to_buy(last)
    assert reached(game.do(Buy(1))) == [(1, goal)]


# --- the fast mode -----------------------------------------------------------------------------


def fast(players: int, seed: int = 3) -> tuple[engine.RuleSet, engine.Table, list[object]]:
    options = Options(house=("fast",))
    rules = engine.under(engine.ruleset("rel"), options)
    events = engine.new_game(rules, NAMES[:players], SeededLuck(seed), options)
    return rules, engine.replay(events), list(events)


@pytest.mark.parametrize(("players", "rounds"), [(2, 24), (3, 18), (4, 15), (5, 12)])
def test_r_24_a_station_of_each_band_and_cash_makes_up_for_it(players: int, rounds: int) -> None:
    rules, table, events = fast(players)
    assert table.rounds == rounds
    worth = set()
    for seat in table.seats:
        lines = sorted(rules.board.tiles[t].group for t in table.owned(seat))
        assert lines[0] in (1, 2, 3)
        assert lines[1] in (4, 5)
        assert lines[2] in (6, 7, 8)
        prices = sum(rules.board.deed(t).price for t in table.owned(seat))
        worth.add(table.player(seat).cash + prices)
        assert table.player(seat).cash >= 1500
    assert len(worth) == 1
    assert min(p.cash for p in table.players) == 1500
    assert not [e for e in events if isinstance(e, GoalReached)]
    assert table.state(Tally) == Tally()


def test_r_24_leavers_change_no_round_limit() -> None:
    _, table, _ = fast(5)
    game = Rails(5, house=("fast",))
    game.do(Leave(5))
    assert game.table.rounds == table.rounds == 12


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("round", "left"), [(25, 5), (29, 1), (24, None), (26, None)])
def test_warnings_open_the_fifth_round_from_the_end_and_the_last(
    round: int, left: int | None
) -> None:
    game = Rails(2, round=round, settings=(("rounds", 30),)).turn(2, may_roll=False)
    told = [e.left for e in game.do(EndTurn(2)) if isinstance(e, EndNear)]
    assert told == ([left] if left else [])


def test_of_30_rounds_the_last_ends_with_the_last_turn_and_trades_go_on_in_it() -> None:
    game = Rails(2, round=30, settings=(("rounds", 30),)).owns(1, 6)
    game.do(Propose(1, Trade(1, 2, Goods(tiles=(6,)), Goods(5))), Accept(2), GoOn(1))
    game.turn(2, may_roll=False)
    assert only(game.do(EndTurn(2)), GameEnded).why == "rounds"


def test_several_ends_may_be_agreed_on_and_the_first_to_come_counts() -> None:
    game = Rails(2, round=29, settings=(("laps", 3), ("rounds", 30)))
    game.laps(3, 3).since(3).turn(1, may_roll=False)
    assert only(game.do(EndTurn(1)), GameEnded).why == "laps"
    rules = engine.ruleset("rel")
    with pytest.raises(ValueError, match="laps"):
        engine.under(rules, Options(settings=(("laps", 2),)))
    with pytest.raises(ValueError, match="rounds"):
        engine.under(rules, Options(settings=(("rounds", 29),)))


def test_both_editions_have_the_same_figures_and_other_names() -> None:
    kl, borneo = engine.ruleset("rel"), engine.ruleset("rel-borneo")
    assert [(t.kind, t.group, t.deed, t.amount) for t in kl.board.tiles] == [
        (t.kind, t.group, t.deed, t.amount) for t in borneo.board.tiles
    ]
    assert kl.figures == borneo.figures
    assert [c.code for c in kl.cards.values()] == [c.code for c in borneo.cards.values()]
    own = {t for line in LINES.values() for t in line} | {*HUBS, *UTILITIES}
    assert all(kl.board.tiles[t].name != borneo.board.tiles[t].name for t in own)
    assert len(kl.items) == len(borneo.items) == 66
