"""What players agree on, as a command line has it: editions, house rules and numbers of any set."""

from typing import TYPE_CHECKING

import click

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.numbers import HINT, numbers_fit

if TYPE_CHECKING:
    from ketuk.engine import Options, RuleSet


def names_of(text: str) -> tuple[str, ...]:
    """The names of ``pot,dealt``, each once."""
    return tuple(dict.fromkeys(filter(None, (part.strip() for part in text.split(",")))))


def rules_agreed(at: Desk, rules: "RuleSet", options: "Options") -> "RuleSet":
    """The rules as these options make them.

    Raises:
        click.BadParameter: an edition, a house rule or a number that the set has not, or does
            not allow; numbers that do not go together.
    """
    from ketuk import engine

    name = rules.meta.name
    if options.edition not in (*rules.editions, rules.edition):
        known = ", ".join(rules.editions) or "-"
        why = at.words(
            "cli_play.edition_unknown", edition=options.edition, ruleset=name, known=known
        )
        raise click.BadParameter(why, param_hint="--edition")
    if unknown := [rule for rule in options.house if rule not in rules.house]:
        known = ", ".join(rules.house) or "-"
        why = at.words("cli_play.house_unknown", rule=unknown[0], ruleset=name, known=known)
        raise click.BadParameter(why, param_hint="--house")
    numbers_fit(at, options.settings, rules)
    try:
        return engine.under(rules, options)
    except ValueError as error:
        why = at.words("cli_play.set_unfit", detail=str(error))
        raise click.BadParameter(why, param_hint=HINT) from error
