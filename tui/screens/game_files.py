"""Keeping a game as one file, from the screen: the same file as ``ketuk export`` writes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.tui.scans import Said
from ketuk.tui.screens.filing import WhereTo, free_path, remember

if TYPE_CHECKING:
    from ketuk.rooms.journal import Journal
    from ketuk.tui.home import Home

SUFFIX = ".ketuk"


def export_game(app: Home, game: str, journal: Journal | None = None) -> None:
    """Ask where to, and write it; a file that is there is replaced only after a question.

    ``journal`` is the one that is open; without it the saved games are opened for this.
    """

    def chosen(out: Path | None) -> None:
        if out is not None:
            said = written(app, game, out, journal)
            if said.tone == "bad":
                app.ring()
            app.scans.say(said)

    stem = re.sub(r"[^\w.-]+", "-", game).strip("-.") or "ketuk"
    path = free_path(app.settings, stem, SUFFIX)
    app.push_screen(WhereTo("lobby.export_head", path, game=game), chosen)


def written(app: Home, game: str, out: Path, journal: Journal | None = None) -> Said:
    """Write the game to ``out``, and say how much it is, or why not."""
    from ketuk.codes.disk import replace_file
    from ketuk.codes.fault import CodesFault
    from ketuk.rooms.gamefile import exported
    from ketuk.rooms.journal import FILE, Journal
    from ketuk.rooms.trouble import JournalFault
    from ketuk.tui.telling.troubles import trouble

    try:
        if journal is None:
            with Journal.open(app.data / FILE) as saved:
                content, moves = exported(saved, game)
        else:
            content, moves = exported(journal, game)
        replace_file(out, content)
    except JournalFault as fault:
        return Said(trouble(app.words, fault), "bad")
    except CodesFault as fault:
        return Said(trouble(app.words, fault), "bad")
    remember(app, out)
    return Said(app.words("lobby.exported", path=out, moves=moves), "good")
