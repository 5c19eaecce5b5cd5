"""What a rule set must have to be whole, each question answered by a list of what it lacks.

``OWN`` says where the tests and pages of a set are. A set that nobody has entered there lacks
everything, and so does a copy of another set under a new name.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from recorded import moves_of
from sentences import TWO

from ketuk import engine
from ketuk.engine import items
from ketuk.engine.table import NOWHERE, Table
from ketuk.engine.taps import AT_LEISURE, Choice, Do, Making, meaning
from ketuk.rooms.past import Move
from ketuk.tui.comparing.fields import FIELDS, compare
from ketuk.tui.menu.questions import question
from ketuk.tui.telling import why
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.why_amounts import Moment
from ketuk.tui.words import LANGUAGES, Words

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
TABLES_OF_A_TASK = 3
"""So many tables of each kind of question are tapped at."""


@dataclass(frozen=True)
class Own:
    """Where the tests and pages of a set are."""

    endings: frozenset[str]
    """Ways in which its games end; a recorded game's file begins with its way."""
    perft: str
    rulings: str
    """Its test files below ``tests/rulings``."""
    number: str
    """How a ruling's number stands in the name of a test, as a pattern."""
    pages: tuple[str, ...]


OWN = {
    "nusantara": Own(
        frozenset({"rounds", "last"}), "test_perft.py", "test_*.py", r"4_\d+_\d+",
        ("rules.md", "aturan.md"),
    ),
    "klasik": Own(
        frozenset({"player", "bank", "left"}), "test_perft_klasik.py", "test_klasik_*.py",
        r"k_\d+", ("klasik.md", "klasik-en.md"),
    ),
    "kompleks": Own(
        frozenset({"last", "vote", "lost", "auction"}), "test_perft_kompleks.py",
        "test_kompleks_*.py", r"kp_\d+", ("kompleks.md", "kompleks-en.md"),
    ),
    "merek": Own(
        frozenset({"rent", "bank", "left", "missed", "team", "agreed"}), "test_perft_merek.py",
        "test_merek_*.py", r"m_\d+", ("merek.md", "merek-pt.md", "merek-en.md"),
    ),
    "rel": Own(
        frozenset({"last", "laps", "rounds", "fast", "agreed"}), "test_perft_rel.py",
        "test_rel_*.py", r"r_\d+", ("rel.md", "rel-id.md", "rel-en.md"),
    ),
    "rel-borneo": Own(
        frozenset({"laps", "fast"}), "test_perft_rel.py", "test_rel_*.py", r"r_\d+",
        ("rel.md", "rel-id.md", "rel-en.md"),
    ),
}  # fmt: skip


def games(name: str) -> list[Path]:
    """The recorded games of a set, shortest first."""
    found = (TESTS / "games" / name).glob("*.jsonl")
    return sorted(found, key=lambda path: (path.stat().st_size, path.name))


def lacks_games(name: str) -> list[str]:
    """A recorded game for each way of ending."""
    wanted = OWN[name].endings if name in OWN else frozenset({"any ending"})
    there = {path.stem.split("-")[0] for path in games(name)}
    headers = [json.loads(path.open().readline())["ruleset"] for path in games(name)]
    strange = [f"a game of {other}" for other in headers if other != name]
    return [f"no recorded game that ends by {way}" for way in sorted(wanted - there)] + strange


def lacks_perft(name: str) -> list[str]:
    """Counts of everything that can happen, three commands deep."""
    file = TESTS / "perft" / (OWN[name].perft if name in OWN else f"test_perft_{name}.py")
    return [] if file.exists() and "COUNTS" in file.read_text("utf-8") else [f"no {file.name}"]


def lacks_rulings(name: str) -> list[str]:
    """A test for each ruling, and a ruling for each test."""
    own = OWN.get(name)
    tested: set[str] = set()
    for file in (TESTS / "rulings").glob(own.rulings if own else f"test_{name}_*.py"):
        pattern = rf"def test_({own.number if own else '[a-z]_[0-9]+'})(?=_)"
        found = re.findall(pattern, file.read_text("utf-8"))
        tested |= {number.lower().replace("_", "").replace(".", "") for number in found}
    there = {re.sub(r"[-.]", "", n.lower()): n for n in engine.ruleset(name).rulings}
    without = {there[key] for key in there.keys() - tested}
    return [f"no test of {n}" for n in sorted(without)] + [
        f"a test of {key}, which there is not" for key in sorted(tested - there.keys())
    ]


def lacks_sentences(name: str) -> list[str]:
    """What happened, was asked and why, told in each language over whole recorded games."""
    if not games(name):
        return ["no recorded game to tell"]
    rules, faults = engine.ruleset(name), []
    for path in games(name)[:2]:
        _, moves = moves_of(path)
        for language in TWO:
            telling = Telling(Words(language), rules)
            faults += [f"{language}: {said}" for said in _said(telling, moves) if _broken(said)]
    for number, ruling in rules.rulings.items():
        whole = all(ruling[part][language] for part in ("title", "text") for language in TWO)
        faults += [] if whole else [f"ruling {number}"]
    kinds = {card.kind for card in rules.cards.values()}
    return faults + [f"card {k}" for k in kinds if not set(rules.texts.get(k, ())) >= set(TWO)]


def _said(telling: Telling, moves: list[Move]) -> Iterator[str]:
    before = moves[0].table
    for move in moves[1:]:
        names, at = Names(telling, move.table), Moment(before, move.events)
        yield from telling.events(move.events, before)
        for event in move.events:
            yield from why.of_event(names, event, at).lines
        if (asked := question(names)) is not None:
            yield asked.sentence
            yield from (choice.label for choice in asked.choices)
        before = move.table


def _broken(said: str) -> bool:
    return not said or "{" in said


def lacks_items(name: str) -> list[str]:
    """Item numbers that are unique and in the range of their kind."""
    rules = engine.ruleset(name)
    if name not in OWN:
        return [f"nobody has said whose items those of {name} are"]
    twice = [n for n, times in Counter(i.number for i in rules.items).items() if times > 1]
    ranges = {"property": items.PROPERTIES, "player": items.PLAYERS, "bid": items.BIDS,
              "box": range(140, 141)}  # fmt: skip
    out = [i for i in rules.items if i.number not in ranges.get(i.kind, items.DECKS)]
    nameless = [i for i in rules.items if not i.name and i.kind != "box"]
    return [f"item {n} twice" for n in twice] + [f"item {i.number}" for i in (*out, *nameless)]


def tasks(name: str) -> dict[str, list[Table]]:
    """Tables of each kind of question that the recorded games come to."""
    found: dict[str, list[Table]] = {}
    for path in games(name):
        for move in moves_of(path)[1]:
            there = found.setdefault(type(move.table.top).__name__, [])
            if len(there) < TABLES_OF_A_TASK:
                there.append(move.table)
    return found


def lacks_taps(name: str) -> list[str]:
    """A meaning for every item in every task, alone, by each seat, and while a trade is made."""
    rules, met = engine.ruleset(name), tasks(name)
    faults = [] if len(met) > 5 else [f"only {len(met)} kinds of question are met"]
    for task, tables in met.items():
        faults += [f"{task}: item {n} means nothing" for t in tables for n in _unmeant(rules, t)]
        faults += [f"{task}: {n} kept from a trade" for t in tables for n in _kept(rules, t)]
    return faults


def _unmeant(rules: engine.RuleSet, table: Table) -> Iterator[int]:
    """Items whose tap means nothing at all: alone, on a seat's device, in a trade."""
    makings: tuple[Making, ...] = (None, "trade")
    for item in rules.items:
        for seat in (None, *table.seats):
            found = [meaning(table, rules, item.number, seat, None, making) for making in makings]
            if not all(found):
                yield item.number


def _kept(rules: engine.RuleSet, table: Table) -> Iterator[int]:
    """Owned deeds whose tap, while a trade is made, is something that no question asks for."""
    asked = table.top.in_question if table.top is not None else NOWHERE
    for tile in rules.board.deeds:
        if table.holdings[tile].owner and tile != asked:
            match meaning(table, rules, tile, making="trade"):
                case Do(command) if isinstance(command, AT_LEISURE):
                    yield tile
                case Choice(commands=commands) if any(isinstance(c, AT_LEISURE) for c in commands):
                    yield tile


def lacks_comparison(name: str) -> list[str]:
    """Every field of a comparison with each other set, and every number either lets be chosen."""
    if name not in OWN:
        return [f"nobody has said what {name} is beside the other sets"]
    faults = []
    for other in OWN:
        both = (engine.ruleset(name), engine.ruleset(other))
        numbers = dict.fromkeys(f"number_{s.name}" for rules in both for s in rules.settings)
        for language in LANGUAGES:
            rows = compare(*both, Words(language))
            same = [row.field for row in rows] == [*FIELDS, *numbers]
            faults += [] if same else [f"fields: {other}"]
            faults += [row.field for row in rows if _broken(row.left) or _broken(row.right)]
    return faults


def lacks_page(name: str) -> list[str]:
    """Pages in docs, in both languages, with every ruling."""
    pages = OWN[name].pages if name in OWN else (f"{name}.md", f"{name}-en.md")
    faults = []
    for page in pages:
        file = ROOT / "docs" / page
        text = file.read_text("utf-8") if file.exists() else ""
        faults += [f"{page}: {n}" for n in engine.ruleset(name).rulings if n not in text]
    return faults


def lacks_benchmark(name: str) -> list[str]:
    """A row in the benchmark of the engine."""
    tree = ast.parse((ROOT / "benchmarks" / "engine_speed.py").read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SETS":
            return [] if name in ast.literal_eval(node.value) else [f"{name} is not in SETS"]
    return ["there is no SETS"]


PLACES: dict[str, Callable[[str], list[str]]] = {
    "games": lacks_games,
    "perft": lacks_perft,
    "rulings": lacks_rulings,
    "sentences": lacks_sentences,
    "items": lacks_items,
    "taps": lacks_taps,
    "comparison": lacks_comparison,
    "page": lacks_page,
    "benchmark": lacks_benchmark,
}
"""Everywhere that a set has something of its own."""
