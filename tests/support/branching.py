"""Every way in which a game can go on: each listed command, each outcome of its dice and draws.

``decide`` is pure, so chance is branched by asking again: a luck that has run out says what it
could have given, and the command is decided once more for each of these.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product

from ketuk import engine
from ketuk.engine.board import Board, board_of
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table, replace

Chance = tuple[int, ...] | int
"""A throw, or a card."""
Weighed = list[tuple[Chance, int]]
"""What chance can give, with how often."""


class Fork(LookupError):
    """Chance was asked for more than the path has; ``ways`` is what it could give."""

    def __init__(self, ways: Weighed) -> None:
        super().__init__(f"{len(ways)} ways from here")
        self.ways = ways


class PathLuck:
    """Chance along one path: what was chosen so far, then a fork."""

    def __init__(self, path: Sequence[Chance], *, ordered: bool = False) -> None:
        self._path = list(path)
        self._ordered = ordered

    def dice(self, count: int) -> tuple[int, ...]:
        if self._path:
            return self._path.pop(0)  # type: ignore[return-value]
        raise Fork(throws(count, ordered=self._ordered))

    def draw(self, cards: Sequence[int]) -> int:
        if self._path:
            return self._path.pop(0)  # type: ignore[return-value]
        raise Fork([(card, 1) for card in cards])


def throws(count: int, *, ordered: bool = False) -> Weighed:
    """All throws of so many dice: 36 of two in order, or 21 with how often each comes."""
    if ordered:
        return [(dice, 1) for dice in product(range(1, 7), repeat=count)]
    return [
        (dice, len(set(permutations(dice))))
        for dice in combinations_with_replacement(range(1, 7), count)
    ]


def outcomes(
    table: Table, command: AnyCommand, rules: RuleSet, *, ordered: bool = False
) -> Iterator[tuple[Table, int]]:
    """Every table that a command can lead to, with its weight.

    Raises:
        AssertionError: the command is refused.
    """
    paths: list[tuple[tuple[Chance, ...], int]] = [((), 1)]
    while paths:
        path, weight = paths.pop()
        try:
            events = engine.decide(table, command, rules, PathLuck(path, ordered=ordered))
        except Fork as fork:
            paths += [((*path, way), weight * times) for way, times in fork.ways]
            continue
        assert not isinstance(events, Refused), (command, events)
        after = table
        for event in events:
            after = engine.evolve(after, event)
        yield after, weight


def small_board(whole: Board, ring: Sequence[int], groups: dict[int, int]) -> Board:
    """A ring of a few tiles of another, with sets of its own."""
    tiles = [
        replace(whole.tiles[old], index=new, group=groups.get(old, 0))
        for new, old in enumerate(ring)
    ]
    return board_of(tuple(tiles))


def timeless(table: Table) -> Table:
    """The table without the numbers of its events: equal for ways that lead to the same."""
    return replace(table, count=0, opened=())


def perft(table: Table, rules: RuleSet, depth: int) -> list[tuple[int, int]]:
    """Ways and different tables after 1, 2 ... ``depth`` commands, every outcome a way."""
    layer = {timeless(table): 1}
    counts = []
    for _ in range(depth):
        following: dict[Table, int] = {}
        for before, ways in layer.items():
            listed = engine.offers(before, rules).commands
            assert len(set(listed)) == len(listed), "a command is listed twice"
            for command in listed:
                for after, weight in outcomes(before, command, rules):
                    key = timeless(after)
                    following[key] = following.get(key, 0) + ways * weight
        layer = following
        counts.append((sum(layer.values()), len(layer)))
    return counts
