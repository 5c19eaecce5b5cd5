"""Columns whose values are what they are declared to be: SQLite keeps anything in any column, and a
damaged file does.
"""

from typing import Any

from sqlalchemy import Integer, String

from ketuk.codes.fault import CodesFault, Fault


class Text(String):
    """Text, or nothing; anything else that is read is a fault of the file (DAMAGED)."""

    def result_processor(self, dialect: Any, coltype: object) -> Any:
        """What every value that is read passes through."""
        return _text


class Whole(Integer):
    """A whole number, or nothing; anything else that is read is a fault of the file (DAMAGED)."""

    def result_processor(self, dialect: Any, coltype: object) -> Any:
        """What every value that is read passes through."""
        return _whole


def _text(value: object) -> object:
    if value is None or isinstance(value, str):
        return value
    raise CodesFault(Fault.DAMAGED, detail=f"no text: {value!r:.40}")


def _whole(value: object) -> object:
    if value is None or isinstance(value, int):
        return value
    raise CodesFault(Fault.DAMAGED, detail=f"no whole number: {value!r:.40}")
