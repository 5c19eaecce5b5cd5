"""The command ``ketuk``: without a command the screen, else one file a command group."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from tui.cli.desk import Desk
from tui.words import LANGUAGES, Language, Words

GROUPS: tuple[str, ...] = ("box", "stickers", "check", "reissue", "scan", "doctor")
"""Modules of this package with a ``register(app, words)``; their order is that of the help page."""


def main() -> None:
    """Entry point of the console script."""
    build(_language(sys.argv[1:]))()


def build(language: Language) -> typer.Typer:
    """The whole command line, its help in ``language``."""
    words = Words(language)
    app = typer.Typer(
        help=words("cli.app"),
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @app.callback(invoke_without_command=True)
    def start(
        ctx: typer.Context,
        data: Annotated[
            Path | None, typer.Option("--data", metavar="DIR", help=words("cli.data"))
        ] = None,
        lang: Annotated[
            str, typer.Option("--lang", metavar="id|en", help=words("cli.lang"))
        ] = language,
    ) -> None:
        if lang not in LANGUAGES:
            raise typer.BadParameter(words("cli.lang"), param_hint="--lang")
        ctx.obj = Desk(data=data or Path(platformdirs.user_data_dir("ketuk", False)), words=words)

    for group in GROUPS:
        import_module(f"tui.cli.{group}").register(app, words)
    return app


def _language(arguments: list[str]) -> Language:
    """The language asked for before the parser runs, since help texts need it."""
    for at, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and at + 1 < len(arguments):
            value = arguments[at + 1]
        if value in LANGUAGES:
            return "en" if value == "en" else "id"
    return "en" if os.environ.get("KETUK_LANG") == "en" else "id"
