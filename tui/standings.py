"""How the standings came about: net worth by round, and the moves that turned the ranking."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ketuk.engine.events import GameEnded, Owed, Paid, RoundEnded
from ketuk.engine.rules.buildings import cost
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, CORRECTION, Holding, Table, replace
from ketuk.rooms.past import Move


@dataclass(frozen=True, slots=True)
class Overtaking:
    """A move after which the ranking was another."""

    before: Move
    move: Move
    places: int
    """Steps up and down of all who played on, by net worth; equal worths share a place."""
    worths: int
    """How much net worth it moved."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a net worth is made of; the parts add up to it, by any rule set's own count."""

    cash: int
    properties: int
    buildings: int
    debts: int
    """Receivables less debts, loans included."""


@dataclass(frozen=True, slots=True)
class Sources:
    """How a net worth came about; the sources add up to it."""

    start: int
    """Net worth when the table was laid."""
    salary: int
    rent_received: int
    rent_paid: int
    """Below zero, as what became a debt is too."""
    corrected: int
    """What the players set by hand."""
    other: int
    """All the rest: bargains at auctions, taxes, cards, trades, buildings lost."""


def by_round(rules: RuleSet, opening: Move, moves: Iterable[Move]) -> list[tuple[int, ...]]:
    """Net worth of every seat at the start and at the end of each round."""
    ends = [m for m in moves if any(isinstance(e, RoundEnded | GameEnded) for e in m.events)]
    return [_worths(rules, move.table) for move in (opening, *ends)]


def turns(
    rules: RuleSet, opening: Move, moves: Iterable[Move], *, most: int = 3
) -> list[Overtaking]:
    """The moves after which the ranking changed most, the greatest change first."""
    overtakings = []
    last, before = opening, _playing(rules, opening.table)
    for move in moves:
        after = _playing(rules, move.table)
        if after != before:
            old, new = _places(before), _places(after)
            places = sum(abs(new[seat] - old[seat]) for seat in new)
            worths = sum(abs(after.get(seat, 0) - worth) for seat, worth in before.items())
            overtakings.append(Overtaking(last, move, places, worths))
        last, before = move, after
    overtakings.sort(key=lambda t: (-t.places, -t.worths, t.move.seq))
    return [turn for turn in overtakings if turn.places][:most]


def parts(rules: RuleSet, table: Table, seat: int) -> Parts:
    """What the net worth of a seat is made of."""
    cash, worth = table.player(seat).cash, rules.net_worth(rules, table, seat)
    buildings = sum(cost(rules, table, tile) for tile in table.owned(seat))
    properties = worth - rules.net_worth(rules, _without(table, table.owned(seat)), seat)
    return Parts(cash, properties - buildings, buildings, worth - cash - properties)


def deed_worth(rules: RuleSet, table: Table, tile: int) -> int:
    """What a property adds to its owner's net worth, without what is built on it."""
    seat = table.holdings[tile].owner
    without = rules.net_worth(rules, _without(table, (tile,)), seat)
    return rules.net_worth(rules, table, seat) - without - cost(rules, table, tile)


def _without(table: Table, tiles: tuple[int, ...]) -> Table:
    """As if these were the bank's."""
    held = tuple([Holding(BANK) if t in tiles else h for t, h in enumerate(table.holdings)])
    return replace(table, holdings=held)


def sources(rules: RuleSet, opening: Move, moves: Sequence[Move]) -> dict[int, Sources]:
    """How the net worth of each seat came about, also of those who left."""
    table = moves[-1].table if moves else opening.table
    salary, received, paid, corrected = (Counter[int]() for _ in range(4))
    for event in (e for move in moves for e in move.events):
        match event:
            case Paid(why="salary"):
                salary[event.payee] += event.amount
            case Paid(why="rent"):
                paid[event.payer] -= event.amount
                received[event.payee] += event.amount
            case Owed(why="rent"):
                paid[event.debtor] -= event.amount
                received[event.creditor] += event.amount
            case Paid(payer=payer, payee=payee) if payer == CORRECTION:
                corrected[payee] += event.amount
            case Paid(payer=payer, payee=payee) if payee == CORRECTION:
                corrected[payer] -= event.amount
            case _:
                pass
    by_seat = {}
    for seat in range(1, len(table.players) + 1):
        worth = rules.net_worth(rules, table, seat)
        known = (salary[seat], received[seat], paid[seat], corrected[seat])
        start = rules.net_worth(rules, opening.table, seat)
        by_seat[seat] = Sources(start, *known, worth - start - sum(known))
    return by_seat


def _worths(rules: RuleSet, table: Table) -> tuple[int, ...]:
    return tuple(
        0 if p.left else rules.net_worth(rules, table, seat)
        for seat, p in enumerate(table.players, 1)
    )


def _playing(rules: RuleSet, table: Table) -> dict[int, int]:
    """Net worth of those who still play."""
    return {seat: rules.net_worth(rules, table, seat) for seat in table.seats}


def _places(worths: dict[int, int]) -> dict[int, int]:
    """For each seat how many are ahead of it."""
    return {seat: sum(other > own for other in worths.values()) for seat, own in worths.items()}
