"""Klasik counted a second time: every amount of random games, from figures written down here.

Nothing below asks the rule set what it charges: prices, rents and sets stand here once more, with
the arithmetic of the book. A figure or a rule that changes on one side alone is found.
"""

import random
from collections import Counter
from collections.abc import Callable

from any_game import AnyGame
from trials import trials

from ketuk import engine
from ketuk.engine.commands import Choose
from ketuk.engine.events import (
    AnyEvent,
    LevelChanged,
    MortgageSet,
    Moved,
    Paid,
    RentOpened,
    SalaryDue,
)
from ketuk.engine.table import Options, Table

STREETS = {
    1: (60, 50, 2, 10, 30, 90, 160, 250), 3: (60, 50, 4, 20, 60, 180, 320, 450),
    6: (100, 50, 6, 30, 90, 270, 400, 550), 8: (100, 50, 6, 30, 90, 270, 400, 550),
    9: (120, 50, 8, 40, 100, 300, 450, 600), 11: (140, 100, 10, 50, 150, 450, 625, 750),
    13: (140, 100, 10, 50, 150, 450, 625, 750), 14: (160, 100, 12, 60, 180, 500, 700, 900),
    16: (180, 100, 14, 70, 200, 550, 750, 950), 18: (180, 100, 14, 70, 200, 550, 750, 950),
    19: (200, 100, 16, 80, 220, 600, 800, 1000), 21: (220, 150, 18, 90, 250, 700, 875, 1050),
    23: (220, 150, 18, 90, 250, 700, 875, 1050), 24: (240, 150, 20, 100, 300, 750, 925, 1100),
    26: (260, 150, 22, 110, 330, 800, 975, 1150), 27: (260, 150, 22, 110, 330, 800, 975, 1150),
    29: (280, 150, 24, 120, 360, 850, 1025, 1200), 31: (300, 200, 26, 130, 390, 900, 1100, 1275),
    32: (300, 200, 26, 130, 390, 900, 1100, 1275), 34: (320, 200, 28, 150, 450, 1000, 1200, 1400),
    37: (350, 200, 35, 175, 500, 1100, 1300, 1500), 39: (400, 200, 50, 200, 600, 1400, 1700, 2000),
}  # fmt: skip
"""Price, house, and the six rents."""
SETS = ((1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29), (31, 32, 34),
        (37, 39))  # fmt: skip
SET_OF = {tile: whole for whole in SETS for tile in whole}
STATIONS, UTILITIES = (5, 15, 25, 35), (12, 28)
PRICES = {t: row[0] for t, row in STREETS.items()} | dict.fromkeys(STATIONS, 200)
PRICES |= dict.fromkeys(UTILITIES, 150)
GAMES = trials(6)
SEEN: Counter[str] = Counter()


# --- what has to come out ----------------------------------------------------------------------


def rent(table: Table, event: RentOpened) -> int:
    """The rent of a tile as the table stands."""
    tile, held = event.bill.tile, table.holdings
    owner = held[tile].owner
    by_card = any(f.name == "card" for f in event.bill.factors)
    if tile in STREETS:
        level = held[tile].level
        whole = not level and all(held[t].owner == owner for t in SET_OF[tile])
        return STREETS[tile][2 + level] * (2 if whole else 1)
    if tile in STATIONS:
        count = sum(held[t].owner == owner for t in STATIONS)
        return 25 * 2 ** (count - 1) * (2 if by_card else 1)
    if by_card:
        return 10 * event.bill.base
    both = all(held[t].owner == owner for t in UTILITIES)
    return sum(table.turn.dice) * (10 if both else 4)


def worth(table: Table, seat: int) -> int:
    """Cash, printed prices of all, and what the buildings have cost."""
    owned = table.owned(seat)
    built = sum(table.holdings[t].level * STREETS[t][1] for t in owned if t in STREETS)
    return table.player(seat).cash + sum(PRICES[t] for t in owned) + built


def tenth(amount: int) -> int:
    """A tenth, up."""
    return -(-amount // 10)


PAYMENTS: dict[str, Callable[[Paid], bool]] = {
    "salary": lambda e: e.amount == 200,
    "mortgage": lambda e: e.amount == PRICES[e.tile] // 2,
    "redeem": lambda e: e.amount == PRICES[e.tile] // 2 + tenth(PRICES[e.tile] // 2),
    "interest": lambda e: e.amount <= tenth(PRICES[e.tile] // 2),  # less where it ruins
    "build": lambda e: e.amount == STREETS[e.tile][1],
    "building_sold": lambda e: e.amount % (STREETS[e.tile][1] // 2) == 0,
    "jail": lambda e: e.amount <= 50,
    "fine": lambda e: e.amount <= 15,
}
"""By why of a payment: whether its amount can be right."""


# --- event by event ----------------------------------------------------------------------------


def check(table: Table, event: AnyEvent) -> None:
    """An event against the table before it."""
    held = table.holdings
    match event:
        case RentOpened():
            tile = event.bill.tile
            assert event.owner == held[tile].owner not in (0, event.lander)
            assert not held[tile].mortgaged
            assert event.bill.total == rent(table, event)
            SEEN["rent"] += 1
        case Paid():
            assert event.payer <= 0 or table.player(event.payer).cash >= event.amount > 0
            assert PAYMENTS.get(event.why, lambda e: True)(event), event
            SEEN[event.why] += 1
        case LevelChanged(why="built"):
            whole = [held[t] for t in SET_OF[event.tile]]
            assert len({h.owner for h in whole}) == 1
            assert not any(h.mortgaged for h in whole)
            assert event.level - 1 == held[event.tile].level == min(h.level for h in whole)
        case MortgageSet(mortgaged=True) if event.tile in STREETS:
            assert not any(held[t].level for t in SET_OF[event.tile])


class Passing:
    """Whoever passes or reaches the start going ahead is paid next, and nobody else."""

    def __init__(self) -> None:
        self.seat = 0

    def check(self, table: Table, event: AnyEvent) -> None:
        start = table.player(event.seat).at if isinstance(event, Moved) else 0
        match event:
            case Moved(how="dice"):
                assert event.to == (start + sum(table.turn.dice)) % 40
                self.seat = event.seat if event.to < start else 0
            case Moved(how="card"):
                self.seat = event.seat if event.to < start and start - event.to != 3 else 0
            case Paid(why="salary"):
                assert event.payee == self.seat
                self.seat = 0
            case SalaryDue():
                assert event.seat == self.seat
            case _:
                assert not self.seat, event


def check_table(table: Table) -> None:
    """What holds between any two moves."""
    for whole in SETS:
        tiles = [table.holdings[t] for t in whole]
        if any(h.level for h in tiles):
            assert len({h.owner for h in tiles}) == 1
            assert not any(h.mortgaged for h in tiles)
    for holding in table.holdings:
        assert holding.owner or not (holding.mortgaged or holding.level)
        assert not holding.owner or not table.player(holding.owner).left
    assert all(p.cash == 0 and not p.hand for p in table.players if p.left)
    auction = table.auction
    if auction is not None and auction.high_seat:
        assert table.player(auction.high_seat).cash >= auction.high


def test_every_amount_comes_out_again() -> None:
    SEEN.clear()
    for house in ((), ("dealt",), ("pot", "dealt")):
        for seed in range(GAMES):
            counted_again(seed, house)
    wanted = {*PAYMENTS, "part", "rent", "price", "tax", "card", "pot"}
    assert not wanted - set(SEEN), wanted - set(SEEN)
    assert SEEN["rent"] > 100


def counted_again(seed: int, house: tuple[str, ...]) -> None:
    """One game, each event against the table before it."""
    options = Options(("kertas", "hp")[seed % 2], ("app", "real")[seed // 2 % 2], house=house)
    game = AnyGame(2 + seed % 7, options, 700 + seed, leavers=False, ruleset="klasik")
    choose, passing = random.Random(seed), Passing()
    while not game.over and game.steps < 3_000:
        before, at = game.table, len(game.events)
        command = game.pick(engine.offers(before, game.rules), choose.randrange)
        game.step(command)
        if command == Choose(command.seat, "part"):
            taxes = [e for e in game.events[at:] if isinstance(e, Paid) and e.why == "tax"]
            due = [e.bill.total for e in taxes if e.bill is not None]
            assert due in ([], [tenth(worth(before, command.seat))])
            SEEN["part"] += len(taxes)
        for event in game.events[at:]:
            check(before, event)
            passing.check(before, event)
            before = engine.evolve(before, event)
        check_table(before)
