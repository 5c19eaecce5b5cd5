"""Games put away and taken back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ketuk.tui.words import Words


def shelve(data: Path, game: str, words: Words, *, back: bool) -> str | None:
    """Put a game on the shelf, or take it ``back``; why it cannot be done, None where it was."""
    from ketuk.rooms.journal import FILE, Journal
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.telling import trouble

    try:
        with Journal.open(data / FILE) as journal:
            if back:
                journal.unshelve(game)
            else:
                journal.shelve(game, datetime.now(UTC))
    except JournalFault as fault:
        return trouble(words, fault)
    return None
