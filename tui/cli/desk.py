"""What every command has at hand: the data folder, the words, and one way to say no."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import typer

from ketuk.tui.cli.streams import carries_unicode
from ketuk.tui.visible import in_json
from ketuk.tui.words import Words

REFUSED = 1
"""Exit code of a command that understood and says no (2 is wrong use, by Typer)."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The data folder and the language of this run."""

    data: Path
    words: Words
    aside: bool = False
    """Whether standard output carries a file, so that all that is said goes to standard error."""

    @property
    def boxes(self) -> Path:
        """Where the registries of boxes lie, one file each."""
        return self.data / "boxes"

    def say(self, key: str, **facts: object) -> None:
        """Print one sentence."""
        typer.echo(self.words(key, **facts), err=self.aside)

    def tell(self, record: Mapping[str, Any]) -> None:
        """Print one JSON object on a line, ``"v": 1`` first; in ASCII unless UTF-8 is heard."""
        escaped = not carries_unicode(sys.stderr if self.aside else sys.stdout)
        line = json.dumps({"v": 1, **record}, ensure_ascii=escaped)
        typer.echo(in_json(line), err=self.aside)

    def refuse(self, key: str, **facts: object) -> NoReturn:
        """Print one sentence to standard error and end with code 1."""
        typer.echo(self.words(key, **facts), err=True)
        raise typer.Exit(REFUSED)


def desk(ctx: typer.Context) -> Desk:
    """The desk of a running command."""
    found = ctx.find_object(Desk)
    if found is None:
        sys.exit("no desk")
    return found
