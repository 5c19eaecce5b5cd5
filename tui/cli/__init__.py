"""The command ``ketuk``: without a command the screen, else one file a command group."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from ketuk.tui.cli.desk import REFUSED, Desk
from ketuk.tui.cli.shell import Shell
from ketuk.tui.cli.streams import settle
from ketuk.tui.settings import Settings
from ketuk.tui.words import LANGUAGES, Language, Words

GROUPS: tuple[str, ...] = (
    "box",
    "stickers",
    "check",
    "reissue",
    "scan",
    "write",
    "doctor",
    "play",
    "games",
    "rules",
)
"""Modules of this package with a ``register(app, words)``; their order is that of the help page."""


HOME = Path(platformdirs.user_data_dir("ketuk", False))
"""The platform's data folder."""


def main() -> None:
    """Entry point of the console script. No traceback reaches a player."""
    settle()
    language = _language(sys.argv[1:])
    try:
        build(language)()
    except Exception as error:
        from ketuk.tui import mishap

        print(mishap.told(error, _folder(sys.argv[1:]), Words(language)), file=sys.stderr)
        sys.exit(REFUSED)


def build(language: Language) -> typer.Typer:
    """The whole command line, its help in ``language``."""
    words = Words(language)
    app = Shell(words, help=words("cli.app"), add_completion=False, pretty_exceptions_enable=False)

    @app.callback(invoke_without_command=True)
    def start(
        ctx: typer.Context,
        data: Annotated[
            Path | None, typer.Option("--data", metavar="DIR", help=words("cli.data"))
        ] = None,
        lang: Annotated[
            str, typer.Option("--lang", metavar="id|en", help=words("cli.lang"))
        ] = language,
        camera: Annotated[
            list[str] | None,
            typer.Option("--camera", metavar="SOURCE", help=words("cli.screen_camera")),
        ] = None,
        nfc: Annotated[
            list[str] | None, typer.Option("--nfc", metavar="PATH", help=words("cli.screen_nfc"))
        ] = None,
    ) -> None:
        if lang not in LANGUAGES:
            raise typer.BadParameter(words("cli.lang"), param_hint="--lang")
        at = Desk(data=data or HOME, words=words)
        ctx.obj = at
        if ctx.invoked_subcommand is None:
            _screen(at, nfc or [], camera or [])
        elif nfc or camera:
            option = "--nfc" if nfc else "--camera"
            told = words("cli.screen_only", option=option, command=ctx.invoked_subcommand)
            raise typer.BadParameter(told, param_hint=option)

    for group in GROUPS:
        import_module(f"ketuk.tui.cli.{group}").register(app, words)
    return app


def _screen(at: Desk, nfc: list[str], cameras: list[str]) -> None:
    """Open the screen, where there is one."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        at.refuse("terminal.no_terminal")
    if os.environ.get("TERM") == "dumb":
        at.refuse("terminal.dumb", term="dumb")
    from ketuk.scanning.hush import hushed
    from ketuk.tui.app import KetukApp

    app = KetukApp(data=at.data, words=at.words, nfc=nfc, cameras=cameras)
    with hushed():  # what native camera code prints would tear the screen
        app.run()
    raise typer.Exit(app.return_code or 0)


def _folder(arguments: list[str]) -> Path:
    """The data folder asked for, for what is kept when the parser can no longer be asked."""
    return Path(_option(arguments, "--data") or HOME)


def _language(arguments: list[str]) -> Language:
    """The language: asked for, else of the environment, else kept by the screen, else Indonesian.

    It is wanted before the parser runs, for the help texts.
    """
    for asked in (_option(arguments, "--lang"), os.environ.get("KETUK_LANG")):
        if asked in LANGUAGES:
            return "en" if asked == "en" else "id"
    return Settings.load(_folder(arguments)).language


def _option(arguments: list[str], name: str) -> str:
    """The last value given to an option, in either spelling; empty where there is none."""
    value = ""
    for at, argument in enumerate(arguments):
        if argument.startswith(f"{name}="):
            value = argument.partition("=")[2]
        elif argument == name and at + 1 < len(arguments):
            value = arguments[at + 1]
    return value
