"""What a position is worth to each seat: its worth today, and the rents of the rounds to come.

Only what lies open is looked at: cash, properties, buildings, pawns. Money is in units of the set,
with fractions.
"""

from functools import lru_cache
from itertools import product
from math import exp, log

from msgspec import Struct

from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.table import BANK, Holding, Table, replace

FAR = 25
"""Rounds that are looked ahead at most: of a game without a last round, and of a long one."""
THROWS = 1.17
"""Moves of a turn, on average: doubles move on."""
PROMISE = 0.6
"""What buildings that are not built yet count for, of their rent."""
LATER = 3
"""The level that a whole group is thought to be built to, if cash allows."""
SALE = 0.5
"""What is lost of a sum that has to be raised in a hurry."""
OWN = 1.05
"""How often a seat's own worth counts; the best one's counts once."""
CHANCE, CHANCES = 0.5, 0.3
"""How far apart luck may drive two seats yet, in salaries: at the end, and for the root of each
round to come."""


class Outlook(Struct, frozen=True):
    """The worth of every seat that still plays, by seat."""

    worth: dict[int, float]
    spread: float
    """What a lead has to be to count, in money: with more chance to come, the more."""

    def to(self, seat: int) -> float:
        """How well a seat stands: what it is worth, beside the best of all that play.

        The logarithm of its chance to be the best at the end, in money: whoever leads counts
        most, whoever is far behind hardly. A little of its own worth comes on top: nobody who
        leads by far sits still.
        """
        if seat not in self.worth:
            return float("-inf")
        top = max(self.worth.values())
        chances = sum([exp((worth - top) / self.spread) for worth in self.worth.values()])
        return OWN * self.worth[seat] - top - self.spread * log(chances)


def outlook(rules: RuleSet, table: Table) -> Outlook:
    """What the position is worth to everybody."""
    seats, ahead = table.seats, _ahead(table)
    calm = table if table.round == table.rounds else rules.to_come(rules, table)
    rents = _rents(rules, table)
    later = rents if calm is table else _rents(rules, calm)
    income = {seat: _promises(rules, table, seat, later) for seat in seats}
    for tile, rent in later.items():
        owner = table.holdings[tile].owner
        if owner in income:
            income[owner] += rent
    every, worth = sum(income.values()), dict[int, float]()
    landings = ahead * THROWS / rules.board.size
    for seat in seats:
        others = every - income[seat]
        coming = landings * ((len(seats) - 1) * income[seat] - others)
        worth[seat] = rules.appraised(rules, table, seat) + coming
        worth[seat] -= _danger(rules, table, seat, rents, worth[seat])
    return Outlook(worth, rules.salary * (CHANCE + CHANCES * ahead**0.5))


def _ahead(table: Table) -> float:
    """Rounds to come, the rest of this one counted as half."""
    return min(FAR, table.rounds - table.round + 0.5)


def _rents(rules: RuleSet, table: Table) -> dict[int, float]:
    """What a landing costs now, by tile, with usual dice; tiles that bring nothing left out."""
    dice = table.turn.dice
    usual = replace(table, turn=replace(table.turn, dice=(3, 4, *dice[2:])))
    rents = {}
    for tile in rules.board.deeds:
        holding = table.holdings[tile]
        if holding.owner == BANK or holding.mortgaged:
            continue
        if rent := _rent(rules, usual, tile):
            rents[tile] = rent
    return rents


def _rent(rules: RuleSet, table: Table, tile: int) -> float:
    owner, side = table.holdings[tile].owner, rules.side
    lander = next((s for s in table.seats
                   if side(rules, table, s) != side(rules, table, owner)
                   and not rules.spared(rules, table, s)), 0)  # fmt: skip
    bill = rules.rent(rules, table, tile, lander) if lander else None
    return 0.0 if bill is None or isinstance(bill, Excuse) else float(bill.total)


def _promises(rules: RuleSet, table: Table, seat: int, rents: dict[int, float]) -> float:
    """What a landing may cost more once groups are whole and built on."""
    promised, board, holdings = 0.0, rules.board, table.holdings
    cash = table.player(seat).cash
    for group in board.groups:
        held = [t for t in group if holdings[t].owner == seat]
        if not held or not board.deed(group[0]).build_price:
            continue
        deeds = [board.deed(t) for t in group]
        if not all(len(d.rents) > LATER for d in deeds):
            continue
        level = min(holdings[t].level for t in group)
        if len(held) < len(group):
            share = len(held) / len(group)
            promised += share**3 * PROMISE / 4 * sum(d.rents[LATER] for d in deeds)
            continue
        if level >= LATER or any(holdings[t].mortgaged for t in group):
            continue
        price = sum(d.build_price for d in deeds)
        able = min(LATER, level + max(0, cash) // max(price, 1))
        more = sum(d.rents[able] - rents.get(t, 0.0) for d, t in zip(deeds, group, strict=True))
        promised += PROMISE * max(0.0, more)
    return promised


def _danger(
    rules: RuleSet, table: Table, seat: int, rents: dict[int, float], worth: float
) -> float:
    """What the next two moves of a pawn may cost beyond the cash in hand."""
    player, size, danger = table.player(seat), rules.board.size, 0.0
    reach = None
    for steps, chance in _moves(2).items():
        tile = (player.at + steps) % size
        rent = rents.get(tile, 0.0)
        if table.holdings[tile].owner == seat or rent <= 0:
            continue
        short = rent - player.cash
        if short <= 0:
            continue
        if reach is None:
            reach = player.cash + raisable(rules, table, seat)
        lost = SALE * short if rent <= reach else max(SALE * short, worth)
        danger += 2 * chance * lost
    return danger


@lru_cache(maxsize=4)
def _moves(dice: int) -> dict[int, float]:
    """How likely a throw is, by its sum."""
    chances: dict[int, float] = {}
    for throw in product(range(1, 7), repeat=dice):
        chances[sum(throw)] = chances.get(sum(throw), 0.0) + 6.0**-dice
    return chances


# ---- positions that are thought of


def owned_by(table: Table, tile: int, owner: int, price: float) -> Table:
    """The table after a seat, or nobody, has bought a property."""
    changed = _held(table, tile, replace(table.holdings[tile], owner=owner))
    return paying(changed, owner, price) if owner != BANK else changed


def paying(table: Table, seat: int, amount: float) -> Table:
    """The table after a seat has paid something to the bank."""
    players = list(table.players)
    paid = players[seat - 1]
    players[seat - 1] = replace(paid, cash=paid.cash - int(amount))
    return replace(table, players=tuple(players))


def _held(table: Table, tile: int, holding: Holding) -> Table:
    holdings = (*table.holdings[:tile], holding, *table.holdings[tile + 1 :])
    return replace(table, holdings=holdings)
