"""The profile of a person: language, sound, and the games that were played to their end.

Pure. Who owns it and where it lies is told in ``ketuk.rooms.profiles``.
"""

from collections.abc import Iterable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LONGEST = 80
MOST_TURNS = 2**53
Text = Annotated[str, StringConstraints(max_length=LONGEST)]
MOST_PLAYED = 2_000


class Played(BaseModel):
    """A game that a person has played to its end."""

    model_config = ConfigDict(frozen=True)

    game: Text
    made: Text
    """When it was begun: it is the same game by whatever name."""
    ruleset: Text
    ended: Text
    place: Annotated[int, Field(ge=1, le=64)]
    """Equal places share a number."""
    of: Annotated[int, Field(ge=1, le=64)]
    worth: Annotated[int, Field(ge=-(2**53), le=2**53)]


class Profile(BaseModel):
    """All that goes along with a person; ``turn`` grows with each change of it."""

    model_config = ConfigDict(frozen=True)

    name: Text
    turn: Annotated[int, Field(ge=0, le=MOST_TURNS)] = 0
    language: Annotated[str, StringConstraints(pattern=r"^([a-z]{2})?$")] = ""
    """Empty: none has been chosen yet."""
    sound: bool = True
    played: Annotated[tuple[Played, ...], Field(max_length=MOST_PLAYED, strict=False)] = ()
    """The one that ended last first."""


def together(*several: Iterable[Played]) -> tuple[Played, ...]:
    """Games out of several lists, each once and as the first list has it; the latest first."""
    by_made: dict[str, Played] = {}
    for games in several:
        for one in games:
            by_made.setdefault(one.made, one)
    latest = sorted(by_made.values(), key=lambda one: one.ended, reverse=True)
    return tuple(latest[:MOST_PLAYED])
