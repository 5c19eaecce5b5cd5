"""Whatever the engine names as cause, way or effect has its sentence: at the set that names it.

Such words are closed (``ketuk.engine.causes``): mypy lets a value of the right kind through and no
other text. So every place that makes one is read here, in shared code and in each set, and its
sentence is looked up: general for shared code, in the set's own words too for a set.
"""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest
from msgspec import Struct
from sentences import entries

from ketuk import engine
from ketuk.engine import causes, commands, events, table
from ketuk.engine.acts.correcting import WHY as CORRECTED
from ketuk.engine.rules.described import Excuse, Honours

ENGINE = Path(engine.__file__).parent
TOLD: dict[str, str] = {
    "PaidFor": "events.paid_",
    "RentEnd": "events.rent_closed_",
    "ExcusedBy": "events.excused_",
    "MovedBy": "events.moved_",
    "LandedOn": "events.landed_",
    "NothingFrom": "events.nothing_",
    "RollSpentOn": "events.roll_spent_",
    "JailedFor": "events.jailed_",
    "FreedBy": "events.freed_",
    "ThrownFor": "events.thrown_",
    "AcquiredBy": "events.acquired_",
    "ReleasedBy": "events.released_",
    "LevelChangedBy": "events.level_changed_",
    "CardUsedFor": "events.card_used_",
    "InsuranceSpentOn": "events.insurance_spent_",
    "EffectChange": "events.effects_changed_",
    "StateChange": "events.state_changed_",
    "PassedBy": "events.passed_",
    "BidVoidFor": "events.bid_void_",
    "AuctionEnd": "events.auction_closed_",
    "ContractEnd": "events.contract_ended_",
    "GameEnd": "events.game_ended_",
    "VoteOn": "questions.voting_",
    "BillBase": "questions.bill_",
    "FactorName": "questions.factor_",
    "HonoursFor": "screens.honours_",
}
"""By the kind of a word: the sentences that it chooses among."""
TOO = {
    "VoteOn": ("commands.call_vote_", "table.head_voting_"),
    "Due": ("table.why_",),
    "Charge": ("table.why_",),
}
"""More of them, by the kind or by what the word is given to at once."""
SILENT = {
    "CardReturned.why": "one sentence for all ways",
    "Owed.why": "said once it is paid",
    "MortgageSet.why": "lifted, whatever did it",
    "PickCity.why": "one question for all, unless a cause has its own",
    "Auctioneer.why": "said by the landing or card that leads there",
    "Nothing.why": "a shade of what it comes from, with or without a sentence of its own",
    "TradeVoid.why": "said by the event that ends it",
}
"""Fields of causes that no sentence hangs on: plain text."""
NEVER_PAID = "minus"
"""A player below zero who gives up: all is handed over, and no sum is paid under this name."""
VOTES = ("called", "yes", "no", "carried", "lost")


class Site(NamedTuple):
    """One place that makes such a word."""

    code: str
    """The set that it stands in; empty for shared code."""
    kind: str
    word: str
    given_to: str


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Each file with the code of the set that it is of, empty for shared code."""
    found = []
    for file in sorted(ENGINE.rglob("*.py")):
        parts = file.relative_to(ENGINE).parts
        code = parts[1] if parts[0] == "rulesets" and len(parts) > 2 else ""
        found.append((code, ast.parse(file.read_text("utf-8"))))
    return tuple(found)


def called(node: ast.AST) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", "")) if is_call(node) else ""


def is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


def texts_in(node: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """The words that an argument may be; none where it comes from elsewhere."""
    if isinstance(node, ast.IfExp):
        yield from texts_in(node.body, constants)
        yield from texts_in(node.orelse, constants)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name) and node.id in constants:
        yield constants[node.id]


def constants_of(module: ast.Module) -> dict[str, str]:
    """Texts that a file gives a name to."""
    return {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def made() -> Iterator[tuple[str, str, str, list[str], str]]:
    """Each place that makes such a word: its set, kind, words if they stand there, and what for."""
    for code, module in modules():
        constants = constants_of(module)
        inside = {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(module):
            if called(node) in TOLD:
                (argument,) = node.args
                words = list(texts_in(argument, constants))
                yield code, called(node), ast.unparse(node), words, called(inside[node])


@cache
def sites() -> tuple[Site, ...]:
    found = [Site(code, kind, word, given) for code, kind, _, words, given in made()
             for word in words if word not in ("", CORRECTED, NEVER_PAID)]  # fmt: skip
    released = {s for s in found if s.kind == "ReleasedBy"}
    votes = {s for s in found if s.kind == "VoteOn"}
    return (
        *found,
        *(s._replace(kind="LevelChangedBy") for s in released),
        *(s._replace(kind="StateChange", word=f"vote_{s.word}_{said}")
          for s, said in product(votes, VOTES)),
    )  # fmt: skip


def test_every_cause_that_shared_code_or_a_set_names_has_its_sentence() -> None:
    wanted = {
        (site.code, f"{family}{site.word}")
        for site in sites()
        for family in (TOLD[site.kind], *TOO.get(site.kind, ()), *TOO.get(site.given_to, ()))
    }
    assert len(wanted) > 150
    assert {code for code, _ in wanted} >= {engine.ruleset(n).meta.rules for n in engine.NAMES}
    missing = [w for w in sorted(wanted) if w[1] not in entries("") and w[1] not in entries(w[0])]
    assert missing == []


def test_a_cause_is_written_where_it_is_made() -> None:
    """Two are made of others, and what those can be is looked up above."""
    assert {made_of for _, _, made_of, words, _ in made() if not words} == {
        "LevelChangedBy(how)",
        "StateChange(f'vote_{what}_{said}')",
    }


def structs() -> Iterator[type[Struct]]:
    yield from get_args(events.AnyEvent)
    yield from get_args(table.AnyTask)
    yield from get_args(commands.AnyCommand)
    yield from (table.Bill, table.Factor, Excuse, Honours)


@pytest.mark.parametrize("kind", list(structs()), ids=lambda kind: kind.__name__)
def test_whatever_takes_a_cause_takes_a_closed_one(kind: type[Any]) -> None:
    """A new event or task with a cause has a kind of its own for it, or stays silent on purpose."""
    closed = {getattr(causes, name) for name in TOLD}
    for name, hint in get_type_hints(kind).items():
        if name in ("why", "how", "effect", "base_why") or (name, hint) == ("what", str):
            assert hint in closed or f"{kind.__name__}.{name}" in SILENT, (name, hint)


def test_every_closed_kind_of_word_is_known_here() -> None:
    assert {name for name, value in vars(causes).items() if hasattr(value, "__supertype__")} == {
        *TOLD
    }
