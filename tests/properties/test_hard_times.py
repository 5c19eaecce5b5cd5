"""Random play where money is short from the start: debts, fines and creditors in plenty.

With the cash of the book random players are seldom in debt; here they are most of the time, and
everything that holds in any game must hold all the same.
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
from ketuk.engine.events import Owed, Paid
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import from_text, source
from ketuk.engine.table import POT, Options

GAMES = trials(120)


def hard() -> RuleSet:
    """The book with a twelfth of its cash, a fifth of its salary, and a small box of buildings."""

    def twelfth(line: re.Match[str]) -> str:
        figures = [int(figure) // 120 * 10 for figure in line.group(1).split(",")]
        return f"cash = {figures}"

    text = re.sub(r"cash = \[([\d, ]+)\]", twelfth, source("nusantara"))
    for old, new in (("salary = 2000", "salary = 400"), ("ruko = 12", "ruko = 3"),
                     ("menara = 6", "menara = 2")):  # fmt: skip
        assert text.count(old) == 1
        text = text.replace(old, new)
    return from_text(text, "hard.toml")


HARD = hard()


@pytest.fixture(autouse=True)
def _hard_times(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """These games are no recorded games of the book: a failing one is found again by its seed."""
    monkeypatch.setattr(engine, "ruleset", lambda name: HARD)
    monkeypatch.setattr(any_game, "FOUND", tmp_path)


def test_short_of_money_games_stay_whole_and_end() -> None:
    seen: Counter[str] = Counter()
    for at in range(GAMES):
        seed = 100_000 + at
        options = Options(edition=("hp", "kertas")[at % 2], decks=("app", "real")[at // 2 % 2])
        game = AnyGame(3 + at % 4, options, seed)
        assert game.rules is HARD
        assert game.play(random.Random(seed).randrange, every=40), f"seed {seed} did not end"
        count(game, seen)
    assert seen["to Kas Warga"] > 100
    assert seen["to a player"] > 10
    assert seen["several creditors"] > 100
    assert seen["paid"] > 100
    assert seen["passed on by a creditor in debt"] > 0


def count(game: AnyGame, seen: Counter[str]) -> None:
    """What happened with debts: the games really went where they were meant to go."""
    owing, before = set[int](), None
    for event in game.events:
        if isinstance(event, Owed):
            seen["to Kas Warga" if event.creditor == POT else "to a player"] += 1
            seen["several creditors"] += event.debtor in owing
            owing.add(event.debtor)
        if isinstance(event, Paid) and event.why == "debt":
            seen["paid"] += 1
            passed_on = isinstance(before, Paid) and before.why == "debt"
            seen["passed on by a creditor in debt"] += passed_on and before.payee == event.payer
        before = event
