"""What every command has at hand: the data folder, the words, and how things are said."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click

from ketuk.tui.cli.streams import carries_unicode
from ketuk.tui.visible import in_json
from ketuk.tui.words import Words

REFUSED = 1
"""Exit code of a command that understood and says no (2 is wrong use)."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The data folder and the language of this run."""

    data: Path
    words: Words
    as_json: bool = False
    """Whether results are told as JSON."""
    aside: bool = False
    """Whether standard output carries a file, so that all that is said goes to standard error."""

    @property
    def boxes(self) -> Path:
        """Where the registries of boxes lie, one file each."""
        return self.data / "boxes"

    def say(self, key: str, **facts: object) -> None:
        """Print one sentence."""
        self.line(self.words(key, **facts))

    def line(self, text: str = "") -> None:
        """Print a line that is in words already."""
        click.echo(text, err=self.aside)

    def tell(self, record: Mapping[str, Any]) -> None:
        """Print one JSON object on a line, ``"v": 1`` first; in ASCII unless UTF-8 is heard."""
        escaped = not carries_unicode(sys.stderr if self.aside else sys.stdout)
        line = json.dumps({"v": 1, **record}, ensure_ascii=escaped)
        click.echo(in_json(line), err=self.aside)

    def report(self, record: Mapping[str, Any], key: str, **facts: object) -> None:
        """What was done: the record as JSON if that was asked for, else the sentence."""
        if self.as_json:
            self.tell(record)
        else:
            self.say(key, **facts)

    def verdict(self, text: str, *, refused: bool, before: str = "") -> None:
        """Print what was found about a card, on a terminal in a colour too."""
        self.line(before + click.style(text, fg="red" if refused else "green"))

    def note(self, key: str, **facts: object) -> None:
        """Print one sentence to standard error; the command goes on."""
        self.remark(self.words(key, **facts))

    def remark(self, text: str) -> None:
        """Print a line to standard error that is in words already."""
        click.echo(text, err=True)

    def refuse(self, key: str, **facts: object) -> NoReturn:
        """Print one sentence to standard error and end with code 1."""
        self.end(self.words(key, **facts))

    def end(self, text: str = "") -> NoReturn:
        """End with code 1, with a line on standard error that is in words already."""
        if text:
            self.remark(text)
        raise click.exceptions.Exit(REFUSED)

    def agreed(self, key: str, **facts: object) -> bool:
        """Ask what cannot be taken back: whether the whole word for yes was typed."""
        asked = self.words(key, **facts)
        try:
            answer = click.prompt(asked, default="", show_default=False, err=True)
        except click.Abort:  # nobody is there to answer
            return False
        return str(answer).strip().upper() == self.words("cli_write.sure_word")
