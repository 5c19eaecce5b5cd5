"""The same game once more: the same people, rules, numbers and box, every seat one further."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from ketuk.engine.table import Options

if TYPE_CHECKING:
    from ketuk.rooms.records import Header

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FormPlan:
    """What stands in the form of a new game before anybody has changed it."""

    ruleset: str
    names: tuple[str, ...]
    options: Options
    box: str | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    """Seats that the program plays, and the name of the player that does."""


def again(header: Header) -> FormPlan:
    """A game like this one, in which whoever sat second sits first."""
    count = len(header.names)
    players = header.players or ("",) * len(header.bots)
    return FormPlan(
        ruleset=header.ruleset,
        names=turned(header.names),
        options=header.options,
        box=header.box,
        bots={
            (seat - 2) % count + 1: player
            for seat, player in zip(header.bots, players, strict=True)
        },
    )


def turned(seats: Sequence[T]) -> tuple[T, ...]:
    """What each seat has, one seat further, so that somebody else is the first."""
    return (*seats[1:], *seats[:1])
