"""``ketuk games``, ``shelve``, ``export`` and ``import``: saved games."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import asked
from ketuk.tui.cli.shell import a_file, argument, command, flag, option

if TYPE_CHECKING:
    from ketuk.rooms.records import Saved


# ---- games


@command("games", help="cli_play.games")
@flag("--all", "everything", help="cli_play.opt_all_games")
@flag("--look-again", "again", help="cli_play.opt_look_again")
@click.pass_obj
def games(at: Desk, everything: bool, again: bool) -> None:
    """The saved games, the newest first."""
    from ketuk.tui.cli.saved import journal_open
    from ketuk.tui.saved.contents import set_aside

    if again:
        _look_again(at)
    with journal_open(at) as journal:
        listing = journal.listing()
    saved, shelf = listing.games, listing.shelved
    for game in (*saved, *(shelf if everything else ())):
        _tell_game(at, game, shelved=game in shelf)
    if not saved and not at.as_json:
        at.say("cli_play.games_none")
    if shelf and not everything and not at.as_json:
        at.say("cli_play.games_on_shelf", count=len(shelf))
    for name in listing.broken:
        at.note("lobby.broken", game=name)
    looked_into = again or journal.rescued is not None
    for file in () if looked_into else set_aside(at.data):
        at.note("saved.set_aside", kept=file)


def _look_again(at: Desk) -> None:
    """Look once more into the damaged files that were set aside."""
    from ketuk.tui.saved.contents import look_again, set_aside

    for file in set_aside(at.data):
        notice, good = look_again(at.data, file, at.words)
        at.remark(notice)
        if not good:
            at.end()


@command("shelve", help="cli_play.shelve")
@options.a_game
@flag("--back", help="cli_play.opt_back")
@click.pass_obj
def shelve(at: Desk, game: str, back: bool) -> None:
    """Put a game on the shelf, or take it back."""
    from datetime import UTC

    from ketuk.tui.cli.saved import journal_open

    with journal_open(at) as journal:
        header = journal.header(game)
        if back:
            journal.unshelve(game)
        else:
            journal.shelve(game, datetime.now(UTC))
    key, names = "lobby.unshelved" if back else "lobby.shelved", ", ".join(header.names)
    at.report({"game": game, "shelved": not back}, key, names=names)


def _tell_game(at: Desk, game: "Saved", *, shelved: bool) -> None:
    if at.as_json:
        at.tell(
            {
                "game": game.name,
                "ruleset": game.ruleset,
                "players": list(game.names),
                "box": game.box,
                "round": game.round,
                "moves": game.moves,
                "over": game.over,
                "shelved": shelved,
                "decided_at": game.decided_at,
                "made": game.made,
                "played": game.played,
            }
        )
        return
    from ketuk.tui.saved.lobby_lines import moment

    key = "cli_play.game_line_over" if game.over else "cli_play.game_line"
    mark = at.words("cli_play.mark_shelved") if shelved else ""
    if game.decided_at and not game.over:
        mark += f"({at.words('lobby.copy', name=game.decided_at)}) "
    at.line(
        mark
        + at.words(
            key,
            name=game.name,
            players=", ".join(game.names),
            round=game.round,
            moves=game.moves,
            played=moment(game.played),
        )
    )


# ---- called otherwise, and deleted


@command("rename", help="cli_play.rename")
@options.a_game
@argument("name", "NAME", help="cli_play.arg_new_name")
@click.pass_obj
def rename(at: Desk, game: str, name: str) -> None:
    """A game is called otherwise."""
    from ketuk.tui.cli.saved import journal_open

    with journal_open(at) as journal:
        journal.rename(game, name)
    at.report({"was": game, "game": name}, "lobby.renamed", was=game, game=name)


@command("delete", help="cli_play.delete")
@options.a_game
@options.yes
@click.pass_obj
def delete(at: Desk, game: str, yes: bool) -> None:
    """A game goes for good."""
    from ketuk.rooms.trouble import JournalFault, Trouble
    from ketuk.tui.cli.saved import journal_open

    with journal_open(at) as journal:
        try:
            names = ", ".join(journal.header(game).names)
        except JournalFault as fault:
            if fault.trouble not in (Trouble.DAMAGED, Trouble.GAME_NEWER):
                raise
            names = "?"
        if not yes and not at.agreed("cli_play.delete_sure", game=game, names=names):
            at.refuse("cli_play.not_deleted")
        journal.remove(game)
    at.report({"game": game, "deleted": True}, "lobby.deleted", game=game)


# ---- export, import


@command("export", help="cli_play.export")
@options.a_game
@argument("file", "FILE", type=a_file, help="cli_play.arg_export")
@options.force
@click.pass_obj
def export_(at: Desk, game: str, file: Path, force: bool) -> None:
    """Write a game to a file."""
    from ketuk.rooms.gamefile import exported
    from ketuk.tui.cli.cards import faults_told
    from ketuk.tui.cli.saved import journal_open

    at, out = asked(at, force, file)
    with journal_open(at) as journal, faults_told(at):
        content, moves = exported(journal, game)
        out.write(content)
    if at.as_json:
        at.tell({"game": game, "moves": moves, "path": str(file)})
        return
    at.say("cli_play.exported", game=game, moves=moves, path=file)


@command("import", help="cli_play.import")
@argument("file", "FILE", type=a_file, help="cli_play.arg_import")
@option("--name", metavar="NAME", help="cli_play.as_name")
@click.pass_obj
def import_(at: Desk, file: Path, name: str | None) -> None:
    """Take a game from a file."""
    from ketuk.tui.cli.saved import journal_open
    from ketuk.tui.saved.taking import came_in, game_from, is_box

    if is_box(file):
        at.refuse("cli_codes.is_box", path=file)
    with journal_open(at) as journal:
        came = game_from(at.data, journal, file, name)
    loaded, notice = came.loaded, came_in(at.words, came, file, "cli_play.imported")
    if at.as_json:
        flaw = {"flaw": loaded.flaw, "line": loaded.line} if loaded.flaw else {}
        at.tell({"game": loaded.game, "moves": loaded.moves, "path": str(file), **flaw})
    if loaded.flaw:
        at.end(notice)
    if not at.as_json:
        at.line(notice)
    if came.lacks is not None:
        at.note("lobby.box_not_here", box=came.lacks)
