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

from ketuk import engine
from ketuk.engine.commands import AnyCommand, Build
from ketuk.engine.events import AuctionClosed, AuctionOpened, Bankrupted, Paid, Planned
from ketuk.engine.offers import Offers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import from_text, source
from ketuk.engine.table import Options

GAMES = 10
SEEN: Counter[str] = Counter()


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

    def pick(self, offered: Offers, choose: any_game.Callable[[int], int]) -> AnyCommand:
        auction = self.table.auction
        short = auction is not None and bool(auction.floors)
        if self.random.random() < (0.05 if short else 0.0005):
            SEEN["left while a building was under the hammer"] += short
            return self.random.choice(offered.standing)
        builds = [c for c in offered.commands if isinstance(c, Build)]
        if builds and self.random.random() < 0.7:
            return self.random.choice(builds)
        return super().pick(offered, choose)


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(any_game, "FOUND", tmp_path)


def played(monkeypatch: pytest.MonkeyPatch, rules: RuleSet, seed: int, house: str) -> None:
    monkeypatch.setattr(engine, "ruleset", lambda name: rules)
    options = Options(
        edition=("hp", "kertas")[seed % 2], decks=("app", "real")[seed // 2 % 2],
        house=tuple(house.split()),
    )  # fmt: skip
    game = Builders(2 + seed % 7, options, seed, leavers=False, ruleset="klasik")
    game.play(random.Random(seed).randrange, every=60)
    for event in game.events:
        match event:
            case AuctionOpened():
                SEEN[f"auction: {event.auction.why}"] += 1
            case AuctionClosed():
                SEEN[f"closed: {event.how}"] += 1
            case Bankrupted():
                SEEN["bankrupt to a player" if event.creditor else "bankrupt to the bank"] += 1
            case Paid(why="interest"):
                SEEN["interest"] += 1
            case Planned():
                SEEN.update(type(task).__name__ for task in event.tasks)


@pytest.mark.parametrize("rules", [FEW_HOUSES, ONE_HOTEL], ids=["houses", "hotels"])
def test_short_of_buildings(monkeypatch: pytest.MonkeyPatch, rules: RuleSet) -> None:
    for seed in range(GAMES):
        played(monkeypatch, rules, 200 + seed, "dealt")


def test_short_of_money(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(2 * GAMES):
        played(monkeypatch, POOR, 400 + seed, "dealt pot" if seed % 2 else "")


def test_times_were_hard() -> None:
    """The games above really went where they were meant to go."""
    if not SEEN:
        pytest.skip("runs after the games")
    assert SEEN["auction: house"] > 30
    assert SEEN["auction: hotel"] > 30
    assert SEEN["left while a building was under the hammer"] > 5
    assert SEEN["PickCity"] > 20
    assert SEEN["bankrupt to the bank"] > 20
    assert SEEN["bankrupt to a player"] > 5
    assert SEEN["interest"] > 100
