"""Commands, options and arguments of click in the reader's language.

A help text is given as the key of a sentence, and a value is named by the key of a name. Both are
looked up when they are shown: the language of a run is known when its desk is laid out, before
anything is parsed. What click says itself in English is either not reached or said here.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import click
from click.exceptions import NoArgsIsHelpError

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.streams import is_text
from ketuk.tui.cli.values import OneOf
from ketuk.tui.words import LANGUAGES, Words

STOPPED = 130
"""Exit code of a command that was stopped by Ctrl-C, as shells have it."""


class TooMany(click.UsageError):
    """More arguments than the command takes."""


class NoText(click.UsageError):
    """A value with bytes that are no UTF-8."""


class Misuse(click.UsageError):
    """A fault with its sentence; shown below how the command is used."""

    def __init__(self, sentence: str, ctx: click.Context, words: Words) -> None:
        super().__init__(sentence, ctx)
        self._usage, self._command = ctx.get_usage(), ctx.command_path
        self._words = words

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it to standard error."""
        see = self._words("cli.see_help", command=self._command)
        problem = click.style(self._words("cli.wrong", what=self.message), fg="red")
        click.echo(f"{self._usage}\n{see}\n\n{problem}", file=file, err=True)


class Stopped(click.ClickException):
    """Somebody pressed Ctrl-C."""

    exit_code = STOPPED

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it to standard error."""
        click.echo(f"\n{self.message}", file=file, err=True)


def words_of(ctx: click.Context | None) -> Words:
    """The words of a run."""
    desk = ctx.find_object(Desk) if ctx is not None else None
    return desk.words if desk is not None else Words()


class _WithHelp:
    """What has a help text: kept as the key of a sentence, read in the language of the run."""

    _key: str | None = None

    @property
    def help(self) -> str | None:
        return words_of(click.get_current_context(silent=True))(self._key) if self._key else None

    @help.setter
    def help(self, key: str | None) -> None:
        self._key = key


def _named(ctx: click.Context | None, name: str) -> str:
    """What a value is called: in the reader's language if the words have it."""
    words, key = words_of(ctx), f"values.{name}"
    return words(key) if words.has(key) else name


class Option(_WithHelp, click.Option):
    """An option."""

    def make_metavar(self, ctx: click.Context) -> str:
        """What the value is called."""
        return _named(ctx, super().make_metavar(ctx))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Its names, and what it is for."""
        record, default = super().get_help_record(ctx), self.default
        if record is None:
            return None
        text = self.help or ""
        default = default() if callable(default) else default
        if isinstance(default, int | str) and not self.is_flag and default != "":
            text += f"  [{words_of(ctx)('shell.default', value=str(default))}]"
        return record[0], text

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """How a fault calls it."""
        return " / ".join(self.opts)


class Argument(_WithHelp, click.Argument):
    """An argument."""

    def make_metavar(self, ctx: click.Context) -> str:
        """What the value is called; in brackets where it may be left out."""
        shown = _named(ctx, self.metavar or self.type.get_metavar(self, ctx) or self.name.upper())
        return (shown if self.required else f"[{shown}]") + ("..." if self.nargs == -1 else "")

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """How a fault calls it."""
        return _named(ctx, self.human_readable_name)


class _Spoken(_WithHelp, click.Command):
    """What commands and groups share: pages and faults in the language of the run."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """``-h`` and ``--help``."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = words_of(ctx)("cli.help_option")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first line."""
        words = words_of(ctx)
        pieces = [words("shell.usage_options"), *self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), f"{words('cli.usage')} ")

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What stands without an option's name."""
        arguments = [p for p in self.get_params(ctx) if isinstance(p, click.Argument)]
        self._section(ctx, formatter, "arguments", [p.get_help_record(ctx) for p in arguments])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options."""
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        records = [record for p in options if (record := p.get_help_record(ctx))]
        self._section(ctx, formatter, "options", records)

    def _section(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
        head: str,
        rows: list[tuple[str, str]],
    ) -> None:
        if rows:
            with formatter.section(words_of(ctx)(f"cli.{head}")):
                formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read its options and arguments; files may be called as the system has it."""
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        for param in self.get_params(ctx):
            value = ctx.params.get(param.name or "")
            for one in value if isinstance(value, list | tuple) else [value]:
                if isinstance(one, str) and not is_text(one):
                    raise NoText(param.get_error_hint(ctx), ctx)
        return rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """What a shell may offer here."""
        with ctx.scope(cleanup=False):
            return super().shell_complete(ctx, incomplete)


class CliCommand(_Spoken):
    """A command. It takes what every command takes: ``--json``, ``--data``, ``--lang``."""

    def __init__(self, name: str, *, params: list[click.Parameter] | None, **more: Any) -> None:
        super().__init__(
            name, params=[*(params or ()), AS_JSON, DATA, LANG], options_metavar=None, **more
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read its options and arguments."""
        ctx.allow_extra_args = True
        if (extra := super().parse_args(ctx, args)) and not ctx.resilient_parsing:
            raise TooMany(" ".join(extra), ctx)
        return []


class Group(_Spoken, click.Group):
    """A command with commands under it."""

    def __init__(self, name: str, *, params: Sequence[click.Parameter] = (), **more: Any) -> None:
        settings = {"callback": _wants_command, "invoke_without_command": True, **more}
        super().__init__(
            name, params=[*params, DATA, LANG], no_args_is_help=True,
            options_metavar=None, subcommand_metavar="", **settings,
        )  # fmt: skip

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of its commands, in the order in which they were added."""
        return list(self.commands)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What comes after the options."""
        return [words_of(ctx)("shell.usage_command")]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its commands, each with the first sentence of its help."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [(name, _first(sub.help or "")) for name, sub in commands.items() if sub]
        self._section(ctx, formatter, "commands", rows)


def _first(text: str) -> str:
    sentence, mark, _ = text.partition(". ")
    return sentence + mark.strip()


def _wants_command(**_: Any) -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        raise NoArgsIsHelpError(ctx)


# ---- how commands are declared


def command(name: str, help: str, **more: Any) -> Callable[[Callable[..., Any]], CliCommand]:
    """The command of that name is this function; ``help`` is the key of its sentence."""
    return click.command(name, cls=CliCommand, help=help, **more)


def option(*names: str, help: str, **more: Any) -> Callable[[Any], Any]:
    """An option; ``help`` is the key of its sentence."""
    return click.option(*names, cls=Option, help=help, **more)


def flag(*names: str, help: str) -> Callable[[Any], Any]:
    """An option without a value."""
    return option(*names, help=help, is_flag=True)


def argument(name: str, metavar: str, help: str, **more: Any) -> Callable[[Any], Any]:
    """An argument; ``help`` is the key of its sentence."""
    return click.argument(name, metavar=metavar, cls=Argument, help=help, **more)


a_file = click.Path(path_type=Path)
"""The kind of value that names a file; what may be done with it is seen when it is done."""


# ---- what every command takes


def _set_json(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        ctx.obj = replace(ctx.obj, as_json=True)


def _set_data(ctx: click.Context, _: click.Parameter, value: Path | None) -> None:
    if value is not None:
        ctx.obj = replace(ctx.obj, data=value)


AS_JSON = Option(
    ["--json"], help="cli.as_json", is_flag=True, expose_value=False, callback=_set_json
)
DATA = Option(
    ["--data"], metavar="DIR", help="cli.data", type=a_file, expose_value=False, callback=_set_data
)
LANG = Option(["--lang"], help="cli.lang", type=OneOf(LANGUAGES), expose_value=False)
"""Looked up before anything is parsed, since faults are told in it; here it is only checked."""


# ---- faults


@contextmanager
def faults_in(words: Words) -> Iterator[None]:
    """Faults of the command line leave as :class:`Misuse`, Ctrl-C as :class:`Stopped`."""
    try:
        yield
    except (Misuse, NoArgsIsHelpError):
        raise
    except click.UsageError as error:
        ctx = error.ctx or click.get_current_context()
        with ctx.scope(cleanup=False):
            raise Misuse(_sentence(words, error, ctx), ctx, words) from error
    except (click.Abort, KeyboardInterrupt) as error:
        raise Stopped(words("shell.stopped")) from error


def _sentence(words: Words, error: click.UsageError, ctx: click.Context) -> str:
    """What is wrong with the command line. What this program says itself is in the right words."""
    match error:
        case click.NoSuchCommand(command_name=name, possibilities=alike):
            return words("cli.no_such_command", name=name) + _alike(words, alike)
        case NoText(message=name):
            return words("cli.no_text", name=name)
        case TooMany(message=extra):
            return words("cli.too_many", extra=extra)
        case click.NoSuchOption(option_name=name, possibilities=alike):
            return words("cli.no_such_option", name=name) + _alike(words, alike)
        case click.BadOptionUsage(option_name=name):
            return _misused(words, name, ctx)
        case click.MissingParameter():
            return words("cli.missing", name=_hint(error))
        case click.BadParameter() if error.param or error.param_hint:
            return words("cli.bad_value", name=_hint(error), why=error.message)
        case _:
            return error.message


def _alike(words: Words, names: list[str] | None) -> str:
    return " " + words("cli.alike", names=", ".join(sorted(names))) if names else ""


def _misused(words: Words, name: str, ctx: click.Context) -> str:
    """An option without its value, or a switch that was given one."""
    meant = next(p for p in ctx.command.get_params(ctx) if name in p.opts)
    if isinstance(meant, click.Option) and meant.is_flag:
        return words("cli.takes_no_value", name=name)
    return words("cli.wants_value", name=name, count=meant.nargs)


def _hint(error: click.BadParameter) -> str:
    if isinstance(error.param_hint, str):
        return error.param_hint
    assert error.param is not None
    return error.param.get_error_hint(error.ctx)
