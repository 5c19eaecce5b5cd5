"""Typer in the reader's language: headings of help pages, and what is wrong with a command line.

Typer has both in English inside itself. Faults are told by their class and what they carry; one
without a sentence of its own keeps the text that it came with.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

import typer
from typer._click import Context, HelpFormatter
from typer._click.exceptions import (
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)
from typer.core import TyperCommand, TyperGroup

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.streams import is_text
from ketuk.tui.words import Words

HEADINGS = {"Options": "cli.options", "Commands": "cli.commands", "Arguments": "cli.arguments"}
NUMBERS = {
    "int_parsing": "cli.no_whole_number",
    "int_from_float": "cli.no_whole_number",
    "float_parsing": "cli.no_number",
    "greater_than_equal": "cli.too_small",
    "less_than_equal": "cli.too_large",
}
"""What pydantic, which checks values for Typer, calls a fault; and the sentence for it."""


class NoSuchCommand(UsageError):
    """A command that there is not, and those that look like it."""

    def __init__(self, name: str, alike: list[str], ctx: Context) -> None:
        super().__init__(name, ctx)
        self.name, self.alike = name, alike


class TooMany(UsageError):
    """More arguments than the command takes."""

    def __init__(self, extra: list[str], ctx: Context) -> None:
        super().__init__(" ".join(extra), ctx)


class NoText(UsageError):
    """An argument with bytes that are no UTF-8."""

    def __init__(self, name: str, ctx: Context) -> None:
        super().__init__(name, ctx)
        known = [param.opts[0] for param in ctx.command.params if param.name == name]
        self.name = known[0] if known and known[0].startswith("-") else name.upper()


class Misuse(UsageError):
    """A fault with its sentence; shown below how the command is used."""

    def __init__(self, sentence: str, ctx: Context, words: Words) -> None:
        super().__init__(sentence, ctx)
        self._words = words

    def show(self, file: Any = None) -> None:
        """Print it to standard error."""
        assert self.ctx is not None
        typer.echo(self.ctx.get_usage(), file=file, err=file is None)
        see = self._words("cli.see_help", command=self.ctx.command_path)
        typer.echo(
            f"{see}\n\n{self._words('cli.wrong', what=self.message)}", file, err=file is None
        )


class Formatter(HelpFormatter):
    """Writes headings in the language of the words that it was given."""

    words = Words()

    def section(self, name: str) -> Any:
        """A part of the page under its heading."""
        return super().section(self.words(HEADINGS[name]) if name in HEADINGS else name)

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The first line."""
        super().write_usage(prog, args, prefix or f"{self.words('cli.usage')} ")


class Speaking(Context):
    """A run of a command, whose help speaks the language that was asked for."""

    def make_formatter(self) -> HelpFormatter:
        """For help pages and lines of usage."""
        made = Formatter(width=self.terminal_width, max_width=self.max_content_width)
        made.words = words_of(self)
        return made


class _Told:
    """What commands and groups share: their faults leave as :class:`Misuse`."""

    context_class: type[Context] = Speaking

    def get_help_option(self, ctx: Context) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = words_of(ctx)("cli.help_option")
        return option

    def invoke(self, ctx: Context) -> Any:
        with _told(ctx):
            return super().invoke(ctx)  # type: ignore[misc]


class Command(_Told, TyperCommand):
    """A command."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read its options and arguments."""
        ctx.allow_extra_args = True
        with _told(ctx):
            if extra := super().parse_args(ctx, args):
                raise TooMany(extra, ctx)
            _refuse_bytes(ctx)
        return []


class Group(_Told, TyperGroup):
    """A command with commands under it."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the options before the command."""
        with _told(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """The command that is meant."""
        if self.get_command(ctx, args[0]) is None:
            raise NoSuchCommand(args[0], get_close_matches(args[0], list(self.commands)), ctx)
        return super().resolve_command(ctx, args)


class Shell(typer.Typer):
    """A Typer whose commands are those of this module."""

    def __init__(self, words: Words, **more: Any) -> None:
        settings = {"obj": words}
        super().__init__(cls=Group, rich_markup_mode=None, context_settings=settings, **more)

    def command(self, *args: Any, **more: Any) -> Any:
        """Add a command."""
        return super().command(*args, **{"cls": Command, **more})


def _refuse_bytes(ctx: Context) -> None:
    """What was typed has to be text; files may be called as the system has it."""
    for name, value in ctx.params.items():
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, str) and not is_text(one):
                raise NoText(name, ctx)


def words_of(ctx: Context) -> Words:
    """The words of this run: known from the start, before there is a desk."""
    desk = ctx.find_object(Desk)
    return desk.words if desk is not None else ctx.find_object(Words) or Words()


@contextmanager
def _told(ctx: Context) -> Iterator[None]:
    try:
        yield
    except (Misuse, NoArgsIsHelpError):
        raise
    except UsageError as error:
        at, words = error.ctx or ctx, words_of(ctx)
        raise Misuse(sentence(words, error, at), at, words) from error


def sentence(words: Words, error: UsageError, ctx: Context) -> str:
    """What is wrong with the command line."""
    match error:
        case NoSuchCommand(name=name, alike=alike):
            return words("cli.no_such_command", name=name) + _alike(words, alike)
        case NoText(name=name):
            return words("cli.no_text", name=name)
        case TooMany(message=extra):
            return words("cli.too_many", extra=extra)
        case NoSuchOption(option_name=name, possibilities=alike):
            return words("cli.no_such_option", name=name) + _alike(words, alike)
        case BadOptionUsage(option_name=name):
            return _option(words, name, ctx)
        case MissingParameter():
            return words("cli.missing", name=_hint(error))
        case BadParameter():
            return words("cli.bad_value", name=_hint(error), why=_why(words, error))
        case _:
            return error.message


def _alike(words: Words, found: Any) -> str:
    return " " + words("cli.alike", names=", ".join(sorted(found))) if found else ""


def _option(words: Words, name: str, ctx: Context) -> str:
    """An option without its value, or a switch that was given one."""
    option: Any = next((p for p in ctx.command.get_params(ctx) if name in p.opts), None)
    if getattr(option, "is_flag", False):
        return words("cli.takes_no_value", name=name)
    return words("cli.wants_value", name=name, count=getattr(option, "nargs", 1))


def _hint(error: BadParameter) -> str:
    if error.param_hint is not None:
        hint = error.param_hint
        return hint if isinstance(hint, str) else " / ".join(hint)
    return error.param.get_error_hint().replace("'", "") if error.param is not None else "?"


def _why(words: Words, error: BadParameter) -> str:
    """Why a value cannot be used; what this program says itself is in the right words already."""
    faults = getattr(error.__cause__, "errors", None)
    if faults is None:
        return error.message
    first = faults()[0]
    key = NUMBERS.get(first["type"])
    if key is None:
        return error.message
    return words(key, value=str(first["input"]), bound=_bound(first.get("ctx", {})))


def _bound(facts: dict[str, Any]) -> Any:
    return facts.get("ge", facts.get("le", ""))
