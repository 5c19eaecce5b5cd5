"""Counts of everything that can happen on a small ring of rel, three commands deep.

Whoever changes a number below has changed the rules: say which reading asked for it.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from branching import perft, small_board
from rails import FREE, Rails
from situations import Situation

from ketuk.engine.table import Burdened, Due, Free, Holding
from ketuk.engine.table import replace as changed

RING = (0, 1, 3, 7, 5, 4, 10, 12, 30, 38, 37, 39)
"""MULA, a line, Kad, a hub, tax, Lokap, a utility, to Lokap, tax, a line: their numbers on the ring
of 40, in the order in which they lie here."""
TO_JAIL, RECEIVE, PAY_EACH, TAX_FREE = 58, 61, 68, 87


def small_ring(players: int = 2, **fields: object) -> Rails:
    """Ayu on MULA with a whole line, Budi with the hub; few cards; all missions done."""
    game = Rails(players, **fields)
    board = small_board(game.rules.board, RING, {1: 1, 3: 1, 37: 2, 39: 2})
    game.rules = replace(game.rules, board=board)
    game.set(holdings=(Holding(),) * len(RING))
    cards = {"kad": (FREE, TO_JAIL, RECEIVE, PAY_EACH), "berita": (TAX_FREE,)}
    game.set(decks=tuple(changed(d, unseen=cards[d.name]) for d in game.table.decks))
    game.owns(1, 1, 2).owns(2, 4)
    return game


def estate() -> Situation:
    """A mortgaged tile of a bankrupt has come to Budi."""
    game = small_ring().owns(2, 7, mortgaged=True)
    return game.ask(Free(1), Burdened(2, 7, refusable=True))


TABLES: dict[str, Callable[[], Situation]] = {
    "plain": small_ring,
    "first lap": lambda: small_ring().laps(0, 1),
    "news due": lambda: small_ring().laps(2, 2).turn(1, may_roll=False),
    "in lokap": lambda: small_ring().stuck(1, tries=2).holds(1, FREE),
    "ah long": lambda: small_ring().lent(2).has(1, 299),
    "in minus": lambda: small_ring().has(1, -20).turn(1, may_roll=False),
    "short": lambda: small_ring().has(1, 10).ask(Free(1), Due(1, 2, 50, "rent")),
    "to buy": lambda: small_ring(3).asked_to_buy(11),
    "unqualified": lambda: small_ring(settings=(("qualifying", 2),)),
    "estate": estate,
}
COUNTS: dict[str, list[tuple[int, int]]] = {
    # 36 throws, two of them to Kad with four cards each; Build and Mortgage twice
    "plain": [(46, 28), (531, 226), (5608, 1391)],
    # as plain without Build; nothing is paid
    "first lap": [(44, 26), (444, 199), (4864, 1076)],
    # EndTurn, which draws the one card of news; Build and Mortgage twice
    "news due": [(5, 5), (59, 37), (526, 264)],
    # 36 throws that all move, four to Kad with three cards each; LeaveJail, the card, and as plain
    "in lokap": [(50, 31), (499, 221), (4875, 1268)],
    # as plain, and Borrow
    "ah long": [(47, 29), (610, 256), (6744, 1668)],
    # Mortgage twice and Borrow: neither EndTurn nor Concede
    "in minus": [(3, 3), (11, 8), (159, 90)],
    # the same: what the cash covers then is paid at once
    "short": [(3, 3), (50, 29), (703, 250)],
    # Buy, Decline, Mortgage twice
    "to buy": [(4, 4), (66, 43), (998, 442)],
    # as plain; unowned tiles bring nothing
    "unqualified": [(46, 28), (589, 244), (6906, 1529)],
    # Pay, Redeem, Decline
    "estate": [(3, 3), (99, 63), (1106, 462)],
}
"""By table: ways and different tables after one, two and three commands."""


@pytest.mark.parametrize("name", TABLES)
def test_counts_to_depth_three(name: str) -> None:
    game = TABLES[name]()
    assert perft(game.table, game.rules, 3) == COUNTS[name]


def test_every_table_is_counted() -> None:
    assert set(COUNTS) == set(TABLES)
