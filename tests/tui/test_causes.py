"""Whatever the engine names as cause, way or effect has its sentence: at the set that names it.

``why``, ``how``, ``effect``, ``what`` and ``base_why`` are open words, since sets add their own. So
every place that gives one is read here, in shared code and in each set, and its sentence is looked
up: general for shared code, in the set's own words too for a set.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sentences import entries

from ketuk import engine
from ketuk.engine.acts.correcting import WHY as CORRECTED

ENGINE = Path(engine.__file__).parent
CAUSES = ("what", "why", "how", "effect", "base_why", "name")
PAID, MOVED = ("events.paid_",), ("events.moved_",)
TOLD: dict[str, tuple[str, ...]] = {
    "transfer": PAID,
    "empty_purse": PAID,
    "Paid": PAID,
    "Charge": (*PAID, "table.why_"),
    "Due": (*PAID, "table.why_"),
    "collect": ("events.rent_closed_",),
    "lapse": ("events.rent_closed_",),
    "RentClosed": ("events.rent_closed_",),
    "Excuse": ("events.excused_",),
    "Excused": ("events.excused_",),
    "Moved": MOVED,
    "Walk": MOVED,
    "walk_the_sum": MOVED,
    "throw": MOVED,
    "_arrive": MOVED,
    "move": MOVED,
    "ahead": MOVED,
    "Landed": ("events.landed_",),
    "spared": ("events.nothing_",),
    "RollSpent": ("events.roll_spent_",),
    "Jailed": ("events.jailed_",),
    "put_in_jail": ("events.jailed_",),
    "send_to_jail": ("events.jailed_",),
    "Freed": ("events.freed_",),
    "Thrown": ("events.thrown_",),
    "by_dice": ("events.thrown_",),
    "Throwing": ("events.thrown_",),
    "Acquired": ("events.acquired_",),
    "Released": ("events.released_",),
    "release": ("events.released_",),
    "give_back": ("events.released_",),
    "LevelChanged": ("events.level_changed_",),
    "lose_level": ("events.level_changed_",),
    "CardUsed": ("events.card_used_",),
    "InsuranceSpent": ("events.insurance_spent_",),
    "spend_insurance": ("events.insurance_spent_",),
    "EffectsChanged": ("events.effects_changed_",),
    "StateChanged": ("events.state_changed_",),
    "Nothing": ("events.nothing_",),
    "Passed": ("events.passed_",),
    "BidVoid": ("events.bid_void_",),
    "AuctionClosed": ("events.auction_closed_",),
    "ContractEnded": ("events.contract_ended_",),
    "GameEnded": ("events.game_ended_",),
    "end_game": ("events.game_ended_",),
    "end_at_once": ("events.game_ended_",),
    "CallVote": ("commands.call_vote_",),
    "Voting": ("questions.voting_", "table.head_voting_"),
    "Bill": ("questions.bill_",),
    "bill": ("questions.bill_",),
    "by_count": ("questions.bill_",),
    "capped": ("questions.bill_",),
    "Factor": ("questions.factor_",),
    "Honours": ("screens.honours_",),
    "_stop": ("events.game_ended_",),
}
"""By what is called: the sentences that the cause chooses among."""
NEVER_PAID = "minus"
"""A player below zero who gives up: all is handed over, and no sum is paid under this name."""
SILENT = {
    "CardReturned",  # one sentence for all ways
    "Owed",
    "Corrected",
    "MortgageSet",  # lifted, whatever did it
    "PickCity",  # one question for all, unless a cause has its own
}
"""What takes a cause that no sentence hangs on."""


@dataclass(frozen=True)
class Taker:
    """A function or a value of the engine that is given a cause."""

    name: str
    parameters: tuple[str, ...]
    value: bool


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Each file with the code of the set that it is of, empty for shared code."""
    found = []
    for file in sorted(ENGINE.rglob("*.py")):
        parts = file.relative_to(ENGINE).parts
        code = parts[1] if parts[0] == "rulesets" and len(parts) > 2 else ""
        found.append((code, ast.parse(file.read_text("utf-8"))))
    return tuple(found)


@cache
def takers() -> dict[str, Taker]:
    found: dict[str, Taker] = {}
    for _, module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                fields = (s.target for s in node.body if isinstance(s, ast.AnnAssign))
                names = tuple(f.id for f in fields if isinstance(f, ast.Name))
                found[node.name] = Taker(node.name, names, True)
            elif isinstance(node, ast.FunctionDef):
                args = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                taker = Taker(node.name, tuple(a.arg for a in args), False)
                known = found.setdefault(node.name, taker)
                if not set(known.parameters) & set(CAUSES):  # another of that name may take one
                    found[node.name] = taker
    return found


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
    """Words that a file gives a name to."""
    return {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def given(module: ast.Module) -> Iterator[tuple[str, str]]:
    """What is called in a file, with each cause that is given to it."""
    constants = constants_of(module)
    for call in ast.walk(module):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name not in TOLD:
            continue
        cause = next(c for c in CAUSES if c in takers()[name].parameters)
        place = takers()[name].parameters.index(cause)
        arguments = [k.value for k in call.keywords if k.arg == cause]
        arguments += call.args[place : place + 1] if len(call.args) > place else []
        for argument in arguments:
            yield from ((name, said) for said in texts_in(argument, constants) if said)


def sites() -> list[tuple[str, str, str]]:
    """Set, sentence wanted, and what was called, for each cause that stands in the engine."""
    return sorted(
        {
            (code, f"{family}{said}", name)
            for code, module in modules()
            for name, said in given(module)
            if said not in (CORRECTED, NEVER_PAID)
            for family in TOLD[name]
        }
    )


def test_every_cause_that_shared_code_or_a_set_names_has_its_sentence() -> None:
    found = sites()
    assert len(found) > 150
    assert {code for code, _, _ in found} >= {engine.ruleset(n).meta.rules for n in engine.NAMES}
    missing = [s for s in found if s[1] not in entries("") and s[1] not in entries(s[0])]
    assert missing == []


def unlisted(module: ast.Module) -> Iterator[str]:
    """What is given a cause in words and is not in the lists above."""
    constants, causes = constants_of(module), {c for c in CAUSES if c != "name"}
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        parameters = takers()[name].parameters if name in takers() else ()
        placed = zip(parameters, call.args, strict=False)
        named = [(keyword.arg, keyword.value) for keyword in call.keywords]
        words = [w for key, value in (*placed, *named) if key in causes
                 for w in texts_in(value, constants) if w]  # fmt: skip
        if words and name not in TOLD and name not in SILENT:
            yield f"{name}: {', '.join(words)}"


def test_no_cause_is_given_to_what_is_not_listed_here() -> None:
    """A new act of a set that passes a cause on is entered above, and its words looked up."""
    assert {found for _, module in modules() for found in unlisted(module)} == set()


def test_whatever_takes_a_cause_is_known_here() -> None:
    """A new event, task or act with a cause is entered above, or stays silent on purpose."""
    causes = {c for c in CAUSES if c != "name"}
    events = {
        name
        for name, taker in takers().items()
        if taker.value and causes & set(taker.parameters) and hasattr(engine.events, name)
    }
    assert events - set(TOLD) - SILENT - {"TradeVoid"} == set()
    assert set(TOLD) <= set(takers())
