"""Counts of everything that can happen on a small ring of kompleks, three commands deep.

Whoever changes a number below has changed the rules: say which reading asked for it.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from branching import perft, small_board
from districts import Districts

from ketuk.engine.commands import CallVote
from ketuk.engine.states import Site
from ketuk.engine.table import Due, Free, Holding
from ketuk.engine.table import replace as changed

RING = (0, 1, 3, 2, 5, 4, 10, 7, 12, 20, 30, 38)
"""MULAI, two streets, chest, station, tax, jail, chance, utility, parking, to jail, refund: their
numbers on the whole ring, in the order in which they lie here."""
CARD, TO_JAIL, BACK, RECEIVE = 60, 59, 58, 67


def small_ring(players: int = 2) -> Districts:
    """Ayu on MULAI with both streets, Budi with the station; few cards; the first lap is done."""
    game = Districts(players)
    board = small_board(game.rules.board, RING, {1: 1, 3: 1})
    game.rules = replace(game.rules, board=board)
    game.set(holdings=(Holding(),) * len(RING))
    decks = {"chance": (CARD, TO_JAIL, BACK), "chest": (RECEIVE,)}
    game.set(decks=tuple(changed(d, unseen=decks[d.name]) for d in game.table.decks))
    game.owns(1, 1, 2).owns(2, 4)
    return game


def landed(level: int) -> Districts:
    """Ayu has just landed on her first street."""
    game = small_ring().owns(1, 1, level=level).stands(1, 1).turn(1, rolls=1)
    site = Site(1, 1, level, game.table.round, 1)
    game.set(states=(*game.table.states, site))
    return game


def voting() -> Districts:
    """Three players, one has asked to end the game."""
    game = small_ring(3)
    game.do(CallVote(3, "end"))
    return game


TABLES: dict[str, Callable[[], Districts]] = {
    "plain": small_ring,
    "first lap": lambda: small_ring().laps(0, 1),
    "in jail": lambda: small_ring().stuck(1, tries=2).holds(1, 79),
    "landed": lambda: landed(1),
    "four houses": lambda: landed(4),
    "to pay": lambda: small_ring().has(1, 0).ask(Free(1), Due(1, 2, 900_000, "card")),
    "to buy": lambda: small_ring().asked_to_buy(8),
    "vote": voting,
}
COUNTS: dict[str, list[tuple[int, int]]] = {
    # 36 throws, six of them to chance with three cards each; both of Ayu's mortgages
    "plain": [(50, 29), (452, 200), (4964, 1343)],
    # no card is drawn
    "first lap": [(38, 23), (418, 191), (5183, 1033)],
    # 36 throws, none to chance; the fee, the card, both mortgages
    "in jail": [(40, 25), (328, 143), (3568, 949)],
    # five throws to chance; one, two or three houses, a sale, both mortgages
    "landed": [(52, 33), (766, 384), (9548, 3299)],
    # as that, with the hotel alone
    "four houses": [(50, 31), (662, 322), (8128, 2678)],
    # both mortgages do not suffice, so bankruptcy is listed from the beginning
    "to pay": [(3, 3), (4, 3), (2, 1)],
    # Buy, Decline, Skip
    "to buy": [(3, 3), (87, 53), (936, 408)],
    # yes or no of two players; one yes carries it, two noes lose it
    "vote": [(4, 4), (4, 4), (100, 58)],
}
"""By table: ways and different tables after one, two and three commands."""


@pytest.mark.parametrize("name", TABLES)
def test_counts_to_depth_three(name: str) -> None:
    game = TABLES[name]()
    assert perft(game.table, game.rules, 3) == COUNTS[name]


def test_every_table_is_counted() -> None:
    assert set(COUNTS) == set(TABLES)
