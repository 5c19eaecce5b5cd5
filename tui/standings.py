"""How the standings came about: net worth by round, and the moves that turned the ranking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.events import GameEnded, RoundEnded
from engine.rules.ruleset import RuleSet
from engine.table import Table
from rooms.past import Move


@dataclass(frozen=True, slots=True)
class Turn:
    """A move after which players changed places; ``places`` counts all steps up and down."""

    before: Move
    move: Move
    places: int
    worths: int
    """How much net worth it moved."""


def by_round(rules: RuleSet, opening: Move, moves: Iterable[Move]) -> list[tuple[int, ...]]:
    """Net worth of every seat at the start and at the end of each round."""
    ends = [m for m in moves if any(isinstance(e, RoundEnded | GameEnded) for e in m.events)]
    return [_worths(rules, move.table) for move in (opening, *ends)]


def turns(rules: RuleSet, opening: Move, moves: Iterable[Move], *, most: int = 3) -> list[Turn]:
    """The moves after which the ranking changed most, the greatest change first."""
    found = []
    last, before = opening, _worths(rules, opening.table)
    for move in moves:
        after = _worths(rules, move.table)
        if after != before:
            places = sum(abs(a - b) for a, b in zip(_places(before), _places(after), strict=True))
            worths = sum(abs(a - b) for a, b in zip(before, after, strict=True))
            found.append(Turn(last, move, places, worths))
        last, before = move, after
    found.sort(key=lambda t: (-t.places, -t.worths, t.move.seq))
    return found[:most]


def chart(
    rows: Sequence[Sequence[int]], letters: Sequence[str], *, width: int, height: int
) -> list[list[tuple[str, int]]]:
    """A chart in signs: rows of (sign, seat or 0), the top first, one line a player."""
    values = [v for row in rows for v in row] or [0]
    low, high = min(values), max(values)
    field: list[list[tuple[str, int]]] = [[(" ", 0)] * width for _ in range(height)]
    last = max(len(rows) - 1, 1)
    for x in range(width):
        at = x * last / max(width - 1, 1)
        left = min(int(at), len(rows) - 1)
        right = min(left + 1, len(rows) - 1)
        for seat in range(len(letters), 0, -1):
            a, b = rows[left][seat - 1], rows[right][seat - 1]
            value = a + (b - a) * (at - left)
            y = round((high - value) / max(high - low, 1) * (height - 1))
            marked = abs(at - round(at)) < last / max(width - 1, 1) / 2
            field[y][x] = (letters[seat - 1] if marked else "·", seat)
    return field


def _worths(rules: RuleSet, table: Table) -> tuple[int, ...]:
    return tuple(
        0 if p.left else rules.net_worth(rules, table, seat)
        for seat, p in enumerate(table.players, 1)
    )


def _places(worths: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(other > own for other in worths) for own in worths)
