"""Kinds of values that options and arguments take, and what is said of one that is none."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import click
from click.shell_completion import CompletionItem

from ketuk.tui.cli.desk import Desk
from ketuk.tui.words import Words

Value = TypeVar("Value", bound=str)


class _Kind(click.ParamType[Any]):
    def _refuse(
        self, key: str, param: click.Parameter | None, ctx: click.Context | None, **facts: object
    ) -> Any:
        desk = ctx.find_object(Desk) if ctx is not None else None
        words = desk.words if desk is not None else Words()
        self.fail(words(key, **facts), param, ctx)


class Whole(_Kind):
    """A whole number, within bounds if there are any."""

    name = "whole"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What help calls it."""
        return "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        try:
            number = int(value)
        except ValueError:
            self._refuse("cli.no_whole_number", param, ctx, value=value)
        if self._least is not None and number < self._least:
            self._refuse("cli.too_small", param, ctx, value=value, bound=self._least)
        if self._most is not None and number > self._most:
            self._refuse("cli.too_large", param, ctx, value=value, bound=self._most)
        return number


class OneOf(_Kind, Generic[Value]):
    """One of a few words."""

    name = "word"

    def __init__(self, values: Iterable[Value]) -> None:
        self._values = {str(value): value for value in values}

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """All of them."""
        return "|".join(self._values)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Value:
        """The one that was typed."""
        if value not in self._values:
            self._refuse("cli_play.one_of", param, ctx, known=", ".join(self._values))
        return self._values[value]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Those that begin as typed."""
        return [CompletionItem(value) for value in self._values if value.startswith(incomplete)]
