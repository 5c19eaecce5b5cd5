"""Rule sets by name or from a file, for every command that takes one; faults told line by line."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ketuk.tui.cli.desk import Desk

if TYPE_CHECKING:
    from ketuk.engine import BadData, RuleSet


def rules_named(desk: Desk, text: str) -> "RuleSet":
    """The rule set that comes with the game under that name, or that of a TOML file."""
    from ketuk import engine

    if text in engine.NAMES:
        return engine.ruleset(text)
    path = Path(text)
    if not path.is_file():
        known = ", ".join(engine.NAMES)
        desk.refuse("cli_play.ruleset_unknown", ruleset=text, known=known)
    try:
        return engine.ruleset_from_text(path.read_text("utf-8"), path.name)
    except UnicodeDecodeError:
        desk.refuse("cli_play.input_missing", path=path, detail="UTF-8")
    except OSError as error:
        desk.refuse("cli_play.input_missing", path=path, detail=error.strerror)
    except engine.BadData as error:
        tell_faults(desk, error)


def tell_faults(desk: Desk, error: "BadData") -> NoReturn:
    """Each fault of a rule set's data on a line of its own, and the end."""
    for (line, field, _), problem in zip(error.faults, _problems(desk, error), strict=True):
        at = {"path": error.source, "line": line}
        if line and field:
            notice = desk.words("cli_play.ruleset_fault", field=field, problem=problem, **at)
        elif line:
            notice = desk.words("cli_play.ruleset_unreadable", **at)
        else:
            problem = f"{field}: {problem}" if field else problem
            notice = desk.words("cli_play.ruleset_fault_bare", path=error.source, problem=problem)
        desk.remark(notice)
    desk.end()


def _problems(desk: Desk, error: "BadData") -> list[str]:
    """What is wrong, fault by fault; in words, if they know the kind that pydantic found."""
    from pydantic import ValidationError

    plain = [problem for _, _, problem in error.faults]
    if not isinstance(error.__cause__, ValidationError):
        return plain
    problems = []
    for fault, problem in zip(error.__cause__.errors(), plain, strict=True):
        key = f"cli_play.data_{fault['type']}"
        facts = {"bound": next(iter(fault.get("ctx", {}).values()), "")}
        problems.append(desk.words(key, **facts) if desk.words.has(key) else problem)
    return problems
