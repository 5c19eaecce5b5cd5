"""Keeping a game as one file, from the screen: the same file as ``ketuk export`` writes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ketuk.tui.screens.filing import free_path, write_where_asked

if TYPE_CHECKING:
    from ketuk.rooms.journal import Journal
    from ketuk.tui.home import Home

SUFFIX = ".ketuk"


def export_game(app: Home, game: str, journal: Journal | None = None) -> None:
    """Ask where to, and write it; a file that is there is replaced only after a question.

    ``journal`` is the one that is open; without it the saved games are opened for this.
    """

    def write(out: Path) -> str:
        from ketuk.codes.disk import replace_file
        from ketuk.rooms.gamefile import exported
        from ketuk.rooms.journal import FILE, Journal

        if journal is None:
            with Journal.open(app.data / FILE) as saved:
                content, moves = exported(saved, game)
        else:
            content, moves = exported(journal, game)
        replace_file(out, content)
        return app.words("lobby.exported", path=out, moves=moves)

    stem = re.sub(r"[^\w.-]+", "-", game).strip("-.") or "ketuk"
    path = free_path(app.settings, stem, SUFFIX)
    write_where_asked(app, "lobby.export_head", path, write, game=game)
