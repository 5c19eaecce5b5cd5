"""What is listed for one seat is what stands under its name in the list for all."""

import random

import pytest

from ketuk import engine
from ketuk.engine.bots import cautious_policy, random_policy
from ketuk.engine.commands import Mortgage, SellBuilding, SellProperty
from ketuk.engine.offers import offers_to
from ketuk.engine.table import Bidding, Free
from ketuk.engine.waiting import in_turn
from ketuk.rooms.chance import SeededLuck

STEPS = 400

RAISING = (Mortgage, SellBuilding, SellProperty)


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("name", engine.NAMES)
def test_one_seat_is_offered_what_the_list_for_all_has_for_it(name: str, seed: int) -> None:
    rules, luck = engine.ruleset(name), SeededLuck(seed)
    wild, careful = random_policy(random.Random(seed).randrange), cautious_policy()
    table = engine.replay(engine.new_game(rules, ["Ayu", "Budi", "Citra"], luck))
    seen = set()
    for step in range(STEPS):
        if table.top is None:
            break
        seen.add(type(table.top))
        everything = engine.offers(table, rules)
        for seat in range(1, 4):
            mine = list(everything.of(seat))
            assert offers_to(table, rules, seat) == mine
            aside = RAISING if type(table.top) is Free else ()
            onward = [command for command in mine if type(command) not in aside]
            assert offers_to(table, rules, seat, raising=False) == onward
        policy = careful if step % 3 else wild
        answers = (policy(rules, table, seat) for seat in in_turn(table))
        done = engine.advance(table, next(a for a in answers if a is not None), rules, luck)
        assert not isinstance(done, engine.Refused)
        table = done.table
    assert {Free, Bidding} <= seen


def test_nothing_is_offered_once_the_game_is_over() -> None:
    rules, luck, ask = engine.ruleset("nusantara"), SeededLuck(1), cautious_policy()
    table = engine.replay(engine.new_game(rules, ["Ayu", "Budi", "Citra"], luck))
    while table.top is not None:
        command = next(c for s in in_turn(table) if (c := ask(rules, table, s)) is not None)
        done = engine.advance(table, command, rules, luck)
        assert not isinstance(done, engine.Refused)
        table = done.table
    assert offers_to(table, rules, 1) == []
