"""Merek counted a second time: every amount of random games, from figures written down here.

Nothing below asks the rule set what it charges: prices, rents, groups and times stand here once
more. A figure or a rule that changes on one side alone is found.
"""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from any_game import AnyGame
from brands import MODES, seeded
from trials import trials

from ketuk import engine
from ketuk.engine.events import (
    AnyEvent,
    BidCalled,
    LevelChanged,
    MortgageSet,
    Nothing,
    Paid,
    Rolled,
)
from ketuk.engine.table import Due, Table

GROUPS = ((1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29), (31, 32, 34),
          (37, 39))  # fmt: skip
LEVELS = (500, 500, 1000, 1000, 1500, 1500, 2000, 2000)
RENTS = {
    1: (20, 100, 300, 900, 1600, 2500), 3: (40, 200, 600, 1800, 3200, 4500),
    6: (60, 300, 900, 2700, 4000, 5500), 8: (60, 300, 900, 2700, 4000, 5500),
    9: (80, 400, 1000, 3000, 4500, 6000), 11: (100, 500, 1500, 4500, 6250, 7500),
    13: (100, 500, 1500, 4500, 6250, 7500), 14: (120, 600, 1800, 5000, 7000, 9000),
    16: (140, 700, 2000, 5500, 7500, 9500), 18: (140, 700, 2000, 5500, 7500, 9500),
    19: (160, 800, 2200, 6000, 8000, 10000), 21: (180, 900, 2500, 7000, 8750, 10500),
    23: (180, 900, 2500, 7000, 8750, 10500), 24: (200, 1000, 3000, 7500, 9250, 11000),
    26: (220, 1100, 3300, 8000, 9750, 11500), 27: (220, 1100, 3300, 8000, 9750, 11500),
    29: (240, 1200, 3600, 8500, 10250, 12000), 31: (260, 1300, 3900, 9000, 11000, 12750),
    32: (260, 1300, 3900, 9000, 11000, 12750), 34: (280, 1500, 4500, 10000, 12000, 14000),
    37: (350, 1750, 5000, 11000, 13000, 15000), 39: (500, 2000, 6000, 14000, 17000, 20000),
}  # fmt: skip
PRICES = dict(zip(RENTS, (
    600, 600, 1000, 1000, 1200, 1400, 1400, 1600, 1800, 1800, 2000, 2200, 2200, 2400, 2600, 2600,
    2800, 3000, 3000, 3200, 3500, 4000,
), strict=True)) | dict.fromkeys((5, 15, 25, 35), 2000) | dict.fromkeys((12, 28), 1500)  # fmt: skip
GROUP_OF = {tile: group for group in GROUPS for tile in group}
LEVEL = {tile: LEVELS[at] for at, group in enumerate(GROUPS) for tile in group}
SALARY_ENDS, TAX_FROM = (46, 30, 30, 46), (61, 40, 40, 61)
"""Minutes, by mode."""
SEEN: Counter[str] = Counter()


def rent(table: Table, tile: int) -> int:
    """The rent of a tile as the table stands."""
    held = table.holdings
    owner = held[tile].owner
    if tile in RENTS:
        level = held[tile].level
        whole = not level and all(held[t].owner == owner for t in GROUP_OF[tile])
        return RENTS[tile][level] * (2 if whole else 1)
    if tile in (12, 28):
        white, rest = table.turn.dice[:2], table.turn.dice[2:]
        thrown = sum(white) + sum(d for d in rest if d < 4)
        return thrown * (100 if held[12].owner == held[28].owner else 40)
    owned = sum(held[t].owner == owner for t in (5, 15, 25, 35))
    return (250, 500, 1000, 2000)[owned - 1]


def share(mode: int, clock: int, amount: int) -> int:
    """What of a rent goes to the bank."""
    over = clock - 60 * TAX_FROM[mode]
    return amount * min(99, 50 + over // 300 * 10) // 100 if over >= 0 else 0


def payments(mode: int) -> dict[str, Callable[[Paid], bool]]:
    """By why of a payment: whether its amount can be right."""
    part = 75 if mode == 2 else 100
    return {
        "salary": lambda e: e.amount == 2000,
        "exact": lambda e: e.amount == 1000,
        "mortgage": lambda e: e.amount == PRICES[e.tile] // 2,
        "redeem": lambda e: e.amount == PRICES[e.tile] * 6 // 10,
        "build": lambda e: e.amount == LEVEL[e.tile],
        "building_sold": lambda e: e.amount == LEVEL[e.tile] * part // 100,
        "jail": lambda e: e.amount == 500,
        "tax": lambda e: e.amount in (1000, 2000),
        "stake": lambda e: e.amount == 1000,
        "pool": lambda e: e.amount == 500,
        "bet_won": lambda e: e.amount in (6000, 3000, 2000),
        "repairs": lambda e: e.amount % 250 == 0,
    }


class Counting:
    """A game that is counted again, event by event."""

    def __init__(self, mode: int) -> None:
        self.mode, self.payments = mode, payments(mode)

    def check(self, table: Table, event: AnyEvent) -> None:
        """An event against the table before it."""
        late = table.clock.now >= 60 * SALARY_ENDS[self.mode]
        match event:
            case Paid():
                assert event.payer <= 0 or table.player(event.payer).cash >= event.amount > 0
                assert self.payments.get(event.why, lambda e: True)(event), event
                assert event.why not in ("salary", "exact") or not late
                SEEN[event.why] += 1
            case Nothing(what="salary_over"):
                assert late
                SEEN["late"] += 1
            case LevelChanged(why="built"):
                whole = [table.holdings[t] for t in GROUP_OF[event.tile]]
                assert len({h.owner for h in whole}) == 1
                assert not any(h.mortgaged for h in whole)
                if self.mode in (0, 3):
                    assert event.level - 1 == min(h.level for h in whole)
            case MortgageSet(mortgaged=True) if event.tile in RENTS:
                assert not any(table.holdings[t].level for t in GROUP_OF[event.tile])
            case BidCalled() if table.auction is not None:
                assert event.amount >= max(
                    PRICES[table.auction.tile], table.auction.high + 100 * (table.auction.high > 0)
                )
                SEEN["bid"] += 1
            case Rolled():
                third = table.round >= 8 and self.mode in (1, 2)
                free = table.player(event.seat).jail < 0
                assert len(event.dice) == (3 if third and free else 2)

    def check_due(self, before: Table, table: Table) -> None:
        """A rent that was just asked for, by the table at its landing."""
        due = table.top
        if not isinstance(due, Due) or due.why != "rent" or due.bill is None:
            return
        if before.top == due or due in before.agenda:
            return
        owner = table.holdings[due.bill.tile].owner
        assert table.player(owner).jail < 0
        assert not table.holdings[due.bill.tile].mortgaged
        assert self.mode != 3 or (owner - due.seat) % 2
        assert due.amount == rent(table, due.bill.tile), due
        tax = share(self.mode, table.clock.now, due.amount)
        assert sum(amount for _, amount in due.shares) == tax
        SEEN["rent due"] += 1
        SEEN["taxed"] += bool(tax)


@pytest.mark.parametrize("mode", MODES)
def test_every_amount_of_random_games(mode: int) -> None:
    counting = Counting(mode)
    for seed in range(trials(5)):
        game: AnyGame = seeded(mode, 7000 + 10 * mode + seed)
        rng, checked = random.Random(seed), len(game.events)
        table = engine.replay(game.events)
        while not game.over:
            before = game.table
            if rng.random() < 0.3:
                game.pass_time()
            else:
                game.step(game.pick(engine.offers(game.table, game.rules), rng.randrange))
            for event in game.events[checked:]:
                counting.check(table, event)
                table = engine.evolve(table, event)
            checked = len(game.events)
            counting.check_due(before, game.table)


def test_all_kinds_of_amounts_were_seen() -> None:
    if not SEEN:
        pytest.skip("the games above ran in another process")
    wanted = {"salary", "mortgage", "redeem", "price", "rent due", "bid", "stake", "taxed", "late"}
    assert wanted <= set(SEEN), wanted - set(SEEN)
