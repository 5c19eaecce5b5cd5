"""After a game: the same people once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ketuk.tui.own_rules import playable
from ketuk.tui.saved.again import again
from ketuk.tui.saved.shelf import changed
from ketuk.tui.scans import Said
from ketuk.tui.screens.lobby import Lobby

if TYPE_CHECKING:
    from ketuk.rooms.records import Header
    from ketuk.tui.home import Home


def play_again(app: Home, header: Header) -> None:
    """Over the lobby, open the form of a new game as this one was, every seat one further."""
    if header.ruleset not in playable(app.data):
        app.say("screens.not_in_form", ruleset=header.ruleset)
        return
    lobby = next(screen for screen in app.screen_stack if isinstance(screen, Lobby))
    lobby.action_new(plan=again(header))


def play_saved_again(app: Home, name: str) -> None:
    """The same of a saved game; or why it cannot be read."""
    headers: list[Header] = []
    trouble = changed(app.data, app.words, lambda journal: headers.append(journal.header(name)))
    if trouble is not None:
        app.scans.say(Said(trouble, "bad"))
    else:
        play_again(app, headers[0])
