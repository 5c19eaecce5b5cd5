"""``--set name=number``: numbers that players choose before a game, in the bounds of their set."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import OutFile

if TYPE_CHECKING:
    from ketuk.engine import RuleSet

Numbers = tuple[tuple[str, int], ...]
"""As ``Options.settings`` has them."""
HINT = "--set"


def numbers_said(at: Desk, text: str) -> Numbers:
    """The numbers of ``laps=5,qualifying=1``, by name; the last of a name counts.

    Raises:
        click.BadParameter: a part is no name with a whole number.
    """
    numbers: dict[str, int] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, number = (piece.strip() for piece in part.partition("="))
        if not name or not number.isdecimal():
            raise click.BadParameter(at.words("cli_play.set_unread", text=part), param_hint=HINT)
        numbers[name] = int(number)
    return tuple(sorted(numbers.items()))


def numbers_agreed(
    at: Desk, ruleset: str, said: str, file: str | None, keep: str | None
) -> Numbers:
    """The numbers of a table that was kept, those said besides in their place; kept on request.

    Raises:
        click.BadParameter: a file or a number that cannot be used.
    """
    from ketuk.tui.kept_tables import NoTable, load, text_of

    loaded: dict[str, int] = {}
    if file is not None:
        try:
            loaded |= load(Path(file), ruleset)
        except (NoTable, OSError) as error:
            why = at.words("cli_play.table_unread", file=file, detail=str(error))
            raise click.BadParameter(why, param_hint="--table") from error
    numbers = tuple(sorted((loaded | dict(numbers_said(at, said))).items()))
    if keep is not None:
        OutFile(Path(keep), force=False).write(text_of(ruleset, numbers).encode())
    return numbers


def numbers_fit(at: Desk, numbers: Numbers, rules: "RuleSet") -> None:
    """Whether a set has these numbers, and allows them.

    Raises:
        click.BadParameter: it has not, or does not.
    """
    known = {setting.name: setting for setting in rules.settings}
    facts: dict[str, object] = {"ruleset": rules.meta.name, "known": ", ".join(known) or "-"}
    for name, number in numbers:
        setting = known.get(name)
        if setting is None:
            why = at.words("cli_play.set_unknown", name=name, **facts)
            raise click.BadParameter(why, param_hint=HINT)
        if not setting.allows(number):
            bounds = {"least": setting.least, "most": setting.most, "step": setting.step}
            why = at.words("cli_play.set_bounds", name=name, number=number, **bounds)
            raise click.BadParameter(why, param_hint=HINT)


def in_words(numbers: Numbers) -> str:
    """The numbers as they are typed; ``-`` for none."""
    return ",".join(f"{name}={number}" for name, number in numbers) or "-"
