"""``ketuk rules``: rulings by number or words, and a rule set's data for owners of other boxes."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import asked
from ketuk.tui.cli.shell import a_file, argument, command, option

if TYPE_CHECKING:
    from ketuk.engine import RuleSet
    from ketuk.tui.words import Words


@command("rules", help="cli_play.rules")
@argument("wanted", "NUMBER|WORDS", nargs=-1, help="cli_play.arg_rules")
@options.a_rule_set
@option("--export", metavar="NAME FILE", type=(str, a_file), help="cli_play.export_rules")
@option("--compare", metavar="A B", type=(str, str), help="cli_play.compare_rules")
@options.force
@click.pass_obj
def rules(
    at: Desk,
    wanted: tuple[str, ...],
    ruleset: str,
    export: tuple[str, Path] | None,
    compare: tuple[str, str] | None,
    force: bool,
) -> None:
    """Rulings by number or words; two sets side by side; the data of a set."""
    if compare is not None:
        _compare(at, *compare)
        return
    if export is not None:
        _export(at, *export, force=force)
        return
    _show(at, ruleset, [*wanted])


def _show(at: Desk, ruleset: str, wanted: list[str]) -> None:
    from ketuk.tui.cli.rule_sets import rules_named

    rulings = dict(_matching(rules_named(at, ruleset), at.words, wanted))
    if not rulings:
        at.refuse("cli_play.rules_none", text=" ".join(wanted))
    for number, ruling in rulings.items():
        if at.as_json:
            at.tell({"ruling": number, **ruling})
            continue
        at.say("cli_play.ruling", number=number, title=at.words.said(ruling["title"]))
        if wanted:
            at.line(f"    {at.words.said(ruling['text'])}")


def _compare(at: Desk, left: str, right: str) -> None:
    """Field by field, in two columns."""
    from ketuk.tui.cli.rule_sets import rules_named
    from ketuk.tui.comparing.fields import compare
    from ketuk.tui.comparing.page import side_by_side

    one, other = rules_named(at, left), rules_named(at, right)
    rows = compare(one, other, at.words)
    if at.as_json:
        for row in rows:
            at.tell(
                {"field": row.field, "label": row.label, one.meta.id: row.left,
                 other.meta.id: row.right, "same": row.same}
            )  # fmt: skip
        return
    at.say("compare.head", left=one.meta.name, right=other.meta.name)
    at.line()
    width = shutil.get_terminal_size().columns
    for line in side_by_side(rows, one.meta.name, other.meta.name, width=width):
        at.line(line)


def _matching(
    rules: "RuleSet", words: "Words", wanted: list[str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All rulings; that of a number or those of a chapter; or those with the words that are looked
    for, in the language of now or in the first in which there are any.
    """
    from ketuk.tui.book.entries import ruled
    from ketuk.tui.book.finding import Index
    from ketuk.tui.words import LANGUAGES, Words

    for language in dict.fromkeys((words.language, *LANGUAGES)):
        spoken = Words(language).of(rules.meta.rules)
        if entries := Index(ruled(rules, spoken), spoken).find(" ".join(wanted)):
            yield from ((entry.number, rules.rulings[entry.number]) for entry in entries)
            return


def _export(at: Desk, name: str, path: Path, *, force: bool) -> None:
    from ketuk import engine
    from ketuk.engine.rulesets import source
    from ketuk.tui.cli.cards import faults_told

    if name not in engine.NAMES:
        known = ", ".join(engine.NAMES)
        at.refuse("cli_play.ruleset_unknown", ruleset=name, known=known)
    at, out = asked(at, force, path)
    with faults_told(at):
        out.write(source(name).encode())
    facts = {"ruleset": name, "path": str(path)}
    at.report(facts, "cli_play.rules_exported", **facts)
