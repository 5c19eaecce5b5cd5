"""Counts of everything that can happen on a small ring, three commands deep.

Twelve tiles of Nusantara with its own figures. Whoever changes a number below has changed the
rules: say which ruling asked for it.
"""

from dataclasses import replace

import pytest
from branching import outcomes, perft, throws, timeless
from situations import Situation

from ketuk import engine
from ketuk.engine.board import Board, board_of
from ketuk.engine.commands import Play, Roll, Stop
from ketuk.engine.table import Detour, Holding
from ketuk.engine.table import replace as changed

SIZE = 12
RING = (0, 1, 2, 9, 5, 4, 18, 6, 16, 27, 8, 3)
"""Mulai, Banda Aceh, Medan, Macet, Padang, Tol, Bandara, Pekanbaru, Pajak, Pelabuhan, Palembang,
Siasat: their numbers on the whole board, in the order in which they lie here."""
ZONE_1, ZONE_2 = (1, 2, 4), (7, 10)
DISKON, DEMO, JALAN_TIKUS, OJEK = 56, 70, 50, 52
BANJIR, ARUS_BALIK, NEW_CAPITAL = 80, 82, 90


def small_board(whole: Board) -> Board:
    place = {old: new for new, old in enumerate(RING)}
    return board_of(
        tuple(
            changed(
                whole.tiles[old],
                index=new,
                connects=tuple(place[t] for t in whole.tiles[old].connects if t in place),
            )
            for new, old in enumerate(RING)
        )
    )


def small_ring(**fields: object) -> Situation:
    """Ayu on Mulai with Banda Aceh and Medan, Budi on Padang with it; two cards in the deck."""
    game = Situation(**fields)  # type: ignore[arg-type]
    game.rules = replace(game.rules, board=small_board(game.rules.board))
    game.set(holdings=(Holding(),) * SIZE)
    decks = {"siasat": (DISKON, DEMO), "kejadian": (BANJIR, ARUS_BALIK, NEW_CAPITAL)}
    game.set(decks=tuple(changed(d, unseen=decks[d.name]) for d in game.table.decks))
    return game.owns(1, 1, 2).owns(2, 4).stands(2, 4).stands(3, 6)


TABLES = {
    "plain": lambda: small_ring(),
    "barricade": lambda: small_ring().barricade(2),
    "flood": lambda: small_ring().flooded(*ZONE_1),
    "flood and barricade": lambda: small_ring().flooded(*ZONE_1).barricade(2),
    "festival backward": lambda: small_ring().festival(10).effects(backward=True).owns(3, 10),
    "stuck at the third try": lambda: changed_pawn(small_ring(), at=3, jail=2),
    "cards": lambda: small_ring().holds(1, JALAN_TIKUS, OJEK).barricade(10),
    "end of the round": lambda: small_ring().set(opener=2),
    "end of the game": lambda: small_ring(round=11).set(opener=2),
}
COUNTS = {
    # 36 throws, two of them to Siasat with two cards each, Build, Mortgage and SellProperty twice
    "plain": [(44, 28), (603, 262), (6508, 1495)],
    # every throw is stopped by the question of the detour: no card is drawn
    "barricade": [(42, 27), (344, 197), (2209, 747)],
    # as plain, without Build
    "flood": [(42, 26), (425, 192), (3852, 928)],
    "flood and barricade": [(40, 25), (266, 152), (1617, 522)],
    # every throw ends at the marker
    "festival backward": [(42, 27), (776, 178), (10798, 607)],
    # as plain, and LeaveJail; four failing throws and one double lead to Siasat
    "stuck at the third try": [(48, 31), (562, 223), (4570, 1098)],
    # 36 throws, 216 of Ojek, six ways of Jalan Tikus, six with the cities
    "cards": [(264, 89), (3887, 1015), (40576, 6013)],
    "end of the round": [(44, 28), (603, 264), (5872, 1408)],
    "end of the game": [(44, 28), (603, 264), (5824, 1388)],
}
"""By table: ways and different tables after one, two and three commands."""


def changed_pawn(game: Situation, *, at: int, jail: int) -> Situation:
    first, *others = game.table.players
    return game.set(players=(changed(first, at=at, jail=jail), *others))


@pytest.mark.parametrize("name", TABLES)
def test_counts_to_depth_three(name: str) -> None:
    game = TABLES[name]()
    assert perft(game.table, game.rules, 3) == COUNTS[name]


def test_every_table_is_counted() -> None:
    assert set(COUNTS) == set(TABLES)


def test_21_weighed_throws_are_the_36_in_order() -> None:
    assert sum(weight for _, weight in throws(2)) == len(throws(2, ordered=True)) == 36
    assert sum(weight for _, weight in throws(3)) == len(throws(3, ordered=True)) == 216
    game = TABLES["cards"]()
    for command in (Roll(1), Play(1, OJEK)):
        counted = [dict[tuple[object, ...], int](), dict[tuple[object, ...], int]()]
        for found, ordered in zip(counted, (True, False), strict=True):
            for table, weight in outcomes(game.table, command, game.rules, ordered=ordered):
                key = (tuple(sorted(table.turn.dice)), timeless(changed_dice(table)))
                found[key] = found.get(key, 0) + weight
        assert counted[0] == counted[1]


def changed_dice(table: engine.Table) -> engine.Table:
    return changed(table, turn=changed(table.turn, dice=()))


# --- against a walk written down apart from the engine -----------------------------------------

RING_BACKWARD = {tile: (tile - 1) % SIZE for tile in range(SIZE)}
RING_FORWARD = {tile: (tile + 1) % SIZE for tile in range(SIZE)}


def foreseen(steps: int, *, wall: int, wet: tuple[int, ...], feast: int, backward: bool) -> int:
    """Where a pawn from Mulai ends that never pays a detour."""
    ring = RING_BACKWARD if backward else RING_FORWARD
    blocked = {(wall, (wall + 1) % SIZE), ((wall + 1) % SIZE, wall)} if wall >= 0 else set()
    at = 0
    while steps and (at, ring[at]) not in blocked:
        at, steps = ring[at], steps - 1
        if at == feast:
            break
    moved = at != 0 or not blocked or (0, ring[0]) not in blocked
    while moved and at in wet and (at, ring[at]) not in blocked:
        at = ring[at]
    return at


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("feast", [-1, 2, 10])
@pytest.mark.parametrize("wet", [(), ZONE_1, ZONE_2, ZONE_1 + ZONE_2])
@pytest.mark.parametrize("wall", [-1, 0, 2, 3, 10])
def test_every_throw_ends_where_foreseen(
    wall: int, wet: tuple[int, ...], feast: int, backward: bool
) -> None:
    game = small_ring().effects(backward=backward).flooded(*wet)
    if wall >= 0:
        game.barricade(wall)
    if feast >= 0:
        game.festival(feast)
    for table, _ in outcomes(game.table, Roll(1), game.rules):
        steps, ends = sum(table.turn.dice), [table]
        if isinstance(table.top, Detour):
            ends = [after for after, _ in outcomes(table, Stop(1), game.rules)]
        expected = foreseen(steps, wall=wall, wet=wet, feast=feast, backward=backward)
        assert {after.player(1).at for after in ends} == {expected}, steps
