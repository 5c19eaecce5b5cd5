"""Random play of klasik where buildings are short and players go: nothing is left open or lost.

With the box and the cash of the book random players hardly ever want the last hotel at the same
time; here they do, and some of them leave in the middle of it.
"""

import random
import re
from collections import Counter
from pathlib import Path

import any_game
import pytest
from any_game import AnyGame
from trials import trials

from ketuk import engine
from ketuk.engine.commands import AnyCommand, Build
from ketuk.engine.events import AuctionClosed, AuctionOpened, Bankrupted, Paid, Planned
from ketuk.engine.offers import Offers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import from_text, source
from ketuk.engine.table import Options

GAMES = trials(10)


def changed(**figures: int) -> RuleSet:
    """Klasik with other figures, by their names in the data."""
    text = source("klasik")
    for name, figure in figures.items():
        text, count = re.subn(rf"(?m)^{name} = \d+", f"{name} = {figure}", text)
        assert count == 1, name
    return from_text(text, "hard.toml")


FEW_HOUSES = changed(houses=8, cash=20_000)
ONE_HOTEL = changed(houses=80, hotels=1, cash=40_000)
POOR = changed(cash=200, salary=20, houses=6)


class Builders(AnyGame):
    """Players who build where they can, and now and then leave, most of all during an auction."""

    left_short = 0
    """So many left while a building was under the hammer."""

    def pick(self, offered: Offers, choose: any_game.Callable[[int], int]) -> AnyCommand:
        auction = self.table.auction
        short = auction is not None and bool(auction.floors)
        if self.random.random() < (0.05 if short else 0.0005):
            self.left_short += short
            return self.random.choice(offered.standing)
        builds = [c for c in offered.commands if isinstance(c, Build)]
        if builds and self.random.random() < 0.7:
            return self.random.choice(builds)
        return super().pick(offered, choose)


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(any_game, "FOUND", tmp_path)


def played(monkeypatch: pytest.MonkeyPatch, rules: RuleSet, seed: int, house: str) -> Counter[str]:
    """One game, and what was met in it."""
    monkeypatch.setattr(engine, "ruleset", lambda name: rules)
    options = Options(
        edition=("hp", "kertas")[seed % 2], decks=("app", "real")[seed // 2 % 2],
        house=tuple(house.split()),
    )  # fmt: skip
    game = Builders(2 + seed % 7, options, seed, leavers=False, ruleset="klasik")
    game.play(random.Random(seed).randrange, every=60)
    seen = Counter({"left short": game.left_short})
    for event in game.events:
        match event:
            case AuctionOpened():
                seen[f"auction: {event.auction.why}"] += 1
            case AuctionClosed():
                seen[f"closed: {event.how}"] += 1
            case Bankrupted():
                seen["bankrupt to a player" if event.creditor else "bankrupt to the bank"] += 1
            case Paid(why="interest"):
                seen["interest"] += 1
            case Planned():
                seen.update(type(task).__name__ for task in event.tasks)
    return seen


def test_short_of_buildings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    for rules in (FEW_HOUSES, ONE_HOTEL):
        for seed in range(GAMES):
            seen += played(monkeypatch, rules, 200 + seed, "dealt")
    assert seen["auction: house"] > 30
    assert seen["auction: hotel"] > 30
    assert seen["left short"] > 5
    assert seen["PickCity"] > 20


def test_short_of_money(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2 * GAMES):
        seen += played(monkeypatch, POOR, 400 + seed, "dealt pot" if seed % 2 else "")
    assert seen["bankrupt to the bank"] > 20
    assert seen["bankrupt to a player"] > 5
    assert seen["interest"] > 100
