"""The command ``ketuk``: without a command the screen, else one file a command group."""

import os
import sys
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any, NoReturn

import click
import platformdirs

from ketuk.tui.cli.desk import REFUSED, Desk
from ketuk.tui.cli.shell import Group, Option, faults_in, words_of
from ketuk.tui.cli.streams import settle
from ketuk.tui.settings import Settings
from ketuk.tui.version import ketuk_version
from ketuk.tui.words import LANGUAGES, Language, Words

COMMANDS = {
    "box": "box",
    "stickers": "stickers",
    "check": "check",
    "reissue": "reissue",
    "history": "reissue",
    "scan": "scan",
    "write": "write",
    "doctor": "doctor",
    "play": "play",
    "games": "games",
    "results": "results",
    "shelve": "games",
    "rename": "games",
    "delete": "games",
    "replay": "replay",
    "export": "games",
    "import": "games",
    "rules": "rules",
    "simulate": "simulate",
    "completion": "completion",
}
"""Commands in the order of the help page, each with the module that has it."""

HOME = Path(platformdirs.user_data_dir("ketuk", False))
"""The platform's data folder."""


def main() -> None:
    """Entry point of the console script. No traceback reaches a player."""
    settle()
    language = _language(sys.argv[1:], None)
    try:
        build(language)()
    except Exception as error:
        from ketuk.tui import mishap

        print(mishap.report(error, _folder(sys.argv[1:]), Words(language)), file=sys.stderr)
        sys.exit(REFUSED)


class Program(Group):
    """The whole command line; a command is loaded when it is asked for."""

    def __init__(self, language: Language | None) -> None:
        super().__init__("ketuk", help="cli.app", params=OPTIONS, callback=_start,
                         context_settings={"help_option_names": ["-h", "--help"]})  # fmt: skip
        self.no_args_is_help = False
        self._language = language

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Exit codes, and what the surroundings say."""
        epilog = click.wrap_text(words_of(ctx)("shell.epilog"), formatter.width)
        formatter.write(f"\n{epilog}\n")

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """That of a name."""
        if name not in COMMANDS:
            return None
        there = vars(import_module(f"ketuk.tui.cli.{COMMANDS[name]}")).values()
        return next(one for one in there if isinstance(one, click.Command) and one.name == name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that is meant."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """A run: its desk is laid out before anything is parsed."""
        words = Words(_language(args, self._language))
        color = False if os.environ.get("NO_COLOR") else None
        given = {"obj": Desk(HOME, words), "color": color, **extra}
        with faults_in(words):
            return super().make_context(info_name, args, parent, **given)

    def invoke(self, ctx: click.Context) -> Any:
        """Do it."""
        with faults_in(words_of(ctx)):
            return super().invoke(ctx)


def build(language: Language | None = None) -> Program:
    """The whole command line, in ``language`` if none is asked for."""
    return Program(language)


# ---- without a command


def _version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"Ketuk {ketuk_version()}")
        ctx.exit()


OPTIONS = (
    Option(["--camera"], metavar="SOURCE", help="cli.screen_camera", multiple=True),
    Option(["--nfc"], metavar="PATH", help="cli.screen_nfc", multiple=True),
    Option(["--version"], help="shell.version", is_flag=True, is_eager=True,
           expose_value=False, callback=_version),
)  # fmt: skip


@click.pass_context
def _start(ctx: click.Context, camera: tuple[str, ...], nfc: tuple[str, ...]) -> None:
    at, command = ctx.obj, ctx.invoked_subcommand
    if command is None:
        _screen(at, [*nfc], [*camera])
    elif nfc or camera:
        option = "--nfc" if nfc else "--camera"
        problem = at.words("cli.screen_only", option=option, command=command)
        raise click.BadParameter(problem, param_hint=option)


def _screen(at: Desk, nfc: list[str], cameras: list[str]) -> NoReturn:
    """Open the screen, if there is one."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        at.refuse("terminal.no_terminal")
    if os.environ.get("TERM") == "dumb":
        at.refuse("terminal.dumb", term="dumb")
    from ketuk.scanning.hush import hushed
    from ketuk.tui.app import KetukApp
    from ketuk.tui.sound.speaker import Speaker

    app = KetukApp(data=at.data, words=at.words, nfc=nfc, cameras=cameras, speaker=Speaker())
    with hushed():  # what native camera code prints would tear the screen
        app.run()
    raise click.exceptions.Exit(app.return_code or 0)


# ---- what is wanted before anything is parsed


def _folder(arguments: list[str]) -> Path:
    """The data folder asked for, for what is kept when the parser can no longer be asked."""
    return Path(next(reversed(_given(arguments, "--data")), "") or HOME)


def _language(arguments: list[str], known: Language | None) -> Language:
    """The language: asked for, else ``known``, of the environment, kept by the screen, the first.

    It is wanted before the parser runs, for help texts and faults.
    """
    by_name: dict[str | None, Language] = {language: language for language in LANGUAGES}
    names = reversed(_given(arguments, "--lang"))
    for asked in (*names, known, os.environ.get("KETUK_LANG")):
        if asked in by_name:
            return by_name[asked]
    return Settings.load(_folder(arguments)).language


def _given(arguments: list[str], name: str) -> list[str]:
    """The values given to an option, in either spelling."""
    plain = arguments[: arguments.index("--")] if "--" in arguments else arguments
    each = zip_longest(plain, plain[1:], fillvalue="")
    return [
        after if one == name else one.partition("=")[2]
        for one, after in each
        if one == name or one.startswith(f"{name}=")
    ]
