"""Counts of everything that can happen on a small ring of klasik, three commands deep.

Whoever changes a number below has changed the rules: say which reading asked for it.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from branching import perft, small_board
from town import Town

from ketuk.engine.table import Holding
from ketuk.engine.table import replace as changed

RING = (0, 1, 3, 2, 5, 4, 10, 7, 12, 20, 30, 39)
"""Start, two streets, chest, station, income tax, jail, chance, utility, parking, to jail, street:
their numbers on the whole ring, in the order in which they lie here."""
FREE, TO_JAIL, REPAIRS, RECEIVE = 60, 62, 63, 67


ONE_SET = {1: 1, 3: 1}
TWO_SETS = {**ONE_SET, 39: 2}
"""The two streets are a set; where buildings are short the last street is one by itself."""


def small_ring(groups: dict[int, int] = ONE_SET, **fields: object) -> Town:
    """Two players; Ayu on the start with both streets, Budi with the station; few cards."""
    game = Town(players=2, **fields)  # type: ignore[arg-type]
    game.rules = replace(game.rules, board=small_board(game.rules.board, RING, groups))
    game.set(holdings=(Holding(),) * len(RING))
    decks = {"chance": (FREE, TO_JAIL, REPAIRS), "chest": (RECEIVE,)}
    game.set(decks=tuple(changed(d, unseen=decks[d.name]) for d in game.table.decks))
    return game.owns(1, 1, 2).owns(2, 4)


def short() -> Town:
    """As the small ring, where Budi's last street can be built on too."""
    return small_ring(TWO_SETS)


TABLES: dict[str, Callable[[], Town]] = {
    "plain": lambda: small_ring(),
    "in jail": lambda: small_ring().stuck(1, tries=2).holds(1, 79),
    "hotel": lambda: small_ring().owns(1, 1, level=5).owns(1, 2, level=4),
    "nearly broke": lambda: small_ring().has(1, 5).owns(1, 1, 2, mortgaged=True),
    "auction": lambda: small_ring().asked_to_buy(11),
    "one house": lambda: short().owns(2, 11).stock(1, 12),
    "one hotel": lambda: short().owns(1, 1, 2, level=4).owns(2, 11, level=4).stock(0, 1),
}
COUNTS: dict[str, list[tuple[int, int]]] = {
    # 36 throws, six of them to chance with three cards each; Build and Mortgage twice, Budi's too
    "plain": [(53, 32), (685, 270), (7989, 1509)],
    # 36 throws that all move, none of them to chance; LeaveJail, the card, and as plain
    "in jail": [(43, 28), (493, 190), (5368, 1135)],
    # as plain without Mortgage of the streets: SellBuilding once by one level and once at once
    "hotel": [(52, 31), (600, 243), (7398, 1479)],
    # whoever cannot pay the card or the tax is bankrupt, and the game over
    "nearly broke": [(49, 28), (314, 146), (3435, 823)],
    # Buy, Decline, Mortgage twice
    "auction": [(4, 4), (65, 41), (993, 373)],
    # as plain, and Build and Mortgage of Budi's last street; either Build opens the bidding; six
    # ways are claims of the second of two rents that a double left open, apart from the first one
    "one house": [(55, 34), (735, 317), (9267, 2074)],
    # as that, with SellBuilding instead of the mortgages of streets
    "one hotel": [(55, 34), (736, 324), (9399, 2138)],
}
"""By table: ways and different tables after one, two and three commands."""


@pytest.mark.parametrize("name", TABLES)
def test_counts_to_depth_three(name: str) -> None:
    game = TABLES[name]()
    assert perft(game.table, game.rules, 3) == COUNTS[name]


def test_every_table_is_counted() -> None:
    assert set(COUNTS) == set(TABLES)
