"""Counts of everything that can happen on a small ring of merek, three commands deep.

Whoever changes a number below has changed the rules: say which reading asked for it.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from branching import perft, small_board
from praca import CLASSICO, CONFRONTO, RAPIDO, Praca

from ketuk.engine.commands import CallVote, PutUp
from ketuk.engine.table import Bet, Due, Free, Holding, StepChoice
from ketuk.engine.table import replace as changed

RING = (0, 1, 3, 7, 5, 4, 10, 12, 30, 38, 37, 39)
"""Início, the supermarkets, Sorte, a company of Finanças, tax, Prisão, one of Indústria, to the
Prisão, tax, Tecnologia: their numbers on the whole ring, in the order in which they lie here."""
SAIR, TO_JAIL, RECEIVE, REPAIRS = 58, 51, 60, 59


def small_ring(players: int = 2, mode: int = CLASSICO) -> Praca:
    """Ayu on Início with both supermarkets, Budi with the company; few cards."""
    game = Praca(players, mode=mode)
    board = small_board(game.rules.board, RING, {1: 1, 3: 1, 37: 2, 39: 2})
    game.rules = replace(game.rules, board=board)
    game.set(holdings=(Holding(),) * len(RING))
    cards = (SAIR, TO_JAIL, RECEIVE, REPAIRS)
    game.set(decks=tuple(changed(d, unseen=cards) for d in game.table.decks))
    game.owns(1, 1, 2).owns(2, 4)
    return game


def voting() -> Praca:
    game = small_ring(3)
    game.do(CallVote(3, "pause"))
    return game


def put_up() -> Praca:
    game = small_ring(3, CONFRONTO).owns(1, 1, mortgaged=True)
    game.do(PutUp(1, 1))
    return game


TABLES: dict[str, Callable[[], Praca]] = {
    "plain": small_ring,
    "unevenly": lambda: small_ring(mode=RAPIDO).owns(1, 1, level=2),
    "in the prison": lambda: small_ring().stuck(1, tries=2).holds(1, SAIR),
    "to pay": lambda: small_ring().ask(Free(1), Due(1, 2, 900, "rent")),
    "in debt": lambda: small_ring().has(1, 100).ask(Free(1), Due(1, 2, 300, "rent")),
    "to buy": lambda: small_ring(3).asked_to_buy(11),
    "bus": lambda: small_ring().ask(Free(1), StepChoice(1, (1, 2, 3))),
    "no stake": lambda: small_ring().has(1, 999).ask(Free(1), Bet(1, 1000)),
    "vote": voting,
    "own auction": put_up,
}
COUNTS: dict[str, list[tuple[int, int]]] = {
    # 36 throws, three of them to Sorte with four cards each; Build, Mortgage twice, Budi's later
    "plain": [(46, 25), (1104, 296), (26010, 2969)],
    # as plain, where the levels stand 2 and 0: neither deed is mortgaged, either may be built on
    "unevenly": [(45, 24), (1037, 269), (24574, 2613)],
    # 36 throws that all move, the fee after a failed one; LeaveJail, the card, and as plain
    "in the prison": [(50, 24), (1541, 337), (36037, 3786)],
    # Pay, Mortgage twice
    "to pay": [(3, 3), (50, 26), (1194, 296)],
    # Mortgage twice; the second one pays
    "in debt": [(2, 2), (4, 3), (88, 43)],
    # Buy, Decline, Mortgage twice
    "to buy": [(4, 4), (58, 33), (1539, 420)],
    # three ways, one of them to Sorte with four cards
    "bus": [(6, 6), (250, 139), (5664, 1468)],
    # Decline alone
    "no stake": [(1, 1), (46, 25), (1089, 294)],
    # yes and no of two
    "vote": [(4, 4), (96, 54), (2306, 648)],
    # Bid and Pass of the second seat, then of the third
    "own auction": [(2, 2), (4, 4), (132, 69)],
}
"""By table: ways and different tables after one, two and three commands."""


@pytest.mark.parametrize("name", TABLES)
def test_counts_to_depth_three(name: str) -> None:
    game = TABLES[name]()
    assert perft(game.table, game.rules, 3) == COUNTS[name]


def test_every_table_is_counted() -> None:
    assert set(COUNTS) == set(TABLES)
