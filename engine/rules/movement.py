"""The way of a pawn: count, festival marker, barricade, floods."""

from functools import cache

from msgspec import Struct

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import Table


class Way(Struct, frozen=True, gc=False):
    """Where a move ends and what it met."""

    to: int
    passed_start: bool
    """Whether tile 0 was passed or reached in the direction of play."""
    stopped: str = ""
    """festival, barricade, or empty if the count ended it."""
    against_start: bool = False
    """Whether tile 0 was passed or reached against the direction of play."""


def direction(table: Table) -> int:
    """1 in the direction of play, -1 under Arus Balik."""
    return -1 if table.state(Effects).backward else 1


def edge_ahead(tile: int, step: int, size: int) -> int:
    """The edge that a pawn crosses when it leaves ``tile``, named by the tile before it."""
    return tile if step > 0 else (tile - 1) % size


def way(
    rules: RuleSet, table: Table, start: int, steps: int, *, barricade: bool, festival: bool
) -> Way:
    """The way of a move of ``steps`` tiles; the flags say what is minded.

    A move ends at the first of: festival marker on a tile after its start, barricade, count.
    """
    effects, size, step = table.state(Effects), rules.board.size, direction(table)
    wall = effects.barricade.at if barricade and effects.barricade else -1
    feast = effects.festival.at if festival and effects.festival else -1
    if wall < 0 and feast < 0:  # nothing lies in the way
        met = steps >= (size - start if step > 0 else start or size)
        return Way((start + step * steps) % size, met and step > 0, "", met and step < 0)
    at, met, stopped = start, False, ""
    for _ in range(steps):
        if edge_ahead(at, step, size) == wall:
            stopped = "barricade"
            break
        at = (at + step) % size
        met = met or at == 0
        if at == feast:
            stopped = "festival"
            break
    return Way(at, met and step > 0, stopped, met and step < 0)


def slide(rules: RuleSet, table: Table, start: int) -> Way:
    """From a flooded tile to the first dry one; a barricade stops it (rulings 4.1.1 to 4.1.3)."""
    effects, size, step = table.state(Effects), rules.board.size, direction(table)
    wall = effects.barricade.at if effects.barricade else -1
    at = start
    while table.state(Effects).flooded(at):
        if edge_ahead(at, step, size) == wall:
            return Way(at, False, "barricade")
        at = (at + step) % size
    return Way(at, at == 0 and step > 0, against_start=at == 0 and step < 0)


def edges(rules: RuleSet) -> tuple[int, ...]:
    """Where a barricade may lie: before the first or after the last tile of a group (4.8.14)."""
    return _edges(rules.board.groups, rules.board.size)


@cache
def _edges(groups: tuple[tuple[int, ...], ...], size: int) -> tuple[int, ...]:
    before_groups = {(g[0] - 1) % size for g in groups if g}
    return tuple(sorted(before_groups | {g[-1] for g in groups if g}))
