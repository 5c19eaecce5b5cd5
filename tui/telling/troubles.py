"""Why a box or saved games cannot be used: one sentence on what, where, and what to do about it."""

from typing import Any

from ketuk.codes.fault import CodesFault, Fault
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.telling.verdicts import when
from ketuk.tui.words import Words


def trouble(words: Words, fault: CodesFault | JournalFault) -> str:
    """The sentence on a fault."""
    match fault:
        case CodesFault():
            return _of_codes(words, fault)
        case JournalFault():
            facts = {"path": "", "game": "", "detail": "", "line": 0, **fault.facts}
            return words(f"saved.{fault.trouble}", **facts)


def _of_codes(words: Words, error: CodesFault) -> str:
    facts = {"path": "", "box": "", "detail": "", **error.facts}
    if "since" in error.facts:
        facts["since"] = when(error.facts["since"])
    if "state" in error.facts:
        facts["state"] = words(f"codes.state_{error.facts['state']}")
    if "why" in facts:
        facts["why"] = words(f"codes.{error.fault}_{facts['why']}")
    if "problem" in facts:
        return _paper_trouble(words, facts)
    for fact, key in (("same", "codes.box_several"), ("near", "codes.box_near")):
        alike = facts.get(fact)
        if isinstance(alike, tuple) and alike:
            return words(key, box=str(facts["box"]).strip(), boxes=", ".join(alike))
    if "known" in facts and isinstance(facts["known"], tuple):
        facts["known"] = ", ".join(facts["known"])
    return words(f"codes.fault_{error.fault}{_ending(error)}", **facts)


def _ending(error: CodesFault) -> str:
    """Of the words key, if a fault has two sentences."""
    if error.fault is Fault.IN_USE and error.facts.get("game"):
        return "_game"
    gone = error.fault is Fault.NOT_SPARE and error.facts.get("item", 0) is None
    return "_gone" if gone else ""


def _paper_trouble(words: Words, facts: dict[str, Any]) -> str:
    key = f"codes.paper_{facts['problem']}"
    problem = words(key) if words.has(key) else facts["detail"]
    where = facts["where"] or "-"
    if facts["line"] is not None and not facts["where"]:
        return words(
            "codes.fault_paper_at", path=facts["path"], line=facts["line"], problem=problem
        )
    if facts["line"] is None:
        return words("codes.fault_paper", path=facts["path"], where=where, problem=problem)
    return words(
        "codes.fault_paper_line",
        path=facts["path"],
        line=facts["line"],
        where=where,
        problem=problem,
    )
