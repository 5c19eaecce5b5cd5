"""Columns whose values are what they are declared to be: SQLite keeps anything in any column, and a
damaged file does.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import Column, Integer, String, Table

from ketuk.codes.code import holds
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.moment import moment


class Text(String):
    """Text, or nothing; anything else that is read is a fault of the file (DAMAGED)."""

    def result_processor(self, dialect: Any, coltype: object) -> Any:
        """What every value that is read passes through."""
        return _text


class WholeColumn(Integer):
    """A whole number, or nothing; anything else that is read is a fault of the file (DAMAGED)."""

    def result_processor(self, dialect: Any, coltype: object) -> Any:
        """What every value that is read passes through."""
        return _whole


class Time(Text):
    """A time as :func:`ketuk.codes.moment.stamp` writes it."""


class CodeColumn(Text):
    """A code whose check symbols fit."""


class Word(Text):
    """One of a closed list of words."""

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = frozenset(words)


def is_sound(column: Column[Any], value: object) -> bool:
    """Whether a value, as it lies in the file, is one of its column; nothing may lie in any."""
    return value is None or check_of(column)(value)


def is_whole(table: Table, row: Mapping[str, Any]) -> bool:
    """Whether every value of a row is one of its column, and none is missing."""
    return all(
        is_sound(column, row[column.name]) and (row[column.name] is not None or column.nullable)
        for column in table.columns
    )


def check_of(column: Column[Any]) -> Callable[[Any], bool]:
    """What tells whether a value that is there is one of that column; the same one for columns that
    hold the same kind.
    """
    match column.type:
        case WholeColumn():
            return is_number
        case Time():
            return _is_time
        case CodeColumn():
            return _is_code
        case Word(words=words):
            return words.__contains__
        case _:
            return is_text


def is_number(value: object) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int)


def is_text(value: object) -> bool:
    """Whether it is text."""
    return isinstance(value, str)


def _is_code(value: object) -> bool:
    return isinstance(value, str) and holds(value)


def _is_time(value: object) -> bool:
    try:
        moment(value)  # type: ignore[arg-type]
    except CodesFault:
        return False
    return True


def _text(value: object) -> object:
    if value is None or isinstance(value, str):
        return value
    raise CodesFault(Fault.DAMAGED, detail=f"no text: {value!r:.40}")


def _whole(value: object) -> object:
    if value is None or isinstance(value, int):
        return value
    raise CodesFault(Fault.DAMAGED, detail=f"no whole number: {value!r:.40}")
