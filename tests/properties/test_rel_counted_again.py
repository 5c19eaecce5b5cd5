"""Rel counted a second time: every amount of random games, from figures written down here.

Nothing below asks the rule set what it charges: prices, rents, news and loans stand here once more,
with the arithmetic of the book. Cash is followed account by account, below zero too.
"""

import random
from collections import Counter
from collections.abc import Callable

from any_game import AnyGame
from trials import trials

from ketuk import engine
from ketuk.engine.commands import Choose
from ketuk.engine.events import AnyEvent, GoalReached, LevelChanged, MortgageSet, Paid
from ketuk.engine.states import Laps, Loans, News
from ketuk.engine.table import Options, Table

STATIONS = {
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
LINES = ((1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29), (31, 32, 34),
         (37, 39))  # fmt: skip
LINE_OF = {tile: number for number, line in enumerate(LINES, 1) for tile in line}
HUBS, UTILITIES = (5, 15, 25, 35), (12, 28)
PRICES = {t: row[0] for t, row in STATIONS.items()} | dict.fromkeys(HUBS, 200)
PRICES |= dict.fromkeys(UTILITIES, 150)
UP, CLOSED = {80: 4, 81: 6, 82: 8}, {83: 2, 84: 5, 85: 7}
REWARDS = {"M01": 30, "M02": 40, "M03": 30, "M04": 50, "M05": 60, "M06": 80, "M07": 50,
           "M08": 100, "M09": 60, "M10": 70}  # fmt: skip
GAMES = trials(6)
SEEN: Counter[str] = Counter()


def whole(table: Table, tile: int) -> bool:
    owners = {table.holdings[t].owner for t in LINES[LINE_OF[tile] - 1]}
    return len(owners) == 1


def rent(table: Table, event: Paid) -> int:
    """The rent of a tile as the table stood."""
    assert event.bill is not None
    tile, held, card = event.bill.tile, table.holdings, table.state(News).card
    by_card = any(f.name == "card" for f in event.bill.factors)
    owner = held[tile].owner
    if tile in HUBS:
        return 25 * 2 ** (sum(held[t].owner == owner for t in HUBS) - 1) * (2 if by_card else 1)
    if tile in UTILITIES:
        times = 10 if by_card or all(held[t].owner == owner for t in UTILITIES) else 4
        return sum(table.turn.dice) * times
    assert CLOSED.get(card) != LINE_OF[tile]
    level = held[tile].level
    amount = STATIONS[tile][2 + level] * (2 if not level and whole(table, tile) else 1)
    return amount * 3 // 2 if UP.get(card) == LINE_OF[tile] else amount


def worth(table: Table, seat: int) -> int:
    """Cash, printed prices, half where mortgaged, what buildings are worth, less Ah Long."""
    found = table.player(seat).cash - table.state(Loans).of(seat)
    for tile in table.owned(seat):
        held = table.holdings[tile]
        found += PRICES[tile] // (2 if held.mortgaged else 1)
        found += held.level * STATIONS[tile][1] if held.level else 0
    return found


def house(table: Table, tile: int) -> int:
    """What a level costs now."""
    price = STATIONS[tile][1] * (1 if whole(table, tile) else 2)
    return price // 2 if table.state(News).card == 88 else price


def tenth(amount: int) -> int:
    """A tenth, up."""
    return -(-amount // 10)


PAYMENTS: dict[str, Callable[[Table, Paid], bool]] = {
    "salary": lambda t, e: e.amount == 200 and t.state(News).card != 86,
    "salary_news": lambda t, e: e.amount == 300 and t.state(News).card == 86,
    "loan_taken": lambda t, e: e.amount == 300 and not t.state(Loans).of(e.payee),
    "loan_repaid": lambda t, e: e.amount == t.state(Loans).of(e.payer) == 400,
    "loan_collected": lambda t, e: e.amount == t.state(Loans).of(e.payer) == 400,
    "mortgage": lambda t, e: e.amount == PRICES[e.tile] // 2,
    "redeem": lambda t, e: e.amount == PRICES[e.tile] // 2 + tenth(PRICES[e.tile] // 2),
    "interest": lambda t, e: e.amount == tenth(PRICES[e.tile] // 2),
    "build": lambda t, e: e.amount == house(t, e.tile),
    "building_sold": lambda t, e: e.amount % (STATIONS[e.tile][1] // 2) == 0,
    "jail": lambda t, e: e.amount == 50,
    "fine": lambda t, e: e.amount in (15, 50, 100),
    "goal": lambda t, e: e.amount in REWARDS.values(),
    "rent": lambda t, e: e.amount == rent(t, e),
}
"""By why of a payment: whether its amount can be right, as the table stood before it."""
ONLY_HE = frozenset({"loan_collected"})
"""Payments that may lead below zero."""


def check(table: Table, event: AnyEvent) -> None:
    """An event against the table before it."""
    match event:
        case Paid():
            cash = table.player(event.payer).cash if event.payer > 0 else event.amount
            assert event.amount > 0
            assert cash >= event.amount or event.why in ONLY_HE
            if event.payee > 0 and event.payer > 0 and event.why == "rent":
                assert table.state(Laps).of(event.payer) or table.options.house
            assert PAYMENTS.get(event.why, lambda t, e: True)(table, event), event
            SEEN[event.why] += 1
        case GoalReached():
            assert event.amount == REWARDS[event.goal]
        case LevelChanged(tile=tile, level=level, why="built"):
            held = table.holdings
            mine = [held[t] for t in LINES[LINE_OF[tile] - 1] if held[t].owner == held[tile].owner]
            assert level == held[tile].level + 1
            assert not any(h.mortgaged for h in mine)
            assert level <= 2 or whole(table, tile)
            assert table.state(Laps).of(held[tile].owner) or table.options.house
        case MortgageSet(mortgaged=True, tile=tile):
            assert not table.holdings[tile].level


def test_every_amount_comes_out_again() -> None:
    SEEN.clear()
    for seed in range(GAMES):
        counted_again(seed)
    wanted = {*PAYMENTS, "price", "tax", "card"} - {"salary_news", "jail", "interest"}
    assert not wanted - set(SEEN), wanted - set(SEEN)


def counted_again(seed: int) -> None:
    """One game, each event against the table before it, and the worth of all at its end."""
    options = Options(
        dice=("app", "real")[seed % 2], house=("fast",) if seed % 3 == 2 else (),
        settings=(("rounds", 30),),
    )  # fmt: skip
    name = ("rel", "rel-borneo")[seed // 2 % 2]
    game = AnyGame(2 + seed % 4, options, 900 + seed, leavers=False, ruleset=name)
    choose = random.Random(seed)
    while not game.over and game.steps < 3_000:
        before, at = game.table, len(game.events)
        command = game.pick(engine.offers(before, game.rules), choose.randrange)
        game.step(command)
        taxes = [e for e in game.events[at:] if isinstance(e, Paid) and e.why == "tax"]
        if command == Choose(command.seat, "part") and taxes:
            assert [e.amount for e in taxes] == [max(worth(before, command.seat), 0) // 10]
        for event in game.events[at:]:
            check(before, event)
            before = engine.evolve(before, event)
    for place in game.table.ranking:
        if place.seat in game.table.seats:
            assert place.worth == worth(game.table, place.seat)
