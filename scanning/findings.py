"""What the doctor finds: facts and the name of a remedy; the sentences are the screen's."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Level(StrEnum):
    """How serious a finding is."""

    GOOD = "good"
    NOTE = "note"
    """Worth knowing; the game can be played all the same."""
    BAD = "bad"
    """Something that is there does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report.

    ``id`` names the sentence, ``facts`` fill it, ``remedy`` names what can be done about it.
    """

    id: str
    level: Level
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class System:
    """Where this machine tells about itself; a trial gives other folders."""

    platform: str = sys.platform
    sysfs: Path = Path("/sys")
    proc: Path = Path("/proc")
    dev: Path = Path("/dev")


def good(about: str, /, **facts: str | int | float) -> Finding:
    """A finding that is as it should be."""
    return Finding(about, Level.GOOD, facts)


def note(about: str, remedy: str | None = None, /, **facts: str | int | float) -> Finding:
    """A finding worth knowing."""
    return Finding(about, Level.NOTE, facts, remedy)


def bad(about: str, remedy: str | None = None, /, **facts: str | int | float) -> Finding:
    """A finding that stops something from working."""
    return Finding(about, Level.BAD, facts, remedy)
