"""``ketuk games``, ``replay``, ``export`` and ``import``: saved games."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ketuk.tui.cli.desk import REFUSED, Desk, desk
from ketuk.tui.cli.outfile import asked, force_option
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.engine import RuleSet, Table
    from ketuk.rooms.past import Move
    from ketuk.rooms.records import Row, Saved
    from ketuk.rooms.room import Room
    from ketuk.tui.telling.telling import Telling


def register(app: typer.Typer, words: Words) -> None:
    """Add the commands."""
    _add_games(app, words)
    _add_shelve(app, words)
    _add_replay(app, words)
    _add_files(app, words)


def _json(words: Words) -> Any:
    return typer.Option("--json", help=words("cli.as_json"))


def _game(words: Words) -> Any:
    return typer.Argument(metavar="GAME", help=words("cli_play.arg_game"))


# ---- games


def _add_games(app: typer.Typer, words: Words) -> None:
    @app.command(help=words("cli_play.games"))
    def games(
        ctx: typer.Context,
        everything: Annotated[
            bool, typer.Option("--all", help=words("cli_play.opt_all_games"))
        ] = False,
        again: Annotated[
            bool, typer.Option("--look-again", help=words("cli_play.opt_look_again"))
        ] = False,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.tui.cli.saved import journal_open, warn
        from ketuk.tui.saved.found import set_aside

        at = desk(ctx)
        if again:
            _look_again(at)
        with journal_open(at) as journal:
            found = journal.listing()
        saved, shelf = found.games, found.shelved
        for game in (*saved, *(shelf if everything else ())):
            _tell_game(at, game, shelved=game in shelf, as_json=as_json)
        if not saved and not as_json:
            at.say("cli_play.games_none")
        if shelf and not everything and not as_json:
            at.say("cli_play.games_on_shelf", count=len(shelf))
        for name in found.broken:
            warn(at, "lobby.broken", game=name)
        told = again or journal.rescued is not None
        for file in () if told else set_aside(at.data):
            warn(at, "saved.set_aside", kept=file)


def _look_again(at: Desk) -> None:
    """Look once more into the damaged files that were set aside."""
    from ketuk.tui.saved.found import look_again, set_aside

    for file in set_aside(at.data):
        told, good = look_again(at.data, file, at.words)
        typer.echo(told, err=True)
        if not good:
            raise typer.Exit(REFUSED)


def _add_shelve(app: typer.Typer, words: Words) -> None:
    @app.command(help=words("cli_play.shelve"))
    def shelve(
        ctx: typer.Context,
        game: Annotated[str, _game(words)],
        back: Annotated[bool, typer.Option("--back", help=words("cli_play.opt_back"))] = False,
    ) -> None:
        from datetime import UTC

        from ketuk.tui.cli.saved import journal_open

        at = desk(ctx)
        with journal_open(at) as journal:
            header = journal.header(game)
            if back:
                journal.unshelve(game)
            else:
                journal.shelve(game, datetime.now(UTC))
        at.say("lobby.unshelved" if back else "lobby.shelved", names=", ".join(header.names))


def _tell_game(at: Desk, game: "Saved", *, shelved: bool, as_json: bool) -> None:
    if as_json:
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
                "made": game.made,
                "played": game.played,
            }
        )
        return
    from ketuk.tui.saved.lobby_lines import moment

    key = "cli_play.game_line_over" if game.over else "cli_play.game_line"
    mark = at.words("cli_play.mark_shelved") if shelved else ""
    typer.echo(
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


# ---- replay


def _add_replay(app: typer.Typer, words: Words) -> None:
    @app.command(help=words("cli_play.replay"))
    def replay(
        ctx: typer.Context,
        game: Annotated[str, _game(words)],
        upto: Annotated[
            int | None, typer.Option("--at", metavar="N", min=0, help=words("cli_play.at"))
        ] = None,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.rooms.room import Room
        from ketuk.tui.cli.saved import journal_open, tell_damage

        at = desk(ctx)
        with journal_open(at) as journal:
            room = Room.resume(journal, game)
            tell_damage(at, room)
            if upto is not None and upto > room.seq:
                at.refuse("cli_play.at_beyond", game=game, last=room.seq)
            moves = _standing(room.rows, room.seq if upto is None else upto)
            tell = _replay_json if as_json else _replay_text
            tell(at, room, moves)


def _standing(rows: "Sequence[Row]", upto: int) -> "list[Move]":
    """The start and the moves that stood after entry ``upto``."""
    from ketuk.rooms.past import Past

    past = Past(rows[0])
    for row in rows[1 : upto + 1]:
        past.take(row)
    return [past.start, *past.moves]


def _replay_json(at: Desk, room: "Room", moves: "list[Move]") -> None:
    """Secrets of a game that goes on are cut, also from what lies far back in it."""
    from ketuk.engine.codec import to_plain
    from ketuk.rooms.views import public, public_command, view

    over = room.table.phase == "over"
    for move in moves:
        command = move.command
        if command is not None and not over:
            command = public_command(command, None)
        at.tell(
            {
                "seq": move.seq,
                "at": move.at,
                "command": to_plain(command),
                "events": to_plain(move.events if over else public(move.events, None)),
            }
        )
    table = moves[-1].table
    at.tell(
        {"seq": moves[-1].seq, "table": to_plain(table if over else view(table, None, room.rules))}
    )


def _replay_text(at: Desk, room: "Room", moves: "list[Move]") -> None:
    from ketuk.engine.commands import PassTime
    from ketuk.rooms.views import public_command
    from ketuk.tui.telling.telling import Telling

    telling = Telling(at.words, room.rules)
    open_cards = room.table.phase == "over"
    table = moves[0].table
    for line in telling.events(moves[0].events, None, everything=open_cards):
        typer.echo(line)
    for move in moves[1:]:
        command = move.command
        assert command is not None
        shown = command if open_cards else public_command(command, None)
        label = telling.command(shown, table)
        nobodys = isinstance(command, (*room.rules.joint, PassTime))  # what all do, or time
        player = "" if nobodys else table.player(command.seat).name
        named = nobodys or label.startswith(player)
        key = "cli_play.move_named" if named else "cli_play.move"
        typer.echo(at.words(key, seq=move.seq, player=player, command=label))
        for line in telling.events(move.events, table, everything=open_cards):
            typer.echo(f"    {line}")
        table = move.table
    typer.echo()
    _tell_state(at, telling, room.rules, table, hands=open_cards)


def _tell_state(
    at: Desk, telling: "Telling", rules: "RuleSet", table: "Table", *, hands: bool
) -> None:
    from ketuk.engine.rules.victory import shown_worth

    if table.corrected:
        at.say("corrections.account", amount=table.corrected)
    if table.ranking:
        for place in table.ranking:
            at.say(
                "cli_play.place",
                place=place.place,
                player=table.player(place.seat).name,
                worth=place.worth,
                cash=place.cash,
                properties=place.properties,
            )
        return
    at.say("cli_play.state_round", round=table.round, question=telling.question(table))
    for seat in table.seats:
        player = table.player(seat)
        cards = ", ".join(telling.names.card(c, table) for c in player.hand) if hands else ""
        at.say(
            "cli_play.state_player",
            player=player.name,
            cash=player.cash,
            worth=shown_worth(rules, table, seat),
            tile=telling.names.place(player.at, table),
            cards=cards or len(player.hand),
            tiles=telling.names.tiles(table.owned(seat)),
        )


# ---- export, import


def _add_files(app: typer.Typer, words: Words) -> None:
    @app.command("export", help=words("cli_play.export"))
    def export_(
        ctx: typer.Context,
        game: Annotated[str, _game(words)],
        file: Annotated[Path, typer.Argument(metavar="FILE", help=words("cli_play.arg_export"))],
        force: Annotated[bool, force_option(words)] = False,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.rooms.gamefile import exported
        from ketuk.tui.cli.cards import faults_told
        from ketuk.tui.cli.saved import journal_open

        at, out = asked(desk(ctx), force, file)
        with journal_open(at) as journal, faults_told(at):
            content, moves = exported(journal, game)
            out.write(content)
        if as_json:
            at.tell({"game": game, "moves": moves, "path": str(file)})
            return
        at.say("cli_play.exported", game=game, moves=moves, path=file)

    @app.command("import", help=words("cli_play.import"))
    def import_(
        ctx: typer.Context,
        file: Annotated[Path, typer.Argument(metavar="FILE", help=words("cli_play.arg_import"))],
        name: Annotated[
            str | None, typer.Option("--name", metavar="NAME", help=words("cli_play.as_name"))
        ] = None,
        as_json: Annotated[bool, _json(words)] = False,
    ) -> None:
        from ketuk.rooms.gamefile import load
        from ketuk.tui.cli.saved import journal_open
        from ketuk.tui.saved.taking import has_box, is_box

        at = desk(ctx)
        if is_box(file):
            at.refuse("cli_codes.is_box", path=file)
        with journal_open(at) as journal:
            loaded = load(journal, file, name=name)
            box = journal.header(loaded.game).box
        facts = {"game": loaded.game, "moves": loaded.moves, "path": file, "line": loaded.line}
        if as_json:
            flaw = {"flaw": loaded.flaw, "line": loaded.line} if loaded.flaw else {}
            at.tell({"game": loaded.game, "moves": loaded.moves, "path": str(file), **flaw})
        if loaded.flaw:
            typer.echo(at.words(f"cli_play.flaw_{loaded.flaw}", **facts), err=True)
            raise typer.Exit(REFUSED)
        if not as_json:
            at.say("cli_play.imported", **facts)
        if box is not None and not has_box(at.data, box):
            typer.echo(at.words("lobby.box_not_here", box=box), err=True)
