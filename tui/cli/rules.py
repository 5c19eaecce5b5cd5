"""``ketuk rules``: rulings by number or words, and a rule set's data for owners of other boxes."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ketuk.tui.cli.desk import Desk, desk
from ketuk.tui.cli.outfile import asked, force_option
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.engine import RuleSet

DEFAULT_RULES = "nusantara"


def register(app: typer.Typer, words: Words) -> None:
    """Add the command."""

    @app.command(help=words("cli_play.rules"))
    def rules(
        ctx: typer.Context,
        wanted: Annotated[
            list[str] | None,
            typer.Argument(metavar="[NUMBER|WORDS]...", help=words("cli_play.arg_rules")),
        ] = None,
        ruleset: Annotated[
            str, typer.Option("--ruleset", metavar="NAME|FILE", help=words("cli_play.ruleset"))
        ] = DEFAULT_RULES,
        export: Annotated[
            tuple[str, Path] | None,
            typer.Option("--export", metavar="NAME FILE", help=words("cli_play.export_rules")),
        ] = None,
        compare: Annotated[
            tuple[str, str] | None,
            typer.Option("--compare", metavar="A B", help=words("cli_play.compare_rules")),
        ] = None,
        force: Annotated[bool, force_option(words)] = False,
        as_json: Annotated[bool, typer.Option("--json", help=words("cli.as_json"))] = False,
    ) -> None:
        at = desk(ctx)
        if compare is not None:
            _compare(at, *compare, as_json=as_json)
            return
        if export is not None:
            _export(at, *export, force=force)
            return
        _show(at, ruleset, wanted or [], as_json=as_json)


def _show(at: Desk, ruleset: str, wanted: list[str], *, as_json: bool) -> None:
    from ketuk.tui.cli.rule_sets import rules_named

    found = dict(_matching(rules_named(at, ruleset), wanted))
    if not found:
        at.refuse("cli_play.rules_none", text=" ".join(wanted))
    for number, ruling in found.items():
        if as_json:
            at.tell({"ruling": number, **ruling})
            continue
        at.say("cli_play.ruling", number=number, title=at.words.said(ruling["title"]))
        if wanted:
            typer.echo(f"    {at.words.said(ruling['text'])}")


def _compare(at: Desk, left: str, right: str, *, as_json: bool) -> None:
    """Field by field, in two columns."""
    from ketuk.tui.cli.rule_sets import rules_named
    from ketuk.tui.comparing import compare, side_by_side

    one, other = rules_named(at, left), rules_named(at, right)
    rows = compare(one, other, at.words)
    if as_json:
        for row in rows:
            at.tell(
                {"field": row.field, "label": row.label, one.meta.id: row.left,
                 other.meta.id: row.right, "same": row.same}
            )  # fmt: skip
        return
    at.say("compare.head", left=one.meta.name, right=other.meta.name)
    typer.echo()
    width = shutil.get_terminal_size().columns
    for line in side_by_side(rows, one.meta.name, other.meta.name, width=width):
        typer.echo(line)


def _matching(rules: "RuleSet", wanted: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All rulings; or that of a number, those of a chapter, or those that have every word."""
    wanted = " ".join(wanted).split()  # words may come in one pair of quotes
    asked = wanted[0].strip(".").upper() if len(wanted) == 1 else ""
    numbered = asked.replace(".", "").isdigit() or asked in rules.rulings
    for number, ruling in rules.rulings.items():
        if numbered:
            if number == asked or number.startswith(f"{asked}."):
                yield number, ruling
        elif all(word.casefold() in _text(ruling) for word in wanted):
            yield number, ruling


def _text(ruling: Mapping[str, Any]) -> str:
    parts = [text for part in ("title", "text") for text in ruling[part].values()]
    return " ".join(parts).casefold()


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
    at.say("cli_play.rules_exported", ruleset=name, path=path)
