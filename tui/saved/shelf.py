"""Saved games put away and taken back, called otherwise, and deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ketuk.rooms.journal import Journal
    from ketuk.tui.words import Words

BY_TIME = re.compile(r"\d{4}-\d\d-\d\d-\d{4,6}(-\d+)?")
"""Names of games to which nobody has given one."""


def changed(data: Path, words: Words, change: Callable[[Journal], object]) -> str | None:
    """Change the saved games; why it cannot be done, None where it was."""
    from ketuk.rooms.journal import FILE, Journal
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.troubles import trouble

    try:
        with Journal.open(data / FILE) as journal:
            change(journal)
    except JournalFault as fault:
        return trouble(words, fault)
    return None


def given_name(name: str) -> str:
    """What people have called a game; empty if it has the name of its first minute."""
    return "" if BY_TIME.fullmatch(name) else name


def games_with(journal: Journal, box: str) -> int:
    """How many saved games, on the shelf too, are played with a box."""
    listing = journal.listing()
    return sum(game.box == box for game in (*listing.games, *listing.shelved))
