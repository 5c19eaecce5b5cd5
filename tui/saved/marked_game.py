"""What may be done with the saved game whose line is marked in a list."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.screen import Screen

from ketuk.tui.saved.lobby_lines import BROKEN, GAME, SHELVED
from ketuk.tui.saved.shelf import changed
from ketuk.tui.scans import Said
from ketuk.tui.screens.renaming import delete_game, rename_game
from ketuk.tui.widgets.plain import OptionList

if TYPE_CHECKING:
    from ketuk.rooms.journal import Journal
    from ketuk.rooms.records import Saved
    from ketuk.tui.home import Home
    from ketuk.tui.saved.contents import Contents
    from ketuk.tui.saved.taking import TakenIn


class MarkedGame(Screen[None]):
    """A screen with a list of saved games: files, the shelf, names, once more."""

    app: Home

    def __init__(self) -> None:
        super().__init__()
        self.contents: Contents | None = None
        self.box: str | None = None
        """The box that a new game is played with."""
        self.arrived = ""
        """Line to be marked when the folder has been read again."""

    def look(self) -> object:
        """Read saved games again."""
        raise NotImplementedError

    def line_marked(self) -> str:
        """Id of the line that is marked."""
        for options in self.query(OptionList):
            if options.highlighted_option is not None:
                return options.highlighted_option.id or ""
        return ""

    def game_marked(self) -> Saved | None:
        """The game whose line is marked, in use or on the shelf."""
        line, contents = self.line_marked(), self.contents
        for start, games in (
            ((GAME, contents.games), (SHELVED, contents.shelved)) if contents else ()
        ):
            if line.startswith(start):
                return next((g for g in games if g.name == line.removeprefix(start)), None)
        return None

    def action_import(self) -> None:
        """A game or a box from a file."""
        self.app.open("importing", then=self._imported)

    def _imported(self, taken: TakenIn | None) -> None:
        if taken is None:
            return
        self.app.scans.say(Said(taken.sentence, "good" if taken.whole else "bad"))
        self.arrived = f"{GAME}{taken.game}" if taken.game else ""
        self.box = taken.box or self.box
        self.look()

    def action_export(self) -> None:
        """The marked game to a file."""
        from ketuk.tui.screens.game_files import export_game

        if (game := self.game_marked()) is not None:
            export_game(self.app, game.name)

    def action_shelve(self) -> None:
        """Put the marked game away, once somebody is sure."""
        from ketuk.tui.screens.asking import when_sure

        game = self.game_marked()
        if game is None:
            return
        names = ", ".join(game.names)

        def shelve() -> None:
            self._on_shelf(game.name, "lobby.shelved", names=names)

        when_sure(self.app, shelve, "lobby.shelve_sure", names=names)

    def action_rename(self) -> None:
        """Call the marked game otherwise."""

        def renamed(name: str) -> None:
            self.arrived = f"{line}{name}"
            self.look()

        if (game := self.game_marked()) is not None:
            line = self.line_marked().removesuffix(game.name)
            rename_game(self.app, game.name, renamed)

    def action_play_again(self) -> None:
        """The marked game once more, with the same people."""
        from ketuk.tui.screens.after_game import play_saved_again

        if (game := self.game_marked()) is not None:
            play_saved_again(self.app, game.name)

    def action_delete(self) -> None:
        """Delete the game whose line is marked: one on the shelf, or a broken one."""
        game = self.game_marked()
        name = game.name if game else self.line_marked().removeprefix(BROKEN)
        delete_game(self.app, name, ", ".join(game.names) if game else name, self.look)

    def unshelve(self, name: str) -> None:
        """Take a game back from the shelf."""
        game = self.game_marked()
        names = ", ".join(game.names) if game is not None else name
        self.arrived = f"{GAME}{name}"
        self._on_shelf(name, "lobby.unshelved", names=names)

    def _on_shelf(self, game: str, key: str, **facts: object) -> None:
        """Put it there, or take it back; say so, or why not."""

        def move(journal: Journal) -> None:
            if "un" in key:
                journal.unshelve(game)
            else:
                journal.shelve(game, datetime.now(UTC))

        if (trouble := changed(self.app.data, self.app.words, move)) is not None:
            self.app.scans.say(Said(trouble, "bad"))
        else:
            self.app.say(key, "good", **facts)
        self.look()
