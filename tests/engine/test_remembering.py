"""What is found out once and kept is never what was true of another table."""

import random

import pytest
from any_game import AnyGame

from ketuk import engine
from ketuk.engine.remembering import last_asked
from ketuk.engine.rules.buildings import in_active_set, of_active_sets
from ketuk.engine.table import Table


def test_the_same_values_are_looked_at_once_and_equal_ones_anew() -> None:
    """By identity: a tuple is looked at once however often it is asked about, a copy for itself."""
    seen = list[tuple[int, ...]]()

    def total(values: tuple[int, ...]) -> int:
        seen.append(values)
        return sum(values)

    asked = last_asked(total)
    first, second = (1, 2), tuple(reversed((2, 1)))
    assert [asked(first), asked(first), asked(second), asked(first)] == [3, 3, 3, 3]
    assert len(seen) == 3, "once, once for the copy, once more for the first"


def holds(rules: engine.RuleSet, table: Table) -> None:
    """What is kept about a table is what one finds who looks at every tile of it."""
    for seat in range(1, len(table.players) + 1):
        owned = tuple([t for t, h in enumerate(table.holdings) if h.owner == seat])
        assert table.owned(seat) == owned
        whole = [t for t in owned if in_active_set(rules, table, seat, t) is None]
        found = of_active_sets(rules, table, seat, owned)
        assert list(found) == whole


@pytest.mark.parametrize("name", engine.NAMES)
def test_two_tables_asked_about_in_turn_answer_each_for_itself(name: str) -> None:
    """Who owns what, and which groups are whole, at two games played step by step in turn."""
    options = engine.Options(edition=engine.ruleset(name).edition)
    games = [AnyGame(4, options, seed, ruleset=name) for seed in (1, 2)]
    for game in games * 150:
        if not game.over:
            offered = engine.offers(game.table, game.rules)
            game.step(game.pick(offered, random.Random(game.table.count).randrange))
            holds(game.rules, game.table)
