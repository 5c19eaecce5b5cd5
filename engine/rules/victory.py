"""Net worth, and who has won."""

from ketuk.engine.rules.buildings import cost
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Place, Table


def property_value(rules: RuleSet, table: Table, tile: int) -> int:
    """The printed price, less the mortgage if there is one."""
    price = rules.board.deed(tile).price
    if table.holdings[tile].mortgaged:
        return price - rules.mortgaging.value(rules, table, tile)
    return price


def net_worth(rules: RuleSet, table: Table, seat: int) -> int:
    """Cash, properties, buildings and receivables, less debts; loans at their repayment."""
    worth = table.players[seat - 1].cash
    for tile in rules.board.deeds:
        if table.holdings[tile].owner == seat:
            worth += property_value(rules, table, tile) + cost(rules, table, tile)
    for debt in table.debts:
        worth += debt.amount * ((debt.creditor == seat) - (debt.debtor == seat))
    for contract in table.contracts:
        worth += contract.repayment * ((contract.giver == seat) - (contract.taker == seat))
    return worth


def printed_worth(rules: RuleSet, table: Table, seat: int) -> int:
    """Cash, printed prices of all properties, mortgaged ones too, and what buildings have cost."""
    owned = table.owned(seat)
    return table.player(seat).cash + sum(
        rules.board.deed(t).price + cost(rules, table, t) for t in owned
    )


def by_net_worth(rules: RuleSet, table: Table) -> tuple[Place, ...]:
    """The ranking: net worth, then cash, then properties, then shared."""
    rows = []
    for seat in table.seats:
        worth = rules.net_worth(rules, table, seat)
        rows.append((worth, table.player(seat).cash, len(table.owned(seat)), seat))
    rows.sort(key=lambda r: (-r[0], -r[1], -r[2], r[3]))
    places: list[Place] = []
    for at, (worth, cash, properties, seat) in enumerate(rows, 1):
        before = places[-1] if places else None
        same = before and (before.worth, before.cash, before.properties) == (
            worth,
            cash,
            properties,
        )
        places.append(Place(before.place if same and before else at, seat, worth, cash, properties))
    return tuple(places)


def by_lasting(rules: RuleSet, table: Table) -> tuple[Place, ...]:
    """Who still plays by net worth, then the others: who went out last comes first."""
    still = by_net_worth(rules, table)
    out = enumerate(reversed(table.gone), len(still) + 1)
    return (*still, *(Place(place, seat, 0, 0, 0) for place, seat in out))


def by_sides(rules: RuleSet, table: Table) -> tuple[Place, ...]:
    """Sides that still play by the worth of who is left of them, then those that are out.

    Mates share a place, those who went out too; the worth of a line is that of the side.
    """
    sides: dict[int, list[int]] = {}
    for seat in range(1, len(table.players) + 1):
        sides.setdefault(rules.side(rules, table, seat), []).append(seat)

    def rank(side: list[int]) -> tuple[int, int, int]:
        playing = [s for s in side if s in table.seats]
        last = max([table.gone.index(s) for s in side if s in table.gone], default=0)
        worth = sum([rules.net_worth(rules, table, s) for s in playing])
        return (1, worth, 0) if playing else (0, 0, last)

    places, before = list[Place](), 0
    for side in sorted(sides.values(), key=rank, reverse=True):
        worth = rank(side)[1]
        for seat in side:
            cash, owned = table.player(seat).cash, len(table.owned(seat))
            places.append(Place(before + 1, seat, worth, cash, owned))
        before += len(side)
    return tuple(places)


TRACK_BOXES = 40
TRACK_STEP = 1000


def track(worth: int) -> tuple[int, int]:
    """Box (0 to 39) and rounds of the wealth track, 40 boxes of 1,000 (rulings 4.10.3, 4.10.4)."""
    rounds, box = divmod(max(worth, 0) // TRACK_STEP, TRACK_BOXES)
    return box, rounds


def shown_worth(rules: RuleSet, table: Table, seat: int) -> int:
    """The net worth as the table shows it to all."""
    return rules.shown_worth(rules, table, seat)


def whole_worth(rules: RuleSet, table: Table, seat: int) -> int:
    """The net worth, shown as it is: a ``RuleSet.shown_worth``."""
    return rules.net_worth(rules, table, seat)


def richest_first(
    rules: RuleSet, table: Table, seats: tuple[int, ...]
) -> list[tuple[int, int, int]]:
    """Seats with net worth and cash, the richest first: (seat, worth, cash)."""
    rows = [(s, rules.net_worth(rules, table, s), table.player(s).cash) for s in seats]
    return sorted(rows, key=lambda r: (-r[1], -r[2], r[0]))
